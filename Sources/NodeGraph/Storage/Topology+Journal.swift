// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Begins an edit, or one within it, and returns the point to go back to.
  @inlinable
  package mutating func beginEdit() -> Int {
    editDepth += 1
    return steps.count
  }

  /// Ends an edit that did nothing. Returns false, and doesn't end it, if it did something.
  @inlinable
  package mutating func endEmptyEdit() -> Bool {
    guard steps.isEmpty && gappedInputs.isEmpty else { return false }
    editDepth -= 1
    return true
  }

  /// Ends an edit and keeps what it did. The outermost one frees what was removed.
  package mutating func commitEdit() {
    guard endEdit(), !steps.isEmpty else { return }
    if steps.hidesSomething { _ = forgetSteps(from: 0, areUndone: false) }
    if hasManyHoles(reserved: 0) { closeOrder() }
    steps.removeAll()
  }

  /// Ends the outermost edit, which has removed nothing, and hands out what it did: it can't be taken back any more.
  ///
  /// - Parameter done: An empty list, which gets the steps.
  package mutating func commitEdit(handingStepsTo done: inout StepList) {
    let isOutermost = endEdit()
    precondition(isOutermost && done.isEmpty && !steps.hidesSomething, "the outermost edit hands out its steps")
    if hasManyHoles(reserved: 0) { closeOrder() }
    swap(&steps, &done)
  }

  /// The same for an edit that may have removed something.
  ///
  /// - Returns: What is left without an owner.
  package mutating func commitRemovingEdit(handingStepsTo done: inout StepList) -> Retired {
    let isOutermost = endEdit()
    precondition(isOutermost && done.isEmpty, "the outermost edit hands out its steps")
    let retired = forgetSteps(from: 0, areUndone: false)
    if hasManyHoles(reserved: 0) { closeOrder() }
    swap(&steps, &done)
    return retired
  }

  /// Frees what lies out of sight only because of steps of the edit under way.
  private mutating func forgetSteps(from mark: Int, areUndone: Bool) -> Retired {
    var steps = StepList()
    swap(&steps, &self.steps)
    defer { swap(&steps, &self.steps) }
    return forget(mark..<steps.count, areUndone: areUndone) { steps[$0] }
  }

  /// Ends the outermost edit and hands out what it did: so that it can be taken back, the caller closes the order and
  /// forgets the steps in time.
  package mutating func commitEditKeepingSteps() -> [Step] {
    let isOutermost = endEdit()
    precondition(isOutermost, "the outermost edit is kept")
    return steps.takeAll()
  }

  @inline(__always)
  private mutating func endEdit() -> Bool {
    precondition(editDepth > 0, "an edit ends once")
    editDepth -= 1
    guard editDepth == 0 else { return false }
    if !gappedInputs.isEmpty { closeAllGaps() }
    return true
  }

  private mutating func closeAllGaps() {
    for place in gappedInputs where takesMany(place) {
      let gaps = gaps(of: place)
      // None is left if what made them was taken back.
      guard !gaps.isEmpty else { continue }
      steps.append(.closed(place, gaps: gaps))
      closeGaps(of: place)
    }
    gappedInputs.removeAll()
  }

  /// Takes back everything since `mark`, in reverse, and ends the edit.
  package mutating func rollBackEdit(to mark: Int) -> Retired {
    precondition(editDepth > 0, "an edit ends once")
    for index in (mark..<steps.count).reversed() {
      var step = steps[index]
      undo(&step)
      steps[index] = step
    }
    let retired = forgetSteps(from: mark, areUndone: true)
    steps.removeAll(from: mark)
    editDepth -= 1
    if editDepth == 0 { gappedInputs.removeAll() }
    return retired
  }

  /// Reserves a cell for a literal. It is freed when the edit is forgotten in which the last input lost it.
  package mutating func makeLiteralCell(_ type: PortType) -> UInt32 {
    let cell = makeCells(type.words, for: CellOwner.ofLiteral)
    literalWords[cell] = type.words
    return cell
  }

  /// The changes since `mark`, as callers see them.
  package func changes(since mark: Int = 0) -> [Change] { changes(of: steps, since: mark) }

  /// What steps did, as callers see it. Complexity: O(steps).
  package func changes(of steps: borrowing StepList, since mark: Int = 0) -> [Change] {
    var changes: [Change] = []
    changes.reserveCapacity(steps.count - mark)
    for index in mark..<steps.count {
      // Most steps of large edits; the others count references on the way.
      if let link = steps.link(at: index) {
        changes.append(.connected(connection(link.place, link.source, link.output)))
      } else {
        addChanges(of: steps[index], to: &changes)
      }
    }
    return changes
  }

  /// What steps did, as callers see it. Complexity: O(steps).
  package func changes(of steps: some Sequence<Step>) -> [Change] {
    var changes: [Change] = []
    for step in steps { addChanges(of: step, to: &changes) }
    return changes
  }

  @inline(__always)
  private func addChanges(of step: Step, to changes: inout [Change]) {
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
    case .reshaped(let slot, _): changes.append(.kindChanged(id(of: slot)))
    case .registered, .ranked, .closed: break
    }
  }

  @inline(__always)
  private func connection(_ place: InputPlace, _ source: UInt32, _ output: UInt32) -> Connection {
    Connection(
      from: OutputPort(node: id(of: source), index: Int(output)),
      to: InputPort(node: id(of: place.node), index: Int(place.input)))
  }
}
