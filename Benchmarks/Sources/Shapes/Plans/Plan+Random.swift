// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// Graphs made from repeatable random numbers.
extension Plan {
  /// Four operations that make no value vanish or grow, so that all changes pass through.
  public static let blends: [Operation] = [.mean, .lean, .tilt, .drift]

  /// Layers of nodes that read two random nodes of the layer above; every tenth node is a source. The operation of
  /// each node is chosen at random.
  public static func layered(_ count: Int, layers: Int = 20, kinds: [Operation] = [.add]) -> Plan {
    var plan = Plan()
    var random = SplitMix64(state: 42)
    let width = count / layers
    for layer in 0..<layers {
      for index in 0..<width {
        if layer == 0 || index % 10 == 0 {
          plan.add(.source, constant: Double(index % 97))
        } else {
          let above = (layer - 1) * width
          let kind = kinds.count == 1 ? kinds[0] : kinds[random.below(kinds.count)]
          _ = plan.add(kind, above + random.below(width), above + random.below(width))
        }
      }
    }
    return plan
  }

  /// Sets the updates to writes of different sources, each of which reaches about `reach` nodes: a changed value for
  /// each source, then the old value for each.
  ///
  /// - Parameters:
  ///   - reach: The number of nodes, with a tolerance of a tenth.
  ///   - limit: The greatest number of sources. With 1 the graph is warm, with many it is cold.
  ///   - oracle: An oracle of this plan.
  public mutating func touch(reaching reach: Int, sources limit: Int, _ oracle: Oracle) {
    var random = SplitMix64(state: 7)
    let tolerance = reach / 10
    var found: [(source: Int, result: Int)] = []
    var tried: Set<Int> = []
    for _ in 0..<(20 * limit + 400_000) where found.count < limit {
      let node = random.below(count)
      guard operations[node] == .source, tried.insert(node).inserted,
        let reached = oracle.reached(from: [node], limit: reach + tolerance), reached.count >= reach - tolerance,
        let last = reached.last
      else { continue }
      found.append((node, last))
    }
    updates = [1.0, 0.0].flatMap { difference in
      found.map { source, result in
        Update(writes: [Write(node: source, value: constants[source] + difference)], result: result)
      }
    }
  }

  /// Sets updates that change every source, so that all nodes are evaluated.
  public mutating func touchAll() {
    let sources = (0..<count).filter { operations[$0] == .source }
    updates = [1.0, 0.0].map { difference in
      Update(
        writes: sources.map { Write(node: $0, value: constants[$0] + difference) }, result: count - 1)
    }
  }

  /// One source that reaches `reach` nodes, each of which reads two random nodes of the preceding thousand.
  public static func cone(_ reach: Int, kinds: [Operation] = [.mean]) -> Plan {
    var plan = Plan()
    plan.addCone(reach, kinds)
    plan.evaluations = reach
    return plan
  }

  /// A cone in which this many percent of the nodes have a value that never changes, so that part of the others need not run.
  public static func cone(_ reach: Int, quiet: Int) -> Plan {
    var plan = Plan()
    plan.addCone(reach, [.mean, .lean, .tilt], quiet: quiet)
    return plan
  }

  /// Separate cones of 10, 100, … nodes; the updates are those of the cone with `reach` nodes.
  public static func cones(upTo largest: Int, updating reach: Int) -> Plan {
    var plan = Plan()
    var updates: [Update] = []
    var next = 10
    while next <= largest {
      plan.addCone(next)
      if next == reach { updates = plan.updates }
      next *= 10
    }
    plan.updates = updates
    plan.evaluations = reach
    return plan
  }

  private mutating func addCone(_ reach: Int, _ kinds: [Operation] = [.mean], quiet: Int = 0) {
    var random = SplitMix64(state: 3)
    let source = add(.source, constant: 1)
    let root = add(.copy, [source])
    for index in 1..<max(1, reach) {
      let window = min(index, 1000)
      let last = root + index - 1
      if quiet > 0, random.below(100) < quiet {
        _ = add(.scale, [last - random.below(window)], constant: 0)
        continue
      }
      // A mean, because a sum would grow beyond the greatest number, and would then stay the same.
      let kind = kinds.count == 1 ? kinds[0] : kinds[random.below(kinds.count)]
      _ = add(kind, last - random.below(window), last - random.below(window))
    }
    alternate(source, 1, 2, reading: count - 1)
  }
}
