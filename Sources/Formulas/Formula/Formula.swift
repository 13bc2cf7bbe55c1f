// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A parsed formula: its free names, and flat postfix code, so that a chain of millions of terms needs no recursion.
///
///     let formula = try Formula("(a * b + c) / 2")
///     formula.names.map(\.text)  // ["a", "b", "c"]
public struct Formula: Sendable {
  /// An instruction, and the bytes of the line that it came from, for diagnostics.
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
  /// The free names in the order of their first use, which is the order of the inputs, each with the position of that use.
  ///
  /// After the formula's own functions are resolved, the names that these functions use are appended.
  public package(set) var names: [SourceName]
  /// The user-defined functions that the formula calls, in the order of their first use. They are resolved when the
  /// formula is bound to a session.
  public let functions: [SourceName]
  /// The calls of user-defined functions, with the results that are taken.
  package let calls: [OwnCall]
  /// The columns of files that are read.
  package let columns: [TableColumn]
  /// The values of the columns; `nil` before the files are read.
  package var columnValues: [CalculatorValue]?
  /// The text literals of the formula.
  package let texts: [String]
  /// The units in the formula.
  package let units: [UnitOfMeasure]
  package let operations: [Operation]
  /// The number of names that occur in the formula itself.
  package let ownNameCount: Int
  /// The resolved functions by name; `nil` before they are resolved.
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
  /// - Parameter text: The formula, optionally with blanks and a comment.
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

/// A call of a user-defined function in a formula, and the result of the function that the formula uses.
package struct OwnCall: Sendable {
  package let function: SourceName
  /// The result; `nil` for a function that has a single value.
  package let result: SourceName?

  /// A key that distinguishes calls. Names contain no back-ticks.
  var key: String { result.map { "\(function.text)`\($0.text)" } ?? function.text }

  /// A copy of the call, at another position in a formula.
  func called(at range: Range<Int>) -> OwnCall {
    OwnCall(function: SourceName(function.text, range: range), result: result.map { SourceName($0.text, range: range) })
  }
}

extension Formula {
  /// The function whose several results the whole formula may stand for, because the formula is a single call. Only a
  /// session knows the results of the function.
  package var wholeCall: SourceName? {
    guard operations.count >= 2, let last = operations.last, last.instruction.opcode == .span, last.range == range,
      operations[operations.count - 2].instruction.opcode == .call
    else { return nil }
    let call = calls[Int(operations[operations.count - 2].instruction.operand)]
    return call.result == nil ? call.function : nil
  }

  /// The call as text, without the result that is taken, and that result; `nil` unless the formula is a single call
  /// with a result.
  package var takenResult: (call: String, result: String)? {
    guard operations.count >= 2, let last = operations.last, last.instruction.opcode == .span, last.range == range,
      operations[operations.count - 2].instruction.opcode == .call,
      let result = calls[Int(operations[operations.count - 2].instruction.operand)].result
    else { return nil }
    // The result is at the end, after a dot.
    let end = range.upperBound - (result.range.upperBound - result.range.lowerBound) - 1
    return (String(decoding: line[range.lowerBound..<end], as: UTF8.self), result.text)
  }
}
