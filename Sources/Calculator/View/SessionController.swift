// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Shows a session in a view, and has the edits that the view asks for made by a ``SessionEditor``.
///
/// What needs an answer of the user, as which node to add, goes to ``onRequest``.
public final class SessionController {
  /// What a view asks its application for.
  public enum Request: Hashable, Sendable {
    /// Choose what to add with its top left corner at this point of the canvas, connected to the output if there is one.
    case choose(GraphPoint, from: OutputPort?)
    /// Choose what to add at this point of the canvas, for an input to read.
    case chooseSource(GraphPoint, for: InputPort)
    /// Choose what to put into a connection, at this point of the canvas.
    case chooseInsertion(GraphPoint, into: Connection)
    /// Choose what to put into a connection, at this point of the canvas, that reads an output as well.
    case chooseJoin(GraphPoint, OutputPort, into: Connection)
    /// Edit what a node has under the pointer.
    case edit(NodeID)
    /// Edit the title of a frame.
    case editFrame(FrameID)
    /// Show a menu for what is at this point of the canvas.
    case menu(HitTarget, GraphPoint)
    /// Say that nodes were dragged into a group, or out into a scope around theirs; `nil` is the root.
    case moved([NodeID], into: InstanceID?)
    /// Say why something was refused.
    case explain(Diagnostic)
  }

  /// Makes the edits.
  public let editor: SessionEditor
  /// The view. The controller is its data source, renderer provider and delegate.
  public let view: GraphView
  /// Is told what the view asks for.
  public var onRequest: ((Request) -> Void)?
  /// Where the user is: the groups that were entered. See ``go(to:)``.
  public private(set) var path = GraphPath()
  private var renderers: CalculatorRenderers

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
    view.present(self)
    view.edgeContent = EdgeContent(valueText)
    editor.showRoutes(in: view)
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

  /// Shows the members of a group, or what lies in none.
  ///
  /// Other views of the session stay where they are. When a group is gone, by undo or in another view, the view shows what is
  /// left of the path.
  ///
  /// ```swift
  /// if let inside = editor.groups.path(entering: node, from: controller.path) { controller.go(to: inside) }
  /// ```
  ///
  /// - Parameter path: The groups to enter, the outermost first. Those that are gone, and what lies in them, are left out.
  /// - Complexity: O(members of both scopes and their connections).
  public func go(to path: GraphPath) {
    let path = editor.groups.living(path)
    if path == self.path { return }
    self.path = path
    view.reload()
    editor.showRoutes(in: view)
  }

  /// Shows nodes of the session as they are now, by what shows them here.
  func reload(_ nodes: [NodeID], all: Bool) {
    guard editor.hasGroups || all || !path.isRoot else { return view.reload(nodes) }
    let living = editor.groups.living(path)
    if all || living != path {
      path = living
      return view.reload()
    }
    var seen: Set<NodeID> = []
    // One that is gone shows nowhere, and is removed here.
    let shown = nodes.map { editor.groups.member(showing: $0, in: path.scope) ?? $0 }
    view.reload(shown.filter { seen.insert($0).inserted })
  }

  /// Of which connections the values show: of those that are pointed at or selected, or of all.
  public var valuesOnConnections: EdgeContent.Scope {
    get { view.edgeContent?.scope ?? .pointedAt }
    set { view.edgeContent = EdgeContent(of: newValue, valueText) }
  }

  /// The values that connections carry; what failed says so itself.
  private var valueText: (Connection) -> String? {
    { [editor] connection in
      let value = editor.value(of: connection.source)
      return value.isFailure ? nil : value.text
    }
  }

  /// Where a number can be dragged along its track.
  ///
  /// - Parameter node: A node.
  /// - Returns: The track, in canvas points; `nil` for nodes that have no slider, and from so far away that it isn't drawn.
  public func sliderTrack(of node: NodeID) -> GraphRect? {
    guard view.viewport.zoom >= 0.8, renderers.isGiven(node), editor.share(of: node) != nil,
      let row = view.frame(of: node)?.outputRow(0), case .value(let value) = editor.value(of: node.output)
    else { return nil }
    let pill = PillLayout(
      title: renderers.title(node), forms: CardValue.forms(value), hasSwatch: false, size: row.size)
    return GraphRect(pill.track.origin + row.origin, pill.track.size)
  }

  /// Gives the view another style, and its nodes the look that fits.
  ///
  /// - Parameter style: The style.
  /// - Complexity: O(nodes + connections).
  public func setStyle(_ style: GraphViewStyle) {
    renderers = Self.renderers(editor, style)
    // All renderers are made again.
    view.rendererProvider = nil
    view.style = style
    view.rendererProvider = self
    view.reload()
    editor.showRoutes(in: view)
  }

  /// Places nodes in layers, in one step. Each view shows them so.
  ///
  /// - Complexity: That of ``/NodeView/LayeredLayout``.
  public func layOut() {
    editor.straighten(in: path.scope)
    view.reload()
    view.arrange { graph, _ in LayeredLayout(layerSpacing: 56, nodeSpacing: 24, laneSpacing: 8).layout(graph) }
    // All views show the same lines. Those of groups aren't kept: their nodes are others in each instance.
    if path.isRoot { editor.keepRoutes(of: view) }
    editor.reloadViews()
  }

  func attempt(_ edit: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try edit() } catch { onRequest?(.explain(error)) }
  }
}

