// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// What forgotten steps have left without an owner: an evaluator destroys the values in these cells.
  package struct Retired {
    /// Cells that held literals and defaults.
    package var constants: [UInt32] = []
    /// Shapes of nodes that brought their own ports, and of kinds registered by an edit that was taken back.
    package var shapes: [UInt32] = []
  }

  /// Frees what lies out of sight only because steps might be taken back, or made again.
  ///
  /// - Parameters:
  ///   - steps: What is of no more use.
  ///   - areUndone: Whether they have been taken back: then it is what they added, else what they removed.
  /// - Returns: What is left without an owner.
  package mutating func forget(_ steps: [Step], areUndone: Bool) -> Retired {
    forget(steps.indices, areUndone: areUndone) { steps[$0] }
  }

  /// The same, of steps that lie somewhere.
  mutating func forget(_ indices: Range<Int>, areUndone: Bool, _ step: (Int) -> Step) -> Retired {
    var retired = Retired()
    var hasLiterals = false
    // Last, because nodes may have been of the kind.
    var kinds: [UInt32] = []
    for index in indices {
      switch step(index) {
      case .registered(let shape) where areUndone: kinds.append(shape)
      case .added(let slot) where areUndone: freeNode(slot, into: &retired)
      case .removed(let slot, _) where !areUndone: freeNode(slot, into: &retired)
      case .reshaped(let slot, let other): free(other, of: slot, withOutputs: !other.keepsOutputs, into: &retired)
      case .literal: hasLiterals = true
      default: break
      }
    }
    for shape in kinds { retire(shape, into: &retired) }
    if hasLiterals { freeLiterals(of: indices, areUndone: areUndone, into: &retired, step) }
    return retired
  }

  private mutating func freeNode(_ slot: UInt32, into retired: inout Retired) {
    free(ports(of: slot, keepsOutputs: false), of: slot, withOutputs: true, into: &retired)
    records[slot].stamp &+= 1
    // A slot whose generations are used up is never used again.
    if records[slot].stamp & NodeID.generations != NodeID.generations { freeSlots.append(slot) }
  }

  func ports(of slot: UInt32, keepsOutputs: Bool) -> Step.Ports {
    let record = records[slot]
    return Step.Ports(
      shape: record.shape, arguments: record.arguments, output: record.output, consumers: record.consumers,
      keepsOutputs: keepsOutputs)
  }

  private mutating func free(_ ports: Step.Ports, of slot: UInt32, withOutputs: Bool, into retired: inout Retired) {
    let layout = layouts[ports.shape]
    releaseArguments(ports.arguments, shape: ports.shape)
    if withOutputs {
      releaseCells(ports.output, words: layout.outputWords)
      if layout.outputCount != 1 { outputBlocks.release(ports.consumers.first, length: layout.outputCount) }
    }
    if shapes[Int(ports.shape)].isOwn { retire(ports.shape, into: &retired) }
  }

  private mutating func retire(_ shape: UInt32, into retired: inout Retired) {
    retired.shapes.append(shape)
    retired.constants += shapes[Int(shape)].defaultCells.filter { $0 != NodeRecord.none }
    releaseShape(shape)
  }

  /// Frees the literal cells that the steps took from inputs, or gave to them if they have been taken back.
  private mutating func freeLiterals(
    of indices: Range<Int>, areUndone: Bool, into retired: inout Retired, _ step: (Int) -> Step
  ) {
    /// For each cell whether an input held it before the steps, and how many more hold it after them.
    var holders: [UInt32: (before: Int, more: Int)] = [:]
    var cells: [UInt32] = []
    for index in indices {
      guard case .literal(_, let before, let after) = step(index) else { continue }
      for (cell, change) in [(before, -1), (after, 1)] where cell != NodeRecord.none {
        if holders[cell] == nil { cells.append(cell) }
        holders[cell, default: (change < 0 ? 1 : 0, 0)].more += change
      }
    }
    for cell in cells {
      guard let held = holders[cell], held.before + (areUndone ? 0 : held.more) == 0,
        let words = literalWords.removeValue(forKey: cell)
      else { continue }
      retired.constants.append(cell)
      releaseCells(cell, words: words)
    }
  }
}
