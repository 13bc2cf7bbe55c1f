// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One primitive change of a topology, with what is needed to revert it and to apply it again.
///
/// What a step has removed stays where it is, out of sight, until the step is forgotten: so reverting it puts the same
/// slots, ports and cells in their places again.
///
/// A large edit has millions of them: what is long and rare lies apart, so that a step takes 24 bytes.
package enum GraphStep {
  /// A kind was registered, of this shape.
  case registered(UInt32)
  case added(UInt32)
  case removed(UInt32, rank: UInt32)
  /// A connection at `ordinal` among the connections of the input.
  case linked(InputPlace, ordinal: UInt32, source: UInt32, output: UInt32)
  /// Many connections, one after the other; each is the last of its input.
  case linkedAll([Connection])
  /// The connection had this position among the consumers of the output.
  case unlinked(InputPlace, ordinal: UInt32, source: UInt32, position: UInt32, output: UInt8)
  /// An input that takes many connections was closed up where some were gone, at these ordinals.
  case closed(InputPlace, gaps: [UInt32])
  indirect case named(UInt32, before: String?, after: String?)
  indirect case moved(UInt32, before: GraphPoint?, after: GraphPoint?)
  /// The cells of the literal before and after, or `NodeRecord.none`.
  case literal(InputPlace, before: UInt32, after: UInt32)
  /// A node got other ports, all connections having been cut that don't stay. Those that it does not have now.
  indirect case reshaped(UInt32, other: Ports)
  /// The order was changed: each node that moved, and the rank that it does not have now.
  case ranked([Placement])
  /// The same where one node moved, which is most often.
  case placed(Placement)

  /// The ports of a node, as they lie in the tables.
  package struct Ports: Sendable {
    package let shape: UInt32
    package let arguments: UInt32
    package let output: UInt32
    package let consumers: ConsumerList
    /// Whether the outputs, and who reads them, were kept.
    package let keepsOutputs: Bool
    /// The inputs that were kept, and what they read.
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
  /// The bytes it takes, names and what it archives aside.
  package var byteCount: Int {
    switch self {
    case .ranked(let placements): MemoryLayout<GraphStep>.stride + placements.count * MemoryLayout<Placement>.stride
    case .linkedAll(let connections):
      MemoryLayout<GraphStep>.stride + connections.count * MemoryLayout<Connection>.stride
    case .closed(_, let gaps): MemoryLayout<GraphStep>.stride + gaps.count * MemoryLayout<UInt32>.stride
    // What is indirect lies in an allocation of its own.
    case .named: MemoryLayout<GraphStep>.stride + 64
    case .moved: MemoryLayout<GraphStep>.stride + 96
    case .reshaped(_, let other): MemoryLayout<GraphStep>.stride + 96 + other.keptInputs.byteCount
    default: MemoryLayout<GraphStep>.stride
    }
  }

  /// Calls `body` with each connection that the step makes, or cuts, when it is applied.
  package func forEachConnection(_ body: (_ source: UInt32, _ consumer: UInt32, _ isMade: Bool) -> Void) {
    switch self {
    case .linked(let place, _, let source, _): body(source, place.node, true)
    case .unlinked(let place, _, let source, _, _): body(source, place.node, false)
    case .linkedAll(let connections):
      for connection in connections { body(connection.source.node.slot, connection.target.node.slot, true) }
    default: break
    }
  }

  /// How many ranks it names.
  package var rankCount: Int {
    switch self {
    case .removed, .placed: 1
    case .ranked(let placements): placements.count
    default: 0
    }
  }

  /// Replaces the ranks it names: the order was closed.
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

/// Steps are reverted and applied one at a time, always the last one first: everything is then as it was when the step was
/// made, the order of nodes and of consumers included. Steps that hold what a node does not have now get what it had.
extension GraphStep {
  /// Reverts the step. What it added stays out of sight until the step is forgotten. Complexity: O(what it changed).
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

  /// Applies a step again that was reverted. Complexity: O(what it changes).
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
  /// The ports that a node has now.
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

  /// The same with outputs in other cells.
  func moving(to output: UInt32) -> GraphStep.Ports { GraphStep.Ports(self, output: output) }

  /// Its arguments.
  var block: KeptInputs.Block { KeptInputs.Block(shape: shape, start: arguments) }

  /// Gives a node these ports and returns those it had.
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
  /// The input as the tables know it.
  fileprivate var place: InputPlace { InputPlace(node: target.node.slot, input: UInt32(target.index)) }
}

extension Topology {
  /// Connects an input that is free, as its last connection.
  fileprivate mutating func join(_ source: UInt32, output: Int, to place: InputPlace) {
    link(place, wiring.port(place), to: source, output: output)
  }

  /// Takes the connection of an input away that was made last.
  fileprivate mutating func cutLast(_ place: InputPlace) {
    let word = wiring.word(of: place)
    let port = wiring.port(place)
    guard port.takesMany else { return wiring.unlink(word, leaving: takeRestingCell(of: place, port)) }
    wiring.arguments.cells[word + 1] -= 1
    wiring.unlink(wiring.arguments.list(at: word).upperBound, leaving: NodeRecord.none)
  }
}
