// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

/// Runs through flows whose reducers and screens are asynchronous.
@MainActor @Suite struct FlowRunTests {
  private enum Screen: String, Hashable { case cart, paying, done, help }
  private enum Happening: Hashable { case paid, asked, left, confirmed }
  private struct Declined: Error {}

  /// Suspends tasks that call `pass()` until it is opened.
  private final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    var count: Int { waiting.count }

    nonisolated(nonsending) func pass() async {
      await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
      for one in waiting { one.resume() }
      waiting = []
    }
  }

  private struct Paying: AsyncFlowReducer {
    let gate: Gate?
    var isDeclining = false

    nonisolated(nonsending) func reduce(
      _ context: inout [String], at step: Screen, on event: Happening
    ) async throws {
      context.append("\(event)")
      await gate?.pass()
      if isDeclining { throw Declined() }
    }

    func isFinished(_ context: [String], at step: Screen, on event: Happening) -> Bool { event == .confirmed }
  }

  private static let checkout = FlowGraph<Screen, Happening> {
    step(.cart) {
      on(.paid) { forward(to: .paying) }
      on(.asked) { forward(to: .help) }
    }
    step(.paying) {
      on(.left) { back(to: .cart) }
      next { forward(to: .done) }
    }
  }
  private typealias Run = FlowRun<Screen, Happening, [String]>

  /// Passes an event to a run, and returns when the event is pending.
  private func begin(_ run: Run, _ gate: Gate, _ event: Happening) async -> Task<FlowTransition<Screen>, any Error> {
    let before = gate.count
    let task = Task { try await run.continue(with: event) }
    while gate.count == before { await Task.yield() }
    return task
  }

  @Test func aRunGoesWhereEventsLeadWhenItsReducerHasAnswered() async throws {
    let gate = Gate()
    let run = Run(in: Self.checkout, reducing: Paying(gate: gate))
    run.start(from: .cart, with: [])
    let task = await begin(run, gate, .paid)
    #expect(run.isPending && run.path == [.cart] && run.context == [])
    gate.open()
    #expect(try await task.value == FlowTransition(from: .cart, to: .paying, path: [.cart, .paying]))
    #expect(!run.isPending && run.context == ["paid"])
    #expect(try await run.continue().path == [.cart, .paying, .done])
  }

  @Test func aSecondEventIsRefusedWhileOneIsPending() async throws {
    let gate = Gate()
    let run = Run(in: Self.checkout, reducing: Paying(gate: gate))
    run.start(from: .cart, with: [])
    let task = await begin(run, gate, .paid)
    await #expect(throws: FlowError<Screen, Happening>.pending(.cart)) { try await run.continue(with: .asked) }
    await #expect(throws: FlowError<Screen, Happening>.pending(.cart)) { try await run.continue() }
    await #expect(throws: FlowError<Screen, Happening>.pending(.cart)) { try await run.retry() }
    #expect(gate.count == 1 && run.isPending)
    gate.open()
    #expect(try await task.value.to == .paying && run.context == ["paid"])
  }

  /// The ways to abandon a pending event.
  enum Abandoning: CaseIterable { case start, back, backTo, root, resume, cancel }

  @Test(arguments: Abandoning.allCases)
  func anEventThatIsAbandonedIsCancelledAndMakesWayForAnother(_ way: Abandoning) async throws {
    let gate = Gate()
    let run = Run(in: Self.checkout, reducing: Paying(gate: gate))
    run.resume(FlowProgress(along: [.help, .cart], with: ["x"]))
    let task = await begin(run, gate, .paid)
    switch way {
    case .start: run.start(from: .cart, with: ["x"])
    case .back: try run.back()
    case .backTo: try run.back(to: .help)
    case .root: try run.backToRoot()
    case .resume: run.resume(FlowProgress(along: [.cart], with: ["x"]))
    case .cancel: #expect(run.cancel() && !run.cancel())
    }
    #expect(!run.isPending)
    let there = run.progress
    run.resume(FlowProgress(along: [.cart], with: ["y"]))
    let other = await begin(run, gate, .asked)
    #expect(run.isPending && gate.count == 2)
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await other.value.to == .help && run.path == [.cart, .help] && run.context == ["y", "asked"])
    #expect(there.context == ["x"])
  }

  @Test func anEventWhoseTaskIsCancelledChangesNothingAndCanBeTriedAgain() async throws {
    let gate = Gate()
    let run = Run(in: Self.checkout, reducing: Paying(gate: gate))
    run.start(from: .cart, with: [])
    let task = await begin(run, gate, .paid)
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!run.isPending && run.path == [.cart] && run.context == [])
    let again = Task { try await run.retry() }
    while gate.count == 0 { await Task.yield() }
    gate.open()
    #expect(try await again.value.to == .paying && run.context == ["paid"])
  }

  @Test func whatAPartThrowsLeavesTheRunWhereItWas() async throws {
    let run = Run(in: Self.checkout, reducing: Paying(gate: nil, isDeclining: true))
    await #expect(throws: FlowError<Screen, Happening>.notStarted) { try await run.continue(with: .paid) }
    await #expect(throws: FlowError<Screen, Happening>.nothingToRetry) { try await run.retry() }
    run.start(from: .cart, with: [])
    await #expect(throws: Declined.self) { try await run.continue(with: .paid) }
    #expect(!run.isPending && run.path == [.cart] && run.context == [])
    await #expect(throws: Declined.self) { try await run.retry() }
    await #expect(throws: FlowError<Screen, Happening>.noRule(.cart, nil)) { try await run.continue() }
  }

  private struct Server: AsyncFlowTransitions {
    nonisolated(nonsending) func move(
      at step: Screen, on event: Happening?, with context: [String]
    ) async throws -> FlowMove<Screen>? {
      await Task.yield()
      if event == .left { throw Declined() }
      return context.count > 1 ? .restart(.help) : .next(.done)
    }
  }

  @Test func transitionsThatWaitSeeWhatTheReducerHasMadeOfTheContext() async throws {
    let run = Run(in: Server(), reducing: Paying(gate: nil))
    run.start(from: .cart, with: [])
    #expect(try await run.continue(with: .paid).path == [.cart, .done])
    await #expect(throws: Declined.self) { try await run.continue(with: .left) }
    #expect(try await run.continue(with: .asked).path == [.help])
    let plain = Run(in: Server())
    plain.start(from: .cart, with: [])
    #expect(try await plain.continue().path == [.cart, .done] && plain.context == [])
  }

  private final class Player: AsyncFlowNavigator {
    private var events: [Happening?]
    private(set) var shown: [[Screen]] = []
    private let before: (Int) -> Void

    init(_ events: [Happening?], before: @escaping (Int) -> Void = { _ in }) {
      (self.events, self.before) = (events, before)
    }

    nonisolated(nonsending) func navigate(
      _ transition: FlowTransition<Screen>, with context: [String]
    ) async throws -> Happening? {
      before(shown.count)
      shown.append(transition.path)
      await Task.yield()
      return events.removeFirst()
    }
  }

  @Test func aRunShowsEachStepAndEndsWithTheResult() async throws {
    let run = Run(in: Self.checkout, reducing: Paying(gate: nil))
    let player = Player([.paid, .left, .paid, nil, .confirmed])
    #expect(try await run.run(from: .cart, with: [], showing: player) == ["paid", "left", "paid", "confirmed"])
    #expect(player.shown == [[.cart], [.cart, .paying], [.cart], [.cart, .paying], [.cart, .paying, .done]])
    #expect(run.result == ["paid", "left", "paid", "confirmed"] && run.step == .done)
    await #expect(throws: FlowError<Screen, Happening>.finished(.done)) { try await run.continue(with: .paid) }
    // A run that has finished returns its result at once.
    #expect(try await run.run(showing: Player([])) == run.result)
    try run.back()
    #expect(run.result == nil)
  }

  @Test func whatHappenedAtAStepThatWasLeftMeanwhileIsIgnored() async throws {
    let run = Run(in: Self.checkout, reducing: Paying(gate: nil))
    let player = Player([.paid, nil, .confirmed]) { if $0 == 1 { _ = try? run.backToRoot() } }
    #expect(try await run.run(from: .cart, with: [], showing: player) == ["confirmed"])
    #expect(player.shown == [[.cart], [.cart, .paying], [.cart]] || player.shown == [[.cart], [.cart], [.cart]])
  }

  @Test func aReducerAtOnceIsOneThatMayWait() async throws {
    struct Counting: FlowReducer {
      func reduce(_ context: inout Int, at step: Screen, on event: Happening) { context += 1 }
    }
    let run = FlowRun<Screen, Happening, Int>(in: Self.checkout, reducing: Counting())
    run.start(from: .cart, with: 0)
    try await run.continue(with: .paid)
    #expect(run.context == 1)
    var state = FlowState<Screen, Happening, Int>(in: Self.checkout, reducing: Counting())
    state.resume(run.progress)
    #expect(state.path == [.cart, .paying])
  }
}
