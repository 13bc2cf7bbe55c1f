// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Selects the numbers of a list for the columns of a curve.
package enum ListCurve {
  /// Returns the numbers, or those of some columns if there are more than a picture can show.
  ///
  /// - Complexity: O(numbers).
  static func points(_ numbers: [Double], atMost count: Int) -> [Double] {
    numbers.count > count ? columns(numbers, count) : numbers
  }

  /// Returns a number for each column. If there are more numbers than columns, each two columns get the least and the
  /// greatest of their numbers, in order, so that no peak is lost; otherwise numbers are repeated.
  ///
  /// - Complexity: O(numbers + columns).
  package static func columns(_ numbers: [Double], _ count: Int) -> [Double] {
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
