// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a ``PackedInstruction`` does.
package enum PackedOperation: UInt8 {
  /// Gives the value at `left` as the result.
  case end
  /// Read the input `operand`.
  case number, boolean, color
  /// Stores `value`, or the value at `left`.
  case constant, move
  case add, subtract, multiply, divide, power
  /// Calculate with `value` on the right, or on the left.
  case addConstant, subtractConstant, multiplyConstant, divideConstant, subtractFromConstant, divideConstantBy
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
  /// Compare with `value` on the right.
  case lessConstant, lessOrEqualConstant, greaterConstant, greaterOrEqualConstant, equalConstant, notEqualConstant
  case negate, not, percent
  /// Apply the function `operand` to one, two or three values; the third one is where the result is stored.
  case unary, binary, ternary
  /// Applies the function `operand` to as many values as `right` says, the first of them where the result is stored.
  case statistic
  /// Jump to the instruction `operand`: always, or as the value at `left` is.
  case jump, jumpIfFalse, jumpIfTrue

  /// Whether it reads an input.
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

/// An instruction that names the places of its operands and its result, where those of a ``Program`` have a stack: a third as many
/// are needed.
package struct PackedInstruction {
  package let operation: PackedOperation
  /// Where the result is stored.
  var target: UInt8 = 0
  var left: UInt8 = 0
  var right: UInt8 = 0
  var operand: UInt32 = 0
  var value = 0.0
}
