// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Arranging nodes, reaching others from them, and muting and bypassing them.
extension SessionEditor {
  /// Aligns or distributes nodes and groups of a scope, in one step. In a group, this happens in all its instances.
  ///
  /// ```swift
  /// try editor.align(view.selection.nodes, .left)
  /// ```
  ///
  /// - Parameters:
  ///   - members: Nodes and groups of one scope. Locked ones stay, and the others are not aligned with them.
  ///   - alignment: How they are aligned or distributed.
  /// - Throws: A ``Formulas/Diagnostic`` if fewer than ``/NodeView/NodeAlignment/leastCount`` are left, and for members
  ///   of several scopes.
  /// - Complexity: O(k log k) for k members, and what it takes to reload the views.
  public func align(_ members: [NodeID], _ alignment: NodeAlignment) throws(Diagnostic) {
    let free = members.filter { contains($0) && !groups.look(of: $0).isLocked }
    guard free.count >= alignment.leastCount, let first = free.first else {
      let hint = free.count < members.count ? "locked nodes stay where they are" : nil
      throw refuse(.name, "select at least \(alignment.leastCount) nodes for this", hint: hint)
    }
    for member in free { try requireScope(of: first, for: member) }
    let origins = alignment.origins(of: free.map(rect))
    let moves = zip(free, origins).filter { groups.position(of: $0) != $1 }
    if moves.isEmpty { return }
    try step(alignment.title, at: groups.path(of: first)) { () throws(Diagnostic) in
      try change(around: first) { edit in for (member, origin) in moves { try edit.move(member, to: origin) } }
    }
  }

  /// The nodes and groups of their scope that some members depend on, directly or indirectly, without the members.
  ///
  /// - Parameter members: Nodes and groups of one scope.
  /// - Returns: The nodes and groups, in no particular order.
  /// - Complexity: O(what is reached, and its connections).
  public func upstream(of members: [NodeID]) -> Set<NodeID> { reached(from: members, by: sources) }

  /// The nodes and groups of their scope that depend on some members, directly or indirectly, without the members.
  ///
  /// - Parameter members: Nodes and groups of one scope.
  /// - Returns: The nodes and groups, in no particular order.
  /// - Complexity: O(what is reached, and its connections).
  public func downstream(of members: [NodeID]) -> Set<NodeID> { reached(from: members, by: readers) }

  private func reached(from members: [NodeID], by next: (NodeID) -> [NodeID]) -> Set<NodeID> {
    var (seen, open) = (Set(members), members)
    while let member = open.popLast() {
      for other in next(member) where seen.insert(other).inserted { open.append(other) }
    }
    return seen.subtracting(members)
  }

  /// Mutes or bypasses nodes and groups, or makes them active again, in one step.
  ///
  /// - Parameters:
  ///   - mode: The new mode.
  ///   - members: Nodes and groups of any scope; those that no longer exist are ignored. Other instances of a group keep their modes.
  /// - Throws: A ``Formulas/Diagnostic`` if the session refuses it.
  /// - Complexity: As ``Calculator/Session/setMode(_:of:)``.
  public func setMode(_ mode: NodeMode, of members: [NodeID]) throws(Diagnostic) {
    let changed = members.filter { contains($0) && session.evaluator.mode(of: $0) != mode }
    guard let first = changed.first else { return }
    let what = changed.count == 1 ? SourceName.spelling(title(of: first)) : "\(changed.count) nodes"
    try step("\(mode.verb) \(what)", at: groups.path(of: first)) { () throws(Diagnostic) in
      try change(in: nil) { edit in for member in changed { try edit.setMode(mode, of: member) } }
    }
  }
}

extension NodeAlignment {
  /// The title of the step.
  fileprivate var title: String {
    switch self {
    case .left, .right, .top, .bottom: "align \(rawValue)"
    case .center: "align centres"
    case .middle: "align middles"
    case .across: "distribute across"
    case .down: "distribute down"
    }
  }
}
