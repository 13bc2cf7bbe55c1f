// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Writing nodes in instances as ordinary nodes of documents.
extension Subgraphs {
  /// A unique name for each named node in an instance: its scoped name, with a number if that is in use. Complexity: O(nodes of
  /// instances, and their depth).
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

  /// Sets the name and the position of a document's node to those in its instance.
  func place(_ node: inout DocumentNode, _ id: NodeID, _ names: [NodeID: String]) {
    guard let name = names[id] else { return }
    node.name = name
    let position = position(of: id)
    node.position = position == .zero ? nil : position
  }
}
