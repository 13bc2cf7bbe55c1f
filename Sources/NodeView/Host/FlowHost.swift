// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Shows a flow in a view and edits it: a node for each step, a row for each event, a connection for each rule that leads to a step.
///
/// ```swift
/// let host = FlowHost(checkout, in: GraphView(size: GraphSize(1024, 768), profile: .editor, style: .light))
/// host.start = .cart
/// host.onEdit = { flow in save(flow, host.positions) }
/// ```
///
/// Rules that hold at all steps are those of a node named `*`. A row says `back` where its rule leads back and so has no
/// connection, `restart` where the step it leads to is a new beginning, and `hidden by *` where a rule of all steps comes first;
/// `*` alone stands in the row of an event for which all steps have a rule and this one has none. Steps to which none leads
/// from ``start`` are drawn as what is off.
///
/// Drawing a wire from a row sets its rule, in place of the one there was; cutting it removes the rule and leaves the row. Steps
/// can be moved and deleted, and a double tap on a wire makes `restart` of `next` and the other way round. Each edit is a step that
/// can be undone, a drag one step, and comes back with what was selected.
///
/// The host writes the labels of its connections into ``GraphView/edgeAttributes``. Keep it alive: the view doesn't. It belongs to one
/// task or thread.
public final class FlowHost<Step: Hashable & Sendable, Event: Hashable & Sendable> {
  /// The view. The host is its data source, renderer provider and delegate.
  public let view: GraphView
  /// The flow as it is.
  public var flow: FlowGraph<Step, Event> { shown.flow }
  /// Where steps are, in canvas points; `nil` is the step for the node of all steps. Keep it beside the flow, and give it to the
  /// next host.
  ///
  /// - Complexity: O(steps).
  public var positions: [Step?: GraphPoint] {
    Dictionary(uniqueKeysWithValues: shown.places.map { (shown.step(of: $0), $1) })
  }
  /// Where one begins: steps that can't be reached from there show it. `nil`, and all look alike. It follows ``rename(_:to:)``.
  public var start: Step? {
    didSet { if start != oldValue { show(selecting: view.selection) } }
  }
  /// Is told what the flow is after each edit, those of ``undo()`` and ``redo()`` included, and after each drag.
  public var onEdit: ((FlowGraph<Step, Event>) -> Void)?
  /// Is told why something that the user did was refused.
  public var onRefusal: ((FlowEditError<Step, Event>) -> Void)?
  /// Says which step to add where the user asks for a node, at this position; `nil` for none, which is so unless it is set.
  public var stepToAdd: ((GraphPoint) -> Step?)?
  /// Says what an event leads to whose wire was dropped on the canvas, at this position, at a step, or for `nil` at all steps:
  /// ``/NodeGraph/FlowMove/back``, or a new step, which is put there; `nil` for nothing, which is so unless it is set.
  public var moveForDrop: ((_ step: Step?, _ event: Event?, _ position: GraphPoint) -> FlowMove<Step>?)?

  /// What was shown and selected before an edit or after it.
  private struct Version {
    let shown: ShownFlow<Step, Event>
    let selection: GraphSelection
  }

  private var shown: ShownFlow<Step, Event>
  private var history = VersionHistory<Version>()
  /// The steps that can be reached from the start; `nil` without a start.
  private var reachable: Set<Step>?
  /// The connections that have labels of the host.
  private var labelled: Set<Connection> = []
  /// The view wants one: all it shows is answered by the host.
  private let graph = Graph()

  /// Shows a flow in a view.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - view: The view.
  ///   - events: Events for which each step has a row, whether it has a rule for them or not, so that the user can draw one:
  ///     often all cases. Without them steps have rows for what has rules alone.
  ///   - positions: Where steps are, as ``positions`` gives it; of what is no step it is ignored. Steps without one are put below the others;
  ///     if none has one, all are arranged.
  /// - Complexity: O(rules + steps · events), and that of a layout if none has a position.
  public init(
    _ flow: FlowGraph<Step, Event>, in view: GraphView, events: [Event] = [], positions: [Step?: GraphPoint] = [:]
  ) {
    self.view = view
    shown = ShownFlow(flow, offering: events, at: positions)
    begin()
  }

