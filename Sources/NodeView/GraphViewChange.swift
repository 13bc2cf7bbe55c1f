// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Something that is different in a view.
public enum GraphViewChange: Hashable, Sendable {
  /// A node is shown.
  case added(NodeID)
  /// A node is no longer shown.
  case removed(NodeID)
  /// A node's top left corner is here now.
  case moved(NodeID, Point)
  /// A node has another size.
  case resized(NodeID, Size)
  /// A node came in front of all others; ``GraphView/nodes`` has the order.
  case raised(NodeID)
  /// A node has other ports.
  case replaced(NodeID)
  /// Something else is selected.
  case selected(GraphSelection)
}

/// Changes that have not been told yet; of the same thing only the latest is.
struct PendingChanges {
  private enum Key: Hashable {
    case added(NodeID)
    case removed(NodeID)
    case moved(NodeID)
    case resized(NodeID)
    case raised(NodeID)
    case replaced(NodeID)
    case selected
  }

  private var changes: [GraphViewChange?] = []
  private var places: [Key: Int] = [:]

  var isEmpty: Bool { places.isEmpty }

  mutating func note(_ change: GraphViewChange) {
    switch change {
    case .added(let node): put(change, .added(node))
    case .removed(let node):
      // Of a node that came and went nothing is told.
      let wasAdded = places[.added(node)] != nil
      for key in [Key.added(node), .moved(node), .resized(node), .raised(node), .replaced(node)] { drop(key) }
      if !wasAdded { put(change, .removed(node)) }
    case .moved(let node, _): put(change, .moved(node))
    case .resized(let node, _): put(change, .resized(node))
    case .raised(let node): put(change, .raised(node))
    case .replaced(let node): put(change, .replaced(node))
    case .selected: put(change, .selected)
    }
  }

  mutating func take() -> [GraphViewChange] {
    defer { self = PendingChanges() }
    return changes.compactMap(\.self)
  }

  private mutating func put(_ change: GraphViewChange, _ key: Key) {
    if let place = places[key] {
      changes[place] = change
    } else {
      places[key] = changes.count
      changes.append(change)
    }
  }

  private mutating func drop(_ key: Key) {
    if let place = places.removeValue(forKey: key) { changes[place] = nil }
  }
}
