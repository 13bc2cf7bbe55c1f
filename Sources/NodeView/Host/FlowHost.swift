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
  /// Says which step to add where something from outside was dropped on the canvas, at this position; `nil` for none, which is so
  /// unless it is set.
  public var stepForPayload: ((GraphPayload, GraphPoint) -> Step?)?
  /// Why an event may not lead from a step, or for `nil` from all steps, to another step, in a sentence for the user; `nil` if it may.
  /// Refusals reach ``onRefusal`` as ``/NodeGraph/FlowEditError/vetoed(_:_:to:reason:)``. Edits of the application are not asked about.
  public var veto: ((_ step: Step?, _ event: Event?, _ target: Step) -> String?)?
  /// Receives what is selected when that changes; ``step(of:)`` says which step a node shows.
  public var onSelection: ((GraphSelection) -> Void)?
  /// Receives the node or connection that was double-tapped.
  public var onActivation: ((HitTarget) -> Void)?
  /// Receives what a menu was requested for, and where the pointer is, in canvas points.
  public var onMenu: ((HitTarget, GraphPoint) -> Void)?

  /// What was shown and selected before an edit or after it.
  struct Version {
    let shown: ShownFlow<Step, Event>
    let selection: GraphSelection
  }

  var shown: ShownFlow<Step, Event>
  var history = VersionHistory<Version>()
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
    try change { shown throws(FlowEditError<Step, Event>) in try shown.add(step, at: position) }
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

  var version: Version { Version(shown: shown, selection: view.selection) }

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
  func carryOut(
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
  func endDrag() -> Bool { history.endDrag { $0.shown.places != shown.places } }

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
