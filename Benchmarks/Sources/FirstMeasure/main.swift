// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// The median of `samples` runs of `body`, in nanoseconds a call.
func median(_ samples: Int = 15, calls: Int, _ body: (Int) -> Void) -> Double {
  for call in 0..<max(1, calls / 4) { body(call) }
  var times: [Double] = []
  for sample in 0..<samples {
    let start = threadTime()
    for call in 0..<calls { body(sample * calls + call + 1) }
    times.append((threadTime() - start) / Double(calls))
  }
  return times.sorted()[samples / 2]
}

/// Checks that an update evaluates what it must before it is timed.
func measure(_ name: String, _ shape: Shape, nodes: Int, calls: Int, limit: Double) {
  let check = shape.update(to: 7)
  precondition(check.evaluated == nodes, "\(name): \(check.evaluated) nodes ran, not \(nodes)")
  let time = median(calls: calls) { shape.evaluator.set(shape.source, to: Double($0)) }
  report(name, time / Double(nodes), "ns a node", limit: limit)
}

/// Measures what the command line names, or everything.
func section(_ name: String, _ body: () -> Void) {
  if CommandLine.arguments.count == 1 || CommandLine.arguments.contains(name) { body() }
}

/// The additions of a chain without a graph: what any evaluator is measured against.
func loop(_ values: inout [Double], from start: Double) {
  values[0] = start
  for index in 1..<values.count {
    let value = values[index - 1] + 1
    if value.bitPattern != values[index].bitPattern { values[index] = value }
  }
}

section("chain") {
  var values = [Double](repeating: 0, count: 1001)
  let time = median(calls: 2000) { loop(&values, from: Double($0)) }
  report("loop over 1,000 additions, no graph", time / 1000, "ns an addition")
  measure("chain 1,000", .chain(1000), nodes: 1000, calls: 2000, limit: 20)
  measure("chain 100,000", .chain(100_000), nodes: 100_000, calls: 20, limit: 20)
}
section("placed") {
  guard let shape = try? Shape.placedChain(1000) else { return }
  measure("chain 1,000 of a declared kind", shape, nodes: 1000, calls: 2000, limit: 20)
}
section("broad") {
  measure("broad 1,000", .broad(1000), nodes: 1000, calls: 2000, limit: 20)
  measure("broad 100,000", .broad(100_000), nodes: 100_000, calls: 20, limit: 20)
}
section("diamonds") {
  measure("stacked diamonds 1,000", .stackedDiamonds(1000), nodes: 3000, calls: 500, limit: 20)
}
section("set") {
  let evaluator = Evaluator()
  let variable = evaluator.input(nil, 0.0)
  report("one set", median(calls: 100_000) { evaluator.set(variable, to: Double($0)) }, "ns", limit: 40)
}
section("sparse") {
  let before = residentBytes()
  let started = threadTime()
  let random = RandomGraph(layers: 20, width: 50_000)
  report("build 1,000,000 nodes", (threadTime() - started) / 1e6, "ns a node")
  report("memory", Double(residentBytes() - before) / 1e6, "bytes a node", limit: 200)
  for (count, limit) in [(10, 1000.0), (100, 10_000.0), (1000, 100_000.0)] {
    guard let variable = random.variable(reaching: count) else { continue }
    let time = median(calls: 20_000 / count) { random.evaluator.set(variable, to: Double($0)) }
    report("one change that reaches \(count) of 1,000,000 nodes, warm", time, "ns", limit: limit)
  }
}
