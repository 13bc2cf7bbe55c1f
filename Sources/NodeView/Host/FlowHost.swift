// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Shows a flow in a view and edits it: a node for each step, a row for each event, a connection for each rule that
/// leads to a step.
///
/// ```swift
/// let host = FlowHost(checkout, in: GraphView(size: GraphSize(1024, 768), profile: .editor, style: .light))
/// host.start = .cart
/// host.onEdit = { flow in save(flow, host.positions) }
/// ```
///
/// Rules that hold at all steps are shown at a node named `*`. A row says `back` where its rule leads back; without a
/// connection, unless it leads back to a certain step. It says `restart` where the step it leads to is a new beginning,
/// and `hidden by *` where a rule of all steps comes first; `*` alone is in the row of an event for which all steps
/// have a rule and this one has none. Steps that can't be reached from ``start`` are drawn as switched off.
///
/// Drawing a wire from a row sets its rule, replacing the one there was; cutting it removes the rule and leaves the
/// row. Steps can be moved and deleted, and a double tap on a wire turns `next` into `restart` and back. Each edit is a
/// step that can be undone, a drag is one step, and undoing restores the selection.
///
/// The host writes the labels of its connections into ``GraphView/edgeAttributes``. Keep it alive: the view doesn't. It
/// belongs to one task or thread.
public final class FlowHost<Step: Hashable & Sendable, Event: Hashable & Sendable> {
  /// The view. The host is its data source, renderer provider and delegate: presenting another host in the view ends
  /// that.
  ///
  /// Nodes of the view are not nodes of a graph: translate them with ``step(of:)`` and ``node(of:)``.
  public let view: GraphView
  /// The flow as it is now. It is a copy: change the host's with ``edit(_:)``.
  ///
  /// Rows whose rules were removed are not part of it; the view still shows them.
  public var flow: FlowGraph<Step, Event> { shown.flow }
  /// The positions of steps, in canvas points; `nil` is the key of the node of all steps. Save it with the flow, and
  /// pass it to the next host.
  ///
  /// It follows drags and ``arrange()``; it can't be set, because moving is up to the user and to
  /// ``load(_:positions:start:)``.
  ///
  /// - Complexity: O(steps).
  public var positions: [Step?: GraphPoint] {
    Dictionary(uniqueKeysWithValues: shown.places.map { (shown.step(of: $0), $1) })
  }
  /// The step where the flow begins: steps that can't be reached from there are drawn as switched off. With `nil` all
  /// steps look alike.
  ///
  /// It follows ``rename(_:to:)``. Setting it is not an edit: it makes no step, and ``onEdit`` is not called.
  ///
  /// - Complexity: O(rules + steps) to set another one.
  public var start: Step? {
    didSet { if start != oldValue { reload() } }
  }
  /// Receives the flow after each edit, those of ``undo()`` and ``redo()`` included, and after each drag, for which the
  /// flow is the same and ``positions`` are not. The view already shows the result.
  ///
  /// ```swift
  /// host.onEdit = { [unowned host] _ in save(host.saved) }
  /// ```
  public var onEdit: ((FlowGraph<Step, Event>) -> Void)?
  /// Receives why something that the user did was refused. The flow is unchanged then. The error has a sentence for the
  /// user as its `description`:
  ///
  /// ```swift
  /// host.onRefusal = { error in show(error.description) }
  /// ```
  ///
  /// Edits of the application throw instead.
  public var onRefusal: ((FlowEditError<Step, Event>) -> Void)?
  /// Returns the step to add where the user asks for a node, at this position in canvas points; `nil` for none, as
  /// while it isn't set. A step that already exists is refused, which ``onRefusal`` receives.
  ///
  /// ```swift
  /// host.stepToAdd = { _ in promptForName().map(Screen.init) }
  /// ```
  public var stepToAdd: ((GraphPoint) -> Step?)?
  /// Returns what an event leads to whose wire was dropped on the canvas, at this position in canvas points, from a
  /// step, or with `nil` from the node of all steps.
  ///
  /// Return ``/NodeGraph/FlowMove/back``, or a move to a new step, which is added at the position; `nil` for no rule,
  /// as while it isn't set. An event of `nil` is the rule of a step that needs no event.
  ///
  /// ```swift
  /// host.moveForDrop = { step, event, position in .next(Screen("New")) }
  /// ```
  public var moveForDrop: ((_ step: Step?, _ event: Event?, _ position: GraphPoint) -> FlowMove<Step>?)?
  /// Returns the step to add where one payload from outside was dropped on the canvas, at this position in canvas
  /// points; `nil` for none. While it isn't set, payloads are refused; several at once are refused in any case.
  ///
  /// ```swift
  /// host.stepForPayload = { payload, _ in payload.type == "screen" ? Screen(payload.content) : nil }
  /// ```
  public var stepForPayload: ((GraphPayload, GraphPoint) -> Step?)?
  /// Returns why an event may not lead from a step, or with `nil` from all steps, to another step, in a sentence for
  /// the user; `nil` if it may. Refusals reach ``onRefusal`` as ``/NodeGraph/FlowEditError/vetoed(_:_:to:reason:)``.
  /// Edits of the application are not checked.
  ///
  /// It is called for many steps while a wire is pulled, to dim those that refuse: it must be fast, and must not edit.
  public var veto: ((_ step: Step?, _ event: Event?, _ target: Step) -> String?)?
  /// Receives the selection when it changes; ``step(of:)`` returns the step that a node shows.
  ///
  /// Selected connections are rules: their source is the row of the event.
  public var onSelection: ((GraphSelection) -> Void)?
  /// Receives the node or connection that was double-tapped. A connection's rule has been switched between `next` and
  /// `restart` before.
  ///
  /// For a node it is the place to edit the name of the step: ``step(of:)`` says which, and ``rename(_:to:)`` changes
  /// it.
  public var onActivation: ((HitTarget) -> Void)?
  /// Receives the target of a requested menu, and the position of the pointer, in canvas points.
  ///
  /// ```swift
  /// host.onMenu = { [unowned host] target, position in
  ///   guard let node = target.node else { return }
  ///   showMenu(for: host.step(of: node), at: host.view.viewport.viewPoint(position))
  /// }
  /// ```
  public var onMenu: ((HitTarget, GraphPoint) -> Void)?

