// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Which objects an observer retains, and for how long.
@Suite struct ObserverTests {
  private final class Diary {
    var entries: [String] = []
    var observations: [ObservationToken] = []
  }

  private let evaluator = Evaluator()
  private let diary = Diary()
  private let source: Variable<Int>

  init() { source = evaluator.input("source", 1) }

  private func changes(of node: some Readable<some Sample>) -> ObservationToken {
    func number(_ result: Result<some Sample, NodeFailure>) -> String {
      switch result {
      case .success(let value): "\(value.number)"
      case .failure(let failure): "\(failure)"
      }
    }
    return evaluator.observe(node) { [diary] change in
      diary.entries.append("\(number(change.old)) → \(number(change.new))")
    }
  }

  @Test func valuesOfAnyTypeAreToldAndReleased() {
    let types: [any Sample.Type] = [
      Tracked.InStruct.self, Tracked.WithText.self, Tracked.OverAligned.self, Tracked.WithWeak.self, [Tracked].self,
      Tracked?.self,
    ]
    for type in types { tell(type) }
  }

  private func tell<Value: Sample>(_ type: Value.Type) {
    let census = Census()
    do {
      evaluator.set(source, to: 1)
      diary.entries = []
      let node = evaluator.node(nil, source) { (number: Int) throws -> Value in
        if number < 0 { throw Complaint(description: "negative") }
        return Value(Tracked(number, census))
      }
      let observation = changes(of: node)
      for number in [2, -1, -2, 3, 3, 4] { evaluator.set(source, to: number) }
      #expect(diary.entries == ["1 → 2", "2 → negative", "negative → 3", "3 → 4"], "\(type)")
      withExtendedLifetime(observation) {}
      #expect(throws: Never.self) { try evaluator.edit { try $0.remove(node.node) } }
    }
    #expect(census.count == 0, "\(type)")
  }

  @Test func whatWaitsLongIsToldOneAfterTheOtherAndReleased() {
    let census = Census()
    do {
      let node = evaluator.node(nil, source) { Tracked($0, census) as Tracked? }
      let hasty = evaluator.observe(source) { [unowned evaluator, source] change in
        guard case .success(2) = change.new else { return }
        for number in 3...6 { evaluator.set(source, to: number) }
      }
      let observation = changes(of: node)
      evaluator.set(source, to: 2)
      #expect(diary.entries == (1...5).map { "\($0) → \($0 + 1)" })
      evaluator.set(source, to: 10)
      #expect(diary.entries.last == "6 → 10")
      withExtendedLifetime((hasty, observation)) {}
      #expect(throws: Never.self) { try evaluator.edit { try $0.remove(node.node) } }
    }
    #expect(census.count == 0)
  }

  /// Observes with a closure that retains an object.
  private func hold(_ census: Census, _ node: some Readable<Int>) -> ObservationToken {
    let tracked = Tracked(0, census)
    return evaluator.observe(node) { _ in withExtendedLifetime(tracked) {} }
  }

  @Test func anObserverLetsGoOfWhatItHoldsWhenItEnds() throws {
    let census = Census()
    let node = evaluator.node(nil, source) { $0 }
    var observations = [hold(census, node), hold(census, node), hold(census, source)]
    observations[0].cancel()
    observations[0].cancel()
    observations.remove(at: 0)
    #expect(census.count == 2)
    try evaluator.edit { try $0.remove(node.node) }
    observations.remove(at: 0)
    #expect(census.count == 1)
    do {
      let other = Evaluator()
      let input = other.input("input", 1)
      let tracked = Tracked(0, census)
      observations.append(other.observe(input) { _ in withExtendedLifetime(tracked) {} })
    }
    observations.removeLast()
    #expect(census.count == 1)
    observations = []
    #expect(census.count == 0)
  }

