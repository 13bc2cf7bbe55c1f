// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Many candidates for ``Suggestion``, of which few are compared with a word.
///
/// Candidates lie by their length. With each goes a signature of the scalars in it, from which follows how many edits it
/// takes at least to make one name of another: those that need fewest are compared first, and the search ends where
/// that is more than the best needs. (The counting filter of Grossi and Luccio 1989.)
///
/// Invariant: each candidate is in the group of its length, at its place, once.
package struct SuggestionIndex {
  private struct Group {
    var signatures: [UInt64] = []
    var names: [String] = []
  }

  /// A candidate that may be close.
  private struct Found {
    /// How many edits it takes at least.
    let edits: Int32
    /// Where it lies: the list of its group, and its place there.
    let list: Int32
    let index: Int
  }

  /// By the number of scalars.
  private var groups: [Int: Group] = [:]
  private var places: [String: (length: Int, index: Int)] = [:]
  /// How many candidates were compared so far.
  package private(set) var comparedCount = 0

  /// An index of some names. Complexity: O(their length).
  package init(_ names: some Sequence<String>) {
    for name in names { insert(name) }
  }

  package var count: Int { places.count }

  /// Adds a name, unless it is there. Complexity: O(its length).
  package mutating func insert(_ name: String) {
    if places[name] != nil { return }
    let (length, signature) = Self.signature(name.unicodeScalars.lazy.map(Suggestion.folded))
    places[name] = (length, groups[length]?.names.count ?? 0)
    groups[length, default: Group()].names.append(name)
    groups[length]?.signatures.append(signature)
  }

  /// Removes a name, if it is there. Complexity: O(its length).
  package mutating func remove(_ name: String) {
    guard let (length, index) = places.removeValue(forKey: name), let last = groups[length]?.names.popLast(),
      let signature = groups[length]?.signatures.popLast()
    else { return }
    if last == name { return }
    groups[length]?.names[index] = last
    groups[length]?.signatures[index] = signature
    places[last] = (length, index)
  }

  /// Returns what ``Suggestion/closest(to:among:)`` does for all that is in the index.
  ///
  /// - Complexity: O(candidates), some nanoseconds for each; for those with about the same scalars as the word, the
  ///   product of the lengths.
  package mutating func closest(to word: String) -> String? {
    guard var search = SuggestionSearch(word) else { return nil }
    let (length, signature) = Self.signature(search.wanted)
    var found: [Found] = []
    var lists: [[String]] = []
    for (other, group) in groups {
      let gap = abs(other - length)
      if gap > search.limit { continue }
      // An edit changes the length by one and a bit of the signature, or two bits.
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

  /// The number of scalars, and two bits for each of 32 classes of them: whether it occurs, and whether more than once.
  private static func signature(_ scalars: some Sequence<UInt32>) -> (length: Int, bits: UInt64) {
    var length = 0
    var bits: UInt64 = 0
    for scalar in scalars {
      length += 1
      // Letters have classes of their own; digits and others share them.
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
