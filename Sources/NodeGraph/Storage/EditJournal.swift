// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The current edit: its steps, the nesting depth of edits, and the mark by which copies learn that it has ended.
///
/// Invariants (see `checkInvariants`): steps are recorded only during an edit; the list of steps is consistent.
@usableFromInline
package struct EditJournal: ~Copyable {
  @usableFromInline package var steps = StepList()
  @usableFromInline package internal(set) var depth = 0
  /// Shared with copies taken during the edit: it becomes true when the edit ends.
  @usableFromInline var mark: EditMark?

  package init() {}

  /// Whether steps are recorded. False while an owner whose calls can't fail builds the graph call by call.
  @inlinable package var isOpen: Bool { @inline(__always) get { depth > 0 } }

  /// Begins an edit, or a nested edit, and returns the mark to roll back to.
  @inlinable
  package mutating func begin() -> Int {
    depth += 1
    return steps.count
  }

  /// Ends the innermost edit.
  @inlinable @inline(__always)
  package mutating func end() {
    precondition(depth > 0, "an edit ends once")
    depth -= 1
  }

  /// Records a step during an edit; does nothing otherwise.
  @inline(__always)
  package mutating func note(_ step: @autoclosure () -> GraphStep) {
    if isOpen { steps.append(step()) }
  }

  /// Returns a copy that is inside the same edit, if there is one.
  package func copy() -> EditJournal {
    var result = EditJournal()
    result.steps = steps.copy()
    result.depth = depth
    result.mark = mark
    return result
  }

  /// The bytes allocated for steps, without names.
  package var byteCount: Int { steps.byteCount }

  /// Returns a sentence for each broken invariant. Complexity: O(steps).
  package func checkInvariants() -> [String] {
    var broken = steps.checkInvariants()
    if depth < 0 { broken.append("an edit ends once") }
    if depth == 0, !steps.isEmpty { broken.append("steps are noted in an edit only, \(steps.count) are left") }
    return broken
  }
}

/// Whether an edit has ended. A box and not a class with a stored property: every mutating call of a graph reads it, and
/// a class property would cost an exclusivity check.
@usableFromInline typealias EditMark = StateBox<Bool>

/// The beginning and end of an edit, and its changes.
extension Topology {
  /// Begins an edit, or a nested edit, and returns the mark to roll back to.
  @inlinable
  package mutating func beginEdit() -> Int { journal.begin() }

  /// Ends an edit without changes. Returns false, without ending it, if it has changed something.
  @inlinable
  package mutating func endEmptyEdit() -> Bool {
    guard journal.steps.isEmpty && wiring.arguments.gappedInputs.isEmpty else { return false }
    journal.end()
    return true
  }

  /// Ends an edit and keeps its changes. The outermost edit frees what was removed.
  package mutating func commitEdit() {
    guard endEdit(), !journal.steps.isEmpty else { return }
    let hidesSomething = journal.steps.hidesSomething
    if hidesSomething { _ = forgetSteps(from: 0, areUndone: false) }
    if hasManyHoles(reserved: 0) { closeOrder() }
    journal.steps.removeAll()
    if hidesSomething, mayHaveSlack { GrowingMemory.returnFreedMemory(shrink()) }
  }

  /// Ends the outermost edit, which must not have removed anything, and hands out its steps: they can't be reverted any
  /// more. The caller closes the order.
  ///
  /// - Parameter done: An empty list, which gets the steps.
  package mutating func commitEdit(handingStepsTo done: inout StepList) {
    let isOutermost = endEdit()
    precondition(
      isOutermost && done.isEmpty && !journal.steps.hidesSomething, "the outermost edit hands out its steps")
    swap(&journal.steps, &done)
  }

  /// Ends the outermost edit, which may have removed something, frees that, and hands out the steps.
  ///
  /// - Parameter done: An empty list, which gets the steps.
  /// - Returns: The cells and shapes left without an owner.
  package mutating func commitRemovingEdit(handingStepsTo done: inout StepList) -> Retired {
    let isOutermost = endEdit()
    precondition(isOutermost && done.isEmpty, "the outermost edit hands out its steps")
    let retired = forgetSteps(from: 0, areUndone: false)
    swap(&journal.steps, &done)
    return retired
  }

  /// Ends the outermost edit and hands out its steps, which can still be reverted. The caller closes the order and calls
  /// `forget(_:areUndone:)` when it no longer needs the steps.
  package mutating func commitEditKeepingSteps() -> [GraphStep] {
    let isOutermost = endEdit()
    precondition(isOutermost, "the outermost edit is kept")
    return journal.steps.takeAll()
  }

  /// Reverts everything since `mark`, the last step first, and ends the edit.
  package mutating func rollBackEdit(to mark: Int) -> Retired {
    precondition(journal.isOpen, "an edit ends once")
    for index in (mark..<journal.steps.count).reversed() {
      var step = journal.steps[index]
      step.revert(in: &self)
      journal.steps[index] = step
    }
    let retired = forgetSteps(from: mark, areUndone: true)
    journal.steps.removeAll(from: mark)
    journal.end()
    if !journal.isOpen { wiring.arguments.gappedInputs.removeAll() }
    return retired
  }

