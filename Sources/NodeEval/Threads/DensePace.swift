// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Decides whether several threads replay a dense plan.
///
/// The first replays run on one thread and are measured. Sharing must save more time than waking threads takes. Whether it does
/// in fact also depends on what else the machine runs, so the other way is tried now and then (see ``Pace``).
package struct DensePace {
  /// How many replays were measured on one thread, up to `enough`.
  private var samples = 0
  /// The nanoseconds of a node in the fastest of these.
  private var nanoseconds = Double.infinity
  private var pace = Pace()

  private static let enough = 3
  /// The nanoseconds that sharing has to save in a replay, so that threads that sleep may be woken for it, and in a level.
  private static let (leastSaving, leastSavingOfLevel) = (20_000.0, 2_000.0)

  package init() {}

  /// Whether several threads run the next replay.
  ///
  /// - Parameters:
  ///   - nodeCount: How many nodes may run on other threads.
  ///   - threadCount: The number of threads.
  /// - Returns: Whether to share it. The first replays are not shared, because they are measured.
  package mutating func sharesNext(nodeCount: Int, threadCount: Int) -> Bool {
    guard threadCount > 1, samples == Self.enough,
      saving(of: nodeCount, threadCount: threadCount) >= Self.leastSaving
    else { return false }
    return pace.sharesNext()
  }

  /// The least number of nodes of a level that is worth sharing.
  package func leastNodes(threadCount: Int) -> Int {
    let saving = saving(of: 1, threadCount: threadCount)
    return saving > 0 && saving < .infinity ? max(2, Int(Self.leastSavingOfLevel / saving)) : .max
  }

  /// Records the duration of a replay, given how many nodes have run.
  package mutating func note(_ duration: UInt64, nodeCount: Int, isShared: Bool) {
    guard nodeCount > 0 else { return }
    if !isShared, samples < Self.enough {
      samples += 1
      nanoseconds = min(nanoseconds, Double(duration) / Double(nodeCount))
    } else if samples == Self.enough {
      pace.note(duration, of: Int(nanoseconds * Double(nodeCount)), isShared: isShared)
    }
  }

  private func saving(of nodeCount: Int, threadCount: Int) -> Double {
    nanoseconds * Double(nodeCount) * (1 - 1 / Double(max(1, threadCount)))
  }
}
