// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport
import Testing

/// Random formulas whose values are packed, over all operators and functions.
private struct RandomFormula {
  private enum Form: CaseIterable { case number, boolean, color, length, date, moment }

  var random: SplitMix64

  /// The inputs that formulas read. Those after `zero` fail while it is 0.
  static let inputs = [
    "a = 1.5", "b = -2", "n = 3", "c = true", "k = #3366cc", "q = 3 m", "d = 2026-03-01", "t = 2026-03-01T09:30Z",
    "zero = 0", "bad = 1 / zero", "doubt = 1 / zero > 2", "lost = if(1 / zero > 0, #000000, #ffffff)",
    "gap = 1 m / zero",
  ]
  static let functions = ["twice(x) = x + x", "safe(x, y) = iferror(x / y, x - y)", "second(x, y) = y + 0 * y"]

  /// What the inputs are given from time to time.
  mutating func change() -> String {
    pick([
      "a = \(number())", "b = \(number())", "n = \(number())", "c = \(pick(["true", "false"]))",
      "k = \(pick(["#000000", "#ffffff", "#102030"]))", "q = \(number()) m", "zero = \(pick(["0", "1", "2", "0.5"]))",
    ])
  }

  private mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }

  private mutating func number() -> String {
    pick(["0", "-0", "1", "2", "-3", "0.5", "1e308", "-1e308", "1e-320", "7", "2.5", "255", "1e15", "0.1"])
  }

  mutating func text() -> String {
    text(Form.allCases[random.below(Form.allCases.count)], random.below(4))
  }

  /// What the table has for numbers.
  private static let functionsOfNumbers = FormulaFunction.all.filter { function in
    switch (function.rule.code, function.row.units) {
    case (.list, _), (.if, _), (.iferror, _), (.iserror, _): return false
    case (_, .date), (_, .ofDate), (_, .ofClock), (_, .moment), (_, .makesDate): return false
    default: return function.rule.takes == .number && function.rule.gives == .number
    }
  }

  private mutating func arguments(_ count: Int, _ form: Form, _ depth: Int) -> String {
    var texts: [String] = []
    for _ in 0..<count { texts.append(text(form, depth - 1)) }
    return texts.joined(separator: ", ")
  }

  private mutating func text(_ form: Form, _ depth: Int) -> String {
    if depth <= 0 {
      switch form {
      case .number: return pick(["a", "b", "n", "a", "bad", "(\(number()))", "pi"])
      case .boolean: return pick(["c", "c", "doubt", "true", "false"])
      case .color: return pick(["k", "k", "lost", "#7e9bd0"])
      case .length: return pick(["q", "q", "gap", "2 m", "0 m"])
      case .date: return pick(["d", "2024-02-29"])
      case .moment: return pick(["t", "2024-02-29T23:00Z"])
      }
    }
    switch random.below(8) {
    case 0: return "if(\(text(.boolean, depth - 1)), \(text(form, depth - 1)), \(text(form, depth - 1)))"
    case 1: return "iferror(\(text(form, depth - 1)), \(text(form, depth - 1)))"
    default: break
    }
    func next(_ form: Form) -> String { text(form, depth - 1) }
    switch form {
    case .number: return numberText(depth)
    case .boolean:
      switch random.below(5) {
      case 0: return "(\(next(.boolean)) \(pick(["and", "or"])) \(next(.boolean)))"
      case 1: return "(not \(next(.boolean)))"
      case 2: return "iserror(\(next([.number, .length, .color][random.below(3)])))"
      case 3:
        return
          "(\(next(.number)) \(pick(["<", "<=", ">"])) \(next(.number)) \(pick(["<", ">=", "=="])) \(next(.number)))"
      default:
        let form: Form = [.number, .length, .date][random.below(3)]
        return "(\(next(form)) \(pick(["<", "<=", ">", ">=", "==", "!="])) \(next(form)))"
      }
    case .color: return "rgb(\(arguments(3, .number, depth)))"
    case .length:
      switch random.below(4) {
      case 0: return "(\(next(.length)) \(pick(["+", "-"])) \(next(.length)))"
      case 1: return "(\(next(.number)) * \(next(.length)))"
      case 2:
        return "\(pick(["max", "min", "sum", "mean", "hypot", "clamp", "median"]))(\(arguments(3, .length, depth)))"
      default: return "twice(\(next(.length)))"
      }
    case .date:
      switch random.below(3) {
      case 0: return "date(\(arguments(3, .number, depth)))"
      case 1: return "\(pick(["adddays", "addmonths"]))(\(next(.date)), \(next(.number)))"
      default: return "(\(next(.date)) + \(next(.number)) * 1 d)"
      }
    case .moment: return "addseconds(\(next(.moment)), \(next(.number)))"
    }
  }

  private mutating func numberText(_ depth: Int) -> String {
    func next(_ form: Form = .number) -> String { text(form, depth - 1) }
    switch random.below(12) {
    case 0...3: return "(\(next()) \(pick(["+", "-", "*", "/", "^"])) \(next()))"
    case 4: return "(-\(next()))"
    case 5: return "\(next())%"
    case 6: return "\(pick(["red", "green", "blue"]))(\(next(.color)))"
    case 7: return "(\(next(.length)) / \(next(.length)))"
    case 8: return "\(pick(["year", "month", "day", "weekday"]))(\(next(.date)))"
    case 9: return "\(pick(["safe", "second"]))(\(arguments(2, .number, depth)))"
    default:
      let function = Self.functionsOfNumbers[random.below(Self.functionsOfNumbers.count)]
      let arity = function.rule.arity
      let count = min(
        arity.upperBound,
        max(arity.lowerBound, function.rule.expectation.hasPrefix("at least 2") ? 2 : 1) + random.below(3))
      return "\(function.row.name)(\(arguments(count, .number, depth)))"
    }
  }
}

@Suite struct PackedCodeTests {
  /// The program itself is the oracle: it is executed with what the inputs have.
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

  /// What a node has, with the bits of a value; a failure that starts there has no origin.
  private static func text(_ value: NodeValue, of node: String = "r") -> String {
    switch value {
    case .value(let value): return "\(value.type) \(value.packed.bitPattern)"
    case .failure(let message, let origin): return "\(message) from \(origin == node ? "" : origin ?? "")"
    case .pending: return "pending"
    }
  }

  @Test func nodesHaveTheValuesAndFailuresOfTheirPrograms() throws {
    var counts = (values: 0, failures: 0, refused: 0)
    for seed in 0..<300 as Range<UInt64> {
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
    #expect(counts.values > 1000 && counts.failures > 1000 && counts.refused < 200, "\(counts)")
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

  @Test func whatNeedsManyPlacesIsExecutedAsBefore() throws {
    let names = (0..<200).map { "x\($0)" }
    let session = Session()
    for name in names { _ = try session.run("\(name) = 1") }
    _ = try session.run("total = sum(\(names.joined(separator: ", ")))")
    _ = try session.run("x7 = 5")
    #expect(session.value(of: "total") == .value(.number(204)))
  }
}
