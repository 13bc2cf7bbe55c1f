// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the lowest free number behind the stem of a name, and never passes a number twice that it knows to be taken.
///
/// What it finds counts as taken from then on. So n names of one stem take O(n log n) together, where searching from 1
/// each time would take O(n²).
///
/// Invariants: all numbers of a `run` are taken, and all from each number of `later` to the one it leads to, exclusively.
/// (The forest of a union-find, Tarjan 1975.)
package struct FreshNumbers {
  /// What is known of the numbers behind a stem.
  private struct Taken {
    /// Mostly these are all: numbers are given one after the other.
    var run = 0..<0
    /// Of numbers elsewhere: from one to a greater one.
    var later: [Int: Int] = [:]
  }

  private var stems: [String: Taken] = [:]
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
    var taken = stems.removeValue(forKey: stem) ?? Taken()
    var number = first
    var passed: [Int] = []
    while true {
      if taken.run.contains(number) {
        number = taken.run.upperBound
      } else if let next = taken.later.isEmpty ? nil : taken.later[number] {
        passed.append(number)
        number = next
      } else {
        askedCount += 1
        if !isTaken(number) { break }
        passed.append(number)
        number += 1
      }
    }
    // All from the first on are taken.
    if taken.run.isEmpty {
      taken.run = first..<number + 1
    } else if first <= taken.run.upperBound, taken.run.lowerBound <= number + 1 {
      taken.run = min(first, taken.run.lowerBound)..<max(number + 1, taken.run.upperBound)
    } else {
      for place in passed + [number] { taken.later[place] = number + 1 }
    }
    stems[stem] = taken
    return number
  }

  /// Forgets which numbers are taken behind the stem of a name that is free again. Complexity: O(digits at its end).
  package mutating func release(_ name: String) {
    if stems.isEmpty { return }
    var stem = name[...]
    while let last = stem.popLast(), last.isASCII, last.isNumber { stems[String(stem)] = nil }
  }

  /// Forgets which numbers are taken.
  package mutating func removeAll() {
    if !stems.isEmpty { stems = [:] }
  }

  /// The name with a number after it: "a 2" for "a", "a 3" for "a 2", or the next that is not taken.
  ///
  /// - Parameters:
  ///   - name: A name.
  ///   - isTaken: Whether a name is taken. One that was taken once has to stay so.
  /// - Returns: The name itself if it is not taken.
  package mutating func freshName(_ name: String, _ isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    var (base, number) = (name, 1)
    if let space = name.lastIndex(of: " "), let last = Int(name[name.index(after: space)...]), last > 0, last < 1 << 40
    {
      (base, number) = (String(name[..<space]), last)
    }
    number = next(from: number + 1, of: base) { isTaken("\(base) \($0)") }
    return "\(base) \(number)"
  }
}
