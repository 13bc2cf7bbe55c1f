// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Begins an edit, or one within it, and returns the point to go back to.
  package mutating func beginEdit() -> Int {
    editDepth += 1
    return steps.count
  }

  /// Ends an edit and keeps what it did. The outermost one frees what was removed, except that the caller first looks
  /// at `steps` if it wants to know.
  package mutating func commitEdit() -> Retired {
    guard endEdit() else { return Retired() }
    let retired = steps.isEmpty ? Retired() : forget(steps[...], areUndone: false)
    steps.removeAll(keepingCapacity: steps.count < 1024)
    if hasManyHoles(reserved: 0) { closeOrder() }
    return retired
  }

  /// Ends the outermost edit and hands out what it did: so that it can be taken back, the caller closes the order and
  /// forgets the steps in time.
  package mutating func commitEditKeepingSteps() -> [Step] {
    precondition(endEdit(), "the outermost edit is kept")
    let kept = steps
    steps = []
    return kept
  }

  private mutating func endEdit() -> Bool {
    precondition(editDepth > 0, "an edit ends once")
    editDepth -= 1
    guard editDepth == 0 else { return false }
    if gappedInputs.isEmpty { return true }
    for place in gappedInputs where takesMany(place) {
      let gaps = gaps(of: place)
      // None is left if what made them was taken back.
      guard !gaps.isEmpty else { continue }
      steps.append(.closed(place, gaps: gaps))
      closeGaps(of: place)
    }
    gappedInputs.removeAll()
    return true
  }

  /// Takes back everything since `mark`, in reverse, and ends the edit.
  package mutating func rollBackEdit(to mark: Int) -> Retired {
    precondition(editDepth > 0, "an edit ends once")
    for index in (mark..<steps.count).reversed() {
      var step = steps[index]
      undo(&step)
      steps[index] = step
    }
    let retired = forget(steps[mark...], areUndone: true)
    steps.removeSubrange(mark...)
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
  package func changes(since mark: Int = 0) -> [Change] { changes(of: steps[mark...]) }

  /// What steps did, as callers see it. Complexity: O(steps).
  package func changes(of steps: some Sequence<Step>) -> [Change] {
    var changes: [Change] = []
    addChanges(of: steps, to: &changes)
    return changes
  }

  /// Adds the changes of the edit under way, as callers see them.
  package func addChanges(to changes: inout [Change]) { addChanges(of: steps, to: &changes) }

  /// Adds what steps did. Complexity: O(steps).
  private func addChanges(of steps: some Sequence<Step>, to changes: inout [Change]) {
    changes.reserveCapacity(changes.count + steps.underestimatedCount)
    for step in steps {
      switch step {
      case .added(let slot): changes.append(.added(id(of: slot)))
      case .removed(let slot, _): changes.append(.removed(id(of: slot)))
      case .linked(let place, _, let source, let output):
        changes.append(.connected(connection(place, source, output)))
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
  }

  private func connection(_ place: InputPlace, _ source: UInt32, _ output: UInt32) -> Connection {
    Connection(
      from: OutputPort(node: id(of: source), index: Int(output)),
      to: InputPort(node: id(of: place.node), index: Int(place.input)))
  }
}
