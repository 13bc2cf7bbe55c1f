// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The verbs of both kinds of edits.
enum Scope {
  case root(Edit)
  case definition(ScopeEdit)

  func add(_ kind: String, _ name: String) throws -> NodeID {
    switch self {
    case .root(let edit): try edit.add(kind, named: name, at: GraphPoint(Double(name.count), 3))
    case .definition(let edit): try edit.add(kind, named: name)
    }
  }

  func connect(_ source: OutputPort, _ target: InputPort) throws {
    switch self {
    case .root(let edit): try edit.connect(source, to: target)
    case .definition(let edit): try edit.connect(source, to: target)
    }
  }

  func disconnect(_ connection: Connection, isSingle: Bool) throws {
    switch self {
    case .root(let edit) where isSingle: try edit.disconnect(connection.source, from: connection.target)
    case .root(let edit): try edit.disconnect(connection.target)
    case .definition(let edit) where isSingle: try edit.disconnect(connection.source, from: connection.target)
    case .definition(let edit): try edit.disconnect(connection.target)
    }
  }

  func remove(_ member: NodeID) throws {
    switch self {
    case .root(let edit): try edit.remove(member)
    case .definition(let edit): try edit.remove(member)
    }
  }

  func group(_ selection: [NodeID], _ name: String) throws {
    switch self {
    case .root(let edit): try edit.rename(edit.group(selection, named: name), to: name)
    case .definition(let edit): try edit.rename(edit.group(selection, named: name).node, to: name)
    }
  }

  func ungroup(_ instance: InstanceID) throws {
    switch self {
    case .root(let edit): try edit.ungroup(instance)
    case .definition(let edit): try edit.ungroup(instance)
    }
  }

  func add(_ definition: DefinitionID, _ name: String) throws {
    switch self {
    case .root(let edit): try edit.add(instanceOf: definition, named: name)
    case .definition(let edit): try edit.add(instanceOf: definition, named: name)
    }
  }

  func makeIndependent(_ instance: InstanceID) throws {
    switch self {
    case .root(let edit): try edit.makeIndependent(instance)
    case .definition(let edit): try edit.makeIndependent(instance)
    }
  }

  func expose(_ port: InputPort) throws { if case .definition(let edit) = self { try edit.expose(port, as: "in") } }
  func expose(_ port: OutputPort) throws { if case .definition(let edit) = self { try edit.expose(port, as: "out") } }

  func conceal(_ port: InputPort) throws { if case .definition(let edit) = self { try edit.conceal(port) } }

  func removePort(_ name: String, isInput: Bool, cutting: Bool) throws {
    guard case .definition(let edit) = self else { return }
    if isInput { try edit.removeInput(name, cutting: cutting) } else { try edit.removeOutput(name, cutting: cutting) }
  }

  func give(_ node: NodeID, _ value: Int, isSource: Bool) throws {
    guard case .definition(let edit) = self else { return }
    if isSource { try edit.set(node, to: value) } else { try edit.setLiteral(node.input("x"), to: value) }
  }

  func setLook(_ look: NodeLook, of member: NodeID) throws {
    switch self {
    case .root(let edit): try edit.setLook(look, of: member)
    case .definition(let edit): try edit.setLook(look, of: member)
    }
  }

  func setLook(_ look: ConnectionLook, of connection: Connection) throws {
    switch self {
    case .root(let edit): try edit.setLook(look, of: connection)
    case .definition(let edit): try edit.setLook(look, of: connection)
    }
  }

  func addReroute(_ connection: Connection, _ point: GraphPoint) throws {
    switch self {
    case .root(let edit): try edit.addReroute(on: connection, at: point)
    case .definition(let edit): try edit.addReroute(on: connection, at: point)
    }
  }

  func removeReroute(_ index: Int, _ connection: Connection) throws {
    switch self {
    case .root(let edit): try edit.removeReroute(index, of: connection)
    case .definition(let edit): try edit.removeReroute(index, of: connection)
    }
  }

  func addFrame(_ title: String, _ members: some Sequence<NodeID>) throws {
    switch self {
    case .root(let edit): try edit.addFrame(title, around: members)
    case .definition(let edit): try edit.addFrame(title, around: members)
    }
  }

  /// Pastes a fragment, whose instances get names by the ids that they have in it.
  func paste(_ fragment: GraphDocument, naming names: [NodeID: String]) throws -> [NodeID: NodeID] {
    switch self {
    case .root(let edit):
      let ids = try edit.paste(fragment, offset: GraphPoint(1, 2))
      for (member, name) in names {
        if let instance = ids[member.inDocument].flatMap({ InstanceID($0) }) { try edit.rename(instance, to: name) }
      }
      return ids
    case .definition(let edit):
      let ids = try edit.paste(fragment, offset: GraphPoint(1, 2))
      for (member, name) in names {
        if let pasted = ids[member.inDocument], InstanceID(pasted) != nil { try edit.rename(pasted, to: name) }
      }
      return ids
    }
  }

  func moveFrame(_ id: FrameID, _ offset: GraphPoint) throws {
    switch self {
    case .root(let edit): try edit.moveFrame(id, by: offset)
    case .definition(let edit): try edit.moveFrame(id, by: offset)
    }
  }

  func removeFrame(_ id: FrameID) throws {
    switch self {
    case .root(let edit): try edit.removeFrame(id)
    case .definition(let edit): try edit.removeFrame(id)
    }
  }

  func setKind(of node: NodeID, to kind: String, _ matching: Graph.PortMatching) throws {
    switch self {
    case .root(let edit): try edit.setKind(of: node, to: kind, matching: matching)
    case .definition(let edit): try edit.setKind(of: node, to: kind, matching: matching)
    }
  }
}
