// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A kind with its ports laid out: where each argument lies in a node's argument block, and each output in its cells.
///
/// All nodes of a registered kind share one shape; a node with ports of its own has a shape of its own.
package struct Shape: Sendable {
  package let kind: NodeKind
  package let isOwn: Bool
  package let inputOffsets: [UInt32]
  package let argumentWords: UInt32
  package let outputOffsets: [UInt32]
  package let outputWords: UInt32
  /// For each input the cell of its default, or `NodeRecord.none`.
  package internal(set) var defaultCells: [UInt32]

  init(_ kind: NodeKind, isOwn: Bool) {
    self.kind = kind
    self.isOwn = isOwn
    var offset: UInt32 = 0
    inputOffsets = kind.inputs.map { input in
      defer { offset += input.arity == .one ? 1 : UInt32(NodeRecord.wordsOfMany) }
      return offset
    }
    argumentWords = offset
    offset = 0
    outputOffsets = kind.outputs.map { output in
      defer { offset += output.type.words }
      return offset
    }
    outputWords = offset
    defaultCells = kind.inputs.map { _ in NodeRecord.none }
  }

  /// Which output lies `offset` words behind the first.
  func output(at offset: UInt32) -> Int { outputOffsets.lastIndex { $0 <= offset } ?? 0 }
}
