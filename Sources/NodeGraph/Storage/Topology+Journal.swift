// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// What an edit has left without an owner: an evaluator destroys the values in these cells.
  package struct Retired {
    /// Cells that held literals and defaults.
    package var constants: [UInt32] = []
    /// Shapes of nodes that brought their own ports, and of kinds registered by an edit that failed.
    package var shapes: [UInt32] = []
  }

  /// Begins an edit, or one within it, and returns the point to go back to.
  package mutating func beginEdit() -> Int {
    editDepth += 1
    return steps.count
  }

  /// Ends an edit and keeps what it did. The outermost one frees what was removed, except that the caller first looks
  /// at `steps` if it wants to know.
  package mutating func commitEdit() -> Retired {
    precondition(editDepth > 0, "an edit ends once")
    editDepth -= 1
    guard editDepth == 0 else { return Retired() }
    var retired = Retired()
    for place in gappedInputs where takesMany(place) { closeGaps(of: place) }
    gappedInputs.removeAll()
    for step in steps { free(step, into: &retired) }
    freeLiterals(of: steps[...], into: &retired)
    steps.removeAll(keepingCapacity: steps.count < 1024)
    closeOrder()
    return retired
  }

  /// Takes back everything since `mark`, in reverse, and ends the edit.
  package mutating func rollBackEdit(to mark: Int) -> Retired {
    precondition(editDepth > 0, "an edit ends once")
    var retired = Retired()
    for step in steps[mark...].reversed() { revert(step, into: &retired) }
    freeLiterals(of: steps[mark...], into: &retired)
    steps.removeSubrange(mark...)
    editDepth -= 1
    if editDepth == 0 { gappedInputs.removeAll() }
    return retired
  }

  private mutating func free(_ step: Step, into retired: inout Retired) {
    switch step {
    case .removed(let slot, _):
      let record = records[slot]
      freeParts(
        slot, shape: record.shape, arguments: record.arguments, output: record.output, consumers: record.consumers,
        withOutputs: true, into: &retired)
      freeSlot(slot)
    case .reshaped(let slot, let former):
      freeParts(
        slot, shape: former.shape, arguments: former.arguments, output: former.output, consumers: former.consumers,
        withOutputs: !former.keepsOutputs, into: &retired)
    default: break
    }
  }

  private mutating func freeParts(
    _ slot: UInt32, shape: UInt32, arguments: UInt32, output: UInt32, consumers: ConsumerList, withOutputs: Bool,
    into retired: inout Retired
  ) {
    releaseArguments(arguments, shape: shape)
    let outputs = shapes[Int(shape)].kind.outputs.count
    if withOutputs {
      releaseCells(output, words: shapes[Int(shape)].outputWords)
      if outputs != 1 { outputBlocks.release(consumers.first, length: UInt32(outputs)) }
    }
    if shapes[Int(shape)].isOwn { retire(shape, into: &retired) }
  }

  private mutating func retire(_ shape: UInt32, into retired: inout Retired) {
    retired.shapes.append(shape)
    retired.constants += shapes[Int(shape)].defaultCells.filter { $0 != NodeRecord.none }
    releaseShape(shape)
  }

  private mutating func freeSlot(_ slot: UInt32) {
    generations[slot] &+= 1
    // A slot whose generations are used up is never used again.
    if generations[slot] != .max { freeSlots.append(slot) }
  }

  private mutating func revert(_ step: Step, into retired: inout Retired) {
    switch step {
    case .registered(let shape):
      shapeOfKind[shapes[Int(shape)].kind.name] = nil
      retire(shape, into: &retired)
    case .added(let slot):
      let record = records[slot]
      precondition(record.rank == nodeAtRank.count - 1, "nodes leave in the reverse order in which they came")
      _ = nodeAtRank.removeLast()
      records[slot].rank = NodeRecord.none
      nodeCount -= 1
      freeParts(
        slot, shape: record.shape, arguments: record.arguments, output: record.output, consumers: record.consumers,
        withOutputs: true, into: &retired)
      freeSlot(slot)
    case .removed(let slot, let rank):
      nodeAtRank[rank] = slot
      records[slot].rank = rank
      nodeCount += 1
    case .linked(let place, let ordinal, _, _): revertLink(place, ordinal: ordinal)
    case .unlinked(let place, let ordinal, let source, let output):
      link(arguments(of: place).lowerBound + ordinal, to: cell(of: source, output: Int(output)))
    case .named(let slot, let before, _): setName(before, of: slot)
    case .moved(let slot, let before, _): positions[slot] = before
    case .literal(let place, let before, _): putLiteral(place, cell: before)
    case .reshaped(let slot, let former): revertShape(of: slot, to: former, into: &retired)
    case .ranked(let placements):
      for placement in placements {
        records[placement.node].rank = placement.rank
        nodeAtRank[placement.rank] = placement.node
      }
    }
  }

  private mutating func revertLink(_ place: InputPlace, ordinal: UInt32) {
    let argument = arguments(of: place).lowerBound + ordinal
    guard arity(of: place) == .many else { return unlink(argument, leaving: restingCell(of: place)) }
    unlink(argument, leaving: NodeRecord.none)
    arguments[word(of: place) + 1] -= 1
  }

  private mutating func revertShape(of slot: UInt32, to former: Step.Former, into retired: inout Retired) {
    let record = records[slot]
    freeParts(
      slot, shape: record.shape, arguments: record.arguments, output: record.output, consumers: record.consumers,
      withOutputs: !former.keepsOutputs, into: &retired)
    records[slot].shape = former.shape
    records[slot].arguments = former.arguments
    if !former.keepsOutputs {
      records[slot].output = former.output
      records[slot].consumers = former.consumers
    }
  }

  /// Frees the literal cells named by `steps` that no input holds any more.
  private mutating func freeLiterals(of steps: ArraySlice<Step>, into retired: inout Retired) {
    var named: Set<UInt32> = []
    var held: Set<UInt32> = []
    for case .literal(let place, let before, let after) in steps {
      named.formUnion([before, after])
      if let cell = literals[place] { held.insert(cell) }
    }
    for cell in named.subtracting(held).sorted() where cell != NodeRecord.none {
      guard let words = literalWords.removeValue(forKey: cell) else { continue }
      retired.constants.append(cell)
      releaseCells(cell, words: words)
    }
  }

  /// Reserves a cell for a literal. It is freed at the end of the edit in which no input holds it any more.
  package mutating func makeLiteralCell(_ type: PortType) -> UInt32 {
    let cell = makeCells(type.words, for: CellOwner.ofLiteral)
    literalWords[cell] = type.words
    return cell
  }

  /// The changes since `mark`, as callers see them.
  package func changes(since mark: Int = 0) -> [Change] {
    steps[mark...].compactMap { step in
      switch step {
      case .added(let slot): .added(id(of: slot))
      case .removed(let slot, _): .removed(id(of: slot))
      case .linked(let place, _, let source, let output): .connected(connection(place, source, output))
      case .unlinked(let place, _, let source, let output): .disconnected(connection(place, source, output))
      case .named(let slot, let before, let after): .renamed(id(of: slot), from: before, to: after)
      case .moved(let slot, let before, let after):
        .moved(id(of: slot), from: before ?? .zero, to: after ?? .zero)
      case .literal(let place, _, _): .literalChanged(InputPort(node: id(of: place.node), index: Int(place.input)))
      case .reshaped(let slot, _): .kindChanged(id(of: slot))
      case .registered, .ranked: nil
      }
    }
  }

  private func connection(_ place: InputPlace, _ source: UInt32, _ output: UInt32) -> Connection {
    Connection(
      from: OutputPort(node: id(of: source), index: Int(output)),
      to: InputPort(node: id(of: place.node), index: Int(place.input)))
  }
}
