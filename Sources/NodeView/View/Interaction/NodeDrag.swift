// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes that are moved with the pointer, and the node below it, which may accept them.
struct NodeDrag: Hashable, Sendable {
  /// A node below the pointer, and whether the host accepts a drop there. The host answers once for each node.
  private struct Below: Hashable, Sendable {
    let node: NodeID
    let isAccepted: Bool
  }

  /// The positions of the nodes when the drag began.
  private(set) var starts: [Interaction.Start]
  /// Where the pointer was then, in canvas points.
  let from: GraphPoint
  /// Whether other nodes may accept these. If not, the drag makes no search below the pointer.
  private let hasTargets: Bool
  /// Where the pointer is, in canvas points, if other nodes may accept these.
  private(set) var end: GraphPoint
  private var below: Below?

  init(_ starts: [Interaction.Start], from: GraphPoint, _ host: Interaction.Host) {
    (self.starts, self.from, end, hasTargets) = (starts, from, from, host.hasTargets(starts.map(\.node)))
  }

  var nodes: [NodeID] { starts.map(\.node) }

  /// The node that accepts those that are moved, if they are released where the pointer is.
  var target: NodeID? { below.flatMap { $0.isAccepted ? $0.node : nil } }

  func moves(_ node: NodeID) -> Bool { starts.contains { $0.node == node } }

  /// Follows the pointer, and finds the node below it. With the command key there is none, so that nodes can be put in
  /// front of others.
  mutating func follow(_ place: GraphPoint, _ reaction: Interaction.Reaction) {
    guard hasTargets else { return }
    end = place
    let isSuppressed = reaction.modifiers.contains(.command)
    guard !isSuppressed, let node = reaction.scene.topmostNode(at: place, where: { !moves($0) }) else {
      below = nil
      return
    }
    if below?.node == node { return }
    below = Below(node: node, isAccepted: reaction.host.accepts(.nodes(nodes), .item(node)))
  }

  /// Drops what a scene no longer has.
  mutating func forget(missingFrom scene: Scene) {
    starts.removeAll { scene.nodes[$0.node] == nil }
    if let node = below?.node, scene.nodes[node] == nil { below = nil }
  }
}

extension Interaction.Activity {
  /// The nodes that are being moved, if some are.
  var nodeDrag: NodeDrag? { if case .moving(let drag) = self { drag } else { nil } }
}

extension GraphView {
  /// The node that accepts those that are being dragged, if they are released where the pointer is; `nil` if there is
  /// none. It is highlighted. See ``GraphViewDelegate/graphView(_:hasTargetsFor:)``.
  ///
  /// It is always `nil` unless the delegate implements that method, and while the command key is held. Use it for a
  /// hint or a cursor of your own:
  ///
  /// ```swift
  /// cursor = view.nodeTarget == nil ? .moving : .dropping
  /// ```
  public var nodeTarget: NodeID? { interaction.activity.nodeDrag?.target }

  /// The node that accepts what is being dragged: nodes, or something from outside.
  var receiver: NodeID? { nodeTarget ?? payloadTarget?.node }
}
