// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reads the lines of a script in order, and reads ahead to find definitions of missing names.
///
/// Invariant: `ahead` is never before `here`, and `definitions` has the definitions between the two.
package struct ScriptLookahead {
  /// A position between two lines.
  private struct Cursor {
    var lines: SourceLines
    /// The number of statements before it.
    var position = 0
  }

  /// A line with its statements, or with the reason why it can't be parsed.
  struct ParsedLine {
    let line: SourceLines.Line
    let text: [UInt8]
    /// The position of the first statement.
    let position: Int
    let result: Result<StatementLine, Diagnostic>
  }

  private var parser: StatementParser
  private var here: Cursor
  private var ahead: Cursor
  /// The last line that was parsed ahead, which is often the next one to run.
  private var parsedAhead: (number: Int, line: StatementLine)?
  /// The names that are defined between `here` and `ahead`, with the position of the last definition of each.
  package var definitions: [String: Int] = [:]
  /// The functions that the file defines and that have the name of a built-in function.
  private(set) var shadowed = ShadowedFunctions()

  package init(_ bytes: [UInt8], _ parser: StatementParser) { self.init(ScriptText(bytes), parser) }

  init(_ text: ScriptText, _ parser: StatementParser) {
    self.parser = parser
    // A command that is added later must not change what a file means.
    self.parser.promptCommands = nil
    here = Cursor(lines: SourceLines(text))
    ahead = here
  }

  /// Counts work at the current positions.
  func count(_ bytes: Int, in progress: inout ScriptProgress) {
    progress.add(bytes, here: here.lines.offset, ahead: ahead.lines.offset)
  }

  /// Reads the next line; `nil` after the last.
  mutating func nextLine() -> SourceLines.Line? { here.lines.next() }

  /// The lines after the last one that was read, as far as they have arrived.
  var linesBehind: [ArraySlice<UInt8>] { here.lines.arrived }

  /// Parses the line that was read last.
  mutating func parse(_ line: SourceLines.Line) -> ParsedLine {
    // The end of a line that is too long for the parser isn't copied.
    var text = spelled(line)
    let position = here.position
    do throws(Diagnostic) {
      let parsed: StatementLine
      if let parsedAhead, parsedAhead.number == line.number {
        parsed = parsedAhead.line
      } else {
        parsed = try statements(&text)
      }
      here.position += parsed.statements.count
      if ahead.lines.number < line.number {
        ahead = here
        if parsed.statements.count > 1 { addDefinitions(of: parsed, at: position) }
      }
      return ParsedLine(line: line, text: text, position: position, result: .success(parsed))
    } catch {
      if ahead.lines.number < line.number { ahead = here }
      return ParsedLine(line: line, text: text, position: position, result: .failure(error))
    }
  }

  /// Parses a line that was read before; returns it with the text that was parsed.
  func parse(_ bytes: [UInt8]) -> (line: StatementLine, text: [UInt8])? {
    let text = shadowed.spelled(bytes)
    return (try? parser.parse(text)).map { ($0, text) }
  }

  /// The bytes of a line, in which functions of the file are distinguished from built-in functions.
  private func spelled(_ line: SourceLines.Line) -> [UInt8] {
    shadowed.spelled(Array(line.bytes.prefix(StatementParser.lineLimit + 1)))
  }

  /// Parses a line. If it is refused because it defines a built-in function, it is parsed again as defining a function of the file.
  private mutating func statements(_ text: inout [UInt8]) throws(Diagnostic) -> StatementLine {
    do throws(Diagnostic) {
      return try parser.parse(text)
    } catch {
      guard error.code == .name, shadowed.note(text) else { throw error }
      text = shadowed.spelled(text)
      return try parser.parse(text)
    }
  }

  /// Notes that the definition at a position is run now.
  mutating func reach(_ name: String, at position: Int) {
    if !definitions.isEmpty, definitions[name] == position { definitions[name] = nil }
  }

  /// Whether a name is defined after a position. The file is read as far ahead as necessary.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - position: The position of a statement.
  ///   - progress: Counts the lines that are read.
  /// - Returns: Whether such a definition exists.
  mutating func isDefined(_ name: String, after position: Int, progress: inout ScriptProgress) -> Bool {
    while true {
      if let place = definitions[name], place > position { return true }
      guard let line = ahead.lines.next() else { return false }
      count(line.range.count, in: &progress)
      var text = spelled(line)
      guard let parsed = try? statements(&text) else { continue }
      parsedAhead = (line.number, parsed)
      addDefinitions(of: parsed, at: ahead.position)
      ahead.position += parsed.statements.count
    }
  }

  private mutating func addDefinitions(of line: StatementLine, at position: Int) {
    for (ordinal, statement) in line.statements.enumerated() {
      if let defined = statement.definedName { definitions[defined] = position + ordinal }
    }
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(definitions).
  package func checkInvariants() {
    require(ahead.lines.number >= here.lines.number, "the position read ahead is not before the current one")
    require(
      definitions.values.allSatisfy { $0 < max(ahead.position, here.position) },
      "definitions ahead come before the end of what was read")
  }
}
