// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A canvas that records the calls it receives, for tests of renderers.
///
/// ```swift
/// let canvas = RecordingCanvas()
/// renderer.draw(in: canvas, size: GraphSize(200, 44))
/// #expect(canvas.texts == ["72"])
/// ```
///
/// It records calls as they were made: coordinates are those of the innermost group, text is uncut, and drawings that
/// other canvases leave out, such as lines without width, are recorded too. Compare ``drawings`` for exact calls, or
/// the ``description`` for a readable difference.
public final class RecordingCanvas: DrawingCanvas {
  /// One call that the canvas received, with its arguments.
  ///
  /// Cases compare exactly: coordinates that differ by a rounding error are different. Compare descriptions, which
  /// round to thousandths, where that matters.
  public enum Drawing: Hashable, Sendable {
    /// The inside of a path was filled.
    case fill(DrawingPath, Paint)
    /// The line of a path was drawn.
    case stroke(DrawingPath, Stroke)
    /// Text was drawn.
    case text(String, GraphRect, TextStyle)
    /// A group began.
    case beginGroup(CanvasGroup)
    /// The innermost group ended.
    case endGroup
  }

  /// The calls since the canvas was created or ``removeAll()`` was called, in order.
  public private(set) var drawings: [Drawing] = []

  /// Creates a canvas without recorded calls.
  public init() {}

  /// Records that a path is filled.
  public func fill(_ path: DrawingPath, with paint: Paint) { drawings.append(.fill(path, paint)) }

  /// Records that a line is drawn, also one without width.
  public func stroke(_ path: DrawingPath, with stroke: Stroke) { drawings.append(.stroke(path, stroke)) }

  /// Records the whole text, before it would be cut or its control characters replaced.
  public func draw(_ text: String, in frame: GraphRect, style: TextStyle) { drawings.append(.text(text, frame, style)) }

  /// Records that a group begins.
  public func beginGroup(_ group: CanvasGroup) { drawings.append(.beginGroup(group)) }

  /// Records that a group ends, also if none is open.
  public func endGroup() { drawings.append(.endGroup) }

  /// Removes the recorded calls, for example between two steps of a test.
  ///
  /// Groups that are open aren't ended by it: their ends are recorded later, without their beginnings.
  public func removeAll() { drawings = [] }

  /// The texts that were drawn, uncut, in order.
  ///
  /// Texts of all groups are included, also those that a clip would hide.
  ///
  /// - Complexity: O(drawings).
  public var texts: [String] {
    drawings.compactMap { drawing in
      if case .text(let text, _, _) = drawing { text } else { nil }
    }
  }
}

extension RecordingCanvas: CustomStringConvertible {
  /// The recorded calls as text, one line each, indented by the groups that contain them.
  ///
  /// A group's end has no line. The format suits exact comparisons in tests:
  ///
  /// ```
  /// group "node-1" at 10,20.5 scale 2 opacity 0.5
  ///   fill rect 0,0 30×40 radius 4 #3366cc opacity 0.5
  ///   text "two↵lines" in 1,2 3×4 #000000 size 14 center bold
  /// ```
  ///
  /// - Complexity: O(length of the result).
  public var description: String {
    var lines: [String] = []
    var depth = 0
    for drawing in drawings {
      if case .endGroup = drawing {
        depth = max(0, depth - 1)
        continue
      }
      lines.append(String(repeating: "  ", count: depth) + drawing.description)
      if case .beginGroup = drawing { depth += 1 }
    }
    return lines.joined(separator: "\n")
  }
}

extension RecordingCanvas.Drawing: CustomStringConvertible {
  /// The call on one line, with at most three decimals of each coordinate.
  public var description: String {
    switch self {
    case .fill(let path, let paint): "fill \(Self.text(path)) \(Self.text(paint))"
    case .stroke(let path, let stroke): "stroke \(Self.text(path)) \(Self.text(stroke))"
    case .text(let text, let frame, let style):
      "text \"\(VisibleText.standIns(text))\" in \(Self.text(frame)) \(Self.text(style))"
    case .beginGroup(let group): "group\(Self.text(group))"
    case .endGroup: "end"
    }
  }

  private static func text(_ point: GraphPoint) -> String {
    "\(DecimalText.thousandths(point.x)),\(DecimalText.thousandths(point.y))"
  }

  private static func text(_ rect: GraphRect) -> String {
    "\(text(rect.origin)) \(DecimalText.thousandths(rect.width))×\(DecimalText.thousandths(rect.height))"
  }

  private static func text(_ path: DrawingPath) -> String {
    if let (rect, radius) = path.asRectangle {
      return "rect \(text(rect))" + (radius > 0 ? " radius \(DecimalText.thousandths(radius))" : "")
    }
    let steps = path.elements.map { element in
      switch element {
      case .move(let point): "M \(text(point))"
      case .line(let point): "L \(text(point))"
      case .curve(let first, let second, let end): "C \(text(first)) \(text(second)) \(text(end))"
      case .close: "Z"
      }
    }
    return "path " + steps.joined(separator: " ")
  }

  private static func text(_ paint: Paint) -> String {
    let opacity = paint.opacity < 1 ? " opacity \(DecimalText.thousandths(paint.opacity))" : ""
    return paint.hexadecimal + opacity
  }

  private static func text(_ stroke: Stroke) -> String {
    var result = "\(text(stroke.paint)) width \(DecimalText.thousandths(stroke.width))"
    if !stroke.dash.isEmpty {
      result += " dash \(stroke.dash.map(DecimalText.thousandths).joined(separator: " "))"
    }
    if stroke.isAnimated { result += " animated" }
    return stroke.isRound ? result + " round" : result
  }

  private static func text(_ style: TextStyle) -> String {
    let size = DecimalText.thousandths(style.size)
    return "\(text(style.paint)) size \(size) \(style.alignment)" + (style.isBold ? " bold" : "")
      + (style.truncation == .middle ? " cut in the middle" : "") + (style.hasTabularFigures ? " tabular" : "")
      + (style.isItalic ? " italic" : "") + (style.isMonospaced ? " monospaced" : "")
  }

  private static func text(_ group: CanvasGroup) -> String {
    var result = group.id.map { " \"\(VisibleText.standIns($0))\"" } ?? ""
    if group.offset != .zero { result += " at \(text(group.offset))" }
    if group.scale != 1 { result += " scale \(DecimalText.thousandths(group.scale))" }
    if group.opacity != 1 { result += " opacity \(DecimalText.thousandths(group.opacity))" }
    if let clip = group.clip { result += " clip \(text(clip))" }
    if group.clipRadius > 0 { result += " radius \(DecimalText.thousandths(group.clipRadius))" }
    return result
  }
}
