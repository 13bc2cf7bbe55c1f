// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// What a view is answered whose delegate has no answers of its own.

extension GraphViewDelegate {
  /// Returns 128 × 76 canvas points: the size of a node with one row in a themed view.
  public func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(128, 76) }

  /// Returns the verdict of the graph of the view's data source. Implement it where the model has rules of its own, or
  /// knows nodes that this graph doesn't contain.
  ///
  /// - Complexity: That of ``/NodeGraph/Graph/verdict(onConnecting:to:)``.
  public func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    view.dataSource?.graph(for: view).verdict(onConnecting: source, to: target) ?? .refused(.stale(target.node))
  }

  /// Filters the inputs by ``graphView(_:verdictOnConnecting:to:)``.
  ///
  /// - Complexity: O(inputs) verdicts, each of which may search the graph.
  public func graphView(
    _ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]
  ) -> [InputPort] {
    inputs.filter { input in
      if case .refused = graphView(view, verdictOnConnecting: source, to: input) { false } else { true }
    }
  }

  /// Returns no words: rows of refused inputs are dimmed without a reason.
  ///
  /// - Complexity: O(1).
  public func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String] { [:] }

  /// Returns `false`: nodes are released where they are, and a drag makes no search below the pointer. Without it
  /// ``graphView(_:accepts:on:)`` is never called for nodes.
  public func graphView(_ view: GraphView, hasTargetsFor nodes: [NodeID]) -> Bool { false }

  /// Returns `false`: payloads are refused everywhere, and a wire that is released on a line arrives as dropped on the
  /// canvas.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool { false }
}
