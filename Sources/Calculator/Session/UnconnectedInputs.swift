// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// An input of the entered group that is not connected in this instance: it has a value that was given to it, or none.
struct UnconnectedInput {
  let name: String
  /// The title of the group.
  let group: String
  let value: NodeValue
  let type: PortType
  /// The nodes of the group that read it.
  let readers: [NodeID]

  /// The input with its value: `price = 5`
  var line: String { "\(SourceName.readSpelling(name)) = \(value.text)" }
}

extension ScopeNames {
  /// The value of an input of the group, whether or not it is connected in this instance.
  package func value(ofInput name: String) -> NodeValue {
    guard case .input(_, let node?)? = meaning(of: name) else {
      return literal(ofInput: name).map { .value($0) } ?? .failure(message: "unset input", origin: nil)
    }
    return evaluator.nodeValue(of: node)
  }

  /// The input with a name, if it is not connected in this instance; else `nil`.
  ///
  /// - Complexity: O(nodes that read it), but for O(members and ports) after a change of groups.
  func unconnected(_ name: String) -> UnconnectedInput? {
    let groups = evaluator.subgraphs
    guard let scope, case .input(_, nil)? = meaning(of: name), let type = type(ofInput: name),
      let definition = groups.definition(of: scope),
      let index = groups.inputs(of: definition).firstIndex(where: { $0.name == name })
    else { return nil }
    return UnconnectedInput(
      name: name, group: groups.title(of: scope), value: value(ofInput: name), type: type,
      readers: groups.targets(of: scope.node.input(index)).map(\.node))
  }
}
