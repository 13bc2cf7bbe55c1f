// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport

/// Shows and edits a graph like the demo of ShinpuruNodeUI, and logs every call.
final class ViewHost: NodeGraphDelegate {
  static let add = NodeKind(
    "Add", inputs: [.init("x", number), .init("y", number), .init("z", number)], outputs: [.init("sum", number)])
  static let write = NodeKind("Write", inputs: [.init("text", text)])
  static let kinds = [constant, add, sum, label, write] + mixedKinds.filter { $0.inputs.count + $0.outputs.count > 3 }

  var graph = Graph(kinds: kinds)
  weak var view: GraphView?
  /// The calls to the host, one line each, except verdicts.
  var log: [String] = []
  /// The names of the renderers made.
  var made: [String] = []
  /// The names of the renderers reloaded.
  var reloads: [String] = []
  /// The number of times that the size of a part was read.
  var measured = 0
  /// The number of verdicts requested.
  var verdicts = 0
  /// The number of times that the graph was requested.
  var graphs = 0
  /// Whether requests are carried out.
  var carriesOut = true
  /// The sizes of rows that are not 200×44, by the names of their renderers.
  var sizes: [String: GraphSize] = [:]
  /// The names of nodes that fail.
  var failing: Set<String> = []
  /// The colours of title bars and types, by the names of nodes and types.
  var paints: [String: Paint] = [:]
  /// The appearance of nodes in themed views, apart from their parts.
  var appearance = NodeAppearance()
  /// The looks of nodes, connections and frames.
  var looks = GraphLooks()
  /// Edges of ports that differ from those of the nodes' looks.
  var inputSides: [InputPort: NodeSide] = [:]
  var outputSides: [OutputPort: NodeSide] = [:]
  /// The courses of connections that don't use the style's.
  var courses: [Connection: any EdgeCourse] = [:]
  /// Nodes that can be resized at their corners.
  var resizable: Set<NodeID> = []
  /// Whether something can be dropped on a target.
  var accepts: ((GraphDrop, HitTarget) -> Bool)?
  /// Whether these nodes may be dropped on other nodes.
  var hasTargets: (([NodeID]) -> Bool)?
  /// Nodes that are not shown.
  var hidden: Set<NodeID> = []
  /// Called at the end of each call, after it was logged.
  var afterCall: ((ViewHost) -> Void)?
  /// The verdict on every connection; `nil` to use the graph's verdicts.
  var refusal: GraphError?
  /// Called before a verdict is returned.
  var beforeVerdict: ((ViewHost) -> Void)?
  private var names: [NodeID: String] = [:]

  // MARK: Names

  func name(_ node: NodeID) -> String {
    if let name = graph.name(of: node) { names[node] = name }
    return names[node] ?? "\(node)"
  }

  func name(_ port: InputPort) -> String {
    let inputs = (try? graph.kind(of: port.node))?.inputs ?? []
    return name(port.node) + "." + (port.index < inputs.count ? inputs[port.index].name : "\(port.index)")
  }

  func name(_ port: OutputPort) -> String {
    let outputs = (try? graph.kind(of: port.node))?.outputs ?? []
    return name(port.node) + "." + (port.index < outputs.count ? outputs[port.index].name : "\(port.index)")
  }

  func name(_ connection: Connection) -> String { name(connection.source) + "→" + name(connection.target) }

  func note(_ line: String) {
    log.append(line)
    afterCall?(self)
  }

  /// Returns the log since the last call, and clears it.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  // MARK: Nodes and connections

  func nodes(for view: GraphView) -> [NodeID] { graph.nodes.filter { !hidden.contains($0) } }

  func graph(for view: GraphView) -> Graph {
    graphs += 1
    return graph
  }

  func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool {
    graph.contains(node) && !hidden.contains(node)
  }

  func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook {
    looks.nodes[node] ?? NodeLook()
  }

