// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import OpenCombine

/// kairo's mux: a hundred sources are gathered in one array; a hundred nodes take one element each and pass it on to
/// another node, which is observed. Ten of the sources change in turn.
enum Mux {
  static let width = 100
  /// The gathering node, all nodes that read it, and the node downstream of the changed element.
  static let evaluations = width + 2

  static let definitions = [
    NodeDefinition.source("Source", output: ValuePort("value"), initial: 0.0),
    NodeDefinition("Gather", inputs: ManyPort("x", Double.self), output: ValuePort("all")) { (all: [Double]) in all },
    NodeDefinition(
      "Pick", inputs: ValuePort("all", [Double].self), ValuePort("index", default: 0), output: ValuePort("x")
    ) {
      (all: [Double], index: Int) in all[index]
    },
    NodeDefinition("Successor", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { x in x + 1 },
  ]

  static func declared() throws -> Subject {
    let evaluator = Evaluator(definitions: definitions)
    let heads = (0..<width).map { _ in evaluator.input(nil, 0.0) }
    var ends: [Source] = []
    try evaluator.edit { graph in
      let gather = try graph.add("Gather")
      for head in heads { try graph.connect(head.port, to: gather.input(0)) }
      for index in 0..<width {
        let pick = try graph.add("Pick")
        try graph.setLiteral(pick.input(1), to: index)
        try graph.connect(gather.output, to: pick.input(0))
        let end = try graph.add("Successor")
        try graph.connect(pick.output, to: end.input(0))
        ends.append(Source(port: end.output))
      }
    }
    let observations = ends.map { evaluator.observe($0) { use($0.new) } }
    for (index, value) in zip(0..<10, 1...10) {
      let evaluated = evaluator.set(heads[index], to: Double(value)).evaluatedCount
      guard evaluated == evaluations else { throw Mismatch("\(evaluated) nodes ran, not \(evaluations)") }
      guard evaluator[ends[index]] == Double(value + 1) else { throw Mismatch("mux has a wrong value") }
    }
    var step = 0
    return Subject(Declared.name, evaluations: Double(evaluations)) { updates in
      for _ in 0..<updates {
        step += 1
        evaluator.set(heads[step % 10], to: Double(step & 0xFFFF))
        use(evaluator[ends[step % 10]])
      }
      withExtendedLifetime(observations) {}
    }
  }

  static func subjects() -> Subject {
    let heads = (0..<width).map { _ in CurrentValueSubject<Double, Never>(0) }
    let gather = CurrentValueSubject<[Double], Never>([Double](repeating: 0, count: width))
    var kept = heads.map { head in head.dropFirst().sink { _ in gather.send(heads.map(\.value)) } }
    let ends = (0..<width).map { _ in CurrentValueSubject<Double, Never>(1) }
    for index in 0..<width {
      kept.append(gather.map { $0[index] }.removeDuplicates().map { $0 + 1 }.subscribe(ends[index]))
      kept.append(ends[index].sink { use($0) })
    }
    var step = 0
    return Subject(Subjects.name) { updates in
      for _ in 0..<updates {
        step += 1
        heads[step % 10].send(Double(step & 0xFFFF))
        use(ends[step % 10].value)
      }
      withExtendedLifetime(kept) {}
    }
  }
}

extension Row {
  /// The eight rows of kairo.
  static var kairo: [Row] {
    let numbers = Plan.kairo.map { name, plan in
      Row.plan("kairo \(name)", plan.count, per: .update) { plan }
    }
    let mux = Row(
      "kairo mux", Mux.width, "ns/update",
      [(Declared.name, { try Mux.declared() }), (Subjects.name, { Mux.subjects() })])
    return numbers + [mux]
  }
}
