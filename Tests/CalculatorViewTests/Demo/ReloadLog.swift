// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView

/// A delegate between a view and a controller that logs the renderers reloaded.
final class ReloadLog: NodeGraphDelegate {
  let controller: CalculatorController
  fileprivate var reloads: [String] = []

  init(_ controller: CalculatorController = CalculatorController()) {
    self.controller = controller
    controller.view.present(self)
    reloads = []
  }

  var view: GraphView { controller.view }
  var model: CalculatorModel { controller.model }

  func node(_ name: String) throws -> NodeID { try model.node(name) }

  /// The names reloaded since the last call, sorted.
  func take() -> [String] {
    defer { reloads = [] }
    return reloads.sorted()
  }

  func nodes(for view: GraphView) -> [NodeID] { controller.nodes(for: view) }
  func graph(for view: GraphView) -> Graph { controller.graph(for: view) }

  private func name(_ node: NodeID) -> String { model.evaluator.graph.name(of: node) ?? "\(node)" }

  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer {
    LoggedItem(controller.graphView(view, itemRendererFor: node), name(node), self)
  }

  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer {
    let row = controller.graphView(view, inputRowRendererFor: input, connectedTo: sources)
    return LoggedRow(row, "\(name(input.node)).\(input.index)", self)
  }

  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    LoggedRow(controller.graphView(view, outputRowRendererFor: output), "\(name(output.node)) output", self)
  }

  func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}

  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    controller.graphView(view, didMove: node, to: position)
  }

  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    controller.graphView(view, didRequestNodeAt: position)
  }

  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    controller.graphView(view, didRequestDeletionOf: nodes)
  }

  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    controller.graphView(view, didToggleConnectionFrom: source, to: target)
  }

  func defaultNodeSize(for view: GraphView) -> GraphSize { controller.defaultNodeSize(for: view) }

  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    controller.graphView(view, verdictOnConnecting: source, to: target)
  }
}

private class LoggedPart: NodePartRenderer {
  let part: any NodePartRenderer
  let name: String
  weak var log: ReloadLog?

  init(_ part: any NodePartRenderer, _ name: String, _ log: ReloadLog) {
    self.part = part
    self.name = name
    self.log = log
  }

  var intrinsicContentSize: GraphSize { part.intrinsicContentSize }

  func reload() {
    log?.reloads.append(name)
    part.reload()
  }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) { part.draw(in: canvas, size: size) }
}

private final class LoggedItem: LoggedPart, ItemRenderer {}
private final class LoggedRow: LoggedPart, InputRowRenderer, OutputRowRenderer {}
