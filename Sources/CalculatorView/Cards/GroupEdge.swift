// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// One of the two cards that a view shows at the edges of a group that was entered: the inputs of the group, which its members read,
/// at the left, and the outputs of the group, which its members give, at the right.
///
/// The cards belong to views: the graph doesn't contain them. ``node`` is their id for functions and views that accept nodes.
/// Edits that take nodes ignore it, as they do a node that was removed.
///
/// ```swift
/// if let edge = GroupEdge(node) { print(edge.side, editor.groups.title(of: edge.group)) }
/// ```
public struct GroupEdge: Hashable, Sendable {
  /// Which ports a card shows. The raw values are the upper bits of the slots of ids; those of instances have 1 there.
  public enum Side: UInt32, Hashable, Sendable {
    /// The inputs of the group. They are outputs of the card.
    case inputs = 2
    /// The outputs of the group, and a free one. They are inputs of the card.
    case outputs = 3
  }

  /// The group.
  public let group: InstanceID
  /// Which ports of the group the card shows.
  public let side: Side

  /// Creates the value for a card of a group.
  ///
  /// - Parameters:
  ///   - side: Which ports of the group it shows.
  ///   - group: The group, which need not exist.
  public init(_ side: Side, of group: InstanceID) { (self.side, self.group) = (side, group) }

  /// Creates the value for the id of a card; `nil` for the id of a node or a group.
  ///
  /// - Parameter node: The id, from ``node``.
  public init?(_ node: NodeID) {
    guard let side = Side(rawValue: node.slot >> 30) else { return nil }
    self.side = side
    group = InstanceID(index: node.slot & (InstanceID.firstSlot - 1), tag: node.stamp)
  }

  /// The id of the card in views.
  public var node: NodeID { NodeID(slot: side.rawValue << 30 | group.index, stamp: group.node.stamp) }

  /// The title of the card.
  var title: String { side == .inputs ? "Inputs" : "Outputs" }
}

extension Connection {
  /// Whether it leads from the inputs of a group, or to its outputs. Views show such connections; the graph doesn't contain them.
  public var isAtEdge: Bool { GroupEdge(source.node) != nil || GroupEdge(target.node) != nil }
}

/// The positions of the cards at the edges of groups, by definition: all instances share them. Documents don't contain them.
struct GroupEdgePlaces {
  private struct EdgeKey: Hashable {
    let definition: DefinitionID
    let side: GroupEdge.Side
  }

  private var places: [EdgeKey: GraphPoint] = [:]
  private var moved: Set<EdgeKey> = []

  /// The position of a card of a definition's instances; `nil` if it has none yet.
  subscript(_ side: GroupEdge.Side, _ definition: DefinitionID) -> GraphPoint? {
    places[EdgeKey(definition: definition, side: side)]
  }

  /// Sets a position that the user has chosen.
  mutating func move(_ side: GroupEdge.Side, _ definition: DefinitionID, to place: GraphPoint) {
    let key = EdgeKey(definition: definition, side: side)
    places[key] = place
    moved.insert(key)
  }

  /// Sets a position that was computed, unless the user has chosen one.
  mutating func place(_ side: GroupEdge.Side, _ definition: DefinitionID, at place: GraphPoint) {
    let key = EdgeKey(definition: definition, side: side)
    if !moved.contains(key) { places[key] = place }
  }
}