  @Test func anObserverThatEndsWhileItIsToldGoesOnToItsEnd() throws {
    let census = Census()
    let diary = diary
    let node = evaluator.node(nil, source) { $0 * 2 }
    let watching = evaluator.observe(source) { [unowned evaluator] _ in
      guard evaluator.graph.contains(node.node) else { return }
      #expect(throws: Never.self) { try evaluator.edit { try $0.remove(node.node) } }
    }
    do {
      let tracked = Tracked(7, census)
      let observation = evaluator.observe(source) { _ in
        diary.observations = []
        diary.entries.append("still \(tracked.number), \(census.count)")
      }
      diary.observations = [observation]
    }
    // The notice is queued when the observer's node is released, so the observer still receives it.
    let orphan = evaluator.observe(node) { diary.entries.append("\($0)") }
    evaluator.set(source, to: 2)
    #expect(diary.entries == ["still 7, 1", "2 → 4"] && census.count == 0)
    evaluator.set(source, to: 3)
    #expect(diary.entries.count == 2)
    withExtendedLifetime((watching, orphan)) {}
  }

  @Test func anObserverMayBeTheLastToHoldItsEvaluator() {
    let diary = diary
    var evaluator: Evaluator? = Evaluator()
    guard let input = evaluator?.input("input", 1), let sum = evaluator?.node("sum", input, evaluate: { $0 + 1 }) else {
      return
    }
    let first = evaluator?.observe(input) { _ in evaluator = nil }
    let second = evaluator?.observe(sum) { diary.entries.append("\($0)") }
    evaluator?.set(input, to: 2)
    #expect(diary.entries == ["2 → 3"] && evaluator == nil)
    withExtendedLifetime((first, second)) {}
  }

  /// An object that runs a closure when it is released.
  private final class Parting {
    let part: () -> Void
    init(_ part: @escaping () -> Void) { self.part = part }
    deinit { part() }
  }

  @Test func valuesThatGoMayEndObserversAndMakeEditsWhileOthersAreTold() {
    let diary = diary
    let source = source
    let other = evaluator.input("other", 0)
    let node = evaluator.node("parting", source) { [unowned evaluator] number in
      Parting {
        diary.entries.append("\(number) goes")
        if number == 1 { diary.observations.removeFirst() }
        if number < 3 { evaluator.set(other, to: number) }
        if number == 2 { evaluator.set(source, to: 4) }
      }
    }
    let number = evaluator.node("number", source) { $0 * 10 }
    diary.observations = [
      evaluator.observe(number) { diary.entries.append("ended: \($0)") },
      evaluator.observe(node) { _ in diary.entries.append("first") },
      evaluator.observe(node) { _ in diary.entries.append("second") },
      evaluator.observe(number) { diary.entries.append("number: \($0)") },
      evaluator.observe(other) { diary.entries.append("other: \($0)") },
    ]
    evaluator.set(source, to: 2)
    #expect(diary.entries == ["first", "second", "1 goes", "number: 10 → 20", "other: 0 → 1"])
    diary.entries = []
    evaluator.set(source, to: 3)
    #expect(
      diary.entries == [
        "first", "second", "2 goes", "number: 20 → 30", "other: 1 → 2", "first", "second", "3 goes", "number: 30 → 40",
      ])
    evaluator.checkInvariants()
    diary.observations = []
  }

  @Test func whatIsReleasedWithAnObserverMayEndOthersAndMakeEdits() {
    let diary = diary
    let source = source
    let other = evaluator.observe(source) { diary.entries.append("other: \($0)") }
    do {
      let parting = Parting { [unowned evaluator] in
        diary.entries.append("parting")
        other.cancel()
        evaluator.set(source, to: 100)
      }
      diary.observations = [
        evaluator.observe(source) { _ in withExtendedLifetime(parting) { diary.observations = [] } }
      ]
    }
    let last = evaluator.observe(source) { diary.entries.append("last: \($0)") }
    evaluator.set(source, to: 2)
    #expect(diary.entries == ["other: 1 → 2", "last: 1 → 2", "parting", "last: 2 → 100"])
    withExtendedLifetime(last) {}
  }
}
