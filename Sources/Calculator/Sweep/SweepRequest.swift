// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A request that was sent to `nodecalc work`.
enum SweepRequest {
  /// Evaluate rows.
  case job(SweepJob)
  /// Forget a job.
  case cancel(JSONTree)
  /// Join the summaries of parts.
  case merge(id: JSONTree, [[SweepSummary]])
}

/// Rows to evaluate, with the form of their results.
struct SweepJob {
  /// The form of the results.
  enum Form: String {
    /// The values of each row, and a list of failures.
    case values
    /// Lines of CSV, as `nodecalc sweep` prints them.
    case csv
    /// Lines of JSON, as `nodecalc sweep --json` prints them.
    case json
    /// A text for each output, with its numbers (see `ColumnText`), and a list of failures.
    case columns
    /// A summary for each output.
    case summary
    /// The number of rows; no row is evaluated.
    case count

    /// The name of the form's result, for messages.
    var singular: String { self == .columns ? "column" : rawValue }
  }

  let id: JSONTree
  let scenarios: Scenarios
  let outputs: [String]
  let rows: Range<Int>
  let form: Form
  /// The greatest number of seconds for a row.
  let timeout: Double?
}

/// The reason why a request is refused.
struct SweepRefusal: Error {
  let code: String
  let message: String
  var hint: String?

  init(_ code: String, _ message: String, hint: String? = nil) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }

  init(_ diagnostic: Diagnostic) {
    self.init(diagnostic.code.rawValue, diagnostic.message, hint: diagnostic.hint)
  }

  /// The line that reports the refusal.
  func text(id: JSONTree) -> String {
    let hint = hint.map { ",\"hint\":\(JSONTree.text($0))" } ?? ""
    return
      "{\"id\":\(id.text),\"error\":{\"code\":\(JSONTree.text(code)),\"message\":\(JSONTree.text(message))\(hint)}}"
  }
}

extension SweepRequest {
  /// The version of the messages.
  static let version = 1

  private static let fields: Set<String> = [
    "v", "id", "get", "each", "zip", "rows", "draw", "seed", "repeat", "set", "start", "count", "offset", "form",
    "timeout",
    "model", "maths", "cancel", "merge",
  ]

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - tree: The JSON value of the line.
  ///   - hello: The properties of this worker: a request for another model or other mathematics is refused.
  ///   - rowLimit: The greatest number of rows in a job.
  /// - Throws: The refusal.
  init(_ tree: JSONTree, _ hello: SweepHello, rowLimit: Int) throws(SweepRefusal) {
    guard let members = tree.members else { throw SweepRefusal("request", "a request must be a JSON object") }
    if let version = tree["v"], version.int != Self.version {
      throw SweepRefusal("version", "this worker speaks version \(Self.version), not \(version.text)")
    }
    if let model = tree["model"], model.string != hello.model {
      throw SweepRefusal("model", "this worker has the model \(hello.model), not \(model.text)")
    }
    if let maths = tree["maths"], maths.string != hello.maths {
      throw SweepRefusal("maths", "this worker computes with \(hello.maths), not \(maths.text)")
    }
    if let unknown = members.first(where: { !Self.fields.contains($0.name) }) {
      throw SweepRefusal(
        "request", "unknown field '\(unknown.name)'",
        hint: Suggestion.hint(for: unknown.name, among: Self.fields.sorted()))
    }
    if let cancelled = tree["cancel"] {
      self = .cancel(cancelled)
      return
    }
    guard let id = tree["id"], id.int != nil || id.string != nil else {
      throw SweepRefusal("request", "a request needs an 'id', a whole number or a string")
    }
    if let parts = tree["merge"] {
      self = .merge(id: id, try Self.summaries(parts))
      return
    }
    self = .job(try Self.job(id, tree, rowLimit))
  }

  /// Reads the summaries of each part, one per output.
  private static func summaries(_ tree: JSONTree) throws(SweepRefusal) -> [[SweepSummary]] {
    var result: [[SweepSummary]] = []
    for part in tree.elements ?? [] {
      let summaries = (part.elements ?? []).compactMap { SweepSummary($0) }
      guard summaries.count == part.elements?.count else {
        throw SweepRefusal("request", "'merge' takes lists of summaries")
      }
      result.append(summaries)
    }
    guard !result.isEmpty, Set(result.map(\.count)).count == 1 else {
      throw SweepRefusal("request", "the lists of 'merge' must have equal numbers of summaries")
    }
    return result
  }

