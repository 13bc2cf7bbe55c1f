// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Replays of full plans with narrow levels, which run by rank and test several nodes at once for changes of status.
@Suite struct RankReplayTests {
  private struct Refused: Error {}

  enum Event: String, CaseIterable, Sendable { case throwing, cutOff, observing, ending, observingAndThrowing }

  /// Two chains of 60 nodes each that read each other. The code of one node does something unusual when the source is 500.
  private final class Ladder {
    let evaluator = Evaluator()
    let source: Variable<Int>
    private(set) var nodes: [Output<Int>] = []
    private var tokens: [ObservationToken] = []
    /// The value that the source is set to, and what the special node returned last.
    private var (given, last) = (0, 0)
    private(set) var told: [String] = []

    init(_ event: Event, at special: Int, planLimit: Int?) {
      evaluator.planLimit = planLimit
      source = evaluator.input(nil, 0)
      for index in 0..<120 {
        let body = { [unowned self] (value: Int) throws -> Int in
          guard index == special else { return value &+ index }
          if given != 500 {
            last = value &+ index
            return last
          }
          switch event {
          case .throwing: throw Refused()
          case .cutOff: return last
          case .observing: observeAll()
          case .ending: tokens = []
          case .observingAndThrowing:
            observeAll()
            throw Refused()
          }
          return value &+ index
        }
        if index < 2 {
          nodes.append(evaluator.node(nil, source) { try body($0) })
        } else {
          nodes.append(
            evaluator.node(nil, nodes[index - 2], nodes[index & ~1 - 1]) { try body($0 &* 3 &- $1) })
        }
      }
      if event == .ending { observeAll() }
    }

    private func observeAll() {
      tokens = nodes.enumerated().map { index, node in
        evaluator.observe(node) { [unowned self] in told.append("\(index): \((try? $0.new.get()) ?? -1)") }
      }
    }

    /// What an edit caused.
    func set(_ value: Int) -> [String] {
      (told, given) = ([], value)
      let receipt = evaluator.set(source, to: value)
      let values = nodes.map { evaluator.failure(of: $0.node) == nil ? "\(evaluator[$0])" : "failed" }
      return ["\(receipt.evaluated)", "\(receipt.cutOff)", "\(receipt.blocked)", "\(receipt.changed)"] + told + values
    }
  }

  /// Whatever the code of a node does, the evaluation is that without plans. A node that begins to observe itself may be told or not.
  @Test(arguments: Event.allCases, Array(30...42) + [0, 1, 7, 8, 118, 119])
  func eachNodeOfABlockMayDoSomethingUnusual(event: Event, special: Int) {
    let planned = Ladder(event, at: special, planLimit: nil)
    let unplanned = Ladder(event, at: special, planLimit: 0)
    func agree(_ value: Int) -> Bool {
      let own = "\(special): "
      let isOwn = { (line: String) in event.rawValue.hasPrefix("observing") && line.hasPrefix(own) }
      return planned.set(value).filter { !isOwn($0) } == unplanned.set(value).filter { !isOwn($0) }
    }
    for value in 1...60 { #expect(agree(value)) }
    let before = planned.evaluator.planStatistics
    #expect(before.dense > 20 && planned.evaluator.planByteCount < 120 * 44, "it runs by rank")
    #expect(agree(500))
    #expect(planned.evaluator.planStatistics.dense == before.dense + 1)
    for value in 501...510 { #expect(agree(value)) }
    planned.evaluator.checkInvariants()
  }
}
