// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Taking steps back and making them again, always the last one first: everything is then as it was when the step was
/// made, the order of nodes and of consumers included.
extension Topology {
  /// Takes back a step. What it added stays out of sight until it is forgotten.
  package mutating func undo(_ step: inout Step) {
    switch step {
    case .registered: break
    case .added(let slot):
      precondition(records[slot].rank == nodeAtRank.count - 1, "nodes leave in the reverse order in which they came")
      _ = nodeAtRank.removeLast()
      records[slot].rank = NodeRecord.none
      nodeCount -= 1
    case .removed(let slot, let rank):
      nodeAtRank[rank] = slot
      records[slot].rank = rank
      nodeCount += 1
    case .linked(let place, let ordinal, _, _):
      cut(place, ordinal: ordinal)
      if arity(of: place) == .many { arguments[word(of: place) + 1] -= 1 }
    case .unlinked(let place, let ordinal, let source, let position, let output):
      let argument = arguments(of: place).lowerBound + ordinal
      link(argument, of: place.node, to: source, output: Int(output))
      moveLastEntry(to: position, of: consumerList(of: source, output: Int(output)))
    case .closed(let place, let gaps): openGaps(gaps, of: place)
    case .named(let slot, let before, _): setName(before, of: slot)
    case .moved(let slot, let before, _): positions[slot] = before
    case .literal(let place, let before, _): putLiteral(place, cell: before)
    case .reshaped(let slot, let other): step = .reshaped(slot, other: exchangePorts(of: slot, for: other))
    case .ranked(let placements): step = .ranked(exchangeRanks(placements))
    }
  }

  /// Makes a step again that was taken back.
  package mutating func redo(_ step: inout Step) {
    switch step {
    case .registered: break
    case .added(let slot):
      records[slot].rank = UInt32(nodeAtRank.count)
      nodeAtRank.append(slot)
      nodeCount += 1
    case .removed(let slot, let rank):
      nodeAtRank[rank] = NodeRecord.none
      records[slot].rank = NodeRecord.none
      nodeCount -= 1
    case .linked(let place, _, let source, let output):
      let argument = arity(of: place) == .many ? appendArgument(to: place) : word(of: place)
      link(argument, of: place.node, to: source, output: Int(output))
    case .unlinked(let place, let ordinal, _, _, _): cut(place, ordinal: ordinal)
    case .closed(let place, _): closeGaps(of: place)
    case .named(let slot, _, let after): setName(after, of: slot)
    case .moved(let slot, _, let after): positions[slot] = after
    case .literal(let place, _, let after): putLiteral(place, cell: after)
    case .reshaped(let slot, let other): step = .reshaped(slot, other: exchangePorts(of: slot, for: other))
    case .ranked(let placements): step = .ranked(exchangeRanks(placements))
    }
  }

  private mutating func cut(_ place: InputPlace, ordinal: UInt32) {
    let argument = arguments(of: place).lowerBound + ordinal
    unlink(argument, leaving: arity(of: place) == .many ? NodeRecord.none : restingCell(of: place))
  }

  private mutating func exchangePorts(of slot: UInt32, for other: Step.Ports) -> Step.Ports {
    let present = ports(of: slot, keepsOutputs: other.keepsOutputs)
    records[slot].shape = other.shape
    records[slot].arguments = other.arguments
    if !other.keepsOutputs {
      records[slot].output = other.output
      records[slot].consumers = other.consumers
    }
    return present
  }

  private mutating func exchangeRanks(_ placements: [Step.Placement]) -> [Step.Placement] {
    let present = placements.map { Step.Placement(node: $0.node, rank: records[$0.node].rank) }
    for placement in placements {
      records[placement.node].rank = placement.rank
      nodeAtRank[placement.rank] = placement.node
    }
    return present
  }
}
