// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// MARK: The texts of notes

extension GraphView {
  /// The name that the text of a frame links to at a point: `total` where it shows `[[total]]`, or code between back-ticks.
  ///
  /// The view doesn't know names: a host that has a node with this name may show it when the link is clicked.
  ///
  /// ```swift
  /// if let name = view.noteLink(at: point), let node = graph.node(named: name) { view.select(GraphSelection(nodes: [node])) }
  /// ```
  ///
  /// - Parameter point: A point of the view.
  /// - Returns: The name; `nil` where there is none, and where a node or a connection covers the frame.
  /// - Complexity: O(frames, and length of the text that the frame shows).
  public func noteLink(at point: GraphPoint) -> String? {
    let place = viewport.canvasPoint(point)
    switch hitTest(point) {
    case .frame, .background: break
    default: return nil
    }
    let size = style.palette == nil ? style.titleTextSize : FrameStyle.textSize(viewport.zoom)
    for (_, frame) in presentation.framesInOrder.reversed() where frame.rect.contains(place) && !frame.text.isEmpty {
      let (lines, origin) = FrameStyle.text(of: frame, textSize: size)
      guard let piece = lines.piece(at: place - origin) else { continue }
      return piece.link ?? (piece.isCode ? piece.text : nil)
    }
    return nil
  }

  /// The names that a text links to, in order: those in double square brackets, and code between back-ticks.
  ///
  /// - Parameter text: The text of a frame or the note of a node.
  /// - Returns: The names, each once.
  public static func noteLinks(in text: String) -> [String] { NoteText.plain(text).links }

  /// A text without the signs of emphasis, for screen readers and tips.
  ///
  /// - Parameter text: The text of a frame or the note of a node.
  /// - Returns: The text as it is read.
  public static func plainNote(_ text: String) -> String { NoteText.plain(text).text }
}
