// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Prompt
import Testing

@Suite struct BenchmarkTests {
  /// A host with a clock that ticks whenever it is read, so that every measured figure is predictable.
  private let host = RecordingHost()
  private let tick = 1 / Double(1 << 20)

  init() {
    host.tick = tick
    host.memory = nil
  }

  private func run() throws -> BenchmarkReport {
    var report = try Benchmark(seconds: 40 * tick, sample: tick, small: 10, large: 1000, width: 500).run(on: host)
    report.isOptimized = true
    return report
  }

  @Test func theTableComparesGraphsWithLoops() throws {
    #expect(
      try run().lines == [
        "                     nodes run  ns/node  no plans   loop  ratio       nodes/s",
        "chain 10                    10     95.4      95.4   95.4      1  10.5 million",
        "chain 1,000              1,000    0.954     0.954  0.954      1  1050 million",
        "broad 10                    10     95.4      95.4   95.4      1  10.5 million",
        "broad 1,000              1,000    0.954     0.954  0.954      1  1050 million",
        "stacked diamonds 10         30     31.8      31.8   31.8      1  31.5 million",
        "mixed 1,000              1,000    0.954     0.954  0.954      1  1050 million",
        "mixed: nodes of four kinds at random. Its loop switches over the kinds; a loop that calls a closure for each node takes 0.954 ns.",
        "One edit that reaches 10 of 10,000 nodes takes 954 ns, without plans 954 ns, a loop over all of them 954 ns.",
        "A plan lists the nodes that a repeated edit reaches; without plans, each edit searches for them.",
        "A loop does the same arithmetic without a graph. The values and the number of nodes that ran were checked first.",
      ])
  }

  @Test func memoryAndAMissingOptimizerAreTold() throws {
    var report = try run()
    report.bytesPerNode = 124.56
    report.isOptimized = false
    #expect(report.lines.contains("A node of two inputs and one output takes 125 bytes."))
    #expect(report.lines.last == "This program was built without the optimizer: these figures are not representative.")
  }

  @Test func programsGetOneObject() throws {
    struct Row: Decodable {
      let shape, engine, unit: String
      let size, nodes: Int
      let median, low, high: Double
      let evaluations: Int?
    }
    struct Object: Decodable {
      let v: Int
      let optimized, complete: Bool
      let bytesPerNode: Double?
      let rows: [Row]
    }
    let object = try JSONDecoder().decode(Object.self, from: Data(try run().json.utf8))
    #expect(object.v == 1 && object.optimized && object.complete && object.bytesPerNode == nil)
    #expect(object.rows.count == 22)
    let counts = [10, 1000, 10, 1000, 30].flatMap { [$0, $0, nil] } + [1000, 1000, nil, nil] + [10, 10, nil]
    #expect(object.rows.map(\.evaluations) == counts)
    #expect(object.rows[18].shape == "mixed" && object.rows[18].engine == "loop that calls a closure a node")
    #expect(object.rows[20].engine == "NodeGraph, call by call, no plans")
    #expect(object.rows[21].shape == "sparse" && object.rows[21].engine == "loop without a graph")
    #expect(object.rows[21].unit == "ns/update" && object.rows[21].median == 953.674)
    #expect(object.rows.allSatisfy { $0.low <= $0.median && $0.median <= $0.high })
  }

  @Test func whoWaitsIsToldHowFarItIs() throws {
    _ = try run()
    let fractions = host.progress.compactMap(\.fraction)
    #expect(fractions == fractions.sorted() && fractions.count > 12)
    #expect(host.progress.last?.fraction == nil)
  }

  @Test func anInterruptedMeasurementKeepsWholeShapesOnly() throws {
    var found: Set<Int> = []
    for count in 0..<20 {
      host.isInterrupted = false
      host.interruptsAfter = count
      let report = try run()
      #expect(!report.isComplete)
      // A heading and two notes.
      found.insert(report.lines.count - 3)
      if report.lines.count > 3 { #expect(report.lines[1].hasPrefix("chain 10 ")) }
    }
    #expect(found.isSuperset(of: [0, 1, 2]))
  }

  @Test func nothingWrongIsMeasured() {
    var shape = BenchmarkShape.chain(3)
    shape.evaluations = 4
    #expect(throws: BenchmarkFailure(message: "chain: 3 nodes ran, not 4")) { try shape.check() }
    shape = .broad(3)
    shape.loop = { values in values[2] = -1 }
    #expect(throws: BenchmarkFailure(message: "broad: node 1 is 2.0, not 1.0")) { try shape.check() }
    shape = .mixed(3)
    shape.closures = { values in values[3] = -1 }
    #expect(throws: BenchmarkFailure(message: "mixed: node 3 is 1.0, not -1.0")) { try shape.check() }
  }

  @Test func aGraphWithoutAFittingVariableIsRefused() {
    let failure = BenchmarkFailure(message: "no variable reaches 10 nodes")
    #expect(throws: failure) {
      try Benchmark(seconds: tick, sample: tick, small: 2, large: 2, width: 2).run(on: host)
    }
  }
}
