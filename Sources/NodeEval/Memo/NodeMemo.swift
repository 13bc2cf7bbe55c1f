// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Which results of a node's code are kept, so that inputs that come back are not computed again.
///
/// ```swift
/// NodeDefinition("Blur", inputs: image, radius, output: result, memo: .automatic) { image, radius in … }
///
/// evaluator.set(radius, to: 12)   // computes
/// evaluator.set(radius, to: 8)    // has been computed: found, and propagates like any other value
/// ```
///
/// Each node has results of its own. One is found if all inputs are what they were: floating-point numbers by value, NaN included, objects
/// that are not `Equatable` by identity, everything else by `==`; inputs that can't be compared are never found. Finding one
/// takes less than a microsecond, and longer where arrays of equal length have to be compared that are not the same storage.
///
/// Receipts, observers, undo and documents know nothing of it: a node whose result is found counts as evaluated. Failures are
/// not kept, and ``Evaluator/invalidate(_:)`` forgets what a node has. Code whose value comes late, and code with a state or a
/// buffer, keeps what it needs itself.
public enum NodeMemo: Hashable, Sendable {
  /// Results that took 10 µs or longer, within ``Evaluator/memoLimit``.
  case automatic
  /// All results, within so many bytes for the nodes of the kind in an evaluator together, and within
  /// ``Evaluator/memoLimit``.
  case bytes(Int)

  /// The bytes for all nodes of a kind.
  var limit: Int {
    switch self {
    case .automatic: .max
    case .bytes(let count): max(0, count)
    }
  }

  /// How many nanoseconds the code has to run for its result to be kept.
  var leastCost: UInt64 { self == .automatic ? 10_000 : 0 }
}
