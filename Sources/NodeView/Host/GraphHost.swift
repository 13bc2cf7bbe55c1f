// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Shows a graph in a view and edits it: a host for applications that need neither renderers nor a model of their own.
///
/// ```swift
/// let host = GraphHost(graph, in: GraphView(size: GraphSize(1024, 768), profile: .editor, style: .light))
/// host.text = { output in values[output]?.description }
/// host.undo()
/// ```
///
/// Users can move, connect and delete nodes, put wires through points, and move frames with their contents; the graph
/// stays unchanged where it refuses an edit. Each edit is a step that can be undone, a drag is one step, and undoing
/// restores the selection. For more, conform to ``NodeGraphDelegate``: everything that draws has defaults there too.
///
/// Keep the host alive: the view doesn't. Closures that use the host capture it weakly or `unowned`, because the host
/// keeps them. A host belongs to one task or thread.
public final class GraphHost {
  /// The graph, its looks and the application's payloads, which the view shows. Change them with ``editContents(_:)``.
  public internal(set) var contents: GraphContents
  /// The graph as it is now, with the positions of a drag in progress. It is a copy: change the host's with
  /// ``edit(_:)``.
  public var graph: Graph { contents.graph }
  /// How nodes and wires are shown, and the frames below them. Change them with ``editLooks(_:)``.
  ///
  /// Looks of removed nodes and connections stay, so that undoing a removal restores them; a document doesn't contain
  /// them.
  public var looks: GraphLooks { contents.looks }
  /// The view. The host is its data source, renderer provider and delegate: presenting another host in the view ends
  /// that.
  public let view: GraphView
  /// The text after the name of an output, such as its value; `nil` for none. Setting it reloads the view; when only
  /// values have changed, call ``GraphView/reload(_:)-([NodeID])`` of the view with their nodes.
  ///
  /// ```swift
  /// host.text = { output in values[output]?.description }
  /// values = evaluate(host.graph)
  /// host.view.reload(changedNodes)
  /// ```
  ///
  /// The closure is called when a node is reloaded, not when it is drawn.
  ///
  /// - Complexity: O(nodes + connections) to set.
  public var text: ((OutputPort) -> String?)? {
    didSet { view.reload() }
  }
  /// How a node looks in addition to its rows, such as that its value is out of date; by default a node that computes.
  /// It is called once for each node that is reloaded, and only in a themed view.
  ///
  /// ```swift
  /// host.appearance = { node in
  ///   switch evaluator.standing(of: node) {
  ///   case .stale: NodeAppearance(condition: .stale)
  ///   case .waiting(let progress): NodeAppearance(condition: .waiting(progress: progress))
  ///   default: NodeAppearance()
  ///   }
  /// }
  /// ```
  ///
  /// Setting it reloads the view. When the answer for single nodes has changed, reload these.
  ///
  /// - Complexity: O(nodes + connections) to set.
  public var appearance: ((NodeID) -> NodeAppearance)? {
    didSet { view.reload() }
  }
  /// The course of a connection's line; by default the one of the style. The view asks when it loads nodes, so setting
  /// it reloads the view. A ``/NodeGraph/ConnectionLook/course`` in ``looks`` takes precedence.
  ///
  /// ```swift
  /// host.course = { connection in connection.source.node == bus ? EdgeStyle.straight : nil }
  /// ```
  ///
  /// - Complexity: O(nodes + connections) to set.
  public var course: ((Connection) -> (any EdgeCourse)?)? {
    didSet { view.reload() }
  }
  /// Whether a node can be resized by its corner; by default none can. The view asks when it loads nodes, so setting it
  /// reloads the view. A resize is one step, and is stored as ``/NodeGraph/NodeLook/size`` in ``looks``.
  ///
  /// - Complexity: O(nodes + connections) to set.
  public var canResize: ((NodeID) -> Bool)? {
    didSet { view.reload() }
  }
  /// Receives the graph after each edit: those of the application, of the user, of ``undo()`` and of ``redo()``, and
  /// after each drag that changed something. The view already shows the result, and ``looks`` have it too.
  ///
  /// It is not called by ``load(_:looks:)``, nor for an edit that changes neither graph nor looks nor payloads.
  ///
  /// ```swift
  /// host.onEdit = { [unowned host] _ in save(host.document()) }
  /// ```
  public var onEdit: ((Graph) -> Void)?
  /// Receives why something that the user did was refused: a connection that doesn't fit, or the reason of the verdict.
  /// The contents are unchanged then. ``graph`` has a sentence for it:
  ///
  /// ```swift
  /// host.onRefusal = { [unowned host] error in show(host.graph.describe(error)) }
  /// ```
  ///
  /// Edits of the application throw instead.
  public var onRefusal: ((GraphError) -> Void)?

