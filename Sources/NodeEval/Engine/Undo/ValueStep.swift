// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A change that an edit made before nodes ran, with what is needed to revert it and to apply it again. Each time, the step becomes
/// its opposite: its "other" value is the one that the next toggle restores.
enum ValueStep {
  /// A source was set; its other value, or `nil` if it has none.
  case gave(slot: UInt32, cell: UInt32, type: ValueType, other: KeptValue?)
  /// The literal of an input was overwritten.
  case wroteLiteral(InputPlace, cell: UInt32, type: ValueType, other: KeptValue)
  /// The ports and the code of a node were replaced.
  indirect case reshaped(Reshaping)
  /// A node joined or left an instance; its other owner. It is not an entry of a table, because an edit of a definition has one for
  /// each instance, and entries allocate memory.
  case owned(NodeID, other: SubgraphTable.Owner?)
  /// An entry of a table was replaced.
  case entry(any TableStep)

  /// The outputs of a node before and after its ports are replaced, and its other status and failure.
  struct Reshaping {
    let slot: UInt32
    /// The outputs before and after.
    var before: Outputs
    var after: Outputs
    /// The other status and failure: those from before, unless the step is reverted.
    var status: NodeStatus
    var failure: NodeFailure?
    /// Whether the outputs were moved to other cells, and keep their values until the new code has run.
    var carriesOutputs = false

    /// The first cell of the outputs, and their types.
    struct Outputs {
      var cell: UInt32
      let types: [ValueType]
    }

    /// Whether the outputs are in the same cells before and after. For a node without outputs the result has no meaning.
    var keepsOutputs: Bool { before.cell == after.cell && before.types.count == after.types.count }
    /// Whether there are values in the other cells.
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
    /// An entry of a table, which is not a value.
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

  /// Replaces the cells in the step.
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
  /// The first step of each cell, which has the value from before all of them.
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
