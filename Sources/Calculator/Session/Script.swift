// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Runs a file of statements. Definitions may come in any order: one that names something defined further on waits
/// until it is.
///
/// Complexity: linear in the size of the file, besides what the statements evaluate. No statement is kept once it ran,
/// and one that waits takes room for its place only, not for its text.
public struct Script {
  /// What a statement came to.
  public struct Report: Sendable {
    /// Where it stands: the name of the file and the line, `tax.nc:3`.
    public var location: String { number.map { "\(file):\($0)" } ?? file }
    /// The line.
    public let line: [UInt8]
    /// What it did, or why it was refused.
    public let outcome: Result<Session.Result, Diagnostic>
    private let file: String
    /// The number of the line, unless `file` is the whole location.
    private let number: Int?

    /// Reports what came of a statement.
    public init(location: String, line: [UInt8], outcome: Result<Session.Result, Diagnostic>) {
      file = location
      number = nil
      self.line = line
      self.outcome = outcome
    }

    /// Reports what came of a statement; its location is put together when it is asked for.
    init(_ file: String, _ number: Int, _ line: [UInt8], _ outcome: Result<Session.Result, Diagnostic>) {
      self.file = file
      self.number = number
      self.line = line
      self.outcome = outcome
    }
  }

  /// What happens after a report.
  public enum Continuation: Sendable {
    /// The next statement is run.
    case goOn
    /// No further statement is run.
    case stop
  }

  private let session: Session
  private let name: String
  private let command: (Command) throws(Diagnostic) -> Session.Result

  /// A script for a session.
  ///
  /// - Parameters:
  ///   - session: What runs the statements.
  ///   - name: What locations call the file.
  ///   - command: Carries out a command.
  public init(
    for session: Session, named name: String,
    command: @escaping (Command) throws(Diagnostic) -> Session.Result
  ) {
    self.session = session
    self.name = name
    self.command = command
  }

  /// Runs all statements of `bytes` and reports each, in the order in which they are carried out.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - progress: Is told every now and then how much of the work is done, from 0 to 1.
  ///   - report: Gets what each statement came to, and says whether to go on.
  public func run(
    _ bytes: [UInt8], progress: (Double) -> Void = { _ in }, report: (Report) -> Continuation
  ) {
    var run = ScriptRun(bytes, of: session, named: name, command: command)
    run.run(progress: progress, report: report)
  }
}

extension Statement {
  /// The name that the statement defines.
  var definedName: String? {
    switch form {
    case .definition(let name, _), .construction(let name, _): name.text
    default: nil
    }
  }

  /// The names that have to be there first.
  var used: [SourceName] {
    switch form {
    case .definition(_, let formula), .expression(let formula): formula.names
    case .assignment(let target, let formula): [target.node] + formula.names
    case .construction(_, let construction): construction.arguments.flatMap(\.formula.names)
    case .connection(let source, let target): [source, target.node]
    case .command: []
    }
  }
}
