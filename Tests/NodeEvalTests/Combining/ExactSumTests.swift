// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import TestSupport
import Testing

/// Sums without rounding errors.
@Suite struct ExactSumTests {
  /// Returns the sum of the same numbers by another method: parts that don't overlap, rounded once (Shewchuk, Adaptive Precision
  /// Floating-Point Arithmetic, 1997). Intermediate sums must not overflow.
  private func reference(_ numbers: [Double]) -> Double {
    var parts: [Double] = []
    for number in numbers {
      var x = number
      var kept: [Double] = []
      for part in parts {
        let (large, small) = abs(x) < abs(part) ? (part, x) : (x, part)
        let sum = large + small
        let error = small - (sum - large)
        if error != 0 { kept.append(error) }
        x = sum
      }
      parts = kept + [x]
    }
    guard var sum = parts.popLast() else { return 0 }
    var rest = 0.0
    while let part = parts.popLast() {
      let before = sum
      sum = before + part
      rest = part - (sum - before)
      if rest != 0 { break }
    }
    // A tie was rounded to even, and the remaining parts decide the direction.
    if let last = parts.last, (rest < 0) == (last < 0), rest != 0 {
      let twice = rest * 2
      let tipped = sum + twice
      if twice == tipped - sum { sum = tipped }
    }
    return sum
  }

  private func sum(_ numbers: [Double]) -> ExactSum {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return sum
  }

  private func randomNumber(_ random: inout SplitMix64, spread: Int) -> Double {
    let significand = Double(Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(62)))
    return significand * Double(sign: .plus, exponent: random.below(2 * spread + 1) - spread, significand: 1)
  }

  @Test(arguments: [0, 3, 60, 300, 900])
  func theResultIsTheNearestNumber(spread: Int) {
    var random = SplitMix64(seed: UInt64(spread))
    for round in 0..<2000 {
      var numbers = (0..<1 + random.below(12)).map { _ in randomNumber(&random, spread: spread) }
      // Adds numbers of which many cancel.
      if random.oneIn(2) { numbers += numbers.shuffled(using: &random).dropFirst().map { -$0 } }
      #expect(sum(numbers).value == reference(numbers), "round \(round): \(numbers)")
    }
  }

  @Test func whatLiesBetweenTwoNumbersIsRoundedToEvenUnlessMoreFollows() {
    let ulp = 0x1p-52
    #expect(sum([1, ulp / 2]).value == 1)
    #expect(sum([1 + ulp, ulp / 2]).value == 1 + 2 * ulp)
    #expect(sum([1, ulp / 2, 0x1p-1074]).value == 1 + ulp)
    #expect(sum([1, ulp / 2, -0x1p-1074]).value == 1)
    #expect(sum([-1, -ulp / 2, -0x1p-1074]).value == -1 - ulp)
    #expect(sum([0x1p64, 0x1p11]).value == 0x1p64)
    #expect(sum([0x1p64, 0x1p11, 0x1p-600]).value == 0x1p64 + 0x1p12)
    // Rounding up yields the next power of two.
    #expect(sum([2 - ulp, ulp / 2]).value == 2)
  }

  @Test func theLeastAndTheGreatestNumbersAreExact() {
    let least = Double.leastNonzeroMagnitude
    #expect(sum([least]).value == least)
    #expect(sum([-least, -least]).value == -2 * least)
    #expect(sum([.leastNormalMagnitude, -least]).value == Double.leastNormalMagnitude - least)
    #expect(sum([.leastNormalMagnitude, least]).value == Double.leastNormalMagnitude + least)
    let greatest = Double.greatestFiniteMagnitude
    #expect(sum([greatest]).value == greatest)
    #expect(sum([greatest, greatest]).value == .infinity)
    #expect(sum([-greatest, -greatest]).value == -.infinity)
    #expect(sum([greatest, greatest, -greatest]).value == greatest)
    // Less than half of a unit in the last place doesn't overflow; half does.
    #expect(sum([greatest, 0x1p969]).value == greatest)
    #expect(sum([greatest, 0x1p970]).value == .infinity)
    #expect(sum([0.0, -0.0]).value.bitPattern == 0)
    #expect(ExactSum().value.bitPattern == 0)
  }

  @Test func infinitiesAndNaNsCanBeRemoved() {
    var sum = sum([1.5, .infinity])
    #expect(sum.value == .infinity)
    sum.add(-.infinity)
    #expect(sum.value.isNaN)
    sum.remove(.infinity)
    #expect(sum.value == -.infinity)
    sum.add(.nan)
    sum.remove(-.infinity)
    #expect(sum.value.isNaN)
    sum.remove(.nan)
    #expect(sum.value == 1.5)
  }

  @Test func manyNumbersAtOnceAddUpAsOneByOne() {
    var random = SplitMix64(seed: 9)
    let specials = [0, -0.0, .leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1]
    for (count, others) in [
      (4095, []), (4096, []), (9000, []), (5000, [Double.infinity]), (5000, [.infinity, -.infinity]),
    ] {
      var numbers = others + specials
      while numbers.count < count {
        numbers.append(
          random.oneIn(2) ? randomNumber(&random, spread: 40) : Double(bitPattern: random.next() & ~(1 << 62)))
      }
      numbers.shuffle(using: &random)
      var atOnce = ExactSum()
      atOnce.add(contentsOf: numbers)
      #expect(atOnce == sum(numbers) && atOnce.hashValue == sum(numbers).hashValue, "\(count)")
      #expect(atOnce.value == sum(numbers).value || atOnce.value.isNaN && sum(numbers).value.isNaN)
    }
  }

  @Test func sumsThatCarriedAndSumsThatDidNotAreEqual() {
    var (carried, plain) = (ExactSum(), ExactSum())
    for _ in 0..<3000 { carried.add(0.1) }
    for _ in 0..<2999 { carried.remove(0.1) }
    plain.add(0.1)
    #expect(carried == plain && carried.hashValue == plain.hashValue && carried.value == 0.1)
    plain.add(1)
    #expect(carried != plain)
  }

  @Test func whatIsAddedAndRemovedLeavesNoTrace() {
    var random = SplitMix64(seed: 4)
    var sum = ExactSum()
    var numbers: [Double] = []
    for _ in 0..<fuzzSteps(100_000) {
      if numbers.count < 40 || random.oneIn(2) {
        let number = Double(bitPattern: random.next())
        sum.add(number)
        numbers.append(number)
      } else {
        sum.remove(numbers.remove(at: random.below(numbers.count)))
      }
    }
    #expect(sum == self.sum(numbers))
    for number in numbers { sum.remove(number) }
    #expect(sum == ExactSum())
    #expect(sum.value == 0)
  }
}
