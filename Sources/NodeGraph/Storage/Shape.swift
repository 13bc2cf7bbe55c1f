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
    var words: UInt32 = 0
    let inputOffsets = kind.inputs.map { input in
      defer { words += input.arity == .one ? 1 : UInt32(NodeRecord.wordsOfMany) }
      return words
    }
    argumentWords = words
    words = 0
    let outputOffsets = kind.outputs.map { output in
      defer { words += output.type.words }
      return words
    }
    outputWords = words
    self.inputOffsets = Self.shared(inputOffsets, among: Self.ascending)
    self.outputOffsets = Self.shared(outputOffsets, among: Self.ascending)
    let noDefaults = kind.inputs.map { _ in NodeRecord.none }
    defaultCells = Self.shared(noDefaults, among: Self.absent)
  }

  // Most shapes have few ports of a word each and no defaults: they share these tables, one for each count.
  private static let ascending: [[UInt32]] = (0..<9).map { Array(0..<UInt32($0)) }
  private static let absent: [[UInt32]] = (0..<9).map { Array(repeating: NodeRecord.none, count: $0) }

  private static func shared(_ table: [UInt32], among tables: [[UInt32]]) -> [UInt32] {
    table.count < tables.count && tables[table.count] == table ? tables[table.count] : table
  }

  /// Which output lies `offset` words behind the first.
  func output(at offset: UInt32) -> Int { outputOffsets.lastIndex { $0 <= offset } ?? 0 }
}
