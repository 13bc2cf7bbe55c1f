// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import TestSupport
import Testing

/// A formula as a tree, whose value the compiled code must agree with.
private indirect enum Tree {
  case number(Double)
  case input(Int)
  case unary(String, Tree)
  case binary(String, Tree, Tree)
  case choice(condition: (String, Tree, Tree), Tree, Tree)
  case rescue(Tree, Tree)
  /// A parameter of the enclosing function, and a call of a function.
  case parameter(Int)
  case call(Int, [Tree])

  private static let strengths = ["+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4, "%": 5]
  static let names = ["a", "b", "c"]

  /// A random tree that may call functions with these numbers of parameters, and may have parameters itself.
  static func random(_ depth: Int, _ random: inout SplitMix64, calling arities: [Int] = [], in arity: Int = 0) -> Tree {
    func next() -> Tree { .random(depth - 1, &random, calling: arities, in: arity) }
    if depth == 0, arity > 0, Int.random(in: 0..<3, using: &random) > 0 {
      return .parameter(Int.random(in: 0..<arity, using: &random))
    }
    if depth > 0, !arities.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
      let function = Int.random(in: 0..<arities.count, using: &random)
      return .call(function, (0..<arities[function]).map { _ in next() })
    }
    if depth == 0 {
      return Bool.random(using: &random)
        ? .input(Int.random(in: 0..<3, using: &random)) : .number(Double(Int.random(in: 0...4, using: &random)))
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .unary("neg", next())
    case 1: return .unary("%", next())
    case 2: return .unary("sqrt", next())
    case 3:
      return .choice(
        condition: (["<", ">=", "=="].randomElement(using: &random) ?? "<", next(), next()), next(), next())
    case 4: return .rescue(next(), next())
    case 5: return .number(Double(Int.random(in: 0...4, using: &random)))
    default: return .binary(["+", "-", "*", "/", "^"].randomElement(using: &random) ?? "+", next(), next())
    }
  }

  private var strength: Int {
    switch self {
    case .unary(let name, _), .binary(let name, _, _): Self.strengths[name] ?? 9
    default: 9
    }
  }

  /// The text of the tree, with all parentheses or only the necessary ones.
  func text(_ isFull: Bool) -> String {
    func wrap(_ tree: Tree, atLeast strength: Int) -> String {
      isFull || tree.strength < strength ? "(\(tree.text(isFull)))" : tree.text(isFull)
    }
    switch self {
    case .number(let number): return NumberText.exact(number)
    case .input(let index): return Self.names[index]
    case .parameter(let index): return "p\(index)"
    case .call(let function, let arguments):
      return "f\(function)(\(arguments.map { $0.text(isFull) }.joined(separator: ", ")))"
    case .unary("neg", let x): return "-\(wrap(x, atLeast: 3))"
    case .unary("%", let x): return "\(wrap(x, atLeast: 5))%"
    case .unary(let name, let x): return "\(name)(\(x.text(isFull)))"
    case .binary("^", let x, let y): return "\(wrap(x, atLeast: 5)) ^ \(wrap(y, atLeast: 3))"
    case .binary(let name, let x, let y):
      return "\(wrap(x, atLeast: strength)) \(name) \(wrap(y, atLeast: strength + 1))"
    case .choice(let (name, left, right), let x, let y):
      return "if(\(left.text(isFull)) \(name) \(right.text(isFull)), \(x.text(isFull)), \(y.text(isFull)))"
    case .rescue(let x, let y): return "iferror(\(x.text(isFull)), \(y.text(isFull)))"
    }
  }

  func value(_ inputs: [Double]) throws(FormulaFailure) -> Double {
    func check(_ value: Double) throws(FormulaFailure) -> Double {
      if value.isNaN { throw .domain }
      if value.isInfinite { throw .overflow }
      return value
    }
    switch self {
    case .number(let number): return number
    case .input(let index): return inputs[index]
    case .parameter, .call: throw .unsetInput(0)
    case .unary(let name, let x):
      let x = try x.value(inputs)
      return try check(name == "neg" ? -x : name == "%" ? x / 100 : x.squareRoot())
    case .binary(let name, let x, let y):
      let x = try x.value(inputs)
      let y = try y.value(inputs)
      switch name {
      case "+": return try check(x + y)
      case "-": return try check(x - y)
      case "*": return try check(x * y)
      case "^":
        let power = Mathematics.power(x, y)
        if x == 0, y < 0 { throw .divisionByZero }
        return try check(power)
      default:
        if y == 0 { throw .divisionByZero }
        return try check(x / y)
      }
    case .choice(let (name, left, right), let x, let y):
      let left = try left.value(inputs)
      let right = try right.value(inputs)
      let isTrue = name == "<" ? left < right : name == ">=" ? left >= right : left == right
      return try isTrue ? x.value(inputs) : y.value(inputs)
    case .rescue(let x, let y):
      do throws(FormulaFailure) { return try x.value(inputs) } catch { return try y.value(inputs) }
    }
  }
}

