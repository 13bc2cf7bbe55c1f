// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Runs a file of statements. Definitions may come in any order: one that names something defined further on waits
/// until it is.
///
/// Complexity: linear in the size of the file, besides what the statements evaluate.
public struct Script {
  /// What a statement came to.
  public struct Report: Sendable {
    /// Where it stands: the name of the file and the line, `tax.nc:3`.
    public let location: String
    /// The line.
    public let line: [UInt8]
    /// What it did, or why it was refused.
    public let outcome: Result<Session.Result, Diagnostic>

    /// Reports what came of a statement.
    public init(location: String, line: [UInt8], outcome: Result<Session.Result, Diagnostic>) {
      self.location = location
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

  private struct Pending {
    let statement: Statement
    let line: Int
    let bytes: [UInt8]
    let isQuiet: Bool
    /// The names that have to be there first.
    let used: [String]
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
  public func run(_ bytes: [UInt8], report: (Report) -> Continuation) {
    var statements: [Pending] = []
    var places: [String: Int] = [:]
    var faults: [(position: Int, report: Report)] = []
    for line in SourceLines(bytes) {
      let text = Array(line.bytes)
      do throws(Diagnostic) {
        let parsed = try session.parser.parse(text)
        for statement in parsed.statements {
          if let defined = statement.definedName { places[defined] = statements.count }
          statements.append(
            Pending(
              statement: statement, line: line.number, bytes: text, isQuiet: parsed.isQuiet,
              used: statement.usedNames))
        }
      } catch {
        faults.append(
          (statements.count, Report(location: "\(name):\(line.number)", line: text, outcome: .failure(error))))
      }
    }
    run(statements, places, faults, report)
  }

  private func run(
    _ statements: [Pending], _ places: [String: Int], _ faults: [(position: Int, report: Report)],
    _ report: (Report) -> Continuation
  ) {
    var waiting: [String: [Int]] = [:]
    var isWaiting: Set<Int> = []
    // How many of its names a waiting definition has found, so that none is looked for twice.
    var found: [Int: Int] = [:]
    // A waiting definition must not overtake a later one of the same name.
    var latest: [String: Int] = [:]
    var faults = faults[...]
    for position in 0...statements.count {
      while let fault = faults.first, fault.position == position {
        faults.removeFirst()
        if report(fault.report) == .stop { return }
      }
      guard position < statements.count else { break }
      var ready = [position]
      while let next = ready.popLast() {
        let pending = statements[next]
        let defined = pending.statement.definedName
        if let defined, latest[defined, default: next] > next {
          isWaiting.remove(next)
          continue
        }
        let missing = pending.used[found[next, default: 0]...].firstIndex {
          session.node(named: $0) == nil && (places[$0] ?? -1) > position || isHeldBack($0, isWaiting, places)
        }
        if let missing, defined != nil {
          found[next] = missing
          waiting[pending.used[missing], default: []].append(next)
          isWaiting.insert(next)
          continue
        }
        isWaiting.remove(next)
        let outcome = outcome(of: pending)
        if report(outcome) == .stop { return }
        found[next] = nil
        if case .success = outcome.outcome, let defined {
          latest[defined] = next
          ready += (waiting.removeValue(forKey: defined) ?? []).reversed()
        }
      }
    }
    // What still waits depends on itself, or on what was refused.
    for position in isWaiting.sorted() {
      if report(tangled(position, statements, places, isWaiting)) == .stop { return }
    }
  }

  private func isHeldBack(_ name: String, _ isWaiting: Set<Int>, _ places: [String: Int]) -> Bool {
    guard session.node(named: name) == nil, let place = places[name] else { return false }
    return isWaiting.contains(place)
  }

  private func outcome(of pending: Pending) -> Report {
    let location = "\(name):\(pending.line)"
    do throws(Diagnostic) {
      var result: Session.Result
      if case .command(let command) = pending.statement.form {
        result = try self.command(command)
      } else {
        result = try session.run(pending.statement)
      }
      result.isQuiet = pending.isQuiet
      return Report(location: location, line: pending.bytes, outcome: .success(result))
    } catch {
      return Report(location: location, line: pending.bytes, outcome: .failure(error))
    }
  }

  /// Why a definition still waits: the way from it back to itself, or the name that never came.
  private func tangled(
    _ position: Int, _ statements: [Pending], _ places: [String: Int], _ isWaiting: Set<Int>
  ) -> Report {
    let pending = statements[position]
    let location = "\(name):\(pending.line)"
    let start = pending.statement.definedName ?? ""
    var path = [start]
    var seen: Set<String> = []
    // A longer way says nothing more to a person, and would be walked for each that waits.
    while let current = path.last, path.count < 100, seen.insert(current).inserted, let place = places[current] {
      guard let next = statements[place].used.first(where: { isHeldBack($0, isWaiting, places) })
      else { break }
      path.append(next)
    }
    let diagnostic: Diagnostic
    let next = path.count > 1 ? path[1] : pending.used.first { session.node(named: $0) == nil } ?? start
    let used = pending.statement.usedRange(of: next) ?? pending.statement.range
    if path.count > 1, let last = path.last, let first = path.firstIndex(of: last), first < path.count - 1 {
      let cycle = path[first...].reversed().joined(separator: " → ")
      diagnostic = Diagnostic(.cycle, "\(start) would depend on itself; nothing changed", used, notes: [cycle])
    } else {
      diagnostic = Diagnostic(.name, "'\(next)' was refused", used)
    }
    return Report(location: location, line: pending.bytes, outcome: .failure(diagnostic))
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

  var usedNames: [String] { used.map(\.text) }

  func usedRange(of name: String) -> Range<Int>? { used.first { $0.text == name }?.range }

  private var used: [SourceName] {
    switch form {
    case .definition(_, let formula), .expression(let formula): formula.names
    case .assignment(let target, let formula): [target.node] + formula.names
    case .construction(_, let construction): construction.arguments.flatMap(\.formula.names)
    case .connection(let source, let target): [source, target.node]
    case .command: []
    }
  }
}
