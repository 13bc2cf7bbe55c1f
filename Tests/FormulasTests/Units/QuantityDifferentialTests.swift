// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import TestSupport
import Testing

/// A quantity in the tests' own model: a number of base units, and the exponents of m, kg, s, K, USD.
private struct Plain {
  var number: Double
  var powers: [Int]

  static func parse(unit text: String) -> Plain? {
    if text.isEmpty { return Plain(number: 1, powers: [0, 0, 0, 0, 0]) }
    var result = Plain(number: 1, powers: [0, 0, 0, 0, 0])
    var sign = 1
    var word = ""
    func finish() -> Bool {
      let name = String(word.prefix { $0.isLetter && !"²³⁴⁵⁶⁷⁸⁹".contains($0) })
      let digits = word.dropFirst(name.count)
      var power = 0
      for digit in digits where digit != "⁻" {
        guard let place = Array("⁰¹²³⁴⁵⁶⁷⁸⁹").firstIndex(of: digit) else { return false }
        power = power * 10 + place
      }
      if digits.isEmpty { power = 1 }
      if digits.first == "⁻" { power = -power }
      guard let (factor, powers) = units[name] else { return false }
      for _ in 0..<abs(power) { result.number = power * sign > 0 ? result.number * factor : result.number / factor }
      for index in powers.indices { result.powers[index] += powers[index] * power * sign }
      return true
    }
    for character in text {
      guard character == "/" || character == "·" else {
        word.append(character)
        continue
      }
      guard finish() else { return nil }
      word = ""
      sign = character == "/" ? -1 : 1
    }
    return finish() ? result : nil
  }

  /// The tests' own table of units, written independently of the tables in the sources.
  static let units: [String: (Double, [Int])] = [
    "m": (1, [1, 0, 0, 0, 0]), "km": (1000, [1, 0, 0, 0, 0]), "cm": (0.01, [1, 0, 0, 0, 0]),
    "ft": (0.3048, [1, 0, 0, 0, 0]), "mi": (1609.344, [1, 0, 0, 0, 0]), "kg": (1, [0, 1, 0, 0, 0]),
    "g": (0.001, [0, 1, 0, 0, 0]), "lb": (0.45359237, [0, 1, 0, 0, 0]), "s": (1, [0, 0, 1, 0, 0]),
    "min": (60, [0, 0, 1, 0, 0]), "h": (3600, [0, 0, 1, 0, 0]), "K": (1, [0, 0, 0, 1, 0]),
    "N": (1, [1, 1, -2, 0, 0]), "J": (1, [2, 1, -2, 0, 0]), "kWh": (3.6e6, [2, 1, -2, 0, 0]),
    "W": (1, [2, 1, -3, 0, 0]),
    "L": (0.001, [3, 0, 0, 0, 0]), "mph": (0.44704, [1, 0, -1, 0, 0]), "USD": (1, [0, 0, 0, 0, 1]),
  ]
}

/// The reason why there isn't a comparable value.
private enum Outcome: Error {
  /// The dimensions don't fit: the formula must be refused.
  case mismatch
  /// Computing fails, for example by a division by zero.
  case failure
  /// The result depends on rounding.
  case unclear
}

