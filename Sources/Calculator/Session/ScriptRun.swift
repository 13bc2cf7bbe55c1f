// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One run of a script.
///
/// Nothing of a statement is kept once it ran. The file is looked ahead only as far as it takes to know whether a
/// name that is missing is defined further on, and a definition that waits is remembered by its place, then parsed
/// again: parsed statements take twenty times the room of their text.
struct ScriptRun {
  /// A definition that waits for a name.
  struct Waiting {
    let name: String
    /// Where its line starts, the number of the line, and which of its statements it is.
    let start: Int
    let line: Int
    let ordinal: Int
    /// Which statement of the script it is.
    let position: Int
    /// How many of its names it has found, so that none is looked for twice.
    var found = 0
    /// The next of those that wait for the same name.
    var next: Int?
    var isWaiting = false
  }

  /// A statement to be carried out.
  private struct Candidate {
    let statement: Statement
    let text: [UInt8]
    let line: SourceLines.Line
    let ordinal: Int
    let position: Int
    let isQuiet: Bool
  }

  /// How far the script has been read.
  private struct Cursor {
    var lines: SourceLines
    /// How many statements have been read.
    var position = 0
  }

  let session: Session
  let name: String
  let command: (Command) throws(Diagnostic) -> Session.Result
  let bytes: [UInt8]
  private var parser: StatementParser

  private var here: Cursor
  /// Is never behind `here`.
  private var scout: Cursor
  /// The last line that `scout` has read, which often is the next.
  private var scouted: (number: Int, parsed: StatementLine)?
  /// The names that definitions between `here` and `scout` give, each with the last of those.
  private var ahead: [String: Int] = [:]

  private(set) var waiting: [Waiting] = []
  /// The names of those that wait and have many: they are not parsed again for each.
  private var namesOfWaiting: [Int: [SourceName]] = [:]
  private static let fewNames = 4
  private var waitingCount = 0
  private var waitingBytes = 0
  /// The last of those that wait for a name.
  private var lastWaiting: [String: Int] = [:]
  /// The definition that waits and is the last so far of its name.
  private(set) var held: [String: Int] = [:]
  /// The last that was carried out of definitions of a name that have overtaken one that waits, or -1: that one must
  /// not be carried out any more.
  private var latest: [String: Int] = [:]
  private var workSinceProgress = 0
  private var done = 0

  init(
    _ bytes: [UInt8], of session: Session, named name: String,
    command: @escaping (Command) throws(Diagnostic) -> Session.Result
  ) {
    self.bytes = bytes
    self.session = session
    self.name = name
    self.command = command
    parser = session.parser
    // A command added later never changes what a file means.
    parser.promptCommands = nil
    here = Cursor(lines: SourceLines(bytes))
    scout = here
  }

  mutating func run(progress: (Double) -> Void, report: (Script.Report) -> Script.Continuation) {
    while let line = here.lines.next() {
      // What was asked to stop carries out nothing more, and doesn't complain of what still waits.
      if session.evaluator.isInterrupted?() == true { return }
      noteWork(line.bytes.count, progress)
      // A line that is too long for the parser need not be copied.
      let text = Array(line.bytes.prefix(StatementParser.lineLimit + 1))
      do throws(Diagnostic) {
        let parsed: StatementLine
        if let scouted, scouted.number == line.number {
          parsed = scouted.parsed
        } else {
          parsed = try parser.parse(text)
        }
        let position = here.position
        here.position += parsed.statements.count
        if scout.lines.number < line.number {
          scout = here
          if parsed.statements.count > 1 { noteDefinitions(of: parsed, at: position) }
        }
        for (ordinal, statement) in parsed.statements.enumerated() {
          let candidate = Candidate(
            statement: statement, text: text, line: line, ordinal: ordinal, position: position + ordinal,
            isQuiet: parsed.isQuiet)
          if take(candidate, progress, report) == .stop { return }
        }
      } catch {
        if scout.lines.number < line.number { scout = here }
        let fault = Script.Report(name, line.number, text, .failure(error))
        if report(fault) == .stop { return }
      }
    }
    // What still waits depends on itself, or on what was refused.
    var tangle = ScriptTangle(self)
    for index in waiting.indices where waiting[index].isWaiting {
      if report(tangle.report(index)) == .stop { return }
    }
  }

  // MARK: Order

  /// Carries out a statement, and what has waited for it; or lets it wait.
  private mutating func take(
    _ candidate: Candidate, _ progress: (Double) -> Void, _ report: (Script.Report) -> Script.Continuation
  ) -> Script.Continuation {
    let position = candidate.position
    guard let defined = candidate.statement.definedName else { return report(outcome(of: candidate)) }
    if !ahead.isEmpty, ahead[defined] == position { ahead[defined] = nil }
    if !held.isEmpty, held.removeValue(forKey: defined) != nil, latest[defined] == nil { latest[defined] = -1 }
    let used = candidate.statement.used
    if let missing = missing(in: used, from: 0, position, progress) {
      wait(candidate, defined, for: missing)
      return .goOn
    }
    var ready: [Int] = []
    if carryOut(candidate, defined, &ready, report) == .stop { return .stop }
    while let next = ready.popLast() {
      let entry = waiting[next]
      if let latest = latest[entry.name], latest > entry.position {
        endWaiting(next)
        continue
      }
      let again = namesOfWaiting[next] == nil ? read(entry) : nil
      let used = again?.statement.used ?? namesOfWaiting[next] ?? []
      if let missing = missing(in: used, from: entry.found, position, progress) {
        wait(next, for: missing, of: used)
        continue
      }
      endWaiting(next)
      guard let again = again ?? read(entry) else { continue }
      noteWork(again.text.count, progress)
      if carryOut(again, entry.name, &ready, report) == .stop { return .stop }
    }
    if waitingCount == 0, !waiting.isEmpty { waiting.removeAll(keepingCapacity: true) }
    return .goOn
  }

