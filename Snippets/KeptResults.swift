// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Keeps results, so that a setting tried before is not computed again.

// snippet.show
import NodeEval

let blur = NodeDefinition(
  "Blur", inputs: ValuePort("samples", default: [0.0]), ValuePort("radius", default: 1),
  output: ValuePort<[Double]>("blurred"), memo: .bytes(64 << 20)
) { (samples: [Double], radius: Int) -> [Double] in
  print("radius \(radius)")
  return samples.indices.map { center in
    let window = samples[max(0, center - radius)...min(samples.count - 1, center + radius)]
    return window.reduce(0, +) / Double(window.count)
  }
}

let evaluator = Evaluator(definitions: [blur])
let (samples, radius) = (evaluator.input("samples", [0.0, 0, 6, 0, 0]), evaluator.input("radius", 1))
try evaluator.edit { edit in
  let node = try edit.add("Blur", named: "blur")
  try edit.connect(samples.port, to: node.input("samples"))
  try edit.connect(radius.port, to: node.input("radius"))
}  // radius 1
evaluator.set(radius, to: 2)  // radius 2
evaluator.set(radius, to: 1)  // prints nothing: the result is there, and propagates
print(evaluator.memoByteCount < evaluator.memoLimit)  // true
// snippet.hide
