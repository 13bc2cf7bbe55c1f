// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CAllocationCount
import CRetainCount
import Foundation
import Measuring
import NodeEval
import NodeGraph

// Measures a block on a thread that must not wait: 1,000 trivial nodes that all run, compared with an equal edit of
// the evaluator; how often a block allocates memory or counts a reference; and whether a block is torn while another
// thread publishes.
//
//   RealTimeMeasure      fails if a block allocates, counts a reference or is torn, or takes more than 4 µs

let (nodeCount, blocks, edits) = (1000, 2000, 10_000)

let add = NodeDefinition(
  "Add", inputs: ValuePort<Double>("a"), ValuePort<Double>("b"), output: ValuePort<Double>("sum")
) { (a: Double, b: Double) in a + b * 0.5 }

/// A source, and nodes that each read two of the few preceding nodes.
struct Strand {
  let evaluator = Evaluator(definitions: [add])
  let source: Variable<Double>
  let last: Output<Double>
  private let nodes: [NodeID]

  init() throws {
    let source = evaluator.input("source", 1.0)
    self.source = source
    var random = SplitMix64(state: 7)
    var ports = [source.port]
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      for _ in 0..<nodeCount {
        let node = try edit.add("Add")
        try edit.connect(ports[ports.count - 1], to: node.input(0))
        try edit.connect(ports[max(0, ports.count - 1 - random.below(12))], to: node.input(1))
        ports.append(node.output)
        nodes.append(node)
      }
    }
    self.nodes = nodes
    guard let last = try evaluator.output(ports[nodeCount], as: Double.self) else { throw Wrong("no output") }
    self.last = last
  }

  /// Connects a node to another preceding node.
  func rewire(_ round: Int) throws {
    let node = nodes[20 + round * 7 % (nodeCount - 20)]
    let other = nodes[10 + round % 10]
    try evaluator.edit { try $0.connect(other.output, to: node.input(1), replacing: true) }
  }
}

struct Wrong: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

@inline(never) func keep(_ evaluator: Evaluator, in list: inout [Evaluator]) { list.append(evaluator) }

/// The nanoseconds of each call: the median of nine runs.
func time(_ count: Int, _ body: (Int) -> Void) -> Double {
  let runs = (0..<9).map { run in
    let start = threadTime()
    for index in 0..<count { body(run * count + index) }
    return (threadTime() - start) / Double(count)
  }
  return runs.sorted()[4]
}

let strand = try Strand()
let plan = try RealTimePlan(strand.evaluator, outputs: strand.last)
plan.render()
begin_retain_count()

var ran = 0
let (allocations, retains) = (allocation_count(), retain_count())
for block in 1...blocks {
  plan.set(strand.source, to: Double(block) + 0.25)
  ran += plan.render()
  guard plan[strand.last] > 0 else { throw Wrong("a block has no value") }
}
let allocated = allocation_count() - allocations
let retained = retain_count() - retains
// Checks that the counter detects a counted reference at all.
var kept: [Evaluator] = []
keep(strand.evaluator, in: &kept)
let counted = retain_count() - retains - retained
end_retain_count()
guard retains < 0 || counted > 0 else { throw Wrong("retains are not counted") }
guard ran == blocks * nodeCount else { throw Wrong("\(ran) nodes ran, not \(blocks * nodeCount)") }
strand.evaluator.set(strand.source, to: Double(blocks) + 0.25)
guard strand.evaluator[strand.last] == plan[strand.last] else {
  throw Wrong("a block has another value than the evaluator")
}

let rendering = time(blocks) { index in
  plan.set(strand.source, to: Double(index) + 0.5)
  plan.render()
}
let editing = time(blocks) { index in strand.evaluator.set(strand.source, to: Double(index) + 0.75) }
print("nodes a block: \(nodeCount), blocks: \(blocks)")
report("a block of the plan", rendering / 1000, "µs", limit: 4)
report("the same edit of the evaluator", editing / 1000, "µs")
report("allocations in all blocks", Double(allocated), "", limit: 0)
report("retains in all blocks", Double(retained), "", limit: 0)

// Another thread renders while this one edits and publishes. The source of the evaluator always has the same value,
// so each block must have the value of one of the published graphs.
strand.evaluator.set(strand.source, to: 2)
try plan.publish()
plan.render()

final class Rendering: @unchecked Sendable {
  private let lock = NSLock()
  private var hasEnded = false
  private(set) var values: Set<Double> = []
  private(set) var count = 0
  let ended = DispatchSemaphore(value: 0)

  func end() { lock.withLock { hasEnded = true } }

  func run(_ plan: RealTimePlan, _ output: Output<Double>) {
    while !lock.withLock({ hasEnded }) {
      plan.render()
      values.insert(plan[output])
      count += 1
    }
    ended.signal()
  }
}

var published: Set<Double> = [strand.evaluator[strand.last]]
let other = Rendering()
let (output, shared) = (strand.last, plan)
Thread.detachNewThread { other.run(shared, output) }
for round in 0..<edits {
  try strand.rewire(round)
  published.insert(strand.evaluator[strand.last])
  try plan.publish()
}
other.end()
other.ended.wait()
plan.render()
let torn = other.values.subtracting(published).count
report("blocks rendered while \(edits) edits were published", Double(other.count), "")
report("different values seen", Double(other.values.count), "")
report("blocks with a value of no published graph", Double(torn), "", limit: 0)
guard plan[output] == strand.evaluator[output] else { throw Wrong("the last publication has another value") }
if rendering > 4000 || allocated > 0 || retained > 0 || torn > 0 { exit(1) }
