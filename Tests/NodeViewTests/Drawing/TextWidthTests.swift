// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct TextWidthTests {
  @Test func columnsAreThoseOfATerminal() {
    let columns: KeyValuePairs = [
      "abc": 3, "é": 1, "e\u{301}": 1, "日本": 4, "ﾊ": 1, "한": 2, "\u{1112}\u{1161}\u{11ab}": 2, "😀": 2, "👨‍👩‍👧‍👦": 2,
      "🇨🇭": 2, "❤️": 2, "❤": 1, "→": 1, "␀": 1, "\u{301}": 0, "\u{200b}": 0, "\t\u{0}": 0, "": 0, "שלום": 4,
    ]
    for (text, count) in columns { #expect(TextWidth.columns(of: text) == count, "\(text)") }
  }

  @Test func enclosingMarksTakeNoCell() {
    for mark in ["\u{488}", "\u{20dd}", "\u{20e0}", "\u{20e3}", "\u{a670}"] {
      #expect(TextWidth.columns(of: mark) == 0)
      #expect(TextWidth.columns(of: "a\(mark)b") == 2)
      #expect(TextWidth.columns(of: "日\(mark)") == 2)
    }
  }

  @Test func whatIsCutNeverTakesMoreThanThereIs() {
    for text in awkwardLabels.map({ VisibleText.standIns($0) }) {
      let width = TextWidth.columns(of: text)
      for limit in 0...30 {
        let cut = TextWidth.cut(text, to: limit)
        #expect(TextWidth.columns(of: cut) <= limit, "\(text) to \(limit)")
        #expect((cut == text) == (width <= limit) || cut.isEmpty, "\(text) to \(limit)")
        // A wide character may leave one cell empty.
        if width > limit, limit > 0 { #expect(TextWidth.columns(of: cut) >= limit - 1 && cut.hasSuffix("…")) }
      }
    }
  }

  @Test func aTextIsAsWideAsItsCharacters() {
    let texts =
      awkwardLabels + [
        "×12 ", "80 µs", "a\r\nb", "e\u{301}", "Zürich", "👨‍👩‍👧‍👦 and 🇨🇭", "a❤️", "≈1 234 → −5", "\u{ad}x\u{7f}",
      ]
    for text in texts {
      for isBold in [false, true] {
        let widths = text.map { TextWidth.points(of: String($0), size: 1000, isBold: isBold) }
        #expect(TextWidth.points(of: text, size: 1000, isBold: isBold) == widths.reduce(0, +), "\(text)")
        #expect(TextWidth.points(of: text[...], size: 1000, isBold: isBold) == widths.reduce(0, +), "\(text)")
      }
    }
    // A joined sequence is as wide as a single character.
    for (joined, single) in [("👨‍👩‍👧‍👦", "👨"), ("👩🏽", "👩")] {
      #expect(TextWidth.points(of: "a\(joined)", size: 10) == TextWidth.points(of: "a\(single)", size: 10), "\(joined)")
    }
  }

  @Test func pointsAreThoseOfTheWiderFont() {
    #expect(TextWidth.points(of: "MW", size: 10) == 18.52)
    #expect(TextWidth.points(of: "MW", size: 10, isBold: true) == 21)
    #expect(TextWidth.points(of: "日e\u{301}", size: 10) > TextWidth.points(of: "日", size: 10))
    #expect(TextWidth.points(of: "日\u{301}", size: 10) == 10)
  }

  @Test func whatIsCutToPointsFits() {
    for text in awkwardLabels.map({ VisibleText.standIns($0) }) {
      let width = TextWidth.points(of: text, size: 14)
      for room in stride(from: 7.0, through: 300, by: 7) {
        let cut = TextWidth.cut(text, toPoints: room, size: 14)
        #expect(TextWidth.points(of: cut, size: 14) <= room + 0.001, "\(text) to \(room)")
        if width <= room { #expect(cut == text) }
        if width > room, room >= 14 { #expect(cut.hasSuffix("…"), "\(text) to \(room)") }
      }
    }
    for odd in [Double.nan, .infinity, -1, 0, 1e300, 1e-300] {
      _ = TextWidth.cut("label", toPoints: odd, size: 14)
      _ = TextWidth.cut("label", toPoints: 14, size: odd)
    }
  }

  @Test func whatIsCutInItsMiddleFitsAndKeepsBothEnds() {
    for text in awkwardLabels.map({ VisibleText.standIns($0) }) {
      let width = TextWidth.points(of: text, size: 14)
      for room in stride(from: 7.0, through: 300, by: 7) {
        let cut = TextWidth.cut(text, toPoints: room, size: 14, at: .middle)
        #expect(TextWidth.points(of: cut, size: 14) <= room + 0.001, "\(text) to \(room)")
        if width <= room { #expect(cut == text) }
        guard width > room, room >= 14 else { continue }
        let parts = cut.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
        #expect(parts.count == 2, "\(text) to \(room)")
        #expect(text.hasPrefix(parts[0]) && text.hasSuffix(parts[1]), "\(text) to \(room)")
        // The two ends are of similar length, and the room left is too small for another wide character.
        let ends = parts.map { TextWidth.points(of: $0, size: 14) }
        #expect(abs(ends[0] - ends[1]) <= 2 * 14 * 1.3, "\(text) to \(room)")
        #expect(room - ends[0] - ends[1] - 14 < 2 * 14 * 1.3, "\(text) to \(room)")
      }
    }
    #expect(TextWidth.cut("ab", toPoints: .nan, size: 14, at: .middle) == "")
  }

  @Test func signsOfNumbersAreAsWideAsInTheWiderFont() {
    #expect(TextWidth.points(of: "\u{202f}", size: 100) == 22)
    for sign in ["→", "≈", "×", "−", "✓", "✕", "≤"] {
      #expect(TextWidth.points(of: sign, size: 1000) == 838, "\(sign)")
    }
  }
}
