// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Observation
import Synchronization
import Testing

/// Values that Observation tracks.
@Suite struct ObservedValueTests {
  private let evaluator = Evaluator()
  private let source: Variable<Int>
  private let other: Variable<Int>
  private let double: Output<Int>

  init() {
    source = evaluator.input("source", 1)
    other = evaluator.input("other", 1)
    double = evaluator.node("double", source) { (value: Int) throws -> Int in
      if value < 0 { throw Complaint(description: "negative") }
      return value * 2
    }
  }

  /// Returns how many notifications one call of `body` leads to while `edit` runs.
  private func notifications<Value>(of body: () -> Value, when edit: () -> Void) -> Int {
    let count = Mutex(0)
    _ = withObservationTracking(body) { count.withLock { $0 += 1 } }
    edit()
    return count.withLock { $0 }
  }

  @Test func readingIsNotifiedOnceOfTheNextChangeAndOnlyOfThat() {
    let value = evaluator.observed(double)
    #expect(value.value == 2)
    #expect(
      notifications {
        value.value
      } when: {
        evaluator.set(other, to: 5)
      } == 0)
    #expect(
      notifications {
        value.value
      } when: {
        evaluator.set(source, to: 2)
        evaluator.set(source, to: 3)
      } == 1)
    #expect(value.value == 6)
    #expect(
      notifications {
        0
      } when: {
        evaluator.set(source, to: 4)
      } == 0)
  }

  @Test func undoAndFailuresAreNotifiedOfToo() {
    evaluator.undoLimit = 1 << 20
    let value = evaluator.observed(double)
    #expect(
      notifications {
        value.failure
      } when: {
        evaluator.set(source, to: -1)
      } == 1)
    #expect(value.value == nil && value.failure?.message == "negative")
    #expect(
      notifications {
        value.result
      } when: {
        evaluator.undo()
      } == 1)
    #expect(value.value == 2 && value.failure == nil)
  }

  @Test func theValueIsFollowedAsLongAsItExistsAndKeepsTheLastBehindTheEvaluator() {
    evaluator.policy = .onDemand
    var value: ObservedValue<Int>? = evaluator.observed(double)
    #expect(evaluator.set(source, to: 2).evaluated == [double.node])
    #expect(value?.value == 4)
    value = nil
    #expect(evaluator.set(source, to: 3).evaluated == [])

    var lost: Evaluator? = Evaluator()
    let last = lost.map { $0.observed($0.input("a", 7)) }
    lost = nil
    #expect(last?.value == 7)
  }
}
