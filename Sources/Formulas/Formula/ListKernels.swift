// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Operators and functions of single values, applied to each element of lists.
///
/// Loops run over flat arrays of doubles; the operator is chosen before the loop.
enum ListKernels {
  /// Computes a value for each element.
  static func map(_ operand: Slot, _ instruction: Instruction) throws(ValueFailure) -> Slot {
    switch instruction.opcode {
    case .negate: return try map(operand, instruction) { -$0 }
    case .not: return try map(operand, instruction) { 1 - $0 }
    case .percent: return try map(operand, instruction) { $0 / 100 }
    default:
      let call = instruction.function.calls.unary
      return try map(operand, instruction) { call($0) }
    }
  }

  @inline(__always)
  private static func map(
    _ operand: Slot, _ instruction: Instruction, _ body: (Double) -> Double
  ) throws(ValueFailure) -> Slot {
    if case .scalar(let value) = operand {
      let result = body(value)
      guard result.isFinite else { throw .formula(Program.failure(of: instruction, value, value, result)) }
      return .scalar(result)
    }
    let values = operand.scalars
    let results = try ListBlocks.map(values.count) { values[$0].map(body) }
    if let place = results.firstIndex(where: { !$0.isFinite }) {
      throw .element(place + 1, Program.failure(of: instruction, values[place], values[place], results[place]))
    }
    return .scalars(results)
  }

  /// Computes a value for each pair of elements; a single value is paired with all elements.
  static func zip(_ left: Slot, _ right: Slot, _ instruction: Instruction) throws(ValueFailure) -> Slot {
    if left.isText || right.isText { return try compareTexts(left, right, instruction.opcode) }
    switch instruction.opcode {
    case .add: return try zip(left, right, instruction) { $0 + $1 }
    case .subtract: return try zip(left, right, instruction) { $0 - $1 }
    case .multiply: return try zip(left, right, instruction) { $0 * $1 }
    case .divide: return try zip(left, right, instruction) { $0 / $1 }
    case .power: return try zip(left, right, instruction) { Mathematics.power($0, $1) }
    case .less: return try zip(left, right, instruction) { $0 < $1 ? 1 : 0 }
    case .lessOrEqual: return try zip(left, right, instruction) { $0 <= $1 ? 1 : 0 }
    case .greater: return try zip(left, right, instruction) { $0 > $1 ? 1 : 0 }
    case .greaterOrEqual: return try zip(left, right, instruction) { $0 >= $1 ? 1 : 0 }
    case .equal: return try zip(left, right, instruction) { $0 == $1 ? 1 : 0 }
    case .notEqual: return try zip(left, right, instruction) { $0 != $1 ? 1 : 0 }
    case .both: return try zip(left, right, instruction) { $0 * $1 }
    case .either: return try zip(left, right, instruction) { Swift.max($0, $1) }
    default:
      let call = instruction.function.calls.binary
      return try zip(left, right, instruction) { call($0, $1) }
    }
  }

  @inline(__always)
  private static func zip(
    _ left: Slot, _ right: Slot, _ instruction: Instruction, _ body: (Double, Double) -> Double
  ) throws(ValueFailure) -> Slot {
    switch (left, right) {
    case (.scalar(let x), .scalar(let y)):
      let result = body(x, y)
      guard result.isFinite else { throw .formula(Program.failure(of: instruction, x, y, result)) }
      return .scalar(result)
    case (.scalar(let x), _):
      let values = right.scalars
      let results = try ListBlocks.map(values.count) { values[$0].map { body(x, $0) } }
      try check(results, instruction) { (x, values[$0]) }
      return .scalars(results)
    case (_, .scalar(let y)):
      let values = left.scalars
      let results = try ListBlocks.map(values.count) { values[$0].map { body($0, y) } }
      try check(results, instruction) { (values[$0], y) }
      return .scalars(results)
    default:
      let (first, second) = (left.scalars, right.scalars)
      guard first.count == second.count else { throw .lengths(first.count, second.count) }
      let results = try ListBlocks.map(first.count) { $0.map { body(first[$0], second[$0]) } }
      try check(results, instruction) { (first[$0], second[$0]) }
      return .scalars(results)
    }
  }

