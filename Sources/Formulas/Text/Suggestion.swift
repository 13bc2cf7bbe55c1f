// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the name that was probably meant.
package enum Suggestion {
  /// Returns the candidate closest to `word`; `nil` if none is close.
  ///
  /// The distance is optimal string alignment (Damerau 1964, Levenshtein 1966: insert, delete, replace, swap
  /// neighbours), which ignores ASCII case. At most about a third of the word may differ. Of equally close candidates
  /// the one closest in case is chosen, then the first in the order of their scalars, independent of the order of the
  /// candidates. No candidate is close to a word of more than 256 bytes.
  ///
  /// - Complexity: O(candidates) plus, for each candidate of about the same length, the product of the lengths.
  package static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    guard var search = SuggestionSearch(word) else { return nil }
    for candidate in candidates { search.consider(candidate) }
    return search.closest
  }

  /// The greatest number of bytes in a name for which another one is suggested.
  fileprivate static let lengthLimit = 256

  /// Returns "did you mean 'total'?" for the closest candidate; `nil` if there is none.
  package static func hint(for word: String, among candidates: some Sequence<String>) -> String? {
    closest(to: word, among: candidates).map { hint($0) }
  }

  package static func hint(_ name: String) -> String { "did you mean '\(name)'?" }

  static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
    scalar.value >= 0x41 && scalar.value <= 0x5a ? scalar.value | 0x20 : scalar.value
  }
}

/// A search for the candidate closest to a word, by the rules of ``Suggestion``; candidates may come in any order.
struct SuggestionSearch {
  /// The word with its case folded.
  let wanted: [UInt32]
  /// The greatest distance that a candidate may have: the distance of the best so far, which others may equal.
  private(set) var limit: Int
  private let word: String
  private var best: (cases: Int, candidate: String)?
  private var distances = EditDistance()

  /// Begins a search; `nil` for a word that gets no suggestions.
  init?(_ word: String) {
    // Comparing two names of a megabyte would take hours.
    guard word.utf8.count <= Suggestion.lengthLimit else { return nil }
    self.word = word
    wanted = word.unicodeScalars.map(Suggestion.folded)
    guard wanted.count >= 2 else { return nil }
    limit = (wanted.count + 1) / 3
  }

  /// The best candidate so far.
  var closest: String? { best?.candidate }

  /// Compares a candidate with the best one so far.
  mutating func consider(_ candidate: String) {
    guard abs(candidate.utf8.count - word.utf8.count) <= 4 * limit, candidate != word,
      let distance = distances.measure(wanted, candidate, limit: limit)
    else { return }
    let cases = zip(word.utf8, candidate.utf8).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    if let best, distance == limit {
      if best.cases < cases { return }
      if best.cases == cases, !candidate.unicodeScalars.lexicographicallyPrecedes(best.candidate.unicodeScalars) {
        return
      }
    }
    limit = distance
    best = (cases, candidate)
  }
}

/// Measures the distance of two names in three reused rows.
private struct EditDistance {
  private var candidate: [UInt32] = []
  private var twoBefore: [Int] = []
  private var before: [Int] = []
  private var row: [Int] = []

  /// Returns the distance of `text`; `nil` if it is above `limit`.
  mutating func measure(_ wanted: [UInt32], _ text: String, limit: Int) -> Int? {
    candidate.removeAll(keepingCapacity: true)
    for scalar in text.unicodeScalars { candidate.append(Suggestion.folded(scalar)) }
    guard abs(candidate.count - wanted.count) <= limit else { return nil }
    // A common beginning and a common end need no edit.
    var start = 0
    var (wantedEnd, end) = (wanted.count, candidate.count)
    while start < wantedEnd, start < end, wanted[start] == candidate[start] { start += 1 }
    while wantedEnd > start, end > start, wanted[wantedEnd - 1] == candidate[end - 1] {
      wantedEnd -= 1
      end -= 1
    }
    let width = end - start
    while before.count <= width {
      before.append(0)
      twoBefore.append(0)
      row.append(0)
    }
    for column in 0...width { before[column] = column }
    for i in start..<wantedEnd {
      let scalar = wanted[i]
      row[0] = i - start + 1
      var lowest = row[0]
      for j in 0..<width {
        let other = candidate[start + j]
        var cost = min(before[j] + (scalar == other ? 0 : 1), min(before[j + 1], row[j]) + 1)
        if i > start, j > 0, scalar == candidate[start + j - 1], wanted[i - 1] == other {
          cost = min(cost, twoBefore[j - 1] + 1)
        }
        row[j + 1] = cost
        lowest = min(lowest, cost)
      }
      if lowest > limit { return nil }
      swap(&twoBefore, &before)
      swap(&before, &row)
    }
    return before[width] <= limit ? before[width] : nil
  }
}