  /// Shows what there is, as nothing was done yet.
  private func begin() {
    let isPlaced = !shown.places.isEmpty
    if isPlaced { placeRest() }
    label()
    view.present(self)
    if !isPlaced { arrange() }
    history = VersionHistory()
  }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() { shown.checkInvariants() }

  /// The row of an event, as a port of the view; `nil` if there is none.
  package func port(at step: Step?, on event: Event?) -> OutputPort? { shown.port(at: step, on: event) }
}

@available(*, unavailable)
extension FlowHost: Sendable {}

// MARK: Edits

extension FlowHost {
  /// The node that shows a step, for example to select it. It is the same until the step is removed.
  ///
  /// - Parameter step: The step; `nil` for the node of all steps.
  /// - Returns: The node; `nil` for a step that isn't there.
  public func node(of step: Step?) -> NodeID? { shown.node(of: step) }

  /// The step that a node shows; `nil` for the node of all steps, and for what is no node.
  public func step(of node: NodeID) -> Step? { shown.step(of: node) }

  /// Edits the flow as one step, and shows the result. An edit that changes nothing is no step.
  ///
  /// Rename steps by ``rename(_:to:)`` instead, which leaves them where they are.
  ///
  /// - Parameter body: Changes the flow. Steps that are new are put below the others.
  /// - Throws: What `body` throws; the flow is as it was then.
  /// - Complexity: O(rules + steps · events).
  public func edit<Failure>(
    _ body: (inout FlowGraph<Step, Event>) throws(Failure) -> Void
  ) throws(Failure) {
    try change { shown throws(Failure) in
      var flow = shown.flow
      try body(&flow)
      shown.show(flow)
    }
  }

  /// Shows another flow from the beginning, with the same events offered: nothing is selected, dragged or remembered of the one before,
  /// and ``GraphView/edgeAttributes`` are the host's. ``onEdit`` is not told.
  ///
  /// Nodes get new ids, also those of steps that both flows have.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - positions: Where steps are, as ``positions`` gives it; see ``init(_:in:events:positions:)``.
  ///   - start: Where one begins; see ``start``.
  /// - Complexity: As ``init(_:in:events:positions:)``.
  public func load(_ flow: FlowGraph<Step, Event>, positions: [Step?: GraphPoint] = [:], start: Step? = nil) {
    view.clear()
    labelled = []
    shown = ShownFlow(flow, offering: shown.offered, at: positions)
    self.start = start
    begin()
  }

  /// Adds a step without rules.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - position: Its top left corner, in canvas points.
  /// - Throws: ``/NodeGraph/FlowEditError/stepExists(_:)``.
  /// - Complexity: That of ``edit(_:)``.
  public func add(_ step: Step, at position: GraphPoint) throws(FlowEditError<Step, Event>) {
    try change { shown throws(FlowEditError<Step, Event>) in
      var flow = shown.flow
      try flow.add(step)
      shown.show(flow)
      if let node = shown.node(of: step) { shown.move(node, to: position) }
    }
  }

  /// Puts another step in the place of one, in all rules. It stays where it is, and selected.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - name: What is to stand in its place.
  /// - Throws: ``/NodeGraph/FlowEditError/noStep(_:)``, ``/NodeGraph/FlowEditError/stepExists(_:)``.
  /// - Complexity: That of ``edit(_:)``.
  public func rename(_ step: Step, to name: Step) throws(FlowEditError<Step, Event>) {
    try change { shown throws(FlowEditError<Step, Event>) in try shown.rename(step, to: name) }
  }

  /// Puts all steps where a layout by layers has them, as one step.
  ///
  /// - Complexity: That of ``LayeredLayout``.
  public func arrange() {
    // Labels stand between the layers.
    let widths = flow.rules.compactMap {
      $0.move.target == nil ? nil : EdgeAttributes.size(ofLabel: $0.eventText).width
    }
    let layout = LayeredLayout(
      layerSpacing: 56 + min(widths.max() ?? 0, EdgeContent.width), nodeSpacing: 24, laneSpacing: 8)
    view.arrange(at: GraphPoint(20, 20)) { graph, places in layout.layout(graph, previous: places) }
  }

