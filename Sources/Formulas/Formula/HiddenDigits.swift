// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Digits of a value that decide a result although they are not shown: `floor(0.29 * 100)` is 28, where 29 is shown.
///
/// Values are computed in binary and shown with at most 15 digits. An instruction whose result jumps, such as
/// `floor`, `mod` or a comparison, is executed again with the digits that are shown. If the result differs, a note
/// mentions the digits.
package struct HiddenDigits: InstructionWatcher {
  /// The greatest number of list elements that are compared for an instruction.
  private static let longest = 100_000

  /// The operands of instructions as written in the text.
  private let operands: [Int: [WrittenOperand]]
  /// The first finding, as a sentence.
  private(set) var note: String?

  private init(_ operands: [Int: [WrittenOperand]]) { self.operands = operands }

  /// Runs a formula whose functions are resolved, and returns a note on hidden digits that decide; `nil` if none do.
  ///
  /// - Complexity: The complexity of compiling and evaluating the formula if an instruction may jump; else O(operations).
  package static func note(in formula: Formula, types: [CalculatorType], values: [NodeValue]) -> String? {
    guard formula.mayJump, let compiler = try? formula.compiled(types: types, keepsOperands: true)
    else { return nil }
    let program = compiler.program
    guard program.instructions.contains(where: \.jumps) else { return nil }
    var digits = HiddenDigits(compiler.operands ?? [:])
    program.run(KnownInputs(values: values), watchedBy: &digits)
    return digits.note
  }

  mutating func willRun(_ instruction: Instruction, at index: Int, on stack: [Slot], of program: Program) {
    guard note == nil, instruction.jumps, let written = operands[index] else { return }
    let values = Array(stack.suffix(instruction.operandCount))
    let operands = Array(written.suffix(values.count))
    guard operands.count == values.count, values.reduce(0, { $0 + ($1.count ?? 1) }) <= Self.longest,
      !operands.contains(where: { $0.type.unit?.isCalendar == true }),
      // An intermediate overflow is a failure of the formula.
      values.allSatisfy({ $0.scalars.allSatisfy(\.isFinite) })
    else { return }
    let shown = values.map(\.shown)
    let hidden = zip(values, shown).enumerated().compactMap { place, pair in
      zip(pair.0.scalars, pair.1.scalars).first { $0 != $1 }.map { (place, $0.0) }
    }
    // All operands have the unit of the first.
    let unit = operands[0].type.unit
    func text(_ number: Double, _ digits: (Double) -> String) -> String { unit?.text(number, digits) ?? digits(number) }
    var executed = instruction
    if instruction.opcode == .chain || instruction.opcode == .chainMask { executed.opcode = instruction.comparison }
    let used = try? program.result(of: executed, values)
    if let decimal = instruction.decimalRemainder(shown[0], shown[shown.count - 1]) {
      for (number, exact) in zip(used?.scalars ?? [], decimal) where exact.isElsewhere(than: number) {
        let call = "\(instruction.function.row.name)(\(operands.map(\.text).joined(separator: ", ")))"
        note =
          "\(Self.element(of: used))\(call) is \(text(number, NumberText.exact)), because numbers are binary; of the "
          + "decimals it is \(text(exact.remainder, NumberText.people))"
        return
      }
      return
    }
    if let number = Self.lostDigits(executed, values), let place = operands.firstIndex(where: \.isComputed) {
      note =
        "\(Self.element(of: values[place]))\(operands[place].text) is \(text(number, NumberText.people)), and may have "
        + "lost its last digits: whole numbers are exact below 2^53"
      return
    }
    for (place, number) in hidden where operands[place].text != NumberText.exact(number) {
      // A formula that is written with more digits doesn't hide them.
      guard !Self.isAlike(used, try? program.result(of: executed, shown)) else { return }
      note =
        "\(Self.element(of: values[place]))\(operands[place].text) is \(text(number, NumberText.exact)), shown as "
        + text(number, NumberText.people)
      return
    }
  }

  /// A number of 2⁵³ or more that is compared with an equal number.
  private static func lostDigits(_ instruction: Instruction, _ values: [Slot]) -> Double? {
    guard instruction.compares, values.count == 2 else { return nil }
    let count = values[0].count ?? values[1].count ?? 1
    let (left, right) = (ListKernels.spread(values[0], count), ListKernels.spread(values[1], count))
    return zip(left, right).first { $0 == $1 && $0.magnitude >= 0x1p53 }?.0
  }

  private static func element(of value: Slot?) -> String { value?.count == nil ? "" : "an element of " }

  /// Whether two results are shown alike; `nil` stands for a failure.
  private static func isAlike(_ left: Slot?, _ right: Slot?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.count == right.count && left.texts == right.texts
      && zip(left.scalars, right.scalars).allSatisfy { left, right in
        guard left.isFinite, right.isFinite else { return left.isFinite == right.isFinite }
        return left == right || NumberText.people(left) == NumberText.people(right)
      }
  }
}

