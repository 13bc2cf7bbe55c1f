// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

@Suite struct UndoCompanionTests {
  /// A table that belongs to the application.
  final class Notes {
    var text = ""
    /// How many of its changes can be undone or redone.
    var remembered = 0
  }

  final class NoteChange: UndoCompanion {
    let notes: Notes
    var other: String
    let byteCount: Int

    init(_ notes: Notes, _ text: String, byteCount: Int = 100) {
      self.notes = notes
      self.byteCount = byteCount
      other = notes.text
      notes.text = text
      notes.remembered += 1
    }

    deinit { notes.remembered -= 1 }

    func toggle() { swap(&notes.text, &other) }
  }

  let evaluator = Evaluator()
  let notes = Notes()
  let price: Variable<Double>
  let total: Output<Double>

  init() {
    price = evaluator.input("price", 20.0)
    total = evaluator.node("total", price) { $0 * 3 }
    evaluator.undoLimit = 1 << 20
  }

  @Test func aCompanionGoesBackAndForthWithItsGroup() {
    evaluator.set(price, to: 21)
    evaluator.undoGroup("all") {
      evaluator.attach(NoteChange(notes, "a"), title: "note")
      evaluator.set(price, to: 22)
      evaluator.set(price, to: 23)
      evaluator.attach(NoteChange(notes, "b"), title: "note")
    }
    #expect(evaluator.undoTitles == ["set price", "all"])
    for _ in 0..<2 {
      #expect(evaluator.undo()?.evaluatedCount == 0)
      #expect(notes.text == "")
      #expect(evaluator[total] == 63)
      evaluator.redo()
      #expect(notes.text == "b")
      #expect(evaluator[total] == 69)
    }
    evaluator.checkInvariants()
  }

  @Test func editsOfWordsKeepCompanions() {
    let bytes = evaluator.undoByteCount
    for (value, text) in [(21.0, "a"), (22, "b")] {
      evaluator.undoGroup("drag", gesture: 1) {
        evaluator.set(price, to: value)
        evaluator.attach(NoteChange(notes, text), title: "note")
      }
    }
    #expect(evaluator.undoTitles == ["drag"])
    #expect(evaluator.undoByteCount - bytes >= 200)
    evaluator.checkInvariants()
    for _ in 0..<2 {
      #expect(evaluator.undo()?.evaluatedCount == 0)
      #expect(notes.text == "" && evaluator[total] == 60)
      evaluator.redo()
      #expect(notes.text == "b" && evaluator[total] == 66)
    }
    evaluator.undoGroup("set") {
      evaluator.set(price, to: 5)
      evaluator.attach(NoteChange(notes, "c"), title: "note")
    }
    evaluator.undoLimit = 0
    #expect(notes.remembered == 0 && notes.text == "c")
    evaluator.checkInvariants()
  }

  @Test func aloneItIsAnEditOfItsOwn() {
    evaluator.attach(NoteChange(notes, "a"), title: "note a")
    evaluator.attach(NoteChange(notes, "b"), title: "note b")
    #expect(evaluator.undoTitles == ["note a", "note b"])
    #expect(evaluator.undo()?.changed == [])
    #expect(notes.text == "a")
    #expect(evaluator.redoTitles == ["note b"])
    evaluator.attach(NoteChange(notes, "c"), title: "note c")
    #expect(!evaluator.canRedo)
    evaluator.undo()
    evaluator.undo()
    #expect(notes.text == "")
  }

  @Test func itIsLetGoWhenItIsOfNoMoreUse() {
    evaluator.attach(NoteChange(notes, "a"), title: "a")
    evaluator.attach(NoteChange(notes, "b", byteCount: 900_000), title: "b")
    #expect(notes.remembered == 2)
    evaluator.attach(NoteChange(notes, "c", byteCount: 900_000), title: "c")
    #expect(notes.remembered == 1)
    evaluator.undo()
    #expect(notes.remembered == 1)
    evaluator.set(price, to: 25)
    #expect(notes.remembered == 0)
    evaluator.undoLimit = 0
    evaluator.attach(NoteChange(notes, "d"), title: "d")
    #expect(notes.remembered == 0)
    #expect(notes.text == "d")
  }

  @Test func aGroupIsTakenBackAsAWholeOrNotAtAll() {
    evaluator.set(price, to: 21)
    evaluator.undoGroup("large") {
      evaluator.attach(NoteChange(notes, "a", byteCount: 2 << 20), title: "a")
      evaluator.set(price, to: 22)
      evaluator.attach(NoteChange(notes, "b"), title: "b")
    }
    #expect(!evaluator.canUndo)
    #expect(notes.remembered == 0)
    evaluator.set(price, to: 23)
    #expect(evaluator.undoTitles == ["set price"])
    evaluator.undo()
    #expect(evaluator[price] == 22)
  }
}
