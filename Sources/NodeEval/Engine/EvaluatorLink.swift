// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Leads to an evaluator as long as it is there.
///
/// A weak reference would too, but the first one to an object moves its reference counts into a side table, where counting takes
/// three times as many instructions: every caller of an observed evaluator would pay for that.
@safe
final class EvaluatorLink {
  /// The evaluator forgets itself here before it goes.
  unowned(unsafe) private var target: Evaluator?

  var evaluator: Evaluator? {
    get { unsafe target }
    set { unsafe target = newValue }
  }
}
