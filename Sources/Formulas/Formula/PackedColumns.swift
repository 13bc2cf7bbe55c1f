// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

// Unsafe on purpose: columns are memory of a run, and vectors in them are accessed without a check. The length of a
// column is a multiple of the length of a vector, and the translation counts places.

/// Packed instructions that are executed for a block of scenarios: one loop per instruction, over columns instead of places.
///
/// Rows with a value that is not finite are evaluated alone. Most results need no test: if a value is not finite,
/// sums, products and quotients with it are not finite either, and only the last one is tested. Where rows take
/// different branches, each instruction stores values in the rows that have reached it; the other rows wait at the
/// target of their jump.
final class PackedColumns: Sendable {
  private typealias Vector = SIMD8<Double>
  private typealias Bits = SIMD8<UInt64>
  private typealias Column = UnsafeMutablePointer<Double>

  /// The kind of column that a place is stored in.
  private enum Location {
    case input(Int)
    case scratch(Int)
    case output
  }

  private let instructions: [PackedInstruction]
  /// The functions of instructions that compute eight rows at a time.
  private let functions: [VectorFunction?]
  /// Whether the result of each instruction has to be tested.
  private let areChecked: [Bool]
  /// The column of each place, and the places that are used.
  private let locations: [Location]
  private let places: [Int]
  /// The inputs that have to be tested.
  private let checkedInputs: [Int]
  /// The index of the mask of waiting rows, by jump target.
  private let masks: [Int: Int]
  private let inputCount: Int
  private let scratchColumns: Int
  private let activeMask: Int

  /// Prepares instructions, the last of which ends the code.
  ///
  /// - Parameters:
  ///   - instructions: The instructions to execute.
  ///   - inputCount: The number of inputs.
  ///   - storesNumbers: Whether the value is a number.
  /// - Complexity: O(instructions²) where results are read late.
  init(_ instructions: [PackedInstruction], inputCount: Int, storesNumbers: Bool) {
    (self.instructions, self.inputCount) = (instructions, inputCount)
    var masks: [Int: Int] = [:]
    for instruction in instructions where instruction.operation.isJump {
      let target = Int(instruction.operand)
      if masks[target] == nil { masks[target] = masks.count }
    }
    let arrivals = Set(masks.keys)
    let functions = instructions.map { VectorFunction($0) }
    self.functions = functions
    areChecked = instructions.indices.map {
      (instructions[$0].operation.mayOverflow || functions[$0] != nil)
        && !Self.passesOn(instructions[$0].target, from: $0 + 1, instructions, arrivals)
    }
    let readsInputs = instructions[0].operation.readsInput
    let targets = instructions.lazy.filter(\.operation.hasResult).map { Int($0.target) }
    var locations = (0..<max(inputCount, (targets.max() ?? 0) + 1)).map { Location.input($0) }
    var scratch = 0
    let result = instructions[instructions.count - 1].left
    var isPlaced = Set<UInt8>()
    for instruction in instructions where instruction.operation.hasResult {
      guard isPlaced.insert(instruction.target).inserted else { continue }
      if instruction.operation == .number {
        locations[Int(instruction.target)] = .input(Int(instruction.operand))
      } else if storesNumbers, instruction.target == result {
        locations[Int(instruction.target)] = .output
      } else {
        locations[Int(instruction.target)] = .scratch(scratch)
        scratch += 1
      }
    }
    self.locations = locations
    places = isPlaced.map { Int($0) } + (readsInputs ? [] : Array(0..<inputCount))
    checkedInputs = (0..<inputCount).filter { index in
      (!readsInputs || instructions[index].operation == .number)
        && !Self.passesOn(UInt8(index), from: readsInputs ? inputCount : 0, instructions, arrivals)
    }
    activeMask = scratch
    self.masks = masks.mapValues { $0 + scratch + 1 }
    scratchColumns = masks.isEmpty ? scratch : scratch + 1 + masks.count
  }

  /// The code for a kernel.
  func code<Value: PackedValue>(_ value: Value.Type) -> ColumnCode {
    let slopes = PackedSlopes(instructions, inputCount: inputCount)
    return ColumnCode(scratchColumns: scratchColumns, takesAnyValue: true, slopes: slopes.compute) { call in
      self.execute(call, value)
    }
  }

