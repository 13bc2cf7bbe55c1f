// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import Testing

@Suite struct ChartPictureTests {
  private func editor(_ lines: String...) throws -> SessionEditor {
    let session = Session()
    for line in lines { try session.run(line) }
    return SessionEditor(session)
  }

  private func node(_ name: String, _ editor: SessionEditor) throws -> NodeID {
    try #require(editor.session.node(named: name))
  }

  private func drawings(
    _ picture: ChartPicture, _ size: GraphSize = GraphSize(640, 300), _ palette: GraphPalette = .light
  ) -> [RecordingCanvas.Drawing] {
    let canvas = RecordingCanvas()
    picture.draw(in: canvas, size: size, palette: palette)
    return canvas.drawings
  }

  private func texts(_ picture: ChartPicture, _ size: GraphSize = GraphSize(640, 300)) -> [String] {
    drawings(picture, size).compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
  }

  private func pointCount(_ picture: ChartPicture) -> Int {
    drawings(picture).reduce(0) { count, drawing in
      switch drawing {
      case .stroke(let path, _): count + path.elements.count
      default: count
      }
    }
  }

  @Test func axesHaveRoundNumbersAroundAllNumbers() throws {
    let editor = try editor("l = [3, 97, 12.5]", "small = [1000000.1, 1000000.3]", "big = [-1e308, 1e308]")
    #expect(texts(try editor.chart(of: [node("l", editor)], as: .line)).contains(["0", "20", "40", "60", "80", "100"]))
    let small = texts(try editor.chart(of: [node("small", editor)], as: .line))
    #expect(small.contains("1\u{202f}000\u{202f}000.1") && small.contains("1\u{202f}000\u{202f}000.3"), "\(small)")
    for name in ["l", "small", "big"] {
      for form in ChartPicture.Form.allCases {
        let picture = try editor.chart(of: [node(name, editor)], as: form)
        for drawing in drawings(picture) {
          if case .stroke(let path, _) = drawing {
            #expect(path.elements.allSatisfy { if case .move(let point) = $0 { point.y.isFinite } else { true } })
          }
        }
      }
    }
  }

  @Test func theFormatOfANodeIsOnItsAxisUnlessItMakesNumbersEqual() throws {
    let editor = try editor("p = [1200, 3100]", "q = [1.1, 1.2]")
    try editor.commit("$#,##0.00", to: .format(node("p", editor)))
    try editor.commit("0", to: .format(node("q", editor)))
    #expect(texts(try editor.chart(of: [node("p", editor)], as: .line)).contains(["$0.00", "$2,000.00"]))
    #expect(texts(try editor.chart(of: [node("q", editor)], as: .line)).contains(["1.12", "1.2"]))
  }

