// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The looks of everything shown in the scopes of a graph.
struct ShownLooks: Equatable {
  /// The looks of nodes and instances at any depth.
  private(set) var members: [NodeID: NodeLook] = [:]
  private(set) var wires: [Wire: ConnectionLook] = [:]
  private(set) var frames: [InstanceID?: [FrameID: GraphFrame]] = [:]

  struct Wire: Hashable {
    let scope: InstanceID?
    let connection: Connection
  }

  init(_ evaluator: Evaluator) {
    let groups = evaluator.subgraphs
    let scopes: [InstanceID?] = [nil] + groups.definitions.flatMap { groups.instances(of: $0) }
    for scope in scopes {
      for member in groups.members(of: scope) where !groups.look(of: member).isDefault {
        members[member.inDocument] = groups.look(of: member)
      }
      for connection in groups.connections(in: scope) {
        let look = groups.look(of: connection, in: scope)
        if !look.isDefault { wires[Wire(scope: scope?.inDocument, connection: connection.inDocument)] = look }
      }
      let shown = groups.frames(in: scope)
      if !shown.isEmpty {
        frames[scope?.inDocument] = Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0.frame) })
      }
    }
  }

  /// The looks of nodes, without those of instances.
  var nodes: [NodeID: NodeLook] { members.filter { InstanceID($0.key) == nil } }
}
