// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// For which edits the hook is called, when, and with what.
@Suite struct EditHookTests {
  /// The entries that the hook and observers wrote, in order.
  private final class Diary {
    var entries: [String] = []
    var tokens: [ObservationToken] = []
    var affected: [[NodeID]] = []
  }

  private let evaluator = Evaluator()
  private let diary = Diary()
  private let source: Variable<Int>
  private let double: Output<Int>

  init() {
    source = evaluator.input("source", 1)
    double = evaluator.node("double", source) { $0 * 2 }
  }

  private func write() {
    evaluator.onEdit = { [diary] receipt in
      diary.entries.append("edit \(receipt.edit)")
      diary.affected.append(receipt.affected)
    }
  }

  @Test func theHookIsCalledOnceForEachOutermostEditThatHasAnEffect() throws {
    write()
    var expected: [String] = []
    func expect(_ receipt: Receipt?) {
      expected.append("edit \(receipt?.edit ?? 0)")
      #expect(diary.entries == expected)
      #expect(diary.affected.last == receipt?.affected)
    }
    evaluator.undoLimit = 1 << 20
    expect(evaluator.set(source, to: 2))
    expect(
      evaluator.edit { edit in
        edit.set(source, to: 3)
        evaluator.edit { $0.set(source, to: 4) }
      })
    expect(try evaluator.edit { try $0.rename(source.node, to: "other") })
    expect(evaluator.undo())
    expect(evaluator.redo())
    let fork = try evaluator.fork { $0.set(source, to: 9) }
    expect(try fork.commit())
    expect(try evaluator.invalidate(double.node))
    let made = evaluator.input("more", 1)
    expected.append(diary.entries.last ?? "")
    #expect(diary.entries == expected && diary.affected.last == [made.node])
  }

  @Test func nodesMadeInCodeAreToldWhereNothingIsRemembered() {
    write()
    let made = evaluator.input("more", 1)
    let next = evaluator.node("next", made) { $0 + 1 }
    #expect(diary.affected == [[made.node], [next.node]])
  }

  @Test func theHookIsNotCalledForWhatHasNoEffect() throws {
    evaluator.undoLimit = 1 << 20
    write()
    evaluator.set(source, to: 1)
    evaluator.edit { _ in }
    #expect(throws: Complaint.self) {
      try evaluator.edit { edit in
        edit.set(source, to: 7)
        throw Complaint(description: "no")
      }
    }
    try evaluator.fork { $0.set(source, to: 9) }.drop()
    evaluator.resume()
    evaluator.land()
    evaluator.undo()
    #expect(diary.entries.isEmpty)
  }

  @Test func observersAreToldBeforeTheHookAndTheirEditsFollow() {
    write()
    diary.tokens.append(
      evaluator.observe(double) { [diary, evaluator, source] change in
        diary.entries.append("\(change)")
        if case .success(4) = change.new { evaluator.set(source, to: 10) }
      })
    let receipt = evaluator.set(source, to: 2)
    let expected = ["2 → 4", "4 → 20", "edit \(receipt.edit)", "edit \(receipt.edit + 1)"]
    #expect(diary.entries == expected)
  }

  @Test func theHookMayEditAndIsCalledForThatAfterwards() {
    var depth = 0
    evaluator.onEdit = { [diary, evaluator, source] receipt in
      depth += 1
      #expect(depth == 1)
      diary.entries.append("edit \(receipt.edit) of \(evaluator[source])")
      if evaluator[source] < 4 {
        evaluator.set(source, to: evaluator[source] + 1)
        evaluator.set(source, to: evaluator[source] + 1)
      }
      depth -= 1
    }
    let receipt = evaluator.set(source, to: 2)
    let first = receipt.edit
    #expect(diary.entries == ["edit \(first) of 2", "edit \(first + 1) of 4", "edit \(first + 2) of 4"])
    #expect(receipt.changed == [source.node, double.node])
  }

  @Test func noEditIsUnderWayWhenTheHookIsCalled() throws {
    evaluator.undoLimit = 1 << 20
    evaluator.onEdit = { [evaluator, weak hook = diary] receipt in
      if hook?.entries.isEmpty == true { evaluator.undo() }
      hook?.entries.append("edit \(receipt.edit)")
    }
    evaluator.set(source, to: 2)
    #expect(evaluator[double] == 2)
    #expect(diary.entries.count == 2)
  }

  @Test func aHookThatEndsItselfIsCalledNoMore() {
    evaluator.onEdit = { [diary, evaluator, source] receipt in
      diary.entries.append("edit \(receipt.edit)")
      evaluator.set(source, to: 50)
      evaluator.onEdit = nil
    }
    evaluator.set(source, to: 2)
    evaluator.set(source, to: 3)
    #expect(diary.entries.count == 1)
    #expect(evaluator[double] == 6)
  }

  @Test func landingCancellingAndBecomingNeededAreTold() async throws {
    let graph = LateGraph(undoLimit: 1 << 20)
    var receipts: [Receipt] = []
    graph.evaluator.onEdit = { receipts.append($0) }
    await graph.land()
    #expect(receipts.map(\.changed) == [[graph.late.node, graph.next.node]])
    graph.evaluator.set(graph.source, to: 5)
    #expect(receipts.last?.started == [graph.late.node])
    try graph.evaluator.cancel(graph.late.node)
    #expect(receipts.count == 2)

    let lazy = Evaluator()
    let a = lazy.input("a", 1)
    let b = lazy.node("b", a) { $0 + 1 }
    lazy.policy = .onDemand
    var edits: [[NodeID]] = []
    lazy.set(a, to: 2)
    lazy.onEdit = { edits.append($0.evaluated) }
    let need = lazy.need(b)
    withExtendedLifetime(need) { #expect(edits == [[b.node]]) }
  }

  /// Undo restores a node that was deferred and is needed by now: it runs as a separate edit after the undo.
  @Test func whatAnUndoMakesRunIsToldAfterTheUndo() throws {
    evaluator.undoLimit = 1 << 20
    evaluator.policy = .onDemand
    evaluator.set(source, to: 2)
    try evaluator.edit { try $0.remove(double.node) }
    evaluator.undo()
    let need = evaluator.need(double)
    evaluator.undo()
    evaluator.redo()
    withExtendedLifetime(need) {
      write()
      let receipt = evaluator.undo()
      #expect(diary.entries.first == "edit \(receipt?.edit ?? 0)")
      #expect(diary.entries == diary.entries.sorted())
    }
  }
}
