// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A session, its commands and what they remember: a prompt hands it lines, a script its commands.
///
/// ```swift
/// let dialogue = Dialogue(host: host)
/// dialogue.answer("price = 20")       // the host prints "  price = 20"
/// dialogue.answer("list p*")
/// ```
///
/// A command needs no dot here, and the beginning of its name is enough; scripts use dots and whole names.
public final class Dialogue {
  /// Who gives the lines.
  public enum Manner: Sendable {
    /// A person, who reads what is printed.
    case prompt
    /// A file or a command line.
    case script
  }

  /// What a statement came to.
  public struct Answer: Sendable {
    /// What it changed, or the value of an expression.
    public var result = Session.Result()
    /// What a command has to say, without indentation.
    public var lines: [String] = []
  }

  /// What the lines work on; another one after `open`.
  public internal(set) var session: Session {
    didSet { letHostInterrupt() }
  }
  /// What prints and reads files.
  public let host: any CommandHost
  /// Who gives the lines.
  public let manner: Manner
  /// Whether `quit` was asked for; a prompt ends then.
  public internal(set) var isOver = false

  var style = ValueStyle()
  /// The file that was opened or saved last.
  var path: String?
  /// What the last statement that changed anything has changed.
  var lastChanges: [NodeChange] = []
  var watched: [(node: NodeID, value: NodeValue)] = []
  var showsTime = false
  /// How many times a node ran.
  var evaluations = 0
  /// How many files are being read by one another.
  var depth = 0
  /// The sessions that have ended, by the ids of their journals: the first is known as number 1.
  var listedSessions: [String] = []
  /// What the session has that no file has.
  var journal: SessionJournal
  /// What the lines that are being answered have meant so far.
  var effect = LineEffect()
  /// What they have to say: it is printed when the journal has them.
  var answers: [String] = []
  /// Whether a person has not been told yet that the journal can't be written.
  var warnsOfJournal = true
  private var start = 0.0

  /// A dialogue about an empty session.
  ///
  /// - Parameters:
  ///   - host: What prints and reads files.
  ///   - manner: Who gives the lines.
  ///   - reportsChanges: Whether results say what a statement changed, which costs some memory for each node.
  public init(host: any CommandHost, manner: Manner = .prompt, reportsChanges: Bool = true) {
    self.host = host
    self.manner = manner
    journal = SessionJournal(store: manner == .prompt ? host.journals : nil, documents: host.documents)
    session = Self.session(manner, reportsChanges)
    style.showsSwatches = manner == .prompt && host.usesColor
    start = host.seconds
    if manner == .script { session.undoLimit = 0 }
    letHostInterrupt()
  }

  private func letHostInterrupt() {
    let host = host
    session.evaluator.isInterrupted = { host.isInterrupted }
  }

  static func session(_ manner: Manner, _ reportsChanges: Bool) -> Session {
    Session(reportsChanges: reportsChanges, promptCommands: manner == .prompt ? CommandTable.names : nil)
  }

  // MARK: Lines

  /// Answers a line, up to the first statement that is refused; what is behind that is not run, and is named. All that
  /// is printed is indented by two spaces.
  ///
  /// - Parameter line: The line, without a line feed at its end.
  /// - Returns: Whether nothing was refused.
  @discardableResult
  public func answer(_ line: String) -> Bool {
    keeping([line]) {
      do throws(Diagnostic) {
        let parsed = try session.parse(line.utf8)
        return carryOut(parsed, of: line) { (statement) throws(Diagnostic) in
          try show(carryOut(statement, isAlone: parsed.statements.count == 1), isQuiet: parsed.isQuiet)
        }
      } catch {
        show(error, line)
        return false
      }
    }
  }

  /// Prints what a statement came to.
  func show(_ answer: Answer, isQuiet: Bool) {
    if !answer.result.changes.isEmpty { lastChanges = answer.result.changes }
    if !isQuiet {
      say(answer)
      for line in ChangeReport(answer.result.changes, limit: 12, style: style).lines { put(line) }
    }
    for line in afterwards(answer.result, isReported: !isQuiet) { put(line) }
  }

  /// Prints what a command has to say, and the value of an expression. ^C cuts a list short, but what a command did
  /// before it was pressed is said.
  func say(_ answer: Answer) {
    for line in answer.lines.prefix(host.isInterrupted ? 12 : Int.max) { put(line) }
    if let value = answer.result.value { put(style.text(value)) }
  }

