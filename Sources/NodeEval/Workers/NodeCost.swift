// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether the code of a kind is worth running on another thread.
///
/// The cost matters only while an evaluator has ``Evaluator/workers``.
public enum NodeCost: Hashable, Sendable {
  /// The code takes less than a microsecond. It runs on the thread of the edit and is never measured.
  case light
  /// The code takes some microseconds or more, and may run on another thread from the first run on.
  case heavy
  /// The code is measured now and then, and counts as heavy if a run takes more than 2 µs.
  case automatic
}
