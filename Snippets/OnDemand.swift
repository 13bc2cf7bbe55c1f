// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Evaluates only what is needed.

// snippet.show
import NodeEval

let evaluator = Evaluator()
evaluator.policy = .onDemand
let exposure = evaluator.input("exposure", 1.0)
let preview = evaluator.node("preview", exposure) { $0 * 2 }
let histogram = evaluator.node("histogram", preview) { [$0, $0 / 2] }

let need = evaluator.need(preview)  // until it is released; an observer is a need as well
print(evaluator[preview])  // 2.0
print(evaluator.state(of: histogram.node) == .stale)  // true: it has not run

evaluator.set(exposure, to: 3)
print(evaluator[preview])  // 6.0
evaluator.bringUpToDate(histogram)  // once
print(evaluator[histogram])  // [6.0, 3.0]
need.end()
print(evaluator.set(exposure, to: 4).evaluated.count)  // 0
// snippet.hide
