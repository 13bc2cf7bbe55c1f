// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Folds the values of many connections: subtracts the old value of one and adds its new value.

// snippet.show
import NodeEval

let count = NodeDefinition(
  "Count", folding: ManyPort<Int>("values"), output: ValuePort("sum"), empty: 0, adding: { $0 &+= $1 },
  removing: { $0 &-= $1 })
let exact = NodeDefinition(
  "Sum", folding: ManyPort<Double>("values"), output: ValuePort("sum"), empty: ExactSum(),
  adding: { $0.add($1) }, removing: { $0.remove($1) }, result: { $0.value })
// snippet.hide
