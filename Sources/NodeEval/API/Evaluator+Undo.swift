// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Undoing and redoing edits.
extension Evaluator {
  /// How many bytes may be used to remember what edits did, so that they can be undone. 0, the default, remembers nothing
  /// and costs nothing.
  ///
  /// An edit takes some 800 bytes for itself, and for more than a few nodes about 45 for each whose value is another,
  /// or 110 where that is a string, an array or an object. A change of structure takes about 45, a name or a position
  /// 100, and a node that was removed what it took in the graph; a connection against the order that has it spaced out
  /// takes 8 for each node of the graph, which seldom happens.
  ///
  /// What the kept values hold elsewhere counts as well: strings, arrays, dictionaries and sets with what lies in them,
  /// and what ``countBytes(of:_:)`` says. Storage that values share counts once; storage that is also in use by values of
  /// the graph counts in full. Undoing an edit keeps other values than the edit did, so that counts change then too.
  ///
  /// What is over the limit is forgotten: the oldest edit first, and when no edit can be undone any more, those that would
  /// be redone last. An edit that is larger than the limit is not kept. Setting 0 forgets everything.
  ///
  /// Remembering makes each node that runs take some 70 ns longer, and an edit half a microsecond, however large the graph is. In a
  /// graph where much depends on each node, a change of structure has more nodes run the larger the graph is.
  ///
  /// - Complexity: Setting it, O(what is forgotten).
  public var undoLimit: Int {
    get { state.history.limit }
    set {
      requireIdle()
      require(state.activity.editDepth == 0, "undoLimit is set between edits: one under way is remembered or not")
      if newValue <= 0 { forgetAll(state.history.removeAll()) }
      state.history.limit = max(0, newValue)
      forgetAll(state.history.trim())
    }
  }

  /// How many bytes are used for that now, as ``undoLimit`` counts them.
  public var undoByteCount: Int { state.history.byteCount }

  /// How many edits were remembered so far, those that were forgotten included.
  package var rememberedCount: Int { state.history.addedCount }

  /// What ``undo()`` would undo, oldest first: the titles of edits, with the names that nodes had then. Complexity: O(edits, and what they changed).
  public var undoTitles: [String] { state.history.doneTitles(PastGraph(state)) }

  /// What ``redo()`` would redo, the next one first. Complexity: O(edits, and what they changed).
  public var redoTitles: [String] { state.history.undoneTitles(PastGraph(state)) }

  /// What ``undo()`` would undo next, as the menu item says it: the last of ``undoTitles``; `nil` if there is nothing.
  ///
  /// - Complexity: O(what that edit changed), however many edits there are.
  public var undoTitle: String? { state.history.nextUndo(PastGraph(state))?.title }

  /// What ``redo()`` would redo next: the first of ``redoTitles``; `nil` if there is nothing.
  ///
  /// - Complexity: O(what that edit changed), however many edits there are.
  public var redoTitle: String? { state.history.nextRedo(PastGraph(state))?.title }

  /// Where took place what ``undo()`` would undo next: of an edit of a definition, the instance that was looked at; else the
  /// innermost instance in which all lies that the edit changed.
  ///
  /// An editor goes there, so that what undo does is seen. Asked before the undo, it leads to what will change; afterwards
  /// ``redoPath`` is that of the edit that was undone, and ``Subgraphs/living(_:)`` what is left of it.
  ///
  /// ```swift
  /// evaluator.undo()
  /// path = evaluator.redoPath.map(evaluator.subgraphs.living) ?? path
  /// ```
  ///
  /// `nil` if there is nothing to undo, or if that took place nowhere in particular, as registering a kind.
  ///
  /// - Complexity: O(what that edit changed, and how deep it lies).
  public var undoPath: GraphPath? { state.history.nextUndo(PastGraph(state))?.path }

  /// Where took place what ``redo()`` would redo next, as ``undoPath`` says it of the next undo.
  ///
  /// - Complexity: O(what that edit changed, and how deep it lies).
  public var redoPath: GraphPath? { state.history.nextRedo(PastGraph(state))?.path }

  /// How many edits can be undone.
  package var undoCount: Int { state.history.doneCount }

  /// How many edits can be redone.
  package var redoCount: Int { state.history.undoneCount }

  /// Whether there is an edit to undo.
  public var canUndo: Bool { state.history.lastDone != nil }

  /// Whether there is an edit to redo.
  public var canRedo: Bool { !state.history.undone.isEmpty }

