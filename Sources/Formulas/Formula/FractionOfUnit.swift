// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A quotient of literals before a unit, such as `1/2 h`. A unit belongs to the number before it, so this is 1/(2 h);
/// half an hour is `(1/2) h`.
struct FractionOfUnit {
  /// The formula that was probably meant: `(1/2) h`.
  let suggestion: String
  /// The meaning of the formula as written: `1/(2 h)`.
  let meaning: String

  /// Finds the quotient in the text of an expression; `nil` if there is none.
  init?(_ line: [UInt8], _ range: Range<Int>) {
    func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self).trimmingBlanks }
    // The last slash with literals, because what follows may be part of a unit, as in 1/3 km/h.
    for slash in range.reversed() where line[slash] == UInt8(ascii: "/") {
      var lexer = Lexer(line, at: slash + 1)
      guard let number = try? lexer.next(), number.kind == .number, number.end < range.upperBound else { continue }
      let unit = text(number.end..<range.upperBound)
      let left = text(range.lowerBound..<slash)
      suggestion = "(\(left)/\(text(number.range))) \(unit)"
      meaning = "\(left)/(\(text(number.range)) \(unit))"
      return
    }
    return nil
  }
}

extension Formula {
  /// A remark on an operation that divides literals, the last of which has a unit; `nil` for other operations.
  func remarkOfFraction(at index: Int) -> String? {
    guard operations[index].instruction.opcode == .divide, index >= 3,
      operations[index - 1].instruction.opcode == .unit, operations[index - 2].instruction.opcode == .number
    else { return nil }
    let unit = units[Int(operations[index - 1].instruction.operand)]
    // 5 / 3 mg/kg is a plain number.
    if unit.isCalendar || unit.isShare { return nil }
    var (place, missing, start) = (index - 3, 1, operations[index - 3].range.lowerBound)
    while missing > 0, place >= 0 {
      switch operations[place].instruction.opcode {
      case .number: missing -= 1
      case .add, .subtract, .multiply, .divide, .power: missing += 1
      case .negate, .plus, .percent, .span: break
      default: return nil
      }
      start = min(start, operations[place].range.lowerBound)
      place -= 1
    }
    guard let fraction = FractionOfUnit(line, start..<operations[index - 1].range.upperBound) else { return nil }
    return
      "a unit belongs to the number before it: this is \(fraction.meaning); a part of one is \(fraction.suggestion)"
  }
}

extension FormulaParser {
  /// The unit after a parenthesis, as in `(1/2) h`. In this place, `in` always converts.
  var unitBehindParenthesis: (unit: UnitOfMeasure, end: Int)? {
    var ahead = lexer
    ahead.skipBlanks()
    let next = ahead.peek()
    guard next.isASCIILetterOrUnderscore || next >= 0x80 else { return nil }
    let word = UnitReader.word(lexer.bytes, at: ahead.position)
    if lexer.bytes[word].elementsEqual("in".utf8) { return nil }
    return UnitReader.unit(lexer.bytes, at: ahead.position, isTarget: false)
  }
}
