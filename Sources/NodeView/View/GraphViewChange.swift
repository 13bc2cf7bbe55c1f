// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A change of what a view shows, reported to ``GraphView/onChanges``: for a host that keeps something of its own for
/// each node, such as native controls over nodes or an accessibility tree.
///
/// ```swift
/// view.onChanges = { [unowned self] changes in
///   for change in changes {
///     switch change {
///     case .added(let node): overlays[node] = Overlay(at: view.frame(of: node))
///     case .removed(let node): overlays[node] = nil
///     default: break
///     }
///   }
/// }
/// ```
///
/// Changes of values are not among them: they follow from what the host itself reloads.
public enum GraphViewChange: Hashable, Sendable {
  /// A node is shown that was not.
  case added(NodeID)
  /// A node is not shown any more. A node that was added and removed since the last report is left out.
  case removed(NodeID)
  /// A node's top left corner is at this position now, in canvas points.
  case moved(NodeID, GraphPoint)
  /// A node has this size now, in canvas points.
  case resized(NodeID, GraphSize)
  /// A node is now in front of all others whose looks have the same depth; ``GraphView/nodes`` has the order.
  case raised(NodeID)
  /// A node has other ports, or another kind.
  case replaced(NodeID)
  /// The title of a node is this one now.
  case titled(NodeID, String)
  /// The colour that the look of a node says is this one now; `nil` for none.
  case colored(NodeID, GraphColor?)
  /// A connection is shown that was not: it was made, or a node at one of its ends has appeared.
  case connected(Connection)
  /// A connection is not shown any more.
  case disconnected(Connection)
  /// The label that the look of a connection says is this one now; `nil` for none.
  case labelled(Connection, String?)
  /// A connection is drawn in another colour, width or dashes, on another course or through other reroutes: as its look
  /// says now, or as its host says where the host names a course.
  case restyled(Connection, ConnectionLook)
  /// The selection is this one now.
  case selected(GraphSelection)
}

/// Changes that have not been reported yet: for each thing only the latest.
///
/// Invariant (see `checkInvariants`): each place that a key names holds a change, and all changes have a key.
package struct PendingChanges {
  private enum Key: Hashable {
    case added(NodeID)
    case removed(NodeID)
    case moved(NodeID)
    case resized(NodeID)
    case raised(NodeID)
    case replaced(NodeID)
    case titled(NodeID)
    case colored(NodeID)
    case connected(Connection)
    case disconnected(Connection)
    case labelled(Connection)
    case restyled(Connection)
    case selected
  }

  /// Whether the changes are reported; if not, they are not kept.
  package var isTold = false {
    didSet { if !isTold { (changes, places) = ([], [:]) } }
  }
  private var changes: [GraphViewChange?] = []
  private var places: [Key: Int] = [:]

  package init() {}

  package var isEmpty: Bool { places.isEmpty }

  package mutating func note(_ change: GraphViewChange) {
    guard isTold else { return }
    switch change {
    case .added(let node): put(change, .added(node))
    case .removed(let node):
      // A node that was added and removed since is not mentioned.
      let wasAdded = places[.added(node)] != nil
      let keys = [Key.moved, Key.resized, Key.raised, Key.replaced, Key.titled, Key.colored].map { $0(node) }
      for key in [Key.added(node)] + keys { drop(key) }
      if !wasAdded { put(change, .removed(node)) }
    case .moved(let node, _): put(change, .moved(node))
    case .resized(let node, _): put(change, .resized(node))
    case .raised(let node): put(change, .raised(node))
    case .replaced(let node): put(change, .replaced(node))
    case .titled(let node, _): put(change, .titled(node))
    case .colored(let node, _): put(change, .colored(node))
    case .connected(let connection): put(change, .connected(connection))
    case .disconnected(let connection):
      let wasConnected = places[.connected(connection)] != nil
      for key in [Key.connected(connection), .labelled(connection), .restyled(connection)] { drop(key) }
      if !wasConnected { put(change, .disconnected(connection)) }
    case .labelled(let connection, _): put(change, .labelled(connection))
    case .restyled(let connection, _): put(change, .restyled(connection))
    case .selected: put(change, .selected)
    }
  }

  package mutating func take() -> [GraphViewChange] {
    defer { (changes, places) = ([], [:]) }
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

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() {
    precondition(places.values.allSatisfy { changes[$0] != nil }, "a key names a change")
    precondition(changes.count(where: { $0 != nil }) == places.count, "each change has a key")
  }
}