  /// Receives the nodes that an edit has added, including those that undo or redo restores, after ``onEdit``.
  ///
  /// Paste and drops are included, ``load(_:looks:)`` isn't.
  ///
  /// - Complexity: O(nodes) in each edit while it is set.
  public var onAddition: (([NodeID]) -> Void)?
  /// Receives the nodes that an edit has removed, including those that undo or redo removes again, after ``onEdit``.
  /// Their ids are not in ``graph`` any more, but are valid again if the removal is undone: keep data of removed nodes
  /// for that.
  ///
  /// - Complexity: O(nodes) in each edit while it is set.
  public var onRemoval: (([NodeID]) -> Void)?
  /// Receives the selection when it changes, whether by the user, by ``GraphView/select(_:)``, by undo, or because
  /// something selected was removed.
  public var onSelection: ((GraphSelection) -> Void)?
  /// Receives the node (``HitTarget/item(_:)``), connection or title of a frame that was double-tapped, for example to
  /// edit its value or its title. The host itself does not react to a double tap, except on a reroute, which it
  /// removes.
  public var onActivation: ((HitTarget) -> Void)?
  /// Receives the target of a requested menu, and the position of the pointer, in canvas points. Convert it with
  /// ``/NodeGraph/Viewport/viewPoint(_:)`` to place the menu.
  public var onMenu: ((HitTarget, GraphPoint) -> Void)?
  /// Adds what the user asks for at a position in canvas points, as one step. Requests are ignored unless it is set. If
  /// it throws, the contents stay unchanged and the error goes to ``onRefusal``.
  ///
  /// ```swift
  /// host.onNodeRequest = { contents, position throws(GraphError) in try contents.graph.add("Number", at: position) }
  /// ```
  ///
  /// Change only the contents that it receives: an edit of the host from within would be overwritten.
  public var onNodeRequest: ((inout GraphContents, GraphPoint) throws(GraphError) -> Void)?
  /// Carries out a drop, as one step: of payloads from outside, and of a wire on the line of a connection or, with
  /// ``HitTarget/background``, on the canvas. Drops are refused unless it is set. If it throws, the contents stay
  /// unchanged and the error goes to ``onRefusal``.
  ///
  /// ```swift
  /// host.onDrop = { contents, drop, target, position throws(GraphError) in
  ///   guard case .wire(let output) = drop else { return }
  ///   let node = try contents.graph.add("Negate", at: position)
  ///   try contents.graph.connect(output, to: node.input(0))
  /// }
  /// ```
  ///
  /// The position is in canvas points. Change only the contents that it receives, as for ``onNodeRequest``.
  public var onDrop: ((inout GraphContents, GraphDrop, HitTarget, GraphPoint) throws(GraphError) -> Void)?
  /// Whether ``onDrop`` accepts something on what is below it; unless it is set, everything is accepted everywhere.
  ///
  /// It is called while something is dragged, for a wire at each event above a line: it must be fast, and must not
  /// edit.
  public var canDrop: ((GraphDrop, HitTarget) -> Bool)?
  /// Returns why a connection that the graph allows is not made, in a sentence for the user; `nil` for one that is
  /// made. Refusals reach ``onRefusal`` as ``/NodeGraph/GraphError/vetoed(source:target:reason:)``. Edits of the
  /// application are not checked.
  ///
  /// ```swift
  /// host.veto = { source, target in target.node == total ? "the total is final" : nil }
  /// ```
  ///
  /// It is called for many inputs while a connection is made, to dim those that refuse: it must be fast, and must not
  /// edit.
  public var veto: ((OutputPort, InputPort) -> String?)?

