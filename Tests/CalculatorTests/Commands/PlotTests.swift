// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeGraph
import Testing

@Suite struct PlotTests {
  private func plot(_ line: String, after lines: String..., width: Int = 80, isASCII: Bool = false) -> [String] {
    let host = RecordingHost()
    host.width = width
    host.usesUnicode = !isASCII
    let dialogue = Dialogue(host: host)
    for line in lines { dialogue.answer(line) }
    host.lines = []
    dialogue.answer(line)
    return host.lines.map { String($0.dropFirst(2)) }
  }

  /// In which row of stars the curve is in each column, from below; `nil` where it isn't.
  private func heights(_ lines: [String]) -> [Int?] {
    let rows = lines.dropFirst().prefix(10).map { Array($0.drop { $0 != "|" }.dropFirst(2)) }.reversed()
    return (0..<(rows.first?.count ?? 0)).map { column in
      rows.enumerated().first { $0.element[column] == "*" }?.offset
    }
  }

  @Test func aCurveRisesWhereItsValuesDo() {
    let rising = plot("plot x 0..10 : y", after: "x = 1", "y = x * 3 - 1", isASCII: true)
    #expect(rising.count == 12 && rising.first == "y")
    #expect(rising[1].hasPrefix("29 | ") && rising[10].hasPrefix("-1 | ") && rising[11].hasSuffix("10"))
    let heights = heights(rising).map { $0 ?? -1 }
    #expect(heights.first == 0 && heights.last == 9)
    #expect(heights.allSatisfy { $0 >= 0 } && heights == heights.sorted())
    let falling = self.heights(plot("plot f 0..1", after: "f(t) = -t", isASCII: true))
    #expect(falling.first == 9 && falling.last == 0)
  }

  @Test func dotsAreJoined() {
    let lines = plot("plot f -1..1", after: "f(t) = if(t < 0, 0, 1)", width: 32)
    // The step takes one column of dots in each row, of which most have no others.
    let rows = lines.dropFirst().prefix(10).map { $0.unicodeScalars.filter { $0.value > 0x2800 && $0.value < 0x2900 } }
    #expect(rows.count == 10 && rows.allSatisfy { !$0.isEmpty })
    #expect(rows.dropFirst().dropLast().allSatisfy { $0.count == 1 }, "\(lines)")
    #expect(lines[1].hasPrefix("1 │ ") && lines[10].hasPrefix("0 │ "))
    #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= 30 })
  }

  @Test func errorsAreGapsAndAreCounted() {
    let lines = plot("plot x -1..1 step 0.1 : y", after: "x = 1", "y = sqrt(x)", isASCII: true)
    #expect(lines.last == "10 of 21 values are errors")
    #expect(heights(lines).prefix(10).allSatisfy { $0 == nil })
    #expect(
      plot("plot f 0..1", after: "f(t) = 1 / 0").first
        == "error[domain]: 'f' is no number from 0 to 1; ⚠ division by zero")
    #expect(
      plot("plot f 0..1", after: "f(t, u) = t").first == "error[syntax]: 'f' takes 2 arguments, not 1; write f(t, u)")
    #expect(plot("plot x 0..1", after: "x = 1").first?.hasPrefix("error[command]: expected ':'") == true)
    #expect(plot("plot x 0..1 : x", after: "x = 1", "x = 2").count == 12)
  }

  @Test func narrowWindowsGetNarrowCurves() {
    for width in [20, 40, 79, 200] {
      let lines = plot("plot x 0..10 : y", after: "x = 1", "y = x ^ 2 * 1234567.891", width: width)
      #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= max(width, 26) - 2 }, "\(width): \(lines)")
    }
  }
}
