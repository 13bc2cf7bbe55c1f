// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Sweep {
  /// Evaluates some nodes of a document for each row of some scenarios, several rows at a time.
  ///
  /// Each worker loads a session of its own from the document, which is a value that any task can receive. The result
  /// is the same for any number of workers.
  ///
  /// ```swift
  /// let sweep = try await Sweep(document: session.document(), over: scenarios, ["total"], workers: 4)
  /// ```
  ///
  /// - Parameters:
  ///   - document: A document of a calculator.
  ///   - scenarios: The values of the inputs, which are numbers that are not computed.
  ///   - outputs: The names of the nodes to evaluate.
  ///   - workers: The number of sessions that work at the same time; at least 1 is used.
  /// - Throws: A ``NodeGraph/DocumentError`` if the document is broken; a ``Formulas/Diagnostic`` for an unknown name
  ///   and for an input that is computed or not a number; `CancellationError` if the task is cancelled.
  /// - Complexity: O(rows × nodes between the inputs and the outputs / workers), and O(nodes × workers).
  public init(
    document: GraphDocument, over scenarios: Scenarios, _ outputs: [String], workers: Int
  ) async throws {
    let workers = max(1, min(workers, scenarios.count))
    let blocks = max(1, min(scenarios.count, workers * 16))
    typealias Part = (kinds: [SweptKind?], blocks: [(Int, [[NodeValue]])])
    var kinds: [SweptKind?] = []
    var parts = Array(repeating: [[NodeValue]](), count: blocks)
    try await withThrowingTaskGroup(of: Part.self) { group in
      for worker in 0..<workers {
        group.addTask {
          let session = try Session(document: document, reportsChanges: false, clock: nil)
          let model = try ScenarioModel(
            of: session, from: scenarios.names.map { SourceName(naming: $0) },
            to: outputs.map { SourceName(naming: $0) }, given: scenarios.kinds, plain: scenarios.plain)
          var done: [(Int, [[NodeValue]])] = []
          // Each worker takes every n-th block, so that slow rows are distributed over all workers.
          for block in stride(from: worker, to: blocks, by: workers) {
            var columns = Array(repeating: [NodeValue](), count: outputs.count)
            for rows in model.blocks(of: scenarios.rows(ofShard: block + 1, of: blocks)) {
              try Task.checkCancellation()
              let results = model.evaluate(rows, of: scenarios)
              for index in columns.indices { results.columns[index].append(to: &columns[index], count: rows.count) }
            }
            done.append((block, columns))
          }
          return (model.kinds, done)
        }
      }
      for try await part in group {
        kinds = part.kinds
        for (block, columns) in part.blocks { parts[block] = columns }
      }
    }
    let columns = outputs.enumerated().map { index, name in
      Column(name: name, values: parts.flatMap { $0[index] })
    }
    self.init(scenarios: scenarios, rows: 0..<scenarios.count, columns: columns, kinds: kinds)
  }
}
