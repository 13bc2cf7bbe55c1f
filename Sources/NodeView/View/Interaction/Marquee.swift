// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A rectangle that the pointer pulls open to select the nodes that meet it, and the connections inside it.
struct Marquee: Hashable, Sendable {
  /// How the rectangle combines with the selection before it.
  enum Mode: Hashable, Sendable {
    /// Selects its nodes instead.
    case replaces
    /// Selects its nodes as well.
    case adds
    /// Selects those of its nodes that were not selected, and deselects those that were.
    case toggles

    /// The mode that keys ask for.
    init(_ modifiers: InputEvent.Modifiers, togglesWithoutKeys: Bool = false) {
      let toggles = modifiers.contains(.command) || togglesWithoutKeys
      self = toggles ? .toggles : modifiers.contains(.shift) ? .adds : .replaces
    }

    /// Returns the selection when these nodes and connections are chosen at once.
    func selection(
      of nodes: [NodeID], _ connections: [Connection], with before: GraphSelection
    ) -> GraphSelection {
      GraphSelection(nodes: selected(nodes, before.nodes), connections: selected(connections, before.connections))
    }

    private func selected<Thing: Hashable>(_ inside: [Thing], _ before: [Thing]) -> [Thing] {
      switch self {
      case .replaces: return inside
      case .adds: return before + inside
      case .toggles:
        let (old, new) = (Set(before), Set(inside))
        return before.filter { !new.contains($0) } + inside.filter { !old.contains($0) }
      }
    }
  }

  /// Where the pointer came down, in canvas points.
  let start: GraphPoint
  /// Where the pointer is.
  var end: GraphPoint
  /// The selection before the rectangle was opened.
  var before: GraphSelection
  let mode: Mode

  var rect: GraphRect { GraphRect(from: start, to: end) }

  /// Returns the selection when these nodes meet the rectangle, and these connections are inside it.
  func selection(of inside: [NodeID], _ connections: [Connection]) -> GraphSelection {
    mode.selection(of: inside, connections, with: before)
  }
}
