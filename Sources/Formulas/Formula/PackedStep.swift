// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The operation of a ``PackedStep``. Most steps calculate with the last result, which is in a register.
package enum StepOperation {
  /// Ends with the last result.
  case end
  /// Reads the input `operand`, or the value in the place `left`.
  case input, place
  /// Stores the last result in the place `target`.
  case keep
  /// Calculate with `value`: on the right, or on the left.
  case addConstant, multiplyConstant, divideConstant, subtractFromConstant, divideConstantBy
  /// Calculate with the input `operand`: on the right, or on the left.
  case addInput, subtractInput, multiplyInput, divideInput, subtractFromInput, divideInputBy
  /// Calculate with the value in the place `left`: on the right, or on the left.
  case addPlace, subtractPlace, multiplyPlace, dividePlace, subtractFromPlace, dividePlaceBy
  case negate
  /// Any other operation of a packed instruction, whose operands and result are in places.
  case other(PackedOperation)
}

/// A step of ``PackedCode``: a ``PackedInstruction`` that finds an operand in a register where it can.
///
/// Values in places are finite. A last result that is not finite makes the results of all steps that calculate with it not finite;
/// steps for which that is not so test it.
package struct PackedStep {
  package fileprivate(set) var operation: StepOperation
  /// The place of the result.
  fileprivate(set) var target: UInt8 = 0
  fileprivate(set) var left: UInt8 = 0
  fileprivate(set) var right: UInt8 = 0
  fileprivate(set) var operand: UInt32 = 0
  fileprivate(set) var value = 0.0
}

/// Translates packed instructions to steps.
package struct PackedSteps {
  package private(set) var steps: [PackedStep] = []
  /// The input that is read before the first step; `nil` if there is none.
  package private(set) var firstInput: UInt32?
  /// Whether all steps calculate with the last result, and neither store values nor jump.
  package private(set) var areInARow = true

  private let instructions: [PackedInstruction]
  /// The number of inputs that are read from their cells, because all are numbers.
  private let inputCount: Int
  private let targets: Set<UInt32>
  /// The place whose value the last result is, if that is known.
  private var last: UInt8?

  /// Translates instructions, the last of which ends the code.
  ///
  /// - Parameters:
  ///   - instructions: The instructions.
  ///   - inputCount: The number of inputs.
  /// - Complexity: O(instructions).
  package init(_ instructions: [PackedInstruction], inputCount: Int) {
    self.instructions = instructions
    self.inputCount = instructions[0].operation.readsInput ? 0 : inputCount
    targets = Set(instructions.lazy.filter(\.operation.isJump).map(\.operand))
    steps.reserveCapacity(instructions.count + 1)
    storeInputs()
    var starts: [Int] = []
    if !targets.isEmpty { starts.reserveCapacity(instructions.count) }
    for index in instructions.indices {
      if !targets.isEmpty {
        starts.append(steps.count)
        if targets.contains(UInt32(index)) { last = nil }
      }
      translate(index)
    }
    for index in steps.indices {
      if case .other(let operation) = steps[index].operation, operation.isJump {
        steps[index].operand = UInt32(starts[Int(steps[index].operand)])
      }
    }
    // Jumps lead forward, so no jump leads to the first step.
    if case .input = steps[0].operation {
      firstInput = steps.removeFirst().operand
      for index in steps.indices {
        if case .other(let operation) = steps[index].operation, operation.isJump { steps[index].operand -= 1 }
      }
    }
  }

  /// Stores the inputs in their places that instructions other than sums and products read.
  private mutating func storeInputs() {
    if inputCount == 0 { return }
    var isRead = [Bool](repeating: false, count: inputCount)
    func note(_ place: UInt8) { if Int(place) < inputCount { isRead[Int(place)] = true } }
    for instruction in instructions where instruction.operation.arithmetic == nil {
      switch instruction.operation {
      case .end, .constant, .jump, .statistic: break
      case .power, .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .binary, .ternary:
        note(instruction.left)
        note(instruction.right)
      default: note(instruction.left)
      }
    }
    for index in 0..<inputCount where isRead[index] {
      append(.input, operand: UInt32(index))
      append(.keep, target: UInt8(index))
    }
  }

  private mutating func append(
    _ operation: StepOperation, target: UInt8 = 0, left: UInt8 = 0, operand: UInt32 = 0, value: Double = 0
  ) {
    switch operation {
    case .place, .keep, .other, .addPlace, .subtractPlace, .multiplyPlace, .dividePlace, .subtractFromPlace,
      .dividePlaceBy:
      areInARow = false
    default: break
    }
    steps.append(PackedStep(operation: operation, target: target, left: left, operand: operand, value: value))
  }

  /// Makes the value of a place the last result.
  private mutating func load(_ place: UInt8) {
    if last == place { return }
    if Int(place) < inputCount { append(.input, operand: UInt32(place)) } else { append(.place, left: place) }
    last = place
  }

  private mutating func translate(_ index: Int) {
    let instruction = instructions[index]
    if let arithmetic = instruction.operation.arithmetic {
      calculate(instruction, arithmetic)
      last = instruction.target
      if !isConsumed(by: index + 1) { append(.keep, target: instruction.target) }
      return
    }
    switch instruction.operation {
    case .end:
      load(instruction.left)
      append(.end)
    case .move where last == instruction.left:
      append(.keep, target: instruction.target)
    default:
      areInARow = false
      steps.append(
        PackedStep(
          operation: .other(instruction.operation), target: instruction.target, left: instruction.left,
          right: instruction.right, operand: instruction.operand, value: instruction.value))
      if !instruction.operation.isJump { last = instruction.target }
    }
  }

  private mutating func calculate(_ instruction: PackedInstruction, _ arithmetic: PackedArithmetic) {
    let (left, right) = (instruction.left, instruction.right)
    switch arithmetic {
    case .constant(let operation, let value):
      load(left)
      append(operation, value: value(instruction.value))
    case .values(let ofInputs, let ofPlaces):
      // An operand on the left is the last result, unless that is the one on the right.
      let isReversed = last == right && left != right
      if !isReversed { load(left) }
      let other = isReversed ? left : right
      if Int(other) < inputCount {
        append(isReversed ? ofInputs.reversed : ofInputs.ordered, operand: UInt32(other))
      } else {
        append(isReversed ? ofPlaces.reversed : ofPlaces.ordered, left: other)
      }
    }
  }

  /// Whether an instruction is the only one that reads the last result, and finds it in the register.
  ///
  /// The result of sums and products is on top of the stack then, so that no value above its place is read later.
  private func isConsumed(by index: Int) -> Bool {
    guard let last, !targets.contains(UInt32(index)) else { return false }
    let next = instructions[index]
    switch next.operation.arithmetic {
    case .constant: return next.left == last && next.target <= last
    case .values: return (next.left == last) != (next.right == last) && next.target <= last
    case nil: return next.operation == .end && next.left == last
    }
  }
}

