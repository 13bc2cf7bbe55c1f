// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// The cells and shapes that forgotten steps have left without an owner. An evaluator destroys the values in the cells.
  ///
  /// Creating one frees what was archived only so that the steps could be reverted or applied again.
  package struct Retired {
    /// Cells that held literals, with the type numbers they were made with.
    package private(set) var literals: [(cell: UInt32, type: Int)] = []
    /// Cells that held defaults.
    package private(set) var defaults: [UInt32] = []
    /// The first words of the code of nodes.
    package private(set) var codes: [UInt32] = []
    /// Shapes of nodes with ports of their own, and of kinds whose registration was reverted.
    package private(set) var shapes: [UInt32] = []

    /// Frees what steps have archived.
    ///
    /// - Parameters:
    ///   - indices: The indices of the steps to forget.
    ///   - areUndone: Whether the steps have been reverted: then what they added is freed, otherwise what they removed.
    ///   - topology: The topology that the steps belong to.
    ///   - step: Returns a step by index.
    init(_ indices: Range<Int>, areUndone: Bool, in topology: inout Topology, _ step: (Int) -> GraphStep) {
      // Whether a literal may have lost its last input.
      var freesLiterals = false
      // Retired last, because nodes that are freed may be of these kinds.
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

    /// Frees the literal cells that the steps removed from inputs, or that they added if they have been reverted.
    private mutating func freeLiterals(
      of indices: Range<Int>, areUndone: Bool, in topology: inout Topology, _ step: (Int) -> GraphStep
    ) {
      /// For each cell the number of inputs that held it before the steps, and by how many more it is held after them.
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
