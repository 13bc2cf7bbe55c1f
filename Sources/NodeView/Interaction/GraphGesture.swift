// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What the pointer that is down does, for cursors, hints and drawings of one's own. Places are in canvas points.
public enum GraphGesture: Hashable, Sendable {
  /// Moves these nodes.
  case moving([NodeID])
  /// Moves the canvas.
  case panning
  /// Pulls a wire from an output, its loose end here, or at the input it has jumped to, which would take it.
  case wiring(OutputPort, end: Point, target: InputPort?)
  /// Selects what lies in this rectangle.
  case selecting(Rect)
}

extension GraphView {
  /// What the pointer that is down does; nothing before it has moved.
  public var gesture: GraphGesture? {
    switch interaction.activity {
    case .idle: nil
    case .moving(let starts, _): .moving(starts.map(\.node))
    case .panning: .panning
    case .wiring(let wire): .wiring(wire.source, end: wire.end, target: wire.target)
    case .selecting(let from, let to, _, _): .selecting(Rect(from: from, to: to))
    }
  }
}