  @Test func unitsAreNamedOnceAndListsAreConvertedToTheFirst() throws {
    let editor = try editor("d = [1 km, 2 km]", "far = [500 m, 3000 m]", "w = [1 kg, 2 kg]")
    let nodes = try ["d", "far", "w"].map { try node($0, editor) }
    let picture = try editor.chart(of: nodes, as: .line)
    #expect(texts(picture).contains(["d (km)", "far (km)"]) && !texts(picture).contains("w (kg)"))
    #expect(picture.remark == "w and d measure different quantities")
    #expect(
      picture.summary == "Line chart of d, far: d, 2 numbers from 1 km to 2 km; far, 2 numbers from 0.5 km to 3 km")
    #expect(picture.rows(atMost: 9) == [["place", "d", "far"], ["1", "1 km", "0.5 km"], ["2", "2 km", "3 km"]])
  }

  @Test func aLongListHasNoMorePointsThanColumnsAndKeepsItsPeak() throws {
    let editor = try editor("n = 1..200000", "l = if(n == 123456, 50, 1)", "m = n * 2")
    for form in ChartPicture.Form.allCases {
      let picture = try editor.chart(of: [node("l", editor)], as: form, over: node("m", editor))
      #expect(pointCount(picture) < 3400, "\(form)")
    }
    let line = try editor.chart(of: [node("l", editor)], as: .line)
    let highest = drawings(line).flatMap { drawing -> [Double] in
      guard case .stroke(let path, let stroke) = drawing, stroke.width == 2 else { return [] }
      return path.elements.compactMap { if case .line(let point) = $0 { point.y } else { nil } }
    }.min()
    #expect(try #require(highest) < 90)
  }

  @Test func barsStandOnZeroAndHaveTheTextsOfAListBelow() throws {
    let editor = try editor("v = [3, -1, 2]", "names = [\"a\", \"b\", \"c\"]", "two = [\"x\", \"y\"]")
    let (values, names, two) = (try node("v", editor), try node("names", editor), try node("two", editor))
    let picture = try editor.chart(of: [values], as: .bars, labels: names)
    #expect(texts(picture).contains(["a", "b", "c"]) && picture.remark.isEmpty)
    #expect(picture.rows(atMost: 1) == [["label", "v"], ["a", "3"]])
    let bars = drawings(picture).compactMap { drawing -> GraphRect? in
      guard case .fill(let path, _) = drawing else { return nil }
      let corners = path.elements.compactMap { element -> GraphPoint? in
        switch element {
        case .move(let point), .line(let point): point
        default: nil
        }
      }
      guard let left = corners.map(\.x).min(), let top = corners.map(\.y).min(), let right = corners.map(\.x).max(),
        let bottom = corners.map(\.y).max()
      else { return nil }
      return GraphRect(x: left, y: top, width: right - left, height: bottom - top)
    }
    #expect(bars.count == 3)
    // The first ends where the second begins, which is negative.
    #expect(abs(bars[0].maxY - bars[1].minY) < 0.01 && bars[1].maxY > bars[0].maxY)
    let other = try editor.chart(of: [values], as: .bars, labels: two)
    #expect(other.remark == "two has 2 elements, and v has 3" && texts(other).contains(["1", "2", "3"]))
  }

  @Test func dotsAreDrawnOverAListOfTheSameLength() throws {
    let editor = try editor("x = [10, 20, 40]", "y = [1, 4, 2]", "z = [1, 2]")
    let (x, y, z) = (try node("x", editor), try node("y", editor), try node("z", editor))
    let picture = try editor.chart(of: [y], as: .scatter, over: x)
    #expect(picture.summary == "Scatter chart of y over x: 3 numbers from 1 to 4" && texts(picture).contains("x"))
    #expect(picture.rows(atMost: 9)[2] == ["20", "4"])
    #expect(try editor.chart(of: [y], as: .scatter, over: z).remark == "z has 2 elements, and y has 3")
  }

  @Test func whatCannotBeDrawnIsExplained() throws {
    let editor = try editor("t = [\"a\"]", "n = 0", "f = [1, 2] / n", "none = [1] where [false]", "l = [1]")
    func refusal(_ name: String) throws -> String? {
      let node = try node(name, editor)
      do throws(Diagnostic) {
        _ = try editor.chart(of: [node], as: .line)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(try refusal("t") == "t is a list of Texts, not a list of numbers")
    #expect(try refusal("f")?.hasPrefix("f has no value: division by zero") == true)
    #expect(try refusal("none") == "none is empty")
    #expect(try refusal("l") == nil)
    let gone = try node("l", editor)
    try editor.delete([gone])
    #expect(throws: Diagnostic.self) { try editor.chart(of: [gone], as: .line) }
  }

  @Test func oneNumberAndEqualNumbersAreDrawn() throws {
    let editor = try editor("one = [7]", "same = [4, 4, 4]", "zero = [0, 0]")
    for name in ["one", "same", "zero"] {
      for form in ChartPicture.Form.allCases {
        let picture = try editor.chart(of: [node(name, editor)], as: form)
        #expect(drawings(picture, GraphSize(200, 120)).count > 3 && !picture.svg.contains("nan"), "\(name) \(form)")
      }
    }
    #expect(try editor.chart(of: [node("same", editor)], as: .line).summary == "Line chart of same: 3 numbers, all 4")
  }

  @Test func darkChartsHaveOtherColours() throws {
    let editor = try editor("l = [1, 2]")
    let picture = try editor.chart(of: [node("l", editor)], as: .line)
    let (light, dark) = (drawings(picture), drawings(picture, GraphSize(640, 300), .dark))
    #expect(light != dark && light.count == dark.count)
  }

  // MARK: Curves

  private let mortgage = [
    "principal = 200000", "rate = 4%", "years = 30",
    "payment = principal * (rate / 12) / (1 - (1 + rate / 12)^(-12 * years))",
  ]

  @Test func aNumberIsDrawnOverAnInputWithAMarkAtThePresent() throws {
    let session = Session()
    for line in mortgage { try session.run(line) }
    let editor = SessionEditor(session)
    let (payment, rate) = (try node("payment", editor), try node("rate", editor))
    #expect(editor.chartable(payment) == .number && editor.chartable(rate) == nil)
    #expect(editor.chartOutput(of: rate) == payment)
    #expect(Set(editor.chartInputs(of: payment).map(editor.chartName)) == ["principal", "rate", "years"])
    let curve = try editor.curve(of: payment, by: rate)
    #expect(curve.range == 0...0.1 && curve.ends == ("0%", "10%"))
    let picture = editor.chart(of: curve)
    // Without interest, the formula divides by zero.
    #expect(picture.remark == "payment has no value at 1 of 201 points")
    #expect(
      picture.summary
        == "Line chart of payment by rate from 0% to 10%: lowest 559.744 at 0.05%, highest 1755.14 at 10%; "
        + "now 954.831 at 4%")
    #expect(texts(picture).contains(["payment by rate", "rate", "2%", "954.831 at 4%"]), "\(texts(picture))")
    #expect(picture.rows(atMost: 50).count == 22 && picture.rows(atMost: 50)[1] == ["0%", "no value"])
    // Whole inputs have whole values.
    let years = try editor.curve(of: payment, by: node("years", editor))
    #expect(years.range == 0...100 && editor.chart(of: years).rows(atMost: 30)[2][0] == "5")
  }

  @Test func aCurveIsComputedAgainOnlyIfItHasChanged() throws {
    let session = Session()
    for line in mortgage + ["other = 1"] { try session.run(line) }
    let editor = SessionEditor(session)
    let (payment, rate) = (try node("payment", editor), try node("rate", editor))
    let (years, other) = (try node("years", editor), try node("other", editor))
    var curve = try editor.curve(of: payment, by: rate)
    editor.onEdit = { curve.note($0) }
    #expect(try !editor.refresh(&curve))
    try editor.slide(other, to: 0.7)
    #expect(try !editor.refresh(&curve))
    // Its own input moves the mark; several events may come together.
    for share in [0.05, 0.06, 0.07] { try editor.slide(rate, to: share) }
    #expect(try !editor.refresh(&curve))
    #expect(editor.chart(of: curve).summary.hasSuffix("at 7%"))
    try editor.slide(rate, to: 0.08)
    try editor.slide(years, to: 0.2)
    #expect(try editor.refresh(&curve))
    try editor.slide(years, to: 0.21)
    try editor.slide(rate, to: 0.09)
    #expect(try editor.refresh(&curve))
    // Beyond the range there is a larger one.
    try editor.slide(rate, to: 0.5)
    #expect(try editor.refresh(&curve) && curve.range == 0...1)
    try editor.commit("principal * rate", to: .definition(payment))
    #expect(try editor.refresh(&curve))
    editor.undo()
    #expect(try editor.refresh(&curve) && !editor.refresh(&curve))
    try editor.delete([rate])
  }

  @Test func theEndsOfARangeAreReadWithUnits() throws {
    let editor = try editor("d = 5 km", "t = 2 h", "v = d / t", "s = 3%", "w = s * 2")
    let curve = try editor.curve(of: node("v", editor), by: node("d", editor))
    #expect(curve.range == 0...10 && curve.ends == ("0 km", "10 km"))
    #expect(try editor.chartRange(from: "500 m", to: "2 km", of: curve) == 0.5...2)
    #expect(try editor.chartRange(from: "3", to: "1", of: curve) == 1...3)
    #expect(throws: Diagnostic.self) { try editor.chartRange(from: "1 kg", to: "2 kg", of: curve) }
    #expect(throws: Diagnostic.self) { try editor.chartRange(from: "1", to: "1", of: curve) }
    let percent = try editor.curve(of: node("w", editor), by: node("s", editor))
    #expect(try editor.chartRange(from: "1%", to: "5%", of: percent) == 0.01...0.05)
    let chosen = try editor.curve(of: node("v", editor), by: node("d", editor), over: 1...3)
    #expect(chosen.range == 1...3)
  }

  @Test func aCurveWithoutValuesIsRefusedWithTheReason() throws {
    let editor = try editor("x = 3", "zero = 0", "y = x / zero", "l = [1, 2] * x")
    func refusal(_ output: String) -> String? {
      do throws(Diagnostic) {
        guard let output = editor.session.node(named: output), let x = editor.session.node(named: "x") else {
          return nil
        }
        _ = try editor.curve(of: output, by: x)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(refusal("y") == "y has no value for any x in this range")
    #expect(refusal("l")?.contains("not a number") == true)
  }
}

extension [String] {
  fileprivate func contains(_ all: [String]) -> Bool { all.allSatisfy { contains($0) } }
}
