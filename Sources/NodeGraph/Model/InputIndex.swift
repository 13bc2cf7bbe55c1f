// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds inputs of a kind by name, where a kind has too many to compare each.
///
/// A hash table with open addressing (Knuth, The Art of Computer Programming 3, 6.4), which holds positions only: the names are
/// those of the inputs. An object, so that a copy of a kind counts one reference, or none where a kind has few inputs.
final class InputIndex: Sendable {
  /// Comparing so many names takes about as long as hashing one.
  static let most = 8

  /// Positions by hash, at most half of them in use; `none` where there is none.
  private let positions: [UInt32]
  private static let none = UInt32.max

  /// Enters inputs.
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

  /// The position of an input among those that were entered; `nil` if none has the name.
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

/// It follows from the inputs: kinds whose inputs are equal have equal indices.
extension InputIndex: Hashable {
  static func == (a: InputIndex, b: InputIndex) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
