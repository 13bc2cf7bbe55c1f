// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Shows a session's nodes in a view. Positions belong to the view, since formulas have none.
///
/// The view can't edit the session.
final class SessionView {
  let view: GraphView
  private let contents: PictureContents
  private let shown: [NodeID]
  private let renderers: CalculatorRenderers
  private var positions: [NodeID: GraphPoint] = [:]

  /// Shows nodes of a picture, laid out.
  init(of contents: PictureContents, nodes: [NodeID], style: GraphViewStyle) {
    self.contents = contents
    shown = nodes
    renderers = CalculatorRenderers(values: CardValues(of: contents), look: .fitting(style)) { node in
      contents.title(node, inFrames: true)
    } detail: { node in
      contents.detail(node)
    }
    view = GraphView(size: .zero, profile: .desktop, style: style)
    view.present(self)
  }

  /// Arranges the nodes, and makes the view as large as they need.
  func arrange(margin: Double = 24) {
    let layout =
      view.style.palette == nil
      ? LayeredLayout() : LayeredLayout(layerSpacing: 56, nodeSpacing: 20, laneSpacing: 8)
    let frames = shownFrames
    view.arrange { [view] graph, _ in
      if frames.isEmpty { return layout.layout(graph) }
      let framed = FramedLayout(graph, in: frames.map { .init($0.nodes, in: $0.enclosing) }, by: layout)
      view.frames = zip(frames, framed.rects).map { GraphFrame($0.title, $1) }
      return framed.result
    }
    let bounds = view.frames.reduce(view.contentBounds ?? GraphRect(.zero, .zero)) { $0.union($1.rect) }
    let content = bounds.expanded(by: margin)
    view.viewport = Viewport(size: content.size, origin: content.origin)
  }
}

extension SessionView {
  /// The open groups in which something shows, with their nodes by the places that layouts know them by.
  private var shownFrames: [(title: String, nodes: [Int], enclosing: Int?)] {
    guard let frames = contents.outline?.frames, !frames.isEmpty else { return [] }
    let ordered = shown.sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
    let places = Dictionary(uniqueKeysWithValues: zip(ordered, ordered.indices))
    let nodes = frames.map { $0.nodes.compactMap { places[$0] } }
    var isShown = nodes.map { !$0.isEmpty }
    for index in frames.indices.reversed() where isShown[index] {
      if let enclosing = frames[index].enclosing { isShown[enclosing] = true }
    }
    var found: [(title: String, nodes: [Int], enclosing: Int?)] = []
    var numbers: [Int: Int] = [:]
    for (index, frame) in frames.enumerated() where isShown[index] {
      numbers[index] = found.count
      found.append((frame.title, nodes[index], frame.enclosing.flatMap { numbers[$0] }))
    }
    return found
  }
}

extension SessionView: GraphViewDataSource, GraphViewRendererProvider, GraphViewDelegate {
  func nodes(for view: GraphView) -> [NodeID] { shown }

  func graph(for view: GraphView) -> Graph { contents.graph }

  func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint { positions[node] ?? .zero }

  func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String {
    contents.title(node, inFrames: true)
  }

  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer { renderers.item(of: node) }

  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer {
    renderers.row(of: input, connectedTo: sources)
  }

  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    renderers.row(of: output)
  }

  func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance { renderers.appearance(of: node) }

  func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}

  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) { positions[node] = position }

  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {}

  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {}

  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {}

  func defaultNodeSize(for view: GraphView) -> GraphSize { renderers.look.itemSize }

  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    contents.graph.verdict(onConnecting: source, to: target)
  }

  func graphView(_ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]) -> [InputPort] {
    contents.graph.candidates(for: source, among: inputs)
  }
}
