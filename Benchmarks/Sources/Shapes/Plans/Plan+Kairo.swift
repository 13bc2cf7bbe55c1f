// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The graphs of kairo's benchmark, reimplemented from their definition in the js-reactivity-benchmark (milomg, MIT License).
///
/// `mux`, whose nodes pass arrays on, is in ``Mux``. Effects are observers here.
extension Plan {
  /// All graphs of numbers, by name.
  public static var kairo: [(name: String, plan: Plan)] {
    [
      ("avoidable", kairoAvoidable), ("broad", kairoBroad), ("deep", kairoDeep), ("diamond", kairoDiamond),
      ("repeated", kairoRepeated), ("triangle", kairoTriangle), ("unstable", kairoUnstable),
    ]
  }

  /// The second of five nodes cuts off every change.
  static var kairoAvoidable: Plan {
    var plan = Plan()
    let head = plan.add(.source)
    let still = plan.add(.scale, [plan.add(.copy, [head])], constant: 0)
    var last = still
    for constant in 1...3 { last = plan.add(.increment, [last], constant: Double(constant)) }
    return plan.observing([last], of: head, evaluating: 2, stating: 6)
  }

  /// Fifty chains of two nodes, all of which read one source.
  static var kairoBroad: Plan {
    var plan = Plan()
    let head = plan.add(.source)
    let ends = (0..<50).map { index in
      plan.add(.successor, [plan.add(.increment, [head], constant: Double(index))])
    }
    return plan.observing(ends, of: head, evaluating: 100, stating: 52)
  }

  /// Fifty nodes in a row.
  static var kairoDeep: Plan {
    var plan = Plan()
    let head = plan.add(.source)
    var last = head
    for _ in 0..<50 { last = plan.add(.successor, [last]) }
    return plan.observing([last], of: head, evaluating: 50, stating: 52)
  }

  /// Five nodes and their sum.
  static var kairoDiamond: Plan {
    var plan = Plan()
    let head = plan.add(.source)
    let middle = (0..<5).map { _ in plan.add(.successor, [head]) }
    let end = plan.add(.sum, middle)
    return plan.observing([end], of: head, evaluating: 6, stating: 15)
  }

  /// A node that reads the same source thirty times.
  static var kairoRepeated: Plan {
    var plan = Plan()
    let head = plan.add(.source)
    let sum = plan.add(.sum, [Int](repeating: head, count: 30))
    return plan.observing([sum], of: head, evaluating: 1, stating: 60)
  }

  /// Ten nodes in a row, and the sum of the first nine and their source.
  static var kairoTriangle: Plan {
    var plan = Plan()
    let head = plan.add(.source)
    var row: [Int] = []
    var last = head
    for _ in 0..<10 {
      row.append(last)
      last = plan.add(.successor, [last])
    }
    let end = plan.add(.sum, row)
    return plan.observing([end], of: head, evaluating: 11, stating: 65)
  }

  /// A node that needs another input in each update.
  static var kairoUnstable: Plan {
    var plan = Plan()
    let head = plan.add(.source)
    let double = plan.add(.scale, [head], constant: 2)
    let inverse = plan.add(.scale, [head], constant: -1)
    let end = plan.add(.unstable, [head, double, inverse])
    return plan.observing([end], of: head, evaluating: 3, stating: -40)
  }

  /// Observes `ends`; `head` is 1 and 2 alternately; the last end is `value` when `head` is 2.
  private func observing(_ ends: [Int], of head: Int, evaluating count: Int, stating value: Double) -> Plan {
    var plan = self
    let result = ends.last ?? head
    plan.observed = ends
    plan.alternate(head, 1, 2, reading: result)
    plan.evaluations = count
    plan.expectations = [Expectation(update: 1, node: result, value: value)]
    return plan
  }
}
