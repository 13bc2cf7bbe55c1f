// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The source of the inputs of a program with lists or texts.
package protocol ValueInputs: FormulaInputs, ~Copyable {
  /// Returns the value of the input with this index.
  func slot(_ index: Int) throws(FormulaFailure) -> Slot
}

/// Receives each instruction of a run before it is executed.
protocol InstructionWatcher {
  mutating func willRun(_ instruction: Instruction, at index: Int, on stack: [Slot], of program: Program)
}

private struct NoWatcher: InstructionWatcher {
  func willRun(_ instruction: Instruction, at index: Int, on stack: [Slot], of program: Program) {}
}

extension Program {
  /// Computes the value.
  ///
  /// - Parameter inputs: The values of the formula's names.
  /// - Returns: The value.
  /// - Throws: The failure, if the formula has no value.
  /// - Complexity: O(instructions, and the elements of lists).
  package func value<Inputs: ValueInputs & ~Copyable>(
    of inputs: borrowing Inputs
  ) throws(ValueFailure) -> CalculatorValue {
    try slot(inputs).value(of: type)
  }

  /// Computes the value of a formula without names, as ``value(of:)``.
  package func constant() throws(ValueFailure) -> CalculatorValue { try value(of: NoInputs()) }

  /// Computes the value for known values of the formula's names, as ``value(of:)``.
  package func value(for values: [NodeValue]) throws(ValueFailure) -> CalculatorValue {
    try value(of: KnownInputs(values: values))
  }

  /// Computes the value in the form that the stack contains.
  func slot<Inputs: ValueInputs & ~Copyable>(_ inputs: borrowing Inputs) throws(ValueFailure) -> Slot {
    guard isPacked else {
      var run = ValueRun(self, NoWatcher())
      return try run.result(inputs)
    }
    do throws(FormulaFailure) {
      return .scalar(try evaluate(inputs))
    } catch {
      throw .formula(error)
    }
  }

  /// Runs the program to show its instructions to a watcher, and discards the result.
  ///
  /// - Complexity: As ``value(of:)`` for a program with lists, which is the slower form.
  func run<Watcher: InstructionWatcher>(_ inputs: KnownInputs, watchedBy watcher: inout Watcher) {
    var run = ValueRun(self, watcher)
    _ = try? run.result(inputs)
    watcher = run.watcher
  }

  /// Executes one instruction, which is not a jump, on its operands.
  func result(of instruction: Instruction, _ operands: [Slot]) throws(ValueFailure) -> Slot {
    var run = ValueRun(self, NoWatcher(), stack: operands)
    return try run.result(of: instruction)
  }
}

/// A run of a program with lists or texts. Its stack contains whole lists, so the cost of a step depends on their lengths.
private struct ValueRun<Watcher: InstructionWatcher> {
  let program: Program
  private(set) var watcher: Watcher
  private var stack: [Slot]
  private var counter = 0
  private var innermostGuard = -1

  init(_ program: Program, _ watcher: Watcher, stack: [Slot] = []) {
    self.program = program
    self.watcher = watcher
    self.stack = stack
  }

  /// Applies one instruction to the values on the stack.
  mutating func result(of instruction: Instruction) throws(ValueFailure) -> Slot {
    try apply(instruction)
    return pop()
  }

  /// Runs the program; a failure inside a guard continues after the guard.
  mutating func result<Inputs: ValueInputs & ~Copyable>(_ inputs: borrowing Inputs) throws(ValueFailure) -> Slot {
    while true {
      do throws(ValueFailure) {
        while counter < program.instructions.count {
          let instruction = program.instructions[counter]
          watcher.willRun(instruction, at: counter, on: stack, of: program)
          counter += 1
          try step(instruction, inputs)
        }
        return pop()
      } catch {
        guard innermostGuard >= 0, error != .interrupted else { throw error }
        let caught = program.guards[innermostGuard]
        innermostGuard = caught.enclosing
        stack.removeLast(stack.count - caught.depth)
        if caught.keepsFailure { stack.append(.failure(error)) }
        counter = caught.target
      }
    }
  }

  private mutating func pop() -> Slot { stack.removeLast() }

