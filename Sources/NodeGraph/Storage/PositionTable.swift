// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// For each argument its position among the consumers of the output it reads, or `NodeRecord.none` if it isn't connected.
///
/// A position takes a byte. A second table, with four bytes for each argument, is allocated only once an output has more
/// than 254 consumers, for the positions that don't fit.
package struct PositionTable: ~Copyable {
  private var near = Buffer<UInt8>()
  private var far = Buffer<UInt32>()

  private static let none = UInt8.max
  private static let isFar = UInt8.max - 1

  package init() {}

  package subscript(argument: UInt32) -> UInt32 {
    @inline(__always) get {
      let position = near[argument]
      if position < Self.isFar { return UInt32(position) }
      return position == Self.none ? NodeRecord.none : far[argument]
    }
    @inline(__always) set {
      if newValue < UInt32(Self.isFar) {
        near[argument] = UInt8(truncatingIfNeeded: newValue)
      } else {
        setFar(newValue, argument)
      }
    }
  }

  @inline(never)
  private mutating func setFar(_ position: UInt32, _ argument: UInt32) {
    near[argument] = position == NodeRecord.none ? Self.none : Self.isFar
    guard position != NodeRecord.none else { return }
    if far.count < near.count { far.extend(to: near.count, repeating: NodeRecord.none) }
    far[argument] = position
  }

  @inline(__always)
  package func isConnected(_ argument: UInt32) -> Bool { near[argument] != Self.none }

  /// Extends the table to at least `count` arguments; the new ones aren't connected.
  package mutating func extend(to count: Int) { near.extend(to: count, repeating: Self.none) }

  /// Shrinks the table to the first `count` arguments if it is then mostly unused. Marks the remaining arguments as not
  /// connected, because released blocks may have left positions there.
  mutating func shrink(to count: Int) {
    near.shrink(to: count)
    for argument in min(count, near.count)..<near.count { near[argument] = Self.none }
    far.shrink(to: count)
  }

  /// The number of arguments.
  package var count: Int { near.count }

  package func copy() -> PositionTable {
    var result = PositionTable()
    result.near = near.copy()
    result.far = far.copy()
    return result
  }

  package var byteCount: Int { near.byteCount + far.byteCount }
}
