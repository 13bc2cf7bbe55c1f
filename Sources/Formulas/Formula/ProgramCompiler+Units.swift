// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Compiles units, which are part of the types of values: computations with quantities become computations with numbers.
///
/// If two values have different units of one dimension, the right value is converted to the unit of the left one. A
/// conversion is at most two instructions: a product and a quotient.
extension ProgramCompiler {
  /// Whether one of the `count` values on top has a unit.
  func hasUnits(_ count: Int) -> Bool { stack.suffix(count).contains { $0.type.unit != nil } }

  /// Appends a unit after a number, or a conversion.
  mutating func appendUnit(_ operation: Formula.Operation) throws(Diagnostic) {
    let unit = units[Int(operation.instruction.operand)]
    let top = stack[stack.count - 1]
    if operation.instruction.opcode == .unit {
      // 5 mg/kg is a plain number.
      guard top.type.element == .number else {
        throw mismatch("a unit needs a number before it, \(describe(top))", top, hint: "convert it: (3 km) in m")
      }
      let start = min(top.start, operation.start)
      stack[stack.count - 1].start = start
      stack[stack.count - 1].end = operation.end
      if unit.dimension == .none { return scale(by: unit.ratio) }
      stack[stack.count - 1].type = top.type.isList ? .quantities(unit) : .quantity(unit)
      return
    }
    if unit.isShare { return try appendShare(unit, operation) }
    if unit == .date, top.type.unit?.isMoment == true { return convertToDay(operation) }
    let name = unit.zoneName ?? unit.description
    guard let given = top.type.unit else {
      let hint =
        unit.isCalendar
        ? "\(unit.quantity) is \(unit == .date ? "2026-03-01" : "2026-03-01T12:30Z")"
        : top.type.element == .number ? "multiply by a unit: x * 1 \(unit)" : nil
      throw mismatch("a conversion to \(name)", needs: unit.quantity, top, hint: hint)
    }
    guard given.dimension == unit.dimension else {
      throw mismatch(
        "a conversion to \(name)", needs: unit.quantity, top,
        hint: Self.hint(given, unit) ?? hintOfFraction(top, given, unit))
    }
    convert(to: unit)
    stack[stack.count - 1].end = operation.end
  }

  /// Shows the result of the formula in percent, or in a ratio of like units. A number that is not the result stays a number.
  private mutating func appendShare(_ unit: UnitOfMeasure, _ operation: Formula.Operation) throws(Diagnostic) {
    let top = stack[stack.count - 1]
    guard top.type.element == .number else {
      throw mismatch("a conversion to \(unit)", needs: "a Number", top)
    }
    stack[stack.count - 1].end = operation.end
    guard shownConversion == Int(operation.instruction.operand) else { return }
    scale(by: unit.ratio.inverse)
    stack[stack.count - 1].type = top.type.isList ? .quantities(unit) : .quantity(unit)
  }

  /// A hint for `1/3 cup in tbsp`, where a third of a cup was probably meant.
  private func hintOfFraction(_ top: Operand, _ given: UnitOfMeasure, _ wanted: UnitOfMeasure) -> String? {
    guard given.dimension.power(-1) == wanted.dimension,
      let fraction = FractionOfUnit(line, Int(top.start)..<Int(top.end))
    else { return nil }
    return "a unit belongs to the number before it: write \(fraction.suggestion)"
  }

  // MARK: Conversions

  /// Converts the quantity on top to a unit of its dimension.
  mutating func convert(to unit: UnitOfMeasure) {
    let top = stack[stack.count - 1]
    guard let given = top.type.unit, given != unit else { return }
    let (before, ratio, after) = given.conversion(to: unit)
    if before != after || ratio != .one {
      if before != 0 { emit(.subtract, before) }
      scale(by: ratio)
      if after != 0 { emit(.add, after) }
    }
    stack[stack.count - 1].type = top.type.isList ? .quantities(unit) : .quantity(unit)
  }

  /// Multiplies the value on top.
  mutating func scale(by ratio: UnitRatio) {
    let steps = ratio.steps
    for factor in steps.factors { emit(.multiply, factor) }
    for divisor in steps.divisors { emit(.divide, divisor) }
  }

  /// Applies an operator to the value on top and a constant.
  private mutating func emit(_ opcode: Opcode, _ number: Double) {
    deepen()
    instructions.append(Instruction(.constant, value: number))
    instructions.append(Instruction(opcode))
  }

