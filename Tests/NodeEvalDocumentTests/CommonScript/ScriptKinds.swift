// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph

/// A value of a script.
enum ScriptValue: Hashable {
  case whole(Int)
  case broken(Double)

  var int: Int { if case .whole(let value) = self { value } else { 0 } }
  var double: Double { if case .broken(let value) = self { value } else { 0 } }
}

/// A kind of a script, with a second implementation of its code.
struct ScriptKind: Sendable {
  let definition: NodeDefinition
  /// Makes the definition with code that counts its runs.
  let counting: @Sendable (RunCounter) -> NodeDefinition
  /// The inputs that are declared to be passed on when bypassed, by outputs.
  var bypasses: [Int: Int] = [:]
  /// Whether nodes have a state, on which results depend as well.
  var hasState = false
  /// Computes the outputs from the inputs; `nil` for a source.
  let results: (@Sendable ([[ScriptValue]]) throws -> [ScriptValue])?

  init(source: NodeDefinition) { (definition, counting, results) = (source, { _ in source }, nil) }

  init(
    _ counting: @escaping @Sendable (RunCounter) -> NodeDefinition,
    _ results: @escaping @Sendable ([[ScriptValue]]) throws -> [ScriptValue]
  ) {
    (definition, self.counting, self.results) = (counting(RunCounter()), counting, results)
  }

  /// Whether results are kept, so that a run of a node may run no code.
  var keepsResults: Bool { Self.remembering.contains { $0.name == name } }
  var isLate: Bool { name == "Late" || name == "Queued" }
  var name: String { definition.kind.name }
}

extension ScriptKind {
  static let limit = 1009

  private static func whole(_ body: @escaping @Sendable ([Int]) -> Int) -> @Sendable ([[ScriptValue]]) -> [ScriptValue]
  {
    { [.whole(body($0.joined().map(\.int)))] }
  }

  private static func broken(
    _ body: @escaping @Sendable ([Double]) throws -> Double
  ) -> @Sendable ([[ScriptValue]]) throws -> [ScriptValue] {
    { [.broken(try body($0.joined().map(\.double)))] }
  }

  private static let (x, y) = (ValuePort("x", default: 0), ValuePort("y", default: 0))
  private static let (a, b) = (ValuePort("a", default: 0.0), ValuePort("b", default: 0.0))
  private static let (sum, result) = (ValuePort<Int>("sum"), ValuePort<Double>("result"))

  @Sendable private static func root(_ value: Double) throws -> Double {
    if value < 0 { throw Complaint(description: "negative") }
    return value.squareRoot().rounded(.down)
  }

  @Sendable private static func remainder(_ a: Double, _ b: Double) throws -> Double {
    if b == 13 { throw Complaint(description: "thirteen") }
    return (a + b).truncatingRemainder(dividingBy: Double(limit))
  }

  @Sendable private static func narrow(_ value: Double) throws -> Int {
    if value > 500 { throw Complaint(description: "too large") }
    return Int(value)
  }

  static let sources: [ScriptKind] = [
    ScriptKind(source: .source("Count", output: ValuePort("value"), initial: 1)),
    ScriptKind(source: .source("Measure", output: ValuePort("value"), initial: 0.5)),
  ]

  static let simple: [ScriptKind] = [
    ScriptKind(
      { runs in
        NodeDefinition("Add", inputs: x, y, output: sum) { (x: Int, y: Int) -> Int in
          runs.add()
          return (x + y) % limit
        }
      },
      whole { ($0[0] + $0[1]) % limit }),
    ScriptKind(
      { runs in
        NodeDefinition("Digits", inputs: ManyPort<Int>("terms"), output: ValuePort("number")) { (terms: [Int]) -> Int in
          runs.add()
          return terms.reduce(0) { ($0 * 10 + $1) % limit }
        }
      },
      whole { $0.reduce(0) { ($0 * 10 + $1) % limit } }),
    ScriptKind(
      { runs in
        NodeDefinition("Mean", inputs: a, b, output: result, cost: .heavy) { (a: Double, b: Double) -> Double in
          runs.add()
          return (a + b) / 2
        }
      },
      broken { ($0[0] + $0[1]) / 2 }),
    ScriptKind(
      { runs in
        NodeDefinition("Root", inputs: ValuePort<Double>("x"), output: result, cost: .heavy) { (x: Double) -> Double in
          runs.add()
          return try root(x)
        }
      },
      broken { try root($0[0]) }),
    ScriptKind(
      { runs in
        NodeDefinition("Total", inputs: ManyPort<Double>("terms"), output: result) { (terms: [Double]) -> Double in
          runs.add()
          return terms.reduce(0) { ($0 - $1).truncatingRemainder(dividingBy: Double(limit)) }
        }
      },
      broken { $0.reduce(0) { ($0 - $1).truncatingRemainder(dividingBy: Double(limit)) } }),
  ]

