// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// The user's edits in the view.

extension FlowHost {
  private typealias Row = (step: Step?, event: Event?)

  /// Carries out what the user did. Each edit is one step. What the flow or ``veto`` refuses has no effect, and goes
  /// to ``onRefusal``.
  ///
  /// - Steps that are dragged move with each event. The step that can be undone ends with the drag, which then calls
  ///   ``onEdit``.
  /// - Requests for nodes and payloads add the step that ``stepToAdd`` or ``stepForPayload`` returns, if any.
  /// - A deletion removes steps with their rules and those that lead to them, and the other rules whose connections are
  ///   selected. Undoing it selects all of them again. The node of all steps stays if events are offered, with rows and
  ///   without rules.
  /// - A connection makes the event of its row lead to the step, replacing its rule; toggling one that exists removes
  ///   the rule. The new rule is of the kind of the old one, and `next` where there was none or it led `back`.
  /// - Cutting a connection removes its rule and leaves the row. Moving its start gives the rule to another event.
  /// - Activating a connection turns its rule from `next` into `restart` or back, and then calls ``onActivation``. Rules
  ///   that lead back to a certain step stay unchanged.
  /// - A wire that is dropped on the canvas sets the rule that ``moveForDrop`` returns, if any. A step that is new is
  ///   put at the position, which is its top left corner.
  /// - The selection, activations and menus go to the closures of ``HookedHost``. Refusals that are not vetoes, and
  ///   other effects, are ignored.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - effect: What happened.
  /// - Complexity: That of ``edit(_:)`` for a step.
  public func graphView(_ view: GraphView, did effect: GraphViewEffect) {
    switch effect {
    case .moved(let node, let position):
      history.beginDrag(version)
      shown.move(node, to: position)
    case .endedMoving: finishDrag()
    case .requestedNode(let position): add(stepToAdd?(position), at: position)
    case .dropped(.payload(let payload), _, let position): add(stepForPayload?(payload, position), at: position)
    case .requestedDeletion(let doomed): delete(doomed)
    case .cut(let connection): delete(GraphSelection(connections: [connection]))
    case .toggledConnection(let source, let target): toggle(source, target)
    case .rerouted(let connection, let target):
      guard let row = shown.row(connection.source), let step = shown.step(of: target.node) else { return }
      setRule(Self.move(like: shown.move(at: connection.source), to: step), at: row)
    case .replugged(let connection, let source):
      guard let old = shown.row(connection.source), let new = shown.row(source),
        let move = shown.move(at: connection.source)
      else { return }
      setRule(move, at: new, removing: old)
    case .droppedWire(let source, let position):
      guard let row = shown.row(source), let move = moveForDrop?(row.step, row.event, position) else { return }
      setRule(move, at: row, placing: position)
    case .activatedConnection(let connection, _):
      toggleRestart(of: connection)
      callMethod(for: effect, in: view)
    case .refusedConnection(let source, let target, .vetoed(_, _, let reason)):
      guard let row = shown.row(source), let step = shown.step(of: target.node) else { return }
      onRefusal?(.vetoed(row.step, row.event, to: step, reason: reason))
    default: callMethod(for: effect, in: view)
    }
  }

  private func add(_ step: Step?, at position: GraphPoint) {
    guard let step else { return }
    attempt { shown throws(FlowEditError<Step, Event>) in try shown.add(step, at: position) }
  }

  private func delete(_ doomed: GraphSelection) {
    attempt(from: doomed) { shown throws(FlowEditError<Step, Event>) in
      var flow = shown.flow
      for row in doomed.remainingConnections.compactMap({ shown.row($0.source) }) {
        try flow.removeRule(at: row.step, on: row.event)
      }
      shown.show(flow)
      try shown.remove(doomed.nodes)
    }
  }

  private func toggle(_ source: OutputPort, _ target: InputPort) {
    guard let row = shown.row(source), let step = shown.step(of: target.node) else { return }
    let old = shown.move(at: source)
    if old?.target == step {
      attempt { shown throws(FlowEditError<Step, Event>) in
        var flow = shown.flow
        try flow.removeRule(at: row.step, on: row.event)
        shown.show(flow)
      }
    } else {
      setRule(Self.move(like: old, to: step), at: row)
    }
  }

  /// Sets a rule for the user, unless there is a veto, and removes that of another row. A step that is new is put at a
  /// position, by default below the others.
  private func setRule(
    _ move: FlowMove<Step>, at row: Row, removing old: Row? = nil, placing position: GraphPoint? = nil
  ) {
    attempt { shown throws(FlowEditError<Step, Event>) in
      let isNew = move.target.map { shown.node(of: $0) == nil } ?? false
      var flow = shown.flow
      if let old { try flow.removeRule(at: old.step, on: old.event) }
      if let target = move.target, let reason = veto?(row.step, row.event, target) {
        throw .vetoed(row.step, row.event, to: target, reason: reason)
      }
      flow.set(move, at: row.step, on: row.event)
      shown.show(flow)
      if let position, isNew, let node = move.target.flatMap({ shown.node(of: $0) }) { shown.move(node, to: position) }
    }
  }

  private func toggleRestart(of connection: Connection) {
    guard let row = shown.row(connection.source), let move = shown.move(at: connection.source) else { return }
    switch move {
    case .next(let step): edit { $0.set(.restart(step), at: row.step, on: row.event) }
    case .restart(let step): edit { $0.set(.next(step), at: row.step, on: row.event) }
    case .back, .backTo: break
    }
  }

  /// A move to a step, of the kind that there was.
  private static func move(like old: FlowMove<Step>?, to step: Step) -> FlowMove<Step> {
    old.flatMap { $0.target == nil ? nil : $0.leading(to: step) } ?? .next(step)
  }
}

// MARK: What the view asks

extension FlowHost {
  /// Returns whether one payload is above the canvas and there is a ``stepForPayload``; wires and several payloads are
  /// refused.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
    guard case .payload = drop else { return false }
    return stepForPayload != nil && target.isCanvas
  }

  /// Allows every connection from a row to a step, unless there is a ``veto``. Ports that don't exist are refused as
  /// `stale`, `noSuchOutput` or `noSuchInput`.
  public func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    guard let kind = shown.kind(of: source.node) else { return .refused(.stale(source.node)) }
    guard let step = shown.kind(of: target.node) else { return .refused(.stale(target.node)) }
    guard kind.outputs.indices.contains(source.index) else {
      return .refused(.noSuchOutput(source.node, .index(source.index), among: kind.outputs.map(\.name)))
    }
    guard step.inputs.indices.contains(target.index) else {
      return .refused(.noSuchInput(target.node, .index(target.index), among: step.inputs.map(\.name)))
    }
    return vetted(.allowed, source, target)
  }
}
