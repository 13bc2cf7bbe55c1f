// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The definitions of registered kinds by their names.
enum KindTable: JournaledTable {
  static func value(at kind: String, in state: borrowing EvaluatorState) -> NodeDefinition? {
    state.kernels.definitions[kind]
  }

  static func put(_ definition: NodeDefinition?, at kind: String, in state: inout EvaluatorState) {
    state.kernels.definitions[kind] = definition
  }
}

extension Patch {
  /// The kinds that its edit registers.
  var registeredKinds: [String] { journal.compactMap { $0.entry(in: KindTable.self)?.key } }
}
