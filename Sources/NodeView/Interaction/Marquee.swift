// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A rectangle that the pointer pulls open to select the nodes that meet it, and the connections that lie in it.
struct Marquee: Hashable, Sendable {
  /// What it does with what was selected before.
  enum Mode: Hashable, Sendable {
    /// Selects its nodes instead.
    case replaces
    /// Selects its nodes as well.
    case adds
    /// Selects those of its nodes that were not selected, and deselects those that were.
    case toggles

    /// What keys ask for.
    init(_ modifiers: InputEvent.Modifiers, togglesWithoutKeys: Bool = false) {
      let toggles = modifiers.contains(.command) || togglesWithoutKeys
      self = toggles ? .toggles : modifiers.contains(.shift) ? .adds : .replaces
    }

    /// What is selected when these nodes and connections are chosen at once.
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
  /// What was selected before.
  var before: GraphSelection
  let mode: Mode

  var rect: GraphRect { GraphRect(from: start, to: end) }

  /// What is selected when these nodes meet the rectangle, and these connections lie in it.
  func selection(of inside: [NodeID], _ connections: [Connection]) -> GraphSelection {
    mode.selection(of: inside, connections, with: before)
  }
}