  /// Takes the last edit back, and selects what was selected before it.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(rules + steps).
  @discardableResult
  public func undo() -> Bool {
    endDrag()
    return show(history.undo(from: version))
  }

  /// Makes the edit again that was taken back last.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(rules + steps).
  @discardableResult
  public func redo() -> Bool {
    endDrag()
    return show(history.redo(from: version))
  }

  private var version: Version { Version(shown: shown, selection: view.selection) }

  /// Changes what is shown, as one step.
  private func change<Failure>(
    from selection: GraphSelection? = nil, _ body: (inout ShownFlow<Step, Event>) throws(Failure) -> Void
  ) throws(Failure) {
    endDrag()
    var changed = shown
    try body(&changed)
    guard changed.flow != shown.flow else { return }
    history.record(Version(shown: shown, selection: selection ?? view.selection))
    replaceShown(by: changed)
    placeRest()
    show(selecting: view.selection)
    onEdit?(flow)
  }

  /// Changes what is shown as the user asks for it, or tells why not.
  private func carryOut(
    from selection: GraphSelection? = nil,
    _ body: (inout ShownFlow<Step, Event>) throws(FlowEditError<Step, Event>) -> Void
  ) {
    do throws(FlowEditError<Step, Event>) {
      try change(from: selection, body)
    } catch { onRefusal?(error) }
  }

  private func show(_ version: Version?) -> Bool {
    guard let version else { return false }
    replaceShown(by: version.shown)
    show(selecting: version.selection)
    onEdit?(flow)
    return true
  }

  /// Replaces what is shown. One begins at the same node as before, whatever its step is called now.
  private func replaceShown(by other: ShownFlow<Step, Event>) {
    let node = start.flatMap { shown.node(of: $0) }
    shown = other
    if let node, let step = other.step(of: node) { start = step }
  }

  private func show(selecting selection: GraphSelection) {
    label()
    view.reload()
    view.select(selection)
  }

  /// Makes a step of what was dragged so far. Returns whether that has moved anything.
  @discardableResult
  private func endDrag() -> Bool { history.endDrag { $0.shown.places != shown.places } }

  /// Places what has no place below all that has one.
  private func placeRest() {
    let unplaced = shown.nodes.filter { shown.places[$0] == nil }
    guard !unplaced.isEmpty else { return }
    let frames = shown.places.map { GraphRect($1, view.frame(of: $0)?.rect.size ?? estimatedSize(of: $0)) }
    var place = GraphPoint(frames.map(\.minX).min() ?? 20, (frames.map(\.maxY).max() ?? -20) + 40)
    for node in unplaced {
      shown.move(node, to: place)
      place.y += estimatedSize(of: node).height + 40
    }
  }

  private func estimatedSize(of node: NodeID) -> GraphSize {
    let rows = shown.kind(of: node).map { $0.inputs.count + $0.outputs.count } ?? 0
    return GraphSize(128, 28 + 24 * Double(rows))
  }

  /// Finds out what can be reached, and labels connections by their events.
  private func label() {
    reachable = start.map { flow.steps(reachableFrom: $0) }
    var attributes = view.edgeAttributes
    var old = labelled
    labelled = []
    for rule in flow.rules {
      guard let connection = shown.connection(of: rule) else { continue }
      attributes[connection, default: EdgeAttributes()].label = rule.eventText
      labelled.insert(connection)
      old.remove(connection)
    }
    for connection in old { attributes[connection] = nil }
    view.edgeAttributes = attributes
  }
}

// MARK: What the view asks

extension FlowHost: GraphViewDataSource, GraphViewRendererProvider {
  /// The node of all steps, and the steps.
  public func nodes(for view: GraphView) -> [NodeID] { shown.nodes }

  /// An empty graph: the host answers for all nodes itself.
  public func graph(for view: GraphView) -> Graph { graph }

  /// Where the step is.
  public func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint {
    shown.places[node] ?? .zero
  }

  /// The step as text, or `*`.
  public func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String { shown.title(of: node) }

  /// Whether the flow has the step.
  public func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool { shown.contains(node) }

  /// A kind with an output for each row.
  public func graphView(_ view: GraphView, kindOf node: NodeID, in graph: Graph) -> NodeKind? { shown.kind(of: node) }