  func put(_ line: some StringProtocol) { answers.append(line.isEmpty ? "" : "  \(line)") }

  /// Prints why a line was refused.
  func show(_ diagnostic: Diagnostic, _ line: String) {
    for line in diagnostic.rendered(line: Array(line.utf8)).split(separator: "\n", omittingEmptySubsequences: false) {
      put(line)
    }
  }

  // MARK: Statements

  /// Carries out a statement, a command or any other.
  ///
  /// - Throws: A ``Diagnostic``; a command of many parts, such as `source`, may have carried out some of them.
  public func run(_ statement: Statement) throws(Diagnostic) -> Answer {
    start = host.seconds
    if case .command(let command) = statement.form { return try run(command) }
    var answer = Answer()
    do throws(Diagnostic) {
      answer.result = try session.run(statement)
    } catch {
      throw withCommandHint(error, statement)
    }
    return answer
  }

  /// Carries out a command.
  ///
  /// - Throws: A ``Diagnostic``: an unknown command, a wrong number of words, or what it says itself.
  public func run(_ command: Command) throws(Diagnostic) -> Answer {
    let definition = try CommandTable.find(command.name, allowsPrefix: manner == .prompt)
    if definition.isForPrompt, manner != .prompt || depth > 0 {
      throw Diagnostic(.command, "'\(definition.name)' is for the prompt", command.name.range)
    }
    var invocation = Invocation(definition, command, in: self)
    try invocation.requireWords()
    try definition.run(&invocation)
    return Answer(result: invocation.result, lines: invocation.lines)
  }

  /// What is printed behind the report of a statement: watched nodes that it does not show, and how long it took.
  ///
  /// - Parameters:
  ///   - result: What the statement came to.
  ///   - isReported: Whether its changes are printed.
  /// - Returns: Lines without indentation.
  public func afterwards(_ result: Session.Result, isReported: Bool) -> [String] {
    evaluations += result.evaluatedCount
    let shown = isReported ? Set(result.changes.prefix(manner == .prompt ? 12 : Int.max).map(\.name)) : []
    var lines = ChangeReport(watchedChanges().filter { !shown.contains($0.name) }, limit: nil, style: style).lines
    let now = host.seconds
    if showsTime, result.evaluatedCount > 0 || result.value != nil || !result.changes.isEmpty {
      let count = result.evaluatedCount
      lines.append("\(Self.text(seconds: now - start)), \(count) node\(count == 1 ? "" : "s") evaluated")
    }
    start = now
    // What runs after an evaluation was stopped may finish it without being asked to.
    if session.evaluator.hasUnfinished, result.evaluatedCount > 0 || host.isInterrupted {
      let count = session.evaluator.unfinished.count
      lines.append("stopped: \(count) node\(count == 1 ? " is" : "s are") unfinished; 'run' goes on")
    }
    return lines
  }

  private func watchedChanges() -> [NodeChange] {
    let graph = session.evaluator.graph
    watched.removeAll { !graph.contains($0.node) }
    var changes: [NodeChange] = []
    for index in watched.indices {
      let (node, old) = watched[index]
      let new = session.value(of: node)
      guard new != old, let name = graph.name(of: node) else { continue }
      watched[index].value = new
      changes.append(NodeChange(name: name, old: old, new: new))
    }
    return changes
  }

  /// What begins a line and is no name may have been meant as a command.
  private func withCommandHint(_ diagnostic: Diagnostic, _ statement: Statement) -> Diagnostic {
    guard manner == .prompt, diagnostic.code == .name, diagnostic.hint == nil,
      diagnostic.range.lowerBound == statement.range.lowerBound, case .expression(let formula) = statement.form,
      let word = formula.names.first?.text
    else { return diagnostic }
    var diagnostic = diagnostic
    if CommandTable[word] != nil {
      diagnostic.hint = "the command is '.\(word)'"
    } else if diagnostic.range == statement.range {
      diagnostic.hint = Suggestion.hint(for: word, among: CommandTable.names)
    }
    return diagnostic
  }

  /// `0.012 ms`, `1.5 s`.
  private static func text(seconds: Double) -> String {
    seconds < 1
      ? "\(NumberText.people(seconds * 1000, digits: 2)) ms" : "\(NumberText.people(seconds, digits: 3)) s"
  }
}
