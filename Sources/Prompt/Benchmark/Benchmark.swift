// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Measures how fast this machine evaluates nodes; `nodecalc bench` runs it.
package struct Benchmark {
  /// The approximate time of the whole measurement, in seconds.
  private let seconds: Double
  /// The shortest time of a sample, in seconds.
  private let sample: Double
  /// The node counts: of a small graph, of a large graph, and of one layer of the random graph.
  private let sizes: (small: Int, large: Int, width: Int)

  /// Creates a measurement of ten seconds.
  package init() { self.init(seconds: 10, sample: 0.004, small: 1000, large: 100_000, width: 50_000) }

  /// Creates a measurement of any length, of graphs of any size.
  package init(seconds: Double, sample: Double, small: Int, large: Int, width: Int) {
    self.seconds = seconds
    self.sample = sample
    sizes = (small, large, width)
  }

  /// Checks the values and evaluation counts of each shape, then measures it.
  ///
  /// - Parameter host: Provides the clock and shows progress. If it is interrupted, the figures measured so far are returned.
  /// - Returns: The figures.
  /// - Throws: ``BenchmarkFailure`` if a value or count is wrong.
  package func run(on host: any CommandHost) throws(BenchmarkFailure) -> BenchmarkReport {
    var report = BenchmarkReport()
    defer { host.showProgress(nil, Self.verb, Self.subject) }
    var bytes: Int?
    let (small, large, width) = sizes
    let shapes: [() -> BenchmarkShape?] = [
      { .chain(small) }, { .chain(large) }, { .broad(small) }, { .broad(large) }, { .stackedDiamonds(small) },
      { .mixed(large) },
      {
        let before = host.memory
        return .sparse(reaching: 10, width: width) { others in
          bytes = host.memory.flatMap { now in before.map { now - $0 - others } }
        }
      },
    ]
    for (index, make) in shapes.enumerated() {
      func show(_ part: Double) {
        host.showProgress((Double(index) + part) / Double(shapes.count), Self.verb, Self.subject)
      }
      show(0)
      guard let shape = make() else { throw BenchmarkFailure(message: "no variable reaches 10 nodes") }
      if host.isInterrupted { break }
      try shape.check()
      report.rows += measure(shape, for: seconds / Double(shapes.count), host, show)
      if let bytes { report.bytesPerNode = Double(bytes) / Double(shape.numbers.count) }
    }
    report.isComplete = !host.isInterrupted
    return report
  }

  private static let verb = "measuring"
  private static let subject = "shapes"

  /// Samples the graph and the loops alternately, so that a busy moment of the machine affects all of them. The first half
  /// of the time uses plans, the second half does not.
  private func measure(
    _ shape: BenchmarkShape, for duration: Double, _ host: any CommandHost, _ show: (Double) -> Void
  ) -> [BenchmarkReport.Row] {
    var values = shape.numbers.map { shape.evaluator[$0] }
    var update = 3
    func graph(_ calls: Int) -> Double {
      let start = host.seconds
      for number in update..<update + calls { shape.update(to: Double(number)) }
      update += calls
      return host.seconds - start
    }
    func time(_ loop: BenchmarkShape.Loop, _ calls: Int) -> Double {
      let start = host.seconds
      for number in update..<update + calls { shape.update(&values, to: Double(number), by: loop) }
      return host.seconds - start
    }
    func calls(_ run: (Int) -> Double) -> Int {
      var calls = 1
      while run(calls) < sample, calls < 1 << 24, !host.isInterrupted { calls *= 2 }
      return calls
    }

    let loops = shape.loops
    let loopCalls = loops.map { loop in calls { time(loop, $0) } }
    var loopTimes: [[Double]] = loops.map { _ in [] }
    func times(from part: Double) -> [Double] {
      // These calls also make the plans that pay.
      let graphCalls = calls(graph)
      var graphTimes: [Double] = []
      let start = host.seconds
      var elapsed = 0.0
      while elapsed < duration / 2 || graphTimes.isEmpty, !host.isInterrupted {
        graphTimes.append(graph(graphCalls) / Double(graphCalls))
        for (index, loop) in loops.enumerated() {
          loopTimes[index].append(time(loop, loopCalls[index]) / Double(loopCalls[index]))
        }
        elapsed = host.seconds - start
        show(part + min(0.5, elapsed / duration))
      }
      return graphTimes
    }

    let planned = times(from: 0)
    shape.evaluator.planLimit = 0
    let unplanned = times(from: 0.5)
    // A shape whose measurement was interrupted has no figures.
    if host.isInterrupted { return [] }
    return [
      BenchmarkReport.Row(shape, .graph, times: planned),
      BenchmarkReport.Row(shape, .graphWithoutPlans, times: unplanned),
    ] + zip([.loop, .closures], loopTimes).map { BenchmarkReport.Row(shape, $0, times: $1) }
  }
}
