// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Notes on the canvas: frames with a text and without a title.
extension SessionEditor {
  private static let noteSize = GraphSize(240, 64)

  /// The greatest number of bytes of a note.
  public static let noteLimit = NoteRules.byteLimit

  /// Adds a note to a scope at the free place that is nearest to a point, in one step.
  ///
  /// - Parameters:
  ///   - text: The text of the note.
  ///   - point: The wanted top left corner, in canvas points.
  ///   - scope: The group that contains it; `nil` for the root.
  /// - Returns: The frame; `nil` if the scope no longer exists.
  /// - Throws: A ``Formulas/Diagnostic`` for a text that is too long.
  /// - Complexity: O(k log k) for k members and frames of the scope.
  @discardableResult
  public func addNote(_ text: String, near point: GraphPoint, in scope: InstanceID?) throws(Diagnostic) -> FrameID? {
    let text = try NoteRules.checked(text, 0..<text.utf8.count)
    let taken = groups.members(of: scope).map(rect) + groups.frames(in: scope).map(\.frame.rect)
    let rect = GraphRect(FreePlace(among: taken).origin(for: Self.noteSize, near: point), Self.noteSize)
    return addFrame(GraphFrame("", rect, text: text), in: scope)
  }

  /// Sets the text of a frame, in one step. A note gets as high as its text requires; without a text it is removed.
  func set(_ text: String, of id: FrameID, in scope: InstanceID?) throws(Diagnostic) {
    let text = try NoteRules.checked(text, 0..<text.utf8.count)
    guard let frame = groups.frames(in: scope).first(where: { $0.id == id })?.frame else {
      throw refuse(.name, "the note no longer exists")
    }
    if text.isEmpty, frame.title.isEmpty { return removeFrame(id, in: scope) }
    changeFrame(id, in: scope) { frame in
      frame.text = text
      guard frame.title.isEmpty else { return }
      frame.rect.size.height = max(frame.rect.height, FrameStyle.height(of: text, width: frame.rect.width).rounded(.up))
    }
    endMoving()
  }

  /// Adds a copy of a frame next to it, in one step. What the frame encloses isn't copied.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - scope: The group that contains it; `nil` for the root.
  public func duplicate(_ frame: GraphFrame, in scope: InstanceID?) {
    var copy = frame
    let taken = groups.members(of: scope).map(rect) + groups.frames(in: scope).map(\.frame.rect)
    copy.rect.origin = FreePlace(among: taken).origin(
      for: frame.rect.size, near: frame.rect.origin + GraphPoint(24, 24))
    addFrame(copy, in: scope)
  }

  /// The node that a link in a note means: the one with this name in a scope, or else in the root.
  ///
  /// - Parameters:
  ///   - name: The name, as the note has it. A note doesn't follow the renaming of a node.
  ///   - path: The groups that lead to the scope.
  /// - Returns: The node or group; `nil` if there is none.
  public func node(linkedBy name: String, in path: GraphPath) -> NodeID? {
    let names = session.formulas.names(in: groups.living(path))
    let node = names.meaning(of: name)?.node ?? session.formulas.rootNode(named: name)
    return node ?? names.group(titled: name)?.node
  }

  /// Finds the frames of a scope with a text, by their titles and texts.
  ///
  /// - Parameters:
  ///   - text: The text to search for.
  ///   - scope: The group that contains them; `nil` for the root.
  /// - Returns: The frames with the first lines of their texts, best places first.
  /// - Complexity: O(length of the texts of all frames of the scope).
  public func notes(for text: SearchText, in scope: InstanceID?) -> [(
    id: FrameID, title: String, place: SearchText.Place
  )] {
    groups.frames(in: scope).filter { !$0.frame.text.isEmpty }.compactMap { id, frame in
      let plain = GraphView.plainNote(frame.text)
      let title = frame.title.isEmpty ? VisibleText.beginning(of: plain) : frame.title
      return text.place(in: title, help: plain).map { (id, title, $0) }
    }.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }
}
