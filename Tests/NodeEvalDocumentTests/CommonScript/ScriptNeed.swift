// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A need, and the members that it names.
struct ScriptNeed {
  let members: [NodeID]
  let need: Need

  /// Returns the nodes that the need keeps up to date; for an instance, the nodes that its outputs show.
  func nodes(in evaluator: Evaluator) -> [NodeID] {
    members.flatMap { member -> [NodeID] in
      guard let instance = InstanceID(member) else { return evaluator.graph.contains(member) ? [member] : [] }
      let groups = evaluator.subgraphs
      guard let definition = groups.definition(of: instance) else { return [] }
      return groups.outputs(of: definition).indices.compactMap { groups.source(of: member.output($0))?.node }
    }
  }
}
