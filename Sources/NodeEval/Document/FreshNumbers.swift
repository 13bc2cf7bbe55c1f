// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the lowest free number behind the stem of a name, and never passes a number twice that it knows to be taken.
///
/// What it finds counts as taken from then on. So n names of one stem take O(n log n) together, where searching from 1
/// each time would take O(n²).
///
/// Invariant: from each number of `later` to the one it leads to, exclusively, all are taken. (The forest of a union-find,
/// Tarjan 1975.)
package struct FreshNumbers {
  /// By stem: from a number to a greater one.
  private var later: [String: [Int: Int]] = [:]
  /// How many numbers were asked about so far.
  package private(set) var askedCount = 0

  package init() {}

  /// Finds the lowest number that is not taken.
  ///
  /// - Parameters:
  ///   - first: Where to begin.
  ///   - stem: What the numbers stand behind.
  ///   - isTaken: Whether a number is taken. One that was taken once has to stay so.
  /// - Returns: The number, which is taken from now on.
  package mutating func next(from first: Int, of stem: String, isTaken: (Int) -> Bool) -> Int {
    // Taken out, so that it has one owner.
    var later = later.removeValue(forKey: stem) ?? [:]
    var number = first
    var passed: [Int] = []
    while true {
      if let next = later[number] {
        passed.append(number)
        number = next
      } else {
        askedCount += 1
        passed.append(number)
        if !isTaken(number) { break }
        number += 1
      }
    }
    for place in passed { later[place] = number + 1 }
    self.later[stem] = later
    return number
  }

  /// Forgets which numbers are taken behind the stem of a name that is free again. Complexity: O(digits at its end).
  package mutating func release(_ name: String) {
    if later.isEmpty { return }
    var stem = name[...]
    while let last = stem.popLast(), last.isASCII, last.isNumber { later[String(stem)] = nil }
  }

  /// Forgets which numbers are taken.
  package mutating func removeAll() {
    if !later.isEmpty { later = [:] }
  }
}
