// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One run of `nodecalc sweep`: evaluates rows, and writes them as they are computed.
package struct SweepRun {
  /// How a run ended.
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
  ///   - options: What is asked for.
  ///   - scenarios: The rows of all parts.
  ///   - session: The model, which is unchanged.
  /// - Throws: A ``Diagnostic`` for an unknown name, for an input that is computed or no number, and for a summary of lists
  ///   or texts.
  package init(_ options: SweepOptions, _ scenarios: Scenarios, of session: Session) throws(Diagnostic) {
    self.options = options
    self.scenarios = scenarios
    model = try ScenarioModel(
      of: session, from: scenarios.names.map { SourceName(naming: $0) },
      to: options.outputs.map { SourceName(naming: $0) }, given: scenarios.kinds,
      plain: scenarios.plain)
    if options.isSummary { try model.requireSummable() }
  }

  /// Evaluates the rows of the part.
  ///
  /// - Parameters:
  ///   - isInterrupted: Whether to stop; asked before each row.
  ///   - progress: Called with how much is done, from 0 to 1.
  ///   - write: Writes whole lines; returns whether it could.
  /// - Returns: How it ended.
  /// - Complexity: O(rows × nodes between the inputs and the outputs); memory for some rows only.
  package func run(
    isInterrupted: () -> Bool = { false }, progress: (Double) -> Void = { _ in }, write: (String) -> Bool
  ) -> Outcome {
    let rows = scenarios.rows(ofShard: options.shard.number, of: options.shard.count)
    let form = SweepRowText(
      options.isJSON ? .json : .csv, inputs: scenarios.names, outputs: options.outputs, kinds: scenarios.kinds)
    var summaries = options.outputs.map { SweepSummary($0) }
    var text = ""
    // The parts, one behind the other, are the whole.
    if !options.isSummary, options.shard.number == 1, let header = form.header { text = header + "\n" }
    var values: [Double] = []
    var hasFailed = false
    for row in rows {
      if isInterrupted() { return .stopped }
      scenarios.fill(&values, row)
      let results = model.evaluate(values)
      if results.contains(where: \.isFailure) { hasFailed = true }
      if options.isSummary {
        for (index, result) in results.enumerated() { summaries[index].add(result, row: row) }
      } else {
        form.append(row, values, results, to: &text)
      }
      if text.utf8.count > 1 << 16 {
        guard write(text) else { return .unwritten }
        text.removeAll(keepingCapacity: true)
      }
      if row & 63 == 0 { progress(Double(row - rows.lowerBound) / Double(rows.count)) }
    }
    if options.isSummary { text = Self.text(of: summaries, isJSON: options.isJSON) }
    guard text.isEmpty || write(text) else { return .unwritten }
    return hasFailed ? .someFailed : .done
  }

  /// Summaries as lines for people, or as one line of JSON.
  package static func text(of summaries: [SweepSummary], isJSON: Bool) -> String {
    if isJSON { return "[" + summaries.map(\.json).joined(separator: ",") + "]\n" }
    return summaries.map { $0.lines.joined(separator: "\n") + "\n" }.joined()
  }

  /// Joins files that `nodecalc sweep --summary --json` has written.
  ///
  /// - Throws: A ``FileFailure`` that names the file.
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
