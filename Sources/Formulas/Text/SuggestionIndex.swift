// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Many candidates for ``Suggestion``, few of which are compared with a word.
///
/// Candidates are grouped by length. Each is stored with a signature of its scalars, which gives a lower bound of the
/// number of edits between two names. Candidates with the lowest bounds are compared first, and the search ends where
/// the bound exceeds the distance of the best candidate. (The counting filter of Grossi and Luccio 1989.)
///
/// Invariant: each candidate is in the group of its length, at its index, once.
package struct SuggestionIndex {
  private struct Group {
    var signatures: [UInt64] = []
    var names: [String] = []
  }

  /// A candidate that may be close.
  private struct Found {
    /// A lower bound of the number of edits.
    let edits: Int32
    /// The position of the candidate: the list of its group, and its index in that list.
    let list: Int32
    let index: Int
  }

  /// The groups by the number of scalars.
  private var groups: [Int: Group] = [:]
  private var places: [String: (length: Int, index: Int)] = [:]
  /// The number of candidates that were compared so far.
  package private(set) var comparedCount = 0

  /// An index of some names. Complexity: O(their length).
  package init(_ names: some Sequence<String>) {
    for name in names { insert(name) }
  }

  package var count: Int { places.count }

  /// Adds a name, unless the index has it. Complexity: O(its length).
  package mutating func insert(_ name: String) {
    if places[name] != nil { return }
    let (length, signature) = Self.signature(name.unicodeScalars.lazy.map(Suggestion.folded))
    places[name] = (length, groups[length]?.names.count ?? 0)
    groups[length, default: Group()].names.append(name)
    groups[length]?.signatures.append(signature)
  }

  /// Removes a name, if the index has it. Complexity: O(its length).
  package mutating func remove(_ name: String) {
    guard let (length, index) = places.removeValue(forKey: name), let last = groups[length]?.names.popLast(),
      let signature = groups[length]?.signatures.popLast()
    else { return }
    if last == name { return }
    groups[length]?.names[index] = last
    groups[length]?.signatures[index] = signature
    places[last] = (length, index)
  }

  /// Returns the result of ``Suggestion/closest(to:among:)`` for all names in the index.
  ///
  /// - Complexity: O(candidates), some nanoseconds for each; for candidates with about the same scalars as the word,
  ///   the product of the lengths.
  package mutating func closest(to word: String) -> String? {
    guard var search = SuggestionSearch(word) else { return nil }
    let (length, signature) = Self.signature(search.wanted)
    var found: [Found] = []
    var lists: [[String]] = []
    for (other, group) in groups {
      let gap = abs(other - length)
      if gap > search.limit { continue }
      // An edit changes the length by one and one bit of the signature, or two bits.
      let most = 2 * search.limit - gap
      for (index, bits) in group.signatures.enumerated() {
        let count = (bits ^ signature).nonzeroBitCount
        if count <= most {
          found.append(Found(edits: Int32((count + gap + 1) / 2), list: Int32(lists.count), index: index))
        }
      }
      lists.append(group.names)
    }
    var edits = 0
    while edits <= search.limit {
      for candidate in found where candidate.edits == edits {
        comparedCount += 1
        search.consider(lists[Int(candidate.list)][candidate.index])
      }
      edits += 1
    }
    return search.closest
  }

  /// The number of scalars, and two bits for each of 32 classes of scalars: whether the class occurs, and whether more than once.
  private static func signature(_ scalars: some Sequence<UInt32>) -> (length: Int, bits: UInt64) {
    var length = 0
    var bits: UInt64 = 0
    for scalar in scalars {
      length += 1
      // Each letter has its own class; digits and other scalars share classes with letters.
      let first: UInt64 = 1 << (2 * UInt64(scalar & 31))
      bits |= bits & first == 0 ? first : first << 1
    }
    return (length, bits)
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(candidates).
  package func checkInvariants() {
    require(
      groups.values.reduce(0) { $0 + $1.names.count } == places.count
        && groups.values.allSatisfy { $0.names.count == $0.signatures.count },
      "each candidate is in one group")
    for (name, place) in places {
      require(
        groups[place.length]?.names.indices.contains(place.index) == true
          && groups[place.length]?.names[place.index] == name, "'\(name)' is at its place in its group")
    }
  }
}
