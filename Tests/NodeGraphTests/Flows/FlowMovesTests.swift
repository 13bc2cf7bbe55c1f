// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeGraph
import Testing

/// Moves back, ends of steps, emitters, results, deep links, and saved flows.
@Suite struct FlowMovesTests {
  private enum Screen: String, Hashable, Codable { case amount, help, tariffs, confirmation, done }
  private enum Happening: String, Hashable, Codable { case tooSmall, editAmount, quit }
  private typealias Flow = FlowGraph<Screen, Happening>
  private typealias State = FlowState<Screen, Happening, Int>

  private static let transfer = Flow {
    step(.amount) {
      on(.tooSmall) { forward(to: .help) }
      next { forward(to: .tariffs) }
    }
    step(.tariffs) { next { forward(to: .confirmation) } }
    step(.confirmation) {
      on(.editAmount) { back(to: .amount) }
      next { forward(to: .done) }
    }
    anyStep { on(.quit) { restart(at: .help) } }
  }

  @Test func forwardKeepsTheWayAndRestartBeginsAnew() throws {
    var state = State(in: Self.transfer)
    state.start(from: .amount, with: 1)
    #expect(try state.continue(with: .tooSmall).path == [.amount, .help])
    #expect(try state.back().path == [.amount])
    #expect(try state.continue(with: .quit).path == [.help])
  }

