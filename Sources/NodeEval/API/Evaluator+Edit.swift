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
    try change(body)
    finish()
    return handed
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
    try change(body)
    finish(title: title, gesture: gesture)
    return handed
  }

  /// Ends an edit: if it is the outermost, evaluates what it has changed, and remembers it if that is asked for. What
  /// is to be returned is ``handed`` out.
  @usableFromInline
  func finish() {
    guard box.value.editDepth == 1, !box.value.remembersEdits else { return finish(title: nil, gesture: nil) }
    box.value.editDepth = 0
    commit()
    rememberCauses()
    deliverKeepingReceipt()
  }

  @usableFromInline
  func finish(title: String?, gesture: AnyHashable?) {
    guard box.value.editDepth == 1 else { return endInner() }
    guard box.value.remembersEdits else { return finish() }
    box.value.editDepth = 0
    remember(commitKeepingPatch().patch, title: title, gesture: gesture)
    deliverKeepingReceipt()
  }

  private func endInner() {
    box.value.editDepth -= 1
    box.value.topology.commitEdit()
    hand(0, box.value.emptyLog)
  }

  /// Tells observers what the edit changed, and hands out its receipt whatever edits they make.
  @inline(__always)
  func deliverKeepingReceipt() {
    if !box.value.notices.isEmpty { tellKeepingReceipt() }
  }

  @inline(never)
  private func tellKeepingReceipt() {
    let receipt = handed
    deliver()
    handOut(receipt)
  }

  /// Makes the changes of an edit, or takes them back if `body` throws.
  ///
  /// Only this much is generic: the module that calls it specialises it.
  @inlinable
  func change<Failure>(_ body: (Edit) throws(Failure) -> Void) throws(Failure) {
    let (mark, valueMark) = beginChange()
    do {
      try body(Edit(evaluator: self))
    } catch {
      rollBack(to: mark, valueMark)
      throw error
    }
  }

  /// Begins an edit. Returns what there is to go back to, of the graph and of values.
  @usableFromInline
  func beginChange() -> (mark: Int, valueMark: Int) {
    requireIdle()
    if box.value.editDepth == 0 { keepReceipts() }
    box.value.graph.makeUnique()
    box.value.editDepth += 1
    journalWrites()
    return (box.value.topology.beginEdit(), box.value.journal.count)
  }

  @usableFromInline
  func rollBack(to mark: Int, _ valueMark: Int) {
    box.value.editDepth -= 1
    // Values that go may have code of their own: it changes no graph either.
    box.value.phase = .releasing
    takeBackWrites()
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
    // Asking an empty table is cheap, taking something out of it isn't.
    if !box.value.failures.isEmpty { box.value.failures[slot] = nil }
    removeObservers(of: slot)
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
    // A document that was refused leaves slots without nodes, and there is room for a status that no slot has yet.
    for slot in 0..<UInt32(min(box.value.status.count, box.value.topology.records.count))
    where box.value.topology.isAlive(slot) && box.value.status[slot] & EvaluatorState.Status.empty == 0 {
      let types = kernel(of: slot).outputs
      if types.contains(where: { !$0.isTrivial }) { destroy(types, from: box.value.topology.records[slot].output) }
    }
  }
}
