// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Changing a selection in place, as a set whose elements keep the order in which they were selected.
///
/// ```swift
/// var selection = view.selection
/// selection.toggle(tax)
/// selection.formUnion(GraphSelection(nodes: graph.sinks))
/// view.select(selection)
/// ```
extension GraphSelection {
  /// Selects a node, after all others.
  ///
  /// - Returns: Whether it was not selected.
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func insert(_ node: NodeID) -> Bool { chosenNodes.append(node) }

  /// Selects a connection, after all others.
  ///
  /// - Returns: Whether it was not selected.
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func insert(_ connection: Connection) -> Bool { chosenConnections.append(connection) }

  /// Deselects a node.
  ///
  /// - Returns: Whether it was selected.
  /// - Complexity: O(nodes). To deselect many, use ``subtract(_:)``.
  @discardableResult
  public mutating func remove(_ node: NodeID) -> Bool { chosenNodes.remove(node) }

  /// Deselects a connection.
  ///
  /// - Returns: Whether it was selected.
  /// - Complexity: O(connections). To deselect many, use ``subtract(_:)``.
  @discardableResult
  public mutating func remove(_ connection: Connection) -> Bool { chosenConnections.remove(connection) }

  /// Deselects all.
  public mutating func removeAll() { self = GraphSelection() }

  /// Selects a node, or deselects it if it is selected.
  ///
  /// - Returns: Whether it is selected now.
  /// - Complexity: As ``insert(_:)-(NodeID)`` and ``remove(_:)-(NodeID)``.
  @discardableResult
  public mutating func toggle(_ node: NodeID) -> Bool { chosenNodes.toggle(node) }

  /// Selects a connection, or deselects it if it is selected.
  ///
  /// - Returns: Whether it is selected now.
  /// - Complexity: As ``insert(_:)-(Connection)`` and ``remove(_:)-(Connection)``.
  @discardableResult
  public mutating func toggle(_ connection: Connection) -> Bool { chosenConnections.toggle(connection) }

  /// Selects all of another selection too, after what is selected.
  ///
  /// - Complexity: O(other).
  public mutating func formUnion(_ other: GraphSelection) {
    for node in other.nodes { insert(node) }
    for connection in other.connections { insert(connection) }
  }

  /// Deselects all of another selection.
  ///
  /// - Complexity: O(nodes + connections).
  public mutating func subtract(_ other: GraphSelection) {
    self = filtered(nodes: { !other.contains($0) }, connections: { !other.contains($0) })
  }

  /// Deselects all that is not in another selection.
  ///
  /// - Complexity: O(nodes + connections).
  public mutating func formIntersection(_ other: GraphSelection) {
    self = filtered(nodes: other.contains, connections: other.contains)
  }

  /// Deselects what is in both, and selects what is in another selection only, after what stays.
  ///
  /// - Complexity: O(nodes + connections), of both.
  public mutating func formSymmetricDifference(_ other: GraphSelection) {
    var added = other
    added.subtract(self)
    subtract(other)
    formUnion(added)
  }

  /// Returns what is in this selection or another. Complexity: As ``formUnion(_:)``.
  public func union(_ other: GraphSelection) -> GraphSelection { changed { $0.formUnion(other) } }

  /// Returns what is in this selection and not in another. Complexity: As ``subtract(_:)``.
  public func subtracting(_ other: GraphSelection) -> GraphSelection { changed { $0.subtract(other) } }

  /// Returns what is in both selections. Complexity: As ``formIntersection(_:)``.
  public func intersection(_ other: GraphSelection) -> GraphSelection { changed { $0.formIntersection(other) } }

  /// Returns what is in one of both selections only. Complexity: As ``formSymmetricDifference(_:)``.
  public func symmetricDifference(_ other: GraphSelection) -> GraphSelection {
    changed { $0.formSymmetricDifference(other) }
  }

  private func changed(_ change: (inout GraphSelection) -> Void) -> GraphSelection {
    var copy = self
    change(&copy)
    return copy
  }
}