  @Test func aStepThatIsOverLeadsOnWithoutAnEvent() throws {
    var state = State(in: Self.transfer)
    #expect(throws: FlowError<Screen, Happening>.notStarted) { try state.continue() }
    state.start(from: .amount, with: 1)
    try state.continue()
    #expect(try state.continue().path == [.amount, .tariffs, .confirmation])
    // An event without a rule does not end the step.
    #expect(throws: FlowError<Screen, Happening>.noRule(.confirmation, .tooSmall)) {
      try state.continue(with: .tooSmall)
    }
    try state.continue()
    #expect(throws: FlowError<Screen, Happening>.noRule(.done, nil)) { try state.continue() }
    #expect(
      "\(FlowError<Screen, Happening>.noRule(.done, nil))" == "'done' has no rule for continuing without an event")
    #expect(
      Self.transfer.events(at: .amount) == [.quit, .tooSmall] && Self.transfer.next(at: .amount) == .next(.tariffs))
  }

  @Test func aRuleLeadsBackToTheLastVisitOfAStepOnTheWay() throws {
    var state = State(in: Self.transfer)
    state.start(along: [.amount, .tariffs, .amount, .help, .confirmation], with: 1)
    #expect(try state.continue(with: .editAmount).path == [.amount, .tariffs, .amount])
    state.start(along: [.tariffs, .confirmation], with: 1)
    #expect(throws: FlowError<Screen, Happening>.notOnTheWay(.amount, to: .confirmation)) {
      try state.continue(with: .editAmount)
    }
    #expect(state.path == [.tariffs, .confirmation])
  }

  @Test func aStateGoesBackToAStepAndToTheFirst() throws {
    var state = State(in: Self.transfer)
    #expect(throws: FlowError<Screen, Happening>.notStarted) { try state.backToRoot() }
    #expect(throws: FlowError<Screen, Happening>.notStarted) { try state.back(to: .help) }
    state.start(along: [.amount, .help, .amount, .tariffs], with: 1)
    #expect(
      try state.back(to: .help) == FlowTransition(from: .tariffs, to: .help, path: [.amount, .help]))
    // Going back to the present step is refused.
    #expect(throws: FlowError<Screen, Happening>.notOnTheWay(.help, to: .help)) { try state.back(to: .help) }
    state.start(along: [.amount, .help, .amount], with: 1)
    #expect(try state.backToRoot().path == [.amount] && state.backToRoot().path == [.amount])
    #expect(throws: FlowError<Screen, Happening>.nothingToRetry) { try state.retry() }
  }

  private enum Input: Hashable {
    case amount(Int)
    case chosen, confirmed
  }

  private struct Adding: FlowReducer {
    func reduce(_ context: inout Int, at step: Screen, on event: Input) {
      if case .amount(let amount) = event { context = amount }
    }
    func isFinished(_ context: Int, at step: Screen, on event: Input) -> Bool { event == .confirmed }
  }

  @Test func anEmitterFindsEventsInWhatStepsGiveAfterTheReducer() throws {
    let flow = Self.transfer.emit { (input: Input, amount: Int) -> Happening? in
      if case .amount = input { amount < 100 ? .tooSmall : nil } else { nil }
    }
    var state = FlowState<Screen, Input, Int>(in: flow, reducing: Adding())
    state.start(from: .amount, with: 1000)
    #expect(try state.continue(with: .amount(50)).path == [.amount, .help])
    #expect(state.context == 50)
    try state.back()
    #expect(try state.continue(with: .amount(100)).path == [.amount, .tariffs])
    #expect(try state.continue(with: .chosen).to == .confirmation && state.result == nil)
    let end = try state.continue(with: .confirmed)
    #expect(end.isFinished && end.to == .confirmation && state.result == 100)
    #expect(throws: FlowError<Screen, Input>.finished(.confirmation)) { try state.continue(with: .chosen) }
    #expect(throws: FlowError<Screen, Input>.finished(.confirmation)) { try state.continue() }
    #expect(try state.retry().isFinished && state.result == 100)
    try state.back()
    #expect(state.result == nil && state.step == .tariffs)
    var plain = FlowState<Screen, Input, Int>(in: flow)
    plain.start(from: .amount, with: 1)
    #expect(try plain.continue(with: .amount(1000)).to == .help && plain.context == 1)
  }

  @Test func progressIsSavedAndResumed() throws {
    var state = State(in: Self.transfer)
    state.start(from: .amount, with: 7)
    try state.continue()
    let data = try JSONEncoder().encode(state.progress)
    let progress = try JSONDecoder().decode(FlowProgress<Screen, Int>.self, from: data)
    #expect(progress == state.progress && progress.context == 7)
    var other = State(in: Self.transfer)
    #expect(other.resume(progress) == FlowTransition(from: nil, to: .tariffs, path: [.amount, .tariffs]))
    #expect(try other.back().path == [.amount])
    #expect(other.resume(FlowProgress()) == nil && other.step == nil)
    let finished = #"{"visits":[{"step":"done","context":1}],"finished":true}"#
    other.resume(try JSONDecoder().decode(FlowProgress<Screen, Int>.self, from: Data(finished.utf8)))
    #expect(other.result == 1)
    #expect(
      reason(FlowProgress<Screen, Int>.self, #"{"visits":[],"finished":true}"#)
        == "a flow that has not started is not finished")
    #expect(reason(FlowProgress<Screen, Int>.self, #"{}"#) != nil)
    #expect(reason(FlowProgress<Screen, Int>.self, #"{"visits":[{"step":"nowhere","context":1}]}"#) != nil)
  }

  @Test func flowsAreSavedAndReadAgain() throws {
    let flow = Self.transfer
    let data = try JSONEncoder().encode(flow)
    let read = try JSONDecoder().decode(Flow.self, from: data)
    #expect(read == flow && read.next(at: .tariffs) == .next(.confirmation))
    read.checkInvariants()
    #expect(read.dot() == flow.dot())
    // Steps that only rules name are added.
    let short = #"{"steps":[],"rules":[{"step":"amount","move":"backTo","to":"help"}]}"#
    let added = try JSONDecoder().decode(Flow.self, from: Data(short.utf8))
    #expect(added.steps == [.amount, .help] && added.next(at: .amount) == .backTo(.help))
  }

  @Test(arguments: [
    (#"{"steps":["help","help"],"rules":[]}"#, "the step 'help' is listed twice"),
    (
      #"{"steps":[],"rules":[{"step":"help","event":"quit","move":"back"},{"step":"help","event":"quit","move":"back"}]}"#,
      "an event has one rule at 'help', 'quit' has two"
    ),
    (#"{"steps":[],"rules":[{"move":"back"},{"move":"back"}]}"#, "an event has one rule at all steps, 'next' has two"),
    (#"{"steps":[],"rules":[{"move":"jump"}]}"#, "'jump' is not a move: 'next', 'back', 'backTo', 'restart'"),
    (#"{"steps":[],"rules":[{"move":"next"}]}"#, "'next' needs the step that it leads to, in 'to'"),
    (#"{"steps":[],"rules":[{"move":"back","to":"help"}]}"#, "'back' can't have a step in 'to'"),
  ])
  func aFlowThatIsWrongIsRefusedWithAReason(_ text: String, _ expected: String) {
    #expect(reason(Flow.self, text) == expected)
  }

  @Test func rulesWithoutAnEventAreDrawnWithoutALabel() {
    #expect(
      Self.transfer.dot() == """
        digraph "flow" {
          any [label="*", shape=circle];
          s0 [label="amount"];
          s1 [label="help"];
          s2 [label="tariffs"];
          s3 [label="confirmation"];
          s4 [label="done"];
          s0 -> s1 [label="tooSmall"];
          s0 -> s2;
          s2 -> s3;
          s3 -> s0 [label="editAmount", style=dashed];
          s3 -> s4;
          any -> s1 [label="quit", style=bold];
        }

        """)
  }

  @Test func editsKnowRulesWithoutAnEvent() throws {
    var flow = Self.transfer
    #expect(flow.set(.back, at: .amount, on: nil) == .next(.tariffs))
    #expect(try flow.removeRule(at: .amount, on: nil) == .back)
    #expect(throws: FlowEditError<Screen, Happening>.noRule(.amount, nil)) {
      try flow.removeRule(at: .amount, on: nil)
    }
    #expect("\(FlowEditError<Screen, Happening>.noRule(.amount, nil))" == "'next' has no rule at 'amount'")
    try flow.remove(.amount)
    #expect(flow.move(at: .confirmation, on: .editAmount) == nil)
    flow.checkInvariants()
  }

  /// The reason why a text is refused; `nil` if it is accepted.
  private func reason<Value: Decodable>(_ type: Value.Type, _ text: String) -> String? {
    do {
      _ = try JSONDecoder().decode(type, from: Data(text.utf8))
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch { return "\(error)" }
  }
}
