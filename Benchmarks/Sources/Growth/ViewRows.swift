// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph
import NodeView

extension Row {
  /// What views and verdicts cost.
  static var view: [Row] {
    [
      Row("GraphView.handle, dragging a hub: a line and event", .constant, ViewRows.draggingAHub),
      Row("GraphView.arrange of a star: a node", .constant, ViewRows.arrangingAStar),
      Row("GraphView.reload of a hub: a line", .constant, ViewRows.reloadingAHub),
      Row("GraphView.draw with all nodes selected", .constant, ViewRows.drawingWithAllSelected),
      Row("GraphView.draw", .constant, ViewRows.drawing),
      Row("the same while a connection is made", .constant, ViewRows.drawingWhileConnecting),
      Row("the first such frame, behind so many nodes", .linear, ViewRows.drawingFirstWhileConnecting),
      Row("Graph.verdict of a node without connections", .constant, ViewRows.verdictOfALoneSource),
      Row("Graph.connect of such nodes", .constant, ViewRows.connectingALoneSource),
      Row("Graph.verdict of a cycle: a node between", .constant, ViewRows.verdictOfACycle),
      Row("Graph.disconnect(_:from:) of one of many connections", .constant, ViewRows.disconnectingOneOfMany),
    ]
  }
}

/// What views and verdicts cost, in nanoseconds a unit, by the size of the graph.
enum ViewRows {
  /// `GraphView.handle`, O(connections of the nodes that move): dragging a hub of `size` lines, for each line and event.
  static func draggingAHub(size: Int) throws -> Double {
    let host = try StarHost(readers: size)
    let view = host.makeView()
    let place = host.handle
    view.handle(InputEvent(.down(pointer: 0, at: place, button: .primary), time: 0))
    let events = max(4, 100_000 / size)
    for warm in 1...3 {
      view.handle(InputEvent(.moved(pointer: 0, at: place + GraphPoint(Double(warm) * 9, 0)), time: 1))
    }
    return time(units: events * size) {
      for event in 0..<events {
        let end = place + GraphPoint(Double(event % 50) * 5, Double(event % 30) * 4)
        view.handle(InputEvent(.moved(pointer: 0, at: end), time: 2 + Double(event) / 60))
      }
    }
  }

  /// `GraphView.arrange`, O(nodes + connections) beside the layout: for each reader of a hub.
  static func arrangingAStar(size: Int) throws -> Double {
    let host = try StarHost(readers: size)
    let view = host.makeView()
    return time(units: size) {
      view.arrange { graph, _ in LayeredLayout().layout(graph) }
    }
  }

  /// `GraphView.reload(_:)` of a hub, O(connections of the node): for each of its lines.
  static func reloadingAHub(size: Int) throws -> Double {
    let host = try StarHost(readers: size)
    let view = host.makeView()
    let rounds = max(4, 100_000 / size)
    return time(units: rounds * size) {
      for _ in 0..<rounds { view.reload(host.hub) }
    }
  }

  /// `GraphView.draw`, O(what lies in that part): a frame with `size` nodes selected.
  static func drawingWithAllSelected(size: Int) throws -> Double {
    let host = try ChainHost(length: size)
    let view = host.makeView()
    view.select(GraphSelection(nodes: host.graph.nodes))
    return timeFrames(view)
  }

  /// A frame of the end of a chain, for comparison.
  static func drawing(size: Int) throws -> Double {
    let host = try ChainHost(length: size)
    let view = host.makeView()
    host.showEnds(view)
    return timeFrames(view)
  }

  /// The same while a connection from the chain's end is made: at most one and a half times that.
  static func drawingWhileConnecting(size: Int) throws -> Double {
    let host = try ChainHost(length: size)
    let view = host.makeView()
    host.showEnds(view)
    view.beginConnecting(from: host.nodes[size - 1].output)
    return timeFrames(view)
  }

  /// The first of these frames, for which the delegate is asked: what is upstream of the source, once.
  static func drawingFirstWhileConnecting(size: Int) throws -> Double {
    let host = try ChainHost(length: size)
    let view = host.makeView()
    host.showEnds(view)
    view.beginConnecting(from: host.nodes[size - 1].output)
    return time(units: size) { view.draw(in: NoCanvas()) }
  }

  /// `Graph.verdict`, what a search from both ends passes: a lone node before a chain, which is allowed.
  static func verdictOfALoneSource(size: Int) throws -> Double {
    let (graph, chain, lone) = try chainAndLoneNode(size)
    let (source, target) = (lone.output, chain[1].input(1))
    return time(units: 1000) {
      for _ in 0..<1000 { precondition(graph.verdict(onConnecting: source, to: target) == .allowed) }
    }
  }

  /// `Graph.connect` of such nodes, for comparison.
  static func connectingALoneSource(size: Int) throws -> Double {
    var (graph, chain, lone) = try chainAndLoneNode(size)
    let others = try (0..<200).map { _ in try graph.add("Two") }
    // The first search makes room for the graph.
    try graph.connect(lone.output, to: chain[size - 1].input(1))
    let start = threadTime()
    for (index, other) in others.enumerated() { try graph.connect(other.output, to: chain[index].input(1)) }
    return (threadTime() - start) / Double(others.count)
  }

