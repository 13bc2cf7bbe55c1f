// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Undoing and redoing edits.
extension Evaluator {
  /// How many bytes may be used to remember edits, so that they can be undone. With 0, the default, no edits are remembered, at no
  /// cost.
  ///
  /// An edit takes some 800 bytes for itself. If it changes more than a few nodes, it takes about 45 bytes more for each node whose
  /// value changed, or 110 if the value is a string, an array or an object. A structural change takes about 45, a name or a
  /// position 100, and a removed node what it took in the graph. A connection against the order that makes the evaluator space the
  /// order out takes 8 bytes for each node of the graph, which seldom happens.
  ///
  /// Memory that the kept values own counts as well: strings, arrays, dictionaries and sets with their elements, and what
  /// ``countBytes(of:_:)`` reports. Storage that values share counts once; storage that values of the graph also use counts in
  /// full. After an undo other values are kept than after the edit, so the count changes.
  ///
  /// Edits over the limit are forgotten: the oldest first, and when no edit can be undone any more, those that would be redone
  /// last. An edit that is larger than the limit is not kept. Setting 0 forgets everything.
  ///
  /// Remembering makes each run of a node take some 70 ns longer, and an edit half a microsecond, however large the graph is. In a
  /// graph where much depends on each node, a structural change runs more nodes the larger the graph is.
  ///
  /// - Complexity: Setting it, O(what is forgotten).
  public var undoLimit: Int {
    get { state.undo.history.limit }
    set {
      requireIdle()
      require(state.activity.editDepth == 0, "undoLimit must be set between edits")
      if newValue <= 0 { forgetAll(state.undo.history.removeAll()) }
      state.undo.history.limit = max(0, newValue)
      forgetAll(state.undo.history.trim())
    }
  }

  /// How many bytes remembered edits use now, as ``undoLimit`` counts them.
  public var undoByteCount: Int { state.undo.history.byteCount }

  /// How many edits were remembered so far, including those that were forgotten.
  package var rememberedCount: Int { state.undo.history.addedCount }

  /// The titles of the edits that ``undo()`` would undo, oldest first, with the names that nodes had then.
  ///
  /// - Complexity: O(edits, and what they changed).
  public var undoTitles: [String] { state.undo.history.doneTitles(PastGraph(state)) }

  /// The titles of the edits that ``redo()`` would redo, the next one first.
  ///
  /// - Complexity: O(edits, and what they changed).
  public var redoTitles: [String] { state.undo.history.undoneTitles(PastGraph(state)) }

  /// The titles of the last edits that can be undone, oldest first. Complexity: O(what these edits changed).
  package func undoTitles(atMost limit: Int) -> [String] {
    state.undo.history.doneTitles(PastGraph(state), atMost: limit)
  }

  /// The titles of the next edits that can be redone, in order. Complexity: O(what these edits changed).
  package func redoTitles(atMost limit: Int) -> [String] {
    state.undo.history.undoneTitles(PastGraph(state), atMost: limit)
  }

  /// The title of the edit that ``undo()`` would undo next, for a menu item: the last of ``undoTitles``. `nil` if there is none.
  ///
  /// - Complexity: O(what that edit changed), however many edits there are.
  public var undoTitle: String? { state.undo.history.nextUndo(PastGraph(state))?.title }

  /// The title of the edit that ``redo()`` would redo next: the first of ``redoTitles``. `nil` if there is none.
  ///
  /// - Complexity: O(what that edit changed), however many edits there are.
  public var redoTitle: String? { state.undo.history.nextRedo(PastGraph(state))?.title }

  /// The scope of the edit that ``undo()`` would undo next. For an edit of a definition, this is the edited instance; for other
  /// edits, the innermost instance that contains all changes.
  ///
  /// An editor shows this scope, so that the effect of the undo is seen. Read it before the undo to show what will change; after
  /// the undo ``redoPath`` is the scope of the edit that was undone, and ``Subgraphs/living(_:)`` the part of it that still exists.
  ///
  /// ```swift
  /// evaluator.undo()
  /// path = evaluator.redoPath.map(evaluator.subgraphs.living) ?? path
  /// ```
  ///
  /// `nil` if no edit can be undone, or if the edit has no scope, such as registering a kind.
  ///
  /// - Complexity: O(what that edit changed, and the depth of its scope).
  public var undoPath: GraphPath? { state.undo.history.nextUndo(PastGraph(state))?.path }

