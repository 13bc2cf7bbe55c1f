// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How nodes that lie in instances are written as ordinary ones.
extension Subgraphs {
  /// For each node that lies in an instance and has a name there, a name that no other node has: its scoped name, with a
  /// number where that is taken. Complexity: O(nodes of instances, and how deep they lie).
  var documentNames: [NodeID: String] {
    var names: [NodeID: String] = [:]
    var taken: Set<String> = []
    var numbers = FreshNumbers()
    for instance in definitions.flatMap({ instances(of: $0) }).sorted(by: { $0.index < $1.index }) {
      for member in members(of: instance) where InstanceID(member) == nil && name(of: member) != nil {
        let name = numbers.freshName(scopedName(of: member)) { taken.contains($0) || isNameTaken($0) }
        taken.insert(name)
        names[member] = name
      }
    }
    return names
  }

  /// Gives a node of a document the name and the place that it has in its instance.
  func place(_ node: inout DocumentNode, _ id: NodeID, _ names: [NodeID: String]) {
    guard let name = names[id] else { return }
    node.name = name
    let position = position(of: id)
    node.position = position == .zero ? nil : position
  }
}
