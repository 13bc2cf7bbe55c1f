// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Measures how long the desk has been handling the current messages.
final class WorkTime {
  private var begin = ContinuousClock.now

  /// Other messages are handled from now on.
  func restart() { begin = .now }

  /// Whether it takes so long that people wonder; pages say then that they wait.
  var isLong: Bool { begin.duration(to: .now) >= .milliseconds(150) }
}
