// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Taking steps back and making them again, always the last one first: everything is then as it was when the step was
/// made, the order of nodes and of consumers included.
extension Topology {
  /// Takes back a step. What it added stays out of sight until it is forgotten.
  package mutating func undo(_ step: inout Step) {
    switch step {
    case .registered(let shape): forgetName(of: shape)
    case .added(let slot):
      precondition(records[slot].rank == nodeAtRank.count - 1, "nodes leave in the reverse order in which they came")
      _ = nodeAtRank.removeLast()
      records[slot].rank = NodeRecord.none
      nodeCount -= 1
    case .removed(let slot, let rank):
      nodeAtRank[rank] = slot
      records[slot].rank = rank
      nodeCount += 1
    case .linked(let place, _, _, _): cutLast(place)
    case .linkedAll(let connections):
      for connection in connections.reversed() {
        cutLast(InputPlace(node: connection.target.node.slot, input: UInt32(connection.target.index)))
      }
    case .unlinked(let place, let ordinal, let source, let position, let output):
      let argument = arguments(of: place).lowerBound + ordinal
      link(argument, of: place.node, to: source, output: Int(output))
      moveLastEntry(to: position, of: consumerList(of: source, output: Int(output)))
    case .closed(let place, let gaps): openGaps(gaps, of: place)
    case .named(let slot, let before, _): setName(before, of: slot)
    case .moved(let slot, let before, _): positions[slot] = before
    case .literal(let place, let before, _): putLiteral(place, cell: before)
    case .reshaped(let slot, let other): step = .reshaped(slot, other: exchangePorts(of: slot, for: other))
    case .ranked(let placements):
      step = .ranked(exchangeRanks(placements))
      // What was spaced out goes on being taken back, perhaps: it has to pay twice before it is done again.
      if placements.count > nodeCount / 2 { orderCredit = -2 * nodeCount }
    }
  }

  /// Makes a step again that was taken back.
  package mutating func redo(_ step: inout Step) {
    switch step {
    case .registered(let shape): shapeOfKind[shapes[Int(shape)].kind.name] = shape
    case .added(let slot):
      records[slot].rank = UInt32(nodeAtRank.count)
      nodeAtRank.append(slot)
      nodeCount += 1
    case .removed(let slot, let rank):
      nodeAtRank[rank] = NodeRecord.none
      records[slot].rank = NodeRecord.none
      nodeCount -= 1
    case .linked(let place, _, let source, let output): join(source, output: Int(output), to: place)
    case .linkedAll(let connections):
      for connection in connections {
        let place = InputPlace(node: connection.target.node.slot, input: UInt32(connection.target.index))
        join(connection.source.node.slot, output: connection.source.index, to: place)
      }
    case .unlinked(let place, let ordinal, _, _, _): cut(place, ordinal: ordinal)
    case .closed(let place, _): closeGaps(of: place)
    case .named(let slot, _, let after): setName(after, of: slot)
    case .moved(let slot, _, let after): positions[slot] = after
    case .literal(let place, _, let after): putLiteral(place, cell: after)
    case .reshaped(let slot, let other): step = .reshaped(slot, other: exchangePorts(of: slot, for: other))
    case .ranked(let placements): step = .ranked(exchangeRanks(placements))
    }
  }

  /// Takes the name of a kind away, unless another kind has it.
  private mutating func forgetName(of shape: UInt32) {
    let name = shapes[Int(shape)].kind.name
    if shapeOfKind[name] == shape { shapeOfKind[name] = nil }
  }

  private mutating func join(_ source: UInt32, output: Int, to place: InputPlace) {
    let argument = arity(of: place) == .many ? appendArgument(to: place) : word(of: place)
    link(argument, of: place.node, to: source, output: output)
  }

  /// Takes the connection of an input away that was made last.
  private mutating func cutLast(_ place: InputPlace) {
    let word = word(of: place)
    guard arity(of: place) == .many else { return unlink(word, leaving: restingCell(of: place)) }
    arguments[word + 1] -= 1
    unlink(arguments[word] + arguments[word + 1], leaving: NodeRecord.none)
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
    let present = placements.map { placement in
      let isEnd = placement.node == NodeRecord.none
      return Step.Placement(
        node: placement.node, rank: isEnd ? UInt32(nodeAtRank.count) : records[placement.node].rank)
    }
    for placement in present where placement.node != NodeRecord.none { nodeAtRank[placement.rank] = NodeRecord.none }
    for placement in placements {
      if placement.node == NodeRecord.none {
        nodeAtRank.resize(to: Int(placement.rank), repeating: NodeRecord.none)
      } else {
        records[placement.node].rank = placement.rank
        nodeAtRank[placement.rank] = placement.node
      }
    }
    return present
  }
}
