// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Checks the types of a formula and turns its marks into jumps, in one pass over its operations.
struct ProgramCompiler {
  /// The type of a value on the stack, and its position in the line.
  struct Operand {
    var type: CalculatorType
    var start: UInt32
    var end: UInt32
  }

  /// An open jump, whose target is not known yet, and the value of the branch before it.
  struct Block {
    /// Marks an operator of lists, which computes all of its operands instead of jumping.
    static let ofList = UInt32.max
    static let ofListChain = UInt32.max - 1

    var index: UInt32
    var operand: Operand?
  }

  /// The line of the current code: the line of the formula, or of a function.
  var line: [UInt8]
  /// The texts of the formula, or of the function whose body is being compiled.
  var texts: [String]
  /// The units of the formula, or of the function whose body is being compiled.
  var units: [UnitOfMeasure]
  /// The columns of files that the formula reads. Functions can't read files.
  let columns: [CalculatorValue]
  let types: [CalculatorType]
  /// The texts and types of the program.
  private var programTexts: [String] = []
  private var programTypes: [CalculatorType] = []
  var isPacked = true
  var instructions: [Instruction] = []
  var guards: [Program.Guard] = []
  var stack: [Operand] = []
  var blocks: [Block] = []
  var innermostGuard = -1
  /// The last instruction at which a branch joins; instructions before it have smaller indices.
  private(set) var lastJoin = 0
  /// The index of the conversion that determines how the result is shown, if there is one.
  var shownConversion: Int?
  /// The operands of instructions as written in the text; `nil` unless requested.
  var operands: [Int: [WrittenOperand]]?
  private var maximumDepth = 0

  init(
    line: [UInt8], texts: [String], units: [UnitOfMeasure], columns: [CalculatorValue], types: [CalculatorType],
    operationCount: Int
  ) {
    self.line = line
    self.texts = texts
    self.units = units
    self.columns = columns
    self.types = types
    instructions.reserveCapacity(operationCount)
  }

  var program: Program {
    Program(
      instructions: instructions, guards: guards, maximumDepth: maximumDepth, type: stack.last?.type ?? .number,
      texts: programTexts, types: programTypes, columns: columns, isPacked: isPacked)
  }

  mutating func append(_ operation: Formula.Operation) throws(Diagnostic) {
    guard operands != nil, operation.instruction.jumps else { return try compile(operation) }
    let written = stack.suffix(operation.instruction.operandCount).map { WrittenOperand($0, in: line) }
    try compile(operation)
    operands?[instructions.count - 1] = written
  }

  private mutating func compile(_ operation: Formula.Operation) throws(Diagnostic) {
    let instruction = operation.instruction
    switch instruction.opcode {
    case .number: literal(operation, .number)
    case .boolean: literal(operation, .boolean)
    case .color: literal(operation, .color)
    case .input: pushInput(types[Int(instruction.operand)], operation, instruction)
    case .add, .subtract, .multiply, .divide, .power:
      if try !arithmetic(operation) { try apply(operation, 2, .number, .number) }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      try requireOrder(operation)
      try apply(operation, 2, stack[stack.count - 1].type.element, .boolean)
    case .equal, .notEqual:
      try requireSameType(operation)
      try apply(operation, 2, stack[stack.count - 1].type.element, .boolean)
    case .negate:
      if try !sign(operation) { try apply(operation, 1, .number, .number) }
    case .percent: try apply(operation, 1, .number, .number)
    case .not: try apply(operation, 1, .boolean, .boolean)
    case .plus:
      if try sign(operation) { break }
      try apply(operation, 1, .number, .number)
      instructions.removeLast()
    case .unary: try call(operation, 1)
    case .binary: try call(operation, 2)
    case .ternary: try call(operation, 3)
    case .statistic: try statistic(operation, Int(instruction.operand))
    case .unit, .convert: try appendUnit(operation)
    case .text:
      push(.text, operation.start, operation.end)
      instructions.append(Instruction(.text, operand: programTexts.count))
      programTexts.append(texts[Int(instruction.operand)])
    case .column:
      push(columns[Int(instruction.operand)].type, operation.start, operation.end)
      instructions.append(instruction)
    case .list, .range, .steppedRange, .element, .filter, .concatenate, .listCall: try appendList(operation)
    case .fold, .folded: try fold(operation)
    case .span:
      stack[stack.count - 1].start = operation.start
      stack[stack.count - 1].end = operation.end
    case .chainLink, .chainEnd: try chain(operation)
    case .andThen: try begin(operation, .jumpKeepingFalse)
    case .orThen: try begin(operation, .jumpKeepingTrue)
    case .andEnd, .orEnd: try end(operation)
    case .ifThen, .ifElse, .ifEnd: try choice(operation)
    case .errorThen, .errorElse, .errorEnd, .isErrorEnd: try guarding(operation)
    case .argumentThen, .argumentEnd, .call: preconditionFailure("user-defined functions are compiled in place")
    case .collect, .aggregate, .both, .either, .choose, .chainMask, .adjust, .constant, .local, .drop, .jump,
      .jumpIfFalse,
      .jumpKeepingFalse, .jumpKeepingTrue, .chain, .enter, .leave,
      .leaveFalse:
      preconditionFailure("only programs have this opcode")
    }
  }

