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
  /// The graph as it is.
  public private(set) var graph: Graph
  /// How nodes and wires are shown, and the frames behind them. What is said of what is gone is kept.
  public private(set) var looks = GraphLooks()
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

  /// The graph with its looks and what was selected, before an edit or after it.
  private struct Version {
    let graph: Graph
    let looks: GraphLooks
    let selection: GraphSelection
  }

  private var history = VersionHistory<Version>()

  /// Shows a graph in a view.
  ///
  /// - Parameters:
  ///   - graph: The graph. The host has a copy.
  ///   - view: The view.
  /// - Complexity: O(nodes + connections).
  public init(_ graph: Graph, in view: GraphView) {
    self.graph = graph
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
    view.clear()
    history = VersionHistory()
    self.graph = graph
    self.looks = looks.own(in: graph)
    view.reload()
  }

  private var version: Version { Version(graph: graph, looks: looks, selection: view.selection) }

  /// Edits the graph as one step, and shows the result.
  ///
  /// - Parameter body: Changes the graph.
  /// - Throws: What `body` throws; the graph is as it was then.
  /// - Complexity: O(nodes + connections): the step keeps a copy of the graph.
  public func edit<Failure>(_ body: (inout Graph) throws(Failure) -> Void) throws(Failure) {
    try edit(from: view.selection, body)
  }

  /// Edits the graph as the user asks for it, or tells why not.
  func attempt(from selection: GraphSelection, _ body: (inout Graph) throws(GraphError) -> Void) {
    do throws(GraphError) { try edit(from: selection, body) } catch { onRefusal?(error) }
  }

  private func edit<Failure>(
    from selection: GraphSelection, _ body: (inout Graph) throws(Failure) -> Void
  ) throws(Failure) {
    endDrag()
    var edited = graph
    try body(&edited)
    history.record(Version(graph: graph, looks: looks, selection: selection))
    graph = edited
    view.reload()
    onEdit?(graph)
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
    endDrag()
    var edited = looks
    try body(&edited)
    edited = edited.own(in: graph)
    if edited == looks { return }
    history.record(version)
    looks = edited
    view.reload()
    onEdit?(graph)
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
  private func endDrag() -> Bool {
    history.endDrag { before in
      before.looks != looks
        || before.graph.nodes.contains { before.graph.position(of: $0) != graph.position(of: $0) }
    }
  }

  private func show(_ version: Version?) -> Bool {
    guard let version else { return false }
    (graph, looks) = (version.graph, version.looks)
    view.reload()
    view.select(version.selection)
    onEdit?(graph)
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

extension GraphHost: GraphViewDelegate {
  /// Does nothing: the view has the selection.
  public func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}

  /// Moves the node.
  public func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    history.beginDrag(version)
    try? graph.move(node, to: position)
  }

  /// Puts the wire through a point, as part of the drag.
  public func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint
  ) {
    history.beginDrag(version)
    var look = looks.connections[connection] ?? ConnectionLook()
    look.reroutes.insert(position, at: min(index, look.reroutes.count))
    looks.connections[connection] = look
    view.reload(connection.target.node)
  }

  /// Moves the point.
  public func graphView(
    _ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint
  ) {
    guard looks.connections[connection]?.reroutes.indices.contains(index) == true else { return }
    history.beginDrag(version)
    looks.connections[connection]?.reroutes[index] = position
  }

  /// Takes the point away: as part of a drag that made it, or as one step.
  public func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection) {
    guard looks.connections[connection]?.reroutes.indices.contains(index) == true else { return }
    if history.isDragging {
      looks.connections[connection]?.reroutes.remove(at: index)
      if looks.connections[connection]?.isDefault == true { looks.connections[connection] = nil }
      view.reload(connection.target.node)
    } else {
      editLooks { looks in looks.connections[connection]?.reroutes.remove(at: index) }
    }
  }

  /// Gives the frame its place and size.
  public func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect) {
    guard looks.frames[frame] != nil else { return }
    history.beginDrag(version)
    looks.frames[frame]?.rect = rect
  }

  /// Gives the node its size.
  public func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?) {
    history.beginDrag(version)
    var look = looks.nodes[node] ?? NodeLook()
    look.size = size
    looks.nodes[node] = look.isDefault ? nil : look
  }

  /// Ends the step.
  public func graphViewDidEndChangingLooks(_ view: GraphView) {
    if endDrag() { onEdit?(graph) }
  }

  /// Ends the step.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
    if endDrag() { onEdit?(graph) }
  }

  /// Does nothing: a host of your own knows what can be added.
  public func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {}

  /// Deletes the nodes with their connections.
  public func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    graphView(view, didRequestDeletionOf: GraphSelection(nodes: nodes))
  }

  /// Deletes the nodes with their connections, and cuts the other connections, as one step.
  public func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection) {
    // The view has deselected it already.
    attempt(from: selection) { graph throws(GraphError) in
      for connection in selection.remainingConnections {
        try graph.disconnect(connection.source, from: connection.target)
      }
      for node in selection.nodes where graph.contains(node) { try graph.remove(node) }
    }
  }

  /// Cuts the connection.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    attempt(from: view.selection) { graph throws(GraphError) in
      try graph.disconnect(connection.source, from: connection.target)
    }
  }

  /// Connects the output to the input, in place of what was connected, or cuts the connection.
  public func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    attempt(from: view.selection) { graph throws(GraphError) in
      if graph.sources(of: target).contains(source) {
        try graph.disconnect(source, from: target)
      } else {
        try graph.connect(source, to: target, replacing: true)
      }
    }
  }

  /// Moves the connection, as one step.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    attempt(from: view.selection) { graph throws(GraphError) in
      try graph.disconnect(connection.source, from: connection.target)
      try graph.connect(connection.source, to: target, replacing: true)
    }
  }

  /// Moves the start of the connection, as one step.
  public func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    attempt(from: view.selection) { graph throws(GraphError) in
      try graph.disconnect(connection.source, from: connection.target)
      try graph.connect(source, to: connection.target, replacing: true)
    }
  }

  /// What the graph knows without a search.
  public func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String] { graph.refusalWords(for: source, at: inputs) }

  /// The size of a small node.
  public func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(128, 76) }

  /// The verdict of the graph.
  public func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict { graph.verdict(onConnecting: source, to: target) }

  /// Those that the graph does not refuse.
  public func graphView(
    _ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]
  ) -> [InputPort] { graph.candidates(for: source, among: inputs) }
}