  /// Ends an edit and returns whether it was the outermost one, whose gaps are then closed.
  @inline(__always)
  private mutating func endEdit() -> Bool {
    journal.end()
    guard !journal.isOpen else { return false }
    if !wiring.arguments.gappedInputs.isEmpty { closeAllGaps() }
    return true
  }

  private mutating func closeAllGaps() {
    for place in wiring.arguments.gappedInputs where wiring.takesMany(place) {
      let gaps = wiring.closeGaps(of: place)
      // Empty if the removals were reverted within the edit.
      if !gaps.isEmpty { journal.steps.append(.closed(place, gaps: gaps)) }
    }
    wiring.arguments.gappedInputs.removeAll()
  }

  /// Frees what is archived only for steps of the current edit.
  private mutating func forgetSteps(from mark: Int, areUndone: Bool) -> Retired {
    var steps = StepList()
    swap(&steps, &journal.steps)
    defer { swap(&steps, &journal.steps) }
    return Retired(mark..<steps.count, areUndone: areUndone, in: &self) { steps[$0] }
  }

  /// Reverts a step. What it added is archived until the step is forgotten.
  package mutating func undo(_ step: inout GraphStep) { step.revert(in: &self) }

  /// Applies a reverted step again.
  package mutating func redo(_ step: inout GraphStep) { step.apply(in: &self) }

  /// Frees what is archived only so that steps can be reverted or applied again.
  ///
  /// - Parameters:
  ///   - steps: The steps to forget.
  ///   - areUndone: Whether the steps have been reverted: then what they added is freed, otherwise what they removed.
  /// - Returns: The cells and shapes left without an owner.
  package mutating func forget(_ steps: [GraphStep], areUndone: Bool) -> Retired {
    Retired(steps.indices, areUndone: areUndone, in: &self) { steps[$0] }
  }

  /// Returns the public changes since `mark`. Complexity: O(steps).
  package func changes(since mark: Int = 0) -> [Change] { changes(of: journal.steps, since: mark) }

  /// Returns the public changes that steps since `mark` made. Complexity: O(steps).
  package func changes(of steps: borrowing StepList, since mark: Int = 0) -> [Change] {
    var changes: [Change] = []
    changes.reserveCapacity(steps.count - mark)
    for index in mark..<steps.count {
      // Large edits consist mostly of links; reading other steps counts references.
      if let link = steps.link(at: index) {
        changes.append(.connected(connection(link.place, link.source, link.output)))
      } else {
        addChanges(of: steps[index], to: &changes)
      }
    }
    return changes
  }

  /// Returns the public changes that a sequence of steps made. Complexity: O(steps).
  package func changes(of steps: some Sequence<GraphStep>) -> [Change] {
    var changes: [Change] = []
    for step in steps { addChanges(of: step, to: &changes) }
    return changes
  }

  @inline(__always)
  private func addChanges(of step: GraphStep, to changes: inout [Change]) {
    switch step {
    case .added(let slot): changes.append(.added(id(of: slot)))
    case .removed(let slot, _): changes.append(.removed(id(of: slot)))
    case .linked(let place, _, let source, let output): changes.append(.connected(connection(place, source, output)))
    case .linkedAll(let connections): changes += connections.lazy.map { .connected($0) }
    case .unlinked(let place, _, let source, _, let output):
      changes.append(.disconnected(connection(place, source, UInt32(output))))
    case .named(let slot, let before, let after): changes.append(.renamed(id(of: slot), from: before, to: after))
    case .moved(let slot, let before, let after):
      changes.append(.moved(id(of: slot), from: before ?? .zero, to: after ?? .zero))
    case .literal(let place, _, _):
      changes.append(.literalChanged(InputPort(node: id(of: place.node), index: Int(place.input))))
    case .reshaped(let slot, let other): addChanges(of: slot, other, to: &changes)
    case .registered, .ranked, .placed, .closed: break
    }
  }

  /// Adds the changes of a change of kind. Kept connections are listed as disconnected and connected again, because
  /// ``Change/kindChanged(_:)`` doesn't say which connections were kept.
  private func addChanges(of slot: UInt32, _ other: GraphStep.Ports, to changes: inout [Change]) {
    var kept: [Connection] = []
    kept.reserveCapacity(other.keptInputs.connectionCount)
    other.keptInputs.forEachConnection(in: wiring, of: other.block) { input, source, output in
      kept.append(connection(InputPlace(node: slot, input: input), source, output))
    }
    // Only if the list at least doubles: reserving for each node would copy the list each time.
    if 2 * kept.count > changes.count { changes.reserveCapacity(changes.count + 2 * kept.count + 1) }
    for connection in kept.reversed() { changes.append(.disconnected(connection)) }
    changes.append(.kindChanged(id(of: slot)))
    for connection in kept { changes.append(.connected(connection)) }
  }

  @inline(__always)
  private func connection(_ place: InputPlace, _ source: UInt32, _ output: UInt32) -> Connection {
    Connection(
      from: OutputPort(node: id(of: source), index: Int(output)),
      to: InputPort(node: id(of: place.node), index: Int(place.input)))
  }
}
