// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A session, its commands and their settings: a prompt passes lines to it, a script passes commands.
///
/// ```swift
/// let dialogue = Dialogue(host: host)
/// dialogue.answer("price = 20")       // the host prints "  price = 20"
/// dialogue.answer("list p*")
/// ```
///
/// At a prompt a command needs no dot, and the beginning of its name is sufficient; scripts use dots and whole names.
package final class Dialogue {
  /// The origin of the lines.
  package enum Manner: Sendable {
    /// A person at a terminal, for whom output is printed.
    case prompt
    /// A file or a command line.
    case script
  }

  /// The result of a statement or command.
  package struct Answer: Sendable {
    /// The changes, or the value of an expression.
    package var result = Session.Result()
    /// The output of a command, without indentation.
    package var lines = OutputLines()
  }

  /// The session that lines work on; `open` and `recover` replace it.
  package internal(set) var session: Session {
    didSet { attachHost() }
  }
  /// The host, which prints, and reads and writes files.
  package let host: any CommandHost
  /// The origin of the lines.
  package let manner: Manner
  /// Whether `quit` has run, so that the prompt ends.
  package internal(set) var isOver = false

  /// The style in which values are printed.
  package internal(set) var style = ValueStyle()
  /// The file that was opened or saved last.
  var path: String?
  /// The changes of the last statement that changed anything.
  var lastChanges = NodeChanges()
  /// The work that a refused command has done before its refusal, as `source` does.
  var begun = Answer()
  /// The depth of nested files that are being read.
  var depth = 0
  var timer: StatementTimer
  var endedSessions = EndedSessionList()
  var log: AnswerLog
  /// The number of delayed values that had been started when pending nodes were last printed.
  private var askedCount = 0
  /// The files that formulas read.
  private let files: TableFiles

  /// Creates a dialogue about an empty session.
  ///
  /// - Parameters:
  ///   - host: Prints, and reads and writes files.
  ///   - manner: The origin of the lines.
  ///   - reportsChanges: Whether results list the changes of a statement, which costs some memory for each node.
  ///   - files: The files that formulas read; `nil` for the files of the host.
  package init(
    host: any CommandHost, manner: Manner = .prompt, reportsChanges: Bool = true, files: TableFiles? = nil
  ) {
    self.host = host
    self.manner = manner
    self.files = files ?? TableFiles(host)
    log = AnswerLog(SessionJournal(store: manner == .prompt ? host.journals : nil, documents: host.documents))
    session = Self.session(manner, reportsChanges, host.clock)
    style.showsSwatches = manner == .prompt && host.usesColor
    timer = StatementTimer(at: host.seconds)
    if manner == .script { session.undoLimit = 0 }
    attachHost()
  }

  private func attachHost() {
    let host = host
    if let others = session.files {
      files.adopt(others)
      session.files = files
    } else {
      session.readFiles(files)
    }
    session.evaluator.isInterrupted = { host.isInterrupted }
    session.wallClock = host.wallClock
    session.evaluator.onArrival = host.wake
  }

  static func session(_ manner: Manner, _ reportsChanges: Bool, _ clock: (any Clock<Duration>)?) -> Session {
    Session(
      reportsChanges: reportsChanges, promptCommands: manner == .prompt ? CommandTable.names : nil, clock: clock)
  }

  /// Turns the history on if a script may use it. At a prompt it is always on; scripts run one and a half times as
  /// fast without it.
  ///
  /// - Parameter script: The text of a file or of an option.
  /// - Complexity: O(length of the text).
  package func prepare(for script: [UInt8]) {
    if session.undoLimit == 0, Self.asksForHistory(script) { session.undoLimit = Session.defaultUndoLimit }
  }

  /// Whether a part of a script contains commands of the history.
  package static func asksForHistory(_ script: [UInt8]) -> Bool {
    let names = TimeCommands.all.map { Array($0.name.utf8) }
    return script.indices.contains { index in
      script[index] == UInt8(ascii: ".") && names.contains { script[(index + 1)...].starts(with: $0) }
    }
  }

  /// The text before a line: the groups that were entered, as in `Tax> `.
  package var promptText: String { session.breadcrumb.joined(separator: " › ") + "> " }

  // MARK: Lines

  /// Answers a line, up to the first statement that is refused; the statements after it are not run, but listed. All
  /// output is indented by two spaces.
  ///
  /// - Parameter line: The line, without a line feed at its end.
  /// - Returns: Whether no statement was refused.
  @discardableResult
  package func answer(_ line: String) -> Bool {
    answering([line]) {
      do throws(Diagnostic) {
        let parsed = try session.parse(line.utf8)
        let showBegun = { (answer: Answer) in self.show(answer, isQuiet: parsed.isQuiet) }
        return run(parsed, of: line, begun: showBegun) { (statement) throws(Diagnostic) in
          try show(runAndRecord(statement, isAlone: parsed.statements.count == 1), isQuiet: parsed.isQuiet)
        }
      } catch {
        show(error, line)
        return false
      }
    }
  }

  /// Answers lines that were pasted together: their changes are reported together at the end, and form one step of
  /// the history. A line with a command of the history, such as `undo`, is answered alone.
  ///
  /// Lines after a refused one are not run, because they expect its effect: an `undo` would revert another step. They
  /// are listed at the end. The same applies after ^C.
  ///
  /// - Parameter lines: The lines.
  package func answer(pasted lines: [String]) {
    var next = 0
    while next < lines.count, !isOver, !host.isInterrupted {
      let end = usesHistory(lines[next]) ? next + 1 : lines[next...].firstIndex(where: usesHistory) ?? lines.count
      let (begun, isDone) = answer(together: Array(lines[next..<end]))
      next += begun
      if !isDone { break }
    }
    if !isOver { reportUnrun(lines[next...]) }
  }

  private func usesHistory(_ line: String) -> Bool {
    guard let statements = try? session.parse(line.utf8).statements else { return false }
    return statements.contains { statement in
      guard case .command(let command) = statement.form else { return false }
      return (try? CommandTable.find(command.name, allowsPrefix: manner == .prompt))?.group == .time
    }
  }

  /// Answers lines without commands of the history.
  ///
  /// - Returns: How many lines were begun, and whether all of them were run and none was refused.
  private func answer(together lines: [String]) -> (begun: Int, isDone: Bool) {
    if lines.count == 1 { return (1, answer(lines[0])) }
    var begun = 0
    let isDone = answering(lines) { run(together: lines, &begun) }
    return (begun, isDone)
  }

  private func run(together lines: [String], _ begun: inout Int) -> Bool {
    var all = Answer()
    var changes = ChangeLog()
    let isDone = session.grouped("\(lines.count) lines") {
      for line in lines where !isOver {
        guard continues else { return false }
        begun += 1
        do throws(Diagnostic) {
          let parsed = try session.parse(line.utf8)
          let add = { (answer: Answer) in
            all.result.evaluatedCount += answer.result.evaluatedCount
            if parsed.isQuiet { return }
            changes.add(answer.result.changes)
            self.say(answer)
          }
          let isDone = run(parsed, of: line, begun: add) { (statement) throws(Diagnostic) in
            add(try runAndRecord(statement, isAlone: false))
          }
          if !isDone { return false }
        } catch {
          show(error, line)
          return false
        }
      }
      return true
    }
    all.result.changes = NodeChanges(changes.changes { session.node(named: $0) != nil })
    show(all, isQuiet: false)
    return isDone
  }

  /// Answers lines: runs them, writes them to the journal, and prints the output.
  private func answering(_ lines: [String], _ body: () -> Bool) -> Bool {
    log.begin()
    noticeFiles()
    let isDone = body()
    log.commit(lines, in: session, to: host)
    return isDone
  }

  /// Recomputes nodes that depend on changed files, and reports the changes first, because a line refers to the
  /// values that are shown before it.
  private func noticeFiles() {
    guard manner == .prompt else { return }
    for change in files.takeChanges(reading: session.formulas.columns) {
      if session.formulas.nodes(reading: change.path).isEmpty {
        files.forget(change.path)
        continue
      }
      if let failure = change.failure {
        log.put("\(failure.text); the values read from it stay")
        continue
      }
      do throws(Diagnostic) {
        let result = try session.refresh(change.path)
        if result.changes.isEmpty { continue }
        log.put("\(change.path) has changed:")
        show(Answer(result: result), isQuiet: false)
        log.effect.addForeign()
      } catch {
        log.put("\(change.path) has changed: \(error.message)")
        for note in error.notes { log.put("  \(note)") }
      }
    }
  }

  /// Whether ^C has not been pressed. After ^C the lines can't be repeated from the journal, because that would run
  /// the skipped ones too.
  private var continues: Bool {
    if !host.isInterrupted { return true }
    log.effect.isRepeatable = false
    return false
  }

  // MARK: Output

  /// Prints the changes of delayed values.
  func show(landed result: Session.Result) {
    _ = answering([]) {
      show(Answer(result: result), isQuiet: false)
      return true
    }
  }

  /// Prints the result of a statement.
  private func show(_ answer: Answer, isQuiet: Bool) {
    if !answer.result.changes.isEmpty { lastChanges = answer.result.changes }
    if !isQuiet {
      say(answer)
      for line in ChangeReport(answer.result.changes, limit: 12, style: style).lines { log.put(line) }
    }
    for line in afterwards(answer.result, isReported: !isQuiet) { log.put(line) }
  }

  /// Prints the output of a command, and the value of an expression. After ^C only the beginning of a list is printed.
  private func say(_ answer: Answer) {
    log.put(host.isInterrupted ? OutputLines(answer.lines.prefix(12)) : answer.lines)
    if let function = answer.result.function { log.put(function) }
    if let value = answer.result.value { log.put(style.formatted(answer.result.format).text(value)) }
    for (name, value) in answer.result.results { log.put("\(SourceName.readSpelling(name)) = \(style.text(value))") }
    if let remark = answer.result.remark { log.put("note: \(remark)") }
    for note in answer.result.notes { log.put("note: \(note)") }
  }

  /// Prints the reason why a line was refused.
  private func show(_ diagnostic: Diagnostic, _ line: String) {
    for line in diagnostic.rendered(line: Array(line.utf8)).split(separator: "\n", omittingEmptySubsequences: false) {
      log.put(line)
    }
  }

  /// The lines after the report of a statement: watched nodes that the report doesn't show, the elapsed time, and the
  /// number of unfinished nodes.
  ///
  /// - Parameters:
  ///   - result: The result of the statement.
  ///   - isReported: Whether its changes are printed.
  /// - Returns: Lines without indentation.
  package func afterwards(_ result: Session.Result, isReported: Bool) -> [String] {
    let shown = isReported ? Set(result.changes.prefix(manner == .prompt ? 12 : Int.max).map(\.name)) : []
    let watched = session.watches.takeChanges().filter { !shown.contains($0.name) }
    var lines = ChangeReport(watched, limit: nil, style: style).lines
    if let time = timer.end(result, at: host.seconds) { lines.append(time) }
    if let pending = pendingLine(isReported) { lines.append(pending) }
    // A statement that runs after an evaluation was stopped may finish that evaluation.
    if session.evaluator.hasUnfinished, result.evaluatedCount > 0 || host.isInterrupted {
      let count = session.evaluator.unfinished.count
      lines.append("stopped: \(count) node\(count == 1 ? " is" : "s are") unfinished; 'run' continues")
    }
    return lines
  }

  /// The line `pending: slow, price2`, after a statement has started delayed values; a script waits for them instead.
  private func pendingLine(_ isReported: Bool) -> String? {
    let count = session.evaluator.flightCounts.started
    defer { askedCount = count }
    guard manner == .prompt, isReported, count != askedCount, session.hasPending else { return nil }
    return Self.pendingText(session.pendingNames)
  }

  /// The beginning of a list of pending nodes.
  static func pendingText(_ names: [String]) -> String {
    "pending: \(MessageText.list(names.prefix(6), of: names.count))"
  }

  /// Runs the statements of a line, up to the first that is refused or to ^C, and lists the others.
  ///
  /// - Returns: Whether no statement was refused.
  private func run(
    _ parsed: StatementLine, of line: String, begun showBegun: (Answer) -> Void,
    _ body: (Statement) throws(Diagnostic) -> Void
  ) -> Bool {
    let statements = parsed.statements
    func reportUnrun(from index: Int) {
      let texts = statements[index...].map { Array(line.utf8)[$0.range] }
      if let unrun = UnrunStatements(texts, "statement") { log.put(unrun.text) }
    }
    for (index, statement) in statements.enumerated() where !isOver {
      guard continues else {
        reportUnrun(from: index)
        break
      }
      do throws(Diagnostic) {
        try body(statement)
      } catch {
        show(error, line)
        reportUnrun(from: index + 1)
        showBegun(takeBegun())
        return false
      }
    }
    return true
  }

  /// Returns and clears the work that a refused command has done before its refusal.
  func takeBegun() -> Answer {
    defer { begun = Answer() }
    return begun
  }

  private func reportUnrun(_ lines: some Collection<String>) {
    if let unrun = UnrunStatements(lines: lines) { host.print("  \(unrun.text)") }
  }

  // MARK: Statements

  /// Runs a statement or a command.
  ///
  /// - Throws: A ``Formulas/Diagnostic``; a command that runs others, such as `source`, may have run some of them.
  package func run(_ statement: Statement) throws(Diagnostic) -> Answer {
    timer.begin(at: host.seconds)
    begun = Answer()
    if case .command(let command) = statement.form { return try run(command) }
    var answer = Answer()
    do throws(Diagnostic) {
      answer.result = try session.run(statement)
    } catch {
      throw withCommandHint(error, statement)
    }
    return answer
  }

  /// Runs a statement, and records its effect for the journal.
  private func runAndRecord(_ statement: Statement, isAlone: Bool) throws(Diagnostic) -> Answer {
    var command: CommandDefinition?
    if case .command(let named) = statement.form {
      command = try? CommandTable.find(named.name, allowsPrefix: manner == .prompt)
    }
    var isRefused = true
    // Expressions are not in the journal, so the last answer is not known when the journal is replayed.
    if session.usesAnswer(statement) { log.effect.isRepeatable = false }
    // The number that the node keeps may be a delayed value; a replay of the line would not wait for it.
    if command?.name == BuildCommands.kind.name, session.evaluator.flightCounts.started > 0 {
      log.effect.isRepeatable = false
    }
    defer { log.effect.add(statement, command?.trace, isAlone: isAlone, isRefused: isRefused) }
    let answer = try run(statement)
    isRefused = false
    return answer
  }

  /// Runs a command.
  ///
  /// - Throws: A ``Formulas/Diagnostic``: an unknown command, a wrong number of words, or the refusal of the command.
  package func run(_ command: Command) throws(Diagnostic) -> Answer {
    let definition = try CommandTable.find(command.name, allowsPrefix: manner == .prompt)
    if definition.isForPrompt, manner != .prompt || depth > 0 {
      throw Diagnostic(.command, "'\(definition.name)' works only at the prompt", command.name.range)
    }
    // A command with names that have a path is run in their group.
    if definition.group == .build, !session.evaluator.subgraphs.isEmpty,
      let (path, inner) = try session.relocated(command, definition.names(among: command.words.count))
    {
      if definition.name == GroupCommands.enter.name {
        session.formulas.path = path
        return try run(inner)
      }
      var answer = try session.within(path) { () throws(Diagnostic) in try run(inner) }
      answer.result = session.reported(answer.result, from: path)
      return answer
    }
    var invocation = Invocation(definition, command, in: self)
    try invocation.requireWords()
    try definition.run(&invocation)
    return Answer(result: invocation.result, lines: invocation.lines)
  }

  /// Adds a hint if an unknown name at the start of a line may be meant as a command.
  private func withCommandHint(_ diagnostic: Diagnostic, _ statement: Statement) -> Diagnostic {
    if manner == .prompt, case .expression(let formula) = statement.form, let word = formula.functions.first,
      diagnostic.range == word.range, CommandTable[word.text] != nil || word.text == "exit"
    {
      var diagnostic = diagnostic
      diagnostic.hint = "the command is '\(word.text == "exit" ? "quit" : word.text)', without brackets"
      return diagnostic
    }
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
}