  var shown: ShownFlow<Step, Event>
  var history = VersionHistory<HostVersion<ShownFlow<Step, Event>>>()
  /// The steps that can be reached from the start; `nil` without a start.
  private var reachable: Set<Step>?
  /// The connections that have labels of the host.
  private var labelled: Set<Connection> = []
  /// The view needs a graph, but the host answers for everything that is shown.
  private let graph = Graph()

  /// Shows a flow in a view.
  ///
  /// If no step has a position, all are arranged by layers, which is not a step that can be undone.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - view: The view, whose host this becomes.
  ///   - events: Events for which each step has a row, whether it has a rule for them or not, so that the user can draw
  ///     one: often all cases. Without them steps have rows only for events with rules.
  ///   - positions: The positions of steps, as ``positions`` returns them; those of unknown steps are ignored. Steps
  ///     without one are put below the others.
  /// - Complexity: O(rules + steps · events), and that of a layout if none has a position.
  public init(
    _ flow: FlowGraph<Step, Event>, in view: GraphView, events: [Event] = [], positions: [Step?: GraphPoint] = [:]
  ) {
    self.view = view
    shown = ShownFlow(flow, offering: events, at: positions)
    begin()
  }

  /// Shows the flow, with an empty history.
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
  /// Returns the node that shows a step, for example to select it. It is the same until the step is removed, also when
  /// the step is renamed.
  ///
  /// ```swift
  /// if let node = host.node(of: .cart) { host.view.select(GraphSelection(nodes: [node])) }
  /// ```
  ///
  /// - Parameter step: The step; `nil` for the node of all steps.
  /// - Returns: The node; `nil` for a step that the flow doesn't have, and for all steps without rules and offered
  ///   events.
  public func node(of step: Step?) -> NodeID? { shown.node(of: step) }

