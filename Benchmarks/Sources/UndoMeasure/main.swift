// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// The least average of nanoseconds per call, in five attempts of `calls` calls.
func best(_ calls: Int, _ body: (Int) throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<5 {
    let start = threadTime()
    for call in 0..<calls { try body(call) }
    least = min(least, (threadTime() - start) / Double(calls))
  }
  return least
}

/// Undoes and redoes edits of different nodes, one after the other.
func measureTravel(_ name: String, _ evaluator: Evaluator, _ edit: (Int) throws -> Void) rethrows {
  let count = 40
  for number in 0..<count { try edit(number) }
  var undo = Double.infinity
  var redo = Double.infinity
  for _ in 0..<20 {
    let start = threadTime()
    for _ in 0..<count { evaluator.undo() }
    let middle = threadTime()
    for _ in 0..<count { evaluator.redo() }
    undo = min(undo, (middle - start) / Double(count))
    redo = min(redo, (threadTime() - middle) / Double(count))
  }
  for _ in 0..<count { evaluator.undo() }
  report("  undo of \(name)", undo, "ns")
  report("  redo of \(name)", redo, "ns")
}

func measureEdits(_ graph: ChainsOfTen) throws {
  let evaluator = graph.evaluator
  print("\(evaluator.graph.nodeCount) nodes")
  evaluator.undoLimit = 1 << 30
  // The sources are far apart, so that large graphs don't stay in caches.
  let stride = graph.sources.count / 41
  measureTravel("a set that reaches 10 nodes", evaluator) { evaluator.set(graph.sources[$0 * stride], to: 1.5) }
  try measureTravel("a connection", evaluator) { number in
    try evaluator.edit { edit in
      try edit.connect(graph.tails[number * stride], to: graph.free[number * stride])
    }
  }
  try measureTravel("a removal of a node with 2 connections", evaluator) { number in
    try evaluator.edit { try $0.remove(graph.joins[number * stride]) }
  }
  let forkAndDrop = try best(2000) { call in
    try evaluator.fork { $0.set(graph.sources[stride], to: Double(call) + 0.5) }.drop()
  }
  report("  fork and drop, a set that reaches 10 nodes", forkAndDrop, "ns")
  let forkAndCommit = try best(2000) { call in
    try evaluator.fork { $0.set(graph.sources[stride], to: Double(call) + 0.5) }.commit()
  }
  report("  fork and commit, the same", forkAndCommit, "ns")
  evaluator.undoLimit = 0
}

/// Measures the cost of recording while edits are made, and the memory of the records.
func measureRecording(reach: Int) {
  let evaluator = Evaluator()
  let source = evaluator.input("source", 0.0)
  var last = evaluator.node(nil, source) { $0 + 1 }
  for _ in 1..<reach { last = evaluator.node(nil, last) { $0 + 1 } }
  let calls = max(200, 200_000 / reach)
  let off = best(calls) { call in evaluator.set(source, to: Double(call) + 0.5) }
  evaluator.undoLimit = 1 << 30
  evaluator.set(source, to: -1)
  let bytes = Double(evaluator.undoByteCount)
  evaluator.undoLimit = 1 << 22
  let on = best(calls) { call in evaluator.set(source, to: Double(call) + 0.5) }
  print("a set that reaches \(reach) nodes")
  report("  not remembered", off, "ns")
  report("  remembered", on, "ns")
  report("  times as long", on / off, "")
  report("  bytes for each changed node", bytes / Double(reach + 1), "bytes")
}

for reach in [1, 10, 1000] { measureRecording(reach: reach) }
for count in [1000, 100_000, 1_000_000] { try measureEdits(try ChainsOfTen(nodes: count)) }
