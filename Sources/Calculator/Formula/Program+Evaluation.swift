// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Unsafe on purpose: the value stack is temporary memory of the thread's stack, so that an evaluation of ordinary depth
// allocates nothing. The compiler computed the depth of every instruction, and no index leaves the buffers.

/// Where a program's inputs come from.
@usableFromInline
package protocol FormulaInputs: ~Copyable {
  /// Returns the packed value of the input with this index.
  func load(_ index: Int) throws(FormulaFailure) -> Double
}

extension Program {
  /// Computes the packed value.
  ///
  /// Every operation's result is checked, so the value is finite.
  ///
  /// - Complexity: O(instructions); no allocation up to a depth of about 120.
  @inlinable
  package func evaluate<Inputs: FormulaInputs & ~Copyable>(
    _ inputs: borrowing Inputs
  ) throws(FormulaFailure) -> Double {
    let result: Result<Double, FormulaFailure> = unsafe withUnsafeTemporaryAllocation(
      of: Double.self, capacity: maximumDepth + 1
    ) { stack in
      unsafe instructions.withUnsafeBufferPointer { code in unsafe run(code, stack, inputs) }
    }
    return try result.get()
  }

  /// The value on top is kept out of memory: `stack[1..<depth]` are the values below it, `stack[0]` is unused.
  @inlinable
  func run<Inputs: FormulaInputs & ~Copyable>(
    _ code: UnsafeBufferPointer<Instruction>, _ stack: UnsafeMutableBufferPointer<Double>,
    _ inputs: borrowing Inputs
  ) -> Result<Double, FormulaFailure> {
    var depth = 0
    var top = 0.0
    var counter = 0
    var handler = -1
    while true {
      var failure = FormulaFailure.domain
      execution: do {
        while counter < code.count {
          let instruction = unsafe code[counter]
          let right = top
          counter += 1
          switch instruction.opcode {
          case .constant:
            unsafe stack[depth] = top
            depth += 1
            top = instruction.value
            continue
          case .input:
            unsafe stack[depth] = top
            depth += 1
            do throws(FormulaFailure) {
              top = try inputs.load(Int(instruction.operand))
            } catch {
              failure = error
              break execution
            }
          case .add:
            depth -= 1
            top = unsafe stack[depth] + right
          case .subtract:
            depth -= 1
            top = unsafe stack[depth] - right
          case .multiply:
            depth -= 1
            top = unsafe stack[depth] * right
          case .divide:
            depth -= 1
            top = unsafe stack[depth] / right
          case .power:
            depth -= 1
            top = unsafe Mathematics.power(stack[depth], right)
          case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual:
            depth -= 1
            top = unsafe Self.compare(instruction.opcode, stack[depth], right) ? 1 : 0
            continue
          case .negate: top = -right
          case .not: top = 1 - right
          case .percent: top = right / 100
          case .unary: top = Mathematics.apply(instruction.function, right)
          case .binary:
            depth -= 1
            top = unsafe Mathematics.apply(instruction.function, stack[depth], right)
          case .ternary:
            depth -= 2
            top = unsafe Mathematics.apply(instruction.function, stack[depth], stack[depth + 1], right)
          case .median:
            unsafe stack[depth] = top
            let values = depth + 1 - Int(instruction.operand)..<depth + 1
            depth = values.lowerBound
            top = unsafe Mathematics.median(UnsafeMutableBufferPointer(rebasing: stack[values]))
          case .jump:
            counter = Int(instruction.operand)
            continue
          case .jumpIfFalse:
            depth -= 1
            top = unsafe stack[depth]
            if right == 0 { counter = Int(instruction.operand) }
            continue
          case .jumpKeepingFalse, .jumpKeepingTrue:
            if (right == 0) == (instruction.opcode == .jumpKeepingFalse) {
              counter = Int(instruction.operand)
            } else {
              depth -= 1
              top = unsafe stack[depth]
            }
            continue
          case .chain:
            depth -= 1
            if unsafe !Self.compare(instruction.comparison, stack[depth], right) {
              top = 0
              counter = Int(instruction.operand)
            }
            continue
          case .enter:
            // The guarded code begins with a push, which stores the value on top for the handler.
            handler = Int(instruction.operand)
            continue
          case .leave, .leaveFalse:
            if instruction.opcode == .leaveFalse { top = 0 }
            let left = guards[handler]
            handler = left.enclosing
            counter = left.end
            continue
          default: preconditionFailure("only formulas have this opcode")
          }
          guard top.isFinite else {
            failure = unsafe Self.failure(of: instruction, stack[depth], right, top)
            break execution
          }
        }
        return .success(top)
      }
      guard handler >= 0 else { return .failure(failure) }
      let caught = guards[handler]
      handler = caught.enclosing
      counter = caught.target
      depth = caught.depth
      top = unsafe stack[depth]
    }
  }

  @inlinable
  static func compare(_ opcode: Opcode, _ left: Double, _ right: Double) -> Bool {
    switch opcode {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .notEqual: left != right
    default: left == right
    }
  }

  /// Why an instruction had no finite result.
  @usableFromInline
  static func failure(
    of instruction: Instruction, _ left: Double, _ right: Double, _ result: Double
  ) -> FormulaFailure {
    switch instruction.opcode {
    case .divide where right == 0: return .divisionByZero
    case .power where left == 0: return .divisionByZero
    case .binary where right == 0 && [.mod, .rem].contains(instruction.function): return .divisionByZero
    default: return result.isNaN ? .domain : .overflow
    }
  }
}

extension Mathematics {
  /// Sorts the values and returns the one in the middle, or the mean of the two there.
  @usableFromInline
  package static func median(_ values: UnsafeMutableBufferPointer<Double>) -> Double {
    var values = unsafe values
    unsafe values.sort()
    let middle = values.count / 2
    if values.count % 2 == 1 { return unsafe values[middle] }
    return unsafe (values[middle - 1] + values[middle]) / 2
  }
}