  /// Returns the step that a node shows.
  ///
  /// - Parameter node: A node of the view, for example one that is selected.
  /// - Returns: The step; `nil` for the node of all steps, and for an id that isn't shown.
  public func step(of node: NodeID) -> Step? { shown.step(of: node) }

  /// Edits the flow as one step that can be undone, and shows the result. An edit that leaves the flow unchanged makes
  /// no step.
  ///
  /// ```swift
  /// host.edit { flow in flow.set(.next(.payment), at: .cart, on: .checkout) }
  /// ```
  ///
  /// Rename steps by ``rename(_:to:)`` instead, which leaves them where they are: here the old name is removed and the
  /// new one added below the others. A drag in progress becomes a step first.
  ///
  /// - Parameter body: Changes the flow. New steps are put below the others.
  /// - Throws: What `body` throws; the flow is unchanged then.
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

  /// Shows another flow from the beginning, with the same events offered: the selection, gestures and steps of the one
  /// before are forgotten, and ``GraphView/edgeAttributes`` are only the host's. ``onEdit`` is not called.
  ///
  /// Nodes get new ids, also those of steps that both flows have: keep steps, not nodes, over a load.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - positions: The positions of steps, as ``positions`` returns them; see ``init(_:in:events:positions:)``.
  ///   - start: The step where the flow begins; see ``start``.
  /// - Complexity: As ``init(_:in:events:positions:)``.
  public func load(_ flow: FlowGraph<Step, Event>, positions: [Step?: GraphPoint] = [:], start: Step? = nil) {
    view.clear()
    labelled = []
    shown = ShownFlow(flow, offering: shown.offered, at: positions)
    self.start = start
    begin()
  }

  /// Adds a step without rules, as one step that can be undone. ``veto`` and ``stepToAdd`` are not called.
  ///
  /// ```swift
  /// try host.add(.payment, at: GraphPoint(400, 120))
  /// ```
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - position: Its top left corner, in canvas points.
  /// - Throws: ``/NodeGraph/FlowEditError/stepExists(_:)``; the flow is unchanged then.
  /// - Complexity: That of ``edit(_:)``.
  public func add(_ step: Step, at position: GraphPoint) throws(FlowEditError<Step, Event>) {
    try change { shown throws(FlowEditError<Step, Event>) in try shown.add(step, at: position) }
  }

  /// Replaces a step by another one in all rules, as one step that can be undone. Its node stays where it is, and
  /// selected; ``start`` follows.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - name: The step that replaces it.
  /// - Throws: ``/NodeGraph/FlowEditError/noStep(_:)`` or ``/NodeGraph/FlowEditError/stepExists(_:)``; the flow is
  ///   unchanged then.
  /// - Complexity: That of ``edit(_:)``.
  public func rename(_ step: Step, to name: Step) throws(FlowEditError<Step, Event>) {
    try change { shown throws(FlowEditError<Step, Event>) in try shown.rename(step, to: name) }
  }

  /// Arranges all steps by layers, as one step that can be undone. Labels of connections get room between the layers.
  ///
  /// It moves steps that the user has placed too; the present positions decide the order within layers where the rules
  /// leave it open.
  ///
  /// - Complexity: That of ``LayeredLayout``.
  public func arrange() {
    // Labels are between the layers.
    let widths = flow.rules.compactMap {
      $0.move.target == nil ? nil : EdgeAttributes.size(ofLabel: $0.eventText).width
    }
    let layout = LayeredLayout(
      layerSpacing: 56 + min(widths.max() ?? 0, EdgeContent.width), nodeSpacing: 24, laneSpacing: 8)
    view.arrange(at: GraphPoint(20, 20)) { graph, places in layout.layout(graph, previous: places) }
  }

