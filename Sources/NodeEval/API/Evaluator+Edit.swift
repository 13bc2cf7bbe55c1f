// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Makes several changes, all or nothing, and evaluates once at the end.
  ///
  /// If `body` throws, structure, names, literals and values are as they were before; ids handed out in between are
  /// stale. Edits nest: one that fails inside another takes back its own part only.
  ///
  /// ```swift
  /// let receipt = try evaluator.edit { graph in
  ///   let side = try graph.add("Number", named: "side", at: Point(210, 10))
  ///   let diagonal = try graph.add("Hypotenuse", named: "diagonal")
  ///   try graph.connect(side.output, to: diagonal.input("a"))
  /// }
  /// ```
  ///
  /// - Parameter body: Makes the changes, with the ``Edit`` it gets or the evaluator itself.
  /// - Returns: What the edit caused; of an edit inside another one, nothing yet.
  /// - Throws: What `body` throws.
  /// - Precondition: No node's code is running.
  /// - Complexity: What `body` does, and O(nodes that run).
  @inlinable
  @discardableResult
  public func edit<Failure>(_ body: (Edit) throws(Failure) -> Void) throws(Failure) -> Receipt {
    let isOutermost = try change(body)
    return finish(isOutermost, title: nil, gesture: nil)
  }

  /// Makes several changes, all or nothing, under a title by which they can be taken back.
  ///
  /// - Parameters:
  ///   - title: What ``undoTitles`` calls it; unless given, what it did to which node.
  ///   - gesture: Edits in a row with the same key, those of one drag, are taken back as one.
  ///   - body: Makes the changes, with the ``Edit`` it gets or the evaluator itself.
  /// - Returns: What the edit caused; of an edit inside another one, nothing yet.
  /// - Throws: What `body` throws.
  /// - Precondition: No node's code is running.
  /// - Complexity: What `body` does, and O(nodes that run).
  @inlinable
  @discardableResult
  public func edit<Failure>(
    _ title: String?, gesture: AnyHashable? = nil, _ body: (Edit) throws(Failure) -> Void
  ) throws(Failure) -> Receipt {
    let isOutermost = try change(body)
    return finish(isOutermost, title: title, gesture: gesture)
  }

  /// Evaluates what the outermost edit has changed, and remembers it if that is asked for.
  @usableFromInline
  func finish(_ isOutermost: Bool, title: String?, gesture: AnyHashable?) -> Receipt {
    guard isOutermost else { return Receipt(edit: 0, changes: [], log: box.value.emptyLog) }
    let remembers = box.value.history != nil
    let (patch, receipt) = commit(keepingPatch: remembers)
    if let patch { remember(patch, title: title, gesture: gesture) }
    deliver()
    return receipt
  }

  /// Makes the changes of an edit, or takes them back if `body` throws. Returns whether they are to be committed.
  ///
  /// Only this much is generic: the module that calls it specialises it.
  @inlinable
  func change<Failure>(_ body: (Edit) throws(Failure) -> Void) throws(Failure) -> Bool {
    let (mark, valueMark) = beginChange()
    do {
      try body(Edit(evaluator: self))
    } catch {
      rollBack(to: mark, valueMark)
      throw error
    }
    return endChange()
  }

  /// Begins an edit. Returns what there is to go back to, of the graph and of values.
  @usableFromInline
  func beginChange() -> (mark: Int, valueMark: Int) {
    precondition(box.value.phase == .idle, "a node's code changes no graph")
    if box.value.editDepth == 0 { keepReceipts() }
    box.value.graph.makeUnique()
    box.value.editDepth += 1
    return (box.value.topology.beginEdit(), box.value.journal.count)
  }

  @usableFromInline
  func endChange() -> Bool {
    box.value.editDepth -= 1
    if box.value.editDepth == 0 { return true }
    _ = box.value.topology.commitEdit()
    return false
  }

  @usableFromInline
  func rollBack(to mark: Int, _ valueMark: Int) {
    box.value.editDepth -= 1
    // Values that go may have code of their own: it changes no graph either.
    box.value.phase = .evaluating
    while box.value.journal.count > valueMark {
      var step = box.value.journal.removeLast()
      exchange(&step)
    }
    release(box.value.graph.storage.value.rollBackEdit(to: mark))
    box.value.phase = .idle
    box.value.graph.checkIfAsked()
  }

  /// Destroys what lies in cells that nodes have given up for others.
  func destroyOtherValues(_ journal: [ValueStep], areUndone: Bool) {
    for case .reshaped(let reshaping) in journal where reshaping.hasOtherValues {
      let outputs = areUndone ? reshaping.after : reshaping.before
      destroy(outputs.types, from: outputs.cell)
    }
  }

  func destroy(_ types: [ValueType], from cell: UInt32) {
    var cell = cell
    for type in types {
      if !type.isTrivial { box.value.values.destroy(cell, type) }
      cell += type.port.words
    }
  }

  func destroyOutputs(of slot: UInt32) {
    if box.value.status[slot] & EvaluatorState.Status.empty == 0 {
      destroy(kernel(of: slot).outputs, from: box.value.graph.storage.value.records[slot].output)
    }
    box.value.status[slot] = EvaluatorState.Status.empty
    box.value.failures[slot] = nil
    box.value.observers[slot] = nil
    if !box.value.documents.kept.isEmpty { box.value.documents.kept[box.value.topology.id(of: slot)] = nil }
  }

  func release(_ retired: Topology.Retired) {
    for cell in retired.constants {
      guard let type = box.value.constants.removeValue(forKey: cell) else { continue }
      box.value.values.destroy(cell, type)
    }
    for shape in retired.shapes { box.value.kernels[Int(shape)] = nil }
  }

  /// Destroys everything that is held; the evaluator is going.
  func destroyAllValues() {
    keepReceipts()
    forgetHistory()
    let hasNontrivial = box.value.kernels.contains { kernel in kernel?.outputs.contains { !$0.isTrivial } == true }
    if hasNontrivial { destroyAllOutputs() }
    for (cell, type) in box.value.constants { box.value.values.destroy(cell, type) }
  }

  private func destroyAllOutputs() {
    for slot in 0..<UInt32(box.value.status.count)
    where box.value.topology.isAlive(slot) && box.value.status[slot] & EvaluatorState.Status.empty == 0 {
      let types = kernel(of: slot).outputs
      if types.contains(where: { !$0.isTrivial }) { destroy(types, from: box.value.topology.records[slot].output) }
    }
  }
}