  /// Converts some values, on top of the stack or below `hidden` others, to the unit of the value at `place` among them.
  ///
  /// - Throws: A ``Diagnostic`` that names both dimensions if one has another.
  mutating func align(
    _ count: Int, with place: Int = 0, _ name: String, below hidden: Int = 0
  ) throws(Diagnostic) {
    let first = stack.count - count - hidden
    let wanted = stack[first + place]
    for index in first..<first + count where index != first + place {
      let operand = stack[index]
      guard let unit = wanted.type.unit, let given = operand.type.unit, given.dimension == unit.dimension else {
        let (left, right) = index > first + place ? (wanted, operand) : (operand, wanted)
        var hint: String?
        if let unit = wanted.type.unit ?? operand.type.unit {
          hint = wanted.type.unit.map { given in operand.type.unit.flatMap { Self.hint($0, given) } } ?? nil
          if right.type == .number, line[Int(right.end) - 1] == UInt8(ascii: "%") {
            hint =
              "a part of it is x * (1 \(name == "'-'" ? "-" : "+") "
              + "\(String(decoding: line[Int(right.start)..<Int(right.end)], as: UTF8.self)))"
          } else if left.type.element == .number || right.type.element == .number {
            hint =
              unit == .date ? "days are 5 d" : unit.isMoment ? "hours are 5 h" : "a number with a unit is 5 \(unit)"
          }
        }
        throw mismatch(
          "\(name) needs two values of one dimension, \(describe(left)) and \(describe(right))", operand, hint: hint)
      }
      if given == unit { continue }
      if index == stack.count - 1 {
        convert(to: unit)
        continue
      }
      // Only programs of lists can access values below the top.
      isPacked = false
      let below = stack.count - 1 - index
      let (before, ratio, after) = given.conversion(to: unit)
      if before != 0 { adjust(.subtract, before, below) }
      for factor in ratio.steps.factors { adjust(.multiply, factor, below) }
      for divisor in ratio.steps.divisors { adjust(.divide, divisor, below) }
      if after != 0 { adjust(.add, after, below) }
      stack[index].type = operand.type.isList ? .quantities(unit) : .quantity(unit)
    }
  }

  private mutating func adjust(_ opcode: Opcode, _ number: Double, _ below: Int) {
    var instruction = Instruction(.adjust, operand: below, value: number)
    instruction.comparison = opcode
    instructions.append(instruction)
  }

  // MARK: Operators

  /// Appends an operator of numbers if one of its values has a unit. Returns `false` if none has.
  mutating func arithmetic(_ operation: Formula.Operation) throws(Diagnostic) -> Bool {
    guard hasUnits(2) else { return false }
    let (left, right) = (stack[stack.count - 2], stack[stack.count - 1])
    switch operation.instruction.opcode {
    case .add, .subtract: try addition(operation, left, right)
    case .power: try power(operation, left, right)
    default: try product(operation, left, right)
    }
    return true
  }

  private mutating func addition(
    _ operation: Formula.Operation, _ left: Operand, _ right: Operand
  ) throws(Diagnostic) {
    let name = SourceText.quote(line, operation.range)
    let isAddition = operation.instruction.opcode == .add
    guard let from = left.type.unit, let other = right.type.unit, from.zero != nil || other.zero != nil else {
      try align(2, name)
      return replaceTwo(operation, by: left.type)
    }
    if from.zero != nil, other.zero != nil, from.dimension == other.dimension {
      if isAddition {
        throw mismatch(
          "\(name) can't add two \(from.isCalendar ? "\(from)s" : "temperatures in \(other)")", right,
          hint: "add a difference: \(Self.shift(of: from))")
      }
      // The difference of two temperatures is not in °C, because a difference shown in °C would be 273 degrees less.
      try align(2, name)
      replaceTwo(operation, by: from.ofDifferences.map { .quantity($0) } ?? .number)
      return scale(by: from.ratio * (from.ofDifferences?.ratio.inverse ?? .one))
    }
    if let shift = other.ofDifferences, from.zero == nil, shift.dimension == from.dimension {
      let unit = other.isCalendar ? "\(other.quantity)" : "a temperature in \(other)"
      throw mismatch(
        "\(name) needs \(unit) on its left, \(describe(left)) in \(from)", left,
        hint: "a difference comes second: \(Self.shift(of: other))")
    }
    guard let shift = from.ofDifferences, shift.dimension == other.dimension else {
      return try align(2, name)
    }
    if from.isCalendar { return try shiftCalendar(operation, from, other, left) }
    scale(by: other.ratio * from.ratio.inverse)
    replaceTwo(operation, by: left.type)
  }

  /// An example of a value that may be added to a value of a scale.
  private static func shift(of unit: UnitOfMeasure) -> String {
    if unit == .date { return "2026-03-01 + 5 d" }
    return unit.isMoment ? "2026-03-01T12:00Z + 5 h" : "20 °C + 5 K"
  }

