// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

// Unsafe on purpose: places are memory of the thread's stack, and steps are read without a check. The translation counts
// places and steps, so no index is out of range.

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
  /// The program, for the code of the node that reports failures.
  let program: Program
  private nonisolated(unsafe) let steps: UnsafeMutablePointer<PackedStep>
  /// The input that is read before the first step, or a negative number.
  private let firstInput: Int32
  /// Whether all steps calculate with the last result.
  private let areInARow: Bool

  /// Prepares a program; `nil` if it can't be executed in this form.
  ///
  /// - Complexity: O(instructions).
  init?(_ program: Program, types: [CalculatorType]) {
    guard let instructions = PackedTranslation.instructions(of: program, types: types) else { return nil }
    self.program = program
    let code = PackedSteps(instructions, inputCount: types.count)
    firstInput = code.firstInput.map { Int32($0) } ?? -1
    areInARow = code.areInARow
    unsafe steps = .allocate(capacity: code.steps.count)
    for (index, step) in code.steps.enumerated() { unsafe (steps + index).initialize(to: step) }
  }

  deinit { unsafe steps.deallocate() }

  func makeColumns(_ inputs: [NodeKind.Input]) -> ColumnCode? {
    let types = inputs.compactMap { CalculatorType($0.type) }
    guard types.count == inputs.count,
      let instructions = PackedTranslation.instructions(of: program, types: types)
    else { return nil }
    return PackedColumns(instructions, inputCount: inputs.count, storesNumbers: Value.self == Double.self)
      .code(Value.self)
  }

  @inline(__always)
  func value(_ call: KernelCall) -> Value? {
    let packed = areInARow ? unsafe execute(call, nil) : executeWithPlaces(call)
    return packed.isFinite ? Value(packed: packed) : nil
  }

  @inline(never)
  private func executeWithPlaces(_ call: KernelCall) -> Double {
    unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: PackedTranslation.placeCount) {
      unsafe execute(call, $0.baseAddress)
    }
  }

  /// Executes the steps. Returns the first value that was tested and is not finite, or the result.
  ///
  /// The memory of the places is `nil` if all steps calculate with the last result. No function is called then, so that no
  /// register has to be saved.
  @inline(__always)
  private func execute(_ call: KernelCall, _ places: UnsafeMutablePointer<Double>?) -> Double {
    let inARow = unsafe places == nil
    var last = firstInput >= 0 ? call.read(Double.self, at: Int(firstInput)) : 0
    var next = unsafe UnsafePointer(steps)
    while true {
      let step = unsafe next
      unsafe next += 1
      switch unsafe step.pointee.operation {
      case .end: return last
      case .input: last = unsafe Self.read(call, step)
      case .place: last = unsafe Self.place(places, step.pointee.left).pointee
      case .keep:
        if !last.isFinite { return last }
        unsafe Self.place(places, step.pointee.target).pointee = last
      case .addConstant: last = unsafe last + step.pointee.value
      case .multiplyConstant: last = unsafe last * step.pointee.value
      case .divideConstant: last = unsafe last / step.pointee.value
      case .subtractFromConstant: last = unsafe step.pointee.value - last
      case .divideConstantBy: last = unsafe Self.quotient(step.pointee.value, last)
      case .addInput: last = unsafe last + Self.read(call, step)
      case .subtractInput: last = unsafe last - Self.read(call, step)
      case .multiplyInput: last = unsafe last * Self.read(call, step)
      case .divideInput: last = unsafe Self.quotient(last, Self.read(call, step))
      case .subtractFromInput: last = unsafe Self.read(call, step) - last
      case .divideInputBy: last = unsafe Self.quotient(Self.read(call, step), last)
      case .addPlace: last = unsafe last + Self.place(places, step.pointee.left).pointee
      case .subtractPlace: last = unsafe last - Self.place(places, step.pointee.left).pointee
      case .multiplyPlace: last = unsafe last * Self.place(places, step.pointee.left).pointee
      case .dividePlace: last = unsafe last / Self.place(places, step.pointee.left).pointee
      case .subtractFromPlace: last = unsafe Self.place(places, step.pointee.left).pointee - last
      case .dividePlaceBy: last = unsafe Self.quotient(Self.place(places, step.pointee.left).pointee, last)
      case .negate: last = -last
      case .other(let operation):
        if inARow { return .nan }
        if operation.isJump {
          if unsafe Self.jumps(operation, Self.place(places, step.pointee.left).pointee) {
            unsafe next = UnsafePointer(steps) + Int(step.pointee.operand)
          }
          continue
        }
        last = unsafe Self.result(of: operation, step, call, places.unsafelyUnwrapped)
        if !last.isFinite { return last }
        unsafe Self.place(places, step.pointee.target).pointee = last
      }
    }
  }

  @inline(__always)
  private static func place(
    _ places: UnsafeMutablePointer<Double>?, _ index: UInt8
  ) -> UnsafeMutablePointer<Double> {
    unsafe places.unsafelyUnwrapped + Int(index)
  }

  @inline(__always)
  private static func read(_ call: KernelCall, _ step: UnsafePointer<PackedStep>) -> Double {
    call.read(Double.self, at: unsafe Int(step.pointee.operand))
  }

  /// A quotient that is not finite if the divisor is not, so that the divisor needs no test of its own.
  @inline(__always)
  private static func quotient(_ dividend: Double, _ divisor: Double) -> Double {
    divisor.isFinite ? dividend / divisor : .nan
  }

  @inline(__always)
  private static func jumps(_ operation: PackedOperation, _ condition: Double) -> Bool {
    switch operation {
    case .jumpIfFalse: condition == 0
    case .jumpIfTrue: condition != 0
    default: true
    }
  }

  /// The result of an operation whose operands are in places.
  @inline(__always)
  private static func result(
    of operation: PackedOperation, _ step: UnsafePointer<PackedStep>, _ call: KernelCall,
    _ places: UnsafeMutablePointer<Double>
  ) -> Double {
    let (left, right) = unsafe (Int(step.pointee.left), Int(step.pointee.right))
    let value = unsafe step.pointee.value
    switch operation {
    case .number: return unsafe read(call, step)
    case .boolean: return call.read(Bool.self, at: unsafe Int(step.pointee.operand)) ? 1 : 0
    case .color: return Double(call.read(RGBColor.self, at: unsafe Int(step.pointee.operand)).bits)
    case .constant: return value
    case .move: return unsafe places[left]
    case .power: return unsafe Mathematics.power(places[left], places[right])
    case .less: return unsafe places[left] < places[right] ? 1 : 0
    case .lessOrEqual: return unsafe places[left] <= places[right] ? 1 : 0
    case .greater: return unsafe places[left] > places[right] ? 1 : 0
    case .greaterOrEqual: return unsafe places[left] >= places[right] ? 1 : 0
    case .equal: return unsafe places[left] == places[right] ? 1 : 0
    case .notEqual: return unsafe places[left] != places[right] ? 1 : 0
    case .lessConstant: return unsafe places[left] < value ? 1 : 0
    case .lessOrEqualConstant: return unsafe places[left] <= value ? 1 : 0
    case .greaterConstant: return unsafe places[left] > value ? 1 : 0
    case .greaterOrEqualConstant: return unsafe places[left] >= value ? 1 : 0
    case .equalConstant: return unsafe places[left] == value ? 1 : 0
    case .notEqualConstant: return unsafe places[left] != value ? 1 : 0
    case .unary:
      return unsafe FormulaFunction.calls[Int(step.pointee.operand)].unary(places[left])
    case .binary:
      return unsafe FormulaFunction.calls[Int(step.pointee.operand)].binary(places[left], places[right])
    case .ternary:
      let first = unsafe places[Int(step.pointee.target)]
      return unsafe FormulaFunction.calls[Int(step.pointee.operand)].ternary(first, places[left], places[right])
    case .statistic:
      let values = unsafe UnsafeMutableBufferPointer(start: places + Int(step.pointee.target), count: right)
      return unsafe Program.statistic(FormulaFunction.all[Int(step.pointee.operand)], values)
    // Calculations with the last result, jumps and the end have steps of their own.
    default: return .nan
    }
  }
}