  var history = VersionHistory<HostVersion<GraphContents>>()

  /// Shows a graph in a view.
  ///
  /// - Parameters:
  ///   - graph: The graph. The host has a copy; later changes of yours have no effect on it.
  ///   - view: The view, whose host this becomes. If it showed another host, ``GraphView/present(_:)`` says what is
  ///     forgotten.
  /// - Complexity: O(nodes + connections).
  public init(_ graph: Graph, in view: GraphView) {
    contents = GraphContents(graph)
    self.view = view
    view.present(self)
  }

  /// Shows another graph from the beginning: the selection, gestures, pictures and steps of the one before are
  /// forgotten, and ``GraphView/edgeAttributes`` are empty. ``onEdit`` is not called.
  ///
  /// Ids of the previous graph are foreign to this one, unless one is a copy of the other. To keep something over a
  /// reload, such as over "revert to saved", keep ``/NodeGraph/NodeID/inDocument`` and get the node from the new graph
  /// with ``/NodeGraph/Graph/node(inDocument:)``.
  ///
  /// ```swift
  /// let kept = node.inDocument
  /// host.load(saved)
  /// let same = host.graph.node(inDocument: kept)
  /// ```
  ///
  /// - Parameters:
  ///   - graph: The graph. The host has a copy.
  ///   - looks: How it is shown. Ids from a document stand for the nodes that have them there.
  /// - Complexity: O(nodes + connections), of both.
  public func load(_ graph: Graph, looks: GraphLooks = GraphLooks()) {
    load(GraphContents(graph, looks: looks))
  }

  /// Shows other contents from the beginning, as ``load(_:looks:)`` does. Payloads of nodes that the graph doesn't
  /// contain are left out. The viewport stays.
  ///
  /// - Parameter contents: The graph, its looks and payloads.
  /// - Complexity: O(nodes + connections), of both.
  public func load(_ contents: GraphContents) {
    view.clear()
    history = VersionHistory()
    self.contents = contents.settled()
    view.reload()
  }

  /// Edits the graph as one step, and shows the result.
  ///
  /// ```swift
  /// try host.edit { graph throws(GraphError) in
  ///   let sum = try graph.add("Add", at: GraphPoint(300, 40))
  ///   try graph.connect(number.output, to: sum.input(0))
  /// }
  /// ```
  ///
  /// A drag in progress becomes a step of its own first, even if `body` throws. An edit that leaves the graph unchanged
  /// makes no step.
  ///
  /// - Parameter body: Changes the graph.
  /// - Throws: What `body` throws; the graph is unchanged then.
  /// - Complexity: O(nodes + connections): the step keeps a copy of the graph.
  public func edit<Failure>(_ body: (inout Graph) throws(Failure) -> Void) throws(Failure) {
    try editContents { contents throws(Failure) in try body(&contents.graph) }
  }

  /// Changes how nodes and wires are shown, and frames, as one step.
  ///
  /// ```swift
  /// host.editLooks { looks in
  ///   looks.nodes[tax] = NodeLook(form: .compact)
  ///   looks.frames[FrameID(0)] = GraphFrame("Inputs", GraphRect(x: 0, y: 0, width: 400, height: 300))
  /// }
  /// ```
  ///
  /// Looks of nodes that don't exist are stored without an error, and shown when such a node is added, for example by
  /// undo.
  ///
  /// - Parameter body: Changes the looks.
  /// - Throws: What `body` throws; the looks are unchanged then.
  /// - Complexity: O(nodes + connections).
  public func editLooks<Failure>(_ body: (inout GraphLooks) throws(Failure) -> Void) throws(Failure) {
    try editContents { contents throws(Failure) in try body(&contents.looks) }
  }

