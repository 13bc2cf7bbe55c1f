// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Connects a view with the calculator's model: shows the model's nodes, makes the edits that the view requests, and
/// reloads exactly the nodes that an edit affected.
///
/// ```swift
/// let controller = CalculatorController()
/// let touch = InputEvent.Action.down(pointer: 0, at: GraphPoint(250, 100), button: .primary)
/// controller.view.handle(InputEvent(touch, time: 0))                     // selects One
/// try controller.setValue(5)                                             // Add shows 7
/// ```
public final class CalculatorController {
  /// The model that is shown.
  public let model: CalculatorModel
  /// The view. The controller is its data source, renderer provider and delegate.
  public let view: GraphView
  /// Sizes and colours of the nodes.
  public var look: CalculatorLook { renderers.look }
  /// The reason why the last edit of the view was refused; `nil` if it was made.
  public private(set) var lastRefusal: GraphError?
  let renderers: CalculatorRenderers

  /// Creates a controller and presents it in the view.
  ///
  /// - Parameters:
  ///   - model: The model; by default, the demo's.
  ///   - view: The view; by default, one of 1024 × 768 points for touch.
  ///   - look: Sizes and colours of the nodes; by default, those that fit the view's style.
  public init(
    model: CalculatorModel = CalculatorModel(), view: GraphView = GraphView(size: GraphSize(1024, 768)),
    look: CalculatorLook? = nil
  ) {
    self.model = model
    self.view = view
    let evaluator = model.evaluator
    renderers = CalculatorRenderers(values: CardValues(of: evaluator), look: look ?? .fitting(view.style)) { node in
      evaluator.graph.name(of: node) ?? ""
    } detail: { node in
      (try? evaluator.graph.kind(of: node))?.name ?? ""
    }
    view.present(self)
  }

  /// The selected node; `nil` if none or several are selected.
  public var selectedNode: NodeID? { view.selection.nodes.count == 1 ? view.selection.nodes[0] : nil }

  /// The range of the demo's slider.
  public static let sliderRange = 0.0...255.0

  /// Gives the selected Number a value from the demo's slider: the nearest whole number of ``sliderRange``.
  ///
  /// ```swift
  /// try controller.slide(to: 260.7)  // 255
  /// ```
  ///
  /// - Parameter value: The position of the slider. Without a selected node, the call has no effect.
  /// - Throws: `notGivable` if the node is an operator.
  /// - Precondition: The value is not NaN.
  /// - Complexity: O(nodes that run).
  public func slide(to value: Double) throws(GraphError) {
    try setValue(min(max(value, Self.sliderRange.lowerBound), Self.sliderRange.upperBound).rounded())
  }

  /// Gives the selected Number any finite value. Use ``slide(to:)`` for values of a slider.
  ///
  /// - Parameter value: The new value. Without a selected node, the call has no effect.
  /// - Throws: `notGivable` if the node is an operator.
  /// - Precondition: The value is finite.
  /// - Complexity: O(nodes that run).
  public func setValue(_ value: Double) throws(GraphError) {
    guard let node = selectedNode else { return }
    view.reload(try model.setValue(value, of: node))
  }

  /// Gives the selected node another kind, as a menu does.
  ///
  /// - Parameter kind: The name of a kind, such as `Add`. Without a selected node, the call has no effect.
  /// - Throws: `unknownKind`.
  /// - Complexity: As ``Calculator/CalculatorModel/setKind(_:of:)``.
  public func setKind(_ kind: String) throws(GraphError) {
    guard let node = selectedNode else { return }
    view.reload(try model.setKind(kind, of: node))
  }

  /// Makes an edit and reloads the nodes that it affected, or stores the reason why it was refused.
  private func carryOut(_ edit: () throws(GraphError) -> [NodeID]) {
    do throws(GraphError) {
      let affected = try edit()
      lastRefusal = nil
      view.reload(affected)
    } catch {
      lastRefusal = error
    }
  }
}

@available(*, unavailable)
extension CalculatorController: Sendable {}

extension CalculatorController: GraphViewDataSource, GraphViewRendererProvider, CalculatorRendererProvider {
  /// The model's nodes, in the order in which they were created.
  public func nodes(for view: GraphView) -> [NodeID] { model.nodes }

  /// The graph of the model's evaluator.
  public func graph(for view: GraphView) -> Graph { model.evaluator.graph }
}

extension CalculatorController: GraphViewDelegate {
  /// Moves the node in the model.
  public func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    carryOut { () throws(GraphError) in
      try model.evaluator.edit { edit throws(GraphError) in try edit.move(node, to: position) }
      return []
    }
  }

  /// Adds a Number and selects it.
  public func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    let node = model.addNode(at: position)
    view.reload(node)
    view.select(GraphSelection(nodes: [node]))
  }

  /// Deletes the nodes in the model.
  public func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    for node in nodes {
      carryOut { () throws(GraphError) in try [node] + model.deleteNode(node) }
    }
  }

  /// Connects the output to the input, replacing the input's connection, or disconnects them.
  public func graphView(
    _ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort
  ) {
    carryOut { () throws(GraphError) in try model.toggleConnection(from: source, to: target) }
  }

  /// Stores the reason in ``lastRefusal``.
  public func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) {
    lastRefusal = reason
  }

  /// The size of a Number: 202 × 288 points with the look for touch.
  public func defaultNodeSize(for view: GraphView) -> GraphSize {
    let title = look.palette == nil ? view.style.titleHeight : 0
    return GraphSize(look.itemSize.width + 2, title + look.itemSize.height + look.rowHeight)
  }

  /// The verdict of the model.
  public func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    model.verdict(onConnecting: source, to: target)
  }

  /// The inputs that the model does not refuse.
  public func graphView(
    _ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]
  ) -> [InputPort] {
    model.evaluator.graph.candidates(for: source, among: inputs)
  }
}
