// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Converting looks between an evaluator and documents, which identify ports by their names.
extension Evaluator {
  /// The looks of everything outside of instances.
  func documentedLooks() -> DocumentLooks {
    var looks = DocumentLooks(frames: state.looks.sheet.frames)
    write(state.looks.sheet, of: SubgraphTable.none, into: &looks) { _ in true }
    return looks
  }

  /// The looks of some members in any scopes, of connections between them, and the frames that contain only these members.
  func documentedLooks(of members: Set<NodeID>) -> DocumentLooks {
    var looks = DocumentLooks()
    let scopes = Set(members.map { subgraphs.scope(of: $0)?.index ?? SubgraphTable.none })
    for scope in scopes.sorted() {
      let sheet = shownLooks(in: scope)
      if sheet.isEmpty { continue }
      write(sheet, of: scope, into: &looks) { members.contains($0) }
      for frame in frames(of: sheet, in: scope, around: members) {
        looks.frames[FrameID(UInt32(looks.frames.count))] = frame
      }
    }
    return looks
  }

  /// The sheet of a scope, with the graph's ids of its members.
  private func shownLooks(in scope: UInt32) -> LookSheet<ScopePort> {
    guard let definition = state.scopes.subgraphs.definition(of: scope) else { return state.looks.sheet }
    var sheet = LookSheet<ScopePort>()
    let port = { (end: SubgraphDefinition.End) in self.state.scopes.subgraphs.port(end, in: scope) }
    sheet.merge(definition.looks, keepingFrames: true) {
      port(.init(member: $0, port: 0))?.member
    } wires: { wire in
      guard let source = port(wire.source), let target = port(wire.target) else { return [] }
      return [.init(source: source, target: target)]
    }
    return sheet
  }

  private func write(
    _ sheet: LookSheet<ScopePort>, of scope: UInt32, into looks: inout DocumentLooks, where isWritten: (NodeID) -> Bool
  ) {
    let reading = Edit(reading: scope, of: self)
    let end = { (port: ScopePort, isInput: Bool) in
      DocumentDefinition.End(port.member.inDocument, reading.declaration(of: port, isInput: isInput)?.name ?? "")
    }
    sheet.write(to: &looks) { member in
      isWritten(member) ? member.inDocument : nil
    } wire: { wire in
      guard isWritten(wire.source.member), isWritten(wire.target.member),
        state.isConnected(wire.source, wire.target, through: isWritten)
      else { return nil }
      return .init(from: end(wire.source, false), to: end(wire.target, true))
    }
  }

  private func frames(of sheet: LookSheet<ScopePort>, in scope: UInt32, around members: Set<NodeID>) -> [GraphFrame] {
    if sheet.frames.isEmpty { return [] }
    let topology = state.graph.storage
    let shown = state.scopes.subgraphs.members(of: scope, in: topology.value).map {
      (isInside: members.contains($0), place: state.scopes.subgraphs.position(of: $0, in: topology.value) ?? .zero)
    }
    return sheet.framesInOrder.map(\.frame).filter { frame in
      let around = shown.filter { frame.rect.contains($0.place) }
      return !around.isEmpty && around.allSatisfy(\.isInside)
    }
  }

  /// The sheet for the looks of a document, with other ids of members.
  ///
  /// - Parameters:
  ///   - looks: The looks.
  ///   - offset: The distance by which reroutes and frames are moved.
  ///   - scope: The scope that contains the members.
  ///   - faults: Records looks of members and connections that don't exist here.
  ///   - id: Returns the id that a member has here.
  /// - Returns: The sheet.
  /// - Throws: The first fault, unless the document is being repaired.
  func sheet(
    of looks: DocumentLooks, offset: GraphPoint = .zero, in scope: UInt32 = SubgraphTable.none,
    _ faults: inout DocumentFaults, _ id: (NodeID) -> NodeID?
  ) throws(DocumentError) -> LookSheet<ScopePort> {
    let reading = Edit(reading: scope, of: self)
    return try LookSheet(looks, offset: offset) { (member) throws(DocumentError) in
      let known = id(member)
      if known == nil { try faults.noteLook(of: member, at: DocumentPath()) }
      return known
    } wire: { (wire) throws(DocumentError) in
      let known = reading.wire(wire, id)
      if known == nil { try faults.noteLook(of: wire, at: DocumentPath()) }
      return known
    }
  }
}

extension Edit {
  /// The connection of the scope that a document names by its ends; `nil` if it doesn't exist.
  func wire(_ wire: DocumentLooks.Wire, _ id: (NodeID) -> NodeID?) -> LookSheet<ScopePort>.Wire? {
    guard let giver = id(wire.source.member), let reader = id(wire.target.member),
      let source = try? output(giver.output(wire.source.port)),
      let target = try? input(reader.input(wire.target.port)), evaluator.state.isConnected(source, target)
    else { return nil }
    return .init(source: source, target: target)
  }

  /// Sets the looks of pasted members and connections from a fragment, under the ids that its nodes and instances have got.
  func setLooks(of fragment: GraphDocument, _ ids: [NodeID: NodeID], offset: GraphPoint) throws(DocumentError) {
    if fragment.looks.isEmpty { return }
    var faults = DocumentFaults(isRepairing: false)
    let sheet = try evaluator.sheet(of: fragment.looks, offset: offset, in: scope, &faults) { ids[$0] }
    guard editsDefinition else {
      let before = evaluator.state.looks.part(of: [])
      var changed = before
      changed.merge(sheet, member: { $0 }, wires: { [$0] })
      return evaluator.state.changeLooks(from: before, to: changed)
    }
    let wire = { (wire: LookSheet<ScopePort>.Wire) in
      LookSheet.Wire(source: table.end(wire.source), target: table.end(wire.target))
    }
    changeDefinition { $0.looks.merge(sheet, member: inner, wires: { [wire($0)] }) }
  }
}

extension DocumentNodeLooks: JournaledDocumentTable {
  typealias Journaled = MemberLookTable

  static func key(_ member: NodeID, in root: Edit, _ id: (NodeID) -> NodeID) -> NodeID? {
    try? root.check(id(member))
  }
}

extension DocumentWireLooks: JournaledDocumentTable {
  typealias Journaled = WireLookTable

  static func key(_ wire: DocumentLooks.Wire, in root: Edit, _ id: (NodeID) -> NodeID) -> WireLookTable.Wire? {
    root.wire(wire, id)
  }
}

extension DocumentFrames: JournaledDocumentTable {
  typealias Journaled = FrameTable

  static func key(_ id: FrameID, in root: Edit, _: (NodeID) -> NodeID) -> FrameID? { id }
}
