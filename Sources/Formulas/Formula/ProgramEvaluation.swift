// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Unsafe on purpose: the value stack is temporary memory of the thread's stack, so that an evaluation of ordinary
// depth does not allocate. The compiler computed the depth of every instruction, so no index leaves the buffers.

/// The source of a program's inputs.
@usableFromInline
package protocol FormulaInputs: ~Copyable {
  /// Returns the packed value of the input with this index.
  func load(_ index: Int) throws(FormulaFailure) -> Double
}

extension FormulaFunction {
  /// The C functions of a row; functions of other arities return NaN.
  @usableFromInline
  struct Calls {
    @usableFromInline let unary: Unary
    @usableFromInline let binary: Binary
    @usableFromInline let ternary: Ternary

    init(_ code: Code) {
      var calls: (unary: Unary, binary: Binary, ternary: Ternary) = (
        { _ in .nan }, { _, _ in .nan }, { _, _, _ in .nan }
      )
      switch code {
      case .unary(let unary): calls.unary = unary
      case .binary(let binary), .fold(let binary), .foldOfTwo(let binary): calls.binary = binary
      case .unaryOrBinary(let unary, let binary), .angle(let unary, let binary):
        (calls.unary, calls.binary) = (unary, binary)
      case .ternary(let ternary): calls.ternary = ternary
      case .statistic, .if, .iferror, .iserror, .list: break
      }
      (unary, binary, ternary) = calls
    }
  }

  /// The C functions of this row, for code that calls them many times.
  var calls: Calls { Calls(rule.code) }

  /// The functions of the table, never freed: reading an array of them would check its initialization, and count a
  /// reference, at each call (4 ns).
  @usableFromInline
  nonisolated(unsafe) static let calls: UnsafePointer<Calls> = {
    let calls = UnsafeMutablePointer<Calls>.allocate(capacity: rows.count)
    for (index, row) in rows.enumerated() { unsafe (calls + index).initialize(to: Calls(row.rule.code)) }
    return unsafe UnsafePointer(calls)
  }()
}

extension Program {
  /// The state in which evaluation starts, or continues after a failure was caught.
  @usableFromInline
  struct Start {
    /// The index of the next instruction.
    @usableFromInline let counter: Int
    /// The number of values on the stack, and the value on top.
    @usableFromInline let depth: Int
    @usableFromInline let top: Double

    @inlinable
    init(counter: Int, depth: Int, top: Double) {
      self.counter = counter
      self.depth = depth
      self.top = top
    }
  }

  /// Computes the packed value, which is finite.
  ///
  /// - Parameter inputs: The values of the formula's names.
  /// - Returns: The value; `CalculatorValue(packed:type:)` unpacks it.
  /// - Throws: The failure, if the formula has no value.
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

  /// Executes the program; a failure inside a guard continues after the guard.
  @inlinable
  func run<Inputs: FormulaInputs & ~Copyable>(
    _ code: UnsafeBufferPointer<Instruction>, _ stack: UnsafeMutableBufferPointer<Double>, _ inputs: borrowing Inputs
  ) -> Result<Double, FormulaFailure> {
    var start = Start(counter: 0, depth: 0, top: 0)
    var innermostGuard = -1
    let calls = unsafe FormulaFunction.calls
    while true {
      do throws(FormulaFailure) {
        return .success(try unsafe execute(code, stack, inputs, calls, from: start, &innermostGuard))
      } catch {
        guard innermostGuard >= 0 else { return .failure(error) }
        let caught = guards[innermostGuard]
        innermostGuard = caught.enclosing
        if caught.keepsFailure {
          start = Start(counter: caught.target, depth: caught.depth + 1, top: error.kept)
        } else {
          start = unsafe Start(counter: caught.target, depth: caught.depth, top: stack[caught.depth])
        }
      }
    }
  }

  /// Executes instructions up to the end of the program.
  ///
  /// Invariant: the stack has `depth` values. The one on top is in `top`, the others in `stack[1..<depth]`, and `stack[0]` has
  /// no meaning. An instruction that pushes stores `top` first; so, when a guard is entered, the value on top is stored by
  /// the first instruction inside, and can be read back after a failure.
  ///
  /// - Parameters:
  ///   - code: The instructions.
  ///   - stack: Memory for the deepest stack.
  ///   - inputs: The values of the formula's names.
  ///   - calls: The functions of the table.
  ///   - start: Where to start.
  ///   - innermostGuard: The guard around the current instruction, or -1; where a failure is caught.
  /// - Returns: The value on top at the end.
  /// - Throws: The failure of an instruction.
  @inlinable @inline(__always)
  func execute<Inputs: FormulaInputs & ~Copyable>(
    _ code: UnsafeBufferPointer<Instruction>, _ stack: UnsafeMutableBufferPointer<Double>, _ inputs: borrowing Inputs,
    _ calls: UnsafePointer<FormulaFunction.Calls>, from start: Start, _ innermostGuard: inout Int
  ) throws(FormulaFailure) -> Double {
    var counter = start.counter
    var depth = start.depth
    var top = start.top
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
        top = try inputs.load(Int(instruction.operand))
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
      case .local:
        unsafe stack[depth] = top
        depth += 1
        top = unsafe stack[Int(instruction.operand)]
      case .drop:
        depth -= Int(instruction.operand)
        continue
      case .negate: top = -right
      case .not: top = 1 - right
      case .percent: top = right / 100
      case .unary: top = unsafe calls[Int(instruction.function.index)].unary(right)
      case .binary:
        depth -= 1
        top = unsafe calls[Int(instruction.function.index)].binary(stack[depth], right)
      case .ternary:
        depth -= 2
        top = unsafe calls[Int(instruction.function.index)].ternary(stack[depth], stack[depth + 1], right)
      case .statistic:
        unsafe stack[depth] = top
        let values = depth + 1 - Int(instruction.operand)..<depth + 1
        depth = values.lowerBound
        top = unsafe Self.statistic(instruction.function, UnsafeMutableBufferPointer(rebasing: stack[values]))
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
        innermostGuard = Int(instruction.operand)
        continue
      case .leave, .leaveFalse:
        if instruction.opcode == .leaveFalse { top = 0 }
        counter = guards[innermostGuard].end
        innermostGuard = guards[innermostGuard].enclosing
        continue
      default: preconditionFailure("only formulas have this opcode")
      }
      guard top.isFinite else { throw unsafe Self.failure(of: instruction, stack[depth], right, top) }
    }
    return top
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

  /// Computes a function such as `sum` for values.
  @usableFromInline
  static func statistic(_ function: FormulaFunction, _ values: UnsafeMutableBufferPointer<Double>) -> Double {
    guard case .statistic(let statistic) = function.rule.code else { return .nan }
    var values = unsafe values
    return unsafe statistic.value(of: &values)
  }

  /// The failure of an instruction without a finite result.
  @usableFromInline
  static func failure(
    of instruction: Instruction, _ left: Double, _ right: Double, _ result: Double
  ) -> FormulaFailure {
    switch instruction.opcode {
    case .local: return FormulaFailure(kept: result)
    case .divide where right == 0: return .divisionByZero
    case .power where left == 0: return .divisionByZero
    case .binary where right == 0 && instruction.function.rule.failsAtZero: return .divisionByZero
    case .ternary where right == 0 && instruction.function.rule.failsAtZero: return .divisionByZero
    // A function may return a NaN that contains the reason.
    default: return result.isNaN ? FormulaFailure(kept: result) : .overflow
    }
  }
}
