// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The types of lists and texts, and the instructions that only programs with them contain.
///
/// Operators and functions of single values are applied to each element of lists, so their types are checked together
/// with the types of single values.
extension ProgramCompiler {
  /// Appends an operation that makes, reads or joins lists and texts.
  mutating func appendList(_ operation: Formula.Operation) throws(Diagnostic) {
    let instruction = operation.instruction
    switch instruction.opcode {
    case .list: try list(operation, Int(instruction.operand))
    case .range, .steppedRange:
      let count = instruction.opcode == .range ? 2 : 3
      if hasUnits(count) { return try rangeOfQuantities(operation, count) }
      for operand in stack.suffix(count) where operand.type != .number {
        throw mismatch("'..'", needs: "numbers", operand)
      }
      replace(count, by: .numbers, operation, Instruction(instruction.opcode))
    case .element: try listCall(operation, .element, 2, named: "[ ]", Instruction(.element))
    case .filter: try listCall(operation, .filter, 2, named: "where", Instruction(.filter))
    case .concatenate:
      let (left, right) = (stack[stack.count - 2].type, stack[stack.count - 1].type)
      if left.element != .text, right.element != .text {
        let operand = stack[stack.count - 1]
        throw mismatch(
          "'&' needs a text on one side, \(describe(stack[stack.count - 2])) and \(describe(operand))", operand,
          hint: left == .boolean && right == .boolean ? "write 'and'" : nil)
      }
      let types = index(of: left.element) << 16 | index(of: right.element)
      replace(
        2, by: left.isList || right.isList ? .texts : .text, operation, Instruction(.concatenate, operand: types))
    default:
      guard case .list(let function) = instruction.function.rule.code else {
        preconditionFailure("only functions of lists are called so")
      }
      try listCall(operation, function, Int(instruction.operand), named: nil, instruction)
    }
  }

  /// Appends a list literal, `[a, b, c]`.
  private mutating func list(_ operation: Formula.Operation, _ count: Int) throws(Diagnostic) {
    if count > 1, hasUnits(count), !stack.suffix(count).contains(where: \.type.isList) { try align(count, "a list") }
    let elements = stack.suffix(count)
    let type = elements.first?.type ?? .number
    for element in elements {
      if element.type.isList {
        throw mismatch(
          "a list can't be in a list, \(describe(element))", element, hint: "join(x, y) makes one list of two")
      }
      if let first = elements.first, element.type != type {
        throw mismatch("a list has elements of one type, \(describe(first)) and \(describe(element))", element)
      }
    }
    replace(count, by: type.list, operation, Instruction(.list, operand: count))
  }

  /// Replaces `count` values by one.
  mutating func replace(
    _ count: Int, by type: CalculatorType, _ operation: Formula.Operation, _ instruction: Instruction
  ) {
    let start = min(operation.start, count > 0 ? stack[stack.count - count].start : operation.start)
    let end = max(operation.end, count > 0 ? stack[stack.count - 1].end : operation.end)
    stack.removeLast(count)
    push(type, start, end)
    instructions.append(instruction)
  }

  /// Applies a function of lists and texts.
  private mutating func listCall(
    _ operation: Formula.Operation, _ function: ListFunction, _ count: Int, named operatorName: String?,
    _ instruction: Instruction
  ) throws(Diagnostic) {
    let name = operatorName ?? instruction.function.row.name
    let alike = function.alike(count)
    if case .sumproduct = function, hasUnits(count) { return try sumproduct(operation, count, instruction) }
    if alike.count > 1, stack.suffix(count).prefix(alike.count).contains(where: { $0.type.unit != nil }) {
      try alignAlike(count, alike, function, "'\(name)'")
    }
    if case .sumBy = function { try requireNoScale(stack[stack.count - count], operation) }
    let operands = Array(stack.suffix(count))
    for (index, operand) in operands.enumerated() where !function.parameter(index).takes(operand.type) {
      var hint: String?
      if case .filter = function, index == 1, operand.type == .boolean {
        hint = "compare the list, as in x where x > 0"
      }
      throw mismatch("'\(name)'", needs: function.parameter(index).phrase, operand, hint: hint)
    }
    for index in alike.dropFirst() where operands[index].type.element != operands[alike.lowerBound].type.element {
      throw mismatch(
        "'\(name)' needs values of one type, \(describe(operands[alike.lowerBound])) and \(describe(operands[index]))",
        operands[index])
    }
    var instruction = instruction
    // Only the compiler knows whether numbers on the stack are Booleans.
    if case .count = function {
      instruction.value = Double(operands.indices.reduce(0) { $0 | (operands[$1].type == .booleans ? 1 << $1 : 0) })
      guard operands.count <= 52 else {
        throw mismatch("'count' takes at most 52 lists", operands[52], hint: "join(x, y) makes one list of two")
      }
    }
    if case .match = function { instruction.value = Double(index(of: operands[0].type.element)) }
    if case .lookup = function { instruction.value = Double(index(of: operands[0].type.element)) }
    replace(count, by: function.result(operands.map(\.type)), operation, instruction)
  }

