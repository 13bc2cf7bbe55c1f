// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Builds a graph in code, changes an input, and reads the failure of a node.

// snippet.show
import NodeEval

enum Refusal: Error { case nobodyPays }

let evaluator = Evaluator()
let price = evaluator.input("price", 20.0)
let people = evaluator.input("people", 2)
let share = evaluator.node("share", price, people) { (price, people) throws -> Double in
  if people == 0 { throw Refusal.nobodyPays }
  return price / Double(people)
}
let label = evaluator.node("label", share) { "each: \($0)" }

print(evaluator[label])  // each: 10.0
print(evaluator.set(price, to: 30).evaluatedCount)  // 2: share and label, nothing else
evaluator.set(people, to: 0)
do { print(try evaluator.value(of: label)) } catch { print(error.origin == share.node, error) }  // true nobodyPays
// snippet.hide