  private mutating func product(
    _ operation: Formula.Operation, _ left: Operand, _ right: Operand
  ) throws(Diagnostic) {
    for operand in [left, right] where operand.type.unit == nil { try require(.number, operand, operation) }
    for operand in [left, right] { try requireNoScale(operand, operation) }
    let isDivided = operation.instruction.opcode == .divide
    let (unit, ratio) = (left.type.unit ?? UnitOfMeasure([])).combined(
      with: right.type.unit ?? UnitOfMeasure([]), isDivided: isDivided)
    try checkExponents(of: unit, right)
    replaceTwo(operation, by: unit.map { .quantity($0) } ?? .number)
    scale(by: ratio)
  }

  // MARK: Ranges

  /// Appends a range of quantities or dates: both ends have one dimension, and the step is a difference of such values.
  mutating func rangeOfQuantities(_ operation: Formula.Operation, _ count: Int) throws(Diagnostic) {
    for operand in stack.suffix(count) where operand.type.isList {
      throw mismatch("'..' needs two values, \(describe(operand))", operand)
    }
    try align(2, "'..'", below: count - 2)
    let first = stack[stack.count - count]
    guard let unit = first.type.unit else { return }
    let shift = unit.ofDifferences ?? unit
    if count == 3 {
      let step = stack[stack.count - 1]
      if let given = step.type.unit, unit.isCalendar, ["month", "year"].contains(given.description) {
        throw mismatch(
          "a step of \(unit)s is a number of \(unit == .date ? "days" : "seconds"), and months differ", step,
          hint: unit == .date ? "write addmonths(2026-01-31, 0..11)" : "write step 30 d")
      }
      if let given = step.type.unit, given.zero != nil {
        throw mismatch(
          "a step of '..' is a difference, \(describe(step))", step,
          hint: "write step 5 \(given.ofDifferences ?? shift)")
      }
      guard step.type.unit?.dimension == shift.dimension else {
        throw mismatch(
          "a step of '..' needs \(shift.quantity), \(describe(step))", step, hint: "write step 5 \(shift)")
      }
      convert(to: shift)
      if unit.zero != nil, !unit.isCalendar { scale(by: shift.ratio * unit.ratio.inverse) }
    } else if unit.isMoment {
      throw mismatch("'..' of moments needs a step, \(describe(first))", first, hint: "write a..b step 1 h")
    }
    var instruction = operation.instruction
    instruction.value = unit == .date ? 1 : 0
    replace(count, by: .quantities(unit), operation, instruction)
  }

  /// Refuses a unit whose text could not be read again.
  func checkExponents(of unit: UnitOfMeasure?, _ operand: Operand) throws(Diagnostic) {
    guard let unit, !unit.isReadable else { return }
    throw mismatch("exponents of units are \(UnitOfMeasure.greatestExponent) at most, \(describe(operand))", operand)
  }

  private mutating func power(_ operation: Formula.Operation, _ left: Operand, _ right: Operand) throws(Diagnostic) {
    guard let unit = left.type.unit, right.type.unit == nil else {
      throw mismatch("an exponent is a number, \(describe(right))", right)
    }
    try require(.number, right, operation)
    try requireNoScale(left, operation)
    guard let exponent = constantOnTop else {
      throw mismatch(
        "the exponent of \(unit.quantity) must be a constant, because it determines the unit of the result", right)
    }
    guard let raised = unit.raised(to: exponent) else {
      throw mismatch("\(describe(left)), and \(unit) has no such power", left)
    }
    replaceTwo(operation, by: raised.dimension == .none ? .number : .quantity(raised))
  }

  /// The number on top if it is a literal.
  private var constantOnTop: Double? {
    guard let last = instructions.last else { return nil }
    let isNegated = last.opcode == .negate
    let place = instructions.count - (isNegated ? 2 : 1)
    // At the end of a branch it is one of several values.
    guard place >= lastJoin, instructions[place].opcode == .constant else { return nil }
    return isNegated ? -instructions[place].value : instructions[place].value
  }

  /// Appends a sign before a quantity. Returns `false` if its operand is not a quantity.
  mutating func sign(_ operation: Formula.Operation) throws(Diagnostic) -> Bool {
    let top = stack[stack.count - 1]
    guard let unit = top.type.unit else { return false }
    // -5 °C is a temperature; the negative of a temperature has no meaning.
    if unit.isCalendar || unit.zero != nil && constantOnTop == nil { try requireNoScale(top, operation) }
    stack[stack.count - 1].start = min(operation.start, top.start)
    if operation.instruction.opcode == .negate { instructions.append(operation.instruction) }
    return true
  }

  /// Throws for a temperature in °C or °F, because only differences of temperatures can be multiplied.
  func requireNoScale(_ operand: Operand, _ operation: Formula.Operation) throws(Diagnostic) {
    guard let unit = operand.type.unit, unit.zero != nil else { return }
    let name = SourceText.quote(line, operation.range)
    if unit.isCalendar { throw mismatch("\(name) can't be applied, \(describe(operand))", operand) }
    let scale = operand.type.isList ? "" : " in \(unit)"
    throw mismatch(
      "\(name) needs a temperature in K, \(describe(operand))\(scale)", operand,
      hint: "convert it: (20 °C to K)")
  }

