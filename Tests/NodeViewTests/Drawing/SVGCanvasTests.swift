// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct SVGCanvasTests {
  private static let hasXMLTool = Program.isInstalled("xmllint")

  /// The lines of a document without its header and its closing tag.
  private func body(_ draw: (SVGCanvas) -> Void) -> [String] {
    let canvas = SVGCanvas(size: GraphSize(100, 50))
    draw(canvas)
    return canvas.text.split(separator: "\n").map(String.init).dropFirst(2).dropLast()
  }

  @Test func anEmptyPictureIsADocument() {
    #expect(
      SVGCanvas(size: GraphSize(100, 50.5), background: .white, title: "A & B").text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="100" height="50.5" viewBox="0 0 100 50.5" role="img" \
        font-family="system-ui, &quot;DejaVu Sans&quot;, sans-serif">
        <title>A &amp; B</title>
        <rect x="0" y="0" width="100" height="50.5" fill="#ffffff"/>
        </svg>

        """)
  }

  @Test func aPolygonWithoutCornersIsEmpty() {
    #expect(DrawingPath(polygon: []) == DrawingPath([]))
  }

  @Test func shapesAreWrittenShort() {
    let lines = body { canvas in
      canvas.fill(GraphRect(x: 1.23456, y: 2, width: 30, height: 40), with: Paint(0x3366cc, opacity: 0.5))
      canvas.fill(DrawingPath(GraphRect(x: 0.1, y: 0.2, width: 30, height: 40), cornerRadius: 4), with: .black)
      canvas.fill(DrawingPath(polygon: [GraphPoint(0, 0), GraphPoint(4, 0), GraphPoint(0, -0.0004)]), with: .black)
      canvas.stroke(
        DrawingPath([
          .move(GraphPoint(0, 0)),
          .curve(control1: GraphPoint(1, 0), control2: GraphPoint(2, 3), end: GraphPoint(4, 5.5)),
        ]),
        with: Stroke(.black, width: 2))
    }
    #expect(
      lines == [
        ##"<rect x="1.235" y="2" width="30" height="40" fill="#3366cc" fill-opacity="0.5"/>"##,
        ##"<rect x="0.1" y="0.2" width="30" height="40" rx="4" fill="#000000"/>"##,
        ##"<path d="M0,0 L4,0 L0,0 Z" fill="#000000"/>"##,
        ##"<path d="M0,0 C1,0 2,3 4,5.5" fill="none" stroke="#000000" stroke-width="2"/>"##,
      ])
  }

  @Test func roundLinesRoundClipsAndFiguresOfOneWidthAreWritten() {
    let lines = body { canvas in
      canvas.stroke(
        DrawingPath(through: [.zero, GraphPoint(9, 0)]), with: Stroke(.black, width: 2, dash: [0, 4], isRound: true))
      canvas.group(CanvasGroup(clip: GraphRect(x: 0, y: 0, width: 30, height: 8), clipRadius: 10)) {
        canvas.draw(
          "12.50", in: GraphRect(x: 0, y: 0, width: 90, height: 20), style: TextStyle(size: 10, hasTabularFigures: true)
        )
        canvas.draw(
          "investments of 2027", in: GraphRect(x: 0, y: 0, width: 90, height: 20),
          style: TextStyle(size: 10, truncation: .middle))
      }
    }
    #expect(
      lines == [
        ##"<path d="M0,0 L9,0" fill="none" stroke="#000000" stroke-width="2" stroke-linecap="round" "##
          + ##"stroke-linejoin="round" stroke-dasharray="0 4"/>"##,
        ##"<clipPath id="clip-1"><rect x="0" y="0" width="30" height="8" rx="4"/></clipPath>"##,
        ##"<g clip-path="url(#clip-1)">"##,
        ##" <text x="0" y="13.5" font-size="10" style="font-variant-numeric:tabular-nums" fill="#000000" "##
          + ##"xml:space="preserve">12.50</text>"##,
        ##" <text x="0" y="13.5" font-size="10" fill="#000000" xml:space="preserve">investm…of 2027</text>"##,
        "</g>",
      ])
  }

  @Test func animatedDashesTravelByOnePeriod() {
    let line = DrawingPath(through: [GraphPoint(0, 0), GraphPoint(9, 9)])
    let lines = body { canvas in
      canvas.stroke(line, with: Stroke(.black, dash: [5, 2.5], isAnimated: true))
      canvas.stroke(line, with: Stroke(.black, dash: [5], isAnimated: true))
      canvas.stroke(line, with: Stroke(.black, dash: [4, 1]))
      canvas.stroke(line, with: Stroke(.black, dash: [0, .nan, -3], isAnimated: true))
      canvas.stroke(line, with: Stroke(.black, width: 0))
    }
    #expect(lines.map { $0.contains("<animate") } == [true, true, false, false])
    #expect(lines[0].contains(#"stroke-dasharray="5 2.5""#) && lines[0].contains(#"from="7.5" to="0""#))
    #expect(lines[0].hasSuffix("</path>"))
    #expect(lines[1].contains(#"from="10" to="0""#), "an odd list of dashes repeats after twice its length")
    #expect(!lines[3].contains("dasharray"))
  }

  @Test func groupsCarryTheirTransformOpacityAndClip() {
    let lines = body { canvas in
      canvas.group(
        CanvasGroup(
          id: "node", offset: GraphPoint(3, 4), scale: 0.5, opacity: 0.25,
          clip: GraphRect(x: 0, y: 1, width: 2, height: 3))
      ) {
        canvas.fill(GraphRect(x: 0, y: 0, width: 9, height: 9), with: .black)
      }
    }
    #expect(
      lines == [
        #"<clipPath id="clip-1"><rect x="0" y="1" width="2" height="3"/></clipPath>"#,
        ##"<g id="node" transform="translate(3,4) scale(0.5)" opacity="0.25" clip-path="url(#clip-1)">"##,
        ##" <rect x="0" y="0" width="9" height="9" fill="#000000"/>"##,
        "</g>",
      ])
  }

  @Test func scalesAreExactEnoughForLargeCanvases() {
    for (scale, text) in [
      (1.0 / 3, "0.333333333"), (2.0 / 3, "0.666666667"), (0.0123456789012, "0.0123456789"), (1.25, "1.25"),
      (1234.5, "1234.5"), (-0.5, "-0.5"), (1e-12, "0.000000000001"), (.nan, "0"), (.infinity, "1000000000000"),
      (0.999_999_999_9, "1"), (7, "7"), (0, "0"), (1e-40, "0"),
    ] {
      #expect(body { $0.group(CanvasGroup(scale: scale)) {} } == ["<g transform=\"scale(\(text))\">", "</g>"])
    }
  }

  @Test func idsAreValidAndUnique() {
    let wishes = ["a", "a", "a-2", "a", "3", "é<\">", "", "clip-1", "_"]
    let lines = body { canvas in
      for wish in wishes { canvas.group(CanvasGroup(id: wish, clip: GraphRect(x: 0, y: 0, width: 1, height: 1))) {} }
    }
    let ids = lines.compactMap { line in
      line.firstRange(of: " id=\"").map { String(line[$0.upperBound...].prefix { $0 != "\"" }) }
    }
    #expect(ids.count == 2 * wishes.count)
    #expect(Set(ids).count == ids.count, "\(ids)")
    for id in ids {
      #expect(id.prefix(1).allSatisfy { $0.isASCII && $0.isLetter || $0 == "_" }, "\(id)")
      #expect(id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }, "\(id)")
    }
  }

  @Test func groupsLeftOpenAreClosedInTheDocument() {
    let canvas = SVGCanvas(size: GraphSize(9, 9))
    canvas.beginGroup(CanvasGroup())
    canvas.beginGroup(CanvasGroup())
    #expect(canvas.text.hasSuffix("<g>\n <g>\n </g>\n</g>\n</svg>\n"))
    for _ in 0..<3 { canvas.endGroup() }
    #expect(canvas.text.hasSuffix("<g>\n <g>\n </g>\n</g>\n</svg>\n"))
  }

  @Test func textStandsOnItsBaselineWhereItsAlignmentSays() {
    let frame = GraphRect(x: 10, y: 20, width: 80, height: 20)
    let lines = body { canvas in
      canvas.draw("left", in: frame, style: TextStyle(size: 10))
      canvas.draw("mid", in: frame, style: TextStyle(size: 10, alignment: .center, isBold: true))
      canvas.draw("right", in: frame, style: TextStyle(size: 10, paint: .white, alignment: .trailing))
      canvas.draw("שלום", in: frame, style: TextStyle(size: 10))
      canvas.draw("nothing", in: GraphRect(x: 0, y: 0, width: 5, height: 20), style: TextStyle(size: 10))
    }
    #expect(
      lines == [
        ##"<text x="10" y="33.5" font-size="10" fill="#000000" xml:space="preserve">left</text>"##,
        #"<text x="50" y="33.5" text-anchor="middle" font-size="10" font-weight="bold" "#
          + ##"fill="#000000" xml:space="preserve">mid</text>"##,
        ##"<text x="90" y="33.5" text-anchor="end" font-size="10" fill="#ffffff" xml:space="preserve">right</text>"##,
        #"<text x="10" y="33.5" text-anchor="end" font-size="10" direction="rtl" unicode-bidi="embed" "#
          + ##"fill="#000000" xml:space="preserve">שלום</text>"##,
      ])
  }

  @Test(.enabled(if: hasXMLTool, "needs xmllint"))
  func labelsOfAnyTextKeepTheDocumentValid() throws {
    for label in awkwardLabels {
      let canvas = SVGCanvas(size: GraphSize(9000, 50), title: label)
      canvas.group(CanvasGroup(id: label)) {
        canvas.draw(label, in: GraphRect(x: 0, y: 0, width: 9000, height: 20), style: TextStyle())
      }
      let (status, output) = try Program.run("xmllint --noout -", on: canvas.text)
      #expect(status == 0, "\(label.debugDescription): \(output)")
      let shown = try Program.run("xmllint --xpath 'string(//*[local-name()=\"text\"])' -", on: canvas.text).output
      #expect(shown == VisibleText.standIns(label) + "\n", "the label survives")
    }
  }

  @Test(.enabled(if: hasXMLTool, "needs xmllint"))
  func coordinatesThatAreNoNumbersKeepTheDocumentValid() throws {
    let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, -0.0, -7]
    let canvas = SVGCanvas(size: GraphSize(.infinity, .nan), background: Paint(0, opacity: .nan))
    for x in odd {
      for y in odd {
        canvas.group(
          CanvasGroup(
            offset: GraphPoint(x, y), scale: x, opacity: y, clip: GraphRect(GraphPoint(y, x), GraphSize(x, y)))
        ) {
          canvas.fill(GraphRect(x: x, y: y, width: y, height: x), with: Paint(0, opacity: x))
          canvas.fill(
            DrawingPath(GraphRect(x: x, y: y, width: y, height: x), cornerRadius: x), with: Paint(0, opacity: x))
          canvas.stroke(
            DrawingPath(through: [GraphPoint(x, y), GraphPoint(y, x)]), with: Stroke(.black, width: x, dash: [x, y]))
          canvas.stroke(DrawingPath(polygon: [GraphPoint(x, y)]), with: Stroke(.black, dash: [y, 1], isAnimated: true))
          canvas.draw("label", in: GraphRect(x: x, y: y, width: y, height: x), style: TextStyle(size: x))
          canvas.draw("label", in: GraphRect(x: x, y: y, width: 9, height: x), style: TextStyle(size: y))
        }
      }
    }
    let (status, output) = try Program.run("xmllint --noout -", on: canvas.text)
    #expect(status == 0, "\(output)")
    for word in ["nan", "inf", "e+", "=\"-0\"", "width=\"-", "height=\"-"] {
      #expect(!canvas.text.contains(word), "\(word)")
    }
  }
}
