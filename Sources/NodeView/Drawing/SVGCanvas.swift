// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A canvas that writes an SVG document.
///
/// Equal calls make equal text, byte for byte, so pictures can be compared in tests. Labels may contain any characters:
/// markup is escaped, and control characters become visible stand-ins.
///
/// ```swift
/// let canvas = SVGCanvas(size: GraphSize(200, 100), background: .white, title: "Prices")
/// canvas.fill(GraphRect(x: 10, y: 10, width: 80, height: 40), with: Paint(0x3366cc))
/// print(canvas.text)
/// ```
///
/// Coordinates are rounded to thousandths of a point. NaN is written as 0, and magnitudes are limited to 10¹², so the
/// document is valid whatever is drawn. The font is the viewer's, and the canvas only estimates its widths when it cuts
/// text.
public final class SVGCanvas: DrawingCanvas {
  private let head: String
  private var body = ""
  private var depth = 0
  private var usedIDs: Set<String> = []
  /// For each id that was requested more than once, the number to try next.
  private var nextNumbers: [String: Int] = [:]

  /// Creates an empty picture.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in points. A negative length counts as 0. What is drawn outside is in the
  ///     document, and viewers clip it.
  ///   - background: The colour of the whole picture; `nil` leaves it transparent.
  ///   - title: A description of the picture for screen readers; `nil` for none.
  public init(size: GraphSize, background: Paint? = nil, title: String? = nil) {
    let width = DecimalText.thousandths(max(0, size.width))
    let height = DecimalText.thousandths(max(0, size.height))
    var head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img" font-family="system-ui, &quot;DejaVu Sans&quot;, sans-serif">

      """
    if let title { head += "<title>\(VisibleText.escapedForXML(VisibleText.standIns(title)))</title>\n" }
    self.head = head
    if let background { fill(GraphRect(GraphPoint.zero, size), with: background) }
  }

  /// The whole SVG document. Groups that are still open are closed in it, and stay open for further drawing.
  ///
  /// - Complexity: O(length), for each read.
  public var text: String {
    var text = head + body
    for level in (0..<depth).reversed() { text += String(repeating: " ", count: level) + "</g>\n" }
    return text + "</svg>\n"
  }

  /// Writes a filled path, as `<rect>` if it outlines a rectangle and as `<path>` otherwise.
  ///
  /// A path without elements is left out.
  ///
  /// - Parameters:
  ///   - path: The outline, in points of the innermost open group.
  ///   - paint: The colour. An opacity of 1 and more isn't written.
  /// - Complexity: O(elements).
  public func fill(_ path: DrawingPath, with paint: Paint) {
    guard !path.elements.isEmpty else { return }
    write(shape(path) + Self.attributes(paint, of: "fill") + "/>")
  }

  /// Writes the line of a path. The dashes of an animated one travel from its beginning to its end, one period a
  /// second.
  ///
  /// A path without elements, or with a width that is not above 0, is left out.
  ///
  /// - Parameters:
  ///   - path: The line, in points of the innermost open group.
  ///   - stroke: The colour, width and dashes.
  /// - Complexity: O(elements).
  public func stroke(_ path: DrawingPath, with stroke: Stroke) {
    guard !path.elements.isEmpty, stroke.width > 0 else { return }
    var tag = shape(path) + " fill=\"none\"" + Self.attributes(stroke.paint, of: "stroke")
    if stroke.width != 1 { tag += " stroke-width=\"\(DecimalText.thousandths(stroke.width))\"" }
    if stroke.isRound { tag += " stroke-linecap=\"round\" stroke-linejoin=\"round\"" }
    let dashes = stroke.dash.map { $0 > 0 ? $0 : 0 }
    let period = dashes.reduce(0, +) * (dashes.count % 2 == 0 ? 1 : 2)
    guard period >= 0.001 else { return write(tag + "/>") }
    tag += " stroke-dasharray=\"\(dashes.map(DecimalText.thousandths).joined(separator: " "))\""
    guard stroke.isAnimated else { return write(tag + "/>") }
    let from = DecimalText.thousandths(period)
    let travel = "<animate attributeName=\"stroke-dashoffset\" from=\"\(from)\" to=\"0\" dur=\"1s\""
    write(tag + ">" + travel + " repeatCount=\"indefinite\"/></\(tag.hasPrefix("<rect") ? "rect" : "path")>")
  }

  /// Writes text on one line, centred on the capitals' height in `frame`.
  ///
  /// Text that is estimated not to fit is cut with an ellipsis, or left out if the ellipsis doesn't fit either. Text
  /// that reads from right to left is aligned by edge, like any other.
  ///
  /// - Parameters:
  ///   - text: The text. Control characters become visible stand-ins, and markup is escaped.
  ///   - frame: The room for the text, in points of the innermost open group. Its height doesn't cut the text.
  ///   - style: The size, colour and alignment.
  public func draw(_ text: String, in frame: GraphRect, style: TextStyle) {
    let label = TextWidth.cut(
      VisibleText.standIns(text), toPoints: frame.width, size: style.size, isBold: style.isBold,
      at: style.truncation)
    guard !label.isEmpty else { return }
    let isRightToLeft = VisibleText.isRightToLeft(label)
    let x: Double
    var anchor: String
    switch style.alignment {
    case .leading: (x, anchor) = (frame.minX, isRightToLeft ? "end" : "start")
    case .center: (x, anchor) = (frame.midX, "middle")
    case .trailing: (x, anchor) = (frame.maxX, isRightToLeft ? "start" : "end")
    }
    anchor = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    // Capitals are 0.7 em high in most sans-serif fonts: half of that below the middle is the baseline.
    let y = DecimalText.thousandths(frame.midY + 0.35 * style.size)
    var tag = "<text x=\"\(DecimalText.thousandths(x))\" y=\"\(y)\"\(anchor)"
    tag += " font-size=\"\(DecimalText.thousandths(style.size))\""
    if style.isBold { tag += " font-weight=\"bold\"" }
    if style.isItalic { tag += " font-style=\"italic\"" }
    if style.isMonospaced { tag += " font-family=\"monospace\"" }
    // SVG has a style property for tabular figures, but not an attribute.
    if style.hasTabularFigures { tag += " style=\"font-variant-numeric:tabular-nums\"" }
    if isRightToLeft { tag += " direction=\"rtl\" unicode-bidi=\"embed\"" }
    tag += Self.attributes(style.paint, of: "fill")
    write(tag + " xml:space=\"preserve\">\(VisibleText.escapedForXML(label))</text>")
  }

  /// Begins a group. Its id is changed where it wouldn't be a valid XML name or where another group has it already.
  ///
  /// ASCII letters, digits, `-`, `_` and `.` are kept, each UTF-8 byte of another character becomes `_`, and a repeated
  /// id gets a number: `node`, `node-2`.
  public func beginGroup(_ group: CanvasGroup) {
    var tag = "<g"
    if let id = group.id { tag += " id=\"\(uniqueID(id))\"" }
    var transforms: [String] = []
    if group.offset != .zero { transforms.append("translate(\(Self.pair(group.offset)))") }
    if group.scale != 1 { transforms.append("scale(\(DecimalText.factor(group.scale)))") }
    if !transforms.isEmpty { tag += " transform=\"\(transforms.joined(separator: " "))\"" }
    if group.opacity < 1 { tag += " opacity=\"\(DecimalText.thousandths(max(0, group.opacity)))\"" }
    if let clip = group.clip {
      let id = uniqueID("clip-1")
      tag += " clip-path=\"url(#\(id))\""
      // The clip's coordinates are those of the group that it clips, although it is written before that group.
      let radius = max(0, min(group.clipRadius, clip.width / 2, clip.height / 2))
      write("<clipPath id=\"\(id)\">\(Self.tag(clip, cornerRadius: radius))/></clipPath>")
    }
    write(tag + ">")
    depth += 1
  }

  /// Ends the innermost open group. A call without an open group has no effect.
  public func endGroup() {
    guard depth > 0 else { return }
    depth -= 1
    write("</g>")
  }

  private func write(_ line: String) {
    body += String(repeating: " ", count: depth)
    body += line
    body += "\n"
  }

  /// A text as an id: it consists of ASCII letters, digits, `-`, `_` and `.`, and begins with a letter or `_`.
  package static func id(_ wish: String) -> String {
    var id = ""
    for byte in wish.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        id.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if id.isEmpty { id = "_" }
        id.unicodeScalars.append(Unicode.Scalar(byte))
      default: id += "_"
      }
    }
    return id.isEmpty ? "_" : id
  }

  /// An id that no other element of the document has.
  private func uniqueID(_ wish: String) -> String {
    let id = Self.id(wish)
    if usedIDs.insert(id).inserted { return id }
    // `clip-1` is followed by `clip-2`, `node` by `node-2`.
    let base = id == "clip-1" ? "clip" : id
    var number = nextNumbers[base, default: 2]
    while !usedIDs.insert("\(base)-\(number)").inserted { number += 1 }
    nextNumbers[base] = number + 1
    return "\(base)-\(number)"
  }

  /// The beginning of the tag that draws a path: `<rect …` or `<path d="…"`.
  private func shape(_ path: DrawingPath) -> String {
    if let (rect, radius) = path.asRectangle { return Self.tag(rect, cornerRadius: radius) }
    let steps = path.elements.map { element in
      switch element {
      case .move(let point): "M\(Self.pair(point))"
      case .line(let point): "L\(Self.pair(point))"
      case .curve(let first, let second, let end): "C\(Self.pair(first)) \(Self.pair(second)) \(Self.pair(end))"
      case .close: "Z"
      }
    }
    return "<path d=\"\(steps.joined(separator: " "))\""
  }

  private static func tag(_ rect: GraphRect, cornerRadius: Double) -> String {
    let (x, y) = (DecimalText.thousandths(rect.minX), DecimalText.thousandths(rect.minY))
    let (width, height) = (
      DecimalText.thousandths(max(0, rect.width)), DecimalText.thousandths(max(0, rect.height))
    )
    let corner = cornerRadius > 0 ? " rx=\"\(DecimalText.thousandths(cornerRadius))\"" : ""
    return "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"\(corner)"
  }

  private static func pair(_ point: GraphPoint) -> String {
    "\(DecimalText.thousandths(point.x)),\(DecimalText.thousandths(point.y))"
  }

  private static func attributes(_ paint: Paint, of name: String) -> String {
    let color = " \(name)=\"\(paint.hexadecimal)\""
    if paint.opacity >= 1 { return color }
    return color + " \(name)-opacity=\"\(DecimalText.thousandths(max(0, paint.opacity)))\""
  }
}
