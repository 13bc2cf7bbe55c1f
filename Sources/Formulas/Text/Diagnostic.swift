// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The reason why a line was refused: what is wrong, where, and how to correct it.
///
/// A diagnostic is data; ``rendered(line:location:)`` turns it into text.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The subject of a diagnostic, printed as `error[name]`.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The line is not a statement.
    case syntax
    /// A name is unknown, taken or reserved.
    case name
    /// A value has the wrong type.
    case type
    /// A node would depend on itself.
    case cycle
    /// A number is badly written.
    case number
    /// A function is not defined for a value.
    case domain
    /// A kind of node is unknown.
    case kind
    /// A port is unknown or already taken.
    case port
    /// A command is unknown or its words make no sense.
    case command
    /// A file cannot be read or written.
    case file
  }

  /// The subject of the diagnostic.
  public var code: Code
  /// One sentence without a full stop.
  public var message: String
  /// The bytes of the line it points at; empty at the end of the line if something is missing there.
  public var range: Range<Int>
  /// More lines, such as the path of a cycle.
  public var notes: [String]
  /// Whether the line is refused only because it ends too early: a bracket or back-tick is open, or an operator lacks its value.
  public var isIncomplete = false
  /// The details, out of line: each level of nesting of the parser has room for several diagnostics on its stack, and few have
  /// details. `nil` if all of them are.
  private var stored: StoredDetails?

  private struct Details: Hashable, Sendable {
    var hint, conditional, cause: String?
  }

  private indirect enum StoredDetails: Hashable, Sendable {
    case details(Details)
  }

  private var details: Details {
    get { if case .details(let details)? = stored { details } else { Details() } }
    set { stored = newValue == Details() ? nil : .details(newValue) }
  }

  /// How to correct it, such as "did you mean 'total'?".
  public var hint: String? {
    get { details.hint }
    set { details.hint = newValue }
  }
  /// The reason as a formula would have it after a change of what it reads: `divides, and total would be a Text`.
  var conditional: String? {
    get { details.conditional }
    set { details.conditional = newValue }
  }
  /// The message of the reason why a change was refused, in the words from before ``refusing(_:for:at:)``.
  package private(set) var cause: String? {
    get { details.cause }
    set { details.cause = newValue }
  }

  /// Creates a diagnostic. A message or hint of more than 400 characters, and a note of more than 1200, is shortened.
  ///
  /// - Parameters:
  ///   - code: The subject of the diagnostic.
  ///   - message: One sentence without a full stop.
  ///   - range: The bytes of the line it points at.
  ///   - hint: How to correct it.
  ///   - notes: More lines.
  public init(
    _ code: Code, _ message: String, _ range: Range<Int>, hint: String? = nil, notes: [String] = []
  ) {
    self.code = code
    self.message = MessageText.shortened(message)
    self.range = range
    // A note may contain the whole refusal of a file.
    self.notes = notes.map { MessageText.shortenedLines($0, to: 3 * MessageText.limit) }
    self.hint = hint.map { MessageText.shortened($0) }
  }

  /// Returns this diagnostic, marked as one for a line that may continue.
  func incomplete(if isIncomplete: Bool = true) -> Diagnostic {
    var diagnostic = self
    diagnostic.isIncomplete = isIncomplete
    return diagnostic
  }

  /// The refusal of a change after which a formula or function would no longer fit: `average = total / count divides, and total
  /// would be a Text`.
  ///
  /// - Parameters:
  ///   - change: The name of what was to be changed.
  ///   - reader: The formula with its name, or the function.
  ///   - range: The range of the change.
  /// - Returns: This reason, in the words of a refusal of the change.
  package func refusing(_ change: String, for reader: String, at range: Range<Int> = 0..<0) -> Diagnostic {
    let reader = MessageText.shortened(reader, to: 120)
    var refusal = Diagnostic(
      code, conditional.map { "\(reader) \($0)" } ?? "\(reader) could no longer use \(change): \(message)", range,
      notes: notes)
    refusal.cause = message
    return refusal
  }
}

extension Diagnostic {
  /// The first line of every form: `error[name]: unknown name 'totl'; did you mean 'total'?`.
  public var summary: String {
    // Names also come from files, and must not contain characters that control a terminal.
    VisibleText.standIns("error[\(code.rawValue)]: \(message)" + (hint.map { "; \($0)" } ?? ""))
  }

  /// The diagnostic as text, without a newline at its end.
  ///
  /// Without a location, the summary is followed by the line, a caret and the notes, each indented by two spaces:
  ///
  ///     error[name]: unknown name 'totl'; did you mean 'total'?
  ///       totl * 2
  ///       ^~~~
  ///
  /// - Parameters:
  ///   - line: the bytes of the line the ranges refer to.
  ///   - location: a file and line number such as `-e:1`; the column is added, and the line is not shown.
  /// - Returns: the lines, joined by line feeds.
  public func rendered(line: [UInt8], location: String? = nil) -> String {
    var lines: [String]
    if let location {
      lines = ["\(location):\(column(in: line)): \(summary)"]
    } else {
      let excerpt = Excerpt(of: line, around: range)
      lines = [summary, "  " + excerpt.text, "  " + excerpt.caret]
    }
    for note in notes {
      // A note with a refusal in a file has several lines.
      let parts = note.split(separator: "\n", omittingEmptySubsequences: false)
      lines.append(parts.map { "  " + VisibleText.standIns(String($0)) }.joined(separator: "\n"))
    }
    return lines.joined(separator: "\n")
  }

  /// The column that the diagnostic points at.
  ///
  /// - Parameter line: The bytes of the line that the ranges refer to.
  /// - Returns: The column, counted in characters from 1.
  /// - Complexity: O(bytes before it)
  public func column(in line: [UInt8]) -> Int {
    String(decoding: line.prefix(range.lowerBound), as: UTF8.self).count + 1
  }
}
