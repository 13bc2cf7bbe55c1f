// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The names of a scope, collected in one pass over its members and their ports.
struct ScopeIndex {
  /// An output of a group of the scope, and the node that gives it.
  struct Given {
    let port: OutputPort
    let node: NodeID?
  }

  /// The nodes of a group, by name. Empty in the root, where the graph finds nodes.
  private(set) var members: [String: NodeID] = [:]
  /// The positions of a group's inputs, by name. Empty in the root.
  private(set) var inputs: [String: Int] = [:]
  /// The groups of the scope, by title, in the order in which they were made.
  private(set) var groups: [String: [InstanceID]] = [:]
  /// The outputs of the scope's groups, by name, in the order of the groups.
  private(set) var outputs: [String: [Given]] = [:]

  /// Builds the index of a scope. Complexity: O(members and ports)
  init(_ subgraphs: Subgraphs, _ scope: InstanceID?) {
    if let scope {
      for member in subgraphs.members(of: scope) where InstanceID(member) == nil {
        guard let name = subgraphs.name(of: member), members[name] == nil else { continue }
        members[name] = member
      }
      let declared = subgraphs.inputs(of: scope)
      for (index, input) in declared.enumerated() where inputs[input.name] == nil { inputs[input.name] = index }
    }
    for group in subgraphs.instances(in: scope) { add(group, subgraphs) }
  }

  /// Adds a group that was made after the others. Complexity: O(outputs)
  mutating func add(_ group: InstanceID, _ subgraphs: Subgraphs) {
    groups[subgraphs.title(of: group), default: []].append(group)
    let declared = subgraphs.outputs(of: group)
    for (index, output) in declared.enumerated() {
      let port = group.node.output(index)
      outputs[output.name, default: []].append(Given(port: port, node: subgraphs.source(of: port)?.node))
    }
  }
}

/// A cache of the indices of scopes, which is valid until a group changes.
///
/// Invariant: an index has the names of the groups at `changeCount`.
final class ScopeIndexTable {
  private let evaluator: Evaluator
  private var indices: [InstanceID?: ScopeIndex] = [:]
  private var changeCount = -1
  /// How many indices have been built so far.
  private(set) var madeCount = 0

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  /// The index of a scope. Complexity: O(members and ports) once after a change of groups, O(1) otherwise.
  subscript(scope: InstanceID?) -> ScopeIndex {
    let subgraphs = evaluator.subgraphs
    if changeCount != subgraphs.changeCount {
      indices.removeAll(keepingCapacity: true)
      changeCount = subgraphs.changeCount
    }
    if let index = indices[scope] { return index }
    let index = ScopeIndex(subgraphs, scope)
    madeCount += 1
    indices[scope] = index
    return index
  }

  /// Updates the index of a scope after an edit that added one group there, and changed no other group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - scope: The scope that contains it.
  ///   - before: The value of `changeCount` before the edit.
  /// - Complexity: O(outputs of the group)
  func add(_ group: InstanceID, in scope: InstanceID?, since before: Int) {
    guard changeCount == before, var index = indices.removeValue(forKey: scope) else { return }
    index.add(group, evaluator.subgraphs)
    indices = [scope: index]
    changeCount = evaluator.subgraphs.changeCount
  }
}