  /// Undoes the last edit: structure, names, positions, literals, values and the order of nodes are as they were
  /// before it, the ids of removed nodes included. No node runs, unless values have changed outside of the history since
  /// (``edit(history:_:)``).
  ///
  /// Each ``set(_:to:)``, each node made in code and each outermost ``edit(_:gesture:_:)`` is an edit; those of one
  /// gesture or one ``undoGroup(_:gesture:_:)`` are undone together. Kinds stay registered, unless that was part of the edit.
  /// Observers receive the changes.
  ///
  /// ```swift
  /// evaluator.undoLimit = 64 << 20
  /// evaluator.set(price, to: 25)
  /// evaluator.undo()                 // price is 20 again, and so is all that depends on it
  /// evaluator.redo()
  /// ```
  ///
  /// - Returns: What changed; `nil` if there was no edit to undo.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(what the edit changed), whatever the size of the graph. As with every edit, O(nodes + connections)
  ///   while a copy of ``graph`` is kept.
  @discardableResult
  public func undo() -> Receipt? { travel(isUndo: true) }

  /// Redoes the edit that was undone last. The next edit makes that impossible.
  ///
  /// - Returns: What changed; `nil` if there was no edit to redo.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: As for ``undo()``.
  @discardableResult
  public func redo() -> Receipt? { travel(isUndo: false) }

  /// Forgets the edits that were undone, so that they can't be redone, as the next edit would: for a drag that was cancelled.
  ///
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(what those edits hold).
  package func forgetUndone() {
    requireIdle()
    forgetAll(state.history.dropUndone())
  }

  /// Has all edits that `body` makes undone as one, as those of a block that was pasted.
  ///
  /// A group inside another is part of it. If `body` throws, what it did so far stays and is undone as one.
  ///
  /// - Parameters:
  ///   - title: What ``undoTitles`` calls it; unless given, what the edits did to which node.
  ///   - gesture: Groups in a row with the same key, those of one drag, are undone as one.
  ///   - body: Makes edits.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func undoGroup<Value, Failure>(
    _ title: String? = nil, gesture: AnyHashable? = nil, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard state.history.isOn, state.history.group == nil else { return try body() }
    state.history.group = EditLabel(
      title: title, key: gesture ?? AnyHashable(UndoGroup(start: state.history.addedCount)))
    defer { state.history.group = nil }
    return try body()
  }
}

/// Tells groups apart: by how many edits there were before.
private struct UndoGroup: Hashable {
  let start: Int
}

/// Applying and reverting patches.
extension Evaluator {
  private func travel(isUndo: Bool) -> Receipt? {
    requireIdle()
    require(state.activity.editDepth == 0, "undo and redo come between edits: one under way is reverted by throwing")
    guard let entry = state.history.travel(isUndo: isUndo) else { return nil }
    let patches = isUndo ? entry.patches.reversed() : entry.patches
    let receipt = state.history.isOutdated(entry) ? toggleAndRun(patches) : toggle(patches)
    recount(entry.patches)
    checkGroupsIfAsked()
    queueForHook()
    let cause = isUndo ? EditCause.undo : .redo
    evaluateDue(as: cause)
    deliverAfterTravel(as: cause)
    return receipt
  }

  /// Counts what patches hold now that they are toggled, and forgets what is over the limit then.
  private func recount(_ patches: [Patch]) {
    let counted = patches.filter { $0.mayHold || !$0.holding.isEmpty }
    if counted.isEmpty { return }
    let before = counted.map(\.holding)
    for patch in counted { count(patch) }
    for holding in before { held.release(holding) }
    forgetAll(state.history.trim())
  }

  /// Reverts patches, or applies them again, and says what that changed.
  private func toggle(_ patches: [Patch]) -> Receipt {
    keepReceipts()
    state.graph.makeUnique()
    let unfinished = state.unfinished
    let net = NetChanges(of: patches, in: self)
    let beside = BesideGraph(of: patches, in: state)
    let changes = visitForGood(patches)
    beginLog()
    log(beside)
    var outputs = ChangedOutputs()
    for patch in patches { patch.addChanges(to: &outputs) }
    net?.removeUnchanged(from: &outputs, in: self)
    for slot in notify(of: outputs, since: unfinished) { state.log.appendGiven(slot) }
    state.graph.checkIfAsked()
    return makeReceipt(changes)
  }

