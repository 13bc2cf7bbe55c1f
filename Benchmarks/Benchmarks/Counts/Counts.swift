// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Benchmark
import CAllocationCount
import Shapes

/// What does not depend on the machine: how many nodes an update evaluates, how often it allocates, and how many bytes
/// a node takes. The folder Thresholds has what they must not exceed; in the folder of this package,
///
///     swift package benchmark thresholds check --target Counts
///     swift package --allow-writing-to-package-directory benchmark thresholds update --target Counts
let benchmarks: @Sendable () -> Void = {
  for row in Catalogue.rows(large: 100_000, bytes: { allocated_bytes() }) {
    switch row.unit {
    case "bytes/node": weigh(row)
    case "ns/built node": countOnce(row)
    // Each is prepared anew, which would be counted as well.
    case "ns/edge", "ns/new node", "ns/removed node": break
    default: count(row)
    }
  }
}

// Nothing but the name may be said of these: it is all that a file of thresholds keeps.
private let evaluations = BenchmarkMetric.custom("Evaluations an update")
private let allocations = BenchmarkMetric.custom("Allocations in 100 updates")
private let allocationsOfBuilding = BenchmarkMetric.custom("Allocations in building")
private let bytes = BenchmarkMetric.custom("Bytes a node")

/// Evaluations, which are checked against an oracle before, and allocations once everything has its size.
private func count(_ row: Row) {
  Benchmark(row.name, configuration: configuration([evaluations, allocations])) { benchmark in
    let subject = try row.subject()
    _ = try subject.time(200)
    let before = allocation_count()
    _ = try subject.time(100)
    benchmark.measurement(allocations, allocation_count() - before)
    benchmark.measurement(evaluations, Int((subject.evaluations ?? 0).rounded()))
  }
}

/// Allocations while a graph is built: far fewer than it has nodes.
private func countOnce(_ row: Row) {
  Benchmark(row.name, configuration: configuration([allocationsOfBuilding])) { benchmark in
    let subject = try row.subject()
    let before = allocation_count()
    _ = try subject.time(1)
    benchmark.measurement(allocationsOfBuilding, allocation_count() - before)
  }
}

private func weigh(_ row: Row) {
  Benchmark(row.name, configuration: configuration([bytes])) { benchmark in
    let subject = try row.subject()
    benchmark.measurement(bytes, Int((try subject.time(1) / subject.divisor).rounded()))
  }
}

private func configuration(_ metrics: [BenchmarkMetric]) -> Benchmark.Configuration {
  .init(
    metrics: metrics, warmupIterations: 0, maxDuration: .seconds(60), maxIterations: 1,
    thresholds: Dictionary(uniqueKeysWithValues: metrics.map { ($0, .strict) }))
}
