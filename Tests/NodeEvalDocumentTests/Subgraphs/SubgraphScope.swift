// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The verbs of an edit of any scope, as random scripts use them; only definitions have ports.
struct Scope {
  let edit: Edit
  let isDefinition: Bool

  func add(_ kind: String, _ name: String) throws -> NodeID {
    try edit.add(kind, named: name, at: GraphPoint(Double(name.count), 3))
  }

  func connect(_ source: OutputPort, _ target: InputPort) throws { try edit.connect(source, to: target) }

  func disconnect(_ connection: Connection, isSingle: Bool) throws {
    if isSingle {
      try edit.disconnect(connection.source, from: connection.target)
    } else {
      try edit.disconnect(connection.target)
    }
  }

  func remove(_ member: NodeID) throws { try edit.remove(member) }

  func group(_ selection: [NodeID], _ name: String) throws {
    try edit.rename(edit.group(selection, named: name), to: name)
  }

  func ungroup(_ instance: InstanceID) throws { try edit.ungroup(instance) }
  func add(_ definition: DefinitionID, _ name: String) throws { try edit.add(instanceOf: definition, named: name) }
  func makeIndependent(_ instance: InstanceID) throws { try edit.makeIndependent(instance) }
  func expose(_ port: InputPort) throws { if isDefinition { try edit.expose(port, as: "in") } }
  func expose(_ port: OutputPort) throws { if isDefinition { try edit.expose(port, as: "out") } }
  func conceal(_ port: InputPort) throws { if isDefinition { try edit.conceal(port) } }

  func removePort(_ name: String, isInput: Bool, cutting: Bool) throws {
    if !isDefinition { return }
    if isInput { try edit.removeInput(name, cutting: cutting) } else { try edit.removeOutput(name, cutting: cutting) }
  }

  func give(_ node: NodeID, _ value: Int, isSource: Bool) throws {
    if !isDefinition { return }
    if isSource { try edit.set(node, to: value) } else { try edit.setLiteral(node.input("x"), to: value) }
  }

  func setLook(_ look: NodeLook, of member: NodeID) throws { try edit.setLook(look, of: member) }
  func setLook(_ look: ConnectionLook, of connection: Connection) throws { try edit.setLook(look, of: connection) }
  func addReroute(_ connection: Connection, _ point: GraphPoint) throws {
    try edit.addReroute(on: connection, at: point)
  }
  func removeReroute(_ index: Int, _ connection: Connection) throws { try edit.removeReroute(index, of: connection) }
  func addFrame(_ title: String, _ members: some Sequence<NodeID>) throws {
    try edit.addFrame(title, around: members, text: "text of \(title)")
  }
  func moveFrame(_ id: FrameID, _ offset: GraphPoint) throws { try edit.moveFrame(id, by: offset) }
  func removeFrame(_ id: FrameID) throws { try edit.removeFrame(id) }

  /// Pastes a fragment, and gives its instances names, which are listed by the ids in the fragment.
  func paste(_ fragment: GraphDocument, naming names: [NodeID: String]) throws -> [NodeID: NodeID] {
    let ids = try edit.paste(fragment, offset: GraphPoint(1, 2))
    for (member, name) in names {
      if let instance = ids[member.inDocument].flatMap({ InstanceID($0) }) { try edit.rename(instance, to: name) }
    }
    return ids
  }

  func setKind(of node: NodeID, to kind: String, _ matching: Graph.PortMatching) throws {
    try edit.setKind(of: node, to: kind, matching: matching)
  }
}
