// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import TestSupport
import Testing

/// A formula of any type as a tree, which computes its value without programs.
private indirect enum Term {
  case literal(CalculatorValue)
  case input(Int)
  case list([Term])
  case range(Int, Int)
  case binary(String, Term, Term)
  case call(String, [Term])
  case element(Term, Term)
  case filter(Term, Term)
}

private struct Failed: Error {}

extension Term {
  static let names = ["a", "b", "t", "s", "u", "v"]
  static let inputs: [CalculatorValue] = [
    .number(3), .boolean(true), .text("bee"), .numbers([2, 0, 5, 2]), .texts(["a", "bee", "", "a"]),
    .booleans([true, false, false, true]),
  ]

  static func random(_ type: CalculatorType, _ depth: Int, _ random: inout SplitMix64) -> Term {
    func next(_ type: CalculatorType) -> Term { .random(type, depth - 1, &random) }
    if depth == 0 {
      if Bool.random(using: &random), let index = inputs.firstIndex(where: { $0.type == type }) { return .input(index) }
      switch type {
      case .number: return .literal(.number(Double(Int.random(in: 0...4, using: &random))))
      case .boolean: return .literal(.boolean(Bool.random(using: &random)))
      case .text: return .literal(.text(["", "a", "q\"\\", "Ä"].randomElement(using: &random) ?? ""))
      case .numbers:
        let first = Int.random(in: 0...3, using: &random)
        return .range(first, first + Int.random(in: 0...3, using: &random))
      default: return .list((0..<Int.random(in: 1...4, using: &random)).map { _ in .random(type.element, 0, &random) })
      }
    }
    // A list and a single value in either order, or two lists.
    func pair(_ element: CalculatorType, _ isList: Bool) -> (Term, Term) {
      guard isList else { return (next(element), next(element)) }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return (next(element.list), next(element))
      case 1: return (next(element), next(element.list))
      default: return (next(element.list), next(element.list))
      }
    }
    let comparisons = ["<", "<=", ">", ">=", "==", "!="]
    let choice = Int.random(in: 0..<9, using: &random)
    switch type {
    case .number:
      switch choice {
      case 0: return .call("sum", [next(.numbers)])
      case 1: return .call("count", [next([.numbers, .booleans, .texts].randomElement(using: &random) ?? .texts)])
      case 2: return .element(next(.numbers), next(.number))
      case 3:
        return .call(
          ["min", "max", "mean", "median", "product"].randomElement(using: &random) ?? "max", [next(.numbers)])
      case 4: return .call("match", [next(.text), next(.texts)])
      case 5: return .call("lookup", [next(.text), next(.texts), next(.numbers)])
      case 6: return .call("len", [next(.text)])
      case 7: return .call("if", [next(.boolean), next(.number), next(.number)])
      default: return .binary(["+", "-", "*", "/"].randomElement(using: &random) ?? "+", next(.number), next(.number))
      }
    case .boolean, .booleans:
      let isList = type.isList
      switch choice {
      case 0...2:
        let (x, y) = pair(.number, isList)
        return .binary(comparisons.randomElement(using: &random) ?? "<", x, y)
      case 3, 4:
        let (x, y) = pair(.text, isList)
        return .binary(comparisons.randomElement(using: &random) ?? "<", x, y)
      case 5: return .binary("and", next(type), next(type))
      case 6: return .binary("or", next(type), next(type))
      case 7 where !isList: return .call("any", [next(.booleans)])
      default: return .call("not", [next(type)])
      }
    case .text:
      switch choice {
      case 0...2: return .binary("&", next(.text), next(choice == 0 ? .number : choice == 1 ? .boolean : .text))
      case 3: return .element(next(.texts), next(.number))
      case 4: return .call("upper", [next(.text)])
      case 5: return .call("first", [next(.texts)])
      default: return .call("if", [next(.boolean), next(.text), next(.text)])
      }
    case .numbers:
      switch choice {
      case 0: return .filter(next(.numbers), next(.booleans))
      case 1: return .call("sort", [next(.numbers)])
      case 2: return .call("join", [next(.numbers), next(.number)])
      case 3: return .element(next(.numbers), next(.numbers))
      case 4: return .call("reverse", [next(.numbers)])
      case 6: return .call("sumby", [next(.numbers), next(choice < 7 ? .texts : .numbers)])
      case 5: return .call("if", [next(.booleans), next(.numbers), next(.number)])
      default:
        let (x, y) = pair(.number, true)
        return .binary(["+", "-", "*", "/"].randomElement(using: &random) ?? "+", x, y)
      }
    default:
      switch choice {
      case 0: return .filter(next(.texts), next(.booleans))
      case 1: return .call("sort", [next(.texts)])
      case 2: return .call("unique", [next(.texts)])
      case 3: return .binary("&", next(.texts), next(.number))
      case 4: return .binary("&", next(.text), next(.texts))
      case 5: return .list([next(.text), next(.text)])
      default: return .call("upper", [next(.texts)])
      }
    }
  }

  /// The text with every operator in parentheses; precedence is tested elsewhere.
  var text: String {
    switch self {
    case .literal(let value): return value.exactText
    case .input(let index): return Self.names[index]
    case .list(let terms): return "[\(terms.map(\.text).joined(separator: ", "))]"
    case .range(let first, let last): return "(\(first)..\(last))"
    case .binary(let name, let x, let y): return "(\(x.text) \(name) \(y.text))"
    case .call("not", let terms): return "(not \(terms[0].text))"
    case .call(let name, let terms): return "\(name)(\(terms.map(\.text).joined(separator: ", ")))"
    case .element(let list, let place): return "\(list.text)[\(place.text)]"
    case .filter(let list, let condition): return "(\(list.text) where \(condition.text))"
    }
  }
}

