// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension NodeDefinition {
  /// Returns a copy of the definition that documents may also call by former names of the kind and of its ports.
  ///
  /// ```swift
  /// let add = NodeDefinition("Add", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("sum")) {
  ///   (x: Double, y: Double) -> Double in x + y
  /// }.formerly("Plus", inputs: ["a": "x", "b": "y"], outputs: ["value": "sum"])
  /// ```
  ///
  /// Documents and fragments get the present names when they are opened or pasted, in groups too, and are saved with them. A
  /// registered kind that has a former name keeps it. Nodes that were read before this definition was registered become nodes only
  /// of a definition with the name that they have.
  ///
  /// For changes other than names, and to report what changed, an application migrates documents
  /// (``NodeGraph/DocumentMigrations``).
  ///
  /// - Parameters:
  ///   - kinds: Former names of the kind.
  ///   - inputs: Present names of inputs, by former ones.
  ///   - outputs: Present names of outputs, by former ones.
  /// - Returns: The copy.
  /// - Precondition: The kind has ports of the present names, and none of the former ones.
  /// - Complexity: Opening and pasting take O(nodes + connections) for each name.
  public func formerly(
    _ kinds: String..., inputs: [String: String] = [:], outputs: [String: String] = [:]
  ) -> NodeDefinition {
    requireRenamed(inputs, among: kind.inputs.map(\.name), "input")
    requireRenamed(outputs, among: kind.outputs.map(\.name), "output")
    require(!kinds.contains(kind.name), "'\(kind.name)' can't be its own former name")
    var definition = self
    definition.aliases += kinds.map { .renameKind($0, to: kind.name) }
    definition.aliases += inputs.sorted { $0.key < $1.key }.map {
      .renameInput(kind: kind.name, $0.key, to: $0.value)
    }
    definition.aliases += outputs.sorted { $0.key < $1.key }.map {
      .renameOutput(kind: kind.name, $0.key, to: $0.value)
    }
    return definition
  }

  private func requireRenamed(_ names: [String: String], among ports: [String], _ port: String) {
    for (old, new) in names {
      require(ports.contains(new), "'\(kind.name)' has no \(port) '\(new)'")
      require(!ports.contains(old), "the former name '\(old)' is the present name of an \(port) of '\(kind.name)'")
    }
  }
}

extension Evaluator {
  /// Replaces former names of kinds and ports in a document by the present ones.
  func withPresentNames(_ document: GraphDocument) -> GraphDocument {
    let definitions = state.kernels.definitions
    let aliases = definitions.values.filter { !$0.aliases.isEmpty }.sorted { $0.kind.name < $1.kind.name }
    if aliases.isEmpty { return document }
    var renamed = document
    renamed.rename(
      aliases.flatMap(\.aliases).filter { alias in
        guard case .renameKind(let old, _) = alias else { return true }
        return definitions[old] == nil
      })
    return renamed
  }
}
