// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An operation, and what it costs a unit as graphs grow.
struct Row {
  /// The operation, and what a unit is.
  let name: String
  /// The largest graph worth measuring.
  let largest: Int
  /// How the cost of a unit grows with the size.
  let growth: Growth
  /// The nanoseconds a unit takes in a graph of so many nodes.
  let measure: (_ size: Int) throws -> Double

  /// How the cost of a unit grows, as the documentation has it: not at all if n of them cost O(n), by the logarithm of n if
  /// they cost O(n log n).
  enum Growth {
    case constant, logarithmic, linear
    /// Constant, but for memory that small graphs have at hand, and that larger ones ask the system for.
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

  /// How often what seems to cost too much is measured again.
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

  /// Measures it at each size and prints a line.
  ///
  /// - Parameters:
  ///   - sizes: The smallest first.
  ///   - slack: How many times as much caches that no longer hold the graph, and other programs, may make of it.
  /// - Returns: Whether no size costs more than the smallest lets expect.
  /// - Throws: What measuring throws.
  func run(sizes: [Int], slack: Double) throws -> Bool {
    var line = name
    var isKept = true
    var first: (size: Int, cost: Double)?
    for size in sizes where size <= largest {
      let expected = first.map { $0.cost * growth.factor(from: $0.size, to: size) * slack } ?? .infinity
      // Other programs only add: the least is what it costs. A large graph takes long to make.
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