/// A single value or a list of them, in a naive evaluator.
private enum Plain: Equatable {
  case one(CalculatorValue)
  case many([CalculatorValue])

  var all: [CalculatorValue] {
    switch self {
    case .one(let value): [value]
    case .many(let values): values
    }
  }

  var isList: Bool { if case .many = self { true } else { false } }

  static func each(_ operands: [Plain], _ body: ([CalculatorValue]) throws -> CalculatorValue) throws -> Plain {
    let lengths = Set(operands.filter(\.isList).map(\.all.count))
    if lengths.count > 1 { throw Failed() }
    guard let count = lengths.first else { return .one(try body(operands.map { $0.all[0] })) }
    return .many(try (0..<count).map { index in try body(operands.map { $0.isList ? $0.all[index] : $0.all[0] }) })
  }
}

extension CalculatorValue {
  fileprivate var double: Double { if case .number(let number) = self { number } else { .nan } }
  fileprivate var bool: Bool { self == .boolean(true) }
  fileprivate var string: String { if case .text(let text) = self { text } else { "" } }

  fileprivate var plain: Plain {
    switch self {
    case .numbers(let list): .many(list.map { .number($0) })
    case .booleans(let list): .many(list.map { .boolean($0) })
    case .texts(let list): .many(list.map { .text($0) })
    default: .one(self)
    }
  }
}

extension Term {
  func value() throws -> Plain {
    func number(_ value: Double) throws -> CalculatorValue {
      if !value.isFinite { throw Failed() }
      return .number(value)
    }
    switch self {
    case .literal(let value): return value.plain
    case .input(let index): return Self.inputs[index].plain
    case .list(let terms): return .many(try terms.map { try $0.value().all[0] })
    case .range(let first, let last): return .many((first...last).map { .number(Double($0)) })
    case .filter(let list, let condition):
      let (list, condition) = (try list.value().all, try condition.value().all)
      if list.count != condition.count { throw Failed() }
      return .many(zip(list, condition).filter { $1.bool }.map(\.0))
    case .element(let list, let place):
      let list = try list.value().all
      return try Plain.each([try place.value()]) { place in
        let index = place[0].double
        guard index >= 1, index <= Double(list.count), index == index.rounded() else { throw Failed() }
        return list[Int(index) - 1]
      }
    case .binary(let name, let x, let y):
      // If the left Boolean decides the result, the right one is not evaluated.
      let left = try x.value()
      if !left.isList, name == "and", !left.all[0].bool { return left }
      if !left.isList, name == "or", left.all[0].bool { return left }
      return try Plain.each([left, try y.value()]) { pair in
        let (x, y) = (pair[0], pair[1])
        switch name {
        case "+": return try number(x.double + y.double)
        case "-": return try number(x.double - y.double)
        case "*": return try number(x.double * y.double)
        case "/": return try number(x.double / y.double)
        case "&": return .text([x, y].map { $0.type == .text ? $0.string : $0.description }.joined())
        case "and": return .boolean(x.bool && y.bool)
        case "or": return .boolean(x.bool || y.bool)
        default:
          let isBelow = x.type == .text ? x.string < y.string : x.double < y.double
          let isSame = x.type == .text ? x.string == y.string : x.double == y.double
          let isTrue =
            switch name {
            case "<": isBelow
            case "<=": isBelow || isSame
            case ">": !isBelow && !isSame
            case ">=": !isBelow
            case "==": isSame
            default: !isSame
            }
          return .boolean(isTrue)
        }
      }
    case .call("if", let terms):
      let condition = try terms[0].value()
      if !condition.isList { return try terms[condition.all[0].bool ? 1 : 2].value() }
      return try Plain.each([condition, try terms[1].value(), try terms[2].value()]) { $0[0].bool ? $0[1] : $0[2] }
    case .call(let name, let terms): return try Self.apply(name, try terms.map { try $0.value() })
    }
  }

