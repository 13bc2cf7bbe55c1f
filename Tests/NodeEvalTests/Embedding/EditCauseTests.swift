// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// The cause of a change that observers receive, and what they receive when they begin.
@Suite struct EditCauseTests {
  private final class Diary {
    var entries: [String] = []
    var tokens: [ObservationToken] = []
  }

  private let evaluator = Evaluator()
  private let diary = Diary()
  private let source: Variable<Int>
  private let double: Output<Int>

  init() {
    source = evaluator.input("source", 1)
    double = evaluator.node("double", source) { $0 * 2 }
  }

  private func watch(_ evaluator: Evaluator, _ output: some Readable, initial: Bool = false) {
    diary.tokens.append(
      evaluator.observe(output, initial: initial) { [diary] change in
        diary.entries.append("\(change.cause): \(change)")
      })
  }

  @Test func eachKindOfEditIsToldAsWhatItIs() throws {
    evaluator.undoLimit = 1 << 20
    watch(evaluator, double)
    evaluator.set(source, to: 2)
    evaluator.edit { $0.set(source, to: 3) }
    evaluator.undo()
    evaluator.redo()
    try evaluator.fork { $0.set(source, to: 4) }.commit()
    evaluator.set(source, to: 5)
    #expect(
      diary.entries == [
        "edit: 2 → 4", "edit: 4 → 6", "undo: 6 → 4", "redo: 4 → 6", "fork: 6 → 8", "edit: 8 → 10",
      ])
  }

  @Test func cancellingIsACauseOfItsOwn() async throws {
    let slow = evaluator.asyncNode("slow", source) { run, value in
      try await Task.sleep(for: .seconds(600))
      return value
    }
    let next = evaluator.node("next", slow) { $0 + 1 }
    watch(evaluator, next)
    diary.tokens.append(evaluator.observe(double) { _ in Issue.record("nothing else changes") })
    #expect(diary.entries.isEmpty)
    try evaluator.cancel(slow.node)
    #expect(diary.entries.count == 1)
    #expect(diary.entries.first?.hasPrefix("cancellation: ") == true)
  }

  @Test func whatAnObserverOrTheHookDoesIsAnEditWhateverItWasToldOf() {
    evaluator.undoLimit = 1 << 20
    let other = evaluator.input("other", 0)
    evaluator.set(source, to: 2)
    watch(evaluator, other)
    diary.tokens.append(
      evaluator.observe(source) { [evaluator] _ in evaluator.set(other, to: evaluator[other] + 1) })
    evaluator.undo()
    #expect(diary.entries == ["edit: 0 → 1"])
    diary.tokens.removeLast()
    evaluator.set(source, to: 7)
    evaluator.onEdit = { [evaluator] _ in if evaluator[other] < 10 { evaluator.set(other, to: 10) } }
    evaluator.undo()
    #expect(diary.entries == ["edit: 0 → 1", "edit: 1 → 10"])
  }

  @Test func landingsCancellationsAndWhatIsRunAgainAreToldAsSuch() async throws {
    let graph = LateGraph(undoLimit: 1 << 20)
    await graph.land()
    watch(graph.evaluator, graph.next)
    graph.evaluator.set(graph.source, to: 5)
    await graph.land()
    graph.evaluator.undo()
    #expect(diary.entries == ["landing: 11.0 → 51.0", "undo: 51.0 → 11.0"])

    var factor = 2
    let scaled = evaluator.node("scaled", source, cutoff: .automatic) { $0 * factor }
    watch(evaluator, scaled)
    factor = 3
    try evaluator.invalidate(scaled.node)
    #expect(diary.entries.last == "invalidation: 2 → 3")
  }

  @Test func whatAStoppedEvaluationHasLeftIsToldAsResumed() {
    let next = evaluator.node("next", double) { $0 + 1 }
    watch(evaluator, next)
    var time: UInt64 = 0
    evaluator.stopClock = {
      time += 1_000_000_000
      return time
    }
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 2)
    evaluator.isInterrupted = nil
    evaluator.resume()
    #expect(diary.entries == ["resumption: 3 → 5"])
  }

  @Test func anObserverThatAsksForItIsToldAtOnceWhatThereIs() {
    watch(evaluator, double, initial: true)
    #expect(diary.entries == ["initial: 2 → 2"])
    evaluator.set(source, to: 2)
    #expect(diary.entries == ["initial: 2 → 2", "edit: 2 → 4"])
  }

  @Test func aFailureIsToldAtOnceToo() {
    let failing = evaluator.node("failing", source) { (_: Int) throws -> Int in throw Complaint(description: "no") }
    watch(evaluator, failing, initial: true)
    #expect(diary.entries == ["initial: ⚠ no → ⚠ no"])
  }

  @Test func whatAnObserverDoesWhenItBeginsIsDeliveredToItAfterwards() {
    diary.tokens.append(
      evaluator.observe(double, initial: true) { [diary, evaluator, source] change in
        diary.entries.append("\(change.cause): \(change)")
        if evaluator[source] < 3 { evaluator.set(source, to: evaluator[source] + 1) }
      })
    #expect(diary.entries == ["initial: 2 → 2", "edit: 2 → 4", "edit: 4 → 6"])
  }

  @Test func anObserverThatBeginsInAnotherIsToldAfterWhatIsQueued() {
    diary.tokens.append(
      evaluator.observe(source) { [self] _ in if diary.tokens.count == 2 { watch(evaluator, double, initial: true) } })
    watch(evaluator, source)
    evaluator.set(source, to: 2)
    #expect(diary.entries == ["edit: 1 → 2", "initial: 4 → 4"])
  }
}
