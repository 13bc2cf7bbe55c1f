// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A port of a member of a scope. Sheets identify connections by these ports.
protocol MemberPort: Hashable {
  associatedtype Member: Hashable
  var member: Member { get }
  var port: UInt32 { get }
  init(member: Member, port: UInt32)
  /// Orders ports, so that the results of changing a sheet are deterministic.
  var sortKey: (UInt32, UInt32) { get }
}

extension ScopePort: MemberPort {
  var sortKey: (UInt32, UInt32) { (member.slot, port) }
}

extension SubgraphDefinition.End: MemberPort {
  var sortKey: (UInt32, UInt32) { (member, port) }
}

/// The looks of the members and connections of one scope that are not the default, and its frames. The sheet of the root has the
/// ids of nodes and instances; that of a definition has inner ids.
///
/// Invariants (see `EvaluatorState.brokenLookRules`): between edits everything that has a look exists; no look in the sheet is the
/// default; the id of a new frame has not been used before.
struct LookSheet<Port: MemberPort> {
  struct Wire: Hashable {
    let source: Port
    let target: Port
  }

  private(set) var nodes: [Port.Member: NodeLook] = [:]
  private(set) var wires: [Wire: ConnectionLook] = [:]
  private(set) var frames: [FrameID: GraphFrame] = [:]
  private var nextFrame: UInt32 = 0

  init() {}

  /// Creates the sheet for the looks of a document, moved by `offset`. `member` and `wire` find what an id and ends name, in the
  /// order of ids and ends; where they return `nil`, the look is left out.
  init<Failure>(
    _ looks: DocumentLooks, offset: GraphPoint = .zero, member: (NodeID) throws(Failure) -> Port.Member?,
    wire: (DocumentLooks.Wire) throws(Failure) -> Wire?
  ) throws(Failure) {
    for (id, look) in looks.nodesInOrder { if let member = try member(id) { set(look, of: member) } }
    for (ends, look) in looks.connectionsInOrder {
      if let wire = try wire(ends) { set(look.moved(by: offset), of: wire) }
    }
    for (id, frame) in looks.frames { set(frame.moved(by: offset), of: id) }
  }

  /// Whether it has no looks and no frames.
  var isEmpty: Bool { nodes.isEmpty && wires.isEmpty && frames.isEmpty }
  /// Whether it has looks of members or wires, which a change of the graph may remove.
  var namesMembers: Bool { !nodes.isEmpty || !wires.isEmpty }

  func look(of member: Port.Member) -> NodeLook { nodes.isEmpty ? NodeLook() : nodes[member] ?? NodeLook() }
  func look(of wire: Wire) -> ConnectionLook { wires.isEmpty ? ConnectionLook() : wires[wire] ?? ConnectionLook() }

  /// The wires with looks, sorted by their targets and then their sources.
  fileprivate var wiresInOrder: [(wire: Wire, look: ConnectionLook)] {
    wires.map { ($0.key, $0.value) }.sorted {
      $0.wire.target == $1.wire.target
        ? $0.wire.source.sortKey < $1.wire.source.sortKey : $0.wire.target.sortKey < $1.wire.target.sortKey
    }
  }

