// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// For each of some keys, the items that have it, in their order; all in two arrays.
struct Incidence {
  private let starts: [Int]
  private let items: [Int]

  /// Groups the positions of `keys` by their key, which is below `count`; a negative key belongs nowhere.
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

  /// How many keys there are.
  var count: Int { starts.count - 1 }

  /// The items of a key.
  subscript(key: Int) -> ArraySlice<Int> { items[starts[key]..<starts[key + 1]] }

  /// The items of several neighbouring keys.
  subscript(keys: Range<Int>) -> ArraySlice<Int> { items[starts[keys.lowerBound]..<starts[keys.upperBound]] }
}
