// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Dates and moments in formulas.
///
/// Days, weeks, months and years are added to a moment by the calendar of its zone, or of UTC if it has none, so that
/// clocks show the same time afterwards. Hours, minutes and seconds have a fixed length.
extension ProgramCompiler {
  /// Adds a time to a date or a moment, or subtracts it.
  mutating func shiftCalendar(
    _ operation: Formula.Operation, _ from: UnitOfMeasure, _ other: UnitOfMeasure, _ left: Operand
  ) throws(Diagnostic) {
    let names = other.factors.map(\.name)
    let isOfMonths = names == ["month"] || names == ["year"]
    let isOfDays = names == ["d"] || names == ["week"]
    let step = isOfMonths ? "month" : isOfDays || !from.isMoment ? "d" : "s"
    convert(to: UnitReader.factor(named: step).map { UnitOfMeasure([$0]) } ?? other)
    if operation.instruction.opcode == .subtract { instructions.append(Instruction(.negate)) }
    shift(operation, from, step, left.type)
  }

  /// Appends the sum of a date or moment and a number of steps, which are on top of the stack.
  private mutating func shift(
    _ operation: Formula.Operation, _ from: UnitOfMeasure, _ step: String, _ type: CalculatorType
  ) {
    // Without a zone a day has 24 hours.
    let isClock = from.isMoment && step == (from.zoneName == nil ? "month" : step) && step != "s"
    var instruction = Instruction(isClock ? .ternary : .binary)
    if isClock {
      push(zoneOf: from)
      instruction.function = .named(step == "month" ? "clock months" : "clock days")
    } else if from.isMoment {
      if step == "d" { scaleToSeconds() }
      instruction.function = .named("addseconds")
    } else {
      instruction.function = .named(step == "month" ? "addmonths" : "adddays")
    }
    let isList = stack.suffix(2).contains { $0.type.isList }
    replace(2, by: isList ? type.list : type, operation, instruction)
  }

  private mutating func scaleToSeconds() { scale(by: UnitRatio(86_400, 1)) }

  /// Appends a call of a function whose first argument is a date or a moment.
  mutating func callOfCalendar(_ operation: Formula.Operation, _ count: Int) throws(Diagnostic) {
    let function = operation.instruction.function
    let name = SourceText.quote(line, operation.range)
    let first = stack[stack.count - count]
    var isOfClock = false
    if case .ofClock = function.row.units { isOfClock = true }
    guard let unit = first.type.unit, unit.isMoment || unit == .date && !isOfClock else {
      throw mismatch("\(name) needs a \(isOfClock ? "moment" : "date"), \(describe(first))", first)
    }
    for operand in stack.suffix(count - 1) { try require(.number, operand, operation) }
    if case .date = function.row.units {
      if unit.isMoment { return shift(operation, unit, function.row.name == "addmonths" ? "month" : "d", first.type) }
    } else if unit.isMoment {
      readClock(unit, isOfClock ? "clock time" : "clock day")
    }
    var result = CalculatorType.number
    if case .date = function.row.units { result = first.type.element }
    let isList = stack.suffix(count).contains { $0.type.isList }
    replace(count, by: isList ? result.list : result, operation, operation.instruction)
  }

  /// Converts the moment on top to the day that a calendar in its zone shows.
  mutating func convertToDay(_ operation: Formula.Operation) {
    let top = stack[stack.count - 1]
    if let unit = top.type.unit { readClock(unit, "clock day") }
    stack[stack.count - 1].type = top.type.isList ? .quantities(.date) : .quantity(.date)
    stack[stack.count - 1].end = max(operation.end, top.end)
  }

  /// Appends a function of what a clock or calendar shows at the moment on top.
  private mutating func readClock(_ unit: UnitOfMeasure, _ function: String) {
    push(zoneOf: unit)
    var instruction = Instruction(.binary)
    instruction.function = .named(function)
    instructions.append(instruction)
  }

  /// Appends the zone of moments, in the form that functions of clocks need.
  private mutating func push(zoneOf unit: UnitOfMeasure) {
    deepen()
    instructions.append(Instruction(.constant, value: Double(unit.zone ?? -1)))
  }
}
