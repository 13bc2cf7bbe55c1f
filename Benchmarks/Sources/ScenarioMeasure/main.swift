// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

// Measures many scenarios, in nanoseconds per node and row: evaluated in blocks, compared with the same rows one by
// one and with loops written by hand.
//
//   swift run -c release --package-path Benchmarks ScenarioMeasure

let rowCount = 20_000
let nodeCount = 1_000

/// A graph of declared kinds, each node of which adds the values of two others.
struct Declared {
  let evaluator: Evaluator
  let variable: Variable<Double>
  let output: Output<Double>
  let sources: [(Int, Int)]

  init() throws {
    let sum = NodeDefinition(
      "Sum", inputs: ValuePort<Double>("a"), ValuePort<Double>("b"), output: ValuePort<Double>("sum")
    ) { $0 + $1 }
    evaluator = Evaluator(definitions: [sum])
    variable = evaluator.input("x", 0.0)
    var random = SplitMix64(state: 1)
    var (ports, sources) = ([variable.port], [(Int, Int)]())
    for _ in 0..<nodeCount {
      let other = max(0, ports.count - 1 - Int(random.next() % 8))
      sources.append((ports.count - 1, other))
      try evaluator.edit { edit in
        let node = try edit.add("Sum")
        try edit.connect(ports[ports.count - 1], to: node.input(0))
        try edit.connect(ports[other], to: node.input(1))
        ports.append(node.output)
      }
    }
    guard let output = try evaluator.output(ports[nodeCount], as: Double.self) else { fatalError("a sum is a number") }
    self.output = output
    self.sources = sources
  }
}

func each(_ nanoseconds: Double, rows: Int = rowCount) -> Double { nanoseconds / Double(nodeCount) / Double(rows) }

/// Loops written by hand over columns with as many rows as a block.
func byHand(_ sources: [(Int, Int)]) -> Double {
  let block = 512
  var columns = Array(repeating: 0.0, count: block * (sources.count + 1))
  return columns.withUnsafeMutableBufferPointer { columns in
    guard let first = columns.baseAddress else { return 0 }
    var total = 0.0
    for start in stride(from: 0, to: rowCount, by: block) {
      let count = min(block, rowCount - start)
      for row in 0..<count { first[row] = Double(start + row) * 1e-300 }
      for (index, source) in sources.enumerated() {
        let (sum, a, b) = (first + (index + 1) * block, first + source.0 * block, first + source.1 * block)
        for row in 0..<count { sum[row] = a[row] + b[row] }
      }
      for row in 0..<count { total += first[sources.count * block + row] }
    }
    return total
  }
}

let graph = try Declared()
let program = try ScenarioProgram(graph.evaluator, varying: graph.variable, reading: graph.output)
var sums: [Double] = [0, 0, 0]
var times: [[Double]] = [[], [], []]
for _ in 0..<5 {
  times[0].append(
    timed {
      let run = ScenarioRun(of: program)
      sums[0] = 0
      for block in program.blocks(of: 0..<rowCount) {
        run.give(graph.variable, to: block.map { Double($0) * 1e-300 })
        run.evaluate()
        for row in 0..<block.count { sums[0] += (try? run.value(of: graph.output, at: row)) ?? 0 }
      }
    })
  times[1].append(
    timed {
      sums[1] = 0
      for row in 0..<rowCount {
        graph.evaluator.set(graph.variable, to: Double(row) * 1e-300)
        sums[1] += graph.evaluator[graph.output]
      }
    })
  times[2].append(timed { sums[2] = byHand(graph.sources) })
}
precondition(sums[0] == sums[1] && sums[1] == sums[2], "the sums differ: \(sums)")
let medians = times.map { each($0.sorted()[$0.count / 2]) }
print("a graph of \(nodeCount) declared kinds { $0 + $1 }, \(rowCount) rows")
report("  in blocks", medians[0], "ns a node and row", limit: 1.5)
report("  one by one", medians[1], "ns a node and row")
report("  loops by hand, a column for each", medians[2], "ns a node and row")
