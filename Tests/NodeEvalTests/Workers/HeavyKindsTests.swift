// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Kinds that become heavy or light by the running time of their code, measured by a clock of the test.
@Suite struct HeavyKindsTests {
  /// An evaluator with copies of a source, each run of which takes so many nanoseconds.
  private final class Measured {
    let evaluator: Evaluator
    let source: Variable<Double>
    let nodes: [NodeID]
    var duration: UInt64 = 100
    /// How often the clock was read.
    private(set) var readings = 0
    private var time: UInt64 = 0

    init(_ cost: NodeCost = .automatic, count: Int = 3) throws {
      let copy = NodeDefinition("Copy", inputs: ValuePort("x", default: 0.0), output: ValuePort("y"), cost: cost) {
        (x: Double) -> Double in x
      }
      let evaluator = Evaluator(definitions: [copy])
      let source = evaluator.input("source", 0.0)
      var nodes: [NodeID] = []
      try evaluator.edit { edit in
        for _ in 0..<count {
          let node = try edit.add("Copy")
          try edit.connect(source.port, to: node.input(0))
          nodes.append(node)
        }
      }
      (self.evaluator, self.source, self.nodes) = (evaluator, source, nodes)
      evaluator.costClock = { [unowned self] in
        readings += 1
        if readings % 2 == 0 { time += duration }
        return time
      }
      evaluator.workers = .exactly(2)
    }

    var isHeavy: Bool { nodes.allSatisfy { evaluator.isHeavy($0) } }

    func change() { evaluator.set(source, to: evaluator[source] + 1) }
  }

  @Test(arguments: [(100, false), (1_990, false), (2_010, true), (5_000_000, true)] as [(UInt64, Bool)])
  func aKindIsHeavyFromTwoMicrosecondsOn(duration: UInt64, isHeavy: Bool) throws {
    let measured = try Measured()
    measured.duration = duration
    measured.change()
    measured.change()
    #expect(measured.isHeavy == isHeavy)
    measured.evaluator.checkInvariants()
  }

  @Test func oneSlowRunMakesNoKindHeavy() throws {
    let measured = try Measured(count: 1)
    measured.change()
    measured.duration = 1_000_000
    measured.change()
    measured.duration = 100
    measured.change()
    #expect(!measured.isHeavy)
  }

  @Test func aLightKindIsMeasuredAFewTimesAndThenRarely() throws {
    let measured = try Measured()
    for _ in 0..<4 { measured.change() }
    let readings = measured.readings
    #expect(readings > 0)
    for _ in 0..<200 { measured.change() }
    #expect(measured.readings == readings)
    for _ in 0..<300 { measured.change() }
    #expect(measured.readings > readings && measured.readings < readings + 20)
  }

  /// A run that changes nothing leaves nothing for undo to run, also if it was the last one that is measured.
  @Test func undoRunsNothingAfterAMeasuredRunWithoutAChange() throws {
    let measured = try Measured(count: 1)
    let evaluator = measured.evaluator
    evaluator.undoLimit = 1 << 20
    evaluator.set(measured.source, to: 7)
    for _ in 0..<6 { try evaluator.invalidate(measured.nodes[0]) }
    let receipt = try #require(evaluator.undo())
    #expect(receipt.evaluated.isEmpty)
    evaluator.checkInvariants()
  }

  @Test func aKindThatBecomesSlowLaterIsFoundOut() throws {
    let measured = try Measured()
    for _ in 0..<4 { measured.change() }
    measured.duration = 10_000
    for _ in 0..<600 { measured.change() }
    #expect(measured.isHeavy)
  }

  @Test(arguments: [NodeCost.light, .heavy])
  func whatIsDeclaredStaysAsItIsWhateverItTakes(cost: NodeCost) throws {
    let measured = try Measured(cost)
    measured.duration = cost == .light ? 10_000 : 1
    for _ in 0..<600 { measured.change() }
    #expect(measured.isHeavy == (cost == .heavy))
    #expect(cost == .heavy || measured.readings == 0)
  }

  @Test func aKindThatTurnsOutToBeQuickIsLightAgain() throws {
    let measured = try Measured()
    measured.duration = 10_000
    measured.change()
    measured.change()
    #expect(measured.isHeavy)
    measured.duration = 1_010
    for _ in 0..<200 { measured.change() }
    #expect(measured.isHeavy, "it goes up at 2 µs and down at 1")
    measured.duration = 900
    for _ in 0..<200 { measured.change() }
    #expect(!measured.isHeavy)
  }
}