  /// Throws if a function has no meaning for values of a scale, such as a sum of temperatures or dates, or a mean of dates.
  private func requireMeaning(_ operand: Operand, _ operation: Formula.Operation) throws(Diagnostic) {
    let row = operation.instruction.function.row
    switch row.units {
    case .amount, .square: return try requireNoScale(operand, operation)
    default: break
    }
    if operand.type.unit?.isCalendar == true, !["min", "max", "clamp"].contains(row.name) {
      try requireNoScale(operand, operation)
    }
  }

  private mutating func replaceTwo(_ operation: Formula.Operation, by type: CalculatorType) {
    let isList = stack.suffix(2).contains { $0.type.isList }
    replace(2, by: isList ? type.list : type.element, operation, operation.instruction)
  }

  private static func hint(_ given: UnitOfMeasure, _ wanted: UnitOfMeasure) -> String? {
    if given == .date, wanted.isMoment { return "a day has no hour: write 2026-03-01 12:30 Berlin" }
    let units = [given, wanted].map(\.description)
    if given.factors.contains(where: { UnitSymbol.currencies.contains($0.name) }),
      wanted.factors.contains(where: { UnitSymbol.currencies.contains($0.name) })
    {
      return "no rates are known: multiply by one, as in 100 USD * 0.9 EUR/USD"
    }
    if units.contains("C") || units.contains("F") { return "temperatures are in °C or °F, degC or degF" }
    return nil
  }

  // MARK: Functions

  /// Appends a function of `count` values if one of them has a unit. Returns `false` if none has.
  mutating func callWithUnits(_ operation: Formula.Operation, _ count: Int) throws(Diagnostic) -> Bool {
    guard hasUnits(count) else { return false }
    let function = operation.instruction.function
    let first = stack[stack.count - count]
    let name = SourceText.quote(line, operation.range)
    let isList = stack.suffix(count).contains { $0.type.isList }
    func replaceAll(_ type: CalculatorType, _ instruction: Instruction? = nil) {
      replace(count, by: isList ? type.list : type.element, operation, instruction ?? operation.instruction)
    }
    switch function.row.units {
    case .none, .makesDate, .square: return false
    case .same, .amount:
      try align(count, name)
      try requireMeaning(first, operation)
      replaceAll(first.type)
    case .date, .ofDate, .ofClock: try callOfCalendar(operation, count)
    case .moment:
      guard first.type.unit?.isMoment == true else {
        throw mismatch("\(name) needs a moment, \(describe(first))", first)
      }
      for operand in stack.suffix(count - 1) { try require(.number, operand, operation) }
      replaceAll(first.type)
    case .ratio:
      try align(count, name)
      try requireNoScale(first, operation)
      replaceAll(.number)
    case .first:
      guard let unit = first.type.unit else { return false }
      if unit.isCalendar { try requireNoScale(first, operation) }
      for operand in stack.suffix(count - 1) { try require(.number, operand, operation) }
      replaceAll(first.type)
    case .root(let degree):
      guard let unit = first.type.unit else { return false }
      try requireNoScale(first, operation)
      var root = unit.raised(to: 1 / Double(degree))
      if root == nil, let based = unit.inBaseUnits.raised(to: 1 / Double(degree)) {
        convert(to: unit.inBaseUnits)
        root = based
      }
      guard let root else { throw mismatch("\(describe(first)), and \(unit) has no such root", first) }
      replaceAll(.quantity(root))
    case .angle:
      guard first.type.unit?.dimension == .angle else {
        throw mismatch("\(name) needs an angle or a number, \(describe(first))", first)
      }
      if let turn = first.type.unit?.ratio.partsOfTurn {
        deepen()
        instructions.append(Instruction(.constant, value: turn))
        var instruction = operation.instruction
        instruction.opcode = .binary
        replaceAll(.number, instruction)
        return true
      }
      convert(to: UnitOfMeasure([UnitReader.factor(named: "rad")].compactMap { $0 }))
      replaceAll(.number)
    }
    return true
  }

  /// Converts two arguments of a function with any number of them to one unit. Returns `false` if neither has a unit.
  mutating func alignFold(_ operation: Formula.Operation, _ count: Int) throws(Diagnostic) -> Bool {
    guard hasUnits(count) else { return false }
    let name = SourceText.quote(line, operation.range)
    switch operation.instruction.function.row.units {
    case .same, .amount, .square:
      try align(count, name)
      try requireMeaning(stack[stack.count - count], operation)
    default: return false
    }
    return true
  }
}