  /// Whether the next instruction that reads a place is always executed, and has a result that is not finite if the place is not.
  private static func passesOn(
    _ place: UInt8, from start: Int, _ instructions: [PackedInstruction], _ targets: Set<Int>
  ) -> Bool {
    for index in start..<instructions.count {
      let instruction = instructions[index]
      if targets.contains(index) || instruction.operation.isJump || instruction.operation == .end { return false }
      switch instruction.passesOn(place) {
      case true?: return true
      case false?: return false
      case nil: if instruction.target == place { return false }
      }
    }
    return false
  }

  private func execute<Value: PackedValue>(_ call: ColumnCall, _ value: Value.Type) {
    let first = call.rows.lowerBound & ~7
    let end = (call.rows.upperBound + 7) & ~7
    unsafe withUnsafeTemporaryAllocation(of: Column.self, capacity: locations.count) { columns in
      guard let columns = columns.baseAddress else { return }
      for place in places {
        switch locations[place] {
        case .input(let index): unsafe (columns + place).initialize(to: call.numbers(index))
        case .scratch(let index): unsafe (columns + place).initialize(to: call.scratch(index))
        case .output: unsafe (columns + place).initialize(to: call.outputNumbers)
        }
      }
      let scratch = unsafe call.scratch(0)
      var pass = unsafe Pass(columns, call, first..<end)
      unsafe execute(&pass, scratch, call.scratchStride)
      if pass.isFinite { return store(pass, value) }
      // The rows with values that are not finite are located in groups of eight.
      for row in stride(from: first, to: end, by: 8) {
        pass = unsafe Pass(columns, call, row..<row + 8)
        unsafe execute(&pass, scratch, call.scratchStride)
        for lane in 0..<8 where pass.notFinite[lane] != 0 && call.rows.contains(row + lane) {
          call.fail(row + lane)
        }
        store(pass, value)
      }
    }
  }

  /// Stores Booleans and colours, and numbers that are copies of an input.
  private func store<Value: PackedValue>(_ pass: borrowing Pass, _ value: Value.Type) {
    let result = Int(instructions[instructions.count - 1].left)
    if case .output = locations[result] { return }
    let column = unsafe pass.columns[result]
    for row in pass.rows {
      let packed = unsafe column[row]
      if packed.isFinite { pass.call.store(Value(packed: packed), row: row) }
    }
  }
}

// MARK: - Execution

extension PackedColumns {
  /// One execution of all instructions, for a number of rows that is a multiple of 8.
  @safe
  private struct Pass {
    let columns: UnsafeMutablePointer<Column>
    let call: ColumnCall
    /// All rows of the vectors. Rows after the requested ones hold copies of others.
    let all: Range<Int>
    /// The requested rows.
    let rows: Range<Int>
    /// For each row modulo 8, bits that are set if some value was not finite.
    var notFinite = Bits()
    /// For each row, all bits if the row has reached the current instruction, else 0; `nil` if all rows have.
    var active: UnsafeMutablePointer<UInt64>?
    /// The jump targets at which rows wait, and the first of them.
    var waiting: [Int] = []
    var next = Int.max

    init(_ columns: UnsafeMutablePointer<Column>, _ call: ColumnCall, _ all: Range<Int>) {
      unsafe self.columns = columns
      self.call = call
      self.all = all
      rows = all.clamped(to: call.rows)
      unsafe active = nil
    }

    var isFinite: Bool { notFinite == Bits() }

    /// Stores the results of a closure for eight rows at a time.
    @inline(__always)
    mutating func store(_ target: UInt8, _ isChecked: Bool, _ value: (_ row: Int) -> Vector) {
      let column = unsafe UnsafeMutableRawPointer(columns[Int(target)])
      var row = all.lowerBound
      if let active = unsafe active {
        while row < all.upperBound {
          let mask = unsafe UnsafeRawPointer(active + row).loadUnaligned(as: Bits.self)
          let new = value(row)
          let old = unsafe (column + row * 8).loadUnaligned(as: Bits.self)
          let bits = unsafe unsafeBitCast(new, to: Bits.self) & mask | old & ~mask
          unsafe (column + row * 8).storeBytes(of: bits, as: Bits.self)
          notFinite |= unsafe unsafeBitCast(new - new, to: Bits.self) & mask
          row += 8
        }
      } else if isChecked {
        var notFinite = notFinite
        while row < all.upperBound {
          let new = value(row)
          unsafe (column + row * 8).storeBytes(of: new, as: Vector.self)
          notFinite |= unsafe unsafeBitCast(new - new, to: Bits.self)
          row += 8
        }
        self.notFinite = notFinite
      } else {
        while row < all.upperBound {
          unsafe (column + row * 8).storeBytes(of: value(row), as: Vector.self)
          row += 8
        }
      }
    }