  /// Edits graph, looks and payloads as one step, and shows the result. An edit that changes none of them makes no
  /// step.
  ///
  /// ```swift
  /// try host.editContents { contents in
  ///   let node = try contents.graph.add("Number", at: place)
  ///   try contents.setPayload(Note("from the list"), of: node)
  /// }
  /// ```
  ///
  /// A drag in progress becomes a step of its own first, even if `body` throws. The selection stays, but for what the
  /// edit removes.
  ///
  /// - Parameter body: Changes the contents.
  /// - Throws: What `body` throws; the contents are unchanged then.
  /// - Complexity: O(nodes + connections): the step keeps a copy of the graph.
  public func editContents<Failure>(_ body: (inout GraphContents) throws(Failure) -> Void) throws(Failure) {
    try change(body)
  }

  /// Reverts the last step, and selects what was selected before it. A drag in progress becomes a step first, which is
  /// then the one that is reverted.
  ///
  /// The number of steps is not limited. ``onEdit``, ``onAddition`` and ``onRemoval`` are called as for any edit.
  ///
  /// - Returns: Whether there was a step to revert; otherwise all is unchanged.
  /// - Complexity: O(nodes + connections).
  @discardableResult
  public func undo() -> Bool {
    travel { $0.undo(from: $1) }
  }

  /// Makes the step again that was reverted last, and selects what was selected after it. An edit after ``undo()``
  /// discards the steps that could be made again.
  ///
  /// - Returns: Whether there was one; otherwise all is unchanged.
  /// - Complexity: O(nodes + connections).
  @discardableResult
  public func redo() -> Bool {
    travel { $0.redo(from: $1) }
  }
}

@available(*, unavailable)
extension GraphHost: Sendable {}

extension GraphHost: GraphViewDataSource, GraphViewRendererProvider {
  /// Returns all nodes of the graph. Mirrors `dataProviderForView` of ShinpuruNodeUI's `SNDelegate`.
  public func nodes(for view: GraphView) -> [NodeID] { graph.nodes }

  /// Returns the graph as it is now: a copy that shares its storage with ``contents``, in O(1).
  public func graph(for view: GraphView) -> Graph { graph }

  /// Returns what ``looks`` say of the node, or an empty look. Edit them with ``editLooks(_:)``.
  ///
  /// - Complexity: O(1).
  public func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook {
    looks.nodes[node] ?? NodeLook()
  }

  /// Returns what ``looks`` say of the connection, or an empty look. Edit them with ``editLooks(_:)``.
  ///
  /// - Complexity: O(1).
  public func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    looks.connections[connection] ?? ConnectionLook()
  }

  /// Returns what ``course`` says, or `nil` for the style's.
  public func graphView(_ view: GraphView, courseOf connection: Connection) -> (any EdgeCourse)? { course?(connection) }

  /// Returns what ``canResize`` says, or `false` while it isn't set.
  public func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool {
    canResize?(node) ?? false
  }

  /// Returns the frames of ``looks``, which users can move and resize; each drag is a step.
  public func frames(for view: GraphView) -> [FrameID: GraphFrame] { looks.frames }

  /// Returns a renderer that draws the output's name and its ``text``, which it reads when the node is reloaded. It
  /// holds the host weakly.
  public func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    PortRowRenderer(output, in: view) { [weak self] in self?.text?(output) }
  }
}

extension GraphHost {
  /// Returns what ``appearance`` says, or the appearance of a node that computes while it isn't set.
  public func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance {
    appearance?(node) ?? NodeAppearance()
  }
}
