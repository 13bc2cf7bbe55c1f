// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reading the looks and frames of scopes.
extension Subgraphs {
  /// The look of a node or an instance; the default if it doesn't exist.
  ///
  /// - Complexity: O(log(members of its definition)).
  public func look(of member: NodeID) -> NodeLook {
    let member = own(member)
    guard let scope = scope(of: member) else { return evaluator.state.looks.sheet.look(of: member) }
    let inner = table.end(ScopePort(member: member, port: 0)).member
    return table.definition(of: scope.index)?.looks.look(of: inner) ?? NodeLook()
  }

  /// The look of a connection; the default if it doesn't exist.
  ///
  /// - Parameters:
  ///   - connection: A connection of a scope, as ``connections(in:)`` lists it.
  ///   - scope: The scope.
  /// - Returns: Its look.
  /// - Complexity: O(ports).
  public func look(of connection: Connection, in scope: InstanceID? = nil) -> ConnectionLook {
    if let scope, table.definition(of: scope.index)?.looks.wires.isEmpty ?? true { return ConnectionLook() }
    if scope == nil, evaluator.state.looks.sheet.wires.isEmpty { return ConnectionLook() }
    let reading = Edit(reading: scope?.index ?? SubgraphTable.none, of: evaluator)
    guard let source = try? reading.output(connection.source), let target = try? reading.input(connection.target) else {
      return ConnectionLook()
    }
    guard let scope else { return evaluator.state.looks.sheet.look(of: .init(source: source, target: target)) }
    let wire = LookSheet.Wire(source: table.end(source), target: table.end(target))
    return table.definition(of: scope.index)?.looks.look(of: wire) ?? ConnectionLook()
  }

  /// The frames of a scope in the order in which they were made, which is from back to front.
  ///
  /// - Complexity: O(f log f) for f frames.
  public func frames(in scope: InstanceID? = nil) -> [(id: FrameID, frame: GraphFrame)] {
    guard let scope else { return evaluator.state.looks.sheet.framesInOrder }
    return table.index(scope).flatMap { table.definition(of: $0) }?.looks.framesInOrder ?? []
  }

  /// Whether a scope has looks other than the default, or frames. Complexity: O(1).
  package func hasLooks(in scope: InstanceID?) -> Bool {
    guard let scope else { return !evaluator.state.looks.sheet.isEmpty }
    return table.index(scope).flatMap { table.definition(of: $0) }.map { !$0.looks.isEmpty } ?? false
  }

  /// The formats of members of the root and of all definitions, each once. Complexity: O(looks).
  package var formats: Set<String> {
    var formats = Set(evaluator.state.looks.sheet.nodes.values.compactMap(\.format))
    for definition in table.definitions.values { formats.formUnion(definition.looks.nodes.values.compactMap(\.format)) }
    return formats
  }

  /// The number of changes of looks and frames in the root, undo and redo included. Looks in definitions are counted by
  /// ``changeCount``.
  public var lookCount: Int { evaluator.state.looks.log.count }

  /// The members of the root whose looks have changed since then, or those of connections to them: what a view reloads. Frames are
  /// listed by ``frames(in:)``.
  ///
  /// - Parameter count: An earlier ``lookCount``.
  /// - Returns: The members, including those that are gone; `nil` if so much has changed since then that it isn't known any more.
  /// - Complexity: O(changes since, of which a thousand are known).
  public func members(restyledSince count: Int) -> [NodeID]? {
    evaluator.state.looks.log.members(since: count)
  }
}