    /// Tests an input.
    mutating func check(_ place: Int) {
      let column = unsafe UnsafeRawPointer(columns[place])
      for row in stride(from: all.lowerBound, to: all.upperBound, by: 8) {
        let value = unsafe (column + row * 8).loadUnaligned(as: Vector.self)
        notFinite |= unsafe unsafeBitCast(value - value, to: Bits.self)
      }
    }

    /// Stores the results of a closure for one value in each row.
    @inline(__always)
    mutating func store(_ instruction: PackedInstruction, _ isChecked: Bool, _ value: (Vector) -> Vector) {
      let left = unsafe UnsafeRawPointer(columns[Int(instruction.left)])
      store(instruction.target, isChecked) { row in value(unsafe (left + row * 8).loadUnaligned(as: Vector.self)) }
    }

    /// Stores the results of a closure for two values in each row.
    @inline(__always)
    mutating func store(_ instruction: PackedInstruction, _ isChecked: Bool, _ value: (Vector, Vector) -> Vector) {
      let left = unsafe UnsafeRawPointer(columns[Int(instruction.left)])
      let right = unsafe UnsafeRawPointer(columns[Int(instruction.right)])
      store(instruction.target, isChecked) { row in
        value(
          unsafe (left + row * 8).loadUnaligned(as: Vector.self),
          unsafe (right + row * 8).loadUnaligned(as: Vector.self))
      }
    }

    /// Stores the results of a closure for each row that has reached the instruction.
    @inline(__always)
    mutating func storeEach(_ target: UInt8, _ value: (_ row: Int) -> Double) {
      let column = unsafe columns[Int(target)]
      for row in all {
        if let active = unsafe active, unsafe active[row] == 0 { continue }
        let new = value(row)
        unsafe column[row] = new
        if !new.isFinite { notFinite[row & 7] = .max }
      }
    }

    @inline(__always)
    func value(_ place: UInt8, _ row: Int) -> Double { unsafe columns[Int(place)][row] }
  }

  private func execute(_ pass: inout Pass, _ scratch: Column, _ stride: Int) {
    for input in checkedInputs { pass.check(input) }
    var index = 0
    while true {
      if index == pass.next { unsafe join(&pass, at: index, scratch, stride) }
      let instruction = instructions[index]
      let isChecked = areChecked[index]
      let constant = Vector(repeating: instruction.value)
      index += 1
      switch instruction.operation {
      case .end: return
      case .number: break
      case .boolean:
        let call = pass.call
        pass.storeEach(instruction.target) { call.value(Int(instruction.operand), row: $0, as: Bool.self) ? 1 : 0 }
      case .color:
        let call = pass.call
        pass.storeEach(instruction.target) {
          Double(call.value(Int(instruction.operand), row: $0, as: RGBColor.self).bits)
        }
      case .constant: pass.store(instruction.target, false) { _ in constant }
      case .move: pass.store(instruction, isChecked) { $0 }
      case .add: pass.store(instruction, isChecked) { $0 + $1 }
      case .subtract: pass.store(instruction, isChecked) { $0 - $1 }
      case .multiply: pass.store(instruction, isChecked) { $0 * $1 }
      case .divide: pass.store(instruction, isChecked) { $0 / $1 }
      case .addConstant: pass.store(instruction, isChecked) { $0 + constant }
      case .subtractConstant: pass.store(instruction, isChecked) { $0 - constant }
      case .multiplyConstant: pass.store(instruction, isChecked) { $0 * constant }
      case .divideConstant: pass.store(instruction, isChecked) { $0 / constant }
      case .subtractFromConstant: pass.store(instruction, isChecked) { constant - $0 }
      case .divideConstantBy: pass.store(instruction, isChecked) { constant / $0 }
      case .less: pass.store(instruction, false) { Self.number($0 .< $1) }
      case .lessOrEqual: pass.store(instruction, false) { Self.number($0 .<= $1) }
      case .greater: pass.store(instruction, false) { Self.number($0 .> $1) }
      case .greaterOrEqual: pass.store(instruction, false) { Self.number($0 .>= $1) }
      case .equal: pass.store(instruction, false) { Self.number($0 .== $1) }
      case .notEqual: pass.store(instruction, false) { Self.number($0 .!= $1) }
      case .lessConstant: pass.store(instruction, false) { Self.number($0 .< constant) }
      case .lessOrEqualConstant: pass.store(instruction, false) { Self.number($0 .<= constant) }
      case .greaterConstant: pass.store(instruction, false) { Self.number($0 .> constant) }
      case .greaterOrEqualConstant: pass.store(instruction, false) { Self.number($0 .>= constant) }
      case .equalConstant: pass.store(instruction, false) { Self.number($0 .== constant) }
      case .notEqualConstant: pass.store(instruction, false) { Self.number($0 .!= constant) }
      // The negation of a vector is a difference from 0, and so not -0 for 0.
      case .negate: pass.store(instruction, isChecked) { $0 * -1 }
      case .not: pass.store(instruction, isChecked) { 1 - $0 }
      case .percent: pass.store(instruction, isChecked) { $0 / 100 }
      case .unary, .binary:
        if let function = functions[index - 1] {
          apply(function, instruction, isChecked, &pass)
        } else {
          apply(instruction, &pass)
        }
      case .power, .ternary, .statistic: apply(instruction, &pass)
      case .jump, .jumpIfFalse, .jumpIfTrue: unsafe jump(instruction, &pass, &index, scratch, stride)
      }
    }
  }

