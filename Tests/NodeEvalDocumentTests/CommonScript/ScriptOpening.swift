// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph

/// A document that an evaluator with some kinds has opened. Asynchronous code that this starts runs when the script decides.
struct ScriptOpening {
  let evaluator: Evaluator
  let runs: LateRuns

  /// Opens a document. Each run of code is added to a counter.
  init(
    _ document: GraphDocument, _ kinds: [ScriptKind], isRepairing: Bool = false, counter: RunCounter = RunCounter()
  ) throws {
    evaluator = Evaluator(definitions: kinds.map { $0.counting(counter) })
    runs = LateRuns(of: evaluator)
    _ = try evaluator.load(document, isRepairing: isRepairing)
  }
}
