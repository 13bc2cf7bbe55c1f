// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A reference to an evaluator that is `nil` once the evaluator is gone.
///
/// A weak reference would also do. But the first weak reference to an object moves its reference counts into a side table,
/// where counting takes three times as many instructions: every caller of an observed evaluator would pay for that.
@safe
final class EvaluatorLink {
  /// The evaluator sets this to `nil` in its `deinit`.
  unowned(unsafe) private var target: Evaluator?

  var evaluator: Evaluator? {
    get { unsafe target }
    set { unsafe target = newValue }
  }
}
