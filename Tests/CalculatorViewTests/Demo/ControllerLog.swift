// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeEval
import NodeGraph
import NodeView

/// A delegate between a view and a controller that logs every call.
final class ControllerLog: NodeGraphDelegate {
  let controller: CalculatorController
  private(set) var lines: [String] = []

  init(_ controller: CalculatorController = CalculatorController()) {
    self.controller = controller
    controller.view.present(self)
    lines = []
  }

  var view: GraphView { controller.view }
  var model: CalculatorModel { controller.model }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func note(_ line: String) { lines.append(line) }

  func name(_ node: NodeID) -> String { model.evaluator.graph.name(of: node) ?? "\(node)" }

  private func name(_ input: InputPort) -> String {
    let inputs = (try? model.evaluator.graph.kind(of: input.node))?.inputs ?? []
    return "\(name(input.node)).\(input.index < inputs.count ? inputs[input.index].name : "\(input.index)")"
  }

  func nodes(for view: GraphView) -> [NodeID] {
    note("nodes?")
    return controller.nodes(for: view)
  }

  func graph(for view: GraphView) -> Graph { controller.graph(for: view) }

  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer {
    note("item renderer of \(name(node))?")
    return controller.graphView(view, itemRendererFor: node)
  }

  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer {
    note("row renderer of \(name(input)) ← \(sources.map { name($0.node) })?")
    return controller.graphView(view, inputRowRendererFor: input, connectedTo: sources)
  }

  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    note("output row renderer of \(name(output.node))?")
    return controller.graphView(view, outputRowRendererFor: output)
  }

  func graphView(_ view: GraphView, didSelect selection: GraphSelection) {
    note("selected \(selection.nodes.map(name))")
    controller.graphView(view, didSelect: selection)
  }

  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    note("moved \(name(node)) to \(position)")
    controller.graphView(view, didMove: node, to: position)
  }

  func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
    note("ended moving \(nodes.map(name))")
    controller.graphView(view, didEndMoving: nodes)
  }

  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    note("requested a node at \(position)")
    controller.graphView(view, didRequestNodeAt: position)
  }

  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    note("requested deletion of \(nodes.map(name))")
    controller.graphView(view, didRequestDeletionOf: nodes)
  }

  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    note("toggled \(name(source.node)) → \(name(target))")
    controller.graphView(view, didToggleConnectionFrom: source, to: target)
  }

  func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) {
    note("refused \(name(source.node)) → \(name(target)): \(model.evaluator.graph.describe(reason))")
    controller.graphView(view, didRefuseConnectionFrom: source, to: target, reason: reason)
  }

  func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?) {
    note("connection source \(source.map { name($0.node) } ?? "none")")
    controller.graphView(view, didChangeConnectionSource: source)
  }

  func graphView(_ view: GraphView, didChange viewport: Viewport) {
    note("viewport \(viewport.origin) × \(viewport.zoom)")
    controller.graphView(view, didChange: viewport)
  }

  func defaultNodeSize(for view: GraphView) -> GraphSize {
    note("default node size?")
    return controller.defaultNodeSize(for: view)
  }

  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    let verdict = controller.graphView(view, verdictOnConnecting: source, to: target)
    let text =
      switch verdict {
      case .allowed: "allowed"
      case .replacing(let connection): "in place of \(name(connection.source.node))"
      case .converting(let conversion, _): "\(conversion)"
      case .refused: "refused"
      }
    note("\(name(source.node)) → \(name(target))? \(text)")
    return verdict
  }
}