/// How steps calculate what a packed operation does.
private enum PackedArithmetic {
  typealias Operations = (ordered: StepOperation, reversed: StepOperation)

  /// With a constant that is made of the one of the instruction.
  case constant(StepOperation, (Double) -> Double)
  /// With two values, one of which is the last result.
  case values(inputs: Operations, places: Operations)
}

extension PackedOperation {
  /// How steps calculate this; `nil` if it is not a sum, a product or the like.
  fileprivate var arithmetic: PackedArithmetic? {
    switch self {
    case .addConstant: .constant(.addConstant) { $0 }
    // Subtracting a number and adding its opposite give the same bits.
    case .subtractConstant: .constant(.addConstant) { -$0 }
    case .multiplyConstant: .constant(.multiplyConstant) { $0 }
    case .divideConstant: .constant(.divideConstant) { $0 }
    case .subtractFromConstant: .constant(.subtractFromConstant) { $0 }
    case .divideConstantBy: .constant(.divideConstantBy) { $0 }
    case .negate: .constant(.negate) { $0 }
    case .not: .constant(.subtractFromConstant) { _ in 1 }
    case .percent: .constant(.divideConstant) { _ in 100 }
    case .add: .values(inputs: (.addInput, .addInput), places: (.addPlace, .addPlace))
    case .subtract:
      .values(inputs: (.subtractInput, .subtractFromInput), places: (.subtractPlace, .subtractFromPlace))
    case .multiply: .values(inputs: (.multiplyInput, .multiplyInput), places: (.multiplyPlace, .multiplyPlace))
    case .divide: .values(inputs: (.divideInput, .divideInputBy), places: (.dividePlace, .dividePlaceBy))
    default: nil
    }
  }
}
