// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Graphs that a formula describes. Code of nodes is given as closures, as a program gives it.
extension BenchmarkShape {
  /// Each node is the one before plus 1.
  package static func chain(_ length: Int) -> BenchmarkShape {
    regular("chain", length) { evaluator, source in
      var last = source
      return (0..<length).map { _ in
        last = BenchmarkNumber(port: evaluator.node(nil, last) { $0 + 1 }.port)
        return last
      }
    } loop: { values in
      var last = values[0]
      for place in 1..<values.count {
        last += 1
        values[place] = last
      }
    }
  }

  /// One source, and nodes that all read it.
  package static func broad(_ width: Int) -> BenchmarkShape {
    regular("broad", width) { evaluator, source in
      (0..<width).map { _ in BenchmarkNumber(port: evaluator.node(nil, source) { $0 + 1 }.port) }
    } loop: { values in
      for place in 1..<values.count { values[place] = values[0] + 1 }
    }
  }

  /// Diamonds on top of each other: recursion without a memory would run 2ᵏ nodes.
  package static func stackedDiamonds(_ count: Int) -> BenchmarkShape {
    regular("stacked diamonds", count) { evaluator, source in
      var top = source
      return (0..<count).flatMap { _ in
        let left = evaluator.node(nil, top) { $0 + 1 }
        let right = evaluator.node(nil, top) { $0 - 1 }
        top = BenchmarkNumber(port: evaluator.node(nil, left, right) { ($0 + $1) / 2 }.port)
        return [BenchmarkNumber(port: left.port), BenchmarkNumber(port: right.port), top]
      }
    } loop: { values in
      for place in stride(from: 1, to: values.count, by: 3) {
        values[place] = values[place - 1] + 1
        values[place + 1] = values[place - 1] - 1
        values[place + 2] = (values[place] + values[place + 1]) / 2
      }
    }
  }

  /// A graph of which an update of its variable reaches every node.
  private static func regular(
    _ name: String, _ size: Int, nodes: (Evaluator, BenchmarkNumber) -> [BenchmarkNumber],
    loop: @escaping (inout [Double]) -> Void
  ) -> BenchmarkShape {
    let evaluator = Evaluator()
    let variable = evaluator.input(nil, 0.0)
    let source = BenchmarkNumber(port: variable.port)
    let added = nodes(evaluator, source)
    return BenchmarkShape(
      name: name, size: size, evaluations: added.count, evaluator: evaluator, variable: variable, place: 0,
      numbers: [source] + added, loop: loop)
  }
}
