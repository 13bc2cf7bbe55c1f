// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct FormulaSlopeTests {
  /// The derivatives of `f` with respect to some names, each with an estimate by finite differences.
  private func slopes(
    _ session: Session, by names: [String]
  ) throws -> [(found: Slope?, expected: (slope: Double, error: Double)?)] {
    let nodes = try names.map { try #require(session.node(named: $0)) }
    let output = try #require(session.node(named: "f")).output
    let run = ScenarioRun(of: try ScenarioProgram(session.evaluator, varying: nodes, reading: [output]))
    let values = names.map { name -> Double in
      guard case .value(.number(let number))? = session.value(of: name) else { return .nan }
      return number
    }
    let found = try run.slopes(at: values)
    return names.indices.map { index in
      let trials = DifferenceQuotient.trials(around: values[index])
      let columns = names.indices.map { $0 == index ? trials : Array(repeating: values[$0], count: trials.count) }
      return (found[index], DifferenceQuotient.slope(trials, run.numbers(for: columns)))
    }
  }

  private func agree(_ found: Double, _ expected: (slope: Double, error: Double)) -> Bool {
    (found - expected.slope).magnitude <= 1e-6 * max(found.magnitude, expected.slope.magnitude) + 100 * expected.error
      + 1e-12
  }

  /// Functions without known derivatives: of whole numbers, colours and dates.
  private static let unknown = ["roundto", "gcd", "lcm", "factorial", "powmod"]

  @Test func everyFunctionOfNumbersHasItsDerivatives() throws {
    var compared = 0
    for function in FormulaFunction.all {
      guard function.rule.takes == .number, function.rule.gives == .number, !Self.unknown.contains(function.row.name)
      else {
        continue
      }
      switch (function.rule.code, function.row.units) {
      case (.list, _), (.if, _), (.iferror, _), (.iserror, _): continue
      case (_, .date), (_, .ofDate), (_, .ofClock), (_, .moment), (_, .makesDate): continue
      default: break
      }
      let arity = function.rule.arity
      for count in arity.lowerBound...min(arity.upperBound, 3) {
        for values in [[0.3, 0.7, 0.9], [0.62, 0.41, 0.77], [1.7, 1.3, 4.2], [2.6, -1.3, 5], [-3.4, 2, 0.5]] {
          let session = Session(reportsChanges: false)
          for (name, value) in zip(["a", "b", "c"], values) { try session.run("\(name) = \(value)") }
          let names = Array(["a", "b", "c"].prefix(count))
          // The number of digits must be whole.
          if function.row.name == "round", count == 2 { try session.run("b = 2") }
          guard (try? session.run("f = \(function.row.name)(\(names.joined(separator: ", ")))")) != nil,
            case .value? = session.value(of: "f")
          else { continue }
          for (name, (found, expected)) in zip(names, try slopes(session, by: names)) {
            let label = "\(function.row.name)\(values.prefix(count)) by \(name)"
            if function.row.name == "round", name == "b" { continue }
            guard let expected, expected.error < 1e-4 else { continue }
            #expect(found?.method == .exact, "\(label)")
            #expect(
              found.map { agree($0.value, expected) } == true, "\(label): \(String(describing: found)), \(expected)")
            compared += 1
          }
        }
      }
    }
    #expect(compared > 250, "\(compared)")
  }

  @Test func derivativesOfRandomFormulasAreThoseOfDifferences() throws {
    var (exact, compared) = (0, 0)
    let count = fuzzSteps(1200)
    for seed in 0..<UInt64(count) {
      var formulas = RandomFormula(random: SplitMix64(seed: seed))
      let session = Session(reportsChanges: false)
      for line in RandomFormula.functions + RandomFormula.inputs { _ = try session.run(line) }
      for line in ["a = 1.37", "b = -2.21", "n = 3.13"] { try session.run(line) }
      let text = formulas.text()
      guard (try? session.run("f = \(text) + 0 * a + 0 * b + 0 * n")) != nil,
        case .value(.number(let value))? = session.value(of: "f")
      else { continue }
      let pairs = try slopes(session, by: ["a", "b", "n"])
      for (name, (found, expected)) in zip(["a", "b", "n"], pairs) {
        if found?.method == .exact { exact += 1 }
        guard let found, let expected, expected.error < 1e-6 * max(expected.slope.magnitude, 1e-3),
          found.value.magnitude < 1e100
        else { continue }
        // A term added to a far greater number has no measurable effect.
        if expected.slope == 0, found.value.magnitude < 1e-9 * value.magnitude { continue }
        compared += 1
        #expect(agree(found.value, expected), "seed \(seed) by \(name): \(found.value), \(expected)\n\(text)")
      }
    }
    #expect(exact > count / 6 && compared > count / 16, "\(exact) exact, \(compared) compared")
  }

  @Test func conditionsAndGuardsFollowTheWayThatIsTaken() throws {
    let session = try Session(
      running: "x = 2", "y = 3", "g = if(x > 1, x^2 * y, 1/0)", "h = iferror(g, 7) + (x < 0 ? y : 2 * y)", "f = h * 2")
    let found = try slopes(session, by: ["x", "y"]).map(\.found)
    #expect(found == [Slope(value: 24, method: .exact), Slope(value: 12, method: .exact)])
  }

  @Test func aPassThroughListsAndCaughtErrorsUsesDifferences() throws {
    let session = try Session(
      running: "x = 2", "y = 3", "l = [x, y, x * y]", "k = iferror(1 / (x - 2), y)", "f = sum(l) + k * x")
    let found = try slopes(session, by: ["x", "y"]).map(\.found)
    #expect(found.allSatisfy { $0?.method != .exact })
    #expect(found[1].map { ($0.value - 5).magnitude < 1e-9 } == true)
    // 1 / (x - 2) is an error only at 2.
    #expect(found[0] == nil)
  }

  @Test func theGradientOfALongChainIsExact() throws {
    let session = Session(reportsChanges: false)
    try session.run("x = 1")
    try session.run("v0 = x")
    for index in 1...2000 { try session.run("v\(index) = v\(index - 1) * 1.001 + x") }
    try session.run("f = v2000")
    let found = try #require(try slopes(session, by: ["x"]).first?.found)
    var (value, power) = (0.0, 1.0)
    for _ in 0..<2000 { (value, power) = (value + power, power * 1.001) }
    #expect(found.method == .exact && (found.value - (value + power)).magnitude < 1e-9 * value)
  }
}
