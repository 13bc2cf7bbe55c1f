// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("totl", "total tax", "total"), ("udno", "undo redo", "undo"), ("PRICE", "price", "price"),
      ("tota", "tote Tota", "Tota"), ("abc", "abd abx aba", "aba"), ("x", "y", nil), ("total", "unrelated", nil),
      ("total", "total", nil), ("grösse", "größe grosse", "grosse"), ("multipler", "multiplier multiply", "multiplier"),
      ("ab", "ba", "ba"), ("", "a", nil), ("sub", "", nil),
    ] as [(String, String, String?)])
  func theClosestNameIsSuggested(word: String, candidates: String, closest: String?) {
    let candidates = candidates.split(separator: " ").map(String.init)
    #expect(Suggestion.closest(to: word, among: candidates) == closest)
    #expect(Suggestion.closest(to: word, among: candidates.reversed()) == closest)
  }

  @Test func theHintAsks() {
    #expect(Suggestion.hint(for: "totl", among: ["total"]) == "did you mean 'total'?")
    #expect(Suggestion.hint(for: "totl", among: ["x"]) == nil)
  }

  @Test func nothingIsSuggestedForWhatNobodyTypes() {
    let long = String(repeating: "ab", count: 128)
    #expect(Suggestion.closest(to: long, among: [long.dropLast() + "c"]) == long.dropLast() + "c")
    // Comparing these words would take hours.
    let longer = String(repeating: "ab", count: 500_000)
    #expect(Suggestion.closest(to: longer, among: [longer + "c"]) == nil)
    #expect(Suggestion.closest(to: long + "a", among: [long + "b"]) == nil)
  }
}
