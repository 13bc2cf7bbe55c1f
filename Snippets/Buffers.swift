// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A kind that changes its last output in place.

// snippet.show
import NodeEval

let mix = NodeDefinition(
  "Mix", inputs: ManyPort<[Float]>("voices"), output: ValuePort<[Float]>("sum"),
  initial: [Float](repeating: 0, count: 256)
) { (sum: inout [Float], voices) in
  for frame in sum.indices { sum[frame] = voices.reduce(0) { $0 + $1[frame] } }
}
// snippet.hide

var evaluator = Evaluator(definitions: [mix])
