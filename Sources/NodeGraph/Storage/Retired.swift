// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// What forgotten steps have left without an owner: an evaluator destroys the values in these cells.
  ///
  /// Making one frees what lies out of sight only because the steps might be reverted, or applied again.
  package struct Retired {
    /// Cells that held literals, with their types as they were made.
    package private(set) var literals: [(cell: UInt32, type: Int)] = []
    /// Cells that held defaults.
    package private(set) var defaults: [UInt32] = []
    /// The first words of the code of nodes.
    package private(set) var codes: [UInt32] = []
    /// Shapes of nodes that brought their own ports, and of kinds registered by an edit that was reverted.
    package private(set) var shapes: [UInt32] = []

    /// Frees what steps hold.
    ///
    /// - Parameters:
    ///   - indices: Which steps are of no more use.
    ///   - areUndone: Whether they have been reverted: then it is what they added, else what they removed.
    ///   - topology: Whose steps they are.
    ///   - step: A step, by index.
    init(_ indices: Range<Int>, areUndone: Bool, in topology: inout Topology, _ step: (Int) -> GraphStep) {
      // Whether some literal may have lost its input.
      var freesLiterals = false
      // Last, because nodes may have been of the kind.
      var kinds: [UInt32] = []
      for index in indices {
        switch step(index) {
        case .registered(let shape) where areUndone: kinds.append(shape)
        case .added(let slot) where areUndone: freeNode(slot, in: &topology)
        case .removed(let slot, _) where !areUndone: freeNode(slot, in: &topology)
        case .reshaped(_, let other): free(other, withOutputs: !other.keepsOutputs, in: &topology.wiring)
        case .literal(_, let before, _) where areUndone || before != NodeRecord.none: freesLiterals = true
        default: break
        }
      }
      topology.clock += indices.count
      for shape in kinds { retire(shape, in: &topology.wiring) }
      if freesLiterals { freeLiterals(of: indices, areUndone: areUndone, in: &topology, step) }
    }

    private mutating func freeNode(_ slot: UInt32, in topology: inout Topology) {
      let ports = GraphStep.Ports(of: slot, keepsOutputs: false, in: topology.wiring)
      free(ports, withOutputs: true, in: &topology.wiring)
      topology.releaseSlot(slot)
    }

    private mutating func free(_ ports: GraphStep.Ports, withOutputs: Bool, in wiring: inout Wiring) {
      wiring.releaseArguments(ports.arguments, shape: ports.shape)
      if withOutputs {
        if let code = wiring.shapes.layouts[ports.shape].codeCell(behind: ports.output) { codes.append(code) }
        wiring.releaseOutputs(ports.output, ports.consumers, shape: ports.shape)
      }
      if wiring.shapes.entries[Int(ports.shape)].isOwn { retire(ports.shape, in: &wiring) }
    }

    private mutating func retire(_ shape: UInt32, in wiring: inout Wiring) {
      shapes.append(shape)
      defaults += wiring.shapes.entries[Int(shape)].defaultCells.filter { $0 != NodeRecord.none }
      wiring.shapes.release(shape, &wiring.cells)
    }

    /// Frees the literal cells that the steps took from inputs, or gave to them if they have been reverted.
    private mutating func freeLiterals(
      of indices: Range<Int>, areUndone: Bool, in topology: inout Topology, _ step: (Int) -> GraphStep
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
          let type = topology.literals.releaseCell(cell, in: &topology.wiring.cells)
        else { continue }
        literals.append((cell, type))
      }
    }
  }
}
