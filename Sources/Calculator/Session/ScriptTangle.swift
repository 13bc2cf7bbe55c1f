// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Explains why definitions still wait at the end of a script.
struct ScriptTangle {
  private let run: ScriptRun
  /// The definition that each definition waits for, once that is known; -1 for none.
  private var nexts: [Int?]

  init(_ run: ScriptRun) {
    self.run = run
    nexts = Array(repeating: nil, count: run.waiting.definitions.count)
  }

  /// Reports a waiting definition: the cycle that it is part of, or the name that was refused.
  mutating func report(_ index: Int) -> Script.Report {
    let entry = run.waiting[index]
    guard let (statement, line) = run.statement(index) else {
      return Script.Report(run.name, entry.line, [], .success(Session.Result()))
    }
    var path = [entry.name]
    var current = run.waiting.held(entry.name)
    var seen: Set<Int> = []
    // A longer path would not help a reader, and the path is walked for each definition.
    while let index = current, path.count < 100, seen.insert(index).inserted, let next = next(after: index) {
      path.append(run.waiting[next].name)
      current = next
    }
    let next = path.count > 1 ? path[1] : statement.used.first { !run.session.isDefined($0.text) }?.text
    let used = statement.used.first { $0.text == next ?? entry.name }?.range ?? statement.range
    let diagnostic: Diagnostic
    if path.count > 1, let last = path.last, let first = path.firstIndex(of: last), first < path.count - 1 {
      let cycle = Diagnostic.way(path[first...].reversed().map(ScriptName.shown))
      diagnostic = Diagnostic(
        .cycle, "\(ScriptName.shown(entry.name)) would depend on itself; nothing changed", used, notes: [cycle])
    } else {
      diagnostic = Diagnostic(.name, "'\(ScriptName.shown(next ?? entry.name))' was refused", used)
    }
    return Script.Report(run.name, entry.line, line, .failure(diagnostic))
  }

  /// The definition that another waits for, which is searched for only once.
  private mutating func next(after index: Int) -> Int? {
    if let known = nexts[index] { return known < 0 ? nil : known }
    let used = run.statement(index)?.statement.used
    let name = used?.first { !run.session.isDefined($0.text) && run.waiting.held($0.text) != nil }?.text
    let next = name.flatMap(run.waiting.held)
    nexts[index] = next ?? -1
    return next
  }
}
