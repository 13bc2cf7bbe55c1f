// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a worker works with: rows of workers with another model, or whose mathematics give other bits, must not be mixed.
package struct SweepHello: Hashable, Sendable {
  /// The fingerprint of the model's text.
  package let model: String
  /// The fingerprint of many results of functions.
  package let maths: String
  /// How many nodes the model has.
  package let nodeCount: Int

  package init(model: String, maths: String, nodeCount: Int) {
    (self.model, self.maths, self.nodeCount) = (model, maths, nodeCount)
  }

  /// The first line of a worker.
  package var text: String {
    "{\"v\":\(SweepRequest.version),\"hello\":{\"model\":\(JSONTree.text(model)),\"maths\":\(JSONTree.text(maths)),"
      + "\"nodes\":\(nodeCount)}}"
  }
}

/// The answers of `nodecalc work`: takes lines, evaluates rows, and sends lines.
///
/// Between two rows it can take further lines, so that a job can be cancelled. Jobs are done in the order in which they
/// came. Whatever a line says, the answer is a line, and the next is read.
package struct SweepServer {
  /// The most bytes of a line.
  package static let lineLimit = 64 << 20
  /// What is answered to a line that is longer.
  package static let tooLong = SweepRefusal("request", "a line has at most \(lineLimit >> 20) MiB").text(id: .null)
  /// The most rows of a job whose rows are sent.
  private static let rowLimit = 1 << 20
  /// The seconds between two reports of progress.
  private static let interval = 0.5

  /// A job, and what has been done of it.
  fileprivate struct Work {
    let job: SweepJob
    let model: ScenarioModel
    var next: Int
    var text = ""
    var failures = ""
    var summaries: [SweepSummary]
    let rowText: SweepRowText
    var lastProgress: Double
  }

  /// What a model was made for.
  private struct Key: Hashable {
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
  /// The model of the last job, which most often is that of the next.
  private var kept: (key: Key, model: ScenarioModel)?

  /// Creates the worker of a model.
  ///
  /// - Parameters:
  ///   - session: The model.
  ///   - hello: What it works with.
  ///   - clock: The seconds of a monotonic clock.
  package init(_ session: Session, _ hello: SweepHello, clock: @escaping () -> Double) {
    self.session = session
    self.hello = hello
    self.clock = clock
  }

  /// Whether nothing is to be evaluated.
  package var isIdle: Bool { current == nil && queue.isEmpty }

  /// Takes a line.
  ///
  /// - Parameter line: The line without its end.
  /// - Returns: What is answered at once; the rows of a job follow from ``advance(for:)``.
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

  /// Evaluates rows for some time.
  ///
  /// - Parameter seconds: How long; at least one row or block of rows is evaluated, if there is one.
  /// - Returns: Lines: progress, and the answers of jobs that are done.
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
    let key = Key(
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
      if job.form == .summary { try model.requireSummable() }
      current = Work(
        job: job, model: model, next: job.rows.lowerBound, summaries: job.outputs.map { SweepSummary($0) },
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
    case .csv, .json:
      for row in rows {
        let place = row - rows.lowerBound
        work.rowText.append(row + offset, block.given(place), block.results(place), to: &work.text)
      }
    case .summary:
      for (index, column) in block.columns.enumerated() {
        work.summaries[index].add(column, rows: rows.lowerBound + offset..<rows.upperBound + offset)
      }
    case .count: break
    }
    work.next = rows.upperBound
  }

  /// The answer of a job whose rows are all evaluated.
  private mutating func finish() -> [String] {
    guard let work = current, work.next == work.job.rows.upperBound else { return [] }
    current = nil
    let job = work.job
    let head =
      "{\"id\":\(job.id.text),\"start\":\(job.rows.lowerBound + job.scenarios.offset),\"count\":\(job.rows.count),"
    switch job.form {
    case .values: return [head + "\"values\":[\(work.text)],\"failures\":[\(work.failures)]}"]
    case .csv, .json: return [head + "\"\(job.form.rawValue)\":\(JSONTree.text(work.text))}"]
    case .summary: return [head + "\"summary\":[\(work.summaries.map(\.json).joined(separator: ","))]}"]
    case .count: return []
    }
  }
}

extension SweepServer.Work {
  /// Appends a row of values, and what failed.
  fileprivate mutating func append(_ results: [NodeValue], _ row: Int) {
    if !text.isEmpty { text += "," }
    text += "["
    for (index, result) in results.enumerated() {
      if index > 0 { text += "," }
      guard case .failure(let message, let origin) = result else {
        text += SweepRowText.json(result)
        continue
      }
      text += "null"
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
    text += "]"
  }
}

extension SweepSummary {
  /// The summaries of the whole, of those of parts: lists that name the same outputs.
  ///
  /// - Throws: A `FileFailure` if they don't, or some rows are in two of them.
  package static func merged(_ parts: [[SweepSummary]]) throws(FileFailure) -> [SweepSummary] {
    guard var whole = parts.first else { throw FileFailure("there is no summary") }
    for part in parts.dropFirst() {
      guard part.count == whole.count else { throw FileFailure("the summaries are not of the same outputs") }
      for index in whole.indices { try whole[index].merge(part[index]) }
    }
    return whole
  }
}
