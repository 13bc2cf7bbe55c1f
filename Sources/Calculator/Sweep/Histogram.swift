// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The counts of a list's numbers in ranges of equal width.
///
/// Widths are 1, 2 or 5 times a power of ten, and ranges begin at multiples of the width, so that labels are short.
/// The number of ranges is near Sturges' ⌈log₂ n⌉ + 1.
package struct Histogram {
  /// The width of a range; 0 if all numbers are equal.
  package let width: Double
  /// The beginning of each range, and the end of the last one.
  package let edges: [Double]
  package let counts: [Int]

  /// Counts the numbers in a list; `nil` if it is empty.
  ///
  /// - Complexity: O(numbers).
  package init?(_ numbers: [Double]) {
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    guard least < greatest else {
      (width, edges, counts) = (0, [least, least], [numbers.count])
      return
    }
    var wanted = 1
    while 1 << (wanted - 1) < numbers.count, wanted < 20 { wanted += 1 }
    // Halves are subtracted, because the difference of two finite numbers may be infinite.
    let width = Self.niceWidth(atLeast: (greatest / 2 - least / 2) / Double(wanted) * 2)
    let first = (least / width).rounded(.down)
    let last = (greatest / width).rounded(.down)
    guard width.isFinite, width > 0, last - first < 64, last - first >= 0 else {
      // Numbers that differ only in the last digits form one range.
      (self.width, edges, counts) = (0, [least, greatest], [numbers.count])
      return
    }
    let count = Int(last - first) + 1
    self.width = width
    counts = Self.counts(numbers, from: first, width: width, count)
    // The last range of the greatest numbers would end at infinity.
    let limit = Double.greatestFiniteMagnitude
    edges = (0...count).map { min(max((first + Double($0)) * width, -limit), limit) }
  }

  private static func counts(_ numbers: [Double], from first: Double, width: Double, _ count: Int) -> [Int] {
    var counts = Array(repeating: 0, count: count)
    for number in numbers {
      let place = Int((number / width).rounded(.down) - first)
      counts[min(max(place, 0), count - 1)] += 1
    }
    return counts
  }

  /// The counts of other numbers in the same ranges. All of them are between the first and the last edge.
  ///
  /// - Complexity: O(numbers).
  package func counts(of numbers: [Double]) -> [Int] {
    guard width > 0 else { return [numbers.count] }
    return Self.counts(numbers, from: (edges[0] / width).rounded(), width: width, counts.count)
  }

  /// The least number that is 1, 2 or 5 times a power of ten and not below a width.
  package static func niceWidth(atLeast width: Double) -> Double {
    var exponent = 0
    while Mathematics.power(10, Double(exponent)) > width, exponent > -300 { exponent -= 1 }
    while Mathematics.power(10, Double(exponent + 1)) <= width, exponent < 307 { exponent += 1 }
    let unit = Mathematics.power(10, Double(exponent))
    return [1, 2, 5].map { $0 * unit }.first { $0 >= width } ?? 10 * unit
  }

  /// The labels of the bars: `10–20`, or the number itself if all are equal.
  package func labels(_ number: (Double) -> String) -> [String] {
    counts.indices.map { place in
      width == 0 && edges[0] == edges[1] ? number(edges[0]) : "\(number(edges[place])) … \(number(edges[place + 1]))"
    }
  }

  /// The bars as lines of at most `room` characters, with the counts after them.
  package func lines(width room: Int, isASCII: Bool, _ number: (Double) -> String) -> [String] {
    let labels = labels(number).map { isASCII ? $0.replacing("…", with: "..") : $0 }
    let labelWidth = labels.map(\.count).max() ?? 0
    let countWidth = counts.map { "\($0)".count }.max() ?? 1
    let barWidth = max(4, min(60, room - labelWidth - countWidth - 4))
    let most = counts.max() ?? 1
    return zip(labels, counts).map { label, count in
      let bar = Self.bar(Double(count) / Double(most) * Double(barWidth), isASCII: isASCII, isNone: count == 0)
      let line = String(repeating: " ", count: labelWidth - label.count) + label + "  " + bar
      return line + (bar.isEmpty ? "" : " ") + "\(count)"
    }
  }

  /// A bar with a resolution of an eighth of a character; a bar of any count is visible.
  private static func bar(_ length: Double, isASCII: Bool, isNone: Bool) -> String {
    if isNone { return "" }
    if isASCII { return String(repeating: "#", count: max(1, Int(length.rounded()))) }
    let eighths = max(1, Int((length * 8).rounded()))
    let rest = Array("▏▎▍▌▋▊▉")
    return String(repeating: "█", count: eighths / 8) + (eighths % 8 == 0 ? "" : String(rest[eighths % 8 - 1]))
  }
}
