// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// The derivatives of a formula with respect to its inputs. The packed instructions are executed once with a record
/// of the values that they read, then the record is processed backwards.
struct PackedSlopes: Sendable {
  /// An instruction that was executed, and the values that it read.
  private struct Entry {
    let instruction: PackedInstruction
    var left = 0.0
    var right = 0.0
    var result = 0.0
    /// All arguments of a function with three or more of them.
    var arguments: [Double] = []
  }

  private let instructions: [PackedInstruction]
  private let inputCount: Int

  init(_ instructions: [PackedInstruction], inputCount: Int) {
    (self.instructions, self.inputCount) = (instructions, inputCount)
  }

  /// Computes the derivatives at the values of the inputs; a derivative that isn't known is NaN. Returns `false` if
  /// an operation has no value, or compares equal numbers.
  ///
  /// - Complexity: O(instructions).
  func compute(_ call: KernelCall, _ slopes: inout [Double]) -> Bool {
    var places = Array(repeating: 0.0, count: PackedTranslation.placeCount)
    if !instructions[0].operation.readsInput {
      for index in 0..<inputCount { places[index] = call.read(Double.self, at: index) }
    }
    var record: [Entry] = []
    guard let end = execute(call, &places, &record) else { return false }
    propagate(record, from: end, &slopes)
    return true
  }

  /// Executes the instructions. Returns the place of the result; `nil` if a value isn't finite.
  private func execute(_ call: KernelCall, _ places: inout [Double], _ record: inout [Entry]) -> Int? {
    var next = 0
    while true {
      let instruction = instructions[next]
      next += 1
      let (left, right) = (places[Int(instruction.left)], places[Int(instruction.right)])
      var entry = Entry(instruction: instruction, left: left, right: right)
      switch instruction.operation {
      case .end: return Int(instruction.left)
      case .jump:
        next = Int(instruction.operand)
        continue
      case .jumpIfFalse:
        if left == 0 { next = Int(instruction.operand) }
        continue
      case .jumpIfTrue:
        if left != 0 { next = Int(instruction.operand) }
        continue
      case .number: entry.result = call.read(Double.self, at: Int(instruction.operand))
      case .boolean: entry.result = call.read(Bool.self, at: Int(instruction.operand)) ? 1 : 0
      case .color: entry.result = Double(call.read(RGBColor.self, at: Int(instruction.operand)).bits)
      case .ternary:
        entry.arguments = [places[Int(instruction.target)], left, right]
        let call = unsafe FormulaFunction.calls[Int(instruction.operand)].ternary
        entry.result = call(entry.arguments[0], left, right)
      case .statistic:
        let first = Int(instruction.target)
        entry.arguments = Array(places[first..<first + Int(instruction.right)])
        entry.result = statistic(instruction)?.value(of: &entry.arguments) ?? .nan
        // A median sorts its arguments.
        entry.arguments = Array(places[first..<first + Int(instruction.right)])
      default:
        // If both sides are equal, the choice that depends on the comparison is about to change.
        if instruction.comparesEqual(left, right) { return nil }
        entry.result = instruction.result(left, right)
      }
      guard entry.result.isFinite else { return nil }
      places[Int(instruction.target)] = entry.result
      record.append(entry)
    }
  }

  private func statistic(_ instruction: PackedInstruction) -> Statistic? {
    guard case .statistic(let statistic) = FormulaFunction.all[Int(instruction.operand)].rule.code else { return nil }
    return statistic
  }

