// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The form of a file's numbers, guessed from its first rows.
struct NumberGuess {
  private(set) var reader = CellReader()
  private(set) var findings: [TableFinding] = []

  private static let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))

  init(_ sample: TableSample, separator: UInt8, _ options: TableOptions) {
    var tally = Tally()
    for row in sample.rows.indices {
      for cell in sample.cells(of: row) { tally.add(sample.bytes.content(of: cell), line: sample.rows[row].line) }
    }
    if let decimal = options.decimal {
      reader.decimal = decimal
      findings.append(TableFinding("decimal", DialectByte.spelling(decimal), "it was set", isSet: true))
    } else {
      guessDecimal(tally, separator)
    }
    if let thousands = options.thousands {
      reader.thousands = thousands
      findings.append(TableFinding("thousands", DialectByte.spelling(thousands), "it was set", isSet: true))
    } else if let (byte, example) = tally.thousands(besides: reader.decimal) {
      reader.thousands = byte
      findings.append(TableFinding("thousands", DialectByte.spelling(byte), example))
    } else if reader.decimal == Self.comma {
      reader.thousands = Self.point
      findings.append(TableFinding("thousands", "\".\"", "the decimal separator is a comma"))
    }
  }

  private mutating func guessDecimal(_ tally: Tally, _ separator: UInt8) {
    let (commas, points) = (tally.commas, tally.points)
    if commas.count > points.count, let example = commas.example {
      reader.decimal = Self.comma
      findings.append(TableFinding("decimal", "\",\"", example, isSure: points.count * 4 <= commas.count))
    } else if let example = points.example {
      findings.append(TableFinding("decimal", "\".\"", example, isSure: commas.count * 4 <= points.count))
    } else if let example = tally.openPoints.example, separator == UInt8(ascii: ";") {
      findings.append(
        TableFinding(
          "decimal", "\".\"", "\(example), where the point could also separate thousands", isSure: false))
    }
  }

  /// Counts the evidence for each decimal mark and thousands separator.
  private struct Tally {
    struct Evidence {
      var count = 0
      var example: String?

      mutating func add(_ content: ArraySlice<UInt8>, _ line: Int) {
        count += 1
        if example == nil {
          example = "line \(line) has \(String(decoding: content, as: UTF8.self))"
        }
      }
    }

    var commas = Evidence()
    var points = Evidence()
    /// Numbers such as 1.234, whose point may be either.
    var openPoints = Evidence()
    private var groups: [UInt8: Evidence] = [:]

    func thousands(besides decimal: UInt8) -> (UInt8, String)? {
      let found = groups.filter { $0.key != decimal && ($0.key != 0x20 || $0.value.count > 1) }
        .max { $0.value.count < $1.value.count }
      return found.flatMap { found in found.value.example.map { (found.key, $0) } }
    }

    /// Adds the evidence of a cell. A cell with anything except digits, a sign, separators and a final `%` is ignored.
    mutating func add(_ content: ArraySlice<UInt8>, line: Int) {
      guard content.count <= 40, content.contains(where: \.isDigit) else { return }
      var digits: [Int] = [0]
      var marks: [UInt8] = []
      var isZero = false
      var index = content.startIndex
      if content[index] == UInt8(ascii: "-") || content[index] == UInt8(ascii: "+") { index += 1 }
      isZero = index < content.endIndex && content[index] == UInt8(ascii: "0")
      while index < content.endIndex {
        let byte = content[index]
        if byte.isDigit {
          digits[digits.count - 1] += 1
        } else if let (mark, length) = Self.mark(content[index...]) {
          marks.append(mark)
          digits.append(0)
          index += length - 1
        } else if byte == UInt8(ascii: "%"), index == content.endIndex - 1 {
          break
        } else {
          return
        }
        index += 1
      }
      // A blank before a percent sign is not a separator.
      if marks.last == 0x20, digits.last == 0 {
        marks.removeLast()
        digits.removeLast()
      }
      judge(content, digits, marks, isZero: isZero, line)
    }

    private static func mark(_ rest: ArraySlice<UInt8>) -> (UInt8, Int)? {
      guard let first = rest.first else { return nil }
      if [comma, point, 0x20, UInt8(ascii: "'")].contains(first) { return (first, 1) }
      if rest.starts(with: [0xc2, 0xa0]) { return (0x20, 2) }
      if rest.starts(with: [0xe2, 0x80, 0xaf]) || rest.starts(with: [0xe2, 0x80, 0x89]) { return (0x20, 3) }
      return rest.starts(with: [0xe2, 0x80, 0x99]) ? (UInt8(ascii: "'"), 3) : nil
    }

    private mutating func judge(
      _ content: ArraySlice<UInt8>, _ digits: [Int], _ marks: [UInt8], isZero: Bool, _ line: Int
    ) {
      guard let last = marks.last, let fraction = digits.last, fraction > 0 else { return }
      /// Whether all parts, except for the last `count`, are groups of thousands.
      func areGroups(_ count: Int) -> Bool {
        let parts = digits.dropLast(count)
        guard let first = parts.first, (1...3).contains(first), !isZero else { return false }
        return parts.dropFirst().allSatisfy { $0 == 3 } && Set(marks.dropLast(count)).count <= 1
      }
      let isDecimalMark = last == NumberGuess.comma || last == NumberGuess.point
      if marks.count > 1, isDecimalMark, !marks.dropLast().contains(last), areGroups(1) {
        add(last, content, line)
        groups[marks[0], default: Evidence()].add(content, line)
      } else if marks.count > 1, Set(marks).count == 1, areGroups(0) {
        groups[last, default: Evidence()].add(content, line)
        if isDecimalMark { add(last == NumberGuess.comma ? NumberGuess.point : NumberGuess.comma, content, line) }
      } else if marks.count == 1, isDecimalMark {
        if fraction != 3 || digits[0] > 3 || isZero || digits[0] == 0 {
          add(last, content, line)
        } else if last == NumberGuess.point {
          openPoints.add(content, line)
        }
      } else if marks.count == 1, areGroups(0) {
        groups[last, default: Evidence()].add(content, line)
      }
    }

    private mutating func add(_ mark: UInt8, _ content: ArraySlice<UInt8>, _ line: Int) {
      if mark == NumberGuess.comma { commas.add(content, line) } else { points.add(content, line) }
    }
  }
}