  /// Converts arguments that must have one type. Keys are converted to the unit of the list that is searched.
  private mutating func alignAlike(
    _ count: Int, _ alike: Range<Int>, _ function: ListFunction, _ name: String
  ) throws(Diagnostic) {
    if case .join = function { return try align(count, name) }
    try align(alike.count, with: 1, name, below: count - alike.count)
  }

  /// Appends the sum of products of quantities, whose unit is the product of their units.
  private mutating func sumproduct(
    _ operation: Formula.Operation, _ count: Int, _ instruction: Instruction
  ) throws(Diagnostic) {
    var unit: UnitOfMeasure?
    var ratio = UnitRatio.one
    for operand in stack.suffix(count) {
      guard operand.type.isList, operand.type.unit != nil || operand.type == .numbers else {
        throw mismatch("'sumproduct' needs lists of numbers or quantities, \(describe(operand))", operand)
      }
      if let zero = operand.type.unit, zero.zero != nil {
        throw mismatch("'sumproduct' needs temperatures in K, \(describe(operand))", operand)
      }
      guard let given = operand.type.unit else { continue }
      let product = (unit ?? UnitOfMeasure([])).combined(with: given, isDivided: false)
      try checkExponents(of: product.unit, operand)
      (unit, ratio) = (product.unit, ratio * product.ratio)
    }
    replace(count, by: unit.map { .quantity($0) } ?? .number, operation, instruction)
    scale(by: ratio)
  }

  /// Collects the arguments of a function with any number of them if some are lists. Returns `false` if none are.
  mutating func foldList(_ operation: Formula.Operation) throws(Diagnostic) -> Bool {
    let top = stack[stack.count - 1]
    if operation.instruction.opcode == .fold {
      let left = stack[stack.count - 2]
      guard left.type.isList || top.type.isList else { return false }
      let isQuantity = try alignFold(operation, 2)
      if !isQuantity { for operand in stack.suffix(2) { try require(.number, operand, operation) } }
      let type = isQuantity ? stack[stack.count - 2].type.list : .numbers
      replace(2, by: type, operation, Instruction(.collect, operand: 2))
      return true
    }
    guard top.type.isList else {
      if operation.instruction.operand == 1 { try requireSecondNumber(operation) }
      return false
    }
    if try !alignFold(operation, 1) { try require(.number, top, operation) }
    try aggregate(operation)
    return true
  }

  /// Appends the sum, median or deviation of numbers and lists.
  mutating func statistic(_ operation: Formula.Operation, _ count: Int) throws(Diagnostic) {
    let isQuantity = try alignFold(operation, count)
    let operands = stack.suffix(count)
    guard operands.contains(where: { $0.type.isList }) else {
      if count == 1 { try requireSecondNumber(operation) }
      if isQuantity {
        let type = try typeOfStatistic(operands.first?.type ?? .number, operation)
        return replace(count, by: type, operation, operation.instruction)
      }
      for operand in operands { try require(.number, operand, operation) }
      return try apply(operation, count, .number, .number)
    }
    if !isQuantity { for operand in operands { try require(.number, operand, operation) } }
    if count > 1 {
      let type = isQuantity ? operands.first?.type.list ?? .numbers : .numbers
      replace(count, by: type, operation, Instruction(.collect, operand: count))
    }
    try aggregate(operation)
  }

