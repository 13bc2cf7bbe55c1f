// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Taking edits back, and doing them again.
extension Evaluator {
  /// How many bytes may be spent on remembering what edits did, so that they can be taken back; 0, at first, remembers
  /// nothing and costs nothing.
  ///
  /// An edit takes some 800 bytes for itself, and for more than a few nodes about 45 for each whose value is another,
  /// or 110 where that is a string, an array or an object. A change of structure takes about 45; a connection against
  /// the order that has it spaced out takes 8 for each node of the graph, which seldom happens.
  ///
  /// What the kept values hold elsewhere counts as well: strings, arrays, dictionaries and sets with what lies in them,
  /// and what ``countBytes(of:_:)`` says. Storage that values share counts once; storage that is also in use by values of
  /// the graph counts in full. Taking an edit back keeps other values than the edit did, so that counts change then too.
  ///
  /// What is over the limit goes: the oldest edit first, and when all that can be taken back are gone, those that would
  /// be done again last. An edit that is larger than the limit is not kept. Setting 0 forgets everything.
  public var undoLimit: Int {
    get { box.value.history?.limit ?? 0 }
    set {
      requireIdle()
      require(box.value.editDepth == 0, "undoLimit is set between edits: one under way is remembered or not")
      guard newValue > 0 else { return forgetHistory() }
      if !box.value.remembersEdits { box.value.history = EditHistory(limit: newValue, held: held) }
      box.value.history?.limit = newValue
      forgetAll(box.value.history?.trim() ?? [])
    }
  }

  /// How many bytes are spent on that now, as ``undoLimit`` counts them.
  public var undoByteCount: Int { box.value.history?.byteCount ?? 0 }

  /// How many edits were remembered so far, those that were forgotten included.
  package var rememberedCount: Int { box.value.history?.addedCount ?? 0 }

  /// What ``undo()`` would take back, oldest first: the titles of edits, with the names that nodes had
  /// then. Complexity: O(edits, and what they changed).
  public var undoTitles: [String] { box.value.history?.doneTitles(in: graph) ?? [] }

  /// What ``redo()`` would do again, the next one first. Complexity: O(edits, and what they changed).
  public var redoTitles: [String] { box.value.history?.undoneTitles(in: graph) ?? [] }

  /// Whether there is something to take back.
  public var canUndo: Bool { box.value.history?.lastDone != nil }

  /// Whether there is something to do again.
  public var canRedo: Bool { box.value.history?.undone.isEmpty == false }

  /// Takes back the last edit: structure, names, positions, literals, values and the order of nodes are as they were
  /// before it, the ids of removed nodes included. No node runs.
  ///
  /// Each ``set(_:to:)``, each node made in code and each outermost ``edit(_:gesture:_:)`` is an edit; those of one
  /// gesture or one ``undoGroup(_:_:)`` are taken back together. Kinds stay registered, unless that was part of the edit.
  /// Observers are told.
  ///
  /// ```swift
  /// evaluator.undoLimit = 64 << 20
  /// evaluator.set(price, to: 25)
  /// evaluator.undo()                 // price is 20 again, and so is all that depends on it
  /// evaluator.redo()
  /// ```
  ///
  /// - Returns: What changed; nothing if there was nothing to take back. Nothing was evaluated.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(what the edit changed), whatever the size of the graph. As with every edit, O(nodes + connections)
  ///   while somebody holds a copy of ``graph``.
  @discardableResult
  public func undo() -> Receipt? { travel(isUndo: true) }

  /// Does again what was taken back last. The next edit makes that impossible.
  ///
  /// - Returns: What changed; nothing if there was nothing to do again. Nothing was evaluated.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: As for ``undo()``.
  @discardableResult
  public func redo() -> Receipt? { travel(isUndo: false) }

  /// Has all edits that `body` makes taken back as one, as of a block that was pasted.
  ///
  /// A group inside another is part of it. If `body` throws, what it did so far stays and is taken back as one.
  ///
  /// - Parameters:
  ///   - title: What ``undoTitles`` calls it; unless given, what the edits did to which node.
  ///   - body: Makes edits.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func undoGroup<Value, Failure>(
    _ title: String? = nil, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard box.value.history?.group == nil, let start = box.value.history?.addedCount else { return try body() }
    box.value.history?.group = (AnyHashable(UndoGroup(start: start)), title)
    defer { box.value.history?.group = nil }
    return try body()
  }
}

/// Tells groups apart: by how many edits there were before.
private struct UndoGroup: Hashable {
  let start: Int
}

extension Evaluator {
  private func travel(isUndo: Bool) -> Receipt? {
    requireIdle()
    require(box.value.editDepth == 0, "undo and redo come between edits: one under way is taken back by throwing")
    guard let entry = box.value.history?.travel(isUndo: isUndo) else { return nil }
    let receipt = exchange(isUndo ? entry.patches.reversed() : entry.patches)
    recount(entry.patches)
    deliverAfterTravel()
    return receipt
  }

