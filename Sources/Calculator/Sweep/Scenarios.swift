// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The values that a sweep gives the inputs of a model: a table of numbers whose rows are computed on demand.
///
/// ```swift
/// var scenarios = Scenarios()
/// try scenarios.vary("price", over: SweepRange(from: 10, through: 60, step: 10))
/// try scenarios.vary("qty", over: [1, 2, 3])
/// scenarios.count        // 18: each price with each quantity
/// scenarios.values(of: 4)  // [20, 2]
/// ```
///
/// A row depends only on its index, so that any part of a sweep can be computed anywhere. An input that is varied
/// later changes faster.
public struct Scenarios: Hashable, Sendable {
  /// The greatest number of rows: 2⁴⁰.
  public static let maximumCount = 1 << 40

  /// The values of an input, one for each step of its group.
  enum Values: Hashable {
    case range(SweepRange)
    case list([Double])

    var count: Int {
      switch self {
      case .range(let range): range.count
      case .list(let values): values.count
      }
    }

    subscript(index: Int) -> Double {
      switch self {
      case .range(let range): range.value(at: index)
      case .list(let values): values[index]
      }
    }
  }

  /// Inputs that are varied together.
  private struct Group: Hashable {
    let inputs: [Values]
    let count: Int
  }

  private struct Draw: Hashable {
    let distribution: DrawnDistribution
    let name: UInt64
  }

  /// The inputs in the order in which they were added: first the varied ones, then the drawn ones, then the fixed ones.
  public var names: [String] { varied + drawn + fixed }
  /// The number of rows; 1 if no input is varied.
  public private(set) var count = 1
  /// The seed of random values, which also depend on the row and the name of the input.
  public var seed: UInt64 = 0
  /// The number of consecutive repetitions of each row, each with newly drawn values.
  public private(set) var repetitions = 1

  /// The kinds of values that are not plain numbers: dates, quantities, Booleans and texts. Other values are numbers
  /// in the unit of their input.
  private(set) var kinds: [String: SweptKind] = [:]
  /// The inputs that a text gives plain numbers, which an input that is a quantity doesn't accept. Numbers given by a
  /// program are in the unit of the input.
  private(set) var plain: Set<String> = []

  /// The number of rows of a larger table before the first row; drawn values depend on the index in the larger table.
  package var offset = 0

  private var varied: [String] = []
  private var groups: [Group] = []
  private var drawn: [String] = []
  private var draws: [Draw] = []
  private var fixed: [String] = []
  private var constants: [Double] = []

  /// Creates scenarios with a single row that gives no input a value.
  public init() {}

  /// Varies an input over a range.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the input already has values, or there would be more than ``maximumCount``
  ///   rows.
  public mutating func vary(_ name: String, over range: SweepRange) throws(Diagnostic) {
    try add([name], Group(inputs: [.range(range)], count: range.count))
  }

  /// Varies an input over numbers.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the input already has values, the list is empty, or there would be more than
  ///   ``maximumCount`` rows.
  public mutating func vary(_ name: String, over values: [Double]) throws(Diagnostic) {
    try vary([name], over: [values])
  }

  /// Varies inputs together, with a column of numbers for each.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if an input already has values, columns differ in length or are empty, or
  ///   there would be more than ``maximumCount`` rows.
  public mutating func vary(_ names: [String], over columns: [[Double]]) throws(Diagnostic) {
    try zip(names, columns.map { (.list($0), $0.count) })
  }

  /// Varies inputs together over numbers, dates, quantities, Booleans or texts.
  mutating func vary(_ names: [String], over columns: [SweptValues]) throws(Diagnostic) {
    try zip(names, columns.map { ($0.values, $0.count) })
    for (name, column) in Swift.zip(names, columns) {
      kinds[name] = column.kind
      if column.kind == nil { plain.insert(name) }
    }
  }

  /// Gives an input one date, quantity or number in all rows.
  mutating func fix(_ name: String, at value: (number: Double, unit: UnitOfMeasure?)) throws(Diagnostic) {
    try fix(name, at: value.number)
    kinds[name] = value.unit.map { .quantity($0) }
    if value.unit == nil { plain.insert(name) }
  }

  private mutating func zip(_ names: [String], _ columns: [(Values, Int)]) throws(Diagnostic) {
    guard names.count == columns.count, let count = columns.first?.1 else {
      throw Self.refusal("a sweep needs a column of values for each input")
    }
    for (name, column) in Swift.zip(names, columns) where column.1 != count {
      throw Self.refusal("'\(name)' has \(column.1) values, but '\(names[0])', which changes with it, has \(count)")
    }
    try add(names, Group(inputs: columns.map(\.0), count: count))
  }

  private mutating func add(_ names: [String], _ group: Group) throws(Diagnostic) {
    guard group.count > 0 else { throw Self.refusal("'\(names[0])' has no values") }
    var known = Set(self.names)
    for name in names where !known.insert(name).inserted { throw Self.refusal("'\(name)' is given values twice") }
    try multiply(by: group.count)
    varied += names
    groups.append(group)
  }

