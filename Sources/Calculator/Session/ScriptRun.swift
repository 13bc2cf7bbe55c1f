// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// One run of a script: statements in the order of the file, except definitions that wait for a name.
///
/// A statement is discarded when it has run. The file is read ahead only as far as necessary to know whether a missing name is
/// defined later.
struct ScriptRun {
  /// A statement to be run.
  private struct Candidate {
    let statement: Statement
    let text: [UInt8]
    let line: SourceLines.Line
    let ordinal: Int
    let position: Int
    let isQuiet: Bool
  }

  let session: Session
  let name: String
  private let text: ScriptText
  private let command: (Command) throws(Diagnostic) -> Session.Result
  private let settle: () -> Void
  /// The scope in which the script began. Definitions wait only there, because in other scopes their names have other meanings.
  private let home: GraphPath
  private var lookahead: ScriptLookahead
  private(set) var waiting = WaitingDefinitions()
  private var progress: ScriptProgress
  /// The statements of the current line that follow the one that is run.
  private var current: [ArraySlice<UInt8>] = []
  /// The comments, if they are kept.
  private var notes: ScriptNotes?

  init(
    _ text: ScriptText, of session: Session, named name: String, keepsComments: Bool,
    progress: @escaping (Double) -> Void, settle: @escaping () -> Void,
    command: @escaping (Command) throws(Diagnostic) -> Session.Result
  ) {
    self.text = text
    self.session = session
    self.name = name
    self.command = command
    self.settle = settle
    home = session.path
    notes = keepsComments ? ScriptNotes() : nil
    lookahead = ScriptLookahead(text, session.parser)
    self.progress = ScriptProgress(byteCount: text.length ?? .max / 8, report: progress)
  }

  /// Runs the statements, and returns those that were left out after one that was refused.
  mutating func run(report: (Script.Report) -> Script.Continuation) -> UnrunStatements? {
    var isRefused = false
    let end = runAll { result in
      if case .failure = result.outcome { isRefused = true } else { isRefused = false }
      return report(result)
    }
    if var notes {
      if let comment = notes.end() { session.looseComments.append(comment) }
      session.take(notes)
    }
    guard end == .stop, isRefused, session.evaluator.isInterrupted?() != true else { return nil }
    return UnrunStatements(waiting: waiting.waiting.compactMap(text), of: current, lines: lookahead.linesBehind)
  }

  /// The text of a waiting definition.
  private func text(_ index: Int) -> ArraySlice<UInt8>? { statement(index).map { $0.line[$0.statement.range] } }

  private mutating func runAll(_ report: (Script.Report) -> Script.Continuation) -> Script.Continuation {
    while let line = lookahead.nextLine() {
      // After an interruption, no statement is run, and definitions that still wait are not reported.
      if session.evaluator.isInterrupted?() == true { return .stop }
      current = []
      lookahead.count(line.range.count, in: &progress)
      let parsed = lookahead.parse(line)
      noteComments(of: parsed)
      switch parsed.result {
      case .success(let statements):
        for (ordinal, statement) in statements.statements.enumerated() {
          let candidate = Candidate(
            statement: statement, text: parsed.text, line: line, ordinal: ordinal, position: parsed.position + ordinal,
            isQuiet: statements.isQuiet)
          current = statements.statements[(ordinal + 1)...].map { parsed.text[$0.range] }
          if take(candidate, report) == .stop { return .stop }
        }
      case .failure(var diagnostic):
        if diagnostic.isIncomplete, diagnostic.hint == nil {
          diagnostic.hint = "in a script, a statement must be on one line"
        }
        if report(Script.Report(name, line.number, parsed.text, .failure(diagnostic))) == .stop { return .stop }
      }
    }
    if session.evaluator.isInterrupted?() == true { return .stop }
    current = []
    // A definition that still waits depends on itself, or on a definition that was refused.
    var tangle = ScriptTangle(self)
    for index in waiting.waiting {
      let result = tangle.report(index)
      if report(result) == .stop {
        waiting.end(index)
        return .stop
      }
    }
    return .proceed
  }

  /// Reads the comment of a line.
  private mutating func noteComments(of line: ScriptLookahead.ParsedLine) {
    guard notes != nil else { return }
    let statements = try? line.result.get().statements
    if let comment = notes?.read(line.text, number: line.line.number, statements) {
      session.looseComments.append(comment)
    }
  }

  // MARK: Order

