// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import Testing

@Suite struct SearchTextTests {
  @Test func titlesAreFoundByTheirBeginningThenByWordsThenByWhatTheyContain() {
    let text = SearchText("add")
    #expect(text.place(in: "ADD") == .whole)
    #expect(text.place(in: "Adder") == .beginning)
    #expect(text.place(in: "tax add-on") == .word && text.place(in: "ColorAdd") == .word)
    #expect(text.place(in: "ladder") == .inside && text.place(in: "ladder add") == .word)
    #expect(text.place(in: "sum") == nil)
    #expect(text.place(in: "sum", help: "Adds what there is") == .help)
    #expect(text.place(in: "sum", help: "a ladder") == nil)
    #expect(SearchText("ad").place(in: "sum", help: "Adds") == nil, "two letters begin too many words")
    #expect(SearchText("").place(in: "sum") == .beginning)
    #expect(SearchText("ß").place(in: "Straße") == .inside)
  }
}