  mutating func push(_ type: CalculatorType, _ start: UInt32, _ end: UInt32) {
    stack.append(Operand(type: type, start: start, end: end))
    if type.isList || type == .text { isPacked = false }
    maximumDepth = max(maximumDepth, stack.count)
  }

  /// Pushes the value of a name. A number that is shown in percent is converted to a plain number.
  mutating func pushInput(_ type: CalculatorType, _ operation: Formula.Operation, _ instruction: Instruction) {
    push(type, operation.start, operation.end)
    instructions.append(instruction)
    guard let unit = type.unit, unit.isShare else { return }
    scale(by: unit.ratio)
    stack[stack.count - 1].type = type.isList ? .numbers : .number
  }

  /// Makes room for one more value on the stack, which an instruction removes soon.
  mutating func deepen() { maximumDepth = max(maximumDepth, stack.count + 1) }

  /// The index of a type in the program.
  mutating func index(of type: CalculatorType) -> Int {
    if let index = programTypes.firstIndex(of: type) { return index }
    programTypes.append(type)
    return programTypes.count - 1
  }

  private mutating func literal(_ operation: Formula.Operation, _ type: CalculatorType) {
    push(type, operation.start, operation.end)
    instructions.append(Instruction(.constant, value: operation.instruction.value))
  }

  /// Replaces `count` values of one type by one.
  mutating func apply(
    _ operation: Formula.Operation, _ count: Int, _ type: CalculatorType, _ result: CalculatorType,
    as opcode: Opcode? = nil
  ) throws(Diagnostic) {
    for operand in stack.suffix(count) { try require(type, operand, operation, isSingle: count == 1) }
    let start = min(operation.start, stack[stack.count - count].start)
    let end = max(operation.end, stack[stack.count - 1].end)
    let isList = stack.suffix(count).contains { $0.type.isList }
    stack.removeLast(count)
    push(isList ? result.list : result, start, end)
    var instruction = operation.instruction
    if let opcode { instruction = Instruction(opcode) }
    instructions.append(instruction)
  }

  /// Applies a function to its arguments.
  private mutating func call(_ operation: Formula.Operation, _ count: Int) throws(Diagnostic) {
    if try callWithUnits(operation, count) { return }
    let function = operation.instruction.function
    switch function.row.units {
    case .date, .ofDate:
      let operand = stack[stack.count - count]
      throw mismatch(
        "\(SourceText.quote(line, operation.range)) needs a date, \(describe(operand))", operand,
        hint: "a date is 2026-03-01")
    case .moment, .ofClock:
      let operand = stack[stack.count - count]
      throw mismatch(
        "\(SourceText.quote(line, operation.range)) needs a moment, \(describe(operand))", operand,
        hint: "a moment is 2026-03-01T12:30Z")
    case .makesDate:
      try apply(operation, count, .number, .quantity(.date))
    default: try apply(operation, count, function.rule.takes, function.rule.gives)
    }
  }

