// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Dropping the looks of what an edit has removed.
extension EvaluatorState {
  /// Drops the looks of members and connections that are gone, as steps of the edit that ends.
  ///
  /// - Complexity: O(1) if there are no looks; else O(steps of the edit), and O(looks of the members that they touch).
  mutating func dropLooks() {
    guard looks.sheet.namesMembers, !topology.steps.isEmpty || undo.journal.kinds.contains(.entry) else { return }
    let before = looks.part(of: touchedMembers())
    var present = before
    present.removeAll(members: { !isRootMember($0) }, wires: { !isConnected($0.source, $0.target) })
    changeLooks(from: before, to: present)
  }

  /// The members of the root that an edit may have removed or disconnected from their sources: the nodes and instances that its
  /// steps name, and the outermost instances that contain them.
  private func touchedMembers() -> Set<NodeID> {
    var touched: Set<NodeID> = []
    let mayPassThrough = !scopes.conversions.isEmpty || !documents.kept.isEmpty
    for index in 0..<topology.steps.count {
      switch topology.steps[index] {
      case .removed(let slot, _): add(slot, to: &touched)
      case .reshaped(let slot, _):
        add(slot, to: &touched)
        // It may have been a conversion node so far.
        if mayPassThrough, topology.isAlive(slot) { addSources(of: slot, to: &touched) }
      case .unlinked(let place, _, let source, _, _):
        add(place.node, to: &touched)
        // The removed connection may have been the input of a conversion.
        if mayPassThrough { add(source, to: &touched) }
      case .registered, .added, .linked, .linkedAll, .closed, .named, .moved, .literal, .ranked, .placed: break
      }
    }
    guard undo.journal.kinds.contains(.entry) else { return touched }
    // Connections are removed with ports of definitions.
    for step in undo.journal.steps {
      if let step = step.entry(in: InstanceTable.self) {
        add(instance: step.key, to: &touched)
        for case let instance? in [step.other, scopes.subgraphs.instance(step.key)] {
          add(instance: instance.parent, to: &touched)
          for member in instance.nodes { touched.insert(member.node) }
          for child in instance.children { touched.insert(scopes.subgraphs.id(of: child.index).node) }
        }
      } else if case .owned(let node, let other) = step {
        for case let owner? in [other, scopes.subgraphs.membership(of: node)] {
          add(instance: owner.index, to: &touched)
        }
        touched.insert(node)
      }
    }
    return touched
  }

  /// Adds the nodes that a node reads.
  private func addSources(of slot: UInt32, to touched: inout Set<NodeID>) {
    for input in 0..<topology.layout(of: slot).inputCount {
      for source in topology.outputs(readBy: InputPlace(node: slot, input: input)) {
        add(source.node.slot, to: &touched)
      }
    }
  }

  /// Adds a node, and the outermost instance that contains it.
  private func add(_ slot: UInt32, to touched: inout Set<NodeID>) {
    touched.insert(topology.id(of: slot))
    add(instance: scopes.subgraphs.owner(slot), to: &touched)
  }

  /// Adds an instance, and the outermost one that contains it.
  private func add(instance index: UInt32, to touched: inout Set<NodeID>) {
    if index == SubgraphTable.none { return }
    touched.insert(scopes.subgraphs.id(of: index).node)
    if let outermost = scopes.subgraphs.chain(from: index).last {
      touched.insert(scopes.subgraphs.id(of: outermost).node)
    }
  }
}