  /// Notifies observers of what changed, and of what is no longer unfinished. Returns the nodes that have another value, in
  /// evaluation order.
  @discardableResult
  func notify(of outputs: ChangedOutputs, since unfinished: Unfinished) -> [UInt32] {
    let nodes = inEvaluationOrder(outputs)
    let start = state.observers.notices.count
    for slot in nodes { state.notify(of: slot, outputs: outputs[slot] ?? 0) }
    state.notifyOfFinished(since: unfinished, from: start)
    return nodes
  }

  /// The nodes that have changed and are there.
  func inEvaluationOrder(_ outputs: ChangedOutputs) -> [UInt32] {
    let topology = state.graph.storage
    return outputs.keys.filter { topology.value.isAlive($0) }
      .sorted { topology.value.records[$0].rank < topology.value.records[$1].rank }
  }

  /// Reverts a patch, or applies it again. Nothing may change until ``leave()``.
  func visit(_ patch: Patch, leavingStates leavesStates: Bool = false) {
    state.graph.makeUnique()
    state.activity.phase = .travelling
    patch.toggle(in: self, leavingStates: leavesStates)
  }

  func leave() { state.activity.phase = .idle }

  /// Reverts patches, or applies them again. Returns what that changes in the graph.
  func visitForGood(_ patches: [Patch], leavingStates leavesStates: Bool = false) -> [Change] {
    var changes: [Change] = []
    for patch in patches {
      changes += patch.changes(in: state.graph.storage.value, isUndo: !patch.isUndone)
      visit(patch, leavingStates: leavesStates)
      leave()
    }
    return changes
  }

  /// Makes the edit of a fork.
  func adopt(_ patch: Patch, _ entries: inout EditLog, _ changes: [Change], title: String?) -> Receipt {
    requireIdle()
    let unfinished = state.unfinished
    visit(patch)
    leave()
    beginLog()
    state.log.swapEntries(with: &entries)
    // What the receipt of the fork tells of that is among its changes.
    if BesideGraph(before: patch.journal).isChanged { state.log.note([]) }
    var outputs = ChangedOutputs()
    patch.addChanges(to: &outputs)
    notify(of: outputs, since: unfinished)
    state.graph.checkIfAsked()
    let receipt = makeReceipt(changes)
    if !state.history.isOn {
      forget(patch)
      if state.topology.hasManyHoles(reserved: 0) { closeOrder() }
      shrinkTables()
    } else {
      remember(patch, EditLabel.make(title: title))
    }
    queueForHook()
    evaluateDue(as: .fork)
    deliverAfterTravel(as: .fork)
    return receipt
  }

  /// Makes an edit of a node made in code, so that it can be undone.
  func beginConstruction() {
    keepReceipts()
    // The edit knows what it touches itself, and not what was touched before.
    if state.hasStalePlans { state.dropPlans() }
    _ = state.graph.storage.value.beginEdit()
    state.activity.editDepth += 1
    state.activity.isConstructing = true
  }

  func endConstruction() {
    state.activity.isConstructing = false
    state.activity.editDepth -= 1
    remember(commitKeepingPatch().patch)
    deliverKeepingReceipt()
  }

  /// Adds an edit to what can be undone.
  func remember(_ patch: Patch, _ label: EditLabel? = nil) {
    guard !patch.isEmpty, state.history.isOn else { return forget(patch) }
    if patch.onlyFinishes { return complete(with: patch) }
    if patch.mayHold { count(patch) }
    forgetAll(state.history.add(patch, label))
    if let ranks = state.history.closeOrder(of: &state.graph) { state.pending.replaceRanks(ranks) }
    compactIfDue()
  }

  /// The same for an edit of words.
  func remember(_ edit: consuming WordEdit, _ label: EditLabel?) {
    forgetAll(state.history.add(edit, label))
    compactIfDue()
  }

  /// Adds what an edit that was stopped still had to do.
  func complete(with patch: Patch) {
    guard state.history.isOn, !state.history.endsOutside else {
      if !patch.isEmpty { state.history.noteOutsideChange() }
      return forget(patch)
    }
    if patch.mayHold { count(patch) }
    forgetAll(state.history.complete(with: patch))
  }

  func forgetAll(_ patches: consuming [Patch]) {
    if patches.isEmpty { return }
    for patch in patches { forget(patch) }
    // They go before it is seen what memory is left.
    patches = []
    shrinkTables()
  }
}
