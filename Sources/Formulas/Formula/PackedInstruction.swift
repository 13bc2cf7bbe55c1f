// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The operation of a ``PackedInstruction``.
package enum PackedOperation: UInt8 {
  /// Ends with the value at `left` as the result.
  case end
  /// Read the input `operand` as a number, a Boolean or a colour.
  case number, boolean, color
  /// Store `value`, or the value at `left`.
  case constant, move
  case add, subtract, multiply, divide, power
  /// Calculate with `value` on the right, or on the left.
  case addConstant, subtractConstant, multiplyConstant, divideConstant, subtractFromConstant, divideConstantBy
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
  /// Compare with `value` on the right.
  case lessConstant, lessOrEqualConstant, greaterConstant, greaterOrEqualConstant, equalConstant, notEqualConstant
  case negate, not, percent
  /// Apply the function `operand` to one, two or three values; the third value is in the place of the result.
  case unary, binary, ternary
  /// Applies the function `operand` to `right` values, the first of which is in the place of the result.
  case statistic
  /// Jump to the instruction `operand`: always, or depending on the value at `left`.
  case jump, jumpIfFalse, jumpIfTrue

  /// Whether the operation reads an input.
  var readsInput: Bool { self == .number || self == .boolean || self == .color }

  /// The operation with a constant on the right; `nil` if there is none.
  var withConstant: PackedOperation? {
    switch self {
    case .add: .addConstant
    case .subtract: .subtractConstant
    case .multiply: .multiplyConstant
    case .divide: .divideConstant
    case .less: .lessConstant
    case .lessOrEqual: .lessOrEqualConstant
    case .greater: .greaterConstant
    case .greaterOrEqual: .greaterOrEqualConstant
    case .equal: .equalConstant
    case .notEqual: .notEqualConstant
    default: nil
    }
  }

  /// The operation with a constant on the left and the other value at `left`; `nil` if there is none.
  var afterConstant: PackedOperation? {
    switch self {
    case .add: .addConstant
    case .subtract: .subtractFromConstant
    case .multiply: .multiplyConstant
    case .divide: .divideConstantBy
    case .less: .greaterConstant
    case .lessOrEqual: .greaterOrEqualConstant
    case .greater: .lessConstant
    case .greaterOrEqual: .lessOrEqualConstant
    case .equal: .equalConstant
    case .notEqual: .notEqualConstant
    default: nil
    }
  }
}

/// An instruction that names the places of its operands and its result, where the instructions of a ``Program`` use a
/// stack: a third as many instructions are needed.
package struct PackedInstruction {
  package let operation: PackedOperation
  /// The place of the result.
  var target: UInt8 = 0
  var left: UInt8 = 0
  var right: UInt8 = 0
  var operand: UInt32 = 0
  var value = 0.0
}
