// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Positions of new members of a scope: at free places, to the right of what they read.
extension SessionEditor {
  /// The distance between a node that is added and what it reads, or what reads it.
  private static let distance = 40.0

  /// The rectangle of a member: of the size that it has in a view, or would have there.
  func rect(of member: NodeID) -> GraphRect {
    let origin = GroupEdge(member).flatMap { place(of: $0) } ?? groups.position(of: member)
    return GraphRect(origin, shownSize(of: member) ?? ScopePlacing.size(of: member, in: session))
  }

  /// The rectangles of the members of a scope, without some of them.
  private func rects(in scope: InstanceID?, without others: Set<NodeID>) -> [GraphRect] {
    (groups.members(of: scope) + edges(of: scope)).filter { !others.contains($0) }.map(rect)
  }

  /// The nodes and groups of its scope that a member reads.
  func sources(of member: NodeID) -> [NodeID] {
    (kind(of: member)?.inputs.indices ?? 0..<0).flatMap { sources(of: member.input($0)).map(\.node) }
  }

  /// The nodes and groups of its scope that read a member.
  func readers(of member: NodeID) -> [NodeID] {
    (kind(of: member)?.outputs.indices ?? 0..<0).flatMap { readers(of: member.output($0)).map(\.node) }
  }

  /// Moves a new member to the free place that is nearest to a point and to the right of what the member reads.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - point: Its wanted position; with a target, the point at which its output is wanted.
  ///   - target: An input for which the member is added.
  /// - Throws: A ``Formulas/Diagnostic`` if the member can't be moved.
  func placeFreely(_ member: NodeID, near point: GraphPoint, for target: InputPort? = nil) throws(Diagnostic) {
    let size = rect(of: member).size
    let offset = target == nil ? GraphPoint.zero : GraphPoint(size.width, size.height / 2)
    let others = rects(in: groups.scope(of: member), without: [member])
    let left = sources(of: member).map { rect(of: $0).maxX + Self.distance }.max() ?? -.infinity
    let place = FreePlace(among: others).origin(for: size, near: point - offset, rightOf: left)
    try change(around: member) { edit in try edit.move(member, to: place) }
  }

  /// Moves new members together to the free place that is nearest to a point.
  ///
  /// Members without a position, as those of a text without any, are placed one after the other.
  ///
  /// - Parameters:
  ///   - members: New members of one scope.
  ///   - point: The wanted middle of their rectangle; `nil` for where they are.
  /// - Throws: A ``Formulas/Diagnostic`` if a member can't be moved.
  func placeFreely(_ members: [NodeID], near point: GraphPoint?) throws(Diagnostic) {
    let placed = members.filter { groups.position(of: $0) != .zero }
    if let first = placed.first {
      let whole = placed.reduce(rect(of: first)) { $0.union(rect(of: $1)) }
      let corner = point.map { $0 - GraphPoint(whole.width / 2, whole.height / 2) } ?? whole.origin
      let others = rects(in: groups.scope(of: first), without: Set(members))
      let offset = FreePlace(among: others).origin(for: whole.size, near: corner) - whole.origin
      try change(around: first) { edit in
        for member in placed { try edit.move(member, to: groups.position(of: member) + offset) }
      }
    }
    for member in members where groups.position(of: member) == .zero {
      try placeFreely(member, near: point ?? GraphPoint(Self.distance, Self.distance))
    }
  }

  /// Moves a member that was inserted into a connection between both ends, and what is downstream of it to the right, only as
  /// far as necessary. For a connection that leads to the left, no other node moves.
  ///
  /// - Parameters:
  ///   - member: The member, already connected.
  ///   - connection: The connection that it was inserted into.
  ///   - point: The wanted middle of the member.
  /// - Throws: A ``Formulas/Diagnostic`` if a node can't be moved.
  func makeRoom(for member: NodeID, in connection: Connection, near point: GraphPoint) throws(Diagnostic) {
    let scope = groups.scope(of: member)
    let (source, target) = (rect(of: connection.source.node), rect(of: connection.target.node))
    let size = rect(of: member).size
    let (least, most) = (source.maxX + Self.distance, target.minX - Self.distance - size.width)
    let isForward = source.midX < target.midX
    let end = connection.target.node
    let downstream = isForward ? downstream(of: [end]).union([end]) : []
    let wanted = GraphPoint(
      isForward ? max(least, min(point.x - size.width / 2, most)) : point.x - size.width / 2,
      point.y - size.height / 2)
    let place = FreePlace(among: rects(in: scope, without: downstream.union([member])))
      .origin(for: size, near: wanted, rightOf: isForward ? least : -.infinity)
    var moves = [(member, place)]
    if isForward {
      let others = groups.members(of: scope).filter { $0 != member }
      let indices = Dictionary(uniqueKeysWithValues: zip(others, others.indices))
      let left = place.x + size.width + Self.distance
      let room = RoomMaking(
        for: indices[connection.target.node].map { [($0, left)] } ?? [], among: others.map(rect),
        edges: others.map { readers(of: $0).compactMap { indices[$0] } },
        isFixed: { groups.look(of: others[$0]).isLocked })
      for (other, shift) in zip(others, room.shifts) where shift > 0 {
        moves.append((other, groups.position(of: other) + GraphPoint(shift, 0)))
      }
    }
    try change(around: member) { edit in for (moved, position) in moves { try edit.move(moved, to: position) } }
  }
}
