// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Leads to an evaluator as long as it is there.
///
/// A weak reference would do that too. But the first one to an object gives it a table beside it, and from then on all its references
/// are counted there, in three times as many instructions: each caller would pay who has an observer.
@safe
final class EvaluatorLink {
  /// The evaluator forgets itself here before it goes.
  unowned(unsafe) private var target: Evaluator?

  var evaluator: Evaluator? {
    get { unsafe target }
    set { unsafe target = newValue }
  }
}
