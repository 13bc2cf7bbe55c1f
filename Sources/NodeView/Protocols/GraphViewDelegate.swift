// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Hears what a person did in a view, and says what may be connected.
///
/// The view changes after the model did: a request changes nothing by itself. Whoever carries it out reloads the nodes
/// it affected with ``GraphView/reload(_:)-([NodeID])``. Only moves show at once.
public protocol GraphViewDelegate: AnyObject {
  /// Another selection was made. Mirrors the seed's `nodeSelectedInView`; not called when nothing changed.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - selection: The nodes and connections now selected.
  func graphView(_ view: GraphView, didSelect selection: GraphSelection)

  /// A node is being moved. Mirrors the seed's `nodeMovedInView`.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - node: The node.
  ///   - position: Where its top left corner is now.
  func graphView(_ view: GraphView, didMove node: NodeID, to position: Point)

  /// The nodes have been moved, or put back: what can be undone in one step ends here.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - nodes: The nodes that were moved.
  func graphView(_ view: GraphView, didEndMoving nodes: [NodeID])

  /// A person asks for a new node. Mirrors the seed's `nodeCreatedInView`.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - position: Where its top left corner should be.
  func graphView(_ view: GraphView, didRequestNodeAt position: Point)

  /// A person asks to delete nodes. Mirrors the seed's `nodeDeletedInView`.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - nodes: The nodes.
  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID])

  /// A person connects an output to an input, in place of what was connected, or cuts the connection if it is there.
  /// Mirrors the seed's `relationshipToggledInView`.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - target: The input.
  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort)

  /// A person cuts a connection: deletes it, or pulls it off its input. By default it is toggled.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection.
  func graphView(_ view: GraphView, didCut connection: Connection)

  /// A person takes a connection from one input to another. By default the one is toggled, then the other.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection as it was.
  ///   - target: The input it shall lead to.
  func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort)

  /// A connection a person tried to make is refused.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - target: The input.
  ///   - reason: What ``graphView(_:verdictOnConnecting:to:)`` said.
  func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError)

  /// The view begins or ends to wait for an input to connect.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output that would be connected; nothing when the mode ended.
  func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?)

  /// A person pulled a wire from an output and let it go beside all nodes.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - position: Where on the canvas.
  func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: Point)

  /// A person tapped a node twice.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - node: The node.
  func graphView(_ view: GraphView, didActivate node: NodeID)

  /// A person asks what can be done here: a press of the secondary button.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - target: What is there.
  ///   - position: Where on the canvas.
  func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: Point)

  /// Another part of the canvas shows, or at another zoom.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - viewport: What shows now.
  func graphView(_ view: GraphView, didChange viewport: Viewport)

  /// How big a new node will probably be. Mirrors the seed's `defaultNodeSize`.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The size, in canvas points.
  func defaultNodeSize(for view: GraphView) -> Size

  /// What connecting an output to an input would mean; nothing changes. Mirrors the seed's
  /// `nodesAreRelationshipCandidates`. The model has to enforce the same.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - source: The output.
  ///   - target: The input.
  /// - Returns: The verdict; the view dims the rows of inputs for which it is a refusal.
  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict
}

extension GraphViewDelegate {
  /// Nothing is done.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {}

  /// The connection is toggled.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    graphView(view, didToggleConnectionFrom: connection.source, to: connection.target)
  }

  /// The connection is toggled, then the new one.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    graphView(view, didToggleConnectionFrom: connection.source, to: connection.target)
    graphView(view, didToggleConnectionFrom: connection.source, to: target)
  }

  /// Nothing is done.
  public func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) {}

  /// Nothing is done.
  public func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?) {}

  /// Nothing is done.
  public func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: Point) {}

  /// Nothing is done.
  public func graphView(_ view: GraphView, didActivate node: NodeID) {}

  /// Nothing is done.
  public func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: Point) {}

  /// Nothing is done.
  public func graphView(_ view: GraphView, didChange viewport: Viewport) {}
}

/// All that a view asks and tells, for those who answer in one place, as the seed's `SNDelegate` does.
public typealias NodeGraphDelegate = GraphViewDataSource & GraphViewRendererProvider & GraphViewDelegate
