// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds inputs of a kind by name, for kinds with too many inputs to compare each.
///
/// A hash table with open addressing (Knuth, The Art of Computer Programming 3, 6.4) that stores indices only; the names are
/// in the inputs. It is a class so that a copy of a kind counts one reference, or none for a kind with few inputs.
final class InputIndex: Sendable {
  /// The greatest number of names that are compared one by one, which takes about as long as hashing one.
  static let most = 8

  /// Indices by hash; `none` for a free entry. At most half of the entries are in use.
  private let positions: [UInt32]
  private static let none = UInt32.max

  /// Creates an index of inputs.
  ///
  /// - Returns: `nil` if two have the same name.
  init?(_ inputs: [NodeKind.Input]) {
    let size = 1 << (Int.bitWidth - (2 * inputs.count - 1).leadingZeroBitCount)
    var positions = [UInt32](repeating: Self.none, count: size)
    for (index, input) in inputs.enumerated() {
      var place = Self.place(of: input.name, in: size)
      while positions[place] != Self.none {
        if inputs[Int(positions[place])].name == input.name { return nil }
        place = (place + 1) & (size - 1)
      }
      positions[place] = UInt32(index)
    }
    self.positions = positions
  }

  /// Returns the index of an input among those that were indexed; `nil` if none has the name.
  func position(of name: String, among inputs: [NodeKind.Input]) -> Int? {
    var place = Self.place(of: name, in: positions.count)
    while positions[place] != Self.none {
      let index = Int(positions[place])
      if inputs[index].name == name { return index }
      place = (place + 1) & (positions.count - 1)
    }
    return nil
  }

  private static func place(of name: String, in size: Int) -> Int {
    var hasher = Hasher()
    name.hash(into: &hasher)
    return hasher.finalize() & (size - 1)
  }
}

/// An index is determined by the inputs, so indices don't affect the equality of kinds.
extension InputIndex: Hashable {
  static func == (a: InputIndex, b: InputIndex) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
