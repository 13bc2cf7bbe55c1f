// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Formula {
  /// A remark on a formula that may be misread: `50 + 20%` is 50.2, `1/2 h` is 1/(2 h), `x % -y` is not a
  /// remainder, and `3 pm` is a length; `nil` for other formulas.
  ///
  /// - Complexity: O(operations)
  public var remark: String? {
    // A formula with a conversion or another unit is about lengths. A list has a unit for each date.
    lazy var isInPicometres =
      unitWords == ["pm"] && !operations.contains { $0.instruction.opcode == .convert }
    for (index, operation) in operations.enumerated() {
      switch operation.instruction.opcode {
      case .divide where index == 4 && operations.count == 5 && isDate:
        return "these are quotients; a date is 2026-12-24"
      case .divide:
        if let remark = remarkOfFraction(at: index) { return remark }
      case .unit where isHour(before: index) && isInPicometres:
        return "'pm' is picometres; a time of day is written with its day and zone, as in 2026-12-24T15:00Z"
      case .percent where isSpacedAsRemainder(operation.range):
        return "'%' divides by 100, as in (x%) - y; the remainder is mod(x, y)"
      case .add, .subtract:
        guard index >= 3, operations[index - 1].instruction.opcode == .percent,
          operations[index - 2].instruction.opcode == .number, operations[index - 3].instruction.opcode != .percent,
          // 1 + 20% is not misread.
          operations[index - 3].instruction.value != 1
        else { continue }
        let sign = operation.instruction.opcode == .add ? "+" : "-"
        let part = operations[index - 2].range.lowerBound..<operations[index - 1].range.upperBound
        let percent = String(decoding: line[part], as: UTF8.self)
        let left = operations[index - 3]
        let isAlone = index == 3 && (left.instruction.opcode == .number || left.instruction.opcode == .input)
        let whole = isAlone ? String(decoding: line[left.range], as: UTF8.self) : "x"
        return "\(percent) is \(NumberText.people(operations[index - 2].instruction.value / 100)); "
          + "a part of what is before it is \(whole) * (1 \(sign) \(percent))"
      default: continue
      }
    }
    return nil
  }

  /// Whether the formula is like `12/24/2026`: two quotients without blanks that look like a date.
  private var isDate: Bool {
    let numbers = [0, 1, 3].map { operations[$0].instruction }
    guard numbers.allSatisfy({ $0.opcode == .number }), operations[2].instruction.opcode == .divide,
      !line[range].contains(UInt8(ascii: " "))
    else { return false }
    return numbers[0].value <= 31 && numbers[1].value <= 31 && (1900...2100).contains(numbers[2].value)
  }

  /// Whether a number before a unit may be an hour, as in `3 pm`.
  private func isHour(before index: Int) -> Bool {
    guard index >= 1, operations[index - 1].instruction.opcode == .number else { return false }
    let hour = operations[index - 1].instruction.value
    return (1...12).contains(hour) && hour == hour.rounded(.down)
  }

  /// Whether a `%` between blanks is followed by a sign and its operand: `x % -y`.
  private func isSpacedAsRemainder(_ percent: Range<Int>) -> Bool {
    let (blank, end) = (UInt8(ascii: " "), percent.upperBound)
    guard percent.lowerBound > 0, end + 2 < line.count else { return false }
    let sign = line[end + 1]
    return line[percent.lowerBound - 1] == blank && line[end] == blank && line[end + 2] != blank
      && (sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"))
  }

  /// The words of the formula that are units, as they are written.
  package var unitWords: [String] {
    operations.filter { $0.instruction.opcode == .unit || $0.instruction.opcode == .convert }.flatMap { operation in
      String(decoding: line[operation.range], as: UTF8.self).split { !$0.isLetter }.map(String.init)
        .filter { UnitReader.factor(named: $0) != nil }
    }
  }

  /// Returns the text of the formula with expressions in place of names.
  package func text(replacing names: [String: String]) -> String { text(self.names, names, at: .input) }
}
