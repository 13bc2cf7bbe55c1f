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

  private func attempt(_ edit: () throws(Diagnostic) -> Void) {
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

  /// Moves the node in the session. A connection below a node that has none shows that it would take it up.
  public func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    editor.move(node, to: position)
    view.dropTarget = dropTarget(of: node)
  }

  /// Puts a node that was dropped on a connection into it, and ends the step.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
    if let target = view.dropTarget {
      view.dropTarget = nil
      if nodes.count == 1, editor.canInsert(nodes[0], into: target) {
        attempt { () throws(Diagnostic) in try editor.drop(nodes[0], into: target) }
      }
    }
    editor.endMoving()
  }

  private func dropTarget(of node: NodeID) -> Connection? {
    // A drag that was cancelled moves nodes as well.
    guard case .moving([node])? = view.gesture, view.scene.connections(of: node).isEmpty,
      let rect = view.frame(of: node)?.rect
    else { return nil }
    return view.connections(around: GraphPoint(rect.midX, rect.midY), within: rect.height / 2)
      .first { editor.canInsert(node, into: $0) }
  }

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

  /// Text goes anywhere where it makes or changes something, and a wire on a connection that can take it up.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
    switch (drop, target) {
    case (.payload(let payload), _):
      guard payload.type == "text/plain" else { return false }
      if case .connection = target { return path.isRoot }
      return target.node == nil ? true : field(below: target) != nil
    case (.payloads(let payloads), _):
      return path.isRoot && target.isCanvas && payloads.allSatisfy { $0.type == "text/plain" }
    case (.wire(let source), .connection(let connection)):
      if case .refused = editor.verdict(onConnecting: source, to: connection.target) { return false }
      return path.isRoot && source != connection.source
    case (.inputWire(let input), .connection(let connection)):
      if case .refused = editor.verdict(onConnecting: connection.source, to: input) { return false }
      return input != connection.target
    case (.wire, _), (.inputWire, _): return false
    }
  }

  /// The text that is changed by dropping another on it.
  private func field(below target: HitTarget) -> SessionEditor.Field? {
    if let input = target.input, editor.text(of: .literal(input)) != nil { return .literal(input) }
    return target.node.flatMap { editor.text(of: .definition($0)) == nil ? nil : .definition($0) }
  }

  /// Adds what a text says, puts it into the connection, or changes the node to it; has a wire read what the connection carries, or
  /// asks what joins the two.
  public func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    switch (drop, target) {
    case (.payload(let payload), _): attempt { () throws(Diagnostic) in try take(payload.content, target, position) }
    case (.payloads(let payloads), _):
      // As the lines of one text, which are added in one step.
      let text = payloads.map(\.content).joined(separator: "\n")
      attempt { () throws(Diagnostic) in try take(text, target, position) }
    case (.wire(let source), .connection(let connection)):
      onRequest?(.chooseJoin(position, source, into: connection))
    case (.inputWire(let input), .connection(let connection)):
      attempt { () throws(Diagnostic) in try editor.connect(connection.source, to: input) }
    case (.wire, _), (.inputWire, _): break
    }
  }

  private func take(_ text: String, _ target: HitTarget, _ position: GraphPoint) throws(Diagnostic) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { $0.contains { $0 != " " } }
    if let field = field(below: target) { return try editor.commit(lines.joined(separator: " "), to: field) }
    if lines.count > 1, path.isRoot {
      try editor.paste(lines.joined(separator: "\n"))
    } else if let line = lines.first {
      var connection: Connection?
      if case .connection(let below) = target { connection = below }
      let node = try editor.add(line, at: position, in: path, into: connection)
      view.select(GraphSelection(nodes: [node]))
    }
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