  private static func check(
    _ results: [Double], _ instruction: Instruction, _ operands: (Int) -> (Double, Double)
  ) throws(ValueFailure) {
    guard let place = results.firstIndex(where: { !$0.isFinite }) else { return }
    let (left, right) = operands(place)
    throw .element(place + 1, Program.failure(of: instruction, left, right, results[place]))
  }

  /// Computes a value for each three elements.
  static func zip(
    _ first: Slot, _ second: Slot, _ third: Slot, _ instruction: Instruction
  ) throws(ValueFailure) -> Slot {
    let call = instruction.function.calls.ternary
    guard let count = try commonCount([first, second, third]) else {
      let result = call(first.scalar, second.scalar, third.scalar)
      guard result.isFinite else {
        throw .formula(Program.failure(of: instruction, first.scalar, third.scalar, result))
      }
      return .scalar(result)
    }
    let lists = [first, second, third].map { spread($0, count) }
    let results = try ListBlocks.map(count) { $0.map { call(lists[0][$0], lists[1][$0], lists[2][$0]) } }
    try check(results, instruction) { (lists[0][$0], lists[2][$0]) }
    return .scalars(results)
  }

  /// Chooses one of two values for each element of a list of conditions.
  static func choose(_ condition: Slot, _ left: Slot, _ right: Slot) throws(ValueFailure) -> Slot {
    let count = try commonCount([condition, left, right]) ?? 0
    let conditions = condition.scalars
    if left.isText || right.isText {
      let (first, second) = (spreadTexts(left, count), spreadTexts(right, count))
      return .texts(try ListBlocks.map(count) { $0.map { conditions[$0] != 0 ? first[$0] : second[$0] } })
    }
    let (first, second) = (spread(left, count), spread(right, count))
    return .scalars(try ListBlocks.map(count) { $0.map { conditions[$0] != 0 ? first[$0] : second[$0] } })
  }

  /// The common length of all lists among values; `nil` if no value is a list.
  static func commonCount(_ values: [Slot]) throws(ValueFailure) -> Int? {
    var common: Int?
    for value in values {
      guard let count = value.count else { continue }
      if let common, common != count { throw .lengths(common, count) }
      common = count
    }
    return common
  }

  static func spread(_ value: Slot, _ count: Int) -> [Double] {
    if case .scalar(let scalar) = value { return Array(repeating: scalar, count: count) }
    return value.scalars
  }

  static func spreadTexts(_ value: Slot, _ count: Int) -> [String] {
    if case .text(let text) = value { return Array(repeating: text, count: count) }
    return value.texts
  }

  // MARK: Texts

  private static func compareTexts(_ left: Slot, _ right: Slot, _ opcode: Opcode) throws(ValueFailure) -> Slot {
    func isTrue(_ x: String, _ y: String) -> Bool {
      switch opcode {
      case .less: x < y
      case .lessOrEqual: x <= y
      case .greater: x > y
      case .greaterOrEqual: x >= y
      case .notEqual: x != y
      default: x == y
      }
    }
    guard let count = try commonCount([left, right]) else {
      return .scalar(isTrue(left.texts[0], right.texts[0]) ? 1 : 0)
    }
    let (first, second) = (spreadTexts(left, count), spreadTexts(right, count))
    return .scalars(try ListBlocks.map(count) { $0.map { isTrue(first[$0], second[$0]) ? 1 : 0 } })
  }

  /// Joins texts; other values are converted to the text that people see.
  static func concatenate(
    _ left: Slot, _ right: Slot, _ leftType: CalculatorType, _ rightType: CalculatorType
  ) throws(ValueFailure) -> Slot {
    let (first, second) = (try texts(of: left, leftType), try texts(of: right, rightType))
    guard let count = try commonCount([left, right]) else { return .text(first[0] + second[0]) }
    let isFirstList = left.count != nil
    let isSecondList = right.count != nil
    return .texts(
      try ListBlocks.map(count) { $0.map { first[isFirstList ? $0 : 0] + second[isSecondList ? $0 : 0] } })
  }

  private static func texts(of value: Slot, _ type: CalculatorType) throws(ValueFailure) -> [String] {
    if value.isText { return value.texts }
    let values = value.scalars
    return try ListBlocks.map(values.count) {
      values[$0].map { CalculatorValue(packed: $0, type: type).description }
    }
  }
}
