// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph

/// A document that an evaluator with some kinds has opened. Asynchronous code that this starts runs when the script decides.
struct ScriptOpening {
  let evaluator: Evaluator
  let runs: LateRuns

  init(_ document: GraphDocument, _ kinds: [ScriptKind], isRepairing: Bool = false) throws {
    evaluator = Evaluator(definitions: kinds.map(\.definition))
    runs = LateRuns(of: evaluator)
    _ = try evaluator.load(document, isRepairing: isRepairing)
  }
}
