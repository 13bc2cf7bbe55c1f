// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// One run of `nodecalc sweep`, which evaluates rows and writes them as soon as they are computed.
package struct SweepRun {
  /// The result of a run.
  package enum Outcome: Hashable, Sendable {
    case done
    /// Some outputs have no value.
    case someFailed
    case stopped
    /// The lines could not be written.
    case unwritten
  }

  private let options: SweepOptions
  private let scenarios: Scenarios
  private let model: ScenarioModel

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - options: The options of the command.
  ///   - scenarios: The rows of all parts.
  ///   - session: The model, which is unchanged.
  ///   - byRows: Whether rows are always evaluated one by one, for comparison in tests.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, for an input that is computed or not a number, and for a
  ///   summary of lists or texts.
  package init(
    _ options: SweepOptions, _ scenarios: Scenarios, of session: Session, byRows: Bool = false
  ) throws(Diagnostic) {
    self.options = options
    self.scenarios = scenarios
    model = try ScenarioModel(
      of: session, from: scenarios.names.map { SourceName(naming: $0) },
      to: options.outputs.map { SourceName(naming: $0) }, given: scenarios.kinds,
      plain: scenarios.plain, byRows: byRows)
    if options.isSummary { try model.requireNumbers(for: "summary") }
  }

  /// Evaluates the rows of the part.
  ///
  /// - Parameters:
  ///   - isInterrupted: Returns whether to stop; called before each block of rows.
  ///   - progress: Called with the fraction of the work that is done, from 0 to 1.
  ///   - write: Writes whole lines; returns whether it succeeded.
  /// - Returns: The result of the run.
  /// - Complexity: O(rows × nodes between the inputs and the outputs); memory for some rows only.
  package func run(
    isInterrupted: () -> Bool = { false }, progress: (Double) -> Void = { _ in }, write: (String) -> Bool
  ) -> Outcome {
    let rows = scenarios.rows(ofShard: options.shard.number, of: options.shard.count)
    let form = SweepRowText(
      options.isJSON ? .json : .csv, inputs: scenarios.names, outputs: options.outputs, kinds: scenarios.kinds)
    let noRows = Part(options)
    var whole = noRows
    // The parts, one after the other, form the whole, so only the first has a header.
    if !options.isSummary, options.shard.number == 1, let header = form.header {
      whole.text.append(contentsOf: (header + "\n").utf8)
    }
    var outcome: Outcome?
    /// Writes the lines that have been collected, if there are many. Returns whether to continue.
    func goOn(at row: Int) -> Bool {
      if isInterrupted() { outcome = .stopped }
      if whole.text.count > 1 << 16 {
        if !write(whole.text.string) { outcome = .unwritten }
        whole.text.removeAll()
      }
      progress(Double(row - rows.lowerBound) / Double(rows.count))
      return outcome == nil
    }
    if isInterrupted() { return .stopped }
    if let plan = model.plan, threadCount > 1, case let partSize = plan.partSize, rows.count > partSize {
      let (scenarios, titles) = (scenarios, model.titles)
      OrderedParts<Part>.run(
        count: (rows.count + partSize - 1) / partSize, threadCount: threadCount,
        makeWorker: {
          let runner = ColumnRunner(plan, rowLimit: plan.program.blockSize) { titles[$0] }
          return { index in
            let start = rows.lowerBound + index * partSize
            var part = noRows
            for block in plan.program.blocks(of: start..<min(start + partSize, rows.upperBound)) {
              part.add(runner.evaluate(block, of: scenarios), form)
            }
            return part
          }
        },
        take: { part in
          whole.append(part)
          return goOn(at: whole.end)
        })
    } else {
      for block in model.blocks(of: rows) {
        whole.add(model.evaluate(block, of: scenarios), form)
        if block.count > 1 || block.lowerBound & 63 == 0 || isInterrupted(), !goOn(at: block.upperBound) { break }
      }
    }
    if let outcome { return outcome }
    let text =
      whole.summaries.map { Self.text(of: $0, isJSON: options.isJSON) } ?? whole.text.string
    guard text.isEmpty || write(text) else { return .unwritten }
    return whole.hasFailed ? .someFailed : .done
  }

  private var threadCount: Int { options.workers ?? Workers.coreCount }

  /// The results of some rows: lines, or summaries.
  private struct Part: Sendable {
    /// A summary for each output; `nil` if lines are written.
    var summaries: [SweepSummary]?
    /// The lines.
    var text = TextBytes()
    var hasFailed = false
    /// The row after the last.
    var end = 0

    init(_ options: SweepOptions) {
      if options.isSummary { summaries = options.outputs.map { SweepSummary($0) } }
    }

    /// Adds a block after all rows.
    mutating func add(_ block: SweepBlock, _ form: SweepRowText) {
      if block.hasFailures { hasFailed = true }
      end = block.rows.upperBound
      guard summaries == nil else {
        for (index, column) in block.columns.enumerated() { summaries?[index].add(column, rows: block.rows) }
        return
      }
      form.append(block, to: &text)
    }

    /// Appends the results of the rows that follow.
    mutating func append(_ other: Part) {
      if other.hasFailed { hasFailed = true }
      end = other.end
      text.append(other.text)
      for (index, summary) in (other.summaries ?? []).enumerated() { try? summaries?[index].merge(summary) }
    }
  }

  /// Summaries as lines for people, or as one line of JSON.
  package static func text(of summaries: [SweepSummary], isJSON: Bool) -> String {
    if isJSON { return "[" + summaries.map(\.json).joined(separator: ",") + "]\n" }
    return summaries.map { $0.lines.joined(separator: "\n") + "\n" }.joined()
  }

  /// Joins files that `nodecalc sweep --summary --json` has written.
  ///
  /// - Throws: A ``Formulas/FileFailure`` that names the file.
  package static func merged(_ files: [(name: String, bytes: [UInt8])]) throws(FileFailure) -> [SweepSummary] {
    var parts: [[SweepSummary]] = []
    for file in files {
      let elements = (try? JSONTree(file.bytes))?.elements
      let summaries = elements?.compactMap { SweepSummary($0) } ?? []
      guard let elements, !elements.isEmpty, summaries.count == elements.count else {
        throw FileFailure("'\(file.name)' holds no summaries: sweep --summary --json writes them")
      }
      parts.append(summaries)
    }
    return try SweepSummary.merged(parts)
  }
}
