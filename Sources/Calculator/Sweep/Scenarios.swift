// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a sweep gives the inputs of a model: a table of numbers whose rows are computed when they are needed.
///
/// ```swift
/// var scenarios = Scenarios()
/// try scenarios.vary("price", over: SweepRange(from: 10, through: 60, step: 10))
/// try scenarios.vary("qty", over: [1, 2, 3])
/// scenarios.count        // 18: each price with each quantity
/// scenarios.values(of: 4)  // [20, 2]
/// ```
///
/// A row depends on its number and on nothing else, so that any part of a sweep can be computed anywhere. What is varied
/// later changes faster.
public struct Scenarios: Hashable, Sendable {
  /// The most rows: 2⁴⁰.
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

  /// Inputs that change together.
  private struct Group: Hashable {
    let inputs: [Values]
    let count: Int
  }

  private struct Draw: Hashable {
    let distribution: DrawnDistribution
    let name: UInt64
  }

  /// The inputs, in the order in which they were added: those that are varied, then those that are drawn, then those that
  /// are fixed.
  public var names: [String] { varied + drawn + fixed }
  /// How many rows there are; a sweep that varies nothing has one.
  public private(set) var count = 1
  /// What random values depend on beside row and name.
  public var seed: UInt64 = 0
  /// How often each row comes, one behind the other, each time with values drawn again.
  public private(set) var repetitions = 1

  /// What is given that is no number: dates, quantities, Booleans and texts. The others are numbers in the unit of their input.
  private(set) var kinds: [String: SweptKind] = [:]
  /// The inputs that texts give numbers: an input that is a quantity doesn't take them. What a program gives is in the unit of
  /// the input.
  private(set) var plain: Set<String> = []

  /// How many rows of a larger table come before the first; what is drawn depends on the number there.
  package var offset = 0

  private var varied: [String] = []
  private var groups: [Group] = []
  private var drawn: [String] = []
  private var draws: [Draw] = []
  private var fixed: [String] = []
  private var constants: [Double] = []

  /// One row that gives no input a value.
  public init() {}

  /// Varies an input over a range.
  ///
  /// - Throws: A ``Diagnostic`` if the input has values already, or there are more than ``maximumCount`` rows.
  public mutating func vary(_ name: String, over range: SweepRange) throws(Diagnostic) {
    try add([name], Group(inputs: [.range(range)], count: range.count))
  }

  /// Varies an input over numbers.
  ///
  /// - Throws: A ``Diagnostic`` if the input has values already, there are none, or more than ``maximumCount`` rows.
  public mutating func vary(_ name: String, over values: [Double]) throws(Diagnostic) {
    try vary([name], over: [values])
  }

  /// Varies inputs together: a column of numbers for each.
  ///
  /// - Throws: A ``Diagnostic`` if an input has values already, columns differ in length, there are none, or more than
  ///   ``maximumCount`` rows.
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

  /// Gives an input the same date, quantity or number in all rows.
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
    guard group.count > 0 else { throw Self.refusal("there is no value for '\(names[0])'") }
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

  /// Draws the values of an input at random, from ``seed``, the number of the row and the name.
  ///
  /// - Throws: A ``Diagnostic`` if the input has values already.
  public mutating func draw(_ name: String, from distribution: DrawnDistribution) throws(Diagnostic) {
    if names.contains(name) { throw Self.refusal("'\(name)' is given values twice") }
    drawn.append(name)
    draws.append(Draw(distribution: distribution, name: Fingerprint(name.utf8).word))
  }

  /// Gives an input the same value in all rows.
  ///
  /// - Throws: A ``Diagnostic`` if the input has values already.
  public mutating func fix(_ name: String, at value: Double) throws(Diagnostic) {
    if names.contains(name) { throw Self.refusal("'\(name)' is given values twice") }
    fixed.append(name)
    constants.append(value)
  }

  /// Has each row come several times, to draw that often.
  ///
  /// - Throws: A ``Diagnostic`` if that is less than once, or there are more than ``maximumCount`` rows.
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

  /// Replaces the values of another row.
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

  /// Replaces numbers by those that consecutive rows give one input: those of ``values(of:)`` at a place.
  ///
  /// - Parameters:
  ///   - column: The numbers, of which there are then as many as rows.
  ///   - place: The place of the input in ``names``.
  ///   - rows: The rows.
  /// - Precondition: `rows` is in `0..<count`, and there is such an input.
  /// - Complexity: O(rows + groups), without allocations if the column had room for as many numbers.
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

  /// Which steps of a group consecutive rows have: each comes for as many rows as a period has.
  private struct GroupSteps {
    private let first: Int
    /// How many rows the first step still has.
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

  /// The rows of a part: of `count` parts that differ by one row at most, the one with that number, from 1.
  ///
  /// - Precondition: `number` is in `1...count`.
  public func rows(ofShard number: Int, of count: Int) -> Range<Int> {
    precondition(number >= 1 && number <= count, "there is no shard \(number) of \(count)")
    func start(_ shard: Int) -> Int {
      let product = self.count.multipliedFullWidth(by: shard)
      return count.dividingFullWidth(product).quotient
    }
    return start(number - 1)..<start(number)
  }

  private static func refusal(_ message: String) -> Diagnostic { Diagnostic(.command, message, 0..<0) }
}
