// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The numbers of a list as a curve has them.
enum ListCurve {
  /// The numbers for so many columns: of many numbers the least and the greatest of each two columns, in their order, so that no
  /// peak is lost; of few, each as often as it takes.
  ///
  /// - Complexity: O(numbers + columns).
  static func columns(_ numbers: [Double], _ count: Int) -> [Double] {
    guard numbers.count > count else {
      return (0..<count).map { numbers[$0 * numbers.count / count] }
    }
    let parts = count / 2
    var columns: [Double] = []
    for part in 0..<parts {
      let range = part * numbers.count / parts..<(part + 1) * numbers.count / parts
      var (least, greatest) = (range.lowerBound, range.lowerBound)
      for index in range {
        if numbers[index] < numbers[least] { least = index }
        if numbers[index] > numbers[greatest] { greatest = index }
      }
      columns.append(numbers[min(least, greatest)])
      columns.append(numbers[max(least, greatest)])
    }
    return columns
  }
}
