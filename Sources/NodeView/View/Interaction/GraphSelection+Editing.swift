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
  /// Selects a node, after all others. A node that is selected keeps its place.
  ///
  /// - Parameter node: The node.
  /// - Returns: Whether it was not selected.
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func insert(_ node: NodeID) -> Bool { chosenNodes.append(node) }

  /// Selects a connection, after all others. A connection that is selected keeps its place.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: Whether it was not selected.
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func insert(_ connection: Connection) -> Bool { chosenConnections.append(connection) }

  /// Deselects a node. Its connections stay selected.
  ///
  /// - Parameter node: The node.
  /// - Returns: Whether it was selected.
  /// - Complexity: O(nodes). To deselect many, use ``subtract(_:)``.
  @discardableResult
  public mutating func remove(_ node: NodeID) -> Bool { chosenNodes.remove(node) }

  /// Deselects a connection. The nodes at its ends stay selected.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: Whether it was selected.
  /// - Complexity: O(connections). To deselect many, use ``subtract(_:)``.
  @discardableResult
  public mutating func remove(_ connection: Connection) -> Bool { chosenConnections.remove(connection) }

  /// Deselects all nodes and connections.
  ///
  /// - Complexity: O(nodes + connections).
  public mutating func removeAll() { self = GraphSelection() }

  /// Selects a node, after all others, or deselects it if it is selected: what a click with the command key does.
  ///
  /// - Parameter node: The node.
  /// - Returns: Whether it is selected now.
  /// - Complexity: As ``insert(_:)-(NodeID)`` and ``remove(_:)-(NodeID)``.
  @discardableResult
  public mutating func toggle(_ node: NodeID) -> Bool { chosenNodes.toggle(node) }

  /// Selects a connection, after all others, or deselects it if it is selected.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: Whether it is selected now.
  /// - Complexity: As ``insert(_:)-(Connection)`` and ``remove(_:)-(Connection)``.
  @discardableResult
  public mutating func toggle(_ connection: Connection) -> Bool { chosenConnections.toggle(connection) }

  /// Selects all of another selection too, after what is selected and in its order.
  ///
  /// ```swift
  /// var selection = view.selection
  /// selection.formUnion(GraphSelection(nodes: view.nodes(in: frame.rect)))
  /// view.select(selection)
  /// ```
  ///
  /// - Parameter other: The other selection.
  /// - Complexity: O(other).
  public mutating func formUnion(_ other: GraphSelection) {
    for node in other.nodes { insert(node) }
    for connection in other.connections { insert(connection) }
  }

  /// Deselects all of another selection. What stays keeps its order.
  ///
  /// It is the way to deselect many things: ``remove(_:)-(NodeID)`` for each would take quadratic time.
  ///
  /// - Parameter other: The other selection.
  /// - Complexity: O(nodes + connections).
  public mutating func subtract(_ other: GraphSelection) {
    self = filtered(nodes: { !other.contains($0) }, connections: { !other.contains($0) })
  }

  /// Deselects all that is not in another selection. What stays keeps its order.
  ///
  /// ```swift
  /// selection.formIntersection(GraphSelection(nodes: graph.upstream(of: total)))
  /// ```
  ///
  /// - Parameter other: The other selection.
  /// - Complexity: O(nodes + connections).
  public mutating func formIntersection(_ other: GraphSelection) {
    self = filtered(nodes: other.contains, connections: other.contains)
  }

  /// Deselects what is in both, and selects what is in another selection only, after what stays: what a second
  /// rectangle does with the command key.
  ///
  /// - Parameter other: The other selection.
  /// - Complexity: O(nodes + connections), of both.
  public mutating func formSymmetricDifference(_ other: GraphSelection) {
    var added = other
    added.subtract(self)
    subtract(other)
    formUnion(added)
  }

  /// Returns what is in this selection or another, in the order of ``formUnion(_:)``.
  ///
  /// - Parameter other: The other selection.
  /// - Returns: A new selection.
  /// - Complexity: O(nodes + connections), of both.
  public func union(_ other: GraphSelection) -> GraphSelection { changed { $0.formUnion(other) } }

  /// Returns what is in this selection and not in another, in the order of this one.
  ///
  /// - Parameter other: The other selection.
  /// - Returns: A new selection.
  /// - Complexity: O(nodes + connections).
  public func subtracting(_ other: GraphSelection) -> GraphSelection { changed { $0.subtract(other) } }

  /// Returns what is in both selections, in the order of this one.
  ///
  /// - Parameter other: The other selection.
  /// - Returns: A new selection.
  /// - Complexity: O(nodes + connections).
  public func intersection(_ other: GraphSelection) -> GraphSelection { changed { $0.formIntersection(other) } }

  /// Returns what is in exactly one of both selections: first what is in this one, then what is in the other.
  ///
  /// - Parameter other: The other selection.
  /// - Returns: A new selection.
  /// - Complexity: O(nodes + connections), of both.
  public func symmetricDifference(_ other: GraphSelection) -> GraphSelection {
    changed { $0.formSymmetricDifference(other) }
  }

  private func changed(_ change: (inout GraphSelection) -> Void) -> GraphSelection {
    var copy = self
    change(&copy)
    return copy
  }
}
