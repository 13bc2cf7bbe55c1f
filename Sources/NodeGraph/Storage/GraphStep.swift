// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One primitive change of a topology, with what is needed to revert it and to apply it again.
///
/// What a step has removed stays archived in its place until the step is forgotten, so that reverting the step restores
/// the same slots, ports and cells.
///
/// A large edit has millions of steps. Long and rare payloads are stored indirectly, so that a step takes 24 bytes.
package enum GraphStep {
  /// A kind with this shape was registered.
  case registered(UInt32)
  case added(UInt32)
  case removed(UInt32, rank: UInt32)
  /// A connection was made, at `ordinal` among the connections of the input.
  case linked(InputPlace, ordinal: UInt32, source: UInt32, output: UInt32)
  /// Many connections were made, in this order; each became the last of its input.
  case linkedAll([Connection])
  /// A connection was cut that had this position among the consumers of the output.
  case unlinked(InputPlace, ordinal: UInt32, source: UInt32, position: UInt32, output: UInt8)
  /// The gaps of removed connections were closed in an input that takes many, at these ordinals.
  case closed(InputPlace, gaps: [UInt32])
  indirect case named(UInt32, before: String?, after: String?)
  indirect case moved(UInt32, before: GraphPoint?, after: GraphPoint?)
  /// A literal was set or removed: its cells before and after, or `NodeRecord.none`.
  case literal(InputPlace, before: UInt32, after: UInt32)
  /// A node got other ports after all connections that don't stay were cut. The payload is the ports it doesn't have now.
  indirect case reshaped(UInt32, other: Ports)
  /// The order was changed: each node that moved, with the rank that it doesn't have now.
  case ranked([Placement])
  /// The order was changed and a single node moved, the most frequent case.
  case placed(Placement)

  /// The ports of a node, as indices into the tables.
  package struct Ports: Sendable {
    package let shape: UInt32
    package let arguments: UInt32
    package let output: UInt32
    package let consumers: ConsumerList
    /// Whether the outputs and their consumers were kept.
    package let keepsOutputs: Bool
    /// The inputs that were kept, and the outputs their connections come from.
    let keptInputs: KeptInputs
  }

  /// A node's place in the order; without a node, the end of the order.
  package struct Placement: Hashable, Sendable {
    package let node: UInt32
    package let rank: UInt32

    package init(node: UInt32, rank: UInt32) {
      self.node = node
      self.rank = rank
    }
  }
}

extension GraphStep {
  /// The bytes of the step, without names and without what it archives.
  package var byteCount: Int {
    switch self {
    case .ranked(let placements): MemoryLayout<GraphStep>.stride + placements.count * MemoryLayout<Placement>.stride
    case .linkedAll(let connections):
      MemoryLayout<GraphStep>.stride + connections.count * MemoryLayout<Connection>.stride
    case .closed(_, let gaps): MemoryLayout<GraphStep>.stride + gaps.count * MemoryLayout<UInt32>.stride
    // An indirect payload has an allocation of its own.
    case .named: MemoryLayout<GraphStep>.stride + 64
    case .moved: MemoryLayout<GraphStep>.stride + 96
    case .reshaped(_, let other): MemoryLayout<GraphStep>.stride + 96 + other.keptInputs.byteCount
    default: MemoryLayout<GraphStep>.stride
    }
  }

  /// Calls `body` with each connection that applying the step makes or cuts.
  package func forEachConnection(_ body: (_ source: UInt32, _ consumer: UInt32, _ isMade: Bool) -> Void) {
    switch self {
    case .linked(let place, _, let source, _): body(source, place.node, true)
    case .unlinked(let place, _, let source, _, _): body(source, place.node, false)
    case .linkedAll(let connections):
      for connection in connections { body(connection.source.node.slot, connection.target.node.slot, true) }
    default: break
    }
  }

  /// The number of ranks it names.
  package var rankCount: Int {
    switch self {
    case .removed, .placed: 1
    case .ranked(let placements): placements.count
    default: 0
    }
  }

  /// Replaces the ranks it names, after holes in the order were closed.
  package mutating func replaceRanks(_ rank: (UInt32) -> UInt32) {
    switch self {
    case .removed(let slot, let before): self = .removed(slot, rank: rank(before))
    case .ranked(let placements):
      self = .ranked(placements.map { Placement(node: $0.node, rank: rank($0.rank)) })
    case .placed(let placement): self = .placed(Placement(node: placement.node, rank: rank(placement.rank)))
    default: break
    }
  }
}

