// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// All rows of the comparison.
public enum Catalogue {
  /// Every shape, at every size.
  ///
  /// - Parameters:
  ///   - large: The number of nodes in a large graph.
  ///   - bytes: Returns the bytes that this thread has allocated.
  /// - Returns: The rows, whose graphs are made when they are measured.
  public static func rows(large: Int = 1_000_000, bytes: @escaping () -> Int) -> [Row] {
    let plain = regular(large: large) + dense(large: large) + sparse(large: large)
    let shapes = plain + Row.toggles(large: large, cone: large / 10) + Row.kairo
    let kinds = [Row.mixed, .remembering(reach: 10, goal: 250), .sums()] + Row.formulas + Row.blocks + Row.alternating
    return shapes + kinds + Row.observing + Row.building(large: large, bytes: bytes) + Row.edges(large: large)
  }

  /// How the cost of an evaluated node depends on the size of the graph, and the cost of an edit on its reach.
  public static func series(largest: Int = 10_000_000) -> [Row] {
    let sizes = (0...).lazy.map { power in (0..<power).reduce(1000) { size, _ in size * 10 } }
    let chains = sizes.prefix { $0 <= largest / 10 }.map { size in
      Row.plan("size: chain", size, loop: .chain) { .chain(size) }
    }
    let broads = sizes.prefix { $0 <= largest / 10 }.map { size in
      Row.plan("size: broad", size, loop: .broad) { .broad(size) }
    }
    let flat = sizes.prefix { $0 <= largest }.map { size in
      Row.plan(
        "size: reach 10", size, per: .update,
        [Declared.self, Unplanned.self] + (size <= 1_000_000 ? [FullRecomputation.self] : [])
      ) {
        var plan = Plan.layered(size)
        plan.touch(reaching: 10, sources: 1, Oracle(plan))
        return plan
      }
    }
    // Many sources are used, so that an update rarely finds its data in caches.
    let cold = sizes.prefix { $0 <= largest / 10 }.map { size in
      Row.plan("size: reach 10, cold", size, per: .update, [Declared.self, Unplanned.self]) {
        var plan = Plan.layered(size)
        plan.touch(reaching: 10, sources: 8192, Oracle(plan))
        return plan
      }
    }
    let reaches = [10, 100, 1000, 10_000, 100_000, 1_000_000].filter { $0 <= largest / 10 }.map { reach in
      Row.plan("reach", reach, per: .update, [Declared.self, CodeFirst.self, FullRecomputation.self]) {
        .cones(upTo: largest / 10, updating: reach)
      }
    }
    let dense = sizes.prefix { $0 <= largest / 10 }.map { size in
      Row.plan("size: all change", size, recomputing) { .cone(size, kinds: Plan.blends) }
    }
    return Array(chains) + Array(broads) + Array(flat) + Array(cold) + reaches + Array(dense)
  }

  private static func regular(large: Int) -> [Row] {
    [
      .plan("chain", 1000, goal: 5, loop: .chain, Row.everyone + [Pipeline.self]) { .chain(1000) },
      .plan("chain", large / 10, goal: 5, loop: .chain) { .chain(large / 10) },
      .plan("chain", large, loop: .chain) { .chain(large) },
      .plan("broad", 1000, goal: 5, loop: .broad) { .broad(1000) },
      .plan("broad", large / 10, goal: 6, loop: .broad, Row.everyone + [TwoThreads.self]) { .broad(large / 10) },
      .plan("diamond", 1000, goal: 7, loop: .diamond) { .diamond(1000) },
      .plan("stacked diamonds", 10) { .stackedDiamonds(10) },
      .plan("stacked diamonds", 1000) { .stackedDiamonds(1000) },
      .plan("cellx", 1000, goal: 8, loop: .cellx) { .cellx(1000) },
      .plan("cellx", 5000, goal: 8, loop: .cellx) { .cellx(5000) },
      .plan("cutoff", 1000, per: .update, goal: 25) { .cutoff(1000) },
      .plan("one set and settle", 1, per: .update, goal: 40) { .single() },
    ]
  }

  /// Those that are compared where a change reaches everything.
  private static var recomputing: [any Contender.Type] {
    [Declared.self, TwoThreads.self, Unplanned.self, CodeFirst.self, FullRecomputation.self, ClosureRecomputation.self]
  }

  /// Changes that reach all nodes, or many, in graphs of four operations, where recomputing everything is a good choice.
  private static func dense(large: Int) -> [Row] {
    let who = recomputing
    return [
      .plan("dense: everything", large, who) {
        var plan = Plan.layered(large, kinds: Plan.blends)
        plan.touchAll()
        return plan
      },
      .plan("dense: a reach of all", large, who) { .cone(large, kinds: Plan.blends) },
      .plan("dense: a reach of all", large / 10, who) { .cone(large / 10, kinds: Plan.blends) },
      .plan("dense: chains of ten", large / 10, who + [Unmoved.self]) { .strands(large / 10, length: 10) },
      .plan("dense: two fifths run", large, who) { .cone(large, quiet: 40) },
      .plan("dense: a sixth runs", large, who) { .cone(large, quiet: 45) },
    ]
  }

  private static func sparse(large: Int) -> [Row] {
    let who: [any Contender.Type] = [
      Declared.self, Unplanned.self, CodeFirst.self, BuiltIn.self, FullRecomputation.self, Seed.self,
    ]
    let goals: [(reach: Int, cold: Int, warmGoal: Double?, coldGoal: Double?)] = [
      (10, 8192, 150, 1200), (100, 1024, nil, nil), (1000, 256, 15_000, 50_000),
    ]
    func plan(_ reach: Int, _ sources: Int) -> Plan {
      var plan = Plan.layered(large)
      plan.touch(reaching: reach, sources: sources, Oracle(plan))
      return plan
    }
    return goals.flatMap { reach, cold, warmGoal, coldGoal in
      [
        Row.plan("sparse warm", reach, per: .update, goal: warmGoal, who) { plan(reach, 1) },
        Row.plan("sparse cold", reach, per: .update, goal: coldGoal, who) { plan(reach, cold) },
      ]
    }
  }
}