  private mutating func aggregate(_ operation: Formula.Operation) throws(Diagnostic) {
    var instruction = Instruction(.aggregate)
    instruction.function = operation.instruction.function
    let type = try typeOfStatistic(stack[stack.count - 1].type.element, operation)
    replace(1, by: type, operation, instruction)
  }

  /// The type of a function's result for values of a type: that type, but its square for a variance.
  private func typeOfStatistic(
    _ type: CalculatorType, _ operation: Formula.Operation
  ) throws(Diagnostic) -> CalculatorType {
    guard case .square = operation.instruction.function.row.units, let unit = type.unit else { return type }
    guard let square = unit.raised(to: 2) else {
      throw mismatch("\(describe(stack[stack.count - 1])), and \(unit) has no square", stack[stack.count - 1])
    }
    return .quantity(square)
  }

  private func requireSecondNumber(_ operation: Formula.Operation) throws(Diagnostic) {
    let function = operation.instruction.function
    guard function.rule.needsTwoNumbers else { return }
    if stack[stack.count - 1].type.unit == nil { try require(.number, stack[stack.count - 1], operation) }
    throw Diagnostic(
      .syntax, "'\(function.row.name)' takes \(function.rule.expectation), not 1",
      Int(operation.start)..<Int(stack[stack.count - 1].end), hint: "write \(function.row.signature)")
  }

  /// Throws unless both operands are numbers, or both are texts.
  mutating func requireOrder(_ operation: Formula.Operation) throws(Diagnostic) {
    if hasUnits(2) { return try align(2, SourceText.quote(line, operation.range)) }
    let (left, right) = (stack[stack.count - 2], stack[stack.count - 1])
    if left.type.element == .text || right.type.element == .text { return try requireSameType(operation) }
    for operand in [left, right] { try require(.number, operand, operation) }
  }

  /// Appends a link or the end of a chain of comparisons with lists. Returns `false` if no operand is a list.
  mutating func chainList(_ operation: Formula.Operation) throws(Diagnostic) -> Bool {
    if operation.instruction.opcode == .chainEnd {
      let count = Int(operation.instruction.operand)
      let links = blocks.suffix(count)
      let listCount = links.count { $0.index == Block.ofListChain }
      let result = stack[stack.count - 1]
      if listCount == 0, !result.type.isList { return false }
      guard listCount == count else {
        throw mismatch(
          "a chain of comparisons with lists must begin with a list, \(describe(result))", result,
          hint: "use 'and' between two")
      }
      blocks.removeLast(count)
      for _ in 0..<count {
        let isList = stack.suffix(2).contains { $0.type.isList }
        replace(2, by: isList ? .booleans : .boolean, operation, Instruction(.both))
      }
      return true
    }
    let (left, right) = (stack[stack.count - 2], stack[stack.count - 1])
    guard left.type.isList || right.type.isList || blocks.last?.index == Block.ofListChain else { return false }
    let comparison = operation.instruction.comparison
    if comparison == .equal || comparison == .notEqual {
      try requireSameType(operation)
    } else {
      try requireOrder(operation)
    }
    blocks.append(Block(index: Block.ofListChain, operand: left))
    stack[stack.count - 2].type = left.type.isList || right.type.isList ? .booleans : .boolean
    var instruction = Instruction(.chainMask)
    instruction.comparison = comparison
    instructions.append(instruction)
    return true
  }

  /// Appends `if` for a list of conditions: both values are computed, and one is chosen for each element.
  mutating func choose(_ operation: Formula.Operation) throws(Diagnostic) {
    let (left, right) = (stack[stack.count - 2], stack[stack.count - 1])
    if hasUnits(2) { try align(2, "'if'") }
    if left.type.element != stack[stack.count - 1].type.element { try requireSameType(left, right, operation) }
    replace(3, by: left.type.list, operation, Instruction(.choose))
  }
}
