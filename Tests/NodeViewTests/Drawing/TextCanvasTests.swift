// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct TextCanvasTests {
  @Test func linesJoinAndTextIsCutToItsFrame() {
    for (isASCII, expected) in [
      (false, "┌────────┐\n│price to…──┐\n└────────┘  │\n            │"),
      (true, "+--------+\n|price to.--+\n+--------+  |\n            |"),
    ] {
      let canvas = TextCanvas(size: GraphSize(112, 64), usesColor: false, isASCII: isASCII)
      canvas.stroke(DrawingPath(GraphRect(x: 4, y: 8, width: 72, height: 32)), with: Stroke(.black))
      canvas.stroke(
        DrawingPath(through: [GraphPoint(76, 24), GraphPoint(100, 24), GraphPoint(100, 60)]), with: Stroke(.black))
      canvas.draw("price total", in: GraphRect(x: 8, y: 16, width: 72, height: 16), style: TextStyle())
      #expect(canvas.text == expected)
    }
  }

  @Test func textIsCutInItsMiddleIfThatIsAskedForAndDotsAreLeftOut() {
    for (isASCII, expected) in [(false, "inve…2027"), (true, "inve.2027")] {
      let canvas = TextCanvas(size: GraphSize(80, 16), usesColor: false, isASCII: isASCII)
      canvas.stroke(
        DrawingPath(through: [GraphPoint(0, 8), GraphPoint(80, 8)]),
        with: Stroke(.black, width: 2, dash: [0, 24], isRound: true))
      canvas.draw(
        "investments 2027", in: GraphRect(x: 0, y: 0, width: 72, height: 16), style: TextStyle(truncation: .middle))
      #expect(canvas.text == expected)
    }
  }

  @Test func coloursChangeOnlyWhereTheyDifferAndEndWithTheLine() {
    let canvas = TextCanvas(size: GraphSize(32, 16), usesColor: true)
    canvas.fill(GraphRect(x: 8, y: 0, width: 16, height: 16), with: Paint(0x0000ff, opacity: 0.5))
    canvas.draw("日", in: GraphRect(x: 8, y: 0, width: 16, height: 16), style: TextStyle(paint: .white))
    #expect(canvas.text == " \u{1b}[48;2;0;0;128;38;2;255;255;255m日\u{1b}[0m")
  }

  /// Draws on a canvas of cells of 8 × 16 points, and returns its lines.
  private func lines(
    _ columns: Int, _ rows: Int, usesColor: Bool = false, isASCII: Bool = false, _ draw: (TextCanvas) -> Void
  ) -> [String] {
    let size = GraphSize(Double(8 * columns), Double(16 * rows))
    let canvas = TextCanvas(size: size, usesColor: usesColor, isASCII: isASCII)
    draw(canvas)
    return canvas.lines
  }

  /// The middle of a cell.
  private func cell(_ column: Double, _ row: Double) -> GraphPoint { GraphPoint(8 * column + 4, 16 * row + 8) }

  private func cells(_ column: Double, _ row: Double, _ width: Double, _ height: Double) -> GraphRect {
    GraphRect(x: 8 * column, y: 16 * row, width: 8 * width, height: 16 * height)
  }

  @Test func slantedLinesGoInStepsThatJoin() {
    #expect(
      lines(7, 4) { $0.stroke(DrawingPath(through: [cell(0, 0), cell(6, 3)]), with: Stroke(.black)) } == [
        "─┐", " └─┐", "   └─┐", "     └─",
      ])
    #expect(
      lines(3, 4) { $0.stroke(DrawingPath(through: [cell(2, 0), cell(0, 3)]), with: Stroke(.black)) } == [
        "  │", " ┌┘", "┌┘", "│",
      ])
    // Steps need not be symmetric, but the line always reaches its end.
    for (column, row) in [(9.0, 1.0), (1, 9), (9, 9), (5, 7), (9, 0), (0, 9)] {
      let drawn = lines(10, 10) {
        $0.stroke(DrawingPath(through: [cell(0, 0), cell(column, row)]), with: Stroke(.black))
      }
      #expect(drawn.joined().count { $0 != " " } == Int(column + row) + 1, "every step is one cell further")
    }
  }

  @Test func curvesAreFollowed() {
    var curve = DrawingPath()
    curve.elements = [.move(cell(0, 0)), .curve(control1: cell(5, 0), control2: cell(4, 4), end: cell(9, 4))]
    #expect(
      lines(10, 5) { $0.stroke(curve, with: Stroke(.black)) } == ["───┐", "   └┐", "    └┐", "     └┐", "      └───"])
    #expect(lines(10, 5, isASCII: true) { $0.stroke(curve, with: Stroke(.black)) }.joined().allSatisfy { $0.isASCII })
  }

  @Test func linesJoinOnlyThoseOfTheirColour() {
    let (across, down) = (
      DrawingPath(through: [cell(0, 1), cell(4, 1)]), DrawingPath(through: [cell(2, 0), cell(2, 2)])
    )
    #expect(
      lines(5, 3) { canvas in
        canvas.stroke(across, with: Stroke(.black))
        canvas.stroke(down, with: Stroke(.black))
      } == ["  │", "──┼──", "  │"])
    #expect(
      lines(5, 3) { canvas in
        canvas.stroke(across, with: Stroke(.black))
        canvas.stroke(down, with: Stroke(.white))
      } == ["  │", "──│──", "  │"])
  }

  @Test func withoutColoursFaintLinesAreLeftOut() {
    for (paint, isSeen) in [(Paint(0x202020), false), (Paint(0x203820), true)] {
      for usesColor in [false, true] {
        let drawn = lines(3, 1, usesColor: usesColor) { canvas in
          canvas.fill(cells(0, 0, 3, 1), with: Paint(0x101010))
          canvas.stroke(DrawingPath(through: [cell(0, 0), cell(2, 0)]), with: Stroke(paint))
        }
        #expect(drawn.joined().contains("───") == (isSeen || usesColor))
      }
    }
    let plain = lines(3, 1) { $0.stroke(DrawingPath(through: [cell(0, 0), cell(2, 0)]), with: Stroke(.black)) }
    #expect(plain == ["───"], "nobody knows the colour of a terminal")
  }

  @Test func iconsBecomeMarks() {
    let cross =
      DrawingPath(through: [cell(1, 0), cell(2, 1)]).elements + DrawingPath(through: [cell(2, 0), cell(1, 1)]).elements
    #expect(lines(4, 2) { $0.stroke(DrawingPath(cross), with: Stroke(.black)) } == ["", "  ◦"])
    #expect(lines(4, 2, isASCII: true) { $0.stroke(DrawingPath(cross), with: Stroke(.black)) } == ["", "  o"])
    #expect(
      lines(4, 2) { $0.stroke(DrawingPath(through: [cell(1, 0), cell(2, 1)]), with: Stroke(.black)) } == [" ─┐", "  │"])
  }

  @Test func clipsLeaveOutCellsWhoseMiddleTheyDoNotCover() {
    let drawn = lines(8, 4) { canvas in
      canvas.group(CanvasGroup(clip: GraphRect(x: 12, y: 17, width: 36, height: 32))) {
        canvas.stroke(DrawingPath(through: [cell(0, 1), cell(7, 1)]), with: Stroke(.black))
        canvas.stroke(DrawingPath(through: [cell(3, 0), cell(3, 3)]), with: Stroke(.black))
        canvas.draw("abcdefgh", in: cells(0, 2, 8, 1), style: TextStyle())
      }
      canvas.draw("abcdefgh", in: cells(0, 3, 8, 1), style: TextStyle())
    }
    #expect(drawn == ["", " ──┼──", " bcdef", "abcdefgh"])
  }

  @Test func clipsOfNestedGroupsLeaveOnlyWhatAllShow() {
    let drawn = lines(8, 1) { canvas in
      canvas.group(CanvasGroup(clip: cells(1, 0, 4, 1))) {
        canvas.group(CanvasGroup(offset: GraphPoint(16, 0), clip: cells(1, 0, 9, 1))) {
          canvas.draw("abcdef", in: cells(0, 0, 6, 1), style: TextStyle())
        }
        canvas.group(CanvasGroup(clip: cells(6, 0, 9, 1))) { canvas.fill(cells(0, 0, 8, 1), with: .white) }
      }
    }
    #expect(drawn == ["   bc"])
  }

  @Test func wideCharactersAtTheEdgeOfAClipAreLeftOutAsAWhole() {
    for (column, shown) in [(0.0, "日本"), (1, "  本"), (2, "  本x"), (3, "    x")] {
      let drawn = lines(6, 1) { canvas in
        canvas.group(CanvasGroup(clip: cells(column, 0, column == 0 ? 4 : 3, 1))) {
          canvas.draw("日本x", in: cells(0, 0, 6, 1), style: TextStyle())
        }
      }
      #expect(drawn == [shown], "from column \(column)")
    }
    let cut = lines(6, 1) { canvas in
      canvas.group(CanvasGroup(clip: cells(0, 0, 3, 1))) {
        canvas.draw("日本x", in: cells(0, 0, 6, 1), style: TextStyle())
      }
    }
    #expect(cut == ["日"])
  }

  @Test func fillsNeverLeaveHalfAWideCharacter() {
    for (column, expected) in [(0.0, " 日b"), (1, "a  b"), (2, "a  b"), (3, "a日")] {
      let drawn = lines(4, 1) { canvas in
        canvas.draw("a日b", in: cells(0, 0, 4, 1), style: TextStyle())
        canvas.fill(cells(column, 0, 1, 1), with: .white)
      }
      #expect(drawn == [expected])
    }
  }

  @Test func textsInNarrowFramesHaveACell() {
    for (x, expected) in [(16.0, "  x"), (17, "  x"), (21, "  x"), (23, "   x")] {
      let frame = GraphRect(x: x, y: 0, width: 3, height: 16)
      #expect(lines(5, 1) { $0.draw("x", in: frame, style: TextStyle()) } == [expected])
    }
    #expect(
      lines(5, 1) { $0.draw("xy", in: GraphRect(x: 17, y: 0, width: 3, height: 16), style: TextStyle()) } == ["  …"])
    #expect(lines(5, 1) { $0.draw("x", in: GraphRect(x: 17, y: 0, width: 0, height: 16), style: TextStyle()) } == [""])
  }

  @Test func linesGoRoundText() {
    let drawn = lines(7, 1) { canvas in
      canvas.draw("a 日b", in: cells(1, 0, 5, 1), style: TextStyle())
      canvas.stroke(DrawingPath(through: [cell(-1, 0), cell(7, 0)]), with: Stroke(.black))
    }
    #expect(drawn == ["─a─日b─"])
  }

  @Test func scalesOfNestedGroupsMultiply() {
    let drawn = lines(9, 4) { canvas in
      canvas.group(CanvasGroup(offset: GraphPoint(8, 16), scale: 2)) {
        canvas.group(CanvasGroup(offset: GraphPoint(4, 0), scale: 0.5)) {
          canvas.stroke(DrawingPath(GraphRect(x: 4, y: 8, width: 32, height: 16)), with: Stroke(.black))
        }
        canvas.draw("abc", in: GraphRect(x: 0, y: 16, width: 8, height: 8), style: TextStyle())
      }
    }
    #expect(drawn == ["", "  ┌───┐", "  └───┘", " a…"])
  }

  @Test func opacitiesOfNestedGroupsMultiply() {
    func filled(_ opacities: [Double]) -> [String] {
      lines(1, 1, usesColor: true) { canvas in
        for opacity in opacities { canvas.beginGroup(CanvasGroup(opacity: opacity)) }
        canvas.fill(cells(0, 0, 1, 1), with: .white)
      }
    }
    #expect(filled([]) == ["\u{1b}[48;2;255;255;255m \u{1b}[0m"])
    #expect(filled([0.5, 0.5]) == ["\u{1b}[48;2;64;64;64m \u{1b}[0m"])
    #expect(filled([0.5, 0]) == [""])
    #expect(filled([.nan]) == [""] && filled([-1]) == [""])
    #expect(filled([7]) == filled([]))
    let tinted = lines(2, 1) { canvas in
      canvas.draw("ab", in: cells(0, 0, 2, 1), style: TextStyle())
      canvas.fill(cells(0, 0, 1, 1), with: Paint(0, opacity: 0.5))
      canvas.fill(cells(1, 0, 1, 1), with: Paint(0, opacity: 0.51))
    }
    #expect(tinted == ["a"], "what hides more than it lets through covers text")
  }

  @Test func marksWithoutWidthStayWithTheirCharacter() {
    let marked = "e\u{301}x\u{20d7}"
    #expect(lines(3, 1) { $0.draw(marked, in: cells(0, 0, 3, 1), style: TextStyle()) } == [marked])
    #expect(lines(3, 1) { $0.draw("\u{301}a", in: cells(0, 0, 3, 1), style: TextStyle()) } == ["a"])
    #expect(lines(3, 1, isASCII: true) { $0.draw(marked, in: cells(0, 0, 3, 1), style: TextStyle()) } == ["??"])
    // A mark at the start of this text would change the other text's character in the cell before it.
    let beside = lines(3, 1) { canvas in
      canvas.draw("a", in: cells(0, 0, 1, 1), style: TextStyle())
      canvas.draw("\u{301}b", in: cells(1, 0, 2, 1), style: TextStyle())
    }
    #expect(beside == ["ab"])
  }

  @Test func dashesAreDrawnAsLinesAndLinesWithoutWidthAreNot() {
    let line = DrawingPath(through: [cell(0, 0), cell(3, 0)])
    #expect(lines(4, 1) { $0.stroke(line, with: Stroke(.black, dash: [3, 2])) } == ["────"])
    #expect(lines(4, 1) { $0.stroke(line, with: Stroke(.black, width: 0)) } == [""])
    #expect(lines(4, 1) { $0.stroke(line, with: Stroke(.black, width: .nan)) } == [""])
  }

  @Test func emptyPicturesHaveNoCells() {
    for size in [
      GraphSize.zero, GraphSize(0, 100), GraphSize(-5, -5), GraphSize(.nan, .nan), GraphSize(-.infinity, 10),
    ] {
      let canvas = TextCanvas(size: size, usesColor: true)
      canvas.fill(GraphRect(x: -10, y: -10, width: 100, height: 100), with: .white)
      canvas.stroke(DrawingPath(GraphRect(x: -10, y: 0, width: 100, height: 100)), with: Stroke(.black))
      canvas.stroke(DrawingPath(through: [GraphPoint(0, 0), GraphPoint(50, 50)]), with: Stroke(.black))
      canvas.draw("text", in: GraphRect(x: 0, y: 0, width: 100, height: 16), style: TextStyle())
      #expect(canvas.lines.allSatisfy { $0.isEmpty })
    }
    #expect(TextCanvas(size: GraphSize(.infinity, 1), usesColor: false).lines == [""])
  }

  @Test func inputThatIsNoNumberDrawsNothingOutside() {
    let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, -0.0, -7, 20]
    for isASCII in [false, true] {
      let canvas = TextCanvas(size: GraphSize(80, 48), usesColor: true, isASCII: isASCII)
      for x in odd {
        for y in odd {
          canvas.group(
            CanvasGroup(offset: GraphPoint(x, y), scale: y, clip: GraphRect(x: x, y: y, width: y, height: x))
          ) {
            canvas.fill(GraphRect(x: y, y: x, width: x, height: y), with: .white)
          }
          canvas.group(CanvasGroup(offset: GraphPoint(x, y), scale: x, opacity: y)) {
            canvas.stroke(
              DrawingPath(through: [GraphPoint(y, x), GraphPoint(x, x), GraphPoint(3, 3), GraphPoint(x, y)]),
              with: Stroke(.white, width: 1)
            )
            var curve = DrawingPath()
            curve.elements = [
              .move(GraphPoint(x, 1)),
              .curve(control1: GraphPoint(y, x), control2: GraphPoint(1, y), end: GraphPoint(x, x)), .close,
            ]
            canvas.stroke(curve, with: Stroke(.white, width: 1, dash: [x, y]))
            canvas.fill(curve, with: Paint(0, opacity: x))
            canvas.draw(
              "text", in: GraphRect(x: x, y: y, width: y, height: x), style: TextStyle(size: y, alignment: .center))
          }
        }
      }
      #expect(canvas.lines.count == 3)
    }
  }

  @Test func groupsThatAreEndedTooOftenDoNotMatter() {
    let drawn = lines(4, 1) { canvas in
      canvas.endGroup()
      canvas.beginGroup(CanvasGroup(offset: GraphPoint(8, 0)))
      canvas.endGroup()
      canvas.endGroup()
      canvas.draw("ab", in: cells(0, 0, 4, 1), style: TextStyle(alignment: .trailing))
    }
    #expect(drawn == ["  ab"])
  }
}
