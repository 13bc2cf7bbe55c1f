// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Which evaluations without a plan are looked at.
///
/// In a large graph all are. In a small one a plan saves a nanosecond or two a node, and a look costs as much as some nodes:
/// there, one evaluation now and then stands for those before it as well, so that who comes more often has earned more. Which
/// one it is does not follow a pattern, as the edits of a program do.
struct PlanAttention {
  /// What has run since the last look.
  private var unseen = 0
  /// How much runs before the next one; 0 if each evaluation is looked at.
  private var enough = 0
  private var random: UInt32 = 1

  /// How many runs lie between two looks: so many, and up to as many more.
  private static let leastBetween = 256

  /// Notes runs. Returns whether this evaluation is looked at.
  @inline(__always)
  mutating func note(ran: Int) -> Bool {
    unseen += ran
    return unseen >= enough
  }

  /// Begins a look. Returns for how many runs it stands.
  mutating func take(nodeCount: Int) -> Int {
    defer { unseen = 0 }
    // The linear congruential generator of Numerical Recipes.
    random = random &* 1_664_525 &+ 1_013_904_223
    enough = nodeCount < PlanWorth.leastScattered ? Self.leastBetween + Int(random >> 24) : 0
    return unseen
  }
}
