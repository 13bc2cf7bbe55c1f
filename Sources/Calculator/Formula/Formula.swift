// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A parsed formula: flat postfix code, so that a chain of millions of terms needs no recursion, and its free names.
///
///     let formula = try Formula("(a * b + c) / 2")
///     formula.names.map(\.text)  // ["a", "b", "c"]
public struct Formula: Sendable {
  /// An instruction and the bytes of the line that it came from, which diagnostics point at.
  package struct Operation: Sendable {
    package var instruction: Instruction
    package var start: UInt32
    package var end: UInt32

    package var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The line the formula is part of; all ranges are byte offsets in it.
  public let line: [UInt8]
  /// The bytes of the formula in its line.
  public let range: Range<Int>
  /// The free names in the order of their first use, which is the order of the inputs, each with the place of that use.
  ///
  /// Once functions of one's own are resolved, the names that these use follow.
  public package(set) var names: [SourceName]
  /// The functions of one's own that are called, in the order of their first use. What they are is known when the formula is
  /// bound to a session.
  public let functions: [SourceName]
  /// What is called: the functions, and which of their results are taken.
  package let calls: [OwnCall]
  /// The columns of files that are read.
  package let columns: [TableColumn]
  /// Their values; `nil` before the files are read.
  package var columnValues: [CalculatorValue]?
  /// The texts that stand in it.
  package let texts: [String]
  /// The units that stand in it.
  package let units: [UnitOfMeasure]
  package let operations: [Operation]
  /// How many of the names stand in the formula itself.
  package let ownNameCount: Int
  /// What the functions are; `nil` before they are resolved.
  package var scope: [String: OwnFunction]?

  package init(
    line: [UInt8], range: Range<Int>, names: [SourceName], calls: [OwnCall] = [], texts: [String] = [],
    units: [UnitOfMeasure] = [], columns: [TableColumn] = [], operations: [Operation]
  ) {
    self.units = units
    self.line = line
    self.range = range
    self.names = names
    self.calls = calls
    var seen: Set<String> = []
    functions = calls.isEmpty ? [] : calls.map(\.function).filter { seen.insert($0.text).inserted }
    self.texts = texts
    self.columns = columns
    self.operations = operations
    ownNameCount = names.count
  }

  /// Parses a formula.
  ///
  /// - Parameter text: The formula, and nothing else but blanks and a comment.
  /// - Throws: A ``Diagnostic`` whose range is in the UTF-8 bytes of `text`.
  /// - Complexity: O(bytes)
  public init(_ text: String) throws(Diagnostic) {
    let line = try SourceText.withPlainBlanks(Array(text.utf8))
    var parser = try FormulaParser(Lexer(line))
    self = try parser.formula()
    guard parser.token.kind == .end else { throw parser.unexpectedToken() }
  }

  /// The text of the formula.
  public var text: String { String(decoding: line[range], as: UTF8.self) }
}

/// A function of one's own that a formula calls, and which of its results is taken.
package struct OwnCall: Sendable {
  package let function: SourceName
  /// The result; `nil` for the value of a function that has one only.
  package let result: SourceName?

  /// What tells calls apart. No name has a back-tick.
  var key: String { result.map { "\(function.text)`\($0.text)" } ?? function.text }

  /// The call as one that is made at a place of another formula.
  func called(at range: Range<Int>) -> OwnCall {
    OwnCall(function: SourceName(function.text, range: range), result: result.map { SourceName($0.text, range: range) })
  }
}

extension Formula {
  /// The function whose several results the whole formula may be: it is a call, and nothing else. What the function gives is
  /// known to a session.
  package var wholeCall: SourceName? {
    guard operations.count >= 2, let last = operations.last, last.instruction.opcode == .span, last.range == range,
      operations[operations.count - 2].instruction.opcode == .call
    else { return nil }
    let call = calls[Int(operations[operations.count - 2].instruction.operand)]
    return call.result == nil ? call.function : nil
  }

  /// The call as text, without the result that is taken, and that result; `nil` if the formula is no such call alone.
  package var takenResult: (call: String, result: String)? {
    guard operations.count >= 2, let last = operations.last, last.instruction.opcode == .span, last.range == range,
      operations[operations.count - 2].instruction.opcode == .call,
      let result = calls[Int(operations[operations.count - 2].instruction.operand)].result
    else { return nil }
    // The result stands at the end, behind a dot.
    let end = range.upperBound - (result.range.upperBound - result.range.lowerBound) - 1
    return (String(decoding: line[range.lowerBound..<end], as: UTF8.self), result.text)
  }
}