  private mutating func multiply(by factor: Int) throws(Diagnostic) {
    let product = count.multipliedReportingOverflow(by: factor)
    guard !product.overflow, product.partialValue <= Self.maximumCount else {
      throw Diagnostic(.command, "a sweep has at most \(Self.maximumCount) rows", 0..<0, hint: "take larger steps")
    }
    count = product.partialValue
  }

  /// Draws the values of an input at random, from ``seed``, the index of the row and the name of the input.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the input already has values.
  public mutating func draw(_ name: String, from distribution: DrawnDistribution) throws(Diagnostic) {
    if names.contains(name) { throw Self.refusal("'\(name)' is given values twice") }
    drawn.append(name)
    draws.append(Draw(distribution: distribution, name: Fingerprint(name.utf8).word))
  }

  /// Gives an input one value in all rows.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the input already has values.
  public mutating func fix(_ name: String, at value: Double) throws(Diagnostic) {
    if names.contains(name) { throw Self.refusal("'\(name)' is given values twice") }
    fixed.append(name)
    constants.append(value)
  }

  /// Repeats each row, with newly drawn values each time.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the number is less than 1, or there would be more than ``maximumCount``
  ///   rows.
  public mutating func repeatRows(_ times: Int) throws(Diagnostic) {
    guard times > 0 else { throw Self.refusal("a row comes at least once") }
    try multiply(by: times)
    repetitions *= times
  }

  /// The values of a row, in the order of ``names``.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(names).
  public func values(of row: Int) -> [Double] {
    var values: [Double] = []
    fill(&values, row)
    return values
  }

  /// Replaces values by the values of a row.
  func fill(_ values: inout [Double], _ row: Int) {
    precondition(row >= 0 && row < count, "a sweep has rows 0..<\(count), and no row \(row)")
    values.removeAll(keepingCapacity: true)
    var period = count
    for group in groups {
      period /= group.count
      let step = row / period % group.count
      for input in group.inputs { values.append(input[step]) }
    }
    if !draws.isEmpty {
      let random = CounterRandom(seed: seed)
      for draw in draws { values.append(draw.distribution.value(random, row: row + offset, name: draw.name)) }
    }
    values += constants
  }

  /// Replaces numbers by the values of one input in consecutive rows, as in ``values(of:)``.
  ///
  /// - Parameters:
  ///   - column: The numbers; afterwards there is one for each row.
  ///   - place: The index of the input in ``names``.
  ///   - rows: The rows.
  /// - Precondition: `rows` is in `0..<count`, and the input exists.
  /// - Complexity: O(rows + groups), without allocations if the column had enough capacity.
  package func fill(_ column: inout [Double], input place: Int, rows: Range<Int>) {
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= count, "a sweep has rows 0..<\(count), which \(rows) are not in")
    precondition(place >= 0, "input \(place) does not exist")
    if column.count != rows.count {
      column.removeAll(keepingCapacity: true)
      column.append(contentsOf: repeatElement(0, count: rows.count))
    }
    if rows.isEmpty { return }
    var place = place
    var period = count
    for group in groups {
      period /= group.count
      if place < group.inputs.count {
        let steps = GroupSteps(rows, period: period, count: group.count)
        switch group.inputs[place] {
        case .range(let range): steps.fill(&column) { range.value(at: $0) }
        case .list(let values): steps.fill(&column) { values[$0] }
        }
        return
      }
      place -= group.inputs.count
    }
    if place < draws.count {
      let first = rows.lowerBound + offset
      draws[place].distribution.fill(&column, CounterRandom(seed: seed), firstRow: first, name: draws[place].name)
      return
    }
    place -= draws.count
    precondition(place < constants.count, "the input does not exist")
    let constant = constants[place]
    for index in column.indices { column[index] = constant }
  }

  /// The steps of a group in consecutive rows: each step occurs for one period of rows.
  private struct GroupSteps {
    private let first: Int
    /// The number of rows that the first step still has.
    private let rest: Int
    private let period: Int
    private let count: Int

    init(_ rows: Range<Int>, period: Int, count: Int) {
      let (steps, past) = rows.lowerBound.quotientAndRemainder(dividingBy: period)
      first = steps % count
      rest = period - past
      self.period = period
      self.count = count
    }

    /// Fills a column with the values of its steps.
    @inline(__always)
    func fill(_ column: inout [Double], _ value: (_ step: Int) -> Double) {
      var (step, start) = (first, 0)
      var end = min(rest, column.count)
      while true {
        let number = value(step)
        for index in start..<end { column[index] = number }
        if end == column.count { return }
        step = step + 1 == count ? 0 : step + 1
        start = end
        end += min(period, column.count - end)
      }
    }
  }

  /// The rows of part `number`, counted from 1, of `count` parts whose lengths differ by at most one row.
  ///
  /// - Precondition: `number` is in `1...count`.
  public func rows(ofShard number: Int, of count: Int) -> Range<Int> {
    precondition(number >= 1 && number <= count, "shard \(number) of \(count) does not exist")
    func start(_ shard: Int) -> Int {
      let product = self.count.multipliedFullWidth(by: shard)
      return count.dividingFullWidth(product).quotient
    }
    return start(number - 1)..<start(number)
  }

  private static func refusal(_ message: String) -> Diagnostic { Diagnostic(.command, message, 0..<0) }
}
