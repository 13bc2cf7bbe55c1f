// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an edit did to values before anything ran, with what it takes to revert it and to apply it again: each time, the
/// step becomes its opposite.
enum ValueStep {
  /// The output of a source was given a value; the one on the other side, or none.
  case gave(slot: UInt32, cell: UInt32, type: ValueType, other: KeptValue?)
  /// The literal of an input was overwritten.
  case wroteLiteral(InputPlace, cell: UInt32, type: ValueType, other: KeptValue)
  /// The ports and the code of a node were replaced.
  indirect case reshaped(Reshaping)
  /// A node became a member of an instance, or of none; its owner on the other side. Not an entry of a table, because edits of a
  /// definition have one for each instance, and entries allocate memory.
  case owned(NodeID, other: SubgraphTable.Owner?)
  /// An entry of a table was replaced.
  case entry(any TableStep)

  /// What a node has before and after its ports are replaced.
  struct Reshaping {
    let slot: UInt32
    /// Its outputs before, and after.
    var before: Outputs
    var after: Outputs
    /// Status and failure on the other side: those before, unless the step is reverted.
    var status: NodeStatus
    var failure: NodeFailure?
    /// Whether the outputs lie elsewhere and have the values from before until the new code has run.
    var carriesOutputs = false

    /// Cells and what lies in them.
    struct Outputs {
      var cell: UInt32
      let types: [ValueType]
    }

    /// Nodes without outputs have no cell, so theirs has no meaning.
    var keepsOutputs: Bool { before.cell == after.cell && before.types.count == after.types.count }
    /// Whether there are values in the cells of the other side.
    var hasOtherValues: Bool { !keepsOutputs && !status.contains(.empty) }
  }
}

extension ValueStep {
  /// Kinds of steps.
  struct Kinds: OptionSet {
    let rawValue: UInt8

    static let gave = Kinds(rawValue: 1)
    static let wroteLiteral = Kinds(rawValue: 2)
    static let reshaped = Kinds(rawValue: 4)
    /// An entry of a table, which concerns no value.
    static let entry = Kinds(rawValue: 8)
  }

  var kind: Kinds {
    switch self {
    case .gave: .gave
    case .wroteLiteral: .wroteLiteral
    case .reshaped: .reshaped
    case .entry, .owned: .entry
    }
  }

  /// Tells the step that cells have other places.
  mutating func moveCells(by map: borrowing CellMap) {
    switch self {
    case .gave(let slot, let cell, let type, let other):
      self = .gave(slot: slot, cell: map[cell], type: type, other: other)
    case .wroteLiteral(let place, let cell, let type, let other):
      self = .wroteLiteral(place, cell: map[cell], type: type, other: other)
    case .reshaped(var reshaping):
      reshaping.before.cell = map[reshaping.before.cell]
      reshaping.after.cell = map[reshaping.after.cell]
      self = .reshaped(reshaping)
    case .entry, .owned: break
    }
  }
}

extension [ValueStep] {
  /// The first step of each cell: it has what there was before all of them.
  var firstOfEachCell: [ValueStep] {
    var seen: Set<UInt32> = []
    return filter { step in
      switch step {
      case .gave(_, let cell, _, _), .wroteLiteral(_, let cell, _, _): seen.insert(cell).inserted
      case .reshaped, .entry, .owned: true
      }
    }
  }
}
