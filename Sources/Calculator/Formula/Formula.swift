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
    var spellings: [String: String] = [:]
    // There may be many more than the formula uses.
    for name in names { spellings[name.text] = replacements[name.text].map { SourceName.readSpelling($0) } }
    return text(names, spellings, at: .input)
  }

  /// Returns the text of the formula with every call of a function of one's own naming another.
  package func text(renamingFunction old: String, to new: String) -> String {
    text(calls.map(\.function), [old: SourceName.functionSpelling(new)], at: .call)
  }

  func text(_ names: [SourceName], _ replacements: [String: String], at opcode: Opcode) -> String {
    let spellings = names.map { replacements[$0.text]?.utf8 }
    guard spellings.contains(where: { $0 != nil }) else { return text }
    var uses = operations.filter { $0.instruction.opcode == opcode }
    // Arguments stand behind the name of their function, and are computed before.
    if opcode == .call { uses.sort { $0.start < $1.start } }
    var bytes: [UInt8] = []
    var end = range.lowerBound
    for operation in uses {
      guard let spelling = spellings[Int(operation.instruction.operand)] else { continue }
      bytes += line[end..<operation.range.lowerBound]
      // Behind 20 km/ a unit would go on.
      let isInUnit = !units.isEmpty && UnitReader.factor(named: String(spelling)) != nil
      bytes += isInUnit ? Array("`\(spelling)`".utf8) : Array(spelling)
      end = operation.range.upperBound
    }
    return String(decoding: bytes + line[end..<range.upperBound], as: UTF8.self)
  }
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
