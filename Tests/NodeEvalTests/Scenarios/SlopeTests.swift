// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// x · y, a node that chooses by the sign of x, the sum of a list that contains x · y, and the floor of x · y.
struct SlopeModel {
  let evaluator: Evaluator
  let x: Variable<Double>
  let y: Variable<Double>
  let product: Output<Double>
  let chosen: Output<Double>
  let listed: Output<Double>
  let floor: Output<Double>

  private static let kinds: [NodeDefinition] = [
    NodeDefinition("Multiply", inputs: ValuePort<Double>("a"), ValuePort<Double>("b"), output: ValuePort<Double>("p")) {
      $0 * $1
    },
    NodeDefinition("Positive", inputs: ValuePort<Double>("a"), output: ValuePort<Bool>("is")) { $0 > 0 },
    NodeDefinition(
      "Choose", inputs: ValuePort<Bool>("is"), ValuePort<Double>("a"), output: ValuePort<Double>("b")
    ) { (isPositive: Bool, a: Double) in isPositive ? 3 * a : 5 },
    NodeDefinition("List", inputs: ValuePort<Double>("a"), ValuePort<Double>("b"), output: ValuePort<[Double]>("list"))
    {
      [$0, $1, $0 * $0]
    },
    NodeDefinition("Total", inputs: ValuePort<[Double]>("list"), output: ValuePort<Double>("sum")) { $0.reduce(0, +) },
    NodeDefinition("Floor", inputs: ValuePort<Double>("a"), output: ValuePort<Double>("floor")) { $0.rounded(.down) },
  ]

  init() throws {
    let evaluator = Evaluator(definitions: Self.kinds)
    let (x, y) = (evaluator.input("x", 2.0), evaluator.input("y", 3.0))
    func add<Value>(_ kind: String, _ sources: [OutputPort], as type: Value.Type) throws -> Output<Value> {
      var port: OutputPort?
      try evaluator.edit { edit in
        let node = try edit.add(kind)
        for (index, source) in sources.enumerated() { try edit.connect(source, to: node.input(index)) }
        port = node.output
      }
      let added = try #require(port)
      return try #require(try evaluator.output(added, as: type))
    }
    product = try add("Multiply", [x.port, y.port], as: Double.self)
    let sign = try add("Positive", [x.port], as: Bool.self)
    chosen = try add("Choose", [sign.port, product.port], as: Double.self)
    let list = try add("List", [product.port, x.port], as: [Double].self)
    listed = try add("Total", [list.port], as: Double.self)
    floor = try add("Floor", [product.port], as: Double.self)
    (self.evaluator, self.x, self.y) = (evaluator, x, y)
  }
}

@Suite struct SlopeTests {
  private func isNear(_ slope: Slope?, _ value: Double) -> Bool {
    slope.map { ($0.value - value).magnitude <= 1e-9 * max(value.magnitude, 1) } ?? false
  }

  @Test func slopesFollowTheChainRule() throws {
    let model = try SlopeModel()
    let slopes = try model.evaluator.slopes(of: model.chosen, by: [model.x, model.y])
    #expect(isNear(slopes[0], 9) && isNear(slopes[1], 6))
    // Declared kinds have no known derivatives.
    #expect(slopes.allSatisfy { $0?.method == .differences })
    #expect(try model.evaluator.slopes(of: model.x, by: [model.x, model.y]) == [.exact(1), .exact(0)])
    model.evaluator.set(model.x, to: -2)
    #expect(try model.evaluator.slopes(of: model.chosen, by: [model.y]).map { isNear($0, 0) } == [true])
  }

  @Test func pathsThroughValuesThatAreNoNumbersAreDifferentiatedAsAWhole() throws {
    let model = try SlopeModel()
    // xy + x + (xy)²
    let slopes = try model.evaluator.slopes(of: model.listed, by: [model.x, model.y])
    #expect(isNear(slopes[0], 3 + 1 + 2 * 2 * 9) && isNear(slopes[1], 2 + 2 * 4 * 3))
  }

  @Test func jumpsAndFailuresHaveNoSlope() throws {
    let model = try SlopeModel()
    #expect(try model.evaluator.slopes(of: model.floor, by: [model.x]) == [nil])
    model.evaluator.set(model.x, to: 2.1)
    #expect(try model.evaluator.slopes(of: model.floor, by: [model.x]).map { isNear($0, 0) } == [true])
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let number = evaluator.input("number", -1.0)
    let root = try evaluator.addReading("Root", number.port)
    #expect(throws: NodeFailure.self) { try evaluator.slopes(of: root, by: [number]) }
  }

  @Test func manyVariablesCostOnePass() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let variables = (0..<100).map { evaluator.input("v\($0)", Double($0)) }
    var sum = try evaluator.addReading("Sum", variables[0].port, variables[1].port)
    for variable in variables.dropFirst(2) { sum = try evaluator.addReading("Sum", sum.port, variable.port) }
    let program = try ScenarioProgram(evaluator, varying: variables.map(\.node), reading: [sum.port])
    let run = ScenarioRun(of: program)
    #expect(try run.slopes(at: variables.map { evaluator[$0] }).allSatisfy { isNear($0, 1) })
    #expect(run.loneRowCount == 1)
  }

  @Test func differencesFindSlopesAndCorners() {
    func slope(at number: Double, _ function: (Double) -> Double?) -> Double? {
      let trials = DifferenceQuotient.trials(around: number)
      #expect(trials.count == DifferenceQuotient.trialCount)
      return DifferenceQuotient.slope(trials, trials.map(function))?.slope
    }
    for (number, expected) in [(0.0, 0.0), (2, 12), (-1e6, 3e12), (1e-9, 3e-18)] {
      let found = slope(at: number) { $0 * $0 * $0 }
      #expect(
        found.map { ($0 - expected).magnitude <= 1e-9 * expected.magnitude + 1e-12 * number.magnitude } == true,
        "\(number)")
    }
    #expect(slope(at: 3) { max($0, 3) } == nil)
    #expect(slope(at: 3) { $0 < 3 ? 0 : 1 } == nil)
    #expect(slope(at: 3) { $0 < 3 ? nil : $0 } == nil)
    #expect(slope(at: 3) { $0 > 3.1 ? nil : 2 * $0 }.map { ($0 - 2).magnitude < 1e-9 } == true)
    #expect(slope(at: 3) { _ in 7 } == 0)
  }
}

extension Slope {
  fileprivate static func exact(_ value: Double) -> Slope { Slope(value: value, method: .exact) }
}