  private mutating func fold(_ operation: Formula.Operation) throws(Diagnostic) {
    if try foldList(operation) { return }
    if operation.instruction.opcode == .fold {
      var fold = operation
      fold.instruction.opcode = .binary
      fold.instruction.operand = 0
      if try alignFold(operation, 2) { return replace(2, by: stack[stack.count - 2].type, fold, fold.instruction) }
      try apply(fold, 2, .number, .number)
    } else {
      let result = stack[stack.count - 1]
      if try !alignFold(operation, 1) { try require(.number, result, operation) }
    }
  }

  private mutating func chain(_ operation: Formula.Operation) throws(Diagnostic) {
    if try chainList(operation) { return }
    if operation.instruction.opcode == .chainEnd {
      for block in blocks.suffix(Int(operation.instruction.operand)) { patch(block.index) }
      stack[stack.count - 1].start = blocks[blocks.count - Int(operation.instruction.operand)].operand?.start ?? 0
      blocks.removeLast(Int(operation.instruction.operand))
      return
    }
    let comparison = operation.instruction.comparison
    if comparison == .equal || comparison == .notEqual {
      try requireSameType(operation)
    } else {
      try requireOrder(operation)
    }
    blocks.append(Block(index: UInt32(instructions.count), operand: stack.remove(at: stack.count - 2)))
    var link = operation.instruction
    link.opcode = .chain
    instructions.append(link)
  }

  /// Sets the target of a branch to the next instruction.
  mutating func patch(_ index: UInt32) {
    instructions[Int(index)].operand = UInt32(instructions.count)
    lastJoin = instructions.count
  }

  mutating func enterGuard() {
    guards.append(Program.Guard(depth: stack.count, enclosing: innermostGuard))
    innermostGuard = guards.count - 1
    blocks.append(Block(index: UInt32(innermostGuard)))
    instructions.append(Instruction(.enter, operand: innermostGuard))
  }

  mutating func leaveGuard(_ index: UInt32, _ opcode: Opcode) {
    instructions.append(Instruction(opcode, operand: Int(index)))
    guards[Int(index)].target = instructions.count
    innermostGuard = guards[Int(index)].enclosing
  }

  /// Sets the end of a guard to the next instruction, at which execution continues with or without an error.
  mutating func endGuard(_ index: UInt32) {
    guards[Int(index)].end = instructions.count
    lastJoin = instructions.count
  }
}

extension ProgramCompiler {
  /// Begins `and` or `or`, which jump over the right side if the left side decides.
  mutating func begin(_ operation: Formula.Operation, _ opcode: Opcode) throws(Diagnostic) {
    let left = stack.removeLast()
    try require(.boolean, left, operation)
    if left.type.isList {
      // For lists both sides are needed.
      stack.append(left)
      return blocks.append(Block(index: Block.ofList, operand: left))
    }
    blocks.append(Block(index: UInt32(instructions.count), operand: left))
    instructions.append(Instruction(opcode))
  }

  mutating func end(_ operation: Formula.Operation) throws(Diagnostic) {
    let right = stack[stack.count - 1]
    try require(.boolean, right, operation)
    let block = blocks.removeLast()
    if block.index == Block.ofList {
      return try apply(operation, 2, .boolean, .boolean, as: operation.instruction.opcode == .andEnd ? .both : .either)
    }
    if right.type.isList {
      let name = SourceText.quote(line, operation.range)
      throw mismatch("\(name) needs a Boolean after a Boolean, \(describe(right))", right, hint: "put the list first")
    }
    patch(block.index)
    stack[stack.count - 1].start = block.operand?.start ?? right.start
  }

  mutating func choice(_ operation: Formula.Operation) throws(Diagnostic) {
    switch operation.instruction.opcode {
    case .ifThen:
      let condition = stack.removeLast()
      guard condition.type.element == .boolean else {
        throw mismatch("'if'", needs: "a boolean condition", condition)
      }
      if condition.type.isList {
        stack.append(condition)
        return blocks.append(Block(index: Block.ofList))
      }
      blocks.append(Block(index: UInt32(instructions.count)))
      instructions.append(Instruction(.jumpIfFalse))
    case .ifElse where blocks.last?.index == Block.ofList: break
    case .ifEnd where blocks.last?.index == Block.ofList:
      blocks.removeLast()
      try choose(operation)
    case .ifElse:
      let block = blocks.removeLast()
      blocks.append(Block(index: UInt32(instructions.count), operand: stack.removeLast()))
      instructions.append(Instruction(.jump))
      patch(block.index)
    default:
      let block = blocks.removeLast()
      // This conversion belongs to this branch only, so it comes before the end of the other branch.
      try requireSameType(block.operand, stack[stack.count - 1], operation)
      patch(block.index)
    }
  }

