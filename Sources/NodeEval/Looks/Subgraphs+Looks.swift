// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How what shows in scopes is shown.
extension Subgraphs {
  /// How a node or an instance is shown; the default also if it doesn't exist.
  ///
  /// - Complexity: O(log(members of its definition)).
  public func look(of member: NodeID) -> NodeLook {
    let member = own(member)
    guard let scope = scope(of: member) else { return evaluator.state.looks.look(of: member) }
    let inner = table.end(ScopePort(member: member, port: 0)).member
    return table.definition(of: scope.index)?.looks.look(of: inner) ?? NodeLook()
  }

  /// How a connection is shown; the default also if it doesn't exist.
  ///
  /// - Parameters:
  ///   - connection: A connection of a scope, as ``connections(in:)`` lists it.
  ///   - scope: The scope.
  /// - Returns: Its look.
  /// - Complexity: O(ports).
  public func look(of connection: Connection, in scope: InstanceID? = nil) -> ConnectionLook {
    if let scope, table.definition(of: scope.index)?.looks.wires.isEmpty ?? true { return ConnectionLook() }
    if scope == nil, evaluator.state.looks.wires.isEmpty { return ConnectionLook() }
    let reading = Edit(reading: scope?.index ?? SubgraphTable.none, of: evaluator)
    guard let source = try? reading.output(connection.source), let target = try? reading.input(connection.target) else {
      return ConnectionLook()
    }
    guard let scope else { return evaluator.state.looks.look(of: .init(source: source, target: target)) }
    let wire = LookSheet.Wire(source: table.end(source), target: table.end(target))
    return table.definition(of: scope.index)?.looks.look(of: wire) ?? ConnectionLook()
  }

  /// The frames of a scope in the order in which they were made, which is from back to front.
  ///
  /// - Complexity: O(f log f) for f frames.
  public func frames(in scope: InstanceID? = nil) -> [(id: FrameID, frame: GraphFrame)] {
    guard let scope else { return evaluator.state.looks.framesInOrder }
    return table.index(scope).flatMap { table.definition(of: $0) }?.looks.framesInOrder ?? []
  }

  /// Whether anything of a scope is shown otherwise than by default, or framed. Complexity: O(1).
  package func hasLooks(in scope: InstanceID?) -> Bool {
    guard let scope else { return !evaluator.state.looks.isEmpty }
    return table.index(scope).flatMap { table.definition(of: $0) }.map { !$0.looks.isEmpty } ?? false
  }

  /// How often what is shown has changed in the root, undoing and redoing included. What lies in
  /// definitions counts as ``changeCount``.
  public var lookCount: Int { evaluator.state.lookCount }

  /// Which members of the root are shown otherwise than they were, with connections that lead to them: what a
  /// view reloads. Frames are listed by ``frames(in:)``.
  ///
  /// - Parameter count: What ``lookCount`` was.
  /// - Returns: The members, those that are gone as well; `nil` if so much has changed since that it isn't known any more.
  /// - Complexity: O(changes since, of which a thousand are known).
  public func members(restyledSince count: Int) -> [NodeID]? {
    evaluator.state.lookLog.members(since: count, of: lookCount)
  }
}
