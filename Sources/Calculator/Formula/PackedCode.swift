// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

// Unsafe on purpose: places are memory of the thread's stack, and instructions are read without a check. The
// translation counts places and instructions, so no index is out of range.

/// A value type that `PackedCode` can compute as a single `Double`.
protocol PackedValue: Equatable, Sendable {
  init(packed: Double)
}

extension Double: PackedValue {
  init(packed: Double) { self = packed }
}

extension Bool: PackedValue {
  init(packed: Double) { self = packed != 0 }
}

extension RGBColor: PackedValue {
  init(packed: Double) { self.init(bits: UInt32(packed)) }
}

/// The form of a program that a node executes as long as all values are finite: it reads its inputs from their cells,
/// and neither allocates nor counts references. If a value is not finite, this code stops, and the program itself is
/// executed to report the failure.
@safe
final class PackedCode<Value: PackedValue>: QuickCode {
  /// The number of inputs that are numbers and are read before all else: all inputs, or 0.
  private let numberCount: Int
  private nonisolated(unsafe) let instructions: UnsafeMutablePointer<PackedInstruction>

  /// Prepares a program; `nil` if it can't be executed in this form.
  ///
  /// - Complexity: O(instructions).
  init?(_ program: Program, types: [CalculatorType]) {
    guard let code = PackedTranslation.instructions(of: program, types: types) else { return nil }
    // If some inputs are not numbers, the first instructions read all inputs.
    numberCount = code[0].operation.readsInput ? 0 : types.count
    unsafe instructions = .allocate(capacity: code.count)
    for (index, instruction) in code.enumerated() { unsafe (instructions + index).initialize(to: instruction) }
  }

  deinit { unsafe instructions.deallocate() }

  func makeColumns() -> ColumnCode {
    var all: [PackedInstruction] = []
    repeat { all.append(unsafe instructions[all.count]) } while all[all.count - 1].operation != .end
    let inputCount = numberCount > 0 ? numberCount : all.prefix { $0.operation.readsInput }.count
    return PackedColumns(all, inputCount: inputCount, storesNumbers: Value.self == Double.self).code(Value.self)
  }

  func value(_ call: KernelCall) -> Value? {
    let packed = unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: PackedTranslation.placeCount) {
      unsafe execute(call, $0.baseAddress.unsafelyUnwrapped)
    }
    return packed.isFinite ? Value(packed: packed) : nil
  }

  /// Executes the instructions. Returns the first value that is not finite, or the result.
  @inline(__always)
  private func execute(_ call: KernelCall, _ places: UnsafeMutablePointer<Double>) -> Double {
    for index in 0..<numberCount {
      let number = call.read(Double.self, at: index)
      if !number.isFinite { return number }
      unsafe places[index] = number
    }
    var next = unsafe UnsafePointer(instructions)
    while true {
      let instruction = unsafe next
      unsafe next += 1
      let (left, right, value) = unsafe (
        instruction.pointee.left, instruction.pointee.right, instruction.pointee.value
      )
      let result: Double
      switch unsafe instruction.pointee.operation {
      case .end: return unsafe places[Int(left)]
      case .number: result = call.read(Double.self, at: unsafe Int(instruction.pointee.operand))
      case .boolean: result = call.read(Bool.self, at: unsafe Int(instruction.pointee.operand)) ? 1 : 0
      case .color: result = Double(call.read(RGBColor.self, at: unsafe Int(instruction.pointee.operand)).bits)
      case .constant: result = value
      case .move: result = unsafe places[Int(left)]
      case .add: result = unsafe places[Int(left)] + places[Int(right)]
      case .subtract: result = unsafe places[Int(left)] - places[Int(right)]
      case .multiply: result = unsafe places[Int(left)] * places[Int(right)]
      case .divide: result = unsafe places[Int(left)] / places[Int(right)]
      case .power: result = unsafe Mathematics.power(places[Int(left)], places[Int(right)])
      case .addConstant: result = unsafe places[Int(left)] + value
      case .subtractConstant: result = unsafe places[Int(left)] - value
      case .multiplyConstant: result = unsafe places[Int(left)] * value
      case .divideConstant: result = unsafe places[Int(left)] / value
      case .subtractFromConstant: result = unsafe value - places[Int(left)]
      case .divideConstantBy: result = unsafe value / places[Int(left)]
      case .less: result = unsafe places[Int(left)] < places[Int(right)] ? 1 : 0
      case .lessOrEqual: result = unsafe places[Int(left)] <= places[Int(right)] ? 1 : 0
      case .greater: result = unsafe places[Int(left)] > places[Int(right)] ? 1 : 0
      case .greaterOrEqual: result = unsafe places[Int(left)] >= places[Int(right)] ? 1 : 0
      case .equal: result = unsafe places[Int(left)] == places[Int(right)] ? 1 : 0
      case .notEqual: result = unsafe places[Int(left)] != places[Int(right)] ? 1 : 0
      case .lessConstant: result = unsafe places[Int(left)] < value ? 1 : 0
      case .lessOrEqualConstant: result = unsafe places[Int(left)] <= value ? 1 : 0
      case .greaterConstant: result = unsafe places[Int(left)] > value ? 1 : 0
      case .greaterOrEqualConstant: result = unsafe places[Int(left)] >= value ? 1 : 0
      case .equalConstant: result = unsafe places[Int(left)] == value ? 1 : 0
      case .notEqualConstant: result = unsafe places[Int(left)] != value ? 1 : 0
      case .negate: result = unsafe -places[Int(left)]
      case .not: result = unsafe 1 - places[Int(left)]
      case .percent: result = unsafe places[Int(left)] / 100
      case .unary:
        let function = unsafe Int(instruction.pointee.operand)
        result = unsafe FormulaFunction.calls[function].unary(places[Int(left)])
      case .binary:
        let function = unsafe Int(instruction.pointee.operand)
        result = unsafe FormulaFunction.calls[function].binary(places[Int(left)], places[Int(right)])
      case .ternary:
        let function = unsafe Int(instruction.pointee.operand)
        let first = unsafe places[Int(instruction.pointee.target)]
        result = unsafe FormulaFunction.calls[function].ternary(first, places[Int(left)], places[Int(right)])
      case .statistic:
        let values = unsafe UnsafeMutableBufferPointer(
          start: places + Int(instruction.pointee.target), count: Int(right))
        let function = FormulaFunction.all[unsafe Int(instruction.pointee.operand)]
        result = unsafe Program.statistic(function, values)
      case .jump:
        unsafe next = UnsafePointer(instructions) + Int(instruction.pointee.operand)
        continue
      case .jumpIfFalse:
        if unsafe places[Int(left)] == 0 {
          unsafe next = UnsafePointer(instructions) + Int(instruction.pointee.operand)
        }
        continue
      case .jumpIfTrue:
        if unsafe places[Int(left)] != 0 {
          unsafe next = UnsafePointer(instructions) + Int(instruction.pointee.operand)
        }
        continue
      }
      if !result.isFinite { return result }
      unsafe places[Int(instruction.pointee.target)] = result
    }
  }
}