extension Tree {
  /// The tree with calls replaced by the functions' bodies, and parameters by arguments.
  func expanded(_ bodies: [Tree], _ arguments: [Tree] = []) -> Tree {
    func inner(_ tree: Tree) -> Tree { tree.expanded(bodies, arguments) }
    switch self {
    case .number, .input: return self
    case .parameter(let index): return arguments[index]
    case .call(let function, let given): return bodies[function].expanded(bodies, given.map(inner))
    case .unary(let name, let x): return .unary(name, inner(x))
    case .binary(let name, let x, let y): return .binary(name, inner(x), inner(y))
    case .choice(let (name, left, right), let x, let y):
      return .choice(condition: (name, inner(left), inner(right)), inner(x), inner(y))
    case .rescue(let x, let y): return .rescue(inner(x), inner(y))
    }
  }

  var size: Int {
    switch self {
    case .number, .input, .parameter: 1
    case .call(_, let arguments): arguments.reduce(1) { $0 + $1.size }
    case .unary(_, let x): 1 + x.size
    case .binary(_, let x, let y), .rescue(let x, let y): 1 + x.size + y.size
    case .choice(let (_, left, right), let x, let y): 1 + left.size + right.size + x.size + y.size
    }
  }
}

@Suite struct DifferentialTests {
  /// Tests functions that call earlier ones. Unneeded arguments can't fail; needed ones fail as in the expansion.
  @Test func aCallMeansWhatItsExpansionMeans() throws {
    var (failures, values) = (0, 0)
    for seed in 0..<3000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var (bodies, arities): ([Tree], [Int]) = ([], [])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let arity = Int.random(in: 1...3, using: &random)
        bodies.append(Tree.random(Int.random(in: 0...3, using: &random), &random, calling: arities, in: arity))
        arities.append(arity)
      }
      let tree = Tree.random(Int.random(in: 1...3, using: &random), &random, calling: arities)
      let inputs = (0..<3).map { _ in Double(Int.random(in: -8...8, using: &random)) / 4 }
      let expanded = tree.expanded(bodies)
      guard expanded.size < 20_000 else { continue }
      var expected: Result<UInt64, FormulaFailure>
      do throws(FormulaFailure) {
        expected = .success(try expanded.value(inputs).bitPattern)
        values += 1
      } catch {
        expected = .failure(error)
        failures += 1
      }
      var functions: [String: OwnFunction] = [:]
      for (index, body) in bodies.enumerated() {
        functions["f\(index)"] = OwnFunction(
          name: "f\(index)", parameters: (0..<arities[index]).map { "p\($0)" }, body: try Formula(body.text(true)))
      }
      let formula = try Formula(tree.text(false)).resolved(in: functions)
      let program = try formula.program(types: formula.names.map { _ in .number })
      let given = formula.names.map { inputs[Tree.names.firstIndex(of: $0.text) ?? 0] }
      var actual: Result<UInt64, FormulaFailure>
      do throws(FormulaFailure) {
        actual = .success(try program.evaluate(ListedInputs(values: given.map { .success($0) })).bitPattern)
      } catch {
        actual = .failure(error)
      }
      #expect(actual == expected, "seed \(seed): \(tree.text(false)) where \(functions.values.map(\.text).sorted())")
    }
    #expect(failures > 300 && values > 600, "both outcomes are common: \(failures), \(values)")
  }

  @Test func flatCodeAgreesWithARecursiveEvaluator() throws {
    var failures = 0
    for seed in 0..<4000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let tree = Tree.random(Int(seed % 6), &random)
      let inputs = (0..<3).map { _ in Double(Int.random(in: -8...8, using: &random)) / 4 }
      var expected: Result<UInt64, FormulaFailure>
      do throws(FormulaFailure) {
        expected = .success(try tree.value(inputs).bitPattern)
      } catch {
        expected = .failure(error)
        failures += 1
      }
      for text in [tree.text(true), tree.text(false)] {
        let formula = try Formula(text)
        let program = try formula.program(types: formula.names.map { _ in .number })
        let values = formula.names.map { inputs[Tree.names.firstIndex(of: $0.text) ?? 0] }
        var actual: Result<UInt64, FormulaFailure>
        do throws(FormulaFailure) {
          actual = .success(try program.evaluate(ListedInputs(values: values.map { .success($0) })).bitPattern)
        } catch {
          actual = .failure(error)
        }
        #expect(actual == expected, "seed \(seed): \(text)")
      }
    }
    #expect((200..<3000).contains(failures), "both outcomes are common")
  }
}
