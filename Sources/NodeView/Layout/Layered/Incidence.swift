// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The items of each key, in their order, stored in two arrays.
struct Incidence {
  private let starts: [Int]
  private let items: [Int]

  /// Groups the indices of `keys` by their key, which is below `count`. Items with a negative key are left out.
  init(of keys: [Int], count: Int) {
    var starts = [Int](repeating: 0, count: count + 1)
    for key in keys where key >= 0 { starts[key + 1] += 1 }
    for key in 0..<count { starts[key + 1] += starts[key] }
    var free = starts
    var items = [Int](repeating: 0, count: starts[count])
    for (item, key) in keys.enumerated() where key >= 0 {
      items[free[key]] = item
      free[key] += 1
    }
    self.starts = starts
    self.items = items
  }

  /// The number of keys.
  var count: Int { starts.count - 1 }

  /// The items of a key.
  subscript(key: Int) -> ArraySlice<Int> { items[starts[key]..<starts[key + 1]] }

  /// The items of a range of keys.
  subscript(keys: Range<Int>) -> ArraySlice<Int> { items[starts[keys.lowerBound]..<starts[keys.upperBound]] }
}
