// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The result of running a node.
struct RunResult {
  /// One bit for each output that changed. Consumers of the other outputs don't run: a change is cut off here, whether a kernel
  /// returned no bit or a failure equals the one before.
  let outputs: UInt32
  /// The node's log entry; `nil` for a node that was deferred or started.
  let entry: LogEntry?

  /// Creates the result of a node whose code ran.
  @inline(__always)
  init(_ node: UInt32, changed outputs: UInt32) {
    self.outputs = outputs
    entry = LogEntry(node, changed: outputs)
  }

  /// Creates the result of a node that can't run because an input has no value.
  init(blocked node: UInt32, isNew: Bool) {
    outputs = isNew ? .max : 0
    entry = LogEntry(node, isNew ? .blocked : .stillBlocked)
  }

  private init(outputs: UInt32 = 0, _ entry: LogEntry? = nil) {
    self.outputs = outputs
    self.entry = entry
  }

  /// The result of a node that was deferred, or whose code was started and ends later.
  static var later: RunResult { RunResult() }

  /// This result with all outputs marked as changed, so that every consumer runs.
  var waking: RunResult { RunResult(outputs: .max, entry) }
  /// This result without a log entry, for a node that the log already has.
  var logged: RunResult { RunResult(outputs: outputs) }
}
