// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Shows a session in a view, and makes the edits that the view requests, through a ``SessionEditor``.
///
/// Requests that the user has to answer, such as which node to add, are passed to ``onRequest``.
public final class SessionController {
  /// A request of the view to its application.
  public enum Request: Hashable, Sendable {
    /// Choose what to add with its top left corner at this point of the canvas, connected to the output if there is one.
    case choose(GraphPoint, from: OutputPort?)
    /// Choose what to add at this point of the canvas, for an input to read.
    case chooseSource(GraphPoint, for: InputPort)
    /// Choose what to insert into a connection, at this point of the canvas.
    case chooseInsertion(GraphPoint, into: Connection)
    /// Choose what to insert into a connection, at this point of the canvas, that reads an output as well.
    case chooseJoin(GraphPoint, OutputPort, into: Connection)
    /// Edit the part of a node that is under the pointer.
    case edit(NodeID)
    /// Edit the title of a frame.
    case editFrame(FrameID)
    /// Show a menu for the target at this point of the canvas.
    case menu(HitTarget, GraphPoint)
    /// Report that nodes were dragged into a group, or out into a scope around theirs; `nil` is the root.
    case moved([NodeID], into: InstanceID?)
    /// Explain why something was refused.
    case explain(Diagnostic)
  }

  /// Makes the edits.
  public let editor: SessionEditor
  /// The view. The controller is its data source, renderer provider and delegate.
  public let view: GraphView
  /// Receives the requests of the view.
  public var onRequest: ((Request) -> Void)?
  /// The scope that is shown: the groups that were entered. See ``go(to:)``.
  public private(set) var path = GraphPath()
  private(set) var renderers: CalculatorRenderers

  /// Creates a controller and presents it in a view.
  ///
  /// - Parameters:
  ///   - editor: The editor of the session, which other views may share.
  ///   - view: The view. It should have a themed style.
  /// - Complexity: O(nodes + connections).
  public init(of editor: SessionEditor, in view: GraphView) {
    self.editor = editor
    self.view = view
    renderers = Self.renderers(editor, view.style)
    editor.add(self)
    view.setRoutes(editor.routes)
    view.present(self)
    view.edgeContent = EdgeContent(valueText)
  }

  private static func renderers(_ editor: SessionEditor, _ style: GraphViewStyle) -> CalculatorRenderers {
    CalculatorRenderers(values: CardValues(of: editor), look: .fitting(style)) { [unowned editor] node in
      editor.title(of: node)
    } detail: { [unowned editor] node in
      editor.detail(of: node)
    } slider: { [unowned editor] node in
      editor.share(of: node)
    }
  }

  /// Shows the members of a group, or of the root.
  ///
  /// Other views of the session keep their scopes. When a group of the path is removed, by undo or in another view, the view shows
  /// the remaining part of the path.
  ///
  /// ```swift
  /// if let inside = editor.groups.path(entering: node, from: controller.path) { controller.go(to: inside) }
  /// ```
  ///
  /// - Parameter path: The groups to enter, the outermost first. A group that no longer exists ends the path.
  /// - Complexity: O(members of both scopes and their connections).
  public func go(to path: GraphPath) {
    let path = editor.groups.living(path)
    if path == self.path { return }
    self.path = path
    reloadAll()
  }

  /// Reloads nodes of the session, through the members of this scope that represent them.
  func reload(_ nodes: [NodeID], all: Bool) {
    guard editor.hasGroups || all || !path.isRoot else { return view.reload(nodes) }
    let living = editor.groups.living(path)
    if all || living != path {
      path = living
      return reloadAll()
    }
    var seen: Set<NodeID> = []
    // A node that no longer exists is represented by itself, and is removed here.
    let shown = nodes.map { editor.groups.member(showing: $0, in: path.scope) ?? $0 }
    view.reload((shown + editor.edges(of: path.scope)).filter { seen.insert($0).inserted })
  }

  /// Reloads the scope, and places the cards at its edges next to its members.
  private func reloadAll() {
    view.reload()
    let edges = editor.edges(of: path.scope).compactMap { GroupEdge($0) }
    if edges.isEmpty { return }
    let rects = editor.groups.members(of: path.scope).compactMap { view.frame(of: $0)?.rect }
    guard let first = rects.first else { return }
    let content = rects.reduce(first) { $0.union($1) }
    for edge in edges { view.frame(of: edge.node).map { editor.place(edge, of: $0.rect.size, beside: content) } }
    view.reload(edges.map(\.node))
  }

  /// The connections whose values are shown: those that are pointed at or selected, or all.
  public var valuesOnConnections: EdgeContent.Scope {
    get { view.edgeContent?.scope ?? .pointedAt }
    set { view.edgeContent = EdgeContent(of: newValue, valueText) }
  }

  /// The texts of values on connections; `nil` for failures, which the nodes show.
  private var valueText: (Connection) -> String? {
    { [editor] connection in
      let value = editor.value(of: connection.source)
      return value.isFailure ? nil : value.text(in: editor.format(of: connection.source))
    }
  }