  /// Runs a statement and the definitions that have waited for it; or adds it to the waiting definitions.
  private mutating func take(
    _ candidate: Candidate, _ report: (Script.Report) -> Script.Continuation
  ) -> Script.Continuation {
    let position = candidate.position
    guard let defined = candidate.statement.definedName else { return report(result(of: candidate)) }
    lookahead.reach(defined, at: position)
    waiting.overtake(defined)
    let used = candidate.statement.used
    if let missing = missing(in: used, from: 0, position) {
      wait(candidate, defined, for: missing, of: used)
      return .proceed
    }
    var ready: [Int] = []
    if run(candidate, defined, &ready, report) == .stop { return .stop }
    while let next = ready.popLast() {
      if waiting.isOvertaken(next) {
        end(next)
        continue
      }
      let entry = waiting[next]
      let parsed = entry.names == nil ? parse(entry) : nil
      let used = parsed?.statement.used ?? entry.names ?? []
      if let missing = missing(in: used, from: entry.found, position) {
        waiting.wait(next, for: used[missing].text, found: missing)
        continue
      }
      end(next)
      guard let candidate = parsed ?? parse(entry) else { continue }
      lookahead.count(candidate.text.count, in: &progress)
      if run(candidate, entry.name, &ready, report) == .stop { return .stop }
    }
    waiting.removeEnded()
    return .proceed
  }

  /// Runs a definition; adds the definitions that have waited for its name to `ready`.
  private mutating func run(
    _ candidate: Candidate, _ defined: String, _ ready: inout [Int],
    _ report: (Script.Report) -> Script.Continuation
  ) -> Script.Continuation {
    let result = result(of: candidate)
    if report(result) == .stop { return .stop }
    if case .success = result.outcome, session.path == home {
      ready += waiting.take(for: defined, definedAt: candidate.position)
    }
    return .proceed
  }

  private mutating func wait(_ candidate: Candidate, _ defined: String, for missing: Int, of used: [SourceName]) {
    let definition = WaitingDefinitions.Definition(
      name: defined, start: candidate.line.range.lowerBound, length: candidate.line.range.count,
      line: candidate.line.number, ordinal: candidate.ordinal, position: candidate.position, using: used)
    waiting.add(definition, for: used[missing].text, found: missing)
    progress.waitingByteCount = waiting.byteCount
  }

  private mutating func end(_ index: Int) {
    waiting.end(index)
    progress.waitingByteCount = waiting.byteCount
  }

  /// The first name, from an index on, that is not defined and that a later definition or a waiting one defines.
  private mutating func missing(in used: [SourceName], from first: Int, _ position: Int) -> Int? {
    guard session.path == home else { return nil }
    for index in used.indices.dropFirst(first) {
      let name = used[index].text
      guard !session.isDefined(name) else { continue }
      if waiting.held(name) != nil || lookahead.isDefined(name, after: position, progress: &progress) { return index }
    }
    return nil
  }

  // MARK: Statements

  /// Parses a waiting definition again.
  private func parse(_ entry: WaitingDefinitions.Definition) -> Candidate? {
    var lines = SourceLines(text, from: entry.start, number: entry.line)
    guard let line = lines.next() else { return nil }
    guard let (parsed, text) = lookahead.parse(Array(line.bytes)) else { return nil }
    return Candidate(
      statement: parsed.statements[entry.ordinal], text: text, line: line, ordinal: entry.ordinal,
      position: entry.position, isQuiet: parsed.isQuiet)
  }

  /// A waiting definition, and its line.
  func statement(_ index: Int) -> (statement: Statement, line: [UInt8])? {
    parse(waiting[index]).map { ($0.statement, $0.text) }
  }

  private func result(of candidate: Candidate) -> Script.Report {
    do throws(Diagnostic) {
      var result: Session.Result
      switch candidate.statement.form {
      case .command(let command):
        if session.hasPending { settle() }
        result = try self.command(command)
      case .expression, .elementAssignment:
        if session.hasPending { settle() }
        result = try session.run(candidate.statement)
      default: result = try session.run(candidate.statement)
      }
      result.isQuiet = candidate.isQuiet
      if case .function(let name, _, _) = candidate.statement.form, lookahead.shadowed.names.contains(name.text) {
        result.remark = ShadowedFunctions.remark(name.text)
        session.shadowedFunctions.append(name.text)
      }
      return Script.Report(name, candidate.line.number, candidate.text, .success(result))
    } catch {
      return Script.Report(name, candidate.line.number, candidate.text, .failure(error))
    }
  }
}

/// How much of a script's work is done, reported every 64 KiB.
struct ScriptProgress {
  private let byteCount: Int
  private let report: (Double) -> Void
  /// The number of bytes in waiting definitions, which have been read but not run.
  var waitingByteCount = 0
  private var unreported = 0
  private var done = 0

  init(byteCount: Int, report: @escaping (Double) -> Void) {
    self.byteCount = byteCount
    self.report = report
  }

  /// Counts work, and reports progress at the positions that were reached. Reading ahead is a quarter of the work.
  mutating func add(_ bytes: Int, here: Int, ahead: Int) {
    unreported += bytes + 1
    guard unreported > 1 << 16 else { return }
    unreported = 0
    done = max(done, 3 * (here - waitingByteCount) + ahead)
    report(Double(done) / Double(4 * max(1, byteCount)))
  }
}