  mutating func guarding(_ operation: Formula.Operation) throws(Diagnostic) {
    switch operation.instruction.opcode {
    case .errorThen: enterGuard()
    case .errorElse:
      leaveGuard(blocks[blocks.count - 1].index, .leave)
      blocks[blocks.count - 1].operand = stack.removeLast()
    case .errorEnd:
      let block = blocks.removeLast()
      try requireSameType(block.operand, stack[stack.count - 1], operation)
      endGuard(block.index)
    default:
      let index = blocks.removeLast().index
      leaveGuard(index, .leaveFalse)
      instructions.append(Instruction(.constant, value: 1))
      endGuard(index)
      stack[stack.count - 1].type = .boolean
    }
  }

  /// Throws unless the operand has the type that the operator or function of `operation` needs.
  func require(
    _ type: CalculatorType, _ operand: Operand, _ operation: Formula.Operation, isSingle: Bool = false
  ) throws(Diagnostic) {
    guard operand.type.element != type else { return }
    let name = SourceText.quote(line, operation.range)
    let needed =
      switch type {
      case .number: isSingle ? "a number" : "numbers"
      case .boolean: isSingle ? "a boolean" : "booleans"
      case .color: isSingle ? "a colour" : "colours"
      case .text: isSingle ? "a text" : "texts"
      case .quantity: "quantities"
      case .numbers, .booleans, .colors, .texts, .quantities: "lists"
      }
    var diagnostic = mismatch(name, needs: needed, operand, verb: operation.instruction.opcode.verb)
    if type == .boolean, operand.type == .number { diagnostic.hint = "compare it, as in x != 0" }
    if let unit = operand.type.unit, !unit.isCalendar, type == .number {
      diagnostic.hint = "divide by a unit for the number: x / (1 km)"
    }
    if operand.type.element == .text, operation.instruction.opcode == .add { diagnostic.hint = "join texts with '&'" }
    throw diagnostic
  }

  mutating func requireSameType(_ operation: Formula.Operation) throws(Diagnostic) {
    if hasUnits(2) { return try align(2, SourceText.quote(line, operation.range)) }
    let (left, right) = (stack[stack.count - 2], stack[stack.count - 1])
    if left.type.element == right.type.element { return }
    try requireSameType(left, right, operation)
  }

  /// Throws unless the value on top has the type of another value; a value with another unit is converted.
  mutating func requireSameType(
    _ left: Operand?, _ right: Operand, _ operation: Formula.Operation
  ) throws(Diagnostic) {
    guard let left, left.type != right.type else { return }
    if let unit = left.type.unit, left.type.isList == right.type.isList, unit.dimension == right.type.unit?.dimension {
      return convert(to: unit)
    }
    let name = SourceText.quote(line, operation.range)
    throw mismatch("\(name) needs two values of one type, \(describe(left)) and \(describe(right))", right)
  }

  func describe(_ operand: Operand) -> String {
    "\(SourceText.quote(line, Int(operand.start)..<Int(operand.end))) is \(operand.type.phrase)"
  }

  func mismatch(_ message: String, _ operand: Operand, hint: String? = nil) -> Diagnostic {
    Diagnostic(.type, message, Int(operand.start)..<Int(operand.end), hint: hint)
  }

  /// The refusal of an operand that doesn't have the type that a function or operator needs.
  func mismatch(
    _ name: String, needs needed: String, _ operand: Operand, hint: String? = nil, verb: String? = nil
  ) -> Diagnostic {
    var diagnostic = mismatch("\(name) needs \(needed), \(describe(operand))", operand, hint: hint)
    let text = SourceText.excerpt(line, diagnostic.range)
    diagnostic.conditional = "\(verb ?? "needs \(needed)"), and \(text) would be \(operand.type.phrase)"
    return diagnostic
  }
}
