// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An operation, and its cost per unit as graphs grow.
struct Row {
  /// The name of the operation, and of the unit.
  let name: String
  /// The size of the largest graph worth measuring.
  let largest: Int
  /// How the cost of a unit grows with the size.
  let growth: Growth
  /// Returns the nanoseconds per unit in a graph of a size.
  let measure: (_ size: Int) throws -> Double

  /// How the cost of a unit grows according to the documentation: constant if n units cost O(n), logarithmic if they
  /// cost O(n log n).
  enum Growth {
    case constant, logarithmic, linear
    /// Constant, except for memory that small graphs have available, and that larger ones request from the system.
    case memory

    func factor(from smallest: Int, to size: Int) -> Double {
      switch self {
      case .constant: 1
      case .logarithmic: Double(digits(of: size)) / Double(digits(of: smallest))
      case .linear: Double(size) / Double(smallest)
      case .memory: size > smallest ? 4 : 1
      }
    }

    private func digits(of size: Int) -> Int { Int.bitWidth - size.leadingZeroBitCount }
  }

  /// How often a seemingly excessive cost is measured again.
  private static let repeats = 8

  init(
    _ name: String, largest: Int = .max, _ growth: Growth = .constant,
    _ measure: @escaping (_ size: Int) throws -> Double
  ) {
    self.name = name
    self.largest = largest
    self.growth = growth
    self.measure = measure
  }

  /// Measures the row at each size and prints a line.
  ///
  /// - Parameters:
  ///   - sizes: The sizes, in ascending order.
  ///   - slack: The factor by which caches that no longer hold the graph, and other programs, may increase the cost.
  /// - Returns: Whether no size costs more than expected from the smallest one.
  /// - Throws: What measuring throws.
  func run(sizes: [Int], slack: Double) throws -> Bool {
    var line = name
    var isKept = true
    var first: (size: Int, cost: Double)?
    for size in sizes where size <= largest {
      let expected = first.map { $0.cost * growth.factor(from: $0.size, to: size) * slack } ?? .infinity
      // Other programs can only add to the cost, so the least figure counts. A large graph takes long to make.
      var cost = try measure(size)
      for _ in 0..<Self.repeats where first == nil || cost > expected { cost = min(cost, try measure(size)) }
      if cost > expected { isKept = false }
      line += ", \(Int(cost.rounded()))"
      if first == nil { first = (size, cost) }
    }
    print(line + (isKept ? " ns" : " ns  ← MORE"))
    return isKept
  }
}
