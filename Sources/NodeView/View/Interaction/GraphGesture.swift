// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What the pointer that is down is doing, for cursors, hints and drawings of your own. Points are in canvas points.
///
/// ```swift
/// if case .wiring(let source, _, let target?) = view.gesture { hint = "connects \(source) to \(target)" }
/// ```
///
/// The view already draws what a gesture shows.
public enum GraphGesture: Hashable, Sendable {
  /// Moves these nodes.
  case moving([NodeID])
  /// Moves the canvas.
  case panning
  /// Pulls a wire from an output. Its end is under the pointer, or snapped to an input that accepts it.
  case wiring(OutputPort, end: GraphPoint, target: InputPort?)
  /// Pulls a wire from an input. Its end is under the pointer, or snapped to an output that the input accepts.
  case feeding(InputPort, end: GraphPoint, source: OutputPort?)
  /// Selects the nodes that meet this rectangle.
  case selecting(GraphRect)
  /// Moves a reroute of the connection, by its index.
  case rerouting(Connection, Int)
  /// Moves a frame, with its contents.
  case framing(FrameID)
  /// Resizes a frame.
  case sizing(FrameID)
  /// Resizes a node.
  case resizing(NodeID)
}

extension GraphView {
  /// What the pointer that is down is doing; `nil` before it has moved as far as ``InteractionProfile/dragThreshold``,
  /// and for taps, long presses and pinches.
  ///
  /// It changes with events, and ends when a reload removes what the gesture moves.
  ///
  /// - Complexity: O(nodes that it moves).
  public var gesture: GraphGesture? {
    switch interaction.activity {
    case .idle: nil
    case .moving(let drag): .moving(drag.nodes)
    case .panning: .panning
    case .wiring(let wire): .wiring(wire.source, end: wire.end, target: wire.target)
    case .feeding(let wire): .feeding(wire.target, end: wire.end, source: wire.source)
    case .selecting(let marquee): .selecting(marquee.rect)
    case .rerouting(let drag): .rerouting(drag.connection, drag.index)
    case .framing(let drag, _): .framing(drag.id)
    case .sizing(let id, _, _): .sizing(id)
    case .resizing(let drag, _): .resizing(drag.node)
    }
  }
}
