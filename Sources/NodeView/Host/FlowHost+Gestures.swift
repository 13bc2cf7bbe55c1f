// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// The user's edits in the view.

extension FlowHost: HookedHost {
  /// Moves the step, as part of the drag: the step that can be undone ends in ``graphView(_:didEndMoving:)``.
  public func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    history.beginDrag(version)
    shown.move(node, to: position)
  }

  /// Ends the drag as one step, and calls ``onEdit`` if it moved something.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
    finishDrag()
  }

  /// Adds the step that ``stepToAdd`` returns, if any. A step that already exists goes to ``onRefusal``.
  public func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    add(stepToAdd?(position), at: position)
  }

  private func add(_ step: Step?, at position: GraphPoint) {
    guard let step else { return }
    carryOut { shown throws(FlowEditError<Step, Event>) in try shown.add(step, at: position) }
  }

  /// Returns whether one payload is above the canvas and there is a ``stepForPayload``; wires and several payloads are
  /// refused.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
    guard case .payload = drop else { return false }
    return stepForPayload != nil && target.isCanvas
  }

  /// Adds the step that ``stepForPayload`` returns, if any. A step that already exists goes to ``onRefusal``.
  public func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    guard case .payload(let payload) = drop else { return }
    add(stepForPayload?(payload, position), at: position)
  }

  /// Passes the refusal of a ``veto`` to ``onRefusal``, as an error of the flow; other refusals are dropped.
  public func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) {
    guard case .vetoed(_, _, let reason) = reason, let row = shown.row(source), let step = shown.step(of: target.node)
    else { return }
    onRefusal?(.vetoed(row.step, row.event, to: step, reason: reason))
  }

  /// Deletes steps with their rules and those that lead to them, as one step; of the node of all steps, its rules.
  ///
  /// The node of all steps stays if events are offered, with rows and without rules.
  public func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    graphView(view, didRequestDeletionOf: GraphSelection(nodes: nodes))
  }

  /// Deletes steps with their rules and those that lead to them, and the other rules whose connections are selected, as
  /// one step. Undoing it selects all of them again.
  public func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection) {
    carryOut(from: selection) { shown throws(FlowEditError<Step, Event>) in
      var flow = shown.flow
      for row in selection.remainingConnections.compactMap({ shown.row($0.source) }) {
        try flow.removeRule(at: row.step, on: row.event)
      }
      shown.show(flow)
      try shown.remove(selection.nodes)
    }
  }

  /// Makes the event of the row lead to the step, replacing its rule, or removes the rule if it already leads there.
  /// The new rule is of the kind of the old one, and `next` where there was none or it led `back`.
  public func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    guard let row = shown.row(source), let step = shown.step(of: target.node) else { return }
    let old = shown.move(at: source)
    carryOut { shown throws(FlowEditError<Step, Event>) in
      var flow = shown.flow
      if old?.target == step {
        try flow.removeRule(at: row.step, on: row.event)
      } else {
        try set(Self.move(like: old, to: step), at: row, in: &flow)
      }
      shown.show(flow)
    }
  }

  /// Sets a rule for the user, unless there is a veto.
  private func set(
    _ move: FlowMove<Step>, at row: (step: Step?, event: Event?), in flow: inout FlowGraph<Step, Event>
  ) throws(FlowEditError<Step, Event>) {
    if let target = move.target, let reason = veto?(row.step, row.event, target) {
      throw .vetoed(row.step, row.event, to: target, reason: reason)
    }
    flow.set(move, at: row.step, on: row.event)
  }

  /// Removes the rule of the connection and leaves its row, as one step that can be undone. ``veto`` is not called.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    graphView(view, didRequestDeletionOf: GraphSelection(connections: [connection]))
  }

  /// Makes the event lead to another step, as one step that can be undone. The new rule is of the kind of the old one.
  ///
  /// A ``veto`` leaves the rule as it is, and its reason goes to ``onRefusal``.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    guard let row = shown.row(connection.source), let step = shown.step(of: target.node) else { return }
    let move = Self.move(like: shown.move(at: connection.source), to: step)
    carryOut { shown throws(FlowEditError<Step, Event>) in
      var flow = shown.flow
      try set(move, at: row, in: &flow)
      shown.show(flow)
    }
  }

  /// Makes another event lead to the step, replacing its rule, as one step that can be undone. The first event loses
  /// its rule, and its row stays.
  ///
  /// A ``veto`` leaves both rules as they are, and its reason goes to ``onRefusal``.
  public func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    guard let old = shown.row(connection.source), let new = shown.row(source),
      let move = shown.move(at: connection.source)
    else { return }
    carryOut { shown throws(FlowEditError<Step, Event>) in
      var flow = shown.flow
      try flow.removeRule(at: old.step, on: old.event)
      try set(move, at: new, in: &flow)
      shown.show(flow)
    }
  }

  /// Turns the rule of the connection from `next` into `restart` or back, as one step, and calls ``onActivation``.
  /// Rules that lead back to a certain step stay unchanged.
  public func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint) {
    guard let row = shown.row(connection.source), let move = shown.move(at: connection.source) else { return }
    switch move {
    case .next(let step): edit { $0.set(.restart(step), at: row.step, on: row.event) }
    case .restart(let step): edit { $0.set(.next(step), at: row.step, on: row.event) }
    case .back, .backTo: break
    }
    onActivation?(.connection(connection))
  }

  /// Sets the rule that ``moveForDrop`` returns, if any; a step that is new is put at the position, which is its top
  /// left corner. A ``veto`` of that rule goes to ``onRefusal``.
  public func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {
    guard let row = shown.row(source), let move = moveForDrop?(row.step, row.event, position) else { return }
    carryOut { shown throws(FlowEditError<Step, Event>) in
      let isNew = move.target.map { shown.node(of: $0) == nil } ?? false
      var flow = shown.flow
      try set(move, at: row, in: &flow)
      shown.show(flow)
      if isNew, let node = move.target.flatMap({ shown.node(of: $0) }) { shown.move(node, to: position) }
    }
  }

  /// Returns the size of a step with one row: 128 × 76 canvas points.
  public func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(128, 76) }

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
    if let row = shown.row(source), let step = self.step(of: target.node),
      let reason = veto?(row.step, row.event, step)
    {
      return .refused(.vetoed(source: source, target: target, reason: reason))
    }
    return .allowed
  }

  /// A move to a step, of the kind that there was.
  private static func move(like old: FlowMove<Step>?, to step: Step) -> FlowMove<Step> {
    old.flatMap { $0.target == nil ? nil : $0.leading(to: step) } ?? .next(step)
  }
}