private indirect enum Term {
  case literal(Int, String)
  case binary(String, Term, Term)
  case negated(Term)
  case call(String, [Term])
  case converted(Term, String)
  case list(String, [Term])

  var text: String {
    switch self {
    case .literal(let number, let unit): "\(number)\(unit.isEmpty ? "" : " \(unit)")"
    case .binary(let name, let x, let y): "(\(x.text) \(name) \(y.text))"
    case .negated(let x): "(-\(x.text))"
    case .call(let name, let terms): "\(name)(\(terms.map(\.text).joined(separator: ", ")))"
    case .converted(let x, let unit): "(\(x.text) in \(unit))"
    case .list(let name, let terms): "\(name)([\(terms.map(\.text).joined(separator: ", "))])"
    }
  }

  static let simple = [
    "", "m", "km", "cm", "ft", "mi", "kg", "g", "lb", "s", "min", "h", "K", "USD", "N", "J", "kWh", "W", "L", "mph",
  ]

  static func literal(of unit: String?, _ random: inout SplitMix64) -> Term {
    .literal(Int.random(in: 1...60, using: &random), unit ?? simple.randomElement(using: &random) ?? "m")
  }

  /// The units with the dimension of a unit.
  static func alike(_ unit: String) -> [String] {
    simple.filter { Plain.parse(unit: $0)?.powers == Plain.parse(unit: unit)?.powers }
  }

  /// A random term that mostly has the dimension of a unit, and sometimes another one.
  static func random(_ unit: String, _ depth: Int, _ random: inout SplitMix64) -> Term {
    let unit = Int.random(in: 0..<40, using: &random) == 0 ? simple.randomElement(using: &random) ?? "" : unit
    let other = alike(unit).randomElement(using: &random) ?? unit
    if depth == 0 { return literal(of: other, &random) }
    func next(_ unit: String) -> Term { .random(unit, depth - 1, &random) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return .binary("+", next(unit), next(other))
    case 2: return .binary("-", next(unit), next(other))
    case 3: return .negated(next(unit))
    case 4:
      return .call(
        ["max", "min", "sum", "mean", "hypot"].randomElement(using: &random) ?? "max", [next(unit), next(other)])
    case 5:
      return .list(
        ["max", "sum", "mean", "median"].randomElement(using: &random) ?? "sum", [next(unit), next(other), next(unit)])
    case 6: return other.isEmpty ? .negated(next(unit)) : .converted(next(unit), other)
    case 7: return .binary("*", next(""), next(unit))
    default:
      // A quotient and a product that pass through another dimension.
      let through = ["m", "h", "kg", "USD"].randomElement(using: &random) ?? "m"
      let via = alike(through).randomElement(using: &random) ?? through
      return Bool.random(using: &random)
        ? .binary("*", .binary("/", next(unit), literal(of: through, &random)), literal(of: via, &random))
        : .binary("/", .binary("*", next(unit), literal(of: through, &random)), literal(of: via, &random))
    }
  }

  func value() throws(Outcome) -> Plain {
    switch self {
    case .literal(let number, let unit):
      guard let unit = Plain.parse(unit: unit) else { throw .mismatch }
      return Plain(number: Double(number) * unit.number, powers: unit.powers)
    case .binary(let name, let x, let y):
      let (left, right) = try Self.both(x, y)
      switch name {
      case "*": return Plain(number: left.number * right.number, powers: zip(left.powers, right.powers).map { $0 + $1 })
      case "/":
        if right.number == 0 { throw .failure }
        return Plain(number: left.number / right.number, powers: zip(left.powers, right.powers).map { $0 - $1 })
      default:
        return try Self.sum(left, Plain(number: name == "+" ? right.number : -right.number, powers: right.powers))
      }
    case .negated(let x):
      let value = try x.value()
      return Plain(number: -value.number, powers: value.powers)
    case .converted(let x, let unit):
      let value = try x.value()
      guard value.powers == Plain.parse(unit: unit)?.powers else { throw .mismatch }
      // A number is not a quantity.
      if value.powers.allSatisfy({ $0 == 0 }) { throw .mismatch }
      return value
    case .call(let name, let terms), .list(let name, let terms):
      // All types are checked before any value is computed.
      var values: [Plain] = []
      var outcome: Outcome?
      for term in terms {
        do throws(Outcome) {
          values.append(try term.value())
        } catch {
          if outcome == nil || error == .mismatch { outcome = error }
        }
      }
      if let outcome { throw outcome }
      guard let first = values.first, values.allSatisfy({ $0.powers == first.powers }) else { throw .mismatch }
      let numbers = values.map(\.number)
      switch name {
      case "max": return Plain(number: numbers.max() ?? 0, powers: first.powers)
      case "min": return Plain(number: numbers.min() ?? 0, powers: first.powers)
      case "median": return Plain(number: numbers.sorted()[1], powers: first.powers)
      case "hypot":
        return Plain(number: (numbers[0] * numbers[0] + numbers[1] * numbers[1]).squareRoot(), powers: first.powers)
      default:
        var total = first
        for value in values.dropFirst() { total = try Self.sum(total, value) }
        if name == "mean" { total.number /= Double(values.count) }
        return total
      }
    }
  }

  /// The values of both sides. A mismatch in either one takes precedence over other outcomes.
  private static func both(_ x: Term, _ y: Term) throws(Outcome) -> (Plain, Plain) {
    var left: Plain?
    var outcome: Outcome?
    do throws(Outcome) { left = try x.value() } catch { outcome = error }
    do throws(Outcome) {
      let right = try y.value()
      if let left { return (left, right) }
    } catch {
      if error == .mismatch { outcome = error }
      if outcome == nil { outcome = error }
    }
    throw outcome ?? .unclear
  }

  private static func sum(_ left: Plain, _ right: Plain) throws(Outcome) -> Plain {
    guard left.powers == right.powers else { throw .mismatch }
    let number = left.number + right.number
    // After cancellation no digits are left to compare.
    if abs(number) < 1e-6 * max(abs(left.number), abs(right.number)) { throw .unclear }
    return Plain(number: number, powers: left.powers)
  }
}

@Suite struct QuantityDifferentialTests {
  @Test func randomFormulasOfQuantitiesMeanWhatANaiveEvaluatorSaysAndReadBack() throws {
    var (values, refusals) = (0, 0)
    let targets = Term.simple + ["", "m", "h", "USD"]
    let count = fuzzSteps(1500)
    for seed in 0..<UInt64(count) {
      var random = SplitMix64(seed: seed)
      let unit = targets[Int(seed) % targets.count]
      let term = Term.random(unit, Int.random(in: 1...4, using: &random), &random)
      let expected: Plain
      do throws(Outcome) {
        expected = try term.value()
      } catch {
        guard error == .mismatch else { continue }
        refusals += 1
        #expect(answer(term.text).hasPrefix("error[type]"), "seed \(seed): \(term.text) is \(answer(term.text))")
        continue
      }
      values += 1
      let program = try Formula(term.text).program(types: [])
      let value = try program.value(of: ListedValues())
      let printed = value.exactText
      let parts = printed.split(separator: " ", maxSplits: 1)
      let found = try #require(Plain.parse(unit: parts.count > 1 ? String(parts[1]) : ""), "\(printed)")
      #expect(found.powers == expected.powers, "seed \(seed): \(term.text) is \(printed)")
      let number = try #require(Double(parts[0])) * found.number
      #expect(abs(number - expected.number) <= 1e-11 * abs(expected.number), "seed \(seed): \(term.text) is \(printed)")
      let again = try Formula(printed).program(types: []).value(of: ListedValues())
      #expect(again == value && again.type == value.type, "seed \(seed): \(printed)")
    }
    #expect(values > count / 3 && refusals > count / 20, "\(values) values, \(refusals) refusals")
  }
}