  private static func job(_ id: JSONTree, _ tree: JSONTree, _ rowLimit: Int) throws(SweepRefusal) -> SweepJob {
    let outputs = (tree["get"]?.elements ?? []).compactMap(\.string)
    guard !outputs.isEmpty, outputs.count == tree["get"]?.elements?.count else {
      throw SweepRefusal("request", "'get' takes a list of names")
    }
    let scenarios: Scenarios
    do throws(Diagnostic) {
      scenarios = try Self.scenarios(tree)
    } catch {
      throw SweepRefusal(error)
    }
    var form = SweepJob.Form.values
    if let name = tree["form"] {
      guard let known = name.string.flatMap(SweepJob.Form.init) else {
        throw SweepRefusal("request", "'form' must be values, csv, json, columns, summary or count")
      }
      form = known
    }
    let start: Int
    let count: Int
    do throws(Diagnostic) {
      start = try whole("start", in: tree) ?? 0
      count = try whole("count", in: tree) ?? max(0, scenarios.count - start)
    } catch {
      throw SweepRefusal(error)
    }
    guard start >= 0, count >= 0, start <= scenarios.count, count <= scenarios.count - start else {
      throw SweepRefusal("rows", "rows \(start)..<\(start &+ count) don't exist; the rows are 0..<\(scenarios.count)")
    }
    if form != .count, form != .summary, count > rowLimit {
      throw SweepRefusal("rows", "a request takes at most \(rowLimit) rows", hint: "send them in parts")
    }
    var timeout: Double?
    if let seconds = tree["timeout"] {
      guard let number = seconds.double, number > 0 else {
        throw SweepRefusal("request", "'timeout' takes a number of seconds above 0")
      }
      timeout = number
    }
    return SweepJob(
      id: id, scenarios: scenarios, outputs: outputs, rows: start..<start + count, form: form, timeout: timeout)
  }

  private static func whole(_ field: String, in tree: JSONTree) throws(Diagnostic) -> Int? {
    guard let value = tree[field] else { return nil }
    guard let number = value.int else { throw refusal("'\(field)' takes a whole number") }
    return number
  }

  private static func refusal(_ message: String) -> Diagnostic { Diagnostic(.command, message, 0..<0) }

  private static func scenarios(_ tree: JSONTree) throws(Diagnostic) -> Scenarios {
    var scenarios = Scenarios()
    if let axes = tree["each"] {
      guard let members = axes.members else { throw refusal("'each' takes an object with a range for each name") }
      if tree["zip"]?.boolean == true {
        try scenarios.vary(members.map(\.name), over: try columns(members))
      } else {
        for (name, value) in members { try scenarios.vary([name], over: [try values(name, value)]) }
      }
    }
    if let table = tree["rows"] {
      let names = (table["names"]?.elements ?? []).compactMap(\.string)
      guard !names.isEmpty, names.count == table["names"]?.elements?.count else {
        throw refusal("'rows' takes an object with names, and values or columns")
      }
      try scenarios.vary(names, over: try columns(table, of: names))
    }
    if let draws = tree["draw"] {
      for (name, value) in draws.members ?? [] {
        guard let member = value.members?.first, value.members?.count == 1,
          let numbers = member.value.elements?.compactMap(\.double), numbers.count == member.value.elements?.count,
          let distribution = DrawnDistribution(member.name, numbers)
        else {
          let numbers = value.members?.first?.value.elements?.compactMap(\.double) ?? []
          if let rule = value.members?.first.flatMap({ DrawnDistribution.brokenRule($0.name, numbers) }) {
            throw refusal("the distribution of '\(name)' is not valid: \(rule)")
          }
          throw refusal(
            "'draw' needs a distribution for '\(name)', with its numbers in a list: \(DrawnDistribution.expectation)")
        }
        try scenarios.draw(name, from: distribution)
      }
    }
    for (name, value) in tree["set"]?.members ?? [] {
      if let text = value.string {
        try scenarios.fix(name, at: try SweptValues.value(text))
      } else {
        guard let number = value.double else { throw refusal("'set' needs a number or a text for '\(name)'") }
        try scenarios.fix(name, at: (number, nil))
      }
    }
    if let seed = tree["seed"] {
      guard let number = seed.int else { throw refusal("'seed' takes a whole number") }
      scenarios.seed = UInt64(bitPattern: Int64(number))
    }
    if let times = try whole("repeat", in: tree) { try scenarios.repeatRows(times) }
    if let offset = try whole("offset", in: tree) {
      guard (0...Scenarios.maximumCount).contains(offset) else { throw refusal("'offset' takes the number of a row") }
      scenarios.offset = offset
    }
    return scenarios
  }

