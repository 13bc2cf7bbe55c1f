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
  public let names: [SourceName]
  package let operations: [Operation]

  package init(line: [UInt8], range: Range<Int>, names: [SourceName], operations: [Operation]) {
    self.line = line
    self.range = range
    self.names = names
    self.operations = operations
  }

  /// Parses a formula.
  ///
  /// - Parameter text: The formula, and nothing else but blanks and a comment.
  /// - Throws: A ``Diagnostic`` whose range is in the UTF-8 bytes of `text`.
  /// - Complexity: O(bytes)
  public init(_ text: String) throws(Diagnostic) {
    let line = Array(text.utf8)
    try SourceText.check(line)
    var parser = try FormulaParser(Lexer(line))
    self = try parser.formula()
    guard parser.token.kind == .end else { throw parser.unexpectedToken() }
  }

  /// The text of the formula.
  public var text: String { String(decoding: line[range], as: UTF8.self) }

  /// Returns the text of the formula with every use of a name replaced.
  ///
  /// - Parameters:
  ///   - old: The name to replace.
  ///   - new: The new name; it is put into back-ticks where it needs them.
  /// - Returns: The text; blanks and numbers are as they were.
  /// - Complexity: O(bytes)
  public func text(renaming old: String, to new: String) -> String { text(renaming: [old: new]) }

  /// Returns the text of the formula with every use of some names replaced, all at once: names can be swapped.
  ///
  /// - Parameter replacements: The new name for each name to replace.
  /// - Returns: The text; blanks and numbers are as they were.
  /// - Complexity: O(bytes)
  public func text(renaming replacements: [String: String]) -> String {
    let spellings = names.map { replacements[$0.text].map { SourceName.spelling($0).utf8 } }
    guard spellings.contains(where: { $0 != nil }) else { return text }
    var bytes: [UInt8] = []
    var end = range.lowerBound
    for operation in operations where operation.instruction.opcode == .input {
      guard let spelling = spellings[Int(operation.instruction.operand)] else { continue }
      bytes += line[end..<operation.range.lowerBound]
      bytes += spelling
      end = operation.range.upperBound
    }
    return String(decoding: bytes + line[end..<range.upperBound], as: UTF8.self)
  }
}
