// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension ProgramCompiler {
  /// `and`, `or`: jumps over the right side when the left one decides.
  mutating func begin(_ step: Formula.Step, _ opcode: Opcode) throws(Diagnostic) {
    let left = stack.removeLast()
    try require(.boolean, left, step)
    blocks.append(Block(index: UInt32(instructions.count), operand: left))
    instructions.append(Instruction(opcode))
  }

  mutating func end(_ step: Formula.Step) throws(Diagnostic) {
    let right = stack[stack.count - 1]
    try require(.boolean, right, step)
    let block = blocks.removeLast()
    patch(block.index)
    stack[stack.count - 1].start = block.operand?.start ?? right.start
  }

  mutating func choice(_ step: Formula.Step) throws(Diagnostic) {
    switch step.instruction.opcode {
    case .ifThen:
      let condition = stack.removeLast()
      guard condition.type == .boolean else {
        throw mismatch("'if' needs a boolean condition, \(describe(condition))", condition)
      }
      blocks.append(Block(index: UInt32(instructions.count)))
      instructions.append(Instruction(.jumpIfFalse))
    case .ifElse:
      let block = blocks.removeLast()
      blocks.append(Block(index: UInt32(instructions.count), operand: stack.removeLast()))
      instructions.append(Instruction(.jump))
      patch(block.index)
    default:
      let block = blocks.removeLast()
      patch(block.index)
      try requireSameType(block.operand, stack[stack.count - 1], step)
    }
  }

  mutating func guarding(_ step: Formula.Step) throws(Diagnostic) {
    switch step.instruction.opcode {
    case .errorThen: enterGuard()
    case .errorElse:
      leaveGuard(blocks[blocks.count - 1].index, .leave)
      blocks[blocks.count - 1].operand = stack.removeLast()
    case .errorEnd:
      let block = blocks.removeLast()
      guards[Int(block.index)].end = instructions.count
      try requireSameType(block.operand, stack[stack.count - 1], step)
    default:
      let index = blocks.removeLast().index
      leaveGuard(index, .leaveFalse)
      instructions.append(Instruction(.constant, value: 1))
      guards[Int(index)].end = instructions.count
      stack[stack.count - 1].type = .boolean
    }
  }

  /// Throws unless the operand has the type that the operator or function of `step` needs.
  func require(
    _ type: CalculatorType, _ operand: Operand, _ step: Formula.Step, isSingle: Bool = false
  ) throws(Diagnostic) {
    guard operand.type != type else { return }
    let name = SourceText.quote(line, step.range)
    let needed =
      switch type {
      case .number: isSingle ? "a number" : "numbers"
      case .boolean: isSingle ? "a boolean" : "booleans"
      case .color: isSingle ? "a color" : "colors"
      }
    throw mismatch("\(name) needs \(needed), \(describe(operand))", operand)
  }

  func requireSameType(_ step: Formula.Step) throws(Diagnostic) {
    try requireSameType(stack[stack.count - 2], stack[stack.count - 1], step)
  }

  private func requireSameType(_ left: Operand?, _ right: Operand, _ step: Formula.Step) throws(Diagnostic) {
    guard let left, left.type != right.type else { return }
    let name = SourceText.quote(line, step.range)
    throw mismatch("\(name) needs two values of one type, \(describe(left)) and \(describe(right))", right)
  }

  private func describe(_ operand: Operand) -> String {
    "\(SourceText.quote(line, Int(operand.start)..<Int(operand.end))) is a \(operand.type)"
  }

  private func mismatch(_ message: String, _ operand: Operand) -> Diagnostic {
    Diagnostic(.type, message, Int(operand.start)..<Int(operand.end))
  }
}
