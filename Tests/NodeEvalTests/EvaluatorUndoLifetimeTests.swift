// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Values that contain references, in edits that are undone, forgotten or forked, are never leaked and never released twice.
@Suite struct EvaluatorUndoLifetimeTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyValueIsReleasedOnceInAnyOrderOfUndoRedoForgettingAndForks(seed: UInt64) {
    play(Tracked.InStruct.self, seed)
    play(Tracked.WithText.self, seed)
    play(Tracked.OverAligned.self, seed)
    play(Tracked.WithWeak.self, seed)
    play([Tracked].self, seed)
    play(Tracked?.self, seed)
  }

  private func play<Value: Sample>(_ type: Value.Type, _ seed: UInt64) {
    let census = Census()
    do {
      let script = LifetimeScript(type, census, seed: seed)
      for _ in 0..<fuzzSteps(150) { script.step() }
      script.evaluator.checkInvariants()
      script.finish()
    }
    #expect(census.count == 0, "\(type), seed \(seed)")
  }

  /// Makes a source and a node that makes objects from the source's value.
  private func world(_ census: Census) -> (evaluator: Evaluator, source: Variable<Int>, made: Output<Tracked>) {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 0)
    let made = evaluator.node("made", source) { Tracked($0, census) }
    evaluator.undoLimit = 1 << 20
    return (evaluator, source, made)
  }

  @Test func whatAnEditReplacedIsHeldUntilTheEditIsForgotten() {
    let census = Census()
    let (evaluator, source, made) = world(census)
    for number in 1...5 { evaluator.set(source, to: number) }
    #expect(census.count == 6)
    evaluator.undo()
    evaluator.undo()
    #expect(census.count == 6 && evaluator[made].number == 3)
    evaluator.set(source, to: 9)
    #expect(census.count == 5)
    evaluator.undoLimit = 0
    #expect(census.count == 1 && evaluator[made].number == 9)
  }

  @Test func aGestureHoldsTheFirstValueOnly() {
    let census = Census()
    let (evaluator, source, made) = world(census)
    for number in 1...100 { evaluator.edit(nil, gesture: 1) { edit in edit.set(source, to: number) } }
    #expect(census.count == 2)
    evaluator.undo()
    #expect(census.count == 2 && evaluator[made].number == 0)
    evaluator.redo()
    #expect(evaluator[made].number == 100)
  }

  @Test func aValueThatANodeGotLaterInAGestureIsReleasedOnce() {
    let census = Census()
    do {
      let (evaluator, source, made) = world(census)
      let other = evaluator.input("other", 0)
      let late = evaluator.node("late", other) { Tracked($0, census) }
      for variable in [source, other, source, other] {
        evaluator.edit(nil, gesture: 1) { edit in edit.set(variable, to: evaluator[variable] + 1) }
      }
      // Both nodes' present values, and both nodes' first values.
      #expect(census.count == 4)
      evaluator.undo()
      #expect(evaluator[made].number == 0 && evaluator[late].number == 0)
      evaluator.redo()
      #expect(evaluator[made].number == 2 && evaluator[late].number == 2)
      evaluator.undoLimit = 0
      #expect(census.count == 2)
    }
    #expect(census.count == 0)
  }

  @Test func whatFinishedAnEditIsReleasedOnceWhicheverOfTheEditsIsForgotten() {
    for forgetsAll in [true, false] {
      let census = Census()
      do {
        let (evaluator, source, _) = world(census)
        var time: UInt64 = 0
        _ = evaluator.node("more", source) { (number: Int) -> [Tracked] in [Tracked(number, census)] }
        // Each node takes a second, so that `isInterrupted` is called after it.
        evaluator.stopClock = {
          time += 1_000_000_000
          return time
        }
        evaluator.isInterrupted = { true }
        evaluator.set(source, to: 1)
        evaluator.isInterrupted = nil
        evaluator.set(source, to: 2)
        evaluator.undo()
        evaluator.resume()
        #expect(evaluator.canRedo && !evaluator.hasUnfinished)
        evaluator.redo()
        evaluator.undo()
        if forgetsAll { evaluator.undoLimit = 0 } else { evaluator.set(source, to: 3) }
      }
      #expect(census.count == 0)
    }
  }

  @Test func whatAnEditAddedGoesWhenItCannotBeDoneAgain() {
    let census = Census()
    let (evaluator, source, made) = world(census)
    do {
      let late = evaluator.node("late", source) { Tracked($0 + 1, census) }
      #expect(census.count == 2 && evaluator[late].number == 1)
    }
    evaluator.undo()
    #expect(census.count == 2)
    _ = evaluator.input("other", 1)
    #expect(census.count == 1 && evaluator[made].number == 0)
  }

  @Test func aForkHoldsWhatItWouldAddUntilItIsReleased() throws {
    let census = Census()
    do {
      let (evaluator, source, made) = world(census)
      do {
        let fork = try evaluator.fork { edit in
          edit.set(source, to: 5)
          _ = evaluator.node("late", source) { Tracked($0 + 1, census) }
        }
        #expect(census.count == 3)
        evaluator.set(source, to: 7)
        #expect(census.count == 4 && evaluator[made].number == 7 && !fork.isCurrent)
      }
      #expect(census.count == 2)
    }
    #expect(census.count == 0)
  }

  @Test func aForkKeepsItsEvaluatorAndBothGoTogether() throws {
    let census = Census()
    weak var gone: Evaluator?
    do {
      var fork: Fork?
      do {
        let (evaluator, source, _) = world(census)
        evaluator.set(source, to: 1)
        fork = try evaluator.fork { edit in edit.set(source, to: 5) }
        gone = evaluator
      }
      #expect(fork?.isCurrent == true && gone != nil)
      try fork?.commit()
      fork = nil
    }
    #expect(gone == nil && census.count == 0)
  }

  @Test func anEvaluatorThatGoesWithEditsTakenBackReleasesAll() throws {
    let census = Census()
    do {
      let (evaluator, source, made) = world(census)
      evaluator.set(source, to: 1)
      try evaluator.edit { try $0.remove(made.node) }
      _ = evaluator.node("late", source) { [Tracked($0, census)] }
      evaluator.undo()
      evaluator.undo()
      _ = try evaluator.fork { try $0.remove(made.node) }
    }
    #expect(census.count == 0)
  }

  @Test func objectsReleasedByForgettingMayLookAtTheEvaluator() {
    final class Curious {
      let look: () -> Void
      init(_ look: @escaping () -> Void) { self.look = look }
      deinit { look() }
    }
    var looks = 0
    do {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 0)
      let made = evaluator.node("made", source) { [unowned evaluator] (_: Int) -> Curious in
        Curious { [weak evaluator] in
          looks += 1
          _ = evaluator?.undoTitles
          _ = evaluator?.graph.nodeCount
        }
      }
      evaluator.undoLimit = 1 << 12
      for number in 1...200 { evaluator.set(source, to: number) }
      #expect(looks > 100 && evaluator.canUndo)
      withExtendedLifetime(evaluator[made]) {}
    }
    #expect(looks == 201)
  }
}
