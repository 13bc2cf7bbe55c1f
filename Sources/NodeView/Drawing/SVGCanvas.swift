// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Draws into an SVG document.
///
/// The same drawing gives the same text, byte for byte, and labels may hold any characters.
///
/// ```swift
/// let canvas = SVGCanvas(size: GraphSize(200, 100), background: .white, title: "Prices")
/// canvas.fill(GraphRect(x: 10, y: 10, width: 80, height: 40), with: Paint(0x3366cc))
/// print(canvas.text)
/// ```
public final class SVGCanvas: DrawingCanvas {
  private let head: String
  private var body = ""
  private var depth = 0
  private var usedIDs: Set<String> = []
  /// For each id that was wished for more than once, the number to try next.
  private var nextNumbers: [String: Int] = [:]

  /// Makes an empty picture.
  ///
  /// - Parameters:
  ///   - size: Its size, in points.
  ///   - background: What to fill it with.
  ///   - title: What it shows, for screen readers.
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

  /// The whole document; groups that are still open are closed in it.
  public var text: String {
    var text = head + body
    for level in (0..<depth).reversed() { text += String(repeating: " ", count: level) + "</g>\n" }
    return text + "</svg>\n"
  }

  /// Fills the inside of a path. A path without elements draws nothing.
  public func fill(_ path: DrawingPath, with paint: Paint) {
    guard !path.elements.isEmpty else { return }
    write(shape(path) + Self.attributes(paint, of: "fill") + "/>")
  }

  /// Draws the line of a path; an animated one's dashes travel from its beginning to its end.
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

  /// Draws text on one line, vertically centred in `frame`; what is estimated not to fit is cut with an ellipsis.
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
    // There is no attribute for it, only a property.
    if style.hasTabularFigures { tag += " style=\"font-variant-numeric:tabular-nums\"" }
    if isRightToLeft { tag += " direction=\"rtl\" unicode-bidi=\"embed\"" }
    tag += Self.attributes(style.paint, of: "fill")
    write(tag + " xml:space=\"preserve\">\(VisibleText.escapedForXML(label))</text>")
  }

  /// Begins a group. Its id is changed where it would not be unique or not be a valid XML name.
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
      // Its coordinates are those of the group it clips, although it stands before it.
      let radius = max(0, min(group.clipRadius, clip.width / 2, clip.height / 2))
      write("<clipPath id=\"\(id)\">\(Self.tag(clip, cornerRadius: radius))/></clipPath>")
    }
    write(tag + ">")
    depth += 1
  }

  /// Ends the innermost group; does nothing without one.
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

  /// An id nothing else in the document has: ASCII letters, digits, `-`, `_` and `.`, a letter or `_` first.
  private func uniqueID(_ wish: String) -> String {
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
    if id.isEmpty { id = "_" }
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
