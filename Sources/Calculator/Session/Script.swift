// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Runs a file of statements. Definitions may come in any order: one that uses a name defined later waits for it.
///
/// ```swift
/// let script = Script(for: session, named: "tax.nc") { command throws(Diagnostic) in
///   throw Diagnostic(.command, "no commands here", command.name.range)
/// }
/// script.run(bytes) { report in
///   if case .failure(let diagnostic) = report.outcome { print(report.location, diagnostic.message) }
///   return .proceed
/// }
/// ```
///
/// Running takes time linear in the size of the file, in addition to what the statements evaluate. A statement is discarded
/// when it has run, and only the position of a waiting statement is stored.
public struct Script {
  /// The result of a statement.
  public struct Report: Sendable {
    /// The name of the file and the number of the line: `tax.nc:3`.
    public var location: String { number.map { "\(file):\($0)" } ?? file }
    /// The bytes of the line.
    public let line: [UInt8]
    /// What the statement changed, or why it was refused.
    public let outcome: Result<Session.Result, Diagnostic>
    private let file: String
    /// The number of the line; `nil` if `file` is the whole location.
    private let number: Int?

    /// Creates the report of a statement that is in no file.
    ///
    /// - Parameters:
    ///   - location: What takes the place of file and line, such as `--get`.
    ///   - line: The bytes of the line.
    ///   - outcome: What the statement changed, or why it was refused.
    public init(location: String, line: [UInt8], outcome: Result<Session.Result, Diagnostic>) {
      file = location
      number = nil
      self.line = line
      self.outcome = outcome
    }

    /// Creates the report of a statement; its location is joined on demand.
    init(_ file: String, _ number: Int, _ line: [UInt8], _ outcome: Result<Session.Result, Diagnostic>) {
      self.file = file
      self.number = number
      self.line = line
      self.outcome = outcome
    }
  }

  /// Whether to continue after a report.
  public enum Continuation: Sendable {
    /// The next statement is run.
    case proceed
    /// No further statement is run.
    case stop
  }

  private let session: Session
  private let name: String
  private let command: (Command) throws(Diagnostic) -> Session.Result
  private let settle: () -> Void
  private let keepsComments: Bool

  /// Creates a script for a session.
  ///
  /// - Parameters:
  ///   - session: The session that runs the statements.
  ///   - name: The name of the file in locations.
  ///   - keepsComments: Whether comments become notes when the run has ended. A comment above a definition, or at its end, is the
  ///     note of its node. Others, and the comment at the head of the file, become frames with a text. Set it to open a file in a
  ///     new session.
  ///   - settle: Waits for pending values, and takes them with ``Session/land()``. It is called while values are pending, before an
  ///     expression, an assignment to an element and a command. By default, it does not wait.
  ///   - command: Runs a command; a session has no commands of its own.
  public init(
    for session: Session, named name: String, keepsComments: Bool = false, settle: @escaping () -> Void = {},
    command: @escaping (Command) throws(Diagnostic) -> Session.Result
  ) {
    self.session = session
    self.name = name
    self.command = command
    self.settle = settle
    self.keepsComments = keepsComments
  }

  /// Runs all statements and reports each, in the order in which they run.
  ///
  /// Definitions that still wait at the end are reported last: they depend on themselves, or on a definition that was refused.
  /// An interruption (``/NodeEval/Evaluator/isInterrupted``) ends the run without reports.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - progress: Called at intervals with the share of the work that is done, from 0 to 1.
  ///   - report: Called with the result of each statement; returns whether to continue.
  /// - Returns: The statements that were left out because `report` stopped the run at a refused statement; else `nil`.
  /// - Complexity: O(bytes), and what the statements evaluate
  @discardableResult
  public func run(
    _ bytes: [UInt8], progress: (Double) -> Void = { _ in }, report: (Report) -> Continuation
  ) -> UnrunStatements? {
    withoutActuallyEscaping(progress) { progress in
      var run = ScriptRun(
        ScriptText(bytes), of: session, named: name, keepsComments: keepsComments, progress: progress, settle: settle,
        command: command)
      return run.run(report: report)
    }
  }

  /// Runs statements as they arrive, and reports each. The reports are those for the whole file, each made as soon as it is
  /// known: a definition with a name that isn't defined yet may wait for more input, and the statements after it wait too.
  ///
  /// - Parameters:
  ///   - more: Waits for the next bytes, which may end within a line; returns `nil` at the end.
  ///   - report: Called with the result of each statement; returns whether to continue.
  /// - Returns: The statements that have arrived and were left out because `report` stopped the run at a refused one; else `nil`.
  /// - Complexity: O(bytes), and what the statements evaluate
  @discardableResult
  public func run(reading more: () -> [UInt8]?, report: (Report) -> Continuation) -> UnrunStatements? {
    withoutActuallyEscaping(more) { more in
      var run = ScriptRun(
        ScriptText(reading: more), of: session, named: name, keepsComments: keepsComments, progress: { _ in },
        settle: settle, command: command)
      return run.run(report: report)
    }
  }
}

extension Statement {
  /// The name that the statement defines, in the form of ``ScriptName``.
  package var definedName: String? {
    switch form {
    case .definition(let name, _), .construction(let name, _): name.text
    case .function(let name, _, _): ScriptName.function(name.text)
    default: nil
    }
  }

  /// The names that have to be defined first, in the form of ``ScriptName``.
  var used: [SourceName] {
    switch form {
    case .definition(_, let formula), .expression(let formula): formula.used
    case .function(_, let parameters, let results):
      results.flatMap(\.formula.used).filter { name in !parameters.contains { $0.text == name.text } }
    case .assignment(let target, let formula): [target.node] + formula.used
    case .elementAssignment(let name, let place, let formula): [name] + place.used + formula.used
    case .construction(_, let construction): construction.arguments.flatMap(\.formula.used)
    case .connection(let source, let target): [source, target.node]
    case .command: []
    }
  }
}

extension Formula {
  /// The names and functions that have to be defined first.
  fileprivate var used: [SourceName] {
    // `s.net` comes with the definition of `s`.
    let names = self.names.map { name in
      !name.range.isEmpty && line[name.range.upperBound - 1] != UInt8(ascii: "`")
        ? SourceName.parts(name.text).map { SourceName($0.owner, range: name.range) } ?? name : name
    }
    if functions.isEmpty { return names }
    return names + functions.map { SourceName(ScriptName.function($0.text), range: $0.range) }
  }
}

/// The names that a script defines: those of nodes as they are, and those of functions with a mark that no node's name has.
enum ScriptName {
  private static let mark: Unicode.Scalar = "`"

  /// The script's name for a function.
  static func function(_ name: String) -> String { name + String(mark) }

  /// The function that a script's name refers to; `nil` if it is the name of a node.
  static func function(in name: String) -> String? {
    name.unicodeScalars.last == mark ? String(name.unicodeScalars.dropLast()) : nil
  }

  /// The name as messages show it: `vat()`.
  static func shown(_ name: String) -> String { function(in: name).map { $0 + "()" } ?? name }
}

extension Session {
  /// Whether a script's name is defined in the current scope; inside a group, also whether a scope around has it as a source.
  package func isDefined(_ name: String) -> Bool {
    if let function = ScriptName.function(in: name) { return formulas.functions[function] != nil }
    if node(named: name) != nil || namedResults(name) != nil { return true }
    let scopes = [nil] + formulas.path.instances.map { Optional($0) }
    return scopes.contains { formulas.names(in: $0).meaning(of: name) != nil }
  }
}
