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
  private let session: Session
  private let shown: [NodeID]
  private let renderers: CalculatorRenderers
  private var positions: [NodeID: GraphPoint] = [:]

  /// Shows nodes of a session, laid out.
  init(of session: Session, nodes: [NodeID], style: GraphViewStyle) {
    self.session = session
    shown = nodes
    renderers = CalculatorRenderers(evaluator: session.evaluator, look: .fitting(style)) { node in
      session.formulas.title(of: node)
    } detail: { node in
      session.formulas.detail(of: node)
    }
    view = GraphView(size: .zero, profile: .desktop, style: style)
    view.present(self)
  }

  /// Arranges the nodes, and makes the view as large as they need.
  func arrange(margin: Double = 24) {
    let layout =
      view.style.palette == nil
      ? LayeredLayout() : LayeredLayout(layerSpacing: 56, nodeSpacing: 20, laneSpacing: 8)
    view.arrange { graph, _ in layout.layout(graph) }
    let content = (view.contentBounds ?? GraphRect(.zero, .zero)).expanded(by: margin)
    view.viewport = Viewport(size: content.size, origin: content.origin)
  }
}

extension SessionView: GraphViewDataSource, GraphViewRendererProvider, GraphViewDelegate {
  func nodes(for view: GraphView) -> [NodeID] { shown }

  func graph(for view: GraphView) -> Graph { session.evaluator.graph }

  func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint { positions[node] ?? .zero }

  func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String {
    session.formulas.title(of: node)
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
    session.evaluator.graph.verdict(onConnecting: source, to: target)
  }

  func graphView(_ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]) -> [InputPort] {
    session.evaluator.graph.candidates(for: source, among: inputs)
  }
}
