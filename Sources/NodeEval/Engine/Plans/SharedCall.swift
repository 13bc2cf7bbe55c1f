// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Entries of a level that several threads run, in parts.
///
/// The nodes of a level don't read each other, so threads may run them in any order. What they read was written before: values of
/// lower levels, and their changed bits. Changed bits and records are written afterwards, on the thread of the edit; so is the log
/// unless all nodes run.
@safe
struct SharedCall: @unchecked Sendable {
  // Sendable: each part is run by one thread, and has memory of its own in the scratch memory and in `results`.

  /// Nodes of a part that ran one after the other, up to the end or to one whose code has thrown.
  @safe
  struct Run {
    let batch: DenseBatch
    let scratch: DenseScratch.Memory
    let error: (any Error)?
  }

  private let replay: DenseReplay
  private let call: DenseCall
  /// The index of the first span that the entries may belong to.
  private let firstSpan: Int
  private let keepsWords: Bool
  private let partSize: Int
  let partCount: Int
  private let results: UnsafeMutablePointer<Result>

  /// What has run of a part. Most parts are one run, for which no memory is allocated.
  private struct Result {
    var first: Run?
    var others: [Run] = []

    mutating func append(_ run: Run) {
      if first == nil { first = run } else { others.append(run) }
    }
  }

  /// The greatest number of entries in one call. The scratch memory has 28 bytes for each.
  static let mostTogether = 64 * DensePlans.mostTogether

  /// Makes a call of entries, which belong to consecutive spans. `keepsWords` says whether the words that nodes have are kept.
  init(_ call: DenseCall, of spans: Range<Int>, in replay: DenseReplay, threads: Int, keepsWords: Bool) {
    unsafe self.replay = replay
    unsafe self.call = call
    firstSpan = spans.lowerBound
    self.keepsWords = keepsWords
    let count = unsafe call.count
    // Each thread gets two parts or more, so that one that comes late has less to do.
    partSize = max(1, min(DensePlans.mostTogether, (count + 2 * threads - 1) / (2 * threads)))
    partCount = (count + partSize - 1) / partSize
    unsafe results = .allocate(capacity: partCount)
    unsafe results.initialize(repeating: Result(), count: partCount)
  }

  /// Releases the memory of the results. Must be called exactly once.
  func release() {
    unsafe results.deinitialize(count: partCount)
    unsafe results.deallocate()
  }

  /// Calls `body` with what has run, in the order of the entries.
  func forEachRun(_ body: (Run) -> Void) {
    for part in 0..<partCount {
      if let first = unsafe results[part].first { body(first) }
      for other in unsafe results[part].others { body(other) }
    }
  }

  /// Whether code has thrown.
  var hasFailed: Bool {
    var hasFailed = false
    forEachRun { if $0.error != nil { hasFailed = true } }
    return hasFailed
  }

  /// Runs the nodes of some parts that must run.
  func run(_ parts: Range<Int>) {
    for part in parts { unsafe run(part, &results[part]) }
  }

  private func run(_ part: Int, _ result: inout Result) {
    var span = firstSpan
    var start = part * partSize
    let end = unsafe min(start + partSize, call.count)
    while start < end {
      let entries = unsafe replay.ofOneSpan(DenseCall(first: call.first + start, count: end - start), &span)
      unsafe run(entries, shape: replay.shape(ofSpan: span), at: start, &result)
      start += unsafe entries.count
    }
  }

  /// Runs those of some entries of a span that must run, given their distance from the first entry of the call.
  private func run(_ entries: DenseCall, shape: UInt32, at start: Int, _ result: inout Result) {
    var scratch = unsafe replay.scratch.dropping(start)
    var left = unsafe replay.reached(by: entries, scratch)
    if keepsWords { unsafe replay.keepWords(of: left, scratch) }
    while unsafe left.count > 0 {
      var batch = unsafe DenseBatch(left, replay.tables, unchanged: scratch.unchanged)
      var failure: (any Error)?
      do {
        try unsafe replay.tables.run(&batch, shape: shape)
      } catch {
        failure = error
      }
      unsafe result.append(Run(batch: batch, scratch: scratch, error: failure))
      if unsafe replay.isEverythingChanged && failure == nil { unsafe replay.writeLog(of: batch, scratch, at: start) }
      let ran = unsafe batch.entry - batch.first + (failure == nil ? 0 : 1)
      unsafe scratch = scratch.dropping(ran)
      unsafe left = left.dropping(ran)
    }
  }
}
