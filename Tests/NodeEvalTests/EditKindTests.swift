// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Changing the kind of a node: which connections remain, and which nodes run.
@Suite struct EditKindTests {
  private let runs = RunCounter()
  private let evaluator: Evaluator
  private let ids: [NodeID]

  /// Adds a source, a node with one output, and two nodes that read it: one through a single input, the other as the middle of
  /// many connections.
  init() throws {
    let number = ValuePort<Double>("x")
    let kinds: [NodeDefinition] = [
      .source("Number", output: ValuePort("value"), initial: 2.0),
      NodeDefinition("One", inputs: number, output: ValuePort<Double>("v")) { $0 },
      NodeDefinition("Two", inputs: number, outputs: ValuePort<Double>("v"), ValuePort<Double>("w")) { ($0, -$0) },
      NodeDefinition("Swapped", inputs: number, outputs: ValuePort<Double>("w"), ValuePort<Double>("v")) { (-$0, $0) },
      NodeDefinition("Texts", inputs: number, outputs: ValuePort<String>("v"), ValuePort<Double>("w")) {
        ("\($0)", $0)
      },
      NodeDefinition("Negative", inputs: number, output: ValuePort<Double>("y")) { [runs] in
        runs.add()
        return -$0
      },
      NodeDefinition("List", inputs: ManyPort<Double>("parts"), output: ValuePort<[Double]>("all")) { $0 },
    ]
    evaluator = Evaluator(definitions: kinds)
    evaluator.undoLimit = 1 << 20
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = try ["Number", "One", "Negative", "List", "Number", "Number"].map { try edit.add($0) }
      try edit.connect(ids[0].output, to: ids[1].input(0))
      try edit.connect(ids[1].output, to: ids[2].input(0))
      for part in [4, 1, 5] { try edit.connect(ids[part].output, to: ids[3].input(0)) }
      try edit.set(ids[4], to: 4.0)
      try edit.set(ids[5], to: 5.0)
    }
    self.ids = ids
  }

  private func number(_ index: Int, _ output: Int = 0) throws -> Double {
    evaluator[try #require(try evaluator.output(ids[index].output(output), as: Double.self))]
  }

  private func parts() throws -> [Double] {
    evaluator[try #require(try evaluator.output(ids[3].output, as: [Double].self))]
  }

  private func sources(_ index: Int) -> [OutputPort] { evaluator.graph.sources(of: ids[index].input(0)) }

  @Test func anOutputThatIsAddedLeavesWhoReadsTheOthersConnected() throws {
    for matching in [Graph.PortMatching.position, .name] {
      try evaluator.edit { try $0.setKind(of: ids[1], to: "Two", matching: matching) }
      #expect(try number(1) == 2 && number(1, 1) == -2 && number(2) == -2)
      #expect(sources(3) == [ids[4].output, ids[1].output, ids[5].output])
      #expect(try parts() == [4, 2, 5])
      try evaluator.edit { try $0.setKind(of: ids[1], to: "One", matching: matching) }
      #expect(try parts() == [4, 2, 5] && number(2) == -2)
      evaluator.checkInvariants()
    }
  }

  @Test func anOutputThatMovesTakesWhoReadsItAlong() throws {
    let receipt = try evaluator.edit { try $0.setKind(of: ids[1], to: "Swapped", matching: .name) }
    #expect(sources(2) == [ids[1].output(1)])
    #expect(sources(3) == [ids[4].output, ids[1].output(1), ids[5].output])
    #expect(try parts() == [4, 2, 5])
    let moved = Connection(from: ids[1].output(1), to: ids[2].input(0))
    #expect(receipt.changes.contains(.connected(moved)))
    #expect(evaluator.undo()?.changes.contains(.disconnected(moved)) == true)
    #expect(sources(2) == [ids[1].output] && sources(3) == [ids[4].output, ids[1].output, ids[5].output])
    #expect(try parts() == [4, 2, 5])
    evaluator.checkInvariants()
    evaluator.redo()
    #expect(sources(3) == [ids[4].output, ids[1].output(1), ids[5].output])
    evaluator.set(try #require(try evaluator.variable(ids[0], as: Double.self)), to: 7)
    #expect(try parts() == [4, 7, 5] && number(2) == -7)
    evaluator.checkInvariants()
  }

  @Test func byPositionWhoReadsTheFirstOutputGoesOnReadingTheFirst() throws {
    try evaluator.edit { try $0.setKind(of: ids[1], to: "Swapped") }
    #expect(try parts() == [4, -2, 5] && number(2) == 2)
  }

  @Test func onlyWhoReadsAnOutputWithoutCounterpartIsCut() throws {
    try evaluator.edit { edit in
      try edit.setKind(of: ids[1], to: "Two")
      try edit.connect(ids[1].output(1), to: ids[2].input(0), replacing: true)
    }
    let receipt = try evaluator.edit { try $0.setKind(of: ids[1], to: "Texts") }
    #expect(sources(2) == [ids[1].output(1)] && sources(3) == [ids[4].output, ids[5].output])
    #expect(try number(2) == -2 && parts() == [4, 5])
    #expect(receipt.changes.contains(.disconnected(Connection(from: ids[1].output, to: ids[3].input(0)))))
    evaluator.undo()
    #expect(sources(3) == [ids[4].output, ids[1].output, ids[5].output])
    #expect(try number(2) == 2 && parts() == [4, 2, 5])
    evaluator.checkInvariants()
  }

  @Test func whatThrowsTakesTheConnectionsBackAsWell() throws {
    for kind in ["Two", "Swapped", "Texts"] {
      #expect(throws: Complaint.self) {
        try evaluator.edit { edit in
          try edit.setKind(of: ids[1], to: kind, matching: .name)
          throw Complaint(description: "no")
        }
      }
      #expect(sources(2) == [ids[1].output] && sources(3) == [ids[4].output, ids[1].output, ids[5].output])
      #expect(try parts() == [4, 2, 5] && number(2) == -2)
      evaluator.checkInvariants()
    }
  }

  @Test func aReaderRunsOnceAfterTheKindChanged() throws {
    let before = runs.count
    try evaluator.edit { try $0.setKind(of: ids[1], to: "Two") }
    #expect(runs.count == before + 1)
  }
}
