// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct SolutionsTests {
  private static func search(
    _ target: Double, around number: Double = 1, in range: ClosedRange<Double>? = nil, isWhole: Bool = false,
    _ function: @escaping (Double) -> Double?
  ) -> Solutions {
    Solutions.search(for: target, around: number, in: range, isWhole: isWhole) { $0.map(function) }
  }

  private static func numbers(_ jumps: [Solutions.Jump]) -> [[Double]] {
    jumps.map { [$0.below, $0.above, $0.from, $0.to] }
  }

  @Test func everyCrossingOfARangeIsFound() {
    let found = Self.search(0, in: -3...4) { ($0 + 2.25) * ($0 - 0.1) * ($0 - 3.7) }
    #expect(found.solutions.map(\.value) == [-2.25, 0.1, 3.7])
    #expect(found.jumps.isEmpty)
    #expect(found.solutions.allSatisfy { !$0.touches && $0.value == $0.through })
  }

  @Test(arguments: [1e-12, 0.3, 25, 123_456, 1e15])
  func withoutARangeSolutionsOfAllMagnitudesAreFound(_ solution: Double) {
    for sign in [1.0, -1] {
      let found = Self.search(sign * solution * 3) { $0 * 3 }
      #expect(found.solutions.count == 1)
      #expect(found.nearest(to: 0)?.value == sign * solution)
    }
  }

  @Test func solutionsHaveAsFewDigitsAsTheyCan() {
    #expect(Self.search(10) { $0 * 0.1 + 7.5 }.solutions.map(\.value) == [25])
    #expect(Self.search(0.3, in: 0...1) { $0 + 0.2 - 0.1 }.solutions.map(\.value) == [0.2])
    #expect(Self.search(3e6) { $0 * 3 }.solutions.map(\.value) == [1_000_000])
  }

  @Test func whatTouchesTheTargetIsASolution() {
    let found = Self.search(-0.25, around: 10) { ($0 - 2.5) * ($0 - 2.5) - 0.25 }
    #expect(found.solutions.map(\.value) == [2.5])
    #expect(Self.search(-0.26) { ($0 - 2.5) * ($0 - 2.5) - 0.25 }.solutions.isEmpty)
    #expect(Self.search(1e-40, in: 0.1...9) { ($0 - 2.123) * ($0 - 2.123) }.solutions.map(\.touches) == [true])
  }

  @Test func valuesFromOneToAnotherAreOneSolution() {
    let found = Self.search(2, in: 0...10) { $0.rounded(.down) }
    #expect(found.solutions.map(\.value) == [2])
    #expect(found.solutions.map(\.through) == [Double(3).nextDown])
    #expect(found.nearest(to: 2.5)?.value == 2)
  }

  @Test func aJumpOverTheTargetIsNoSolution() {
    let found = Self.search(2.5, in: 0...10) { $0.rounded(.down) }
    #expect(found.solutions.isEmpty)
    #expect(Self.numbers(found.jumps) == [[Double(3).nextDown, 3, 2, 3]])
    // A pole is a jump as well; a vertical tangent is not.
    #expect(Self.search(0, in: -1...2) { 1 / ($0 - 0.7) }.solutions.isEmpty)
    #expect(Self.search(0, in: -1...2) { ($0 < 0.7 ? -1 : 1) * ($0 - 0.7).magnitude.squareRoot() }.jumps.isEmpty)
  }

  @Test func numbersWithoutAValueAreNoSides() {
    let found = Self.search(1, in: -10...10) { $0 < 0.25 ? nil : $0.squareRoot() }
    #expect(found.solutions.map(\.value) == [1])
    #expect(found.failureCount > 0)
    #expect(Self.search(1) { _ in nil }.closest == nil)
    #expect(Self.search(1) { _ in .nan }.closest == nil)
    // The smallest number that has a value is the solution.
    #expect(Self.search(0.5, in: 0...1) { $0 < 0.25 ? nil : $0.squareRoot() }.solutions.map(\.value) == [0.25])
  }

  @Test func withoutASolutionTheNearestTrialIsNamed() {
    let found = Self.search(100, in: 1...10) { $0 * 3 + 5 }
    #expect(found.solutions.isEmpty)
    #expect(found.closest.map { [$0.value, $0.output] } == [10, 35])
    #expect(found.least.map { [$0.value, $0.output] } == [1, 8])
    #expect(found.greatest == found.closest)
    #expect(found.range == 1...10)
  }

  @Test func wholeNumbersAreTriedOnly() {
    var trials: [Double] = []
    let found = Self.search(30, around: 12, isWhole: true) {
      trials.append($0)
      return $0 * 2
    }
    #expect(found.solutions.map(\.value) == [15])
    #expect(trials.allSatisfy { $0 == $0.rounded() })
    let missed = Self.search(31, in: 0...100, isWhole: true) { $0 * 2 }
    #expect(missed.solutions.isEmpty)
    #expect(Self.numbers(missed.jumps) == [[15, 16, 30, 32]])
  }

  @Test func anOutputThatCrossesOftenIsSearchedInPart() {
    let found = Self.search(0, in: 0...10_000) {
      Int($0 / 7).isMultiple(of: 2) ? $0.truncatingRemainder(dividingBy: 7) - 3 : -3
    }
    #expect(!found.isComplete)
    #expect(!found.solutions.isEmpty)
  }

  @Test func aSearchEndsWhateverTheFunctionIs() {
    for seed in 0..<UInt64(fuzzSteps(200)) {
      var random = SplitMix64(seed: seed)
      let steps = (0..<8).map { _ in Double(random.below(9)) - 4 }
      let found = Self.search(
        Double(random.below(5)) - 2, around: Double(random.below(100)), isWhole: random.below(3) == 0
      ) { number in
        let place = Int(number.magnitude.truncatingRemainder(dividingBy: 8))
        return steps[place] == 4
          ? nil : steps[place] + (steps[7 - place] > 0 ? number.truncatingRemainder(dividingBy: 1) : 0)
      }
      for solution in found.solutions { #expect((solution.output - found.target).magnitude < 1e-9, "seed \(seed)") }
    }
  }

  // MARK: Graphs

  @Test func anEvaluatorIsSolvedWithoutAChange() throws {
    let model = try SlopeModel()
    let (evaluator, before) = (model.evaluator, model.evaluator[model.product])
    let found = try evaluator.solve(for: model.x, reading: model.product, equals: 12)
    #expect(found.solutions.map(\.value) == [4])
    #expect(evaluator[model.product] == before && evaluator[model.x] == 2)
    #expect(throws: ScenarioError.self) {
      try evaluator.solve(for: model.x, reading: evaluator.node("inCode", model.x) { $0 }, equals: 1)
    }
  }
}
