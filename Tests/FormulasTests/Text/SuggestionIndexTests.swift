// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import TestSupport
import Testing

@Suite struct SuggestionIndexTests {
  /// The distance by its definition, with a table over all prefixes of both words.
  private static func distance(_ word: String, _ candidate: String) -> Int {
    func folded(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar($0.value + 32) ?? $0 : $0 }
    }
    let (a, b) = (folded(word), folded(candidate))
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        guard i > 0, j > 0 else {
          table[i][j] = i + j
          continue
        }
        var cost = min(table[i - 1][j], table[i][j - 1]) + 1
        cost = min(cost, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, table[i - 2][j - 2] + 1) }
        table[i][j] = cost
      }
    }
    return table[a.count][b.count]
  }

  /// The closest name by the rules of ``Suggestion``: distance, then case, then order.
  private static func closest(to word: String, among names: Set<String>) -> String? {
    let count = word.unicodeScalars.count
    if count < 2 || word.utf8.count > 256 { return nil }
    let ranked = names.filter { $0 != word }.map { name in
      (distance(word, name), zip(word.utf8, name.utf8).count { $0 != $1 }, name)
    }.filter { $0.0 <= (count + 1) / 3 }
    return ranked.min { a, b in
      (a.0, a.1) == (b.0, b.1)
        ? a.2.unicodeScalars.lexicographicallyPrecedes(b.2.unicodeScalars) : (a.0, a.1) < (b.0, b.1)
    }?.2
  }

  private static func name(_ random: inout SplitMix64) -> String {
    switch random.below(4) {
    case 0: "n\(random.below(60))"
    case 1: "Total \(["net", "Net", "größe", "日本", "n"][random.below(5)]) \(random.below(12))"
    default: String((0...random.below(7)).map { _ in Array("abcABé_")[random.below(7)] })
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func itFindsWhatComparingAllFinds(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var names: Set<String> = []
    var index = SuggestionIndex([])
    for step in 0..<250 {
      let name = Self.name(&random)
      if random.below(3) == 0, let other = names.sorted().randomElement(using: &random) {
        names.remove(other)
        index.remove(other)
      } else {
        names.insert(name)
        index.insert(name)
      }
      index.checkInvariants()
      #expect(index.count == names.count)
      let word = Self.name(&random)
      let wanted = Self.closest(to: word, among: names)
      #expect(index.closest(to: word) == wanted, "seed \(seed), step \(step), '\(word)'")
      #expect(Suggestion.closest(to: word, among: names) == wanted, "seed \(seed), step \(step), '\(word)'")
    }
  }

  @Test func fewNamesAreComparedWithTheWord() {
    var index = SuggestionIndex((0..<20_000).map { "node \($0)" } + ["total", "price"])
    #expect(index.closest(to: "totla") == "total" && index.comparedCount == 1)
    #expect(index.closest(to: "nothing") == nil && index.comparedCount == 1)
    #expect(index.closest(to: "node 123456") == "node 12345")
    #expect(index.comparedCount < 1000)
  }
}
