// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct SessionSolveTests {
  /// A random formula that is monotone over all numbers of a range.
  private static func monotone(_ random: inout SplitMix64, _ depth: Int) -> String {
    if depth == 0 { return "x" }
    let inner = monotone(&random, depth - 1)
    let number = random.pick(["0.5", "2", "3.7", "12"])
    return switch random.below(9) {
    case 0: "(\(inner) * \(number))"
    case 1: "(\(inner) + \(number))"
    case 2: "exp(\(inner) / 50)"
    case 3: "ln(\(inner) + 100)"
    case 4: "(\(inner) + 60)^3"
    case 5: "sqrt(\(inner) + 200)"
    case 6: "atan(\(inner) / 20)"
    case 7: "(if(\(inner) > 1, 2 * \(inner) - 1, \(inner)))"
    default: "(-\(inner))"
    }
  }

  @Test func solvingGivesTheInputBack() throws {
    var solved = 0
    let count = UInt64(fuzzSteps(400))
    for seed in 0..<count {
      var random = SplitMix64(seed: seed)
      let session = Session(reportsChanges: false)
      let given = Double(random.below(2000)) / 100 - 10
      try session.run("x = \(given)")
      let text = Self.monotone(&random, 1 + random.below(4))
      try session.run("f = \(text)")
      guard case .value(.number(let target))? = session.value(of: "f") else { continue }
      try session.run("x = 1")
      let found = try session.solve("f", equals: target, for: "x", in: -10.5...10.5)
      let solution = try #require(found.nearest(to: given), "seed \(seed): \(text) = \(target) at \(given): \(found)")
      // A flat formula has the target value for several nearby numbers.
      try session.run("x = \(solution.value)")
      guard case .value(.number(let result))? = session.value(of: "f") else { continue }
      #expect((result - target).magnitude <= 1e-12 * max(target.magnitude, 1e-3), "seed \(seed): \(text) at \(given)")
      #expect((solution.value - given).magnitude < 1e-4 || result == target, "seed \(seed): \(text) at \(given)")
      solved += 1
    }
    #expect(solved > Int(count) * 5 / 8, "\(solved)")
  }

  @Test func aSearchIsStoppedAndChangesNothing() throws {
    let session = try Session(running: "x = 2", "y = x * 3")
    session.evaluator.isInterrupted = { true }
    #expect(throws: Diagnostic.self) { try session.solve("y", equals: 10, for: "x") }
    #expect(throws: Diagnostic.self) { try session.sensitivity(of: "y") }
    session.evaluator.isInterrupted = nil
    #expect(session.value(of: "x")?.text == "2")
  }

  @Test func sensitivityIsWhatSettingInputsByHandGives() throws {
    let lines = ["a = 2", "b = -3", "c = 0", "f = a^2 * b + sin(c) + a"]
    let session = try Session(running: lines[0], lines[1], lines[2], lines[3])
    let sensitivity = try session.sensitivity(of: "f", within: 0.1, ranges: ["c": -1...1])
    #expect(sensitivity.inputs.map(\.name) == ["a", "b", "c"] && sensitivity.value == -10)
    for input in sensitivity.inputs {
      for (end, result) in [(input.range.lowerBound, input.low), (input.range.upperBound, input.high)] {
        let other = try Session(running: lines[0], lines[1], lines[2], lines[3])
        try other.run("\(input.name) = \(end)")
        #expect(other.value(of: "f") == result.map { .value(.number($0)) })
      }
    }
    #expect(throws: Diagnostic.self) { try session.sensitivity(of: "f", ranges: ["nope": 0...1]) }
    #expect(throws: Diagnostic.self) { try session.sensitivity(of: "nope") }
  }

  @Test func aLargeModelIsSolvedInOnePassForEachRound() throws {
    let session = Session(reportsChanges: false)
    try session.run("x = 1")
    try session.run("v0 = x")
    for index in 1...500 { try session.run("v\(index) = v\(index - 1) + x") }
    let found = try session.solve("v500", equals: 1002, for: "x")
    #expect(found.solutions.map(\.value) == [2])
    #expect(try session.gradient(of: "v500").map { $0.slope?.value } == [501])
  }
}