extension Formula {
  /// Whether the last digit of a value may decide the result.
  package var mayJump: Bool { !functions.isEmpty || operations.contains(where: \.instruction.jumps) }

  /// Whether the last digit of a value may decide the result of a text's formula, judged by the characters: a call has a
  /// parenthesis, a comparison a sign, an element a bracket, and a range two dots. Most texts have none and need not be parsed.
  package static func mayJump(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "!"), UInt8(ascii: "<")...UInt8(ascii: ">"), 0x80...:
        return true
      case UInt8(ascii: ".") where last == byte: return true
      default: last = byte
      }
    }
    return false
  }
}

extension Instruction {
  fileprivate var compares: Bool {
    switch opcode {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: true
    default: false
    }
  }

  /// Whether the last digit of an operand may decide the result.
  var jumps: Bool {
    switch opcode {
    case .chainLink, .chain, .chainMask, .element, .range, .steppedRange: true
    case _ where compares: true
    case .unary, .binary, .ternary, .fold, .listCall: function.rule.jumps
    default: false
    }
  }

  /// The number of values that an instruction takes, for instructions that jump.
  var operandCount: Int {
    switch opcode {
    case .unary: 1
    case .ternary, .steppedRange: 3
    case .listCall: Int(operand)
    default: 2
    }
  }

  /// The remainders of decimals if the instruction is `mod` or `rem`; `nil` for other instructions.
  fileprivate func decimalRemainder(_ left: Slot, _ right: Slot) -> [DecimalRemainder]? {
    guard opcode == .binary else { return nil }
    let name = function.row.name
    guard name == "mod" || name == "rem" else { return nil }
    let count = left.count ?? right.count ?? 1
    let (left, right) = (ListKernels.spread(left, count), ListKernels.spread(right, count))
    return zip(left, right).map { DecimalRemainder($0, $1, hasSignOfRight: name == "mod") }
  }
}

extension Slot {
  /// The value with the digits that are shown.
  fileprivate var shown: Slot {
    switch self {
    case .scalar(let number): .scalar(NumberText.shown(number))
    case .scalars(let numbers): .scalars(numbers.map(NumberText.shown))
    case .text, .texts, .failure: self
    }
  }
}

/// The remainder of two numbers taken as the decimals that are shown.
struct DecimalRemainder {
  let remainder: Double
  private let divisor: Double

  /// - Parameters:
  ///   - x: The dividend.
  ///   - y: The divisor.
  ///   - hasSignOfRight: Whether the remainder has the sign of y, as for `mod`; else it has the sign of x.
  init(_ x: Double, _ y: Double, hasSignOfRight: Bool) {
    divisor = y.magnitude
    let (digits, step) = (DecimalDigits(x), DecimalDigits(y))
    guard step.significand > 0 else {
      remainder = .nan
      return
    }
    var rest = digits
    if digits.scale >= step.scale {
      rest.significand %= step.significand
      for _ in step.scale..<digits.scale where rest.significand > 0 {
        rest.significand = rest.significand * 10 % step.significand
      }
      rest.scale = step.scale
    } else {
      var wide = step
      // A divisor that can't be rescaled is greater than the number.
      if wide.rescale(to: digits.scale) { rest.significand %= wide.significand }
    }
    let isOther = hasSignOfRight && rest.significand > 0 && digits.isNegative != step.isNegative
    remainder = isOther ? rest.value + y : rest.value
  }

  /// Whether another remainder is at the opposite end of the range of remainders, not just less exact.
  func isElsewhere(than other: Double) -> Bool { (remainder - other).magnitude > divisor / 2 }
}