/// Steps are reverted one at a time, the last one first, and applied again in the opposite sequence. At each point
/// everything is then as it was when the step was made, including the order of nodes and of consumers. A step that stores
/// what a node doesn't have now exchanges it for what the node has.
extension GraphStep {
  /// Reverts the step. What it added is archived until the step is forgotten. Complexity: O(what it changed).
  package mutating func revert(in topology: inout Topology) {
    switch self {
    case .registered(let shape): topology.wiring.shapes.unregister(shape)
    case .added(let slot): topology.order.removeLast(slot, in: &topology.wiring)
    case .removed(let slot, let rank): topology.order.insert(slot, at: rank, in: &topology.wiring)
    case .linked(let place, _, _, _): topology.cutLast(place)
    case .linkedAll(let connections): for connection in connections.reversed() { topology.cutLast(connection.place) }
    case .unlinked(let place, let ordinal, let source, let position, let output):
      topology.link(place, ordinal: ordinal, to: source, output: Int(output))
      topology.wiring.moveLastEntry(
        to: position, of: topology.wiring.consumerList(of: source, output: Int(output)))
    case .closed(let place, let gaps): topology.wiring.openGaps(gaps, of: place)
    case .named(let slot, let before, _): topology.labels.setName(before, of: slot)
    case .moved(let slot, let before, _): topology.labels.setPosition(before, of: slot)
    case .literal(let place, let before, _): topology.putLiteral(place, cell: before)
    case .reshaped(let slot, let other): self = .reshaped(slot, other: other.swap(into: &topology.wiring, slot))
    case .ranked(let placements): self = .ranked(topology.order.revertMoves(placements, in: &topology.wiring))
    case .placed(let placement): self = .placed(topology.order.restoreRank(placement, in: &topology.wiring))
    }
  }

  /// Applies the step again after it was reverted. Complexity: O(what it changes).
  package mutating func apply(in topology: inout Topology) {
    switch self {
    case .registered(let shape): topology.wiring.shapes.register(shape)
    case .added(let slot):
      topology.wiring.records[slot].rank = topology.order.end
      topology.order.append(slot)
    case .removed(let slot, _): _ = topology.order.remove(slot, in: &topology.wiring)
    case .linked(let place, _, let source, let output): topology.join(source, output: Int(output), to: place)
    case .linkedAll(let connections):
      for connection in connections {
        topology.join(connection.source.node.slot, output: connection.source.index, to: connection.place)
      }
    case .unlinked(let place, let ordinal, _, _, _):
      let argument = topology.wiring.arguments(of: place).lowerBound + ordinal
      topology.wiring.unlink(argument, leaving: topology.takeRestingCell(of: place, topology.wiring.port(place)))
    case .closed(let place, _): topology.wiring.closeGaps(of: place)
    case .named(let slot, _, let after): topology.labels.setName(after, of: slot)
    case .moved(let slot, _, let after): topology.labels.setPosition(after, of: slot)
    case .literal(let place, _, let after): topology.putLiteral(place, cell: after)
    case .reshaped(let slot, let other): self = .reshaped(slot, other: other.swap(into: &topology.wiring, slot))
    case .ranked(let placements): self = .ranked(topology.order.restoreRanks(placements, in: &topology.wiring))
    case .placed(let placement): self = .placed(topology.order.restoreRank(placement, in: &topology.wiring))
    }
  }
}

extension GraphStep.Ports {
  /// Creates a value with the ports that a node has now.
  init(of slot: UInt32, keepsOutputs: Bool, keptInputs: KeptInputs = KeptInputs(), in wiring: borrowing Wiring) {
    let record = wiring.records[slot]
    shape = record.shape
    arguments = record.arguments
    output = record.output
    consumers = record.consumers
    self.keepsOutputs = keepsOutputs
    self.keptInputs = keptInputs
  }

  private init(_ other: GraphStep.Ports, output: UInt32) {
    (shape, arguments, consumers) = (other.shape, other.arguments, other.consumers)
    (keepsOutputs, keptInputs) = (other.keepsOutputs, other.keptInputs)
    self.output = output
  }

  /// Returns these ports with the outputs in other cells.
  func moving(to output: UInt32) -> GraphStep.Ports { GraphStep.Ports(self, output: output) }

  /// The block of arguments of these ports.
  var block: KeptInputs.Block { KeptInputs.Block(shape: shape, start: arguments) }

  /// Gives a node these ports and returns the ports it had.
  func swap(into wiring: inout Wiring, _ slot: UInt32) -> GraphStep.Ports {
    let present = GraphStep.Ports(of: slot, keepsOutputs: keepsOutputs, keptInputs: keptInputs, in: wiring)
    wiring.version &+= 1
    keptInputs.move(from: present.block, to: block, in: &wiring)
    wiring.records[slot].shape = shape
    wiring.records[slot].arguments = arguments
    if !keepsOutputs {
      wiring.records[slot].output = output
      wiring.records[slot].consumers = consumers
    }
    return present
  }
}

extension Connection {
  /// The target as an index into the tables.
  fileprivate var place: InputPlace { InputPlace(node: target.node.slot, input: UInt32(target.index)) }
}

extension Topology {
  /// Makes the last connection of an input, which must be free or take many.
  fileprivate mutating func join(_ source: UInt32, output: Int, to place: InputPlace) {
    link(place, wiring.port(place), to: source, output: output)
  }

  /// Cuts the last connection of an input.
  fileprivate mutating func cutLast(_ place: InputPlace) {
    let word = wiring.word(of: place)
    let port = wiring.port(place)
    guard port.takesMany else { return wiring.unlink(word, leaving: takeRestingCell(of: place, port)) }
    wiring.arguments.cells[word + 1] -= 1
    wiring.unlink(wiring.arguments.list(at: word).upperBound, leaving: NodeRecord.none)
  }
}
