// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Flows: the steps that events lead to, and states that go through them.
@Suite struct FlowTests {
  private enum Screen: Hashable { case home, cart, address, done }
  private enum Happening: Hashable {
    case ordered, paid, failed, quit
    case renamed(String)
  }

  private static let checkout = FlowGraph<Screen, Happening> {
    step(.home) { on(.ordered) { next(.cart) } }
    step(.cart) {
      on(.ordered) { next(.address) }
      on(.paid) { next(.done) }
      on(.failed) { back() }
      on(.quit) { next(.address) }
    }
    step(.address) {
      on(.failed) { back() }
      on(.renamed("x")) { next(.address) }
    }
    step(.done) {}
    anyStep { on(.quit) { restart(at: .home) } }
  }

  private struct Counting: FlowReducer {
    struct Refused: Error {}

    func reduce(_ context: inout [String], at step: Screen, on event: Happening) throws {
      if event == .paid, context.count < 3 {
        context.append("never seen")
        throw Refused()
      }
      context.append("\(event)")
    }
  }

  @Test func aStateGoesWhereEventsLeadAndBack() throws {
    var state = FlowState<Screen, Happening, Int>(in: Self.checkout)
    #expect(state.step == nil && state.path.isEmpty && state.context == nil)
    #expect(state.start(from: .home, with: 7) == FlowTransition(from: nil, to: .home, path: [.home]))
    #expect(try state.continue(with: .ordered).path == [.home, .cart])
    #expect(
      try state.continue(with: .ordered) == FlowTransition(from: .cart, to: .address, path: [.home, .cart, .address]))
    #expect(try state.continue(with: .failed) == FlowTransition(from: .address, to: .cart, path: [.home, .cart]))
    #expect(try state.continue(with: .paid).to == .done)
    #expect(try state.back().path == [.home, .cart])
    #expect(state.context == 7)
  }

  @Test func aRuleOfAllStepsComesFirstAndForwardLeavesNothingBefore() throws {
    var state = FlowState<Screen, Happening, Void>(in: Self.checkout)
    state.start(from: .home, with: ())
    try state.continue(with: .ordered)
    #expect(try state.continue(with: .quit).path == [.home])
    #expect(throws: FlowError<Screen, Happening>.nothingBefore(.home)) { try state.back() }
    #expect(Self.checkout.events(at: .cart) == [.quit, .ordered, .paid, .failed])
    #expect(Self.checkout.events(at: .done) == [.quit])
  }

  @Test func whatNoRuleSaysIsRefusedAndChangesNothing() throws {
    var state = FlowState<Screen, Happening, Int>(in: Self.checkout)
    #expect(throws: FlowError<Screen, Happening>.notStarted) { try state.continue(with: .paid) }
    #expect(throws: FlowError<Screen, Happening>.nothingToRetry) { try state.retry() }
    state.start(from: .cart, with: 1)
    #expect(throws: FlowError<Screen, Happening>.noRule(.cart, .renamed("x"))) {
      try state.continue(with: .renamed("x"))
    }
    #expect(throws: FlowError<Screen, Happening>.noRule(.cart, .renamed("x"))) { try state.retry() }
    #expect(throws: FlowError<Screen, Happening>.nothingBefore(.cart)) { try state.continue(with: .failed) }
    #expect(state.path == [.cart] && state.context == 1)
    #expect("\(FlowError<Screen, Happening>.noRule(.cart, .paid))" == "'paid' has no rule at 'cart'")
  }

  @Test func aReducerThatThrowsLeavesTheStateAndTheEventIsTriedAgainFromWhatThereWasBefore() throws {
    var state = FlowState<Screen, Happening, [String]>(in: Self.checkout, reducing: Counting())
    state.start(from: .cart, with: ["a"])
    #expect(throws: Counting.Refused.self) { try state.continue(with: .paid) }
    #expect(state.path == [.cart] && state.context == ["a"])
    #expect(throws: Counting.Refused.self) { try state.retry() }
    #expect(state.path == [.cart] && state.context == ["a"])
    state.start(from: .cart, with: ["a", "b", "c"])
    try state.continue(with: .paid)
    let once = (state.path, state.context)
    #expect(try state.retry().path == [.cart, .done])
    #expect(once == (state.path, state.context) && state.context == ["a", "b", "c", "paid"])
    try state.back()
    #expect(state.context == ["a", "b", "c"])
    // Unlike a step back, an event that leads back keeps the context.
    state.start(from: .home, with: [])
    try state.continue(with: .ordered)
    try state.continue(with: .failed)
    #expect(state.path == [.home] && state.context == ["ordered", "failed"])
  }

  @Test func anEarlierStateIsAValueThatGoesOnByItself() throws {
    var state = FlowState<Screen, Happening, Int>(in: Self.checkout)
    state.start(from: .home, with: 0)
    let earlier = state
    try state.continue(with: .ordered)
    var other = earlier
    try other.continue(with: .quit)
    #expect(state.path == [.home, .cart] && earlier.path == [.home] && other.path == [.home])
  }

  @Test func aNavigatorIsToldWhereAFlowIs() throws {
    struct Stack: FlowNavigator {
      var shown: [Screen] = []
      mutating func navigate(_ transition: FlowTransition<Screen>) { shown = transition.path }
    }
    var (state, stack) = (FlowState<Screen, Happening, Int>(in: Self.checkout), Stack())
    stack.navigate(state.start(from: .home, with: 0))
    stack.navigate(try state.continue(with: .ordered))
    #expect(stack.shown == [.home, .cart])
  }

  @Test func aFlowIsDrawnTheSameEachTimeWithTheNodeOfAllStepsAndEscapedLabels() {
    let flow = FlowGraph<String, String> {
      step("say \"a\\b\"") { on("two\nlines") { next("end") } }
      step("end") { on("undo") { back() } }
      anyStep { on("*") { restart(at: "end") } }
    }
    #expect(
      flow.dot() == """
        digraph "flow" {
          any [label="*", shape=circle];
          s0 [label="say \\"a\\\\b\\""];
          s1 [label="end"];
          s0 -> s1 [label="two\\nlines"];
          s1 -> s0 [label="undo", style=dashed];
          any -> s1 [label="*", style=bold];
        }

        """)
    #expect(Self.checkout.dot() == Self.checkout.dot())
    #expect(!Self.checkout.dot().contains("strict"))
  }

  @Test func declarationsTakeConditionsAndLoops() {
    let isLong = true
    let flow = FlowGraph<Int, String> {
      for index in 0..<3 { step(index) { on("go") { next(index + 1) } } }
      if isLong { step(3) { on("go") { next(4) } } }
    }
    #expect(flow.steps == [0, 1, 2, 3, 4] && flow.rules.count == 4)
  }

  /// Compares random events in a flow with a path kept in an array and a dictionary of moves.
  @Test func randomEventsLeadWhereAListOfTheWayDoes() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<50 {
      var pairs: [[Int]: FlowMove<Int>] = [:]
      for step in 0..<5 {
        for event in 0..<4 where random.oneIn(2) {
          pairs[[step, event]] = random.pick([.next(random.below(5)), .back, .restart(random.below(5))])
        }
      }
      let flow = FlowGraph<Int, Int> {
        for step in 0..<5 {
          NodeGraph.step(step) {
            for event in 0..<4 { if let move = pairs[[step, event]] { on(event) { move } } }
          }
        }
      }
      var state = FlowState<Int, Int, [Int]>(in: flow)
      state.start(from: 0, with: [])
      var path = [0]
      for _ in 0..<30 {
        let event = random.below(4)
        let isRefused = (try? state.continue(with: event)) == nil
        switch pairs[[path[path.count - 1], event]] {
        case .next(let step): path.append(step)
        case .restart(let step): path = [step]
        case .back where path.count > 1: path.removeLast()
        default:
          #expect(isRefused)
          continue
        }
        #expect(!isRefused && state.path == path)
      }
    }
  }
}
