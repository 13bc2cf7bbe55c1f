// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The properties of a worker. Rows must not be mixed if workers have different models, or mathematics that give different bits.
package struct SweepHello: Hashable, Sendable {
  /// The fingerprint of the model's text.
  package let model: String
  /// The fingerprint of many results of functions.
  package let maths: String
  /// The number of nodes in the model.
  package let nodeCount: Int

  package init(model: String, maths: String, nodeCount: Int) {
    (self.model, self.maths, self.nodeCount) = (model, maths, nodeCount)
  }

  /// The first line that a worker sends.
  package var text: String {
    "{\"v\":\(SweepRequest.version),\"hello\":{\"model\":\(JSONTree.text(model)),\"maths\":\(JSONTree.text(maths)),"
      + "\"nodes\":\(nodeCount)}}"
  }
}

/// The protocol of `nodecalc work`: receives requests, evaluates rows, and sends lines.
///
/// Requests can be received between two rows, so that a job can be cancelled. Jobs are executed in the order of their
/// arrival. Every line is answered, even if it is not a valid request, and the next one is read.
package struct SweepServer {
  /// The greatest number of bytes in a line.
  package static let lineLimit = 64 << 20
  /// The answer to a line that is longer.
  package static let tooLong = SweepRefusal("request", "a line has at most \(lineLimit >> 20) MiB").text(id: .null)
  /// The greatest number of rows in a job whose rows are sent.
  private static let rowLimit = 1 << 20
  /// The seconds between two reports of progress.
  private static let interval = 0.5

  /// A job, and the part of it that has been done.
  fileprivate struct Work {
    let job: SweepJob
    let model: ScenarioModel
    var next: Int
    var text = ""
    var lines = TextBytes()
    var failures = ""
    var columns: [[Double]]
    var summaries: [SweepSummary]
    let rowText: SweepRowText
    var lastProgress: Double
  }

  /// The properties that a model was made for.
  private struct ModelKey: Hashable {
    let inputs: [String]
    let outputs: [String]
    let kinds: [String: SweptKind]
    let plain: Set<String>
    let timeout: Double?
  }

  private let session: Session
  private let hello: SweepHello
  private let clock: () -> Double
  private var queue: [SweepJob] = []
  private var current: Work?
  /// The model of the last job, which the next job usually needs too.
  private var kept: (key: ModelKey, model: ScenarioModel)?

  /// Creates the worker of a model.
  ///
  /// - Parameters:
  ///   - session: The model.
  ///   - hello: The properties of this worker.
  ///   - clock: The seconds of a monotonic clock.
  package init(_ session: Session, _ hello: SweepHello, clock: @escaping () -> Double) {
    self.session = session
    self.hello = hello
    self.clock = clock
  }

  /// Whether no rows are left to evaluate.
  package var isIdle: Bool { current == nil && queue.isEmpty }

  /// Receives a request.
  ///
  /// - Parameter line: The line without its end.
  /// - Returns: The immediate answers; the rows of a job follow from ``advance(for:)``.
  package mutating func receive(_ line: [UInt8]) -> [String] {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return [] }
    let tree: JSONTree
    do throws(JSONScanner.Fault) {
      tree = try JSONTree(line)
    } catch {
      return [SweepRefusal("json", "\(error.reason), at byte \(error.offset)").text(id: .null)]
    }
    let id = tree["id"] ?? .null
    do throws(SweepRefusal) {
      switch try SweepRequest(tree, hello, rowLimit: Self.rowLimit) {
      case .cancel(let id): return [cancel(id)]
      case .merge(_, let parts): return [try merged(id, parts)]
      case .job(let job) where job.form == .count:
        return [
          "{\"id\":\(id.text),\"rows\":\(job.rows.count),\"names\":\(JSONTree.array(job.scenarios.names.map { .string($0) }).text)}"
        ]
      case .job(let job):
        queue.append(job)
        return []
      }
    } catch {
      return [error.text(id: id)]
    }
  }

  private mutating func cancel(_ id: JSONTree) -> String {
    let count = queue.count
    queue.removeAll { $0.id == id }
    var isFound = queue.count < count
    if current?.job.id == id {
      current = nil
      isFound = true
    }
    return "{\"id\":\(id.text),\"cancelled\":\(isFound)}"
  }

  private func merged(_ id: JSONTree, _ parts: [[SweepSummary]]) throws(SweepRefusal) -> String {
    do throws(FileFailure) {
      let summaries = try SweepSummary.merged(parts)
      return "{\"id\":\(id.text),\"summary\":[\(summaries.map(\.json).joined(separator: ","))]}"
    } catch {
      throw SweepRefusal("request", error.message)
    }
  }

  /// Evaluates rows for a limited time.
  ///
  /// - Parameter seconds: The time; at least one row or block of rows is evaluated, if any is left.
  /// - Returns: Lines with progress, and the answers to jobs that are done.
  package mutating func advance(for seconds: Double) -> [String] {
    let start = clock()
    var lines: [String] = []
    while true {
      if current == nil {
        guard !queue.isEmpty else { return lines }
        lines += begin(queue.removeFirst())
        continue
      }
      while current.map({ $0.next < $0.job.rows.upperBound }) == true {
        evaluateBlock()
        let now = clock()
        if let done = current, now - done.lastProgress >= Self.interval {
          current?.lastProgress = now
          lines.append("{\"id\":\(done.job.id.text),\"progress\":\(done.next - done.job.rows.lowerBound)}")
        }
        if now - start >= seconds { return lines + finish() }
      }
      lines += finish()
    }
  }

  private mutating func begin(_ job: SweepJob) -> [String] {
    let key = ModelKey(
      inputs: job.scenarios.names, outputs: job.outputs, kinds: job.scenarios.kinds, plain: job.scenarios.plain,
      timeout: job.timeout)
    do throws(Diagnostic) {
      let model: ScenarioModel
      if let kept, kept.key == key {
        model = kept.model
      } else {
        model = try ScenarioModel(
          of: session, from: key.inputs.map { SourceName(naming: $0) }, to: key.outputs.map { SourceName(naming: $0) },
          given: key.kinds, plain: key.plain)
        if let timeout = job.timeout { model.limit(to: timeout, by: clock) }
        kept = (key, model)
      }
      if job.form == .summary || job.form == .columns { try model.requireNumbers(for: job.form.singular) }
      current = Work(
        job: job, model: model, next: job.rows.lowerBound, columns: job.outputs.map { _ in [] },
        summaries: job.outputs.map { SweepSummary($0) },
        rowText: SweepRowText(
          job.form == .json ? .json : .csv, inputs: key.inputs, outputs: key.outputs, kinds: key.kinds),
        lastProgress: clock())
      return ["{\"id\":\(job.id.text),\"progress\":0}"]
    } catch {
      return [SweepRefusal(error).text(id: job.id)]
    }
  }

  private mutating func evaluateBlock() {
    guard var work = current else { return }
    current = nil
    defer { current = work }
    let rows = work.next..<min(work.next + work.model.blockSize, work.job.rows.upperBound)
    let block = work.model.evaluate(rows, of: work.job.scenarios)
    let offset = work.job.scenarios.offset
    switch work.job.form {
    case .values: for row in rows { work.append(block.results(row - rows.lowerBound), row + offset) }
    case .csv, .json: work.rowText.append(block, offset: offset, to: &work.lines)
    case .columns: work.append(block, offset: offset)
    case .summary:
      for (index, column) in block.columns.enumerated() {
        work.summaries[index].add(column, rows: rows.lowerBound + offset..<rows.upperBound + offset)
      }
    case .count: break
    }
    work.next = rows.upperBound
  }

  /// The answer to a job whose rows are all evaluated.
  private mutating func finish() -> [String] {
    guard let work = current, work.next == work.job.rows.upperBound else { return [] }
    current = nil
    let job = work.job
    let head =
      "{\"id\":\(job.id.text),\"start\":\(job.rows.lowerBound + job.scenarios.offset),\"count\":\(job.rows.count),"
    switch job.form {
    case .values: return [head + "\"values\":[\(work.text)],\"failures\":[\(work.failures)]}"]
    case .columns: return [head + "\"columns\":[\(work.columnTexts)],\"failures\":[\(work.failures)]}"]
    case .csv, .json: return [head + "\"\(job.form.rawValue)\":\(JSONTree.text(work.lines.string))}"]
    case .summary: return [head + "\"summary\":[\(work.summaries.map(\.json).joined(separator: ","))]}"]
    case .count: return []
    }
  }
}

