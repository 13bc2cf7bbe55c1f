// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether the code of a kind is worth running on another thread.
///
/// The cost matters only while an evaluator has ``Evaluator/workers``.
public enum NodeCost: Hashable, Sendable {
  /// The code takes less than a microsecond, or must stay on the thread of the edit. It is never measured.
  case light
  /// The code takes some microseconds or more, and may run on another thread from the first run on.
  case heavy
  /// The code is measured now and then, and counts as heavy if a run takes more than 2 µs. Thousands of nodes of a kind that is
  /// not heavy may be shared between threads as well (see ``Evaluator/workers``). The default of kinds.
  case automatic
}
