// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the lowest free number after the stem of a name, and never passes a number twice that it knows to be taken.
///
/// So n names of one stem take O(n log n) together, where searching from 1 each time would take O(n²). Names that become free
/// have to be released; a name that is released costs no more than passing the numbers above it once again.
///
/// Invariants: all numbers of a `run` are taken, and all from each number of `later` to the one it leads to, exclusively.
/// (The forest of a union-find, Tarjan 1975.)
package struct FreshNumbers {
  /// What is known of the numbers after a stem.
  private struct Taken {
    /// Mostly these are all: numbers are given one after the other.
    var run = 0..<0
    /// Of numbers elsewhere: from one to a greater one.
    var later: [Int: Int] = [:]

    /// Enters that numbers are taken, which were passed on the way through them.
    mutating func enter(_ numbers: Range<Int>, _ passed: [Int]) {
      if numbers.isEmpty { return }
      if run.isEmpty {
        run = numbers
      } else if numbers.lowerBound <= run.upperBound, run.lowerBound <= numbers.upperBound {
        run = min(numbers.lowerBound, run.lowerBound)..<max(numbers.upperBound, run.upperBound)
      } else {
        for place in passed { later[place] = numbers.upperBound }
      }
    }

    /// Forgets that a number is taken.
    mutating func release(_ number: Int) {
      guard run.contains(number) else { return later.removeAll() }
      later = number + 1 < run.upperBound ? [number + 1: run.upperBound] : [:]
      run = run.lowerBound..<number
    }
  }

  private var stems: [String: Taken] = [:]
  /// How many numbers were checked so far.
  package private(set) var askedCount = 0

  package init() {}

  /// Finds the lowest number that is not taken.
  ///
  /// - Parameters:
  ///   - first: Where to begin.
  ///   - stem: What comes before the numbers.
  ///   - isTaken: Whether a number is taken. One that was taken once has to stay so, until it is released.
  /// - Returns: The number, which is taken from now on.
  package mutating func next(from first: Int, of stem: String, isTaken: (Int) -> Bool) -> Int {
    let number = firstFree(from: first, of: stem, isTaken: isTaken)
    stems[stem, default: Taken()].enter(number..<number + 1, [number])
    return number
  }

  /// Finds the lowest number that is not taken, and leaves it free.
  private mutating func firstFree(from first: Int, of stem: String, isTaken: (Int) -> Bool) -> Int {
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
    taken.enter(first..<number, passed)
    stems[stem] = taken
    return number
  }

  /// The name, followed by a number if it is taken: "a 2" for "a", "a 3" for "a 2", or the next that is not taken.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - leavesFree: Whether the number counts as free until it is found to be taken, because the name may not be given after all.
  ///   - isTaken: Whether a name is taken.
  /// - Returns: A name that is not taken.
  package mutating func freshName(_ name: String, leavesFree: Bool = false, _ isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    var (base, number) = (name, 1)
    if let space = name.lastIndex(of: " "), let last = Int(name[name.index(after: space)...]), last > 0, last < 1 << 40
    {
      (base, number) = (String(name[..<space]), last)
    }
    let stem = base + " "
    func isNumberTaken(_ number: Int) -> Bool { isTaken("\(stem)\(number)") }
    number =
      leavesFree
      ? firstFree(from: number + 1, of: stem, isTaken: isNumberTaken)
      : next(from: number + 1, of: stem, isTaken: isNumberTaken)
    return "\(stem)\(number)"
  }

  /// Forgets that a name is taken. Complexity: O(digits at its end).
  package mutating func release(_ name: String) {
    if stems.isEmpty { return }
    var stem = name[...]
    while let last = stem.last, last.isASCII, last.isNumber {
      stem.removeLast()
      // No stem is followed by a number with more digits than integers have.
      guard let number = Int(name[stem.endIndex...]) else { return }
      if let place = stems.index(forKey: String(stem)) { stems.values[place].release(number) }
    }
  }

  /// Forgets which numbers are taken.
  package mutating func removeAll() {
    if !stems.isEmpty { stems = [:] }
  }

  /// The numbers that have to be taken, as names.
  func brokenRules(_ isTaken: (String) -> Bool) -> [String] {
    var rules: [String] = []
    for (stem, taken) in stems {
      let ranges = [taken.run] + taken.later.map { $0.key..<$0.value }
      for range in ranges where !range.allSatisfy({ isTaken("\(stem)\($0)") }) {
        rules.append("numbers that are known to be taken are, not all of \(range) after '\(stem)' are")
      }
    }
    return rules
  }
}
