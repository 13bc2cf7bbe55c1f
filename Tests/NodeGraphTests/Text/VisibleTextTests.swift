// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

@Suite struct VisibleTextTests {
  @Test func standInsShowWhatWouldNot() {
    #expect(VisibleText.standIns("plain <text>") == "plain <text>")
    #expect(VisibleText.standIns("a\u{0}b\tc\u{7f}") == "a␀b␉c␡")
    #expect(VisibleText.standIns("1\n2\r\n3\r4\u{2028}5\u{85}6") == "1↵2↵3↵4↵5↵6")
    #expect(VisibleText.standIns("\r\n\n") == "↵↵")
    #expect(VisibleText.standIns("\u{fffe}\u{10ffff}\u{9f}") == "���")
    #expect(VisibleText.standIns("a\u{202e}b\u{2069}c\u{200f}d\u{feff}") == "a�b�cd")
    #expect(VisibleText.standIns("👨‍👩‍👧 é 日本") == "👨‍👩‍👧 é 日本")
    #expect(VisibleText.standIns("a\nb", isASCII: true) == "a?b")
  }

  @Test func theFirstLetterGivesTheDirection() {
    #expect(VisibleText.isRightToLeft("12 שלום abc"))
    #expect(VisibleText.isRightToLeft("مرحبا"))
    #expect(!VisibleText.isRightToLeft("abc שלום"))
    #expect(!VisibleText.isRightToLeft("12 + 3"))
  }
}