extension SweepServer.Work {
  /// Appends a row of values, and its failures.
  fileprivate mutating func append(_ results: [NodeValue], _ row: Int) {
    if !text.isEmpty { text += "," }
    text += "["
    for (index, result) in results.enumerated() {
      if index > 0 { text += "," }
      text += result.isFailure ? "null" : SweepRowText.json(result)
    }
    text += "]"
    appendFailures(of: results, row)
  }

  /// Appends the columns of a block, with NaN for values that are not numbers, and its failures.
  fileprivate mutating func append(_ block: SweepBlock, offset: Int) {
    for (index, column) in block.columns.enumerated() {
      if case .numbers(let numbers, nil, let failures) = column, failures.isEmpty {
        columns[index] += numbers
        continue
      }
      for row in 0..<block.rows.count { columns[index].append(Self.number(column[row])) }
    }
    if !block.hasFailures { return }
    for row in block.rows { appendFailures(of: block.results(row - block.rows.lowerBound), row + offset) }
  }

  private static func number(_ value: NodeValue) -> Double {
    if case .value(.boolean(let boolean)) = value { boolean ? 1 : 0 } else { value.number ?? .nan }
  }

  /// The texts of the columns, separated by commas.
  fileprivate var columnTexts: String {
    columns.map { column in
      var text = TextBytes()
      ColumnText.append(column, to: &text)
      return "\"\(text.string)\""
    }.joined(separator: ",")
  }

  private mutating func appendFailures(of results: [NodeValue], _ row: Int) {
    for (index, result) in results.enumerated() {
      guard case .failure(let message, let origin) = result else { continue }
      let code =
        switch message {
        case ScenarioModel.timeout: "timeout"
        case ScenarioModel.notFinite: "input"
        default: "value"
        }
      if !failures.isEmpty { failures += "," }
      failures += "{\"row\":\(row),\"get\":\(JSONTree.text(job.outputs[index])),\"code\":\"\(code)\","
      failures += "\"text\":\(JSONTree.text(message))"
      if let origin { failures += ",\"from\":\(JSONTree.text(origin))" }
      failures += "}"
    }
  }
}

extension SweepSummary {
  /// Joins the summaries of parts to those of the whole; all lists must name the same outputs.
  ///
  /// - Throws: A `FileFailure` if the outputs differ, or some rows are in two parts.
  package static func merged(_ parts: [[SweepSummary]]) throws(FileFailure) -> [SweepSummary] {
    guard var whole = parts.first else { throw FileFailure("'merge' needs at least one list of summaries") }
    for part in parts.dropFirst() {
      guard part.count == whole.count else { throw FileFailure("the summaries have different outputs") }
      for index in whole.indices { try whole[index].merge(part[index]) }
    }
    return whole
  }
}