  /// The frames in the order in which they were made.
  var framesInOrder: [(id: FrameID, frame: GraphFrame)] {
    frames.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The id that the next frame gets.
  var freshFrame: FrameID { FrameID(nextFrame) }

  /// Sets a look. A size that is not finite is ignored.
  mutating func set(_ look: NodeLook, of member: Port.Member) {
    nodes[member] = look.isDefault ? nil : look.finite
  }

  /// Sets a look. Points that are not finite are ignored, and so are a width and dashes that a wire can't have.
  mutating func set(_ look: ConnectionLook, of wire: Wire) { wires[wire] = look.isDefault ? nil : look.usable }

  /// Sets or removes a frame. If it is not finite, it is placed at the origin, without a size.
  mutating func set(_ frame: GraphFrame?, of id: FrameID) {
    frames[id] = frame?.finite
    nextFrame = max(nextFrame, id.number &+ 1)
  }

  /// The looks of some members and wires, with all frames. Complexity: O(members, wires and frames).
  func part(of members: some Sequence<Port.Member>, _ wires: Set<Wire>) -> LookSheet {
    var part = LookSheet()
    (part.frames, part.nextFrame) = (frames, nextFrame)
    for member in members { part.nodes[member] = nodes[member] }
    for wire in wires { part.wires[wire] = self.wires[wire] }
    return part
  }

  /// Writes the looks of members and wires into those of a document. Where `member` or `wire`, which return the names there,
  /// return `nil`, the look is left out.
  func write(
    to looks: inout DocumentLooks, member: (Port.Member) -> NodeID?, wire: (Wire) -> DocumentLooks.Wire?
  ) {
    for (inner, look) in nodes { if let member = member(inner) { looks.nodes[member] = look } }
    for (inner, look) in wires { if let wire = wire(inner) { looks.connections[wire] = look } }
  }

  /// The members that have another look in another sheet, or a connection with another look, in order.
  func members(differingFrom other: LookSheet) -> [Port.Member] where Port.Member: Comparable {
    var members: Set<Port.Member> = []
    for member in Set(nodes.keys).union(other.nodes.keys) where look(of: member) != other.look(of: member) {
      members.insert(member)
    }
    for wire in Set(wires.keys).union(other.wires.keys) where look(of: wire) != other.look(of: wire) {
      members.formUnion([wire.source.member, wire.target.member])
    }
    return members.sorted()
  }

  /// Removes the looks of members and wires that are gone.
  mutating func removeAll(members isGone: (Port.Member) -> Bool, wires isCut: (Wire) -> Bool) {
    for member in nodes.keys where isGone(member) { nodes[member] = nil }
    for wire in wires.keys where isCut(wire) { wires[wire] = nil }
  }

  /// Removes the looks of some members and of wires between them, and the frames that contain only these members.
  ///
  /// - Parameters:
  ///   - members: The members.
  ///   - others: Lists the other members of the scope; only called if there are frames.
  ///   - position: Returns the position of a member.
  ///   - isInside: Whether the look of a wire between two of the members is removed.
  /// - Returns: The removed looks and frames.
  mutating func extract(
    _ members: Set<Port.Member>, others: () -> [Port.Member], at position: (Port.Member) -> GraphPoint,
    wires isInside: (Wire) -> Bool
  ) -> LookSheet {
    var taken = LookSheet()
    for member in members { if let look = nodes.removeValue(forKey: member) { taken.nodes[member] = look } }
    for (wire, look) in wires
    where members.contains(wire.source.member) && members.contains(wire.target.member) && isInside(wire) {
      taken.wires[wire] = look
      wires[wire] = nil
    }
    if frames.isEmpty { return taken }
    let (inside, outside) = (members.map(position), others().map(position))
    for (id, frame) in frames
    where inside.contains(where: frame.rect.contains) && !outside.contains(where: frame.rect.contains) {
      taken.set(frame, of: id)
      frames[id] = nil
    }
    return taken
  }

  /// Adds the looks and frames of another sheet, which identifies members and wires differently.
  ///
  /// - Parameters:
  ///   - other: The sheet.
  ///   - offset: The distance by which reroutes and frames are moved.
  ///   - keepsFrames: Whether frames keep ids that no frame has here; otherwise all get new ones.
  ///   - member: The member here that corresponds to one of the sheet; `nil` if there is none.
  ///   - wires: The wires here that correspond to one of the sheet.
  mutating func merge<Other>(
    _ other: LookSheet<Other>, offset: GraphPoint = .zero, keepingFrames keepsFrames: Bool = false,
    member: (Other.Member) -> Port.Member?,
    wires: (LookSheet<Other>.Wire) -> [Wire]
  ) {
    for (inner, look) in other.nodes { if let member = member(inner) { set(look, of: member) } }
    for (inner, look) in other.wiresInOrder {
      for wire in wires(inner) where self.wires[wire] == nil { set(look.moved(by: offset), of: wire) }
    }
    for (id, frame) in other.framesInOrder {
      set(frame.moved(by: offset), of: keepsFrames && frames[id] == nil ? id : freshFrame)
    }
  }

  /// Replaces wires: each by none if it is gone, or by one or several others. If several wires become one, the first gives its
  /// look.
  mutating func renameWires(_ renamed: (Wire) -> [Wire]?) {
    let moved = wiresInOrder.compactMap { wire, look in renamed(wire).map { (wire: wire, others: $0, look: look) } }
    for (wire, _, _) in moved { wires[wire] = nil }
    for (_, others, look) in moved { for other in others where wires[other] == nil { wires[other] = look } }
  }

  /// Moves wires of a member to its new ports, and drops the looks of wires whose port has no counterpart.
  mutating func movePorts(of member: Port.Member, input: (UInt32) -> UInt32?, output: (UInt32) -> UInt32?) {
    if wires.isEmpty { return }
    renameWires { wire in
      if wire.source.member != member && wire.target.member != member { return nil }
      let source = wire.source.member == member ? output(wire.source.port) : wire.source.port
      let target = wire.target.member == member ? input(wire.target.port) : wire.target.port
      guard let source, let target else { return [] }
      return [
        Wire(
          source: Port(member: wire.source.member, port: source), target: Port(member: wire.target.member, port: target)
        )
      ]
    }
  }

  /// Moves the looks of a node's wires to the ports of the same names in its new kind, and drops those whose port has no
  /// counterpart.
  mutating func movePorts(of node: Port.Member, from before: NodeKind, to after: NodeKind) {
    movePorts(of: node) {
      after.position(ofInput: before.inputs[Int($0)].name).map { UInt32($0) }
    } output: {
      after.position(ofOutput: before.outputs[Int($0)].name).map { UInt32($0) }
    }
  }

  /// The approximate number of bytes of its lists.
  var byteCount: Int {
    nodes.values.reduce(0) { $0 + 96 + ($1.note?.utf8.count ?? 0) }
      + wires.values.reduce(0) { $0 + 96 + $1.reroutes.count * 16 }
      + frames.values.reduce(0) { $0 + 96 + $1.text.utf8.count }
  }
}

extension NodeLook {
  /// The look, without a size that is not usable.
  var finite: NodeLook {
    var look = self
    if let size, !size.isUsable { look.size = nil }
    return look
  }
}

extension ConnectionLook {
  /// Returns a copy with moved reroutes. A reroute whose new position would not be finite is not moved.
  func moved(by offset: GraphPoint) -> ConnectionLook {
    if offset == .zero { return self }
    return rerouted(reroutes.map { $0.moved(by: offset) })
  }
}

extension GraphFrame {
  /// The frame, with an empty rectangle at the origin if its own is not finite.
  var finite: GraphFrame {
    if rect.origin.isFinite, rect.size.isUsable { return self }
    var frame = self
    frame.rect = GraphRect(.zero, .zero)
    return frame
  }

  /// Returns a copy that is moved. A frame whose new position would not be finite is not moved.
  func moved(by offset: GraphPoint) -> GraphFrame {
    var frame = self
    frame.rect.origin = rect.origin.moved(by: offset)
    return frame
  }
}

extension GraphPoint {
  /// Returns the moved point, or the same point if the result would not be finite.
  func moved(by offset: GraphPoint) -> GraphPoint {
    let moved = self + offset
    return moved.isFinite ? moved : self
  }
}