  static let severalOutputs: [ScriptKind] = {
    var swap = ScriptKind(
      { runs in
        NodeDefinition(
          "Swap", inputs: ValuePort("a", default: 1), ValuePort("b", default: 2), outputs: ValuePort<Int>("p"),
          ValuePort<Int>("q")
        ) { (a: Int, b: Int) -> (Int, Int) in
          runs.add()
          return (b, a)
        }.bypassing("q", by: "b")
      },
      { [.whole($0[1][0].int), .whole($0[0][0].int)] })
    swap.bypasses = [1: 1]
    return [
      swap,
      ScriptKind(
        { runs in
          NodeDefinition("Split", inputs: ValuePort("x", default: 7), outputs: ValuePort<Int>("low"), result) {
            (x: Int) -> (Int, Double) in
            runs.add()
            return (x % 10, Double(x / 10))
          }
        },
        { [.whole($0[0][0].int % 10), .broken(Double($0[0][0].int / 10))] }),
    ]
  }()

  static let remembering: [ScriptKind] = [
    ScriptKind(
      { runs in
        NodeDefinition("Keep", inputs: a, b, output: result, memo: .bytes(10_000)) { (a: Double, b: Double) -> Double in
          runs.add()
          return try remainder(a, b)
        }
      },
      broken { try remainder($0[0], $0[1]) }),
    ScriptKind(
      { runs in
        NodeDefinition("Half", inputs: a, output: result, memo: .bytes(10_000)) { (a: Double) -> Double in
          runs.add()
          return a / 2
        }
      },
      broken { $0[0] / 2 }),
    ScriptKind(
      { runs in
        NodeDefinition(
          "Parts", inputs: x, outputs: sum, ValuePort<Int>("rest"), memo: .bytes(10_000)
        ) { (x: Int) -> (Int, Int) in
          runs.add()
          return (x / 7, x % 7)
        }
      },
      { [.whole($0[0][0].int / 7), .whole($0[0][0].int % 7)] }),
  ]

  /// A kind with the names and types of another kind's ports in another order, so that wires and settings move with their ports.
  static let turned: [ScriptKind] = [
    ScriptKind(
      { runs in
        NodeDefinition("Turned", inputs: y, x, outputs: ValuePort<Int>("rest"), sum) {
          (y: Int, x: Int) -> (Int, Int) in
          runs.add()
          return (x / 7, (x + y) % limit)
        }
      },
      { [.whole($0[1][0].int / 7), .whole(($0[1][0].int + $0[0][0].int) % limit)] })
  ]

  /// Kinds whose values come late.
  static let late: [ScriptKind] = [
    ScriptKind(
      { runs in
        NodeDefinition("Late", inputs: x, output: sum, whenInputsChange: .restart) { _, x in
          runs.add()
          return try tripled(x)
        }
      },
      { [.whole(try tripled($0[0][0].int))] }),
    ScriptKind(
      { runs in
        NodeDefinition("Queued", inputs: x, y, output: sum, whenInputsChange: .finishThenLatest) { _, x, y in
          runs.add()
          return (x + 2 * y) % limit
        }
      },
      whole { ($0[0] + 2 * $0[1]) % limit }),
  ]

  @Sendable private static func tripled(_ x: Int) throws -> Int {
    // No script produces such a number. A wrong one should be shrunk instead of ending the program.
    if x.magnitude > 1_000_000 { throw Complaint(description: "\(x) is no value of a script") }
    if x % 5 == 4 { throw Complaint(description: "four") }
    return x * 3 % limit
  }

  static let remembersState: ScriptKind = {
    var kind = ScriptKind(
      { runs in
        NodeDefinition("So far", tick: ValuePort<Int>("tick", default: 0), inputs: x, output: sum, state: 0) {
          (state: inout Int, x: Int) -> Int in
          runs.add()
          state = ((state + x) % limit + limit) % limit
          return state
        }
      },
      { $0[1] })
    kind.hasState = true
    return kind
  }()

  static let conversions: [ScriptKind] = [
    ScriptKind(
      { runs in
        .conversion(Int.self, to: Double.self) {
          runs.add()
          return Double($0)
        }
      },
      { [.broken(Double($0[0][0].int))] }),
    ScriptKind(
      { runs in
        .conversion(Double.self, to: Int.self, .lossy) {
          runs.add()
          return try narrow($0)
        }
      },
      { [.whole(try narrow($0[0][0].double))] }),
  ]

  /// The kinds that nodes are placed with.
  static let placed = sources + simple + severalOutputs + remembering + turned
  static let all = placed + late + [remembersState] + conversions
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
