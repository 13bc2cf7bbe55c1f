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
  @discardableResult
  public func edit<Failure>(_ body: (Edit) throws(Failure) -> Void) throws(Failure) -> Receipt {
    try edit(nil, body)
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
  @discardableResult
  public func edit<Failure>(
    _ title: String?, gesture: AnyHashable? = nil, _ body: (Edit) throws(Failure) -> Void
  ) throws(Failure) -> Receipt {
    let isOutermost = try change(body)
    guard isOutermost else { return Receipt(edit: 0, changes: [], log: ReceiptLog()) }
    let remembers = box.value.history != nil
    let (patch, receipt) = commit(keepingPatch: remembers)
    if let patch { remember(patch, title: title, gesture: gesture) }
    deliver()
    return receipt
  }

  /// Makes the changes of an edit, or takes them back if `body` throws. Returns whether they are to be committed.
  func change<Failure>(_ body: (Edit) throws(Failure) -> Void) throws(Failure) -> Bool {
    precondition(box.value.phase == .idle, "a node's code changes no graph")
    if box.value.editDepth == 0 { keepReceipts() }
    box.value.graph.makeUnique()
    let mark = box.value.graph.storage.value.beginEdit()
    let valueMark = box.value.journal.count
    box.value.editDepth += 1
    do {
      try body(Edit(evaluator: self))
    } catch {
      box.value.editDepth -= 1
      rollBack(to: mark, valueMark)
      throw error
    }
    box.value.editDepth -= 1
    guard box.value.editDepth == 0 else {
      _ = box.value.graph.storage.value.commitEdit()
      return false
    }
    return true
  }

  private func rollBack(to mark: Int, _ valueMark: Int) {
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

  /// Ends an edit and evaluates what it touched.
  ///
  /// - Parameter keepsPatch: Whether it has to be possible to take it back.
  func commit(keepingPatch keepsPatch: Bool) -> (patch: Patch?, receipt: Receipt) {
    let topology = box.value.graph.storage
    let changes = topology.value.changes()
    var journal = box.value.journal
    let touched = touchedNodes()
    box.value.journal.removeAll()
    var steps: [Step] = []
    if keepsPatch {
      steps = topology.value.commitEditKeepingSteps()
    } else {
      forgetCommitted(journal)
    }
    let unfinished = (nodes: box.value.unfinished, marks: box.value.isUnfinished)
    beginLog()
    let given = givenSources(&journal)
    for slot in given { markConsumers(of: slot) }
    for slot in touched where topology.value.isAlive(slot) {
      guard box.value.status[slot] & EvaluatorState.Status.source == 0 else { continue }
      box.value.status[slot] |= EvaluatorState.Status.checkInputs
      mark(slot)
    }
    box.value.keepsRuns = keepsPatch
    settle()
    box.value.keepsRuns = false
    box.value.graph.checkIfAsked()
    let receipt = makeReceipt(changes)
    guard keepsPatch else { return (nil, receipt) }
    let patch = Patch(
      steps: steps.filter { if case .registered = $0 { false } else { true } }, journal: journal, given: given,
      runs: takeRuns(), unfinished: unfinished.nodes, isUnfinished: unfinished.marks)
    return (patch, receipt)
  }

  /// Frees what an edit has removed that nobody can take back.
  private func forgetCommitted(_ journal: [ValueStep]) {
    // Values that go may have code of their own: it changes no graph either.
    box.value.phase = .evaluating
    for case .removed(let slot, _) in box.value.graph.storage.value.steps { destroyOutputs(of: slot) }
    destroyOtherValues(journal, areUndone: false)
    release(box.value.graph.storage.value.commitEdit())
    box.value.phase = .idle
  }

  /// The nodes that the steps of the edit make run again; those it removed included.
  private func touchedNodes() -> [UInt32] {
    let topology = box.value.graph.storage
    var touched: [UInt32] = []
    for step in topology.value.steps {
      switch step {
      case .added(let slot), .reshaped(let slot, _): touched.append(slot)
      case .linked(let place, _, _, _), .unlinked(let place, _, _, _, _): touched.append(place.node)
      case .literal(let place, _, _) where topology.value.isResting(place): touched.append(place.node)
      default: break
      }
    }
    for case .wroteLiteral(let place, let cell, _, _) in box.value.journal
    where topology.value.reads(place, cell: cell) {
      touched.append(place.node)
    }
    return touched
  }

  /// The sources whose value is news, in the order in which they were first given one. They enter the log.
  ///
  /// What was written and is no news, or lies in a node that is no source any more, is taken back, so that cells hold
  /// what consumers were told last: that is what a new value is compared with.
  private func givenSources(_ journal: inout [ValueStep]) -> [UInt32] {
    let recovered = bringBackFailures(journal)
    var seen: Set<UInt32> = []
    var given: [UInt32] = []
    for case .gave(let slot, let cell, let type, let before) in journal
    where isOutput(cell, of: slot) && seen.insert(slot).inserted {
      let isSource = box.value.status[slot] & EvaluatorState.Status.source != 0
      if isSource, before.map({ isNews(after: $0, in: slot) }) ?? true || recovered.contains(slot) {
        noteGiven(slot)
        given.append(slot)
        continue
      }
      var takenBack = ValueStep.gave(slot: slot, cell: cell, type: type, other: before)
      exchange(&takenBack)
      journal.append(takenBack)
    }
    return given
  }

  /// Gives nodes that were sources for a while the failure they had. Returns the sources that had one.
  private func bringBackFailures(_ journal: [ValueStep]) -> Set<UInt32> {
    var seen: Set<UInt32> = []
    var recovered: Set<UInt32> = []
    for case .reshaped(let reshaping) in journal
    where isOutput(reshaping.before.cell, of: reshaping.slot) && seen.insert(reshaping.slot).inserted {
      guard reshaping.status & EvaluatorState.Status.failed != 0 else { continue }
      if box.value.status[reshaping.slot] & EvaluatorState.Status.source != 0 {
        recovered.insert(reshaping.slot)
      } else {
        box.value.status[reshaping.slot] |= EvaluatorState.Status.failed
        box.value.failures[reshaping.slot] = reshaping.failure
      }
    }
    return recovered
  }

  /// Whether a cell is where the outputs of a node lie, now that the edit is over.
  private func isOutput(_ cell: UInt32, of slot: UInt32) -> Bool {
    let topology = box.value.graph.storage
    return topology.value.isAlive(slot) && topology.value.records[slot].output == cell
  }

  private func isNews(after before: Any, in slot: UInt32) -> Bool {
    let cell = box.value.graph.storage.value.records[slot].output
    return !kernel(of: slot).isNoNews(before, in: box.value.values, cell)
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
    let topology = box.value.graph.storage
    for slot in 0..<UInt32(box.value.status.count)
    where topology.value.isAlive(slot) && box.value.status[slot] & EvaluatorState.Status.empty == 0 {
      let types = kernel(of: slot).outputs
      if types.contains(where: { !$0.isTrivial }) { destroy(types, from: topology.value.records[slot].output) }
    }
    for (cell, type) in box.value.constants { box.value.values.destroy(cell, type) }
  }
}