  private mutating func carryOut(
    _ candidate: Candidate, _ defined: String, _ ready: inout [Int],
    _ report: (Script.Report) -> Script.Continuation
  ) -> Script.Continuation {
    let outcome = outcome(of: candidate)
    if report(outcome) == .stop { return .stop }
    guard case .success = outcome.outcome, waitingCount > 0 else { return .goOn }
    if latest[defined] != nil { latest[defined] = candidate.position }
    var next = lastWaiting.removeValue(forKey: defined)
    while let index = next {
      ready.append(index)
      next = waiting[index].next
    }
    return .goOn
  }

  /// The first name, from one on, that has to be there first.
  private mutating func missing(
    in used: [SourceName], from first: Int, _ position: Int, _ progress: (Double) -> Void
  ) -> Int? {
    for index in used.indices.dropFirst(first) {
      let name = used[index].text
      guard session.node(named: name) == nil else { continue }
      if held[name] != nil || isDefined(name, after: position, progress) { return index }
    }
    return nil
  }

  /// Whether a definition that waits is the last of its name.
  func isHeldBack(_ name: String) -> Bool { session.node(named: name) == nil && held[name] != nil }

  // MARK: Waiting

  private mutating func wait(_ candidate: Candidate, _ defined: String, for missing: Int) {
    waiting.append(
      Waiting(
        name: defined, start: candidate.line.bytes.startIndex, line: candidate.line.number,
        ordinal: candidate.ordinal, position: candidate.position, isWaiting: true))
    held[defined] = waiting.count - 1
    waitingCount += 1
    waitingBytes += candidate.line.bytes.count
    let used = candidate.statement.used
    if used.count > Self.fewNames { namesOfWaiting[waiting.count - 1] = used }
    wait(waiting.count - 1, for: missing, of: used)
  }

  private mutating func wait(_ index: Int, for missing: Int, of used: [SourceName]) {
    waiting[index].found = missing
    waiting[index].next = lastWaiting.updateValue(index, forKey: used[missing].text)
  }

  private mutating func endWaiting(_ index: Int) {
    waiting[index].isWaiting = false
    namesOfWaiting[index] = nil
    waitingCount -= 1
    let entry = waiting[index]
    if held[entry.name] == index { held[entry.name] = nil }
    waitingBytes -= line(of: entry)?.bytes.count ?? 0
  }

  private func line(of entry: Waiting) -> SourceLines.Line? {
    var lines = SourceLines(bytes, from: entry.start, number: entry.line)
    return lines.next()
  }

  /// The statement that waits, parsed again.
  private func read(_ entry: Waiting) -> Candidate? {
    guard let line = line(of: entry) else { return nil }
    let text = Array(line.bytes)
    guard let parsed = try? parser.parse(text) else { return nil }
    return Candidate(
      statement: parsed.statements[entry.ordinal], text: text, line: line, ordinal: entry.ordinal,
      position: entry.position, isQuiet: parsed.isQuiet)
  }

  /// The statement that waits, and its line.
  func statement(_ index: Int) -> (statement: Statement, line: [UInt8])? {
    read(waiting[index]).map { ($0.statement, $0.text) }
  }

  // MARK: Looking ahead

  /// Whether a definition behind a position gives a name, which the file is read for as far as necessary.
  private mutating func isDefined(_ name: String, after position: Int, _ progress: (Double) -> Void) -> Bool {
    while true {
      if let place = ahead[name], place > position { return true }
      guard let line = scout.lines.next() else { return false }
      noteWork(line.bytes.count, progress)
      guard let parsed = try? parser.parse(line.bytes) else { continue }
      scouted = (line.number, parsed)
      noteDefinitions(of: parsed, at: scout.position)
      scout.position += parsed.statements.count
    }
  }

  private mutating func noteDefinitions(of line: StatementLine, at position: Int) {
    for (ordinal, statement) in line.statements.enumerated() {
      if let defined = statement.definedName { ahead[defined] = position + ordinal }
    }
  }

  // MARK: Outcome

  private func outcome(of candidate: Candidate) -> Script.Report {
    do throws(Diagnostic) {
      var result: Session.Result
      if case .command(let command) = candidate.statement.form {
        result = try self.command(command)
      } else {
        result = try session.run(candidate.statement)
      }
      result.isQuiet = candidate.isQuiet
      return Script.Report(name, candidate.line.number, candidate.text, .success(result))
    } catch {
      return Script.Report(name, candidate.line.number, candidate.text, .failure(error))
    }
  }

  /// Tells how far it is, every now and then. Looking ahead is a quarter of the work.
  private mutating func noteWork(_ count: Int, _ progress: (Double) -> Void) {
    workSinceProgress += count + 1
    guard workSinceProgress > 1 << 16 else { return }
    workSinceProgress = 0
    done = max(done, 3 * (here.lines.offset - waitingBytes) + scout.lines.offset)
    progress(Double(done) / Double(4 * max(1, bytes.count)))
  }
}
