// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A node whose value arrives later, and a node that waits for it.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let postcode = evaluator.input("postcode", "8001")
let city = evaluator.asyncNode("city", postcode, debounce: .milliseconds(20)) { run, code in
  run.progress = 0.5  // your own: ask a server; the task is cancelled when the postcode changes
  try run.checkCancellation()
  return code == "8001" ? "Zürich" : "somewhere else"
}
let label = evaluator.node("label", postcode, city) { "\($0) \($1)" }

print(evaluator.state(of: label.node) == .current)  // false: it waits
await evaluator.settled()  // or: onArrival tells from any thread that land() has something to land
print(evaluator[label])  // 8001 Zürich

evaluator.set(postcode, to: "8002")  // starts the look-up and returns
evaluator.set(postcode, to: "8003")  // starts it again; the first never lands
print(evaluator[label])  // 8001 Zürich
await evaluator.settled()
print(evaluator[label])  // 8003 somewhere else
// snippet.hide
