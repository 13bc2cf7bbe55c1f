// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether the code of a kind is worth running on another thread.
///
/// It matters only while an evaluator has ``Evaluator/workers``.
public enum NodeCost: Hashable, Sendable {
  /// It takes less than a microsecond. It runs on the thread of the edit and is never measured.
  case light
  /// It takes some microseconds or more, and may run on another thread from the first time on.
  case heavy
  /// It is measured now and then, and counts as heavy from 2 µs a run on.
  case automatic
}
