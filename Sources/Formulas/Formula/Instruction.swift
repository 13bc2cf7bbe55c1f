// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The operation of an instruction on the values on the stack.
@usableFromInline
package enum Opcode: UInt8, Sendable {
  // In formulas and programs.
  /// Pushes the input `operand`.
  case input
  case add, subtract, multiply, divide, power
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
  case negate, not, percent
  /// Apply `function` to one, two or three values.
  case unary, binary, ternary
  /// Replaces `operand` values by the result of `function` for all of them.
  case statistic

  // Only in formulas: literals keep their types, and marks keep the structure.
  case number, boolean, color
  /// Pushes the text `operand`.
  case text
  /// Make a list of `operand` values, a list from one number to another, or such a list with a step.
  case list, range, steppedRange
  /// The element of a list at a position, the elements of a list where a list of Booleans is true, and two texts joined.
  case element, filter, concatenate
  /// Pushes the column `operand` of a file.
  case column
  /// Applies `function`, a function of lists and texts, to `operand` values.
  case listCall
  case plus
  /// Gives the number on top the unit `operand`; converts the quantity on top to that unit.
  case unit, convert
  /// Marks between two arguments of a function with any number of arguments, and after the last of `operand` arguments.
  case fold, folded
  /// Gives the value on top the range of a parenthesis or call, for diagnostics.
  case span
  case andThen, andEnd, orThen, orEnd
  case ifThen, ifElse, ifEnd
  case errorThen, errorElse, errorEnd, isErrorEnd
  /// Compares by `comparison`, then keeps the right value for the next of `operand` links.
  case chainLink, chainEnd
  /// Marks around each argument of a user-defined function, and after `value` arguments; `operand` is the function.
  case argumentThen, argumentEnd, call

  // Only in programs: jumps go to the instruction `operand`.
  /// Pushes `value`.
  case constant
  case jump
  /// Pops a value; jumps if it is false.
  case jumpIfFalse
  /// Jump and keep the value, or pop the value.
  case jumpKeepingFalse, jumpKeepingTrue
  /// Jumps with false if the comparison of two values is false; else drops the left value.
  case chain
  /// Enters the guard `operand`, leaves it with the value, or leaves it with false.
  case enter, leave, leaveFalse
  /// Pushes the value at index `operand` of the stack, or fails with the failure that is stored there.
  case local
  /// Drops `operand` values below the top value.
  case drop

  // Only in programs with lists or texts.
  /// Makes one list of `operand` numbers and lists of numbers.
  case collect
  /// Applies `function` to all elements of a list.
  case aggregate
  /// `and`, `or` and `if` for each element.
  case both, either, choose
  /// Replaces the left of two values by the result of their comparison with `comparison`.
  case chainMask
  /// Applies the operator `comparison` to the value `operand` positions below the top, and to `value`.
  case adjust
}

extension Opcode {
  /// The verb of an operator of numbers in a sentence about a formula; `nil` for other operations.
  var verb: String? {
    switch self {
    case .add: "adds"
    case .subtract: "subtracts"
    case .multiply: "multiplies"
    case .divide: "divides"
    case .power: "raises to a power"
    case .negate: "negates"
    default: nil
    }
  }
}

/// One instruction of the flat postfix code of a formula or program.
@usableFromInline
package struct Instruction: Sendable {
  @usableFromInline package var opcode: Opcode
  @usableFromInline package var comparison = Opcode.equal
  @usableFromInline package var function = FormulaFunction.unused
  @usableFromInline package var operand: UInt32 = 0
  @usableFromInline package var value = 0.0

  package init(_ opcode: Opcode, operand: Int = 0, value: Double = 0) {
    self.opcode = opcode
    self.operand = UInt32(operand)
    self.value = value
  }
}

extension Instruction: Hashable {
  // Values are compared by their bits: −0 and 0 differ.
  @usableFromInline
  package static func == (left: Instruction, right: Instruction) -> Bool {
    left.opcode == right.opcode && left.comparison == right.comparison && left.function == right.function
      && left.operand == right.operand && left.value.bitPattern == right.value.bitPattern
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(UInt32(opcode.rawValue) << 8 | UInt32(function.index))
    hasher.combine(operand)
    hasher.combine(value.bitPattern)
  }
}