  /// Processes the record backwards, and adds up derivatives by place.
  private func propagate(_ record: [Entry], from end: Int, _ slopes: inout [Double]) {
    var adjoints = Array(repeating: 0.0, count: PackedTranslation.placeCount)
    adjoints[end] = 1
    for entry in record.reversed() {
      let (instruction, target) = (entry.instruction, Int(entry.instruction.target))
      let (left, right) = (Int(instruction.left), Int(instruction.right))
      let adjoint = adjoints[target]
      adjoints[target] = 0
      if adjoint == 0 { continue }
      func add(_ slope: Double, _ place: Int) { if slope != 0 { adjoints[place] += adjoint * slope } }
      switch instruction.operation {
      case .number: slopes[Int(instruction.operand)] += adjoint
      case .color: slopes[Int(instruction.operand)] = .nan
      case .ternary:
        let isClamp = FormulaFunction.rows[Int(instruction.operand)].name == "clamp"
        let (first, second, third) =
          isClamp ? FormulaFunction.slopesOfClamp(entry.arguments[0], entry.left, entry.right) : (.nan, .nan, .nan)
        add(first, target)
        add(second, left)
        add(third, right)
      case .statistic:
        let parts = statistic(instruction)?.slopes(of: entry.arguments) ?? []
        for (index, slope) in parts.enumerated() { add(slope, target + index) }
      default:
        let (ofLeft, ofRight) = instruction.slopes(entry.left, entry.right, entry.result)
        add(ofLeft, left)
        add(ofRight, right)
      }
    }
    if !instructions[0].operation.readsInput { for index in 0..<inputCount { slopes[index] = adjoints[index] } }
  }
}

extension PackedInstruction {
  /// The result of an operation that reads at most the values at `left` and `right`.
  fileprivate func result(_ left: Double, _ right: Double) -> Double {
    func number(_ isTrue: Bool) -> Double { isTrue ? 1 : 0 }
    return switch operation {
    case .constant: value
    case .move: left
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .power: Mathematics.power(left, right)
    case .addConstant: left + value
    case .subtractConstant: left - value
    case .multiplyConstant: left * value
    case .divideConstant: left / value
    case .subtractFromConstant: value - left
    case .divideConstantBy: value / left
    case .less: number(left < right)
    case .lessOrEqual: number(left <= right)
    case .greater: number(left > right)
    case .greaterOrEqual: number(left >= right)
    case .equal: number(left == right)
    case .notEqual: number(left != right)
    case .lessConstant: number(left < value)
    case .lessOrEqualConstant: number(left <= value)
    case .greaterConstant: number(left > value)
    case .greaterOrEqualConstant: number(left >= value)
    case .equalConstant: number(left == value)
    case .notEqualConstant: number(left != value)
    case .negate: -left
    case .not: 1 - left
    case .percent: left / 100
    case .unary: unsafe FormulaFunction.calls[Int(operand)].unary(left)
    case .binary: unsafe FormulaFunction.calls[Int(operand)].binary(left, right)
    case .number, .boolean, .color, .ternary, .statistic, .jump, .jumpIfFalse, .jumpIfTrue, .end: .nan
    }
  }

  /// Whether the operation is a comparison with equal sides.
  fileprivate func comparesEqual(_ left: Double, _ right: Double) -> Bool {
    switch operation {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: left == right
    case .lessConstant, .lessOrEqualConstant, .greaterConstant, .greaterOrEqualConstant, .equalConstant,
      .notEqualConstant:
      left == value
    default: false
    }
  }

  /// The derivatives of the result with respect to the values at `left` and `right`; NaN where they aren't known.
  fileprivate func slopes(_ left: Double, _ right: Double, _ result: Double) -> (Double, Double) {
    switch operation {
    case .move, .addConstant, .subtractConstant: (1, 0)
    case .add: (1, 1)
    case .subtract: (1, -1)
    case .multiply: (right, left)
    case .divide: (1 / right, -result / right)
    case .power: FormulaFunction.slopesOfPower(left, right, result)
    case .multiplyConstant: (value, 0)
    case .divideConstant: (1 / value, 0)
    case .subtractFromConstant, .negate: (-1, 0)
    case .divideConstantBy: (-result / left, 0)
    case .percent: (0.01, 0)
    case .unary: (FormulaFunction.unarySlopes[FormulaFunction.rows[Int(operand)].name]?(left) ?? .nan, 0)
    case .binary:
      FormulaFunction.binarySlopes[FormulaFunction.rows[Int(operand)].name]?(left, right) ?? (.nan, .nan)
    case .constant, .not, .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .lessConstant,
      .lessOrEqualConstant, .greaterConstant, .greaterOrEqualConstant, .equalConstant, .notEqualConstant, .number,
      .boolean, .color, .ternary, .statistic, .jump, .jumpIfFalse, .jumpIfTrue, .end:
      (0, 0)
    }
  }
}
