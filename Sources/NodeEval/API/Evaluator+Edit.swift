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
      return Receipt(edit: 0, changes: [], log: ReceiptLog())
    }
    return commit()
  }

  private func rollBack(to mark: Int, _ valueMark: Int) {
    // Values that go may have code of their own: it changes no graph either.
    box.value.phase = .evaluating
    while box.value.journal.count > valueMark { revert(box.value.journal.removeLast()) }
    release(box.value.graph.storage.value.rollBackEdit(to: mark))
    box.value.phase = .idle
    box.value.graph.checkIfAsked()
  }

  private func revert(_ step: ValueStep) {
    switch step {
    case .gave(let slot, let cell, let type, let before):
      box.value.values.destroy(cell, type)
      if let before {
        box.value.values.initialize(cell, type, to: before)
      } else {
        box.value.status[slot] |= EvaluatorState.Status.empty
      }
    case .wroteLiteral(_, let cell, let type, let before):
      box.value.values.destroy(cell, type)
      box.value.values.initialize(cell, type, to: before)
    case .reshaped(let slot, _, _, let status, let failure):
      // Observers come and go whatever becomes of an edit.
      let observed = box.value.status[slot] & EvaluatorState.Status.observed
      box.value.status[slot] = status & ~EvaluatorState.Status.observed | observed
      box.value.failures[slot] = failure
    }
  }

  private func commit() -> Receipt {
    let topology = box.value.graph.storage
    let changes = topology.value.changes()
    let journal = box.value.journal
    // Values that go may have code of their own: it changes no graph either.
    box.value.phase = .evaluating
    let touched = touchedNodes()
    box.value.journal.removeAll()
    destroyParked(journal)
    release(topology.value.commitEdit())
    box.value.phase = .idle
    beginLog()
    for slot in givenSources(journal) { markConsumers(of: slot) }
    for slot in touched where topology.value.isAlive(slot) {
      guard box.value.status[slot] & EvaluatorState.Status.source == 0 else { continue }
      box.value.status[slot] |= EvaluatorState.Status.checkInputs
      mark(slot)
    }
    settle()
    box.value.graph.checkIfAsked()
    let receipt = makeReceipt(changes)
    deliver()
    return receipt
  }

  /// The nodes that the steps of the edit make run again; what removed nodes held is destroyed.
  private func touchedNodes() -> [UInt32] {
    let topology = box.value.graph.storage
    var touched: [UInt32] = []
    for step in topology.value.steps {
      switch step {
      case .added(let slot), .reshaped(let slot, _): touched.append(slot)
      case .linked(let place, _, _, _), .unlinked(let place, _, _, _): touched.append(place.node)
      case .literal(let place, _, _) where topology.value.isResting(place): touched.append(place.node)
      case .removed(let slot, _): destroyOutputs(of: slot)
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
  private func givenSources(_ journal: [ValueStep]) -> [UInt32] {
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
      box.value.values.destroy(cell, type)
      if let before {
        box.value.values.initialize(cell, type, to: before)
      } else {
        box.value.status[slot] |= EvaluatorState.Status.empty
      }
    }
    return given
  }

  /// Gives nodes that were sources for a while the failure they had. Returns the sources that had one.
  private func bringBackFailures(_ journal: [ValueStep]) -> Set<UInt32> {
    var seen: Set<UInt32> = []
    var recovered: Set<UInt32> = []
    for case .reshaped(let slot, let cell, _, let status, let failure) in journal
    where isOutput(cell, of: slot) && seen.insert(slot).inserted {
      guard status & EvaluatorState.Status.failed != 0 else { continue }
      if box.value.status[slot] & EvaluatorState.Status.source != 0 {
        recovered.insert(slot)
      } else {
        box.value.status[slot] |= EvaluatorState.Status.failed
        box.value.failures[slot] = failure
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

  private func destroyParked(_ journal: [ValueStep]) {
    for case .reshaped(_, let cell, let types, let status, _) in journal
    where status & EvaluatorState.Status.empty == 0 {
      destroy(types, from: cell)
    }
  }

  func destroy(_ types: [ValueType], from cell: UInt32) {
    var cell = cell
    for type in types {
      if !type.isTrivial { box.value.values.destroy(cell, type) }
      cell += type.port.words
    }
  }

  private func destroyOutputs(of slot: UInt32) {
    if box.value.status[slot] & EvaluatorState.Status.empty == 0 {
      destroy(kernel(of: slot).outputs, from: box.value.graph.storage.value.records[slot].output)
    }
    box.value.status[slot] = EvaluatorState.Status.empty
    box.value.failures[slot] = nil
    box.value.observers[slot] = nil
  }

  private func release(_ retired: Topology.Retired) {
    for cell in retired.constants {
      guard let type = box.value.constants.removeValue(forKey: cell) else { continue }
      box.value.values.destroy(cell, type)
    }
    for shape in retired.shapes { box.value.kernels[Int(shape)] = nil }
  }

  /// Destroys everything that is held; the evaluator is going.
  func destroyAllValues() {
    box.value.receiptLog.detach(keeping: lastEntries)
    let topology = box.value.graph.storage
    for slot in 0..<UInt32(box.value.status.count)
    where topology.value.isAlive(slot) && box.value.status[slot] & EvaluatorState.Status.empty == 0 {
      let types = kernel(of: slot).outputs
      if types.contains(where: { !$0.isTrivial }) { destroy(types, from: topology.value.records[slot].output) }
    }
    for (cell, type) in box.value.constants { box.value.values.destroy(cell, type) }
  }
}