  /// `Graph.verdict` that refuses a cycle: the region between both ends, for each node of it.
  static func verdictOfACycle(size: Int) throws -> Double {
    let (graph, chain, _) = try chainAndLoneNode(size)
    return time(units: size) {
      _ = graph.verdict(onConnecting: chain[size - 1].output, to: chain[0].input(1))
    }
  }

  /// `Graph.disconnect(_:from:)`, the shorter of both lists: one of `size` connections of an input, in an edit.
  static func disconnectingOneOfMany(size: Int) throws -> Double {
    let sum = NodeKind("Sum", inputs: [.init("terms", number, arity: .many)], outputs: [.init("sum", number)])
    var graph = Graph(kinds: [two, sum])
    let total = try graph.add("Sum")
    let sources = try (0..<size).map { _ in try graph.add("Two") }
    try graph.connect(contentsOf: sources.map { Connection(from: $0.output, to: total.input(0)) })
    let cut = 500
    var spent = 0.0
    _ = graph.edit { graph in
      let start = threadTime()
      for source in sources.suffix(cut).reversed() { try? graph.disconnect(source.output, from: total.input(0)) }
      spent = threadTime() - start
    }
    return spent / Double(cut)
  }

  // MARK: What they share

  static let number = PortType(Double.self, name: "Number")
  static let two = NodeKind("Two", inputs: [.init("x", number), .init("y", number)], outputs: [.init("z", number)])

  private static func time(units: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = threadTime()
    try body()
    return (threadTime() - start) / Double(units)
  }

  private static func timeFrames(_ view: GraphView) -> Double {
    let canvas = NoCanvas()
    for _ in 0..<3 { view.draw(in: canvas) }
    return time(units: 50) { for _ in 0..<50 { view.draw(in: canvas) } }
  }

  private static func chainAndLoneNode(_ size: Int) throws -> (Graph, [NodeID], NodeID) {
    var graph = Graph(kinds: [two])
    let nodes = try (0..<size).map { _ in try graph.add("Two") }
    for (source, target) in zip(nodes, nodes.dropFirst()) { try graph.connect(source.output, to: target.input(0)) }
    let lone = try graph.add("Two")
    return (graph, nodes, lone)
  }
}

/// Takes drawings and does nothing.
final class NoCanvas: DrawingCanvas {
  func fill(_ path: DrawingPath, with paint: Paint) {}
  func stroke(_ path: DrawingPath, with stroke: Stroke) {}
  func draw(_ text: String, in frame: GraphRect, style: TextStyle) {}
  func beginGroup(_ group: CanvasGroup) {}
  func endGroup() {}
}

/// Draws nothing and takes a fixed room.
private final class Part: ItemRenderer, InputRowRenderer, OutputRowRenderer {
  let intrinsicContentSize = GraphSize(120, 20)
  func reload() {}
  func draw(in canvas: any DrawingCanvas, size: GraphSize) {}
}

/// Shows a graph as it is.
class PlainHost: NodeGraphDelegate {
  var graph: Graph
  init(_ graph: Graph) { self.graph = graph }
  func makeView() -> GraphView {
    let view = GraphView(size: GraphSize(1000, 800), profile: .desktop)
    view.present(self)
    _ = view.takeDirtyRegion()
    return view
  }
  func nodes(for view: GraphView) -> [NodeID] { graph.nodes }
  func graph(for view: GraphView) -> Graph { graph }
  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer { Part() }
  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer { Part() }
  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer { Part() }
  func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}
  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    try? graph.move(node, to: position)
  }
  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {}
  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {}
  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {}
  func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(120, 100) }
  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict { graph.verdict(onConnecting: source, to: target) }
  func graphView(_ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]) -> [InputPort] {
    graph.candidates(for: source, among: inputs)
  }
}

/// A node that feeds a column of others.
final class StarHost: PlainHost {
  let hub: NodeID
  /// Where the hub can be grasped.
  let handle = GraphPoint(60, 30)

  init(readers: Int) throws {
    var graph = Graph(kinds: [ViewRows.two])
    hub = try graph.add("Two", at: .zero)
    for index in 0..<readers {
      let node = try graph.add("Two", at: GraphPoint(400, Double(index) * 110))
      try graph.connect(hub.output, to: node.input(0))
    }
    super.init(graph)
  }
}

/// A chain, in rows of 100.
final class ChainHost: PlainHost {
  let nodes: [NodeID]

  init(length: Int) throws {
    var graph = Graph(kinds: [ViewRows.two])
    nodes = try (0..<length).map { index in
      try graph.add("Two", at: GraphPoint(Double(index % 100) * 200, Double(index / 100) * 150))
    }
    for (source, target) in zip(nodes, nodes.dropFirst()) { try graph.connect(source.output, to: target.input(0)) }
    super.init(graph)
  }

  /// Has the view show the beginning of the chain.
  func showEnds(_ view: GraphView) { view.viewport.origin = GraphPoint(-50, -50) }
}
