// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Shows a graph in a view and edits it: a host for those who want neither renderers nor a model of their own.
///
/// ```swift
/// let host = GraphHost(graph, in: GraphView(size: GraphSize(1024, 768), profile: .editor, style: .light))
/// host.text = { output in values[output]?.description }
/// host.undo()
/// ```
///
/// Nodes can be moved, connected and deleted; what the graph refuses isn't done. Wires can be put through points, and frames moved
/// with what lies in them. Each edit is a step that can be undone, a drag one step, and comes back with what was selected. For more, conform to ``NodeGraphDelegate``: all that draws has defaults there too.
///
/// Keep the host alive: the view doesn't. A host belongs to one task or thread.
public final class GraphHost {
  /// What is shown and edited: the graph, its looks and the application's payloads.
  public internal(set) var contents: GraphContents
  /// The graph as it is.
  public var graph: Graph { contents.graph }
  /// How nodes and wires are shown, and the frames behind them. What is said of what is gone is kept.
  public var looks: GraphLooks { contents.looks }
  /// The view. The host is its data source, renderer provider and delegate.
  public let view: GraphView
  /// What stands beside the name of an output, such as its value; `nil` for nothing. Set it, or call ``GraphView/reload()`` of the
  /// view, when that has changed.
  public var text: ((OutputPort) -> String?)? {
    didSet { view.reload() }
  }
  /// How a node looks beside its rows, such as that its value is out of date; by default one that computes. It is asked once for
  /// each node that is reloaded, and only in a themed view.
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
  /// Set it, or reload the nodes, when that has changed.
  public var appearance: ((NodeID) -> NodeAppearance)? {
    didSet { view.reload() }
  }
  /// The course of a connection's line; by default that of the style. The view asks when it loads nodes. What
  /// ``/NodeGraph/ConnectionLook/course`` of ``looks`` says goes before.
  public var course: ((Connection) -> (any EdgeCourse)?)? {
    didSet { view.reload() }
  }
  /// Whether a node can be made larger and smaller by its corner; by default none can. The view asks when it loads nodes.
  public var canResize: ((NodeID) -> Bool)? {
    didSet { view.reload() }
  }
  /// Is told what the graph is after each edit, those of ``undo()`` and ``redo()`` included.
  public var onEdit: ((Graph) -> Void)?
  /// Receives why something that the user did was refused: a connection that doesn't fit, or what the verdict said. ``graph`` has a
  /// sentence for it: ``/NodeGraph/Graph/describe(_:)``.
  public var onRefusal: ((GraphError) -> Void)?

  /// Receives the nodes that an edit has added, those that undoing brings back included, after ``onEdit``.
  public var onAddition: (([NodeID]) -> Void)?
  /// Receives the nodes that an edit has removed, after ``onEdit``.
  public var onRemoval: (([NodeID]) -> Void)?
  /// Receives what is selected when that changes.
  public var onSelection: ((GraphSelection) -> Void)?
  /// Receives the node, connection or title of a frame that was double-tapped.
  public var onActivation: ((HitTarget) -> Void)?
  /// Receives what a menu was requested for, and where the pointer is, in canvas points.
  public var onMenu: ((HitTarget, GraphPoint) -> Void)?
  /// Adds what the user asks for at a position, as one step. Requests are ignored unless it is set. What it throws goes to ``onRefusal``.
  ///
  /// ```swift
  /// host.onNodeRequest = { contents, position throws(GraphError) in try contents.graph.add("Number", at: position) }
  /// ```
  public var onNodeRequest: ((inout GraphContents, GraphPoint) throws(GraphError) -> Void)?
  /// Makes something of what was dropped, as one step: of a payload from outside, and of a wire that was dropped on the line of
  /// a connection or, with ``HitTarget/background``, on the canvas. Drops are refused unless it is set. What it throws goes to
  /// ``onRefusal``.
  ///
  /// ```swift
  /// host.onDrop = { contents, drop, target, position throws(GraphError) in
  ///   guard case .wire(let output) = drop else { return }
  ///   let node = try contents.graph.add("Negate", at: position)
  ///   try contents.graph.connect(output, to: node.input(0))
  /// }
  /// ```
  public var onDrop: ((inout GraphContents, GraphDrop, HitTarget, GraphPoint) throws(GraphError) -> Void)?
  /// Whether ``onDrop`` takes something on what is below it; unless it is set, all is taken everywhere.
  public var canDrop: ((GraphDrop, HitTarget) -> Bool)?
  /// Why a connection that the graph allows is not made, in a sentence for the user; `nil` for one that is. Refusals reach
  /// ``onRefusal`` as ``/NodeGraph/GraphError/vetoed(source:target:reason:)``. Edits of the application are not asked about.
  ///
  /// ```swift
  /// host.veto = { source, target in target.node == total ? "the total is final" : nil }
  /// ```
  public var veto: ((OutputPort, InputPort) -> String?)?

  /// What there was and what was selected, before an edit or after it.
  struct Version {
    let contents: GraphContents
    let selection: GraphSelection
  }

  var history = VersionHistory<Version>()

  /// Shows a graph in a view.
  ///
  /// - Parameters:
  ///   - graph: The graph. The host has a copy.
  ///   - view: The view.
  /// - Complexity: O(nodes + connections).
  public init(_ graph: Graph, in view: GraphView) {
    contents = GraphContents(graph)
    self.view = view
    view.present(self)
  }