@available(*, unavailable)
extension SessionController: Sendable {}

extension SessionController: GraphViewDataSource, GraphViewRendererProvider {
  /// All nodes; where there are groups, the nodes and groups of the scope.
  public func nodes(for view: GraphView) -> [NodeID] {
    editor.hasGroups ? editor.groups.members(of: path.scope) : editor.session.evaluator.graph.nodes
  }

  /// Whether the node or group shows in the scope.
  public func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool {
    editor.contains(node) && editor.groups.scope(of: node) == path.scope
  }

  /// The kind of the node, or the ports of the group.
  public func graphView(_ view: GraphView, kindOf node: NodeID, in graph: Graph) -> NodeKind? { editor.kind(of: node) }

  /// What the input is connected to in the scope.
  public func graphView(_ view: GraphView, sourcesOf input: InputPort, in graph: Graph) -> [OutputPort] {
    editor.sources(of: input)
  }

  /// The place of the node or group in the scope.
  public func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint {
    editor.groups.position(of: node)
  }

  /// How the node or group is shown in the scope.
  public func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook {
    editor.groups.look(of: node)
  }

  /// Cards can be made larger; a number that is written out is as large as it is.
  public func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool {
    renderers.look.palette != nil && !renderers.isOneRow(node)
  }

  /// How the connection is shown in the scope.
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

  /// Draws what the card of a node has beside its rows.
  public func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer {
    renderers.item(of: node)
  }

  /// Draws the input's name and value.
  public func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer {
    renderers.row(of: input, connectedTo: sources)
  }

  /// Draws the result.
  public func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    renderers.row(of: output)
  }

  /// What the node is, whether it failed, and its formula.
  public func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance {
    renderers.look.palette == nil ? NodeAppearance() : renderers.appearance(of: node)
  }
}

extension SessionController: GraphViewDelegate {
  /// Does nothing: the view has the selection.
  public func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}

  /// Asks which node to add.
  public func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    onRequest?(.choose(position, from: nil))
  }

  /// Asks which node to add and connect.
  public func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {
    onRequest?(.choose(position, from: source))
  }

  /// Asks which node to add for the input to read.
  public func graphView(_ view: GraphView, didDropWireTo target: InputPort, at position: GraphPoint) {
    onRequest?(.chooseSource(position, for: target))
  }

  /// Deletes the nodes.
  public func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    graphView(view, didRequestDeletionOf: GraphSelection(nodes: nodes))
  }

  /// Deletes the nodes and cuts the other connections in one step, or has said why not; then all is selected again.
  public func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection) {
    do throws(Diagnostic) {
      try editor.delete(selection)
    } catch {
      view.select(selection)
      onRequest?(.explain(error))
    }
  }

  /// Connects the output to the input, replacing what is connected there, or disconnects the two.
  public func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    let isConnected = editor.sources(of: target).contains(source)
    attempt { () throws(Diagnostic) in
      if isConnected {
        try editor.cut(Connection(from: source, to: target))
      } else {
        try editor.connect(source, to: target)
      }
    }
  }

  /// Cuts the connection.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    attempt { () throws(Diagnostic) in try editor.cut(connection) }
  }

  /// Moves the connection in one step.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    attempt { () throws(Diagnostic) in try editor.reroute(connection, to: target) }
  }

  /// Moves the start of the connection in one step.
  public func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    attempt { () throws(Diagnostic) in try editor.reroute(connection, from: source) }
  }

  /// Asks which node to put into the connection.
  public func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint) {
    onRequest?(.chooseInsertion(position, into: connection))
  }

  /// Has the reason said.
  public func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) {
    onRequest?(.explain(Diagnostic(reason, 0..<0, in: editor.session.evaluator)))
  }

  /// Puts the connection through a point, as part of the drag.
  public func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint
  ) {
    editor.changeLook(of: connection, in: path.scope) { look in
      look.reroutes.insert(position, at: min(index, look.reroutes.count))
    }
    view.reload(connection.target.node)
  }

  /// Moves the point in the session.
  public func graphView(
    _ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint
  ) {
    editor.changeLook(of: connection, in: path.scope) { look in
      if look.reroutes.indices.contains(index) { look.reroutes[index] = position }
    }
  }

  /// Takes the point away.
  public func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection) {
    editor.changeLook(of: connection, in: path.scope) { look in
      if look.reroutes.indices.contains(index) { look.reroutes.remove(at: index) }
    }
    editor.endMoving()
  }

  /// Gives the frame its place and size in the session.
  public func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect) {
    editor.changeFrame(frame, in: path.scope) { $0.rect = rect }
  }

  /// Gives the node its size in the session.
  public func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?) {
    editor.resize(node, to: size)
  }

  /// Ends the step.
  public func graphViewDidEndChangingLooks(_ view: GraphView) { editor.endMoving() }

  /// Asks for another title.
  public func graphView(_ view: GraphView, didActivateFrame frame: FrameID) { onRequest?(.editFrame(frame)) }

  /// Asks for an edit of the node.
  public func graphView(_ view: GraphView, didActivate node: NodeID) { onRequest?(.edit(node)) }

  /// Asks for a menu.
  public func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint) {
    onRequest?(.menu(target, position))
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

  /// What the graph knows without a search.
  public func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String] { editor.session.evaluator.graph.refusalWords(for: source, at: inputs) }
}