  /// The rows whose rules lead to the step.
  public func graphView(_ view: GraphView, sourcesOf input: InputPort, in graph: Graph) -> [OutputPort] {
    shown.sources(of: input)
  }

  /// Draws the event, and what its connection doesn't show.
  public func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    PortRowRenderer(output, in: view) { [weak self] in self?.shown.text(at: output) }
  }

  /// A pile of cards for all steps; off for what can't be reached.
  public func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance {
    guard let step = shown.step(of: node) else { return NodeAppearance(category: .group) }
    if step == start { return NodeAppearance(detail: "start") }
    guard let reachable, !reachable.contains(step) else { return NodeAppearance() }
    return NodeAppearance(condition: .off, detail: "cut off")
  }
}

// MARK: What the user does

extension FlowHost: GraphViewDelegate {
  /// Does nothing: the view has the selection.
  public func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}

  /// Moves the step.
  public func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    history.beginDrag(version)
    shown.move(node, to: position)
  }

  /// Ends the step that can be undone.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
    if endDrag() { onEdit?(flow) }
  }

  /// Adds the step that ``stepToAdd`` says, if any.
  public func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    guard let step = stepToAdd?(position) else { return }
    do throws(FlowEditError<Step, Event>) { try add(step, at: position) } catch { onRefusal?(error) }
  }

  /// Deletes steps with their rules and those that lead to them; of the node of all steps, its rules.
  public func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    graphView(view, didRequestDeletionOf: GraphSelection(nodes: nodes))
  }

  /// Deletes steps with their rules and those that lead to them, and the other rules whose connections are selected, as one step.
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

  /// Makes the event of the row lead to the step, in place of where it led, or removes the rule that does.
  public func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    guard let row = shown.row(source), let step = shown.step(of: target.node) else { return }
    let old = shown.move(at: source)
    edit { flow in
      if old?.target == step {
        _ = try? flow.removeRule(at: row.step, on: row.event)
      } else {
        flow.set(Self.move(like: old, to: step), at: row.step, on: row.event)
      }
    }
  }

  /// Removes the rule.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    graphView(view, didRequestDeletionOf: GraphSelection(connections: [connection]))
  }

  /// Makes the event lead to another step.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    guard let row = shown.row(connection.source), let step = shown.step(of: target.node) else { return }
    let move = Self.move(like: shown.move(at: connection.source), to: step)
    edit { $0.set(move, at: row.step, on: row.event) }
  }

  /// Makes another event lead to the step, in place of where it led, as one step that can be undone.
  public func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    guard let old = shown.row(connection.source), let new = shown.row(source),
      let move = shown.move(at: connection.source)
    else { return }
    edit { flow in
      _ = try? flow.removeRule(at: old.step, on: old.event)
      flow.set(move, at: new.step, on: new.event)
    }
  }

  /// Makes what leads to a step lead there as a new beginning, and the other way round.
  public func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint) {
    guard let row = shown.row(connection.source), let move = shown.move(at: connection.source) else { return }
    switch move {
    case .next(let step): edit { $0.set(.restart(step), at: row.step, on: row.event) }
    case .restart(let step): edit { $0.set(.next(step), at: row.step, on: row.event) }
    case .back, .backTo: break
    }
  }

  /// Sets the rule that ``moveForDrop`` says, if any.
  public func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {
    guard let row = shown.row(source), let move = moveForDrop?(row.step, row.event, position) else { return }
    carryOut { shown throws(FlowEditError<Step, Event>) in
      let isNew = move.target.map { shown.node(of: $0) == nil } ?? false
      var flow = shown.flow
      flow.set(move, at: row.step, on: row.event)
      shown.show(flow)
      if isNew, let node = move.target.flatMap({ shown.node(of: $0) }) { shown.move(node, to: position) }
    }
  }

  /// The size of a step with one row.
  public func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(128, 76) }

  /// Any row may lead to any step.
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
    return .allowed
  }

  /// A move to a step of the kind that there was.
  private static func move(like old: FlowMove<Step>?, to step: Step) -> FlowMove<Step> {
    old.flatMap { $0.target == nil ? nil : $0.leading(to: step) } ?? .next(step)
  }
}