  /// Shows another graph from the beginning: nothing is selected, dragged, pictured or remembered of the one before, and
  /// ``GraphView/edgeAttributes`` are empty. ``onEdit`` is not told.
  ///
  /// Ids of the graph before are foreign to this one, unless one is a copy of the other. To keep something over a reload, such as
  /// over "revert to saved", keep ``/NodeGraph/NodeID/inDocument`` and ask the new graph for its
  /// ``/NodeGraph/Graph/node(inDocument:)``.
  ///
  /// - Parameters:
  ///   - graph: The graph. The host has a copy.
  ///   - looks: How it is shown. Ids from a document stand for the nodes that have them there.
  /// - Complexity: O(nodes + connections), of both.
  public func load(_ graph: Graph, looks: GraphLooks = GraphLooks()) {
    load(GraphContents(graph, looks: looks))
  }

  /// Shows other contents from the beginning; see ``load(_:looks:)``.
  ///
  /// - Parameter contents: The graph, its looks and payloads.
  /// - Complexity: O(nodes + connections), of both.
  public func load(_ contents: GraphContents) {
    view.clear()
    history = VersionHistory()
    self.contents = contents.settled()
    view.reload()
  }

  var version: Version { Version(contents: contents, selection: view.selection) }

  /// Edits the graph as one step, and shows the result.
  ///
  /// - Parameter body: Changes the graph.
  /// - Throws: What `body` throws; the graph is as it was then.
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
  /// - Parameter body: Changes the looks.
  /// - Throws: What `body` throws; the looks are as they were then.
  /// - Complexity: O(nodes + connections).
  public func editLooks<Failure>(_ body: (inout GraphLooks) throws(Failure) -> Void) throws(Failure) {
    try editContents { contents throws(Failure) in try body(&contents.looks) }
  }

  /// Edits graph, looks and payloads as one step, and shows the result. An edit without a change makes no step.
  ///
  /// ```swift
  /// try host.editContents { contents in
  ///   let node = try contents.graph.add("Number", at: place)
  ///   try contents.setPayload(Note("from the list"), of: node)
  /// }
  /// ```
  ///
  /// - Parameter body: Changes the contents.
  /// - Throws: What `body` throws; the contents are as they were then.
  /// - Complexity: O(nodes + connections): the step keeps a copy of the graph.
  public func editContents<Failure>(_ body: (inout GraphContents) throws(Failure) -> Void) throws(Failure) {
    try edit(from: view.selection, body)
  }

  /// Edits the contents as the user asks for it, or tells why not.
  func attempt(from selection: GraphSelection? = nil, _ body: (inout GraphContents) throws(GraphError) -> Void) {
    do throws(GraphError) { try edit(from: selection ?? view.selection, body) } catch { onRefusal?(error) }
  }

  private func edit<Failure>(
    from selection: GraphSelection, _ body: (inout GraphContents) throws(Failure) -> Void
  ) throws(Failure) {
    endDrag()
    var edited = contents
    try body(&edited)
    edited = edited.settled()
    if edited.isSame(as: contents) { return }
    let before = contents
    history.record(Version(contents: before, selection: selection))
    contents = edited
    view.reload()
    report(since: before.graph)
  }

  /// Tells of an edit.
  private func report(since before: Graph) {
    onEdit?(graph)
    let after = graph
    if let onAddition {
      let added = after.nodes.filter { !before.contains($0) }
      if !added.isEmpty { onAddition(added) }
    }
    if let onRemoval {
      let removed = before.nodes.filter { !after.contains($0) }
      if !removed.isEmpty { onRemoval(removed) }
    }
  }

  /// Takes the last edit back, and selects what was selected before it.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(nodes + connections).
  @discardableResult
  public func undo() -> Bool {
    endDrag()
    return show(history.undo(from: version))
  }

  /// Makes the edit again that was taken back last.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(nodes + connections).
  @discardableResult
  public func redo() -> Bool {
    endDrag()
    return show(history.redo(from: version))
  }

  /// Makes a step of what was dragged so far. Returns whether that has moved anything.
  @discardableResult
  func endDrag() -> Bool {
    history.endDrag { before in
      let before = before.contents
      return before.looks != looks
        || before.graph.nodes.contains { before.graph.position(of: $0) != graph.position(of: $0) }
    }
  }

  private func show(_ version: Version?) -> Bool {
    guard let version else { return false }
    let before = graph
    contents = version.contents
    view.reload()
    view.select(version.selection)
    report(since: before)
    return true
  }
}

@available(*, unavailable)
extension GraphHost: Sendable {}

extension GraphHost: GraphViewDataSource, GraphViewRendererProvider {
  /// All nodes.
  public func nodes(for view: GraphView) -> [NodeID] { graph.nodes }

  /// The graph.
  public func graph(for view: GraphView) -> Graph { graph }

  /// What ``looks`` say.
  public func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook {
    looks.nodes[node] ?? NodeLook()
  }

  /// What ``looks`` say.
  public func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    looks.connections[connection] ?? ConnectionLook()
  }

  /// What ``course`` says.
  public func graphView(_ view: GraphView, courseOf connection: Connection) -> (any EdgeCourse)? { course?(connection) }

  /// What ``canResize`` says.
  public func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool {
    canResize?(node) ?? false
  }

  /// Those of ``looks``.
  public func frames(for view: GraphView) -> [FrameID: GraphFrame] { looks.frames }

  /// Draws the output's name, and its ``text``.
  public func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    PortRowRenderer(output, in: view) { [weak self] in self?.text?(output) }
  }
}

extension GraphHost {
  /// What ``appearance`` says.
  public func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance {
    appearance?(node) ?? NodeAppearance()
  }
}
