// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the lowest free number after the stem of a name, without testing a number again that it knows to be taken.
///
/// Finding n names of one stem therefore takes O(n log n), where searching from 1 each time would take O(n²). Names that
/// become free have to be released; a release costs at most testing the numbers above it once more.
///
/// Invariants: all numbers in a `run` are taken, as are all numbers from each key of `later` up to, but not including, its
/// value. (The forest of a union-find, Tarjan 1975.)
package struct FreshNumbers {
  /// The numbers after a stem that are known to be taken.
  private struct Taken {
    /// A contiguous run of taken numbers. It usually contains all of them, because numbers are given in sequence.
    var run = 0..<0
    /// Taken numbers outside the run: from a number to a greater one, up to which all are taken.
    var later: [Int: Int] = [:]

    /// Records a range of taken numbers. `passed` are the numbers that the search has visited on its way through the range.
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

    /// Removes a number from the taken ones.
    mutating func release(_ number: Int) {
      guard run.contains(number) else { return later.removeAll() }
      later = number + 1 < run.upperBound ? [number + 1: run.upperBound] : [:]
      run = run.lowerBound..<number
    }
  }

  private var stems: [String: Taken] = [:]
  /// The number of tests so far.
  package private(set) var askedCount = 0

  package init() {}

  /// Finds the lowest number that is not taken.
  ///
  /// - Parameters:
  ///   - first: The first number to test.
  ///   - stem: The text before the numbers.
  ///   - isTaken: Returns whether a number is taken. A taken number must stay so until it is released.
  /// - Returns: The number, which counts as taken from now on.
  package mutating func next(from first: Int, of stem: String, isTaken: (Int) -> Bool) -> Int {
    let number = firstFree(from: first, of: stem, isTaken: isTaken)
    stems[stem, default: Taken()].enter(number..<number + 1, [number])
    return number
  }

  /// Finds the lowest number that is not taken, and leaves it free.
  private mutating func firstFree(from first: Int, of stem: String, isTaken: (Int) -> Bool) -> Int {
    // Removed from the dictionary, so that it is uniquely referenced.
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

  /// Returns the name, with a number if it is taken: "a 2" for "a", "a 3" for "a 2", or the next one that is not taken.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - leavesFree: Whether the number counts as free until it is found to be taken, because the name may not be used after all.
  ///   - isTaken: Returns whether a name is taken.
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

  /// Removes a name from the taken ones. Complexity: O(digits at its end).
  package mutating func release(_ name: String) {
    if stems.isEmpty { return }
    var stem = name[...]
    while let last = stem.last, last.isASCII, last.isNumber {
      stem.removeLast()
      // A number with more digits than an integer can have was never given.
      guard let number = Int(name[stem.endIndex...]) else { return }
      if let place = stems.index(forKey: String(stem)) { stems.values[place].release(number) }
    }
  }

  /// Removes all taken numbers.
  package mutating func removeAll() {
    if !stems.isEmpty { stems = [:] }
  }

  /// Returns a sentence for each range of numbers that is recorded as taken but isn't.
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
