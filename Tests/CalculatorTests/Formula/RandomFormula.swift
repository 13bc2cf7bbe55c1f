// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport

/// Random formulas with packed values, over all operators and functions.
struct RandomFormula {
  private enum Form: CaseIterable { case number, boolean, color, length, date, moment }

  var random: SplitMix64
  /// Names of further numbers that formulas read.
  var numbers: [String] = []

  /// The inputs that formulas read. Those after `zero` fail while it is 0.
  static let inputs = [
    "a = 1.5", "b = -2", "n = 3", "c = true", "k = #3366cc", "q = 3 m", "d = 2026-03-01", "t = 2026-03-01T09:30Z",
    "zero = 0", "bad = 1 / zero", "doubt = 1 / zero > 2", "lost = if(1 / zero > 0, #000000, #ffffff)",
    "gap = 1 m / zero",
  ]
  static let functions = ["twice(x) = x + x", "safe(x, y) = iferror(x / y, x - y)", "second(x, y) = y + 0 * y"]

  /// A statement that changes a random input.
  mutating func change() -> String {
    pick([
      "a = \(number())", "b = \(number())", "n = \(number())", "c = \(pick(["true", "false"]))",
      "k = \(pick(["#000000", "#ffffff", "#102030"]))", "q = \(number()) m", "zero = \(pick(["0", "1", "2", "0.5"]))",
    ])
  }

  mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }

  mutating func number() -> String {
    pick(["0", "-0", "1", "2", "-3", "0.5", "1e308", "-1e308", "1e-320", "7", "2.5", "255", "1e15", "0.1"])
  }

  mutating func text() -> String {
    text(Form.allCases[random.below(Form.allCases.count)], random.below(4))
  }

  /// The functions of the table that take numbers and return one.
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
      case .number: return pick(["a", "b", "n", "a", "bad", "(\(number()))", "pi"] + numbers)
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