  func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    looks.connections[connection] ?? ConnectionLook()
  }

  func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool { resizable.contains(node) }

  func frames(for view: GraphView) -> [FrameID: GraphFrame] { looks.frames }

  // MARK: Looks the user changed

  func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint
  ) {
    if carriesOut {
      looks.connections[connection, default: ConnectionLook()].reroutes.insert(position, at: index)
      view.reload(connection.target.node)
    }
    note("reroute \(name(connection)) \(index) at \(position)")
  }

  func graphView(
    _ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint
  ) {
    if looks.connections[connection]?.reroutes.indices.contains(index) == true {
      looks.connections[connection]?.reroutes[index] = position
    }
    note("bend \(name(connection)) \(index) to \(position)")
  }

  func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection) {
    if carriesOut, looks.connections[connection]?.reroutes.indices.contains(index) == true {
      looks.connections[connection]?.reroutes.remove(at: index)
      view.reload(connection.target.node)
    }
    note("straighten \(name(connection)) \(index)")
  }

  func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect) {
    looks.frames[frame]?.rect = rect
    note("frame \(frame) to \(rect.origin) \(rect.size)")
  }

  func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?) {
    looks.nodes[node, default: NodeLook()].size = size
    note("resize \(name(node)) to \(size.map { "\($0)" } ?? "none")")
  }

  func graphViewDidEndChangingLooks(_ view: GraphView) { note("shown") }

  func graphView(_ view: GraphView, didActivateFrame frame: FrameID) { note("open frame \(frame)") }

  // MARK: Renderers

  private func renderer(_ name: String, _ size: GraphSize) -> PartRenderer {
    made.append(name)
    let renderer = PartRenderer(name, sizes[name] ?? size) { [weak self] in self?.reloads.append($0) }
    renderer.didMeasure = { [weak self] in self?.measured += 1 }
    return renderer
  }

  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer {
    let renderer = renderer("item \(name(node))", GraphSize(200, 200))
    renderer.isFailed = failing.contains(name(node))
    return renderer
  }

  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer {
    let ends = sources.isEmpty ? "–" : sources.map { name($0) }.joined(separator: ", ")
    let row = renderer("row \(name(input)) ← \(ends)", GraphSize(200, 44))
    row.whichSide = { [weak self] in self?.inputSides[input] }
    return row
  }

  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    let row = renderer("row \(name(output))", GraphSize(200, 44))
    row.whichSide = { [weak self] in self?.outputSides[output] }
    return row
  }

  func graphView(_ view: GraphView, courseOf connection: Connection) -> (any EdgeCourse)? { courses[connection] }

  // MARK: User requests

  func graphView(_ view: GraphView, titleFillOf node: NodeID) -> Paint? { paints[name(node)] }

  func graphView(_ view: GraphView, paintOf type: PortType) -> Paint? { paints[type.name] }

  func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance { appearance }

  func graphView(_ view: GraphView, didSelect selection: GraphSelection) {
    let things = selection.nodes.map { name($0) } + selection.connections.map { name($0) }
    note("select " + (things.isEmpty ? "nothing" : things.joined(separator: ", ")))
  }

  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    try? graph.move(node, to: position)
    note("move \(name(node)) to \(position)")
  }

  func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
    note("moved " + nodes.map { name($0) }.joined(separator: ", "))
  }

  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    if carriesOut, let node = try? graph.add("Number", at: position) { view.reload(node) }
    note("create at \(position)")
  }

  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    let line = "delete " + nodes.map { name($0) }.joined(separator: ", ")
    if carriesOut { for node in nodes { delete(node) } }
    note(line)
  }

  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    if carriesOut { toggle(source, target) }
    note("toggle \(name(source))→\(name(target))")
  }

  func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) { note("refuse \(name(source))→\(name(target)): \(reason)") }

  func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?) {
    note("source " + (source.map { name($0) } ?? "none"))
  }

  func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {
    note("drop \(name(source)) at \(position)")
  }

  func graphView(_ view: GraphView, hasTargetsFor nodes: [NodeID]) -> Bool { hasTargets?(nodes) ?? false }

  func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
    accepts?(drop, target) ?? false
  }

  func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    let thing =
      switch drop {
      case .payload(let payload): payload.type
      case .payloads(let payloads): payloads.map(\.type).joined(separator: ", ")
      case .wire(let source): name(source)
      case .inputWire(let target): name(target)
      case .nodes(let nodes): nodes.map { name($0) }.joined(separator: ", ")
      }
    note("dropped \(thing) on \(target) at \(position)")
  }

  func graphView(_ view: GraphView, didActivate node: NodeID) { note("activate \(name(node))") }

  func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint) {
    note("menu for \(target.node.map { name($0) } ?? "\(target)") at \(position)")
  }

  func graphView(_ view: GraphView, didChange viewport: Viewport) {
    note("show \(viewport.origin) at \(viewport.zoom)")
  }

  func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(202, 288) }

  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    verdicts += 1
    beforeVerdict?(self)
    return refusal.map { .refused($0) } ?? graph.verdict(onConnecting: source, to: target)
  }

  /// Whether the host gives words for refusals of inputs.
  var givesWords = false

  func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String] {
    givesWords ? graph.refusalWords(for: source, at: inputs) : [:]
  }

  // MARK: Edits

  func toggle(_ source: OutputPort, _ target: InputPort) {
    if graph.sources(of: target).contains(source) {
      try? graph.disconnect(source, from: target)
    } else {
      try? graph.connect(source, to: target, replacing: true)
    }
    view?.reload(target.node)
  }

  func delete(_ node: NodeID) {
    let readers = graph.downstream(of: node)
    _ = name(node)
    try? graph.remove(node)
    view?.reload([node] + readers)
  }
}
