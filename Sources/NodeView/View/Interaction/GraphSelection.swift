// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The selected nodes and connections of a view.
///
/// ```swift
/// view.select(GraphSelection(nodes: [tax, sum]))
/// let frames = view.selection.nodes.compactMap { view.frame(of: $0) }
/// ```
///
/// It is a value: changing one has no effect on a view before ``GraphView/select(_:)``. Two selections are equal if
/// they have the same things in the same order. It may contain ids that exist nowhere.
public struct GraphSelection: Hashable, Sendable {
  var chosenNodes: OrderedThings<NodeID>
  var chosenConnections: OrderedThings<Connection>

  /// Makes a selection of these nodes and connections.
  ///
  /// - Parameters:
  ///   - nodes: The nodes; repeated ones are left out.
  ///   - connections: The connections; repeated ones are left out.
  /// - Complexity: O(nodes + connections).
  public init(nodes: [NodeID] = [], connections: [Connection] = []) {
    chosenNodes = OrderedThings(nodes)
    chosenConnections = OrderedThings(connections)
  }

  /// The nodes, in the order in which they were selected, each once. The last one is the most recent: an inspector for
  /// a single node shows `nodes.last`.
  public var nodes: [NodeID] { chosenNodes.list }
  /// The connections, in the order in which they were selected, each once. Connections of selected nodes are not part
  /// of it unless they were selected themselves.
  public var connections: [Connection] { chosenConnections.list }

  /// Whether a node is selected.
  ///
  /// - Parameter node: The node.
  /// - Returns: Whether it is selected; selecting its connections doesn't count.
  /// - Complexity: O(1).
  public func contains(_ node: NodeID) -> Bool { chosenNodes.contains(node) }

  /// Whether a connection is selected.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: Whether it is selected; selecting the nodes at its ends doesn't count.
  /// - Complexity: O(1).
  public func contains(_ connection: Connection) -> Bool { chosenConnections.contains(connection) }

  /// Whether neither a node nor a connection is selected.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { nodes.isEmpty && connections.isEmpty }

  /// The selected connections at none of the selected nodes: those that are left to cut when the nodes are deleted.
  ///
  /// ```swift
  /// for connection in selection.remainingConnections {
  ///   try edit.disconnect(connection.source, from: connection.target)
  /// }
  /// for node in selection.nodes { try edit.remove(node) }
  /// ```
  ///
  /// - Complexity: O(connections).
  public var remainingConnections: [Connection] {
    connections.filter { !contains($0.source.node) && !contains($0.target.node) }
  }

  /// How many things are selected. Complexity: O(1).
  var count: Int { nodes.count + connections.count }

  /// Whether all of it is in another selection.
  func isPart(of other: GraphSelection) -> Bool {
    nodes.allSatisfy(other.contains) && connections.allSatisfy(other.contains)
  }

  /// The things that pass both filters.
  func filtered(nodes: (NodeID) -> Bool, connections: (Connection) -> Bool) -> GraphSelection {
    GraphSelection(nodes: self.nodes.filter(nodes), connections: self.connections.filter(connections))
  }
}

/// Things in the order in which they were chosen, each once.
///
/// Invariant: `members` are the elements of `list`.
struct OrderedThings<Thing: Hashable & Sendable>: Hashable, Sendable {
  private(set) var list: [Thing]
  private var members: Set<Thing>

  /// Makes a list of the things, without repeated ones.
  init(_ things: [Thing]) {
    members = Set(things)
    list = things
    guard members.count < things.count else { return }
    var seen: Set<Thing> = []
    list = things.filter { seen.insert($0).inserted }
  }

  func contains(_ thing: Thing) -> Bool { members.contains(thing) }

  /// Adds a thing at the end, and returns whether it wasn't there. Complexity: O(1), amortised.
  mutating func append(_ thing: Thing) -> Bool {
    guard members.insert(thing).inserted else { return false }
    list.append(thing)
    return true
  }

  /// Removes a thing, and returns whether it was there. Complexity: O(things).
  @discardableResult
  mutating func remove(_ thing: Thing) -> Bool {
    guard members.remove(thing) != nil else { return false }
    list.removeAll { $0 == thing }
    return true
  }

  /// Adds a thing at the end, or removes it, and returns whether it is there now.
  mutating func toggle(_ thing: Thing) -> Bool {
    if remove(thing) { return false }
    return append(thing)
  }

  // The set follows from the list.
  static func == (one: OrderedThings, other: OrderedThings) -> Bool { one.list == other.list }

  func hash(into hasher: inout Hasher) { hasher.combine(list) }
}
