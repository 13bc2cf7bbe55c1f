// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Decides which evaluations without a plan are sampled to decide if a plan pays.
///
/// In a large graph every evaluation is sampled. In a small one a plan saves a nanosecond or two a node, and a sample costs as
/// much as some nodes. There an evaluation is sampled only now and then, and is credited with the runs of those before it as
/// well, so that sources that change more often earn more. Samples are taken at random intervals, because the edits of a
/// program may follow a pattern.
struct PlanAttention {
  /// How many nodes have run since the last sample.
  private var unseen = 0
  /// How many nodes run before the next sample; 0 if each evaluation is sampled.
  private var enough = 0
  private var random: UInt32 = 1

  /// The least number of runs between two samples. Up to 255 more are added at random.
  private static let leastBetween = 256

  /// Notes runs. Returns whether this evaluation is sampled.
  @inline(__always)
  mutating func note(ran: Int) -> Bool {
    unseen += ran
    return unseen >= enough
  }

  /// Begins a sample. Returns the number of runs that it is credited with.
  mutating func take(nodeCount: Int) -> Int {
    defer { unseen = 0 }
    // The linear congruential generator of Numerical Recipes.
    random = random &* 1_664_525 &+ 1_013_904_223
    enough = nodeCount < PlanWorth.leastScattered ? Self.leastBetween + Int(random >> 24) : 0
    return unseen
  }
}
