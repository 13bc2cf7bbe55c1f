// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Checks the types of a formula and turns its marks into jumps, in one pass over its steps.
struct ProgramCompiler {
  /// The type of a value on the stack, and where it came from.
  struct Operand {
    var type: CalculatorType
    var start: UInt32
    var end: UInt32
  }

  /// What is open: a jump whose target is not known yet, and the value of the branch before.
  struct Block {
    var index: UInt32
    var operand: Operand?
  }

  let line: [UInt8]
  let types: [CalculatorType]
  var instructions: [Instruction] = []
  var guards: [Program.Guard] = []
  var stack: [Operand] = []
  var blocks: [Block] = []
  private var innermostGuard = -1
  private var maximumDepth = 0

  init(line: [UInt8], types: [CalculatorType], stepCount: Int) {
    self.line = line
    self.types = types
    instructions.reserveCapacity(stepCount)
  }

  var program: Program {
    Program(
      instructions: instructions, guards: guards, maximumDepth: maximumDepth, type: stack.last?.type ?? .number)
  }

  mutating func append(_ step: Formula.Step) throws(Diagnostic) {
    let instruction = step.instruction
    switch instruction.opcode {
    case .number: literal(step, .number)
    case .boolean: literal(step, .boolean)
    case .color: literal(step, .color)
    case .input:
      push(types[Int(instruction.operand)], step.start, step.end)
      instructions.append(instruction)
    case .add, .subtract, .multiply, .divide, .power: try operation(step, 2, .number, .number)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: try operation(step, 2, .number, .boolean)
    case .equal, .notEqual:
      try requireSameType(step)
      try operation(step, 2, stack[stack.count - 1].type, .boolean)
    case .negate, .percent: try operation(step, 1, .number, .number)
    case .not: try operation(step, 1, .boolean, .boolean)
    case .plus:
      try operation(step, 1, .number, .number)
      instructions.removeLast()
    case .unary:
      let isComponent = [.red, .green, .blue].contains(instruction.function)
      try operation(step, 1, isComponent ? .color : .number, .number)
    case .binary: try operation(step, 2, .number, .number)
    case .ternary: try operation(step, 3, .number, instruction.function == .rgb ? .color : .number)
    case .median: try operation(step, Int(instruction.operand), .number, .number)
    case .fold, .folded: try fold(step)
    case .span:
      stack[stack.count - 1].start = step.start
      stack[stack.count - 1].end = step.end
    case .chainLink, .chainEnd: try chain(step)
    case .andThen: try begin(step, .jumpKeepingFalse)
    case .orThen: try begin(step, .jumpKeepingTrue)
    case .andEnd, .orEnd: try end(step)
    case .ifThen, .ifElse, .ifEnd: try choice(step)
    case .errorThen, .errorElse, .errorEnd, .isErrorEnd: try guarding(step)
    case .constant, .jump, .jumpIfFalse, .jumpKeepingFalse, .jumpKeepingTrue, .chain, .enter, .leave, .leaveFalse:
      preconditionFailure("only programs have this opcode")
    }
  }

  mutating func push(_ type: CalculatorType, _ start: UInt32, _ end: UInt32) {
    stack.append(Operand(type: type, start: start, end: end))
    maximumDepth = max(maximumDepth, stack.count)
  }

  private mutating func literal(_ step: Formula.Step, _ type: CalculatorType) {
    push(type, step.start, step.end)
    instructions.append(Instruction(.constant, value: step.instruction.value))
  }

  /// Replaces `count` values of one type by one.
  private mutating func operation(
    _ step: Formula.Step, _ count: Int, _ type: CalculatorType, _ result: CalculatorType
  ) throws(Diagnostic) {
    for operand in stack.suffix(count) { try require(type, operand, step, isSingle: count == 1) }
    let start = min(step.start, stack[stack.count - count].start)
    let end = max(step.end, stack[stack.count - 1].end)
    stack.removeLast(count)
    push(result, start, end)
    instructions.append(step.instruction)
  }

  private mutating func fold(_ step: Formula.Step) throws(Diagnostic) {
    var fold = step
    let function = step.instruction.function
    if step.instruction.opcode == .fold {
      fold.instruction.opcode = function == .sum || function == .mean ? .add : .binary
      try operation(fold, 2, .number, .number)
    } else {
      try require(.number, stack[stack.count - 1], step)
      guard function == .mean else { return }
      push(.number, step.start, step.end)
      instructions.append(Instruction(.constant, value: Double(step.instruction.operand)))
      fold.instruction.opcode = .divide
      try operation(fold, 2, .number, .number)
    }
  }

  private mutating func chain(_ step: Formula.Step) throws(Diagnostic) {
    if step.instruction.opcode == .chainEnd {
      for block in blocks.suffix(Int(step.instruction.operand)) { patch(block.index) }
      stack[stack.count - 1].start = blocks[blocks.count - Int(step.instruction.operand)].operand?.start ?? 0
      blocks.removeLast(Int(step.instruction.operand))
      return
    }
    let comparison = step.instruction.comparison
    if comparison == .equal || comparison == .notEqual {
      try requireSameType(step)
    } else {
      for operand in stack.suffix(2) { try require(.number, operand, step) }
    }
    blocks.append(Block(index: UInt32(instructions.count), operand: stack.remove(at: stack.count - 2)))
    var link = step.instruction
    link.opcode = .chain
    instructions.append(link)
  }

  mutating func patch(_ index: UInt32) { instructions[Int(index)].operand = UInt32(instructions.count) }

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
}