  /// The scope of the edit that ``redo()`` would redo next, determined as for ``undoPath``.
  ///
  /// - Complexity: O(what that edit changed, and the depth of its scope).
  public var redoPath: GraphPath? { state.undo.history.nextRedo(PastGraph(state))?.path }

  /// How many edits can be undone.
  package var undoCount: Int { state.undo.history.doneCount }

  /// How many edits can be redone.
  package var redoCount: Int { state.undo.history.undoneCount }

  /// Whether there is an edit to undo.
  public var canUndo: Bool { state.undo.history.lastDone != nil }

  /// Whether there is an edit to redo.
  public var canRedo: Bool { !state.undo.history.undone.isEmpty }

  /// Undoes the last edit: structure, names, positions, literals, values, the order of nodes and the ids of removed nodes are as
  /// they were before it. No node runs, unless values have changed outside of the history since then (``edit(history:_:)``).
  ///
  /// Each ``set(_:to:)``, each node made in code and each outermost ``edit(_:gesture:_:)`` is an edit; edits of one gesture or one
  /// ``undoGroup(_:gesture:_:)`` are undone together. Kinds stay registered, unless the edit registered them. Observers receive the
  /// changes.
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

  /// Redoes the edit that was undone last. A new edit makes that impossible.
  ///
  /// - Returns: What changed; `nil` if there was no edit to redo.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: As for ``undo()``.
  @discardableResult
  public func redo() -> Receipt? { travel(isUndo: false) }

  /// Forgets the edits that were undone, as a new edit would, so that they can't be redone: for a drag that was cancelled.
  ///
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(what those edits hold).
  package func forgetUndone() {
    requireIdle()
    forgetAll(state.undo.history.dropUndone())
  }

  /// Groups all edits that `body` makes, so that they are undone as one: for a block that was pasted, for example.
  ///
  /// A nested group is part of the outer one. If `body` throws, its edits so far stay and are undone as one.
  ///
  /// - Parameters:
  ///   - title: The title in ``undoTitles``; with `nil`, a description of the changes and the node.
  ///   - gesture: Consecutive groups with the same key, such as those of one drag, are undone as one.
  ///   - body: Makes edits.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func undoGroup<Value, Failure>(
    _ title: String? = nil, gesture: AnyHashable? = nil, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard state.undo.history.isOn, state.undo.history.group == nil else { return try body() }
    state.undo.history.group = EditLabel(
      title: title, key: gesture ?? AnyHashable(UndoGroup(start: state.undo.history.addedCount)))
    defer { state.undo.history.group = nil }
    return try body()
  }
}

/// Identifies a group by the number of edits before it.
private struct UndoGroup: Hashable {
  let start: Int
}

/// Applying and reverting patches.
extension Evaluator {
  private func travel(isUndo: Bool) -> Receipt? {
    requireIdle()
    require(
      state.activity.editDepth == 0,
      "undo and redo must be called between edits; to revert the current edit, throw an error")
    guard let entry = state.undo.history.travel(isUndo: isUndo) else { return nil }
    let patches = isUndo ? entry.patches.reversed() : entry.patches
    let receipt = state.undo.history.isOutdated(entry) ? toggleAndRun(patches) : toggle(patches)
    recount(entry.patches)
    deliverAfterTravel(as: isUndo ? .undo : .redo)
    return receipt
  }

  /// Counts the bytes that toggled patches hold, and forgets edits over the limit.
  private func recount(_ patches: [Patch]) {
    let counted = patches.filter { $0.mayHold || !$0.holding.isEmpty }
    if counted.isEmpty { return }
    let before = counted.map(\.holding)
    for patch in counted { count(patch) }
    for holding in before { held.release(holding) }
    forgetAll(state.undo.history.trim())
  }

