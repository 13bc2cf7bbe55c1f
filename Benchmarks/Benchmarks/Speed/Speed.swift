// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Benchmark
import CAllocationCount
import Shapes

/// Time, throughput and memory of the engine for every shape. There are no thresholds for these: machines differ.
let benchmarks: @Sendable () -> Void = {
  for row in Catalogue.rows(bytes: { allocated_bytes() }) where row.unit.hasPrefix("ns") {
    measure(row)
  }
}

/// What a thread has worked on the part that counts, where an update also has to be prepared.
private let threadNanoseconds = BenchmarkMetric.custom("Time of one (ns of the thread)", useScalingFactor: false)

private func measure(_ row: Row) {
  Benchmark(
    row.name,
    configuration: .init(
      // The wall clock would also see what is prepared.
      metrics: (row.isSingle ? [] : [.wallClock, .throughput]) + [threadNanoseconds, .peakMemoryResident],
      timeUnits: .nanoseconds,
      scalingFactor: row.updatesTogether == 1 ? .one : .kilo, maxDuration: .milliseconds(500))
  ) { benchmark, subject in
    let updates = row.isSingle ? 1 : benchmark.scaledIterations.count
    let time = try subject.time(updates)
    benchmark.measurement(threadNanoseconds, Int(time / Double(updates)))
  } setup: {
    try row.subject()
  }
}
