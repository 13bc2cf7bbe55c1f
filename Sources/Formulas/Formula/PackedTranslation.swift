// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Translates programs to packed instructions. The contents of the stack at each instruction are known in advance.
///
/// A value on the stack is represented by its location: a constant, an input, or the place that belongs to its stack
/// position. Where execution paths join, each value is in its own place. The code that follows a failure caught by a
/// guard is omitted: the program itself is executed in this case.
package struct PackedTranslation {
  /// The greatest number of places, which are always in memory of the thread's stack.
  static let placeCount = 128

  private enum Value {
    case constant(Double)
    case place(UInt8)
  }

  /// The known state at the target of a jump.
  private struct Arrival {
    let depth: Int
    let innermostGuard: Int
    /// The indices of the packed instructions that jump to this target.
    var jumps: [Int]
  }

  private let guards: [Program.Guard]
  private let inputCount: Int
  private var instructions: [PackedInstruction] = []
  private var stack: [Value] = []
  private var innermostGuard = -1
  private var isReachable = true
  private var arrivals: [Int: Arrival] = [:]

  /// The instructions of a program; `nil` if it needs too many places, or has lists or texts.
  ///
  /// - Complexity: O(instructions).
  package static func instructions(of program: Program, types: [CalculatorType]) -> [PackedInstruction]? {
    guard program.isPacked, types.count + program.maximumDepth < Self.placeCount else { return nil }
    var areNumbers = true
    for type in types {
      guard let operation = type.packedInput else { return nil }
      if operation != .number { areNumbers = false }
    }
    var translation = PackedTranslation(guards: program.guards, inputCount: types.count)
    translation.instructions.reserveCapacity(program.instructions.count + 1)
    translation.stack.reserveCapacity(program.maximumDepth + 1)
    if !areNumbers {
      for (index, type) in types.enumerated() {
        translation.emit(type.packedInput ?? .number, at: UInt8(index), operand: UInt32(index))
      }
    }
    for index in program.instructions.indices {
      translation.arrive(at: index)
      guard translation.isReachable else { continue }
      guard translation.translate(program.instructions[index]) else { return nil }
    }
    translation.arrive(at: program.instructions.count)
    let result = translation.place(translation.pop())
    translation.emit(.end, at: 0, left: result)
    return translation.instructions
  }

  private init(guards: [Program.Guard], inputCount: Int) {
    self.guards = guards
    self.inputCount = inputCount
  }

  // MARK: Places

  /// The place that belongs to a position on the stack.
  private func ownPlace(_ position: Int) -> UInt8 { UInt8(inputCount + position) }

  private mutating func emit(
    _ operation: PackedOperation, at target: UInt8, left: UInt8 = 0, right: UInt8 = 0, operand: UInt32 = 0,
    value: Double = 0
  ) {
    instructions.append(
      PackedInstruction(
        operation: operation, target: target, left: left, right: right, operand: operand, value: value))
  }

  private mutating func pop() -> Value { stack.removeLast() }

  /// Pushes the result of the next instruction. Returns the place where the instruction has to store it.
  private mutating func pushResult() -> UInt8 {
    let place = ownPlace(stack.count)
    stack.append(.place(place))
    return place
  }

  /// The place of the value that was popped last, or of a value by its stack position.
  private mutating func place(_ value: Value, position: Int? = nil) -> UInt8 {
    switch value {
    case .place(let place): return place
    case .constant(let constant):
      let place = ownPlace(position ?? stack.count)
      emit(.constant, at: place, value: constant)
      return place
    }
  }

  /// Stores the value at a stack position in its own place.
  private mutating func settle(_ position: Int) {
    let own = ownPlace(position)
    switch stack[position] {
    case .place(own): return
    case .place(let place): emit(.move, at: own, left: place)
    case .constant(let constant): emit(.constant, at: own, value: constant)
    }
    stack[position] = .place(own)
  }

  private mutating func settleAll() { for position in stack.indices { settle(position) } }

  // MARK: Jumps

  /// Jumps to an instruction of the program, with the current contents of the stack.
  private mutating func jump(
    _ operation: PackedOperation, to target: Int, left: UInt8 = 0, innermostGuard: Int
  ) {
    let arrival = Arrival(depth: stack.count, innermostGuard: innermostGuard, jumps: [])
    arrivals[target, default: arrival].jumps.append(instructions.count)
    emit(operation, at: 0, left: left)
    if operation == .jump { isReachable = false }
  }

  /// Takes over the known state of jumps to this instruction, if there are any.
  private mutating func arrive(at index: Int) {
    if arrivals.isEmpty { return }
    guard let arrival = arrivals.removeValue(forKey: index) else { return }
    if isReachable { settleAll() }
    var jumps = arrival.jumps
    if !isReachable, let last = jumps.last, last == instructions.count - 1, instructions[last].operation == .jump {
      // The last jump would only lead to the next instruction.
      instructions.removeLast()
      jumps.removeLast()
    }
    for jump in jumps { instructions[jump].operand = UInt32(instructions.count) }
    stack = (0..<arrival.depth).map { .place(ownPlace($0)) }
    innermostGuard = arrival.innermostGuard
    isReachable = true
  }

  // MARK: Instructions

  /// Translates an instruction. Returns whether that is possible.
  private mutating func translate(_ instruction: Instruction) -> Bool {
    let operand = Int(instruction.operand)
    switch instruction.opcode {
    case .constant: stack.append(.constant(instruction.value))
    case .input: stack.append(.place(UInt8(operand)))
    case .local: stack.append(stack[operand - 1])
    case .drop:
      let top = pop()
      stack.removeLast(operand)
      stack.append(top)
      // The places above are reused.
      if case .place(let place) = top, Int(place) >= inputCount { settle(stack.count - 1) }
    case .add: apply(.add)
    case .subtract: apply(.subtract)
    case .multiply: apply(.multiply)
    case .divide: apply(.divide)
    case .power: apply(.power)
    case .less: apply(.less)
    case .lessOrEqual: apply(.lessOrEqual)
    case .greater: apply(.greater)
    case .greaterOrEqual: apply(.greaterOrEqual)
    case .equal: apply(.equal)
    case .notEqual: apply(.notEqual)
    case .binary: apply(.binary, function: instruction.function)
    case .negate: applyToOne(.negate)
    case .not: applyToOne(.not)
    case .percent: applyToOne(.percent)
    case .unary: applyToOne(.unary, function: instruction.function)
    case .ternary:
      settle(stack.count - 3)
      let third = place(stack[stack.count - 1], position: stack.count - 1)
      let second = place(stack[stack.count - 2], position: stack.count - 2)
      stack.removeLast(3)
      emit(.ternary, at: pushResult(), left: second, right: third, operand: UInt32(instruction.function.index))
    case .statistic:
      let first = stack.count - operand
      for position in first..<stack.count { settle(position) }
      stack.removeLast(operand)
      guard let count = UInt8(exactly: operand) else { return false }
      emit(.statistic, at: pushResult(), right: count, operand: UInt32(instruction.function.index))
    case .jump:
      settleAll()
      jump(.jump, to: operand, innermostGuard: innermostGuard)
    case .jumpIfFalse:
      let condition = place(pop())
      settleAll()
      jump(.jumpIfFalse, to: operand, left: condition, innermostGuard: innermostGuard)
    case .jumpKeepingFalse, .jumpKeepingTrue:
      settleAll()
      let operation = instruction.opcode == .jumpKeepingFalse ? PackedOperation.jumpIfFalse : .jumpIfTrue
      jump(operation, to: operand, left: ownPlace(stack.count - 1), innermostGuard: innermostGuard)
      stack.removeLast()
    case .chain:
      guard let comparison = PackedOperation(comparison: instruction.comparison) else { return false }
      settleAll()
      let (left, right) = (ownPlace(stack.count - 2), ownPlace(stack.count - 1))
      emit(comparison, at: left, left: left, right: right)
      stack.removeLast()
      jump(.jumpIfFalse, to: operand, left: left, innermostGuard: innermostGuard)
      emit(.move, at: left, left: right)
    case .enter: innermostGuard = operand
    case .leave, .leaveFalse:
      if instruction.opcode == .leaveFalse { stack[stack.count - 1] = .constant(0) }
      settleAll()
      let left = guards[innermostGuard]
      jump(.jump, to: left.end, innermostGuard: left.enclosing)
    default: return false
    }
    return true
  }

  private mutating func applyToOne(_ operation: PackedOperation, function: FormulaFunction = .unused) {
    let value = place(pop())
    emit(operation, at: pushResult(), left: value, operand: UInt32(function.index))
  }

  private mutating func apply(_ operation: PackedOperation, function: FormulaFunction = .unused) {
    let (right, left) = (pop(), pop())
    switch (left, right) {
    case (.place(let left), .constant(let right)):
      guard let operation = operation.withConstant else { break }
      return emit(operation, at: pushResult(), left: left, value: right)
    case (.constant(let left), .place(let right)):
      guard let operation = operation.afterConstant else { break }
      return emit(operation, at: pushResult(), left: right, value: left)
    default: break
    }
    // The place of the right value is above the place of the left one.
    let first = place(left)
    let second = place(right, position: stack.count + 1)
    emit(operation, at: pushResult(), left: first, right: second, operand: UInt32(function.index))
  }
}

extension PackedOperation {
  /// The comparison of a program's opcode.
  fileprivate init?(comparison: Opcode) {
    switch comparison {
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    default: return nil
    }
  }
}

extension CalculatorType {
  /// The operation that reads an input of the type; `nil` if its values are not packed.
  fileprivate var packedInput: PackedOperation? {
    switch self {
    case .number, .quantity: .number
    case .boolean: .boolean
    case .color: .color
    default: nil
    }
  }
}