  private static func number(_ mask: SIMDMask<SIMD8<Int64>>) -> Vector { Vector().replacing(with: 1, where: mask) }

  /// Applies a function in eight rows at a time.
  private func apply(
    _ function: VectorFunction, _ instruction: PackedInstruction, _ isChecked: Bool, _ pass: inout Pass
  ) {
    switch function {
    case .abs: pass.store(instruction, isChecked) { VectorFunction.abs($0) }
    case .floor: pass.store(instruction, isChecked) { VectorFunction.floor($0) }
    case .ceil: pass.store(instruction, isChecked) { VectorFunction.ceil($0) }
    case .trunc: pass.store(instruction, isChecked) { VectorFunction.trunc($0) }
    case .round: pass.store(instruction, isChecked) { VectorFunction.round($0) }
    case .sqrt: pass.store(instruction, isChecked) { VectorFunction.sqrt($0) }
    case .exp: pass.store(instruction, isChecked) { VectorFunction.exp($0) }
    case .ln: pass.store(instruction, isChecked) { VectorFunction.ln($0) }
    case .min: pass.store(instruction, isChecked) { VectorFunction.min($0, $1) }
    case .max: pass.store(instruction, isChecked) { VectorFunction.max($0, $1) }
    }
  }

  /// Applies a function in each row. If an argument is not finite, neither is the result.
  private func apply(_ instruction: PackedInstruction, _ pass: inout Pass) {
    let (left, right) = (instruction.left, instruction.right)
    let places = pass
    switch instruction.operation {
    case .power:
      pass.storeEach(instruction.target) { row in
        let (base, exponent) = (places.value(left, row), places.value(right, row))
        return base.isFinite && exponent.isFinite ? Mathematics.power(base, exponent) : .nan
      }
    case .unary:
      let function = unsafe FormulaFunction.calls[Int(instruction.operand)].unary
      pass.storeEach(instruction.target) { row in
        let value = places.value(left, row)
        return value.isFinite ? function(value) : .nan
      }
    case .binary:
      let function = unsafe FormulaFunction.calls[Int(instruction.operand)].binary
      pass.storeEach(instruction.target) { row in
        let (first, second) = (places.value(left, row), places.value(right, row))
        return first.isFinite && second.isFinite ? function(first, second) : .nan
      }
    case .ternary:
      let function = unsafe FormulaFunction.calls[Int(instruction.operand)].ternary
      pass.storeEach(instruction.target) { row in
        let (first, second) = (places.value(instruction.target, row), places.value(left, row))
        let third = places.value(right, row)
        return first.isFinite && second.isFinite && third.isFinite ? function(first, second, third) : .nan
      }
    default:
      let function = FormulaFunction.all[Int(instruction.operand)]
      unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: Int(right)) { values in
        pass.storeEach(instruction.target) { row in
          for index in 0..<Int(right) {
            let value = places.value(instruction.target + UInt8(index), row)
            if !value.isFinite { return .nan }
            unsafe values[index] = value
          }
          return unsafe Program.statistic(function, values)
        }
      }
    }
  }
}

// MARK: - Jumps

