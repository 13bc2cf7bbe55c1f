// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an edit did to values before anything ran, with what is needed to take it back and to do it again: each time it
/// is exchanged for its opposite.
enum ValueStep {
  /// The output of a source was given a value; the other one, or none.
  case gave(slot: UInt32, cell: UInt32, type: ValueType, other: KeptValue?)
  /// The literal of an input was overwritten.
  case wroteLiteral(InputPlace, cell: UInt32, type: ValueType, other: KeptValue)
  /// The ports and the code of a node were exchanged.
  indirect case reshaped(Reshaping)
  /// A kind was registered; the definition that it has not now.
  indirect case defined(kind: String, other: NodeDefinition?)
  /// What documents say of a node that is no part of the graph became something else; what it is not now.
  indirect case kept(NodeID, other: DocumentState.Kept?)

  /// What a node has on this and on the other side of an exchange of its ports.
  struct Reshaping {
    let slot: UInt32
    /// Its outputs before, and after.
    let before: Outputs
    let after: Outputs
    /// Status and failure on the other side: those before, unless the step is taken back.
    var status: UInt8
    var failure: NodeFailure?

    /// Cells and what lies in them.
    struct Outputs {
      let cell: UInt32
      let types: [ValueType]
    }

    /// Nodes without outputs have no cell, so theirs means nothing.
    var keepsOutputs: Bool { before.cell == after.cell && before.types.count == after.types.count }
    /// Whether there are values in the cells of the other side.
    var hasOtherValues: Bool { !keepsOutputs && status & EvaluatorState.Status.empty == 0 }
  }
}

extension [ValueStep] {
  /// The first step of each cell: it has what there was before all of them.
  var firstOfEachCell: [ValueStep] {
    var seen: Set<UInt32> = []
    return filter { step in
      switch step {
      case .gave(_, let cell, _, _), .wroteLiteral(_, let cell, _, _): seen.insert(cell).inserted
      case .reshaped, .defined, .kept: true
      }
    }
  }
}

extension Evaluator {
  /// Takes a step back, or does it again, and makes it its opposite.
  func exchange(_ step: inout ValueStep) {
    switch step {
    case .gave(let slot, let cell, let type, let other):
      let present = box.value.status[slot] & EvaluatorState.Status.empty == 0 ? take(from: cell, type) : nil
      if let other {
        box.value.values.restore(other, to: cell, type)
        box.value.status[slot] &= ~EvaluatorState.Status.empty
      } else {
        box.value.status[slot] |= EvaluatorState.Status.empty
      }
      step = .gave(slot: slot, cell: cell, type: type, other: present)
    case .wroteLiteral(let place, let cell, let type, let other):
      let present = take(from: cell, type)
      box.value.values.restore(other, to: cell, type)
      step = .wroteLiteral(place, cell: cell, type: type, other: present)
    case .reshaped(var reshaping):
      // Observers come and go whatever becomes of an edit.
      let status = box.value.status[reshaping.slot]
      let failure = box.value.failures[reshaping.slot]
      let observed = status & EvaluatorState.Status.observed
      box.value.status[reshaping.slot] = reshaping.status & ~EvaluatorState.Status.observed | observed
      box.value.failures[reshaping.slot] = reshaping.failure
      reshaping.status = status
      reshaping.failure = failure
      step = .reshaped(reshaping)
    case .defined(let kind, let other):
      step = .defined(kind: kind, other: box.value.definitions[kind])
      box.value.definitions[kind] = other
    case .kept(let node, let other):
      step = .kept(node, other: box.value.documents.kept[node])
      box.value.documents.kept[node] = other
    }
  }

  private func take(from cell: UInt32, _ type: ValueType) -> KeptValue {
    defer { box.value.values.destroy(cell, type) }
    return box.value.values.keep(cell, type)
  }
}
