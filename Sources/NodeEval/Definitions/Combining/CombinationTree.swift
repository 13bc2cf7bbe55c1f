// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A tree of combined values, neighbours first. Each level has half as many parts as the one below. A part without a neighbour
/// moves up as it is, so the shape depends on the number of values only, and the result on the values only.
///
/// The module that declares the kind specialises the class.
@usableFromInline
final class CombinationTree<Part>: Combination {
  @safe @exclusivity(unchecked) @usableFromInline final var levels = Levels()

  /// The parts. They are one property, so that a run accesses the object once.
  @usableFromInline
  struct Levels {
    @usableFromInline var parts: [[Part]] = []

    @inlinable init() {}

    /// Combines all parts again. Complexity: O(values).
    @inlinable
    mutating func rebuild(_ lowest: [Part], by combine: (Part, Part) -> Part) {
      parts = [lowest]
      while parts[parts.count - 1].count > 1 {
        let below = parts[parts.count - 1]
        parts.append(
          stride(from: 0, to: below.count, by: 2).map { index in
            index + 1 < below.count ? combine(below[index], below[index + 1]) : below[index]
          })
      }
    }

    /// Replaces some parts, whose indices are in order. Complexity: O(k log n) for k of n.
    @inlinable
    mutating func replace(_ indices: [UInt32], by combine: (Part, Part) -> Part, with part: (Int) -> Part) {
      if indices.count == 1 { return replace(Int(indices[0]), by: combine, with: part(Int(indices[0]))) }
      for index in indices { parts[0][Int(index)] = part(Int(index)) }
      var changed = indices
      for level in 1..<max(1, parts.count) {
        var count = 0
        for index in changed {
          let parent = index / 2
          if count > 0, changed[count - 1] == parent { continue }
          changed[count] = parent
          count += 1
          parts[level][Int(parent)] = combined(Int(parent), level, by: combine)
        }
        changed.removeSubrange(count...)
      }
    }

    /// Replaces one part, without a list of the parts above it.
    @inlinable
    mutating func replace(_ index: Int, by combine: (Part, Part) -> Part, with part: Part) {
      parts[0][index] = part
      var index = index
      for level in 1..<max(1, parts.count) {
        index /= 2
        parts[level][index] = combined(index, level, by: combine)
      }
    }

    /// Combines the two parts below a part.
    @inlinable @inline(__always)
    func combined(_ index: Int, _ level: Int, by combine: (Part, Part) -> Part) -> Part {
      let (left, right) = (2 * index, 2 * index + 1)
      return right < parts[level - 1].count
        ? combine(parts[level - 1][left], parts[level - 1][right]) : parts[level - 1][left]
    }
  }

  /// The combination of all values; `nil` if there are none.
  @inlinable final var root: Part? { levels.parts.last?.first }

  @inlinable
  override init() { super.init() }
}