extension PackedColumns {
  /// The mask of the rows that wait at a target, or with `nil` the mask of the active rows.
  private func mask(_ target: Int?, _ scratch: Column, _ stride: Int) -> UnsafeMutablePointer<UInt64> {
    let index = target.flatMap { masks[$0] } ?? activeMask
    return unsafe UnsafeMutableRawPointer(scratch + index * stride).assumingMemoryBound(to: UInt64.self)
  }

  /// Continues with the rows that wait at an instruction, in addition to the active rows.
  private func join(_ pass: inout Pass, at target: Int, _ scratch: Column, _ stride: Int) {
    pass.waiting.removeAll { $0 == target }
    pass.next = pass.waiting.min() ?? .max
    if pass.waiting.isEmpty {
      unsafe pass.active = nil
      return
    }
    let (active, waiting) = unsafe (mask(nil, scratch, stride), mask(target, scratch, stride))
    for row in pass.all { unsafe active[row] |= waiting[row] }
    unsafe pass.active = active
  }

  /// Jumps with all rows or with some.
  private func jump(
    _ instruction: PackedInstruction, _ pass: inout Pass, _ index: inout Int, _ scratch: Column, _ stride: Int
  ) {
    let target = Int(instruction.operand)
    let active = unsafe mask(nil, scratch, stride)
    var (jumps, stays): (UInt64, UInt64) = (0, 0)
    // The rows that jump are counted first, because most jumps are taken by all rows or by none.
    let jumpsIfZero = instruction.operation == .jumpIfFalse
    let isAlways = instruction.operation == .jump
    let condition = unsafe pass.columns[Int(instruction.left)]
    func isTaken(_ row: Int) -> UInt64 { isAlways || (unsafe condition[row] == 0) == jumpsIfZero ? .max : 0 }
    for row in pass.all {
      let isHere = unsafe pass.active == nil ? UInt64.max : active[row]
      let isTaken = isTaken(row)
      jumps |= isHere & isTaken
      stays |= isHere & ~isTaken
    }
    if jumps == 0 { return }
    if stays == 0, unsafe pass.active == nil {
      index = target
      return
    }
    let waiting = unsafe mask(target, scratch, stride)
    let isFirst = !pass.waiting.contains(target)
    for row in pass.all {
      let isHere = unsafe pass.active == nil ? UInt64.max : active[row]
      let isTaken = isTaken(row)
      unsafe waiting[row] = isHere & isTaken | (isFirst ? 0 : waiting[row])
      unsafe active[row] = isHere & ~isTaken
    }
    if isFirst { pass.waiting.append(target) }
    pass.next = min(pass.next, target)
    unsafe pass.active = active
    // If no row stays active, execution continues at the first target with waiting rows.
    if stays == 0 { index = pass.next }
  }
}

extension PackedOperation {
  /// Whether the operation jumps.
  var isJump: Bool { self == .jump || self == .jumpIfFalse || self == .jumpIfTrue }

  /// Whether the operation stores a result.
  var hasResult: Bool { !isJump && self != .end }

  /// Whether the result may not be finite and isn't tested when it is computed.
  fileprivate var mayOverflow: Bool {
    switch self {
    case .move, .add, .subtract, .multiply, .divide, .addConstant, .subtractConstant, .multiplyConstant,
      .divideConstant,
      .subtractFromConstant, .divideConstantBy, .negate, .not, .percent:
      true
    default: false
    }
  }
}

extension PackedInstruction {
  /// Whether the result is not finite if the value in a place isn't; `nil` if the instruction doesn't read the place.
  fileprivate func passesOn(_ place: UInt8) -> Bool? {
    switch operation {
    case .add, .subtract, .multiply: left == place || right == place ? true : nil
    case .divide: left == place ? true : right == place ? false : nil
    case .power, .binary: left == place || right == place ? true : nil
    case .move, .addConstant, .subtractConstant, .multiplyConstant, .divideConstant, .subtractFromConstant, .negate,
      .not,
      .percent, .unary:
      left == place ? true : nil
    case .ternary: target == place || left == place || right == place ? true : nil
    case .statistic: (target..<target + right).contains(place) ? true : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual:
      left == place || right == place ? false : nil
    case .divideConstantBy, .lessConstant, .lessOrEqualConstant, .greaterConstant, .greaterOrEqualConstant,
      .equalConstant,
      .notEqualConstant, .jumpIfFalse, .jumpIfTrue, .end:
      left == place ? false : nil
    case .number, .boolean, .color, .constant, .jump: nil
    }
  }
}