  /// Reverts patches, or applies them again, and returns the changes.
  private func toggle(_ patches: [Patch]) -> Receipt {
    keepReceipts()
    state.graph.makeUnique()
    let unfinished = state.activity.unfinished
    let net = NetChanges(of: patches, in: self)
    let beside = BesideGraph(of: patches, in: state)
    let changes = visitForGood(patches)
    beginLog()
    log(beside)
    var outputs = ChangedOutputs()
    for patch in patches { patch.addChanges(to: &outputs) }
    net?.removeUnchanged(from: &outputs, in: self)
    for slot in notify(of: outputs, since: unfinished) { state.log.appendGiven(slot) }
    return makeReceipt(changes)
  }

  /// Notifies observers of changed outputs, and of nodes that are not unfinished any more. Returns the changed nodes in evaluation
  /// order.
  @discardableResult
  func notify(of outputs: ChangedOutputs, since unfinished: Unfinished) -> [UInt32] {
    let nodes = inEvaluationOrder(outputs)
    let start = state.observers.notices.count
    for slot in nodes { state.notify(of: slot, outputs: outputs[slot] ?? 0) }
    state.notifyOfFinished(since: unfinished, from: start)
    return nodes
  }

  /// The changed nodes that exist, in evaluation order.
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

  /// Reverts patches permanently, or applies them again. Returns the changes of the graph.
  func visitForGood(_ patches: [Patch], leavingStates leavesStates: Bool = false) -> [Change] {
    var changes: [Change] = []
    for patch in patches {
      changes += patch.changes(in: state.graph.storage.value, isUndo: !patch.isUndone)
      visit(patch, leavingStates: leavesStates)
      leave()
    }
    return changes
  }

  /// Applies the edit of a fork.
  func adopt(_ patch: Patch, _ entries: inout EditLog, _ changes: [Change], title: String?) -> Receipt {
    requireIdle()
    let unfinished = state.activity.unfinished
    visit(patch)
    leave()
    beginLog()
    state.log.swapEntries(with: &entries)
    // The receipt of the fork lists those changes among its own.
    if BesideGraph(before: patch.journal).isChanged { state.log.note([]) }
    var outputs = ChangedOutputs()
    patch.addChanges(to: &outputs)
    notify(of: outputs, since: unfinished)
    let receipt = makeReceipt(changes)
    if !state.undo.history.isOn {
      forget(patch)
      if state.topology.hasManyHoles(reserved: 0) { closeOrder() }
      shrinkTables()
    } else {
      remember(patch, EditLabel.make(title: title))
    }
    deliverAfterTravel(as: .fork)
    return receipt
  }

  /// Begins an edit for a node made in code, so that it can be undone.
  func beginConstruction() {
    keepReceipts()
    // The edit records the nodes it touches itself, but not nodes that were touched before.
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

  /// Adds an edit to those that can be undone.
  func remember(_ patch: Patch, _ label: EditLabel? = nil) {
    guard !patch.isEmpty, state.undo.history.isOn else { return forget(patch) }
    if patch.onlyFinishes { return complete(with: patch) }
    if patch.mayHold { count(patch) }
    forgetAll(state.undo.history.add(patch, label))
    if let ranks = state.undo.history.closeOrder(of: &state.graph) { state.pending.replaceRanks(ranks) }
    compactIfDue()
  }

  /// Adds an edit that only changes words to those that can be undone.
  func remember(_ edit: consuming WordEdit, _ label: EditLabel?) {
    forgetAll(state.undo.history.add(edit, label))
    compactIfDue()
  }

  /// Adds the rest of an edit that was stopped to that edit.
  func complete(with patch: Patch) {
    guard state.undo.history.isOn, !state.undo.history.endsOutside else {
      if !patch.isEmpty { state.undo.history.noteOutsideChange() }
      return forget(patch)
    }
    if patch.mayHold { count(patch) }
    forgetAll(state.undo.history.complete(with: patch))
  }

  func forgetAll(_ patches: consuming [Patch]) {
    if patches.isEmpty { return }
    for patch in patches { forget(patch) }
    // The patches are released before the tables are shrunk.
    patches = []
    shrinkTables()
  }
}
