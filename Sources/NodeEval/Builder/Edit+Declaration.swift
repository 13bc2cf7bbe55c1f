// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Edit {
  /// Adds all nodes, connections and groups that a declaration lists; if one of them is refused, none is added.
  ///
  /// - Parameter declaration: Nodes, what they read, and groups.
  /// - Returns: Nodes, and instances by their ``NodeGraph/InstanceID/node``, by name.
  /// - Throws: ``GraphDeclarationError``; ``SubgraphError`` where grouping is refused.
  /// - Complexity: O(parts and what they read), and of groups as ``group(_:named:)``.
  @discardableResult
  public func add(_ declaration: GraphDeclaration) throws -> [String: NodeID] {
    var ids: [String: NodeID] = [:]
    try evaluator.edit { edit in
      var adding = DeclarationParts(edit)
      try adding.add(declaration.parts)
      ids = adding.ids
    }
    return ids
  }
}

/// Adds the parts of a declaration to a graph.
private struct DeclarationParts {
  private let edit: Edit
  private(set) var ids: [String: NodeID] = [:]

  init(_ edit: Edit) { self.edit = edit }

  /// Adds all nodes, then their connections, then the groups, inner groups before the groups that contain them.
  mutating func add(_ parts: [GraphPart]) throws {
    var (nodes, groups): ([(String, [GraphPart.Wire])], [(name: String, parts: [GraphPart])]) = ([], [])
    var open = Array(parts.reversed())
    while let part = open.popLast() {
      switch part.content {
      case .node(let add, let wires):
        ids[part.name] = try refusing(part.name) { try add(edit) }
        nodes.append((part.name, wires))
      case .group(let parts):
        if parts.isEmpty { throw GraphDeclarationError.emptyGroup(part.name) }
        groups.append((part.name, parts))
        open += parts.reversed()
      }
    }
    for (name, wires) in nodes {
      for wire in wires { try connect(wire, to: name) }
    }
    for group in groups.reversed() {
      let instance = try edit.group(group.parts.compactMap { ids[$0.name] }, named: group.name)
      ids[group.name] = instance.node
    }
  }

  private func connect(_ wire: GraphPart.Wire, to name: String) throws {
    guard let target = ids[name] else { return }
    guard let source = ids[wire.source] else { throw GraphDeclarationError.notListed(wire.source, readBy: name) }
    try refusing(name) {
      switch (wire.output, wire.input) {
      case (.name(let output), .name(let input)): try edit.connect(source.output(output), to: target.input(input))
      case (.name(let output), .index(let input)): try edit.connect(source.output(output), to: target.input(input))
      case (.index(let output), .name(let input)): try edit.connect(source.output(output), to: target.input(input))
      case (.index(let output), .index(let input)): try edit.connect(source.output(output), to: target.input(input))
      }
    }
  }

  private func refusing<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as GraphError {
      throw GraphDeclarationError.refused(error, of: name)
    }
  }
}