  /// Executes an instruction. Jumps are executed here; other instructions are applied to their operands.
  private mutating func step<Inputs: ValueInputs & ~Copyable>(
    _ instruction: Instruction, _ inputs: borrowing Inputs
  ) throws(ValueFailure) {
    switch instruction.opcode {
    case .constant: stack.append(.scalar(instruction.value))
    case .text: stack.append(.text(program.texts[Int(instruction.operand)]))
    case .column: stack.append(Slot(program.columns[Int(instruction.operand)]))
    case .input:
      do throws(FormulaFailure) {
        stack.append(try inputs.slot(Int(instruction.operand)))
      } catch {
        throw .formula(error)
      }
    case .local:
      // Stack positions are counted from 1.
      let value = stack[Int(instruction.operand) - 1]
      if case .failure(let failure) = value { throw failure }
      stack.append(value)
    case .drop:
      let top = pop()
      stack.removeLast(Int(instruction.operand))
      stack.append(top)
    case .jump: counter = Int(instruction.operand)
    case .jumpIfFalse: if pop().scalar == 0 { counter = Int(instruction.operand) }
    case .jumpKeepingFalse, .jumpKeepingTrue:
      let jumps = (stack[stack.count - 1].scalar == 0) == (instruction.opcode == .jumpKeepingFalse)
      if jumps { counter = Int(instruction.operand) } else { _ = pop() }
    case .chain:
      let (right, left) = (pop(), pop())
      var comparison = instruction
      comparison.opcode = instruction.comparison
      let isTrue = try ListKernels.zip(left, right, comparison).scalar != 0
      stack.append(isTrue ? right : .scalar(0))
      if !isTrue { counter = Int(instruction.operand) }
    case .enter: innermostGuard = Int(instruction.operand)
    case .leave, .leaveFalse:
      if instruction.opcode == .leaveFalse { stack[stack.count - 1] = .scalar(0) }
      counter = program.guards[innermostGuard].end
      innermostGuard = program.guards[innermostGuard].enclosing
    default: try apply(instruction)
    }
  }

  /// Replaces values by the result of an operator or function.
  private mutating func apply(_ instruction: Instruction) throws(ValueFailure) {
    switch instruction.opcode {
    case .negate, .not, .percent, .unary: stack.append(try ListKernels.map(pop(), instruction))
    case .add, .subtract, .multiply, .divide, .power, .binary, .both, .either, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .equal, .notEqual:
      let (right, left) = (pop(), pop())
      stack.append(try ListKernels.zip(left, right, instruction))
    case .ternary:
      let (third, second, first) = (pop(), pop(), pop())
      stack.append(try ListKernels.zip(first, second, third, instruction))
    case .choose:
      let (right, left, condition) = (pop(), pop(), pop())
      stack.append(try ListKernels.choose(condition, left, right))
    case .chainMask:
      let (right, left) = (pop(), pop())
      var comparison = instruction
      comparison.opcode = instruction.comparison
      stack.append(try ListKernels.zip(left, right, comparison))
      stack.append(right)
    case .concatenate:
      let (right, left) = (pop(), pop())
      let types = (Int(instruction.operand >> 16), Int(instruction.operand & 0xffff))
      stack.append(try ListKernels.concatenate(left, right, program.types[types.0], program.types[types.1]))
    case .adjust:
      let place = stack.count - 1 - Int(instruction.operand)
      var operation = instruction
      operation.opcode = instruction.comparison
      stack[place] = try ListKernels.zip(stack[place], .scalar(instruction.value), operation)
    case .list, .collect:
      let values = take(Int(instruction.operand))
      let isText = values.contains(where: \.isText)
      stack.append(isText ? .texts(values.flatMap(\.texts)) : .scalars(values.flatMap(\.scalars)))
    case .range: stack.append(try range(take(2), isOfDays: instruction.value != 0))
    case .steppedRange: stack.append(try range(take(3), isOfDays: instruction.value != 0))
    case .element:
      let (place, list) = (pop(), pop())
      stack.append(try ListFunction.element(list, place))
    case .filter:
      let (conditions, list) = (pop(), pop())
      stack.append(try ListFunction.filter(list, conditions))
    case .aggregate: stack.append(.scalar(try Aggregate.value(instruction.function, pop().scalars)))
    case .statistic:
      stack.append(.scalar(try Aggregate.value(instruction.function, take(Int(instruction.operand)).map(\.scalar))))
    case .listCall:
      guard case .list(let function) = instruction.function.rule.code else {
        preconditionFailure("only functions of lists are called so")
      }
      stack.append(try function.value(take(Int(instruction.operand)), instruction, program.types))
    default: preconditionFailure("only formulas have this opcode")
    }
  }

  private mutating func take(_ count: Int) -> [Slot] {
    let values = Array(stack.suffix(count))
    stack.removeLast(count)
    return values
  }

  /// The numbers from one number to another, as in a sweep.
  private func range(_ ends: [Slot], isOfDays: Bool) throws(ValueFailure) -> Slot {
    let (first, last) = (ends[0].scalar, ends[1].scalar)
    let step = ends.count > 2 ? ends[2].scalar : last < first ? -1 : 1
    if isOfDays, step != step.rounded() { throw .partOfDay(step) }
    guard step != 0, first == last || (step > 0) == (last > first) else { throw .step(step) }
    guard let range = try? SweepRange(from: first, through: last, step: step, atMost: ValueFailure.longestList) else {
      throw .tooLong
    }
    let values = try ListBlocks.map(range.count) { $0.map(range.value) }
    guard values.allSatisfy(\.isFinite) else { throw .formula(.overflow) }
    return .scalars(values)
  }
}