  /// Reverts the last step, and selects what was selected before it. A drag in progress becomes a step first, which is
  /// then the one that is reverted. The number of steps is not limited.
  ///
  /// - Returns: Whether there was a step to revert; otherwise all is unchanged.
  /// - Complexity: O(rules + steps).
  @discardableResult
  public func undo() -> Bool {
    travel { $0.undo(from: $1) }
  }

  /// Makes the step again that was reverted last, and selects what was selected after it. An edit after ``undo()``
  /// discards the steps that could be made again.
  ///
  /// - Returns: Whether there was one; otherwise all is unchanged.
  /// - Complexity: O(rules + steps).
  @discardableResult
  public func redo() -> Bool {
    travel { $0.redo(from: $1) }
  }

  /// Puts steps without a position below all that have one.
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

  /// Finds the steps that can be reached, and labels connections by their events.
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

// MARK: What the shell asks

extension FlowHost: HookedHost, EditingHost {
  typealias Content = ShownFlow<Step, Event>

  var content: ShownFlow<Step, Event> { shown }

  func settled(_ edited: ShownFlow<Step, Event>) -> ShownFlow<Step, Event>? { edited.flow == shown.flow ? nil : edited }

  func hasMoved(since before: ShownFlow<Step, Event>) -> Bool { before.places != shown.places }

  /// Replaces what is shown. ``start`` stays the step of the same node, whatever it is called now.
  func show(_ content: ShownFlow<Step, Event>) {
    let node = start.flatMap { shown.node(of: $0) }
    shown = content
    if let node, let step = content.step(of: node) { start = step }
    placeRest()
    reload()
  }

  private func reload() {
    label()
    view.reload()
  }

  func report(since before: ShownFlow<Step, Event>) { onEdit?(flow) }

  func vetoReason(_ source: OutputPort, _ target: InputPort) -> String? {
    guard let row = shown.row(source), let step = shown.step(of: target.node) else { return nil }
    return veto?(row.step, row.event, step)
  }
}

// MARK: What the view asks

extension FlowHost: GraphViewDataSource, GraphViewRendererProvider {
  /// Returns the node of all steps, if it has rows, and the steps in the order of the flow.
  public func nodes(for view: GraphView) -> [NodeID] { shown.nodes }

  /// Returns an empty graph: the host answers for all nodes itself.
  public func graph(for view: GraphView) -> Graph { graph }

  /// Returns the position of the step, in canvas points.
  public func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint {
    shown.places[node] ?? .zero
  }

  /// Returns the step as text, or `*` for the node of all steps.
  public func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String { shown.title(of: node) }

  /// Returns whether the node shows a step of the flow, or all steps.
  public func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool { shown.contains(node) }

  /// Returns a kind with an output for each row, and an input unless it is the node of all steps.
  public func graphView(_ view: GraphView, kindOf node: NodeID, in graph: Graph) -> NodeKind? { shown.kind(of: node) }

  /// Returns the rows whose rules lead to the step, in the order of the rules.
  public func graphView(_ view: GraphView, sourcesOf input: InputPort, in graph: Graph) -> [OutputPort] {
    shown.sources(of: input)
  }

  /// Returns a renderer that draws the event, and what its connection doesn't show: `back`, `restart`, `hidden by *` or
  /// `*`.
  public func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    PortRowRenderer(output, in: view) { [weak self] in self?.shown.text(at: output) }
  }

  /// Returns a pile of cards for the node of all steps, `start` as the text of ``start``, and switched off with the
  /// text `cut off` for steps that can't be reached.
  public func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance {
    guard let step = shown.step(of: node) else { return NodeAppearance(category: .group) }
    if step == start { return NodeAppearance(detail: "start") }
    guard let reachable, !reachable.contains(step) else { return NodeAppearance() }
    return NodeAppearance(condition: .off, detail: "cut off")
  }
}
