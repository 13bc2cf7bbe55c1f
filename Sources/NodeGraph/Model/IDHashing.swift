// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Hash values of ids, and of cells of a view's index, for dictionaries and sets: a multiplication of 64 bits to 128 whose
/// halves are combined (as wyhash mixes its words) in place of SipHash, which took a tenth of the time of loading and drawing
/// a view. Ids are made by graphs, so an attacker can't choose them to collide; the seed of each table prevents clustering when
/// elements are copied from one table to another.
@usableFromInline
package enum IDHash {
  /// Mixes a word with a seed.
  @inlinable @inline(__always)
  package static func mix(_ word: UInt64, _ seed: Int) -> Int {
    let product = (word ^ UInt64(truncatingIfNeeded: seed)).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }

  /// Mixes a node, the index of a port and a seed.
  @inlinable @inline(__always)
  static func mix(_ node: NodeID, _ position: Int32, _ seed: Int) -> Int {
    mix(node.word &+ UInt64(truncatingIfNeeded: position) &* 0xD6E8_FEB8_6659_FD93, seed)
  }
}

extension NodeID {
  /// The slot and the stamp in one word.
  @inlinable package var word: UInt64 { UInt64(slot) << 32 | UInt64(stamp) }

  /// Returns a hash value for a table with a seed. The standard library calls it in place of ``hash(into:)``.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int { IDHash.mix(word, seed) }
}

extension InputPort {
  /// Returns a hash value for a table with a seed. The standard library calls it in place of `hash(into:)`.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int { IDHash.mix(node, position, seed) }
}

extension OutputPort {
  /// Returns a hash value for a table with a seed. The standard library calls it in place of `hash(into:)`.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int { IDHash.mix(node, position, seed) }
}

extension Connection {
  /// Returns a hash value for a table with a seed. The standard library calls it in place of `hash(into:)`.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int { target._rawHashValue(seed: source._rawHashValue(seed: seed)) }
}
