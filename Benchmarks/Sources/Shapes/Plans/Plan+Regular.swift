// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Graphs that a formula describes.
extension Plan {
  /// n[i] = n[i − 1] + 1.
  public static func chain(_ length: Int) -> Plan {
    var plan = Plan()
    let source = plan.add(.source)
    var last = source
    for _ in 0..<length { last = plan.add(.successor, [last]) }
    plan.alternate(source, 1, 2, reading: last)
    plan.evaluations = length
    plan.expectations = [Expectation(update: 0, node: last, value: Double(length + 1))]
    return plan
  }

  /// One source, and `width` nodes n[i] = s + i.
  public static func broad(_ width: Int) -> Plan {
    var plan = Plan()
    let source = plan.add(.source)
    for index in 0..<width { plan.add(.increment, [source], constant: Double(index)) }
    plan.alternate(source, 1, 2, reading: width)
    plan.evaluations = width
    plan.expectations = [Expectation(update: 1, node: width, value: Double(width + 1))]
    return plan
  }

  /// One source, `width` nodes that read it, and one node that sums them.
  public static func diamond(_ width: Int) -> Plan {
    var plan = Plan()
    let source = plan.add(.source)
    let middle = (0..<width).map { _ in plan.add(.successor, [source]) }
    let sum = plan.add(.sum, middle)
    plan.alternate(source, 1, 2, reading: sum)
    plan.evaluations = width + 1
    plan.expectations = [Expectation(update: 1, node: sum, value: Double(3 * width))]
    return plan
  }

  /// Stacked diamonds: 3k evaluations, where recursion needs 4 (2^k − 1).
  public static func stackedDiamonds(_ count: Int) -> Plan {
    var plan = Plan()
    let source = plan.add(.source)
    var top = source
    for _ in 0..<count {
      let left = plan.add(.successor, [top])
      let right = plan.add(.increment, [top], constant: -1)
      top = plan.add(.mean, left, right)
    }
    plan.alternate(source, 1, 2, reading: top)
    plan.evaluations = 3 * count
    plan.expectations = [Expectation(update: 1, node: top, value: 2)]
    return plan
  }

  /// Layers of four cells that read the layer above: p1′ = p2, p2′ = p1 − p3, p3′ = p2 + p4, p4′ = p3.
  public static func cellx(_ layers: Int) -> Plan {
    var plan = Plan()
    let sources = (0..<4).map { plan.add(.source, constant: Double($0 + 1)) }
    var above = sources
    for _ in 0..<layers {
      above = [
        plan.add(.copy, [above[1]]), plan.add(.subtract, above[0], above[2]), plan.add(.add, above[1], above[3]),
        plan.add(.copy, [above[2]]),
      ]
    }
    let backward = zip(sources, [4.0, 3, 2, 1]).map { Write(node: $0, value: $1) }
    let forward = zip(sources, [1.0, 2, 3, 4]).map { Write(node: $0, value: $1) }
    plan.updates = [Update(writes: backward, result: above[3]), Update(writes: forward, result: above[3])]
    if layers == 1000 {
      let stated = [zip(above, [-2.0, -4, 2, 3]), zip(above, [-3.0, -6, -2, 2])]
      plan.expectations = stated.enumerated().flatMap { update, cells in
        cells.map { Expectation(update: update, node: $0, value: $1) }
      }
    }
    return plan
  }

  /// Chains of four operations, made one after the other. Each node reads the one before it, and the source of all chains.
  public static func strands(_ count: Int, length: Int) -> Plan {
    var plan = Plan()
    let source = plan.add(.source, constant: 1)
    for strand in 0..<count {
      var last = plan.add(.increment, [source], constant: Double(strand % 97))
      for index in 1..<length { last = plan.add(blends[(strand + index) % blends.count], last, source) }
    }
    plan.alternate(source, 1, 2, reading: plan.count - 1)
    plan.evaluations = count * length
    return plan
  }

  /// A node whose value never changes, and `waiting` nodes downstream of it.
  public static func cutoff(_ waiting: Int) -> Plan {
    var plan = Plan()
    let source = plan.add(.source)
    var last = plan.add(.scale, [source], constant: 0)
    for _ in 0..<waiting { last = plan.add(.successor, [last]) }
    plan.alternate(source, 1, 2, reading: last)
    plan.evaluations = 1
    plan.expectations = [Expectation(update: 1, node: last, value: Double(waiting))]
    return plan
  }

  /// A source without readers.
  public static func single() -> Plan {
    var plan = Plan()
    let source = plan.add(.source)
    plan.alternate(source, 1, 2, reading: source)
    plan.evaluations = 0
    return plan
  }
}
