// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
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

  /// The row of the star in each column, counted from below; `nil` for a column without one.
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
    // The step takes one column of dots in each row; most rows have no other dots.
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
        == "error[domain]: 'f' is not a number for any value from 0 to 1; ⚠ division by zero")
    #expect(
      plot("plot f 0..1", after: "f(t, u) = t").first == "error[syntax]: 'f' takes 2 arguments, not 1; write f(t, u)")
    #expect(plot("plot x 0..1", after: "x = 1").first?.hasPrefix("error[command]: expected ':'") == true)
    #expect(plot("plot x 0..1 : x", after: "x = 1", "x = 2").count == 12)
    // A range without a step is drawn completely, however short it is compared with its unit.
    let short = plot("plot d 0 km..0.5 km : y", after: "d = 1 km", "y = d / (1 km)", isASCII: true)
    #expect(short.last?.hasSuffix("0.5 km") == true && short[1].hasPrefix("0.5 | "), "\(short)")
  }

  @Test func listsAreDrawnOverTheirPlaces() {
    let rising = plot("plot l", after: "l = [1, 2, 3, 4, 5]", isASCII: true)
    #expect(rising.count == 12 && rising[0] == "l" && rising[1].hasPrefix("5 | ") && rising[10].hasPrefix("1 | "))
    #expect(rising[11].hasSuffix("5"))
    let steps = heights(rising).compactMap { $0 }
    #expect(steps.first == 0 && steps.last == 9 && steps == steps.sorted())
    // One element of a hundred thousand is visible.
    let peak = plot("plot l", after: "n = 1..100000", "l = if(n == 54321, 1, 0)", isASCII: true)
    #expect(peak[1].contains("*") && heights(peak).count { ($0 ?? 0) > 0 } <= 2, "\(peak)")
    let quantities = plot("plot d f", after: "d = [1 km, 200 m]", "f = [3, 4]", isASCII: true)
    #expect(quantities.count == 24 && quantities[1].hasPrefix("  1 km | ") && quantities[10].hasPrefix("0.2 km | "))
    #expect(
      plot("plot x", after: "x = 3").first
        == "error[type]: 'x' is a Number, not a list of numbers; to plot it over another number, write plot x 0..10 : x"
    )
    #expect(
      plot("plot l", after: "l = [true]").first == "error[type]: 'l' is a list of Booleans, not a list of numbers")
    #expect(plot("plot l", after: "l = []").first == "error[domain]: 'l' is empty")
  }

  /// The labels and counts of a histogram, without bars.
  private func counts(_ lines: [String]) -> [String] {
    lines.map { line in
      line.split(separator: " ").filter { !$0.contains("#") && !"█▏▎▍▌▋▊▉".contains($0.last ?? " ") }.joined(
        separator: " ")
    }
  }

  @Test func histogramsCountEachNumberOnce() {
    let lines = plot("hist l", after: "l = [3, 4.5, 5, 5.2, 9, 9.5]", isASCII: true)
    #expect(counts(lines) == ["2 .. 4 1", "4 .. 6 3", "6 .. 8 0", "8 .. 10 2"], "\(lines)")
    #expect(
      lines[1].count { $0 == "#" } == 60 && lines[0].count { $0 == "#" } == 20 && lines[2].count { $0 == "#" } == 0)
    #expect(counts(plot("hist l", after: "l = [5, 5, 5]")) == ["5 3"])
    #expect(plot("hist l", after: "l = [-1 km, 2 km]", isASCII: true).contains { $0.contains(" km .. ") })
    #expect(plot("hist l", after: "l = [\"a\"]").first == "error[type]: 'l' is a list of Texts, not a list of numbers")
    for text in [
      "1..1000", "(1..1000)^3", "sin(1..1000) * 1e300", "[1, 1 + 1e-15]", "[-1e308, 1e308]", "0 * (1..7)",
      "[1e-300, 2e-300]",
    ] {
      let lines = plot("hist l", after: "l = \(text)", width: 40)
      let total = counts(lines).compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
      let wanted = text.contains("1000") ? 1000 : text.contains("7)") ? 7 : 2
      #expect(total == wanted, "\(text): \(lines)")
      #expect(lines.count <= 64)
    }
    for width in [30, 40, 79, 200] {
      let lines = plot("hist l", after: "l = (1..1000)^2", width: width)
      #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= max(width, 36) - 2 }, "\(width): \(lines)")
    }
  }

  @Test func chartsAreExportedAsPictures() {
    let host = RecordingHost()
    let dialogue = Dialogue(host: host)
    for line in [
      "p = [3, 4.5, 9]", "q = p * 1 km", "r = p / 2", "export plot a.svg p r", "export hist b.svg q",
      "export hist c.svg p q",
      "export plot d.svg",
    ] {
      dialogue.answer(line)
    }
    let curves = host.files["a.svg"] ?? ""
    #expect(
      ["<title>p, r</title>", ">p<", ">r<", ">10<"].allSatisfy { curves.contains($0) },
      "\(curves)")
    let bars = host.files["b.svg"] ?? ""
    // The background, and a bar for each non-empty range.
    #expect(
      bars.contains("<title>q</title>") && bars.components(of: "<rect") == 4 && bars.contains("q (km)"),
      "\(bars)")
    #expect(host.files["c.svg"] == nil && host.files["d.svg"] == nil)
    #expect(
      host.lines.contains("  error[command]: hist takes one list")
        && host.lines.contains { $0.hasPrefix("  error[command]: plot needs the names of lists") }, "\(host.lines)")
  }

  @Test func narrowWindowsGetNarrowCurves() {
    for width in [20, 40, 79, 200] {
      let lines = plot("plot x 0..10 : y", after: "x = 1", "y = x ^ 2 * 1234567.891", width: width)
      #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= max(width, 26) - 2 }, "\(width): \(lines)")
    }
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
