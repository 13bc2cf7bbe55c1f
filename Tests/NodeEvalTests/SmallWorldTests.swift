// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Every small graph, and every short sequence of edits of it, compared with the model. An unoptimised build tries some of them.
@Suite struct SmallWorldTests {
  private enum Action {
    case set(Int)
    case connect(Int, to: Int, input: Int)
    case disconnect(Int, input: Int)
    case remove(Int)
  }

  /// A number, followed by nodes that add or average; each input is unconnected or reads an earlier node.
  private struct Shape {
    let sources: [[Int?]]
  }

  /// The lengths of the edit sequences for graphs of three and of four nodes. All 16 million sequences of length 3 on four nodes
  /// take about 25 minutes in an optimised build; a million fuzzing steps include them.
  private let lengths: (three: Int, four: Int) = {
    if fuzzSteps(0) >= 1_000_000 { return (3, 3) }
    #if DEBUG
      return fuzzSteps(0) > 10_000 ? (3, 2) : (2, 1)
    #else
      return (3, 2)
    #endif
  }()

  @Test func everySequenceOfEditsOfEveryGraphOfUpToThreeNodes() {
    for count in 1...2 { check(shapes(of: count), actions(on: count), length: 3) }
    check(shapes(of: 3), actions(on: 3), length: lengths.three)
  }

  @Test func everySequenceOfThreeEditsOfThreeNodesThatAreNotConnected() {
    check(Array(shapes(of: 3).prefix(1)), actions(on: 3), length: 3)
  }

  @Test func everyEditOfEveryGraphOfFourNodes() {
    check(shapes(of: 4), actions(on: 4), length: lengths.four)
  }

  private func shapes(of count: Int) -> [Shape] {
    var shapes = [Shape(sources: [[]])]
    for node in 1..<max(1, count) {
      let choices: [Int?] = [nil] + Array(0..<node)
      // Exchanging the sources of a node's two inputs makes no difference to the engine.
      let pairs = choices.indices.flatMap { left in choices[left...].map { [choices[left], $0] } }
      shapes = shapes.flatMap { shape in pairs.map { Shape(sources: shape.sources + [$0]) } }
    }
    return shapes
  }

  private func actions(on count: Int) -> [Action] {
    let nodes = 0..<count
    return [.set(0)] + nodes.map(Action.remove)
      + nodes.flatMap { node in (0..<2).map { .disconnect(node, input: $0) } }
      + nodes.flatMap { from in nodes.flatMap { to in (0..<2).map { .connect(from, to: to, input: $0) } } }
  }

  private func check(_ shapes: [Shape], _ actions: [Action], length: Int) {
    let stride = caseStride
    var number = 0
    for shape in shapes {
      var sequence = [Int](repeating: 0, count: length)
      repeat {
        number += 1
        guard number.isMultiple(of: stride) else { continue }
        let world = make(shape)
        for (step, action) in sequence.enumerated() { apply(actions[action], step, to: world) }
        if let complaint = world.complaint {
          Issue.record("\(shape.sources) \(sequence.map { actions[$0] }): \(complaint)")
          return
        }
      } while advance(&sequence, actions.count)
    }
  }

  private func advance(_ sequence: inout [Int], _ limit: Int) -> Bool {
    for place in sequence.indices {
      sequence[place] += 1
      if sequence[place] < limit { return true }
      sequence[place] = 0
    }
    return false
  }

  private func make(_ shape: Shape) -> World {
    let world = World.small()
    edit(world) { edit in
      for (node, sources) in shape.sources.enumerated() {
        world.add(node == 0 ? "Number" : node == 2 ? "Mean" : "Add", in: edit)
        for (input, source) in sources.enumerated() {
          guard let source else { continue }
          world.connect(GraphModel.Source(node: source, output: 0), to: node, input, replacing: false, in: edit)
        }
      }
    }
    return world
  }

  private func edit(_ world: World, _ body: (Edit) -> Void) {
    let runs = world.runs.count
    world.check(world.evaluator.edit(body), runsBefore: runs)
  }

  private func apply(_ action: Action, _ step: Int, to world: World) {
    edit(world) { edit in
      switch action {
      case .set(let node): world.set(node, to: .number(step == 1 ? -4 : 4), in: edit)
      case .connect(let source, let target, let input):
        world.connect(GraphModel.Source(node: source, output: 0), to: target, input, replacing: step == 1, in: edit)
      case .disconnect(let node, let input): world.disconnect(node, input, in: edit)
      case .remove(let node): world.remove(node, in: edit)
      }
    }
  }
}

extension World {
  /// Makes a world with few kinds, because it is made often.
  fileprivate static func small() -> World {
    World { runs in
      let number = ModelKind(
        definition: .source("Number", output: ValuePort("value"), initial: 1.0), inputs: [], initial: .number(1))
      let add = NodeDefinition(
        "Add", inputs: ValuePort("a", default: 0.0), ValuePort<Double>("b"), output: ValuePort("sum")
      ) {
        (left: Double, right: Double) -> Double in
        runs.add()
        return Arithmetic.add(left, right)
      }
      var adding = ModelKind(
        definition: add, inputs: [ModelKind.Input(name: "a", fallback: .number(0)), ModelKind.Input(name: "b")])
      adding.evaluate = { [.number(Arithmetic.add(try $0[0][0].get().number, try $0[1][0].get().number))] }
      // The geometric mean, which fails below zero.
      let mean = NodeDefinition(
        "Mean", inputs: ValuePort("a", default: 1.0), ValuePort("b", default: 4.0), output: ValuePort("mean")
      ) { (left: Double, right: Double) -> Double in
        runs.add()
        return try Arithmetic.root(Arithmetic.multiply(left, right))
      }
      var meaning = ModelKind(
        definition: mean,
        inputs: [
          ModelKind.Input(name: "a", fallback: .number(1)), ModelKind.Input(name: "b", fallback: .number(4)),
        ])
      meaning.evaluate = {
        [.number(try Arithmetic.root(Arithmetic.multiply(try $0[0][0].get().number, try $0[1][0].get().number)))]
      }
      return [number, adding, meaning]
    }
  }
}
