// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the name that was probably meant.
package enum Suggestion {
  /// Returns the candidate closest to `word`; `nil` if none is close.
  ///
  /// The distance is optimal string alignment (Damerau 1964, Levenshtein 1966: insert, delete, replace, swap
  /// neighbours), blind to ASCII case. At most about a third of the word may differ; of equally close candidates the
  /// one closest in case wins, then the first in order of their scalars, whatever the order they came in. For a word of
  /// more than 256 bytes none is.
  ///
  /// - Complexity: O(candidates) plus, for each candidate of about the same length, the product of the lengths.
  package static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    // Comparing two names of a megabyte would take hours.
    guard word.utf8.count <= lengthLimit else { return nil }
    let wanted = word.unicodeScalars.map(folded)
    guard wanted.count >= 2 else { return nil }
    let limit = (wanted.count + 1) / 3
    var best: (distance: Int, cases: Int, candidate: String)?
    var distances = EditDistance(wanted: wanted)
    let length = word.utf8.count
    for candidate in candidates where abs(candidate.utf8.count - length) <= 4 * limit && candidate != word {
      guard let distance = distances.measure(candidate, limit: best?.distance ?? limit) else { continue }
      let cases = zip(word.utf8, candidate.utf8).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
      if let best, (best.distance, best.cases) < (distance, cases) { continue }
      if let best, (best.distance, best.cases) == (distance, cases),
        !candidate.unicodeScalars.lexicographicallyPrecedes(best.candidate.unicodeScalars)
      {
        continue
      }
      best = (distance, cases, candidate)
    }
    return best?.candidate
  }

  /// The most bytes of a name for which another is suggested.
  private static let lengthLimit = 256

  /// Returns "did you mean 'total'?" for the closest candidate; `nil` if there is none.
  package static func hint(for word: String, among candidates: some Sequence<String>) -> String? {
    closest(to: word, among: candidates).map { "did you mean '\($0)'?" }
  }

  fileprivate static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
    scalar.value >= 0x41 && scalar.value <= 0x5a ? scalar.value | 0x20 : scalar.value
  }
}

/// Measures many candidates against one word with three reused rows.
private struct EditDistance {
  let wanted: [UInt32]
  var candidate: [UInt32] = []
  var twoBefore: [Int] = []
  var before: [Int] = []
  var row: [Int] = []

  init(wanted: [UInt32]) { self.wanted = wanted }

  /// Returns the distance of `text`; `nil` if it is above `limit`.
  mutating func measure(_ text: String, limit: Int) -> Int? {
    candidate.removeAll(keepingCapacity: true)
    candidate.append(contentsOf: text.unicodeScalars.lazy.map(Suggestion.folded))
    let width = candidate.count
    guard abs(width - wanted.count) <= limit else { return nil }
    before = Array(0...width)
    twoBefore = before
    row = before
    for (i, scalar) in wanted.enumerated() {
      row[0] = i + 1
      var lowest = i + 1
      for j in 0..<width {
        var cost = min(before[j] + (scalar == candidate[j] ? 0 : 1), min(before[j + 1], row[j]) + 1)
        if i > 0, j > 0, scalar == candidate[j - 1], wanted[i - 1] == candidate[j] {
          cost = min(cost, twoBefore[j - 1] + 1)
        }
        row[j + 1] = cost
        lowest = min(lowest, cost)
      }
      if lowest > limit { return nil }
      (twoBefore, before, row) = (before, row, twoBefore)
    }
    return before[width] <= limit ? before[width] : nil
  }
}