  /// The values of a table: a list for each row in `values`, or a text for each name in `columns` (see `ColumnText`).
  private static func columns(_ table: JSONTree, of names: [String]) throws(Diagnostic) -> [SweptValues] {
    if let texts = table["columns"]?.elements {
      var columns: [[Double]] = []
      for text in texts {
        guard let numbers = text.string.flatMap(ColumnText.numbers) else {
          throw refusal("column \(columns.count) must be numbers of 8 bytes, the least significant first, in base 64")
        }
        columns.append(numbers)
      }
      guard columns.count == names.count, Set(columns.map(\.count)).count == 1 else {
        throw refusal("'columns' must have as many numbers for each name")
      }
      return columns.map { SweptValues(.list($0), in: nil) }
    }
    guard let rows = table["values"]?.elements else {
      throw refusal("'rows' takes an object with names, and values or columns")
    }
    var columns = Array(repeating: [JSONTree](), count: names.count)
    for (index, row) in rows.enumerated() {
      let values = row.elements ?? []
      guard values.count == names.count, values.allSatisfy(isValue) else {
        throw refusal("row \(index) must have \(MessageText.counted(names.count, "value"))")
      }
      for (column, value) in values.enumerated() { columns[column].append(value) }
    }
    var swept: [SweptValues] = []
    for (name, column) in zip(names, columns) { swept.append(try list(name, column)) }
    return swept
  }

  /// The values of an input: `{"from":10,"to":60,"step":0.01}`, `{"from":"2026-03-01","to":"2026-06-01","step":"7 d"}`, or a
  /// list.
  private static func values(_ name: String, _ value: JSONTree) throws(Diagnostic) -> SweptValues {
    if let elements = value.elements { return try list(name, elements) }
    if let first = value["from"]?.string, let last = value["to"]?.string {
      return try SweptValues(from: first, through: last, step: value["step"].map { $0.string ?? $0.text })
    }
    return SweptValues(.range(try range(name, value)), in: nil)
  }

  private static func isValue(_ tree: JSONTree) -> Bool {
    tree.double != nil || tree.string.map { (try? SweptValues.value($0)) != nil } == true
  }

  private static func list(_ name: String, _ elements: [JSONTree]) throws(Diagnostic) -> SweptValues {
    let numbers = elements.compactMap(\.double)
    if numbers.count == elements.count { return SweptValues(.list(numbers), in: nil) }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else {
      throw refusal("'\(name)' takes numbers, or texts of dates or quantities")
    }
    return try SweptValues(list: texts)
  }

  private static func range(_ name: String, _ value: JSONTree) throws(Diagnostic) -> SweepRange {
    guard let first = value["from"]?.double, let last = value["to"]?.double else {
      throw refusal("'\(name)' takes a list of numbers, or an object with from, to and step")
    }
    let step = value["step"]?.double ?? (last < first ? -1 : 1)
    return try SweepRange(from: first, through: last, step: step, atMost: Scenarios.maximumCount)
  }

  private static func columns(_ axes: [(name: String, value: JSONTree)]) throws(Diagnostic) -> [SweptValues] {
    var columns: [SweptValues] = []
    for (name, value) in axes {
      let swept = try values(name, value)
      guard swept.count <= 1 << 22 else { throw refusal("inputs that change together take at most \(1 << 22) values") }
      columns.append(swept)
    }
    return columns
  }
}