  /// The track along which a number can be dragged.
  ///
  /// - Parameter node: A node.
  /// - Returns: The track, in canvas points; `nil` for nodes without a slider, and at low zoom, where it isn't drawn.
  public func sliderTrack(of node: NodeID) -> GraphRect? {
    guard view.viewport.zoom >= GraphViewStyle.detailedZoom, renderers.isGiven(node), editor.share(of: node) != nil,
      let row = view.frame(of: node)?.outputRow(0), case .value(let value) = editor.value(of: node.output)
    else { return nil }
    let pill = PillLayout(
      title: renderers.title(node), value: CardValue(value, editor.format(of: node.output)), lead: 0,
      size: row.size)
    return GraphRect(pill.track.origin + row.origin, pill.track.size)
  }

  /// Sets the style of the view, and the look of its nodes that fits.
  ///
  /// - Parameter style: The style.
  /// - Complexity: O(nodes + connections).
  public func setStyle(_ style: GraphViewStyle) {
    renderers = Self.renderers(editor, style)
    // All renderers are made again.
    view.rendererProvider = nil
    view.style = style
    view.rendererProvider = self
    reloadAll()
  }

  /// Lays out the nodes in layers, in one step, for all views.
  ///
  /// - Complexity: That of ``/NodeView/LayeredLayout``.
  public func layOut() {
    editor.straighten(in: path.scope)
    editor.reloadViews()
    view.arrange { graph, _ in LayeredLayout(layerSpacing: 56, nodeSpacing: 24, laneSpacing: 8).layout(graph) }
    // All views show the same routes. Routes in groups aren't stored, because each instance has other nodes.
    if path.isRoot { editor.keepRoutes(of: view) }
    editor.reloadViews()
  }

  /// Whether a connection is at an edge of a group, where no node can be inserted; explains it then.
  public func refusesInsertion(into connection: Connection) -> Bool {
    if !connection.isAtEdge { return false }
    let reason = "a node can't be inserted into a wire at the edge of a group"
    onRequest?(.explain(Diagnostic(.port, reason, 0..<0, hint: "add it elsewhere, and connect its ports")))
    return true
  }

  func attempt(_ edit: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try edit() } catch { onRequest?(.explain(error)) }
  }
}

@available(*, unavailable)
extension SessionController: Sendable {}

extension SessionController: GraphViewDataSource, GraphViewRendererProvider, CalculatorRendererProvider {
  /// All nodes; if there are groups, the nodes and groups of the scope, and the cards at its edges.
  public func nodes(for view: GraphView) -> [NodeID] {
    editor.hasGroups
      ? editor.groups.members(of: path.scope) + editor.edges(of: path.scope) : editor.session.evaluator.graph.nodes
  }

  /// Whether the node or group is in the scope, or is a card at its edges.
  public func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool {
    if GroupEdge(node) != nil { return editor.edges(of: path.scope).contains(node) }
    return editor.contains(node) && editor.groups.scope(of: node) == path.scope
  }

  /// The kind of the node, or the ports of the group.
  public func graphView(_ view: GraphView, kindOf node: NodeID, in graph: Graph) -> NodeKind? { editor.kind(of: node) }

  /// The sources of the input in the scope, and at its edges.
  public func graphView(_ view: GraphView, sourcesOf input: InputPort, in graph: Graph) -> [OutputPort] {
    editor.shownSources(of: input)
  }

  /// The position of the node or group in the scope.
  public func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint {
    if let edge = GroupEdge(node) { return editor.place(of: edge) ?? .zero }
    return editor.groups.position(of: node)
  }

  /// The look of the node or group in the scope.
  public func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook {
    editor.groups.look(of: node)
  }

  /// Cards can be resized; a node that is one row, and a card at an edge of a group, has a fixed size.
  public func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool {
    GroupEdge(node) == nil && renderers.look.palette != nil && !renderers.isOneRow(node)
  }

  /// The look of the connection in the scope.
  public func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    editor.groups.look(of: connection, in: path.scope)
  }

  /// The frames of the scope.
  public func frames(for view: GraphView) -> [FrameID: GraphFrame] {
    Dictionary(uniqueKeysWithValues: editor.groups.frames(in: path.scope).map { ($0.id, $0.frame) })
  }

  /// The graph of the session.
  public func graph(for view: GraphView) -> Graph { editor.session.evaluator.graph }

  /// The name of a node or group, or the port that its formula feeds.
  public func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String { editor.title(of: node) }
}

