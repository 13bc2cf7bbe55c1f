// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import FormulaTestSupport
import TestSupport
import Testing

@Suite struct PackedCodeTests {
  /// The result expected of a formula: its program, executed with the values of the inputs.
  private static func expected(_ text: String, of session: Session) throws -> NodeValue {
    let formula = try Formula(text).resolved(in: try functions())
    var (values, types): ([Result<Double, FormulaFailure>], [CalculatorType]) = ([], [])
    for (index, name) in formula.names.enumerated() {
      switch try #require(session.value(of: name.text)) {
      case .value(let value): (values, types) = (values + [.success(value.packed)], types + [value.type])
      default:
        values.append(.failure(.upstream(index)))
        types.append(failing[name.text] ?? .number)
      }
    }
    let program = try formula.program(types: types)
    #expect(PackedTranslation.instructions(of: program, types: types) != nil, "\(text)")
    do throws(FormulaFailure) {
      return .value(CalculatorValue(packed: try program.evaluate(ListedInputs(values: values)), type: program.type))
    } catch {
      if case .upstream(let index) = error,
        case .failure(let message, let origin)? = session.value(of: formula.names[index].text)
      {
        return .failure(message: message, origin: origin ?? formula.names[index].text)
      }
      return .failure(message: "\(error)", origin: nil)
    }
  }

  private static let failing: [String: CalculatorType] = [
    "bad": .number, "doubt": .boolean, "lost": .color,
    "gap": UnitOfMeasure("m").map(CalculatorType.quantity) ?? .number,
  ]

  private static func functions() throws -> [String: OwnFunction] {
    var functions: [String: OwnFunction] = [:]
    for (name, parameters, body) in [
      ("twice", ["x"], "x + x"), ("safe", ["x", "y"], "iferror(x / y, x - y)"), ("second", ["x", "y"], "y + 0 * y"),
    ] {
      functions[name] = OwnFunction(name: name, parameters: parameters, body: try Formula(body))
    }
    return functions
  }

  /// The text of a node's value with its bits, or of its failure; a failure of the node itself has no origin.
  private static func text(_ value: NodeValue, of node: String = "r") -> String {
    switch value {
    case .value(let value): return "\(value.type) \(value.packed.bitPattern)"
    case .failure(let message, let origin): return "\(message) from \(origin == node ? "" : origin ?? "")"
    case .pending: return "pending"
    }
  }

  @Test func nodesHaveTheValuesAndFailuresOfTheirPrograms() throws {
    var counts = (values: 0, failures: 0, refused: 0)
    let count = fuzzSteps(300)
    for seed in 0..<UInt64(count) {
      var formulas = RandomFormula(random: SplitMix64(seed: seed))
      let session = Session()
      session.undoLimit = seed.isMultiple(of: 2) ? 0 : session.undoLimit
      for line in RandomFormula.functions + RandomFormula.inputs { _ = try session.run(line) }
      for _ in 0..<4 {
        let text = formulas.text()
        guard (try? session.run("r = \(text)")) != nil else {
          counts.refused += 1
          continue
        }
        for _ in 0..<4 {
          let expected = Self.text(try Self.expected(text, of: session))
          let actual = Self.text(try #require(session.value(of: "r")))
          if actual.contains(" from ") { counts.failures += 1 } else { counts.values += 1 }
          #expect(actual == expected, "seed \(seed): \(text)")
          _ = try session.run(formulas.change())
        }
      }
    }
    #expect(counts.values > 3 * count && counts.failures > 3 * count && counts.refused < count * 2 / 3, "\(counts)")
  }

  @Test(arguments: [
    ("p + 1", ["addConstant", "end"]), ("1 - p", ["subtractFromConstant", "end"]),
    ("p * q + 2 * p", ["multiply", "multiplyConstant", "add", "end"]),
    ("if(p < 3, p, 7)", ["lessConstant", "jumpIfFalse", "move", "jump", "constant", "end"]),
    ("iferror(p / q, 0)", ["divide", "end"]),
  ])
  func constantsAndInputsNeedNoInstructions(text: String, operations: [String]) throws {
    let types = try Formula(text).names.map { _ in CalculatorType.number }
    let instructions = try #require(
      PackedTranslation.instructions(of: try Formula(text).program(types: types), types: types))
    #expect(instructions.map { "\($0.operation)" } == operations)
  }

  @Test(arguments: [
    ("p + 1", ["addConstant", "end"], true), ("1 - p", ["subtractFromConstant", "end"], true),
    ("((p + 1) * 2 - 1) / q", ["addConstant", "multiplyConstant", "addConstant", "divideInput", "end"], true),
    ("q / -p", ["negate", "divideInputBy", "end"], true),
    ("p * q + 2 * p", ["multiplyInput", "keep", "input", "multiplyConstant", "addPlace", "end"], false),
    ("(p + 1) / (q - 2)", ["addConstant", "keep", "input", "addConstant", "dividePlaceBy", "end"], false),
    ("p ^ q - 1", ["keep", "input", "keep", "other(power)", "addConstant", "end"], false),
    (
      "if(p < 3, p, 7)",
      [
        "keep", "other(lessConstant)", "other(jumpIfFalse)", "other(move)", "other(jump)", "other(constant)", "place",
        "end",
      ], false
    ),
  ])
  func stepsCalculateWithTheLastResult(text: String, operations: [String], areInARow: Bool) throws {
    let types = try Formula(text).names.map { _ in CalculatorType.number }
    let instructions = try #require(
      PackedTranslation.instructions(of: try Formula(text).program(types: types), types: types))
    let code = PackedSteps(instructions, inputCount: types.count)
    let names = code.steps.map { "\($0.operation)".replacing("Formulas.PackedOperation.", with: "") }
    #expect(names == operations)
    #expect(code.areInARow == areInARow && code.firstInput != nil)
  }

  @Test(
    arguments: [
      "1 / (p * p)", "p / (q * q)", "1 / (1 / z)", "p / (p / z)", "iferror(1 / (p / z), 7)", "(p * p) ^ z",
      "if(p * p > 1, 2, 3)", "min(p * p, 1)", "z / (p * p) + 1", "1 - q / (z - p * p)", "second(p * p, 3)",
      "exp(-p * p)",
    ])
  func aValueThatIsNotFiniteIsFoundAlthoughTheResultIs(text: String) throws {
    let session = Session()
    for line in RandomFormula.functions + ["p = 1e200", "q = -1e200", "z = 0", "r = \(text)"] {
      _ = try session.run(line)
    }
    for line in ["p = 2e200", "z = 1", "z = 0", "p = 1", "p = 1e308"] {
      _ = try session.run(line)
      let expected = Self.text(try Self.expected(text, of: session))
      #expect(Self.text(try #require(session.value(of: "r"))) == expected, "\(line)")
    }
  }

  @Test func whatNeedsManyPlacesIsExecutedAsBefore() throws {
    let names = (0..<200).map { "x\($0)" }
    let session = Session()
    for name in names { _ = try session.run("\(name) = 1") }
    _ = try session.run("total = sum(\(names.joined(separator: ", ")))")
    _ = try session.run("x7 = 5")
    #expect(session.value(of: "total") == .value(.number(204)))
  }
}