  private static func apply(_ name: String, _ arguments: [Plain]) throws -> Plain {
    func one(_ value: Double) throws -> Plain {
      if !value.isFinite { throw Failed() }
      return .one(.number(value))
    }
    let all = arguments[0].all
    let numbers = all.map(\.double)
    switch name {
    case "not": return try Plain.each(arguments) { .boolean(!$0[0].bool) }
    case "upper": return try Plain.each(arguments) { .text($0[0].string.uppercased()) }
    case "sum": return try one(numbers.reduce(0, +))
    case "product": return try one(numbers.reduce(1, *))
    case "count": return try one(Double(all.first?.type == .boolean ? all.count { $0.bool } : all.count))
    case "len": return try one(Double(all[0].string.count))
    case "any": return .one(.boolean(all.contains { $0.bool }))
    case "sort":
      return .many(all.sorted { $0.type == .text ? $0.string < $1.string : $0.double < $1.double })
    case "reverse": return .many(all.reversed())
    case "join": return .many(all + arguments[1].all)
    case "unique": return .many(all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    case "sumby":
      let keys = arguments[1].all
      if keys.count != all.count { throw Failed() }
      let unique: [CalculatorValue] = keys.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      return .many(
        try unique.map { key in
          let values = zip(numbers, keys).filter { $1 == key }.map(\.0)
          let sum = values.reduce(0, +)
          if !sum.isFinite { throw Failed() }
          return .number(sum)
        })
    case "match":
      guard let place = arguments[1].all.firstIndex(of: all[0]) else { throw Failed() }
      return try one(Double(place + 1))
    case "lookup":
      guard arguments[1].all.count == arguments[2].all.count, let place = arguments[1].all.firstIndex(of: all[0]) else {
        throw Failed()
      }
      return .one(arguments[2].all[place])
    default:
      if all.isEmpty { throw Failed() }
      switch name {
      case "first": return .one(all[0])
      case "min": return try one(numbers.min() ?? 0)
      case "max": return try one(numbers.max() ?? 0)
      case "mean": return try one(numbers.reduce(0, +) / Double(numbers.count))
      default:
        let sorted = numbers.sorted()
        return try one((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
      }
    }
  }
}

@Suite struct ValueDifferentialTests {
  @Test func formulasOfAllTypesMeanWhatANaiveEvaluatorSaysAndEveryPrintedValueReadsBack() throws {
    let types: [CalculatorType] = [.number, .boolean, .text, .numbers, .booleans, .texts]
    var (values, failures) = (0, 0)
    for seed in 0..<6000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let type = types[Int(seed) % types.count]
      let term = Term.random(type, Int.random(in: 1...4, using: &random), &random)
      let formula = try Formula(term.text)
      let given = formula.names.map { name in Term.inputs[Term.names.firstIndex(of: name.text) ?? 0] }
      let program = try formula.program(types: given.map(\.type))
      #expect(program.type == type, "\(term.text)")
      let expected = try? term.value()
      switch Result(catching: { () throws(ValueFailure) in try program.value(of: ListedValues(values: given)) }) {
      case .success(let value):
        values += 1
        #expect(value.plain == expected, "seed \(seed): \(term.text) = \(value)")
        let again = try Formula(value.exactText).program(types: []).value(of: ListedValues())
        #expect(again == value && again.type == value.type, "seed \(seed): \(value.exactText)")
      case .failure(let failure):
        failures += 1
        #expect(expected == nil, "seed \(seed): \(term.text) fails: \(failure)")
      }
    }
    #expect(values > 3000 && failures > 300, "\(values) values, \(failures) failures")
  }
}