extension SessionController: GraphViewDelegate {
  /// Makes the edit that the user requests, in one step, or passes on what the user has to answer to ``onRequest``: which node to add,
  /// insert or connect, the text of a node or frame, a menu, and why something was refused.
  ///
  /// Dragged nodes, points, frames and corners move in the session, in the step that ends with the drag. A node without connections
  /// that is dropped on a connection is inserted. The cards at the edges of a group can be moved, but not deleted.
  public func graphView(_ view: GraphView, did effect: GraphViewEffect) {
    switch effect {
    case .moved(let node, let position): move(node, to: position)
    case .endedMoving(let nodes): endMoving(nodes)
    case .movedReroute(let connection, let index, let position):
      editor.changeLook(of: connection, in: path.scope) { look in
        if look.reroutes.indices.contains(index) { look.reroutes[index] = position }
      }
    case .changedFrame(let frame, let rect): editor.changeFrame(frame, in: path.scope) { $0.rect = rect }
    case .resized(let node, let size): editor.resize(node, to: size)
    case .endedChangingLooks: editor.endMoving()
    case .requestedReroute(let connection, let index, let position): addReroute(index, of: connection, at: position)
    case .requestedRerouteRemoval(let connection, let index):
      editor.changeLook(of: connection, in: path.scope) { look in
        if look.reroutes.indices.contains(index) { look.reroutes.remove(at: index) }
      }
      editor.endMoving()
    case .requestedDeletion(let selection): delete(selection)
    case .toggledConnection(let source, let target):
      let isConnected = editor.sources(of: target).contains(source)
      attempt { () throws(Diagnostic) in
        if isConnected {
          try editor.cut(Connection(from: source, to: target))
        } else {
          try editor.connect(source, to: target)
        }
      }
    case .cut(let connection): attempt { () throws(Diagnostic) in try editor.cut(connection) }
    case .rerouted(let connection, let target):
      attempt { () throws(Diagnostic) in try editor.reroute(connection, to: target) }
    case .replugged(let connection, let source):
      attempt { () throws(Diagnostic) in try editor.reroute(connection, from: source) }
    case .dropped(let drop, let target, let position): take(drop, on: target, at: position)
    case .activatedConnection(let connection, let position):
      if !refusesInsertion(into: connection) { onRequest?(.chooseInsertion(position, into: connection)) }
    case .requestedNode(let position): onRequest?(.choose(position, from: nil))
    case .droppedWire(let source, let position): onRequest?(.choose(position, from: source))
    case .droppedInputWire(let target, let position): onRequest?(.chooseSource(position, for: target))
    case .activated(let node): onRequest?(.edit(node))
    case .activatedFrame(let frame): onRequest?(.editFrame(frame))
    case .requestedMenu(let target, let position): onRequest?(.menu(target, position))
    case .refusedConnection(_, _, let reason):
      onRequest?(.explain(Diagnostic(reason, 0..<0, in: editor.session.evaluator)))
    case .selected, .raised, .changedConnectionSource, .changedViewport, .dirty: break
    }
  }

  private func addReroute(_ index: Int, of connection: Connection, at position: GraphPoint) {
    if connection.isAtEdge { return }
    editor.changeLook(of: connection, in: path.scope) { look in
      look.reroutes.insert(position, at: min(index, look.reroutes.count))
    }
    view.reload(connection.target.node)
  }

  /// Deletes nodes and cuts the other connections. If that is refused, selects all again. The cards at the edges of a group stay.
  private func delete(_ selection: GraphSelection) {
    let edges = selection.nodes.compactMap { GroupEdge($0) }
    let selection = GraphSelection(
      nodes: selection.nodes.filter { GroupEdge($0) == nil }, connections: selection.connections)
    do throws(Diagnostic) {
      if selection.isEmpty, let edge = edges.first {
        let title = editor.groups.title(of: edge.group)
        throw Diagnostic(
          .name, "the \(edge.title.lowercased()) of \(title) can't be deleted as a whole", 0..<0,
          hint: "cut their wires one by one")
      }
      try editor.delete(selection)
    } catch {
      view.select(selection)
      onRequest?(.explain(error))
    }
  }

  /// The size of a card with two inputs.
  public func defaultNodeSize(for view: GraphView) -> GraphSize {
    renderers.look.palette == nil
      ? GraphSize(renderers.look.itemSize.width + 2, renderers.look.itemSize.height + view.style.titleHeight)
      : GraphSize(176, 112)
  }

  /// The verdict of the graph.
  public func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    editor.verdict(onConnecting: source, to: target)
  }

  /// The inputs that the graph does not refuse.
  public func graphView(
    _ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]
  ) -> [InputPort] {
    editor.candidates(for: source, among: inputs)
  }

  /// The reasons for refusals that the graph knows without a search.
  ///
  /// It doesn't know those of cards at the edges of groups.
  public func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String] { editor.session.evaluator.graph.refusalWords(for: source, at: inputs) }
}

extension CardValues {
  /// Creates the values of a session that is edited, in any scope.
  init(of editor: SessionEditor) {
    kind = { [unowned editor] in editor.kind(of: $0) }
    value = { [unowned editor] in editor.value(of: $0) }
    unconnectedValue = { [unowned editor] in editor.unconnectedValue(of: $0) }
    format = { [unowned editor] in editor.format(of: $0) }
    isGroup = { InstanceID($0) != nil || GroupEdge($0) != nil }
    form = { [unowned editor] in editor.groups.look(of: $0).form }
    condition = { [unowned editor] in editor.session.evaluator.condition(of: $0) }
    runs = { [unowned editor] in editor.session.evaluator.shownRuns(of: $0) }
  }
}
