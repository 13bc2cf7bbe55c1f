// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport

/// Runs scripts with the semantics of `Script` in the simplest way: parses all lines first and keeps every statement.
struct ReferenceScript {
  private struct Pending {
    let statement: Statement
    let isQuiet: Bool
    let line: Int
    let bytes: [UInt8]

    var defined: String? {
      switch statement.form {
      case .definition(let name, _), .construction(let name, _): name.text
      case .function(let name, _, _): Self.call(name.text)
      default: nil
      }
    }

    var used: [SourceName] {
      switch statement.form {
      case .definition(_, let formula), .expression(let formula): Self.names(formula)
      case .function(_, let parameters, let results):
        results.flatMap { Self.names($0.formula) }.filter { !parameters.map(\.text).contains($0.text) }
      case .assignment(let target, let formula): [target.node] + Self.names(formula)
      case .elementAssignment(let name, let place, let formula): [name] + Self.names(place) + Self.names(formula)
      case .construction(_, let construction): construction.arguments.flatMap { Self.names($0.formula) }
      case .connection(let source, let target): [source, target.node]
      case .command: []
      }
    }

    /// Parentheses distinguish functions from nodes.
    static func call(_ name: String) -> String { "\(name)()" }

    static func names(_ formula: Formula) -> [SourceName] {
      formula.names + formula.functions.map { SourceName(call($0.text), range: $0.range) }
    }
  }

  let session: Session
  private var statements: [Pending] = []
  private var faults: [(position: Int, report: Script.Report)] = []
  /// The index of the last definition of each name.
  private var places: [String: Int] = [:]
  private var waiting: Set<Int> = []

  init(for session: Session) { self.session = session }

  mutating func run(
    _ text: String, command: (Command) throws(Diagnostic) -> Session.Result, report: (Script.Report) -> Void
  ) {
    parse(text)
    var waiters: [String: [Int]] = [:]
    var found: [Int: Int] = [:]
    var latest: [String: Int] = [:]
    for position in 0...statements.count {
      for fault in faults where fault.position == position { report(fault.report) }
      guard position < statements.count else { break }
      var ready = [position]
      while let next = ready.popLast() {
        let pending = statements[next]
        if let defined = pending.defined, latest[defined, default: next] > next {
          waiting.remove(next)
          continue
        }
        let missing = pending.used.indices.dropFirst(found[next, default: 0]).first {
          let name = pending.used[$0].text
          return !isDefined(name) && (places[name] ?? -1) > position || isHeldBack(name)
        }
        if let missing, pending.defined != nil {
          found[next] = missing
          waiters[pending.used[missing].text, default: []].append(next)
          waiting.insert(next)
          continue
        }
        waiting.remove(next)
        let outcome = outcome(of: pending, command)
        report(Script.Report(location: "s.nc:\(pending.line)", line: pending.bytes, outcome: outcome))
        if case .success = outcome, let defined = pending.defined {
          latest[defined] = next
          ready += (waiters.removeValue(forKey: defined) ?? []).reversed()
        }
      }
    }
    for position in waiting.sorted() { report(tangled(position)) }
  }

  private mutating func parse(_ text: String) {
    for line in SourceLines(Array(text.utf8)) {
      let bytes = Array(line.bytes)
      do throws(Diagnostic) {
        let parsed = try session.parse(bytes)
        for statement in parsed.statements {
          let pending = Pending(statement: statement, isQuiet: parsed.isQuiet, line: line.number, bytes: bytes)
          if let defined = pending.defined { places[defined] = statements.count }
          statements.append(pending)
        }
      } catch {
        var diagnostic = error
        if error.isIncomplete { diagnostic.hint = error.hint ?? "in a script, a statement must be on one line" }
        let report = Script.Report(location: "s.nc:\(line.number)", line: bytes, outcome: .failure(diagnostic))
        faults.append((statements.count, report))
      }
    }
  }

  private func isDefined(_ name: String) -> Bool {
    session.node(named: name) != nil
      || session.functions.contains { $0.hasPrefix("\(name.dropLast())") && name.hasSuffix("()") }
  }

  private func isHeldBack(_ name: String) -> Bool {
    guard !isDefined(name), let place = places[name] else { return false }
    return waiting.contains(place)
  }

  private func outcome(
    of pending: Pending, _ command: (Command) throws(Diagnostic) -> Session.Result
  ) -> Result<Session.Result, Diagnostic> {
    do throws(Diagnostic) {
      var result: Session.Result
      if case .command(let words) = pending.statement.form {
        result = try command(words)
      } else {
        result = try session.run(pending.statement)
      }
      result.isQuiet = pending.isQuiet
      return .success(result)
    } catch {
      return .failure(error)
    }
  }

  private func tangled(_ position: Int) -> Script.Report {
    let pending = statements[position]
    let start = pending.defined ?? ""
    var path = [start]
    var seen: Set<String> = []
    while let current = path.last, path.count < 100, seen.insert(current).inserted,
      let place = places[current], waiting.contains(place)
    {
      guard let next = statements[place].used.first(where: { isHeldBack($0.text) }) else { break }
      path.append(next.text)
    }
    let next = path.count > 1 ? path[1] : pending.used.first { !isDefined($0.text) }?.text ?? start
    let range = pending.used.first { $0.text == next }?.range ?? pending.statement.range
    let diagnostic: Diagnostic
    if path.count > 1, let last = path.last, let first = path.firstIndex(of: last), first < path.count - 1 {
      let cycle = path[first...].reversed().joined(separator: " → ")
      diagnostic = Diagnostic(.cycle, "\(start) would depend on itself; nothing changed", range, notes: [cycle])
    } else {
      diagnostic = Diagnostic(.name, "'\(next)' was refused", range)
    }
    return Script.Report(location: "s.nc:\(pending.line)", line: pending.bytes, outcome: .failure(diagnostic))
  }
}
