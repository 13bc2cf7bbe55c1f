// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One primitive change of a topology, with what is needed to take it back and to make it again.
///
/// What a step has removed stays where it is, out of sight, until the step is forgotten: so taking it back puts the same
/// slots, ports and cells in their places again.
///
/// A large edit has millions of them: what is long and rare lies apart, so that a step takes 24 bytes.
package enum Step {
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
  indirect case moved(UInt32, before: Point?, after: Point?)
  /// The cells of the literal before and after, or `NodeRecord.none`.
  case literal(InputPlace, before: UInt32, after: UInt32)
  /// The ports of a node were exchanged, all connections having been cut that don't fit. Those that it has not now.
  indirect case reshaped(UInt32, other: Ports)
  /// The order was changed: each node and the rank that it has not now.
  case ranked([Placement])

  /// The ports of a node, as they lie in the tables.
  package struct Ports: Sendable {
    package let shape: UInt32
    package let arguments: UInt32
    package let output: UInt32
    package let consumers: ConsumerList
    /// Whether the outputs, and who reads them, were kept.
    package let keepsOutputs: Bool
  }

  /// A node's place in the order; without a node, the end of the order.
  package struct Placement: Sendable {
    let node: UInt32
    let rank: UInt32
  }
}

extension Step {
  /// The bytes it takes, names aside.
  package var byteCount: Int {
    switch self {
    case .ranked(let placements): MemoryLayout<Step>.stride + placements.count * MemoryLayout<Placement>.stride
    case .linkedAll(let connections):
      MemoryLayout<Step>.stride + connections.count * MemoryLayout<Connection>.stride
    case .closed(_, let gaps): MemoryLayout<Step>.stride + gaps.count * MemoryLayout<UInt32>.stride
    default: MemoryLayout<Step>.stride
    }
  }

  /// How many ranks it names.
  package var rankCount: Int {
    switch self {
    case .removed: 1
    case .ranked(let placements): placements.count
    default: 0
    }
  }

  /// Exchanges the ranks it names for others.
  package mutating func replaceRanks(_ rank: (UInt32) -> UInt32) {
    switch self {
    case .removed(let slot, let before): self = .removed(slot, rank: rank(before))
    case .ranked(let placements):
      self = .ranked(placements.map { Placement(node: $0.node, rank: rank($0.rank)) })
    default: break
    }
  }
}