  /// Counts what patches hold after an exchange, and forgets what is over the limit then.
  private func recount(_ patches: [Patch]) {
    let counted = patches.filter { $0.mayHold || !$0.holding.isEmpty }
    if counted.isEmpty { return }
    let before = counted.map(\.holding)
    for patch in counted { count(patch) }
    for holding in before { held.release(holding) }
    forgetAll(box.value.history?.trim() ?? [])
  }

  /// Takes patches back, or does them again, and says what that changed.
  func exchange(_ patches: [Patch]) -> Receipt {
    keepReceipts()
    box.value.graph.makeUnique()
    let marks = box.value.isUnfinished
    let net = NetNews(of: patches, in: self)
    var changes: [Change] = []
    for patch in patches {
      changes += patch.changes(in: box.value.graph.storage.value, isUndo: !patch.isUndone)
      visit(patch)
      leave()
    }
    beginLog()
    var news: [UInt32: UInt32] = [:]
    for patch in patches { patch.addNews(to: &news) }
    net?.removeUnchanged(from: &news, in: self)
    for slot in note(news, marks) { box.value.log.append(slot) }
    box.value.given = box.value.log.count
    box.value.graph.checkIfAsked()
    return makeReceipt(changes)
  }

  /// Has observers told of what changed, and of what is no longer unfinished as `marks` say it was. Returns the nodes that
  /// have another value, in evaluation order.
  @discardableResult
  private func note(_ news: [UInt32: UInt32], _ marks: [Bool]) -> [UInt32] {
    let topology = box.value.graph.storage
    let nodes = news.keys.filter { topology.value.isAlive($0) }
      .sorted { topology.value.records[$0].rank < topology.value.records[$1].rank }
    let start = box.value.notices.count
    for slot in nodes where box.value.status[slot] & EvaluatorState.Status.observed != 0 {
      if let outputs = news[slot], outputs != 0 { box.value.notices.append(Notice(slot: slot, outputs: outputs)) }
    }
    noteFinished(marks, from: start)
    return nodes
  }

  /// Takes a patch back, or does it again, and lets nobody change anything until ``leave()``.
  func visit(_ patch: Patch) {
    box.value.graph.makeUnique()
    box.value.phase = .travelling
    patch.exchange(in: self)
  }

  func leave() { box.value.phase = .idle }

  /// Makes the edit of a fork.
  func adopt(_ patch: Patch, _ log: EditLog, _ changes: [Change], title: String?) -> Receipt {
    requireIdle()
    let marks = box.value.isUnfinished
    visit(patch)
    leave()
    beginLog()
    log.enter(in: self)
    var news: [UInt32: UInt32] = [:]
    patch.addNews(to: &news)
    note(news, marks)
    box.value.graph.checkIfAsked()
    let receipt = makeReceipt(changes)
    if !box.value.remembersEdits {
      forget(patch)
      if box.value.topology.hasManyHoles(reserved: 0) { box.value.topology.closeOrder() }
    } else {
      remember(patch, title: title, gesture: nil)
    }
    deliverAfterTravel()
    return receipt
  }

  /// Makes an edit of a node made in code, so that it can be taken back.
  func beginConstruction() {
    keepReceipts()
    _ = box.value.graph.storage.value.beginEdit()
    box.value.editDepth += 1
    box.value.isConstructing = true
  }

  func endConstruction() {
    box.value.isConstructing = false
    box.value.editDepth -= 1
    remember(commitKeepingPatch().patch, title: nil, gesture: nil)
    deliver()
  }

  /// Takes the record of what nodes had before they ran.
  func takeRuns() -> RunRecord {
    var taken = RunRecord()
    swap(&taken, &runs.value)
    return taken
  }

  /// Adds an edit to what can be taken back.
  func remember(_ patch: Patch, title: String?, gesture: AnyHashable?) {
    guard !patch.isEmpty else { return forget(patch) }
    if patch.onlyFinishes { return complete(with: patch) }
    if box.value.remembersEdits, patch.mayHold { count(patch) }
    let group = box.value.history?.group
    forgetAll(
      box.value.history?.add(patch, title: group?.title ?? title, key: group?.key ?? gesture) ?? [patch])
    box.value.history?.closeOrder(of: &box.value.graph)
  }

  /// Adds what an edit that was stopped still had to do.
  func complete(with patch: Patch) {
    if box.value.remembersEdits, patch.mayHold { count(patch) }
    forgetAll(box.value.history?.complete(with: patch) ?? [patch])
  }

  func forgetHistory() {
    forgetAll(box.value.history?.removeAll() ?? [])
    box.value.history = nil
  }

  func forgetAll(_ patches: [Patch]) { for patch in patches { forget(patch) } }
}
