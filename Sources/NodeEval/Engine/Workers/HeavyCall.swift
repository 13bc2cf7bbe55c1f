// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// One run of a node's code, and its result.
@safe
struct HeavyCall {
  let kernel: Unmanaged<Kernel>
  let call: KernelCall
  /// A bit for each output that changed.
  private(set) var outputs: UInt32 = 0
  private(set) var error: (any Error)?
  /// The duration of the run, if it was measured.
  var nanoseconds: UInt64 = 0

  init(_ kernel: Unmanaged<Kernel>, _ call: KernelCall) {
    unsafe self.kernel = kernel
    self.call = call
  }

  /// Reads the arguments, runs the code and stores the outputs.
  mutating func run() {
    do {
      outputs = try unsafe kernel._withUnsafeGuaranteedRef { try $0.body(call) }
    } catch {
      self.error = error
    }
  }

  /// Runs several calls one after the other. `isTimed` says whether the average duration of a call is measured.
  @unsafe
  static func run(_ calls: UnsafeMutablePointer<HeavyCall>, _ range: Range<Int>, isTimed: Bool) {
    let start = isTimed ? HeavyClock.now() : 0
    for index in range { unsafe calls[index].run() }
    guard isTimed else { return }
    let each = HeavyClock.duration(since: start) / UInt64(range.count)
    for index in range { unsafe calls[index].nanoseconds = each }
  }
}
