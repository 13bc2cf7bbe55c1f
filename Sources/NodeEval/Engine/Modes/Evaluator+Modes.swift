// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reading modes.
extension Evaluator {
  /// The mode that was set for a node or an instance itself; ``NodeGraph/NodeMode/active`` also if it doesn't exist.
  ///
  /// - Complexity: O(1).
  public func mode(of member: NodeID) -> NodeMode { state.reach.modes.mode(of: state.topology.own(member)) }

  /// The mode of a node or an instance, considering the instances around it: the outermost one that is not active decides.
  ///
  /// - Complexity: O(depth).
  public func effectiveMode(of member: NodeID) -> NodeMode {
    guard state.reach.modes.isInUse else { return .active }
    let scope = subgraphs.scope(of: member)?.index ?? SubgraphTable.none
    return state.decidingInstance(around: scope)?.mode ?? mode(of: member)
  }

  /// Whether any node or instance is muted or bypassed.
  package var hasModes: Bool { !state.reach.modes.modes.isEmpty }

  /// The nodes and instances that are muted or bypassed, including removed ones.
  package var modes: [NodeID: NodeMode] { state.reach.modes.modes }

  /// The value that a variable was given, even while it is muted and has no value to read.
  ///
  /// - Precondition: The variable exists in this evaluator.
  /// - Complexity: O(1).
  public func givenValue<Value>(of variable: Variable<Value>) -> Value {
    let cell = cell(of: variable.port, ObjectIdentifier(Value.self))
    return state.nodes.arena.load(cell, as: Value.self)
  }

  /// The nodes and instances that are muted or bypassed, by ids without tags: all of them, or those that `members` selects.
  func documentedModes(of members: ((NodeID) -> Bool)? = nil) -> [NodeID: NodeMode] {
    guard state.reach.modes.isInUse else { return [:] }
    var found: [NodeID: NodeMode] = [:]
    for (member, mode) in state.reach.modes.modes {
      if state.exists(member), members?(member) ?? true { found[member.inDocument] = mode }
    }
    return found
  }
}
