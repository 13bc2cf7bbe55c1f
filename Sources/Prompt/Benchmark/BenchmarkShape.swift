// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A graph that is measured, and the same arithmetic without a graph.
package struct BenchmarkShape {
  /// The name of the shape, for the report.
  let name: String
  /// The size of the shape: its number of nodes, diamonds or layers, or the number of nodes that an edit reaches.
  let size: Int
  /// How many nodes an update evaluates.
  package var evaluations: Int
  let evaluator: Evaluator
  /// The variable that an update writes, and its index in ``numbers``.
  let variable: Variable<Double>
  let place: Int
  /// Every node, in an order in which they can be computed.
  let numbers: [BenchmarkNumber]
  /// Computes all numbers except those of variables.
  package var loop: Loop
  /// Computes them by calling a closure for each node, if that is measured too.
  package var closures: Loop?

  package typealias Loop = (inout [Double]) -> Void

  /// The loops that are measured.
  var loops: [Loop] { [loop] + (closures.map { [$0] } ?? []) }

  /// Writes the variable, reads the last number, and returns how many nodes ran.
  @discardableResult
  func update(to value: Double) -> Int {
    let receipt = evaluator.set(variable, to: value)
    if let last = numbers.last { Self.use(evaluator[last]) }
    return receipt.evaluatedCount
  }

  /// Computes all numbers in an array by one of the shape's loops, without a graph.
  func update(_ values: inout [Double], to value: Double, by loop: Loop) {
    values[place] = value
    loop(&values)
    if let last = values.last { Self.use(last) }
  }

  /// Compares two updates with the loop: each value, and how many nodes ran.
  ///
  /// - Throws: ``BenchmarkFailure`` that names what is wrong.
  package func check() throws(BenchmarkFailure) {
    var values = numbers.map { evaluator[$0] }
    for value in [1.0, 2.0] {
      let ran = update(to: value)
      guard ran == evaluations else {
        throw BenchmarkFailure(message: "\(name): \(ran) nodes ran, not \(evaluations)")
      }
      for loop in loops {
        update(&values, to: value, by: loop)
        for (place, value) in values.enumerated() where evaluator[numbers[place]] != value {
          throw BenchmarkFailure(message: "\(name): node \(place) is \(evaluator[numbers[place]]), not \(value)")
        }
      }
    }
  }

  /// Keeps the optimiser from removing the computation of a value.
  @inline(never)
  private static func use(_ value: Double) {}
}

/// A variable or an output of a benchmark's graph.
struct BenchmarkNumber: Readable {
  typealias Value = Double
  let port: OutputPort
}

/// A wrong value or evaluation count in a benchmark.
package struct BenchmarkFailure: Error, Hashable, Sendable {
  /// One sentence without a full stop: `chain: 999 nodes ran, not 1000`.
  package let message: String

  package init(message: String) { self.message = message }
}

/// Regular graphs. The code of nodes is given as closures, as in a program.
extension BenchmarkShape {
  /// A chain in which each node adds 1 to the previous node.
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

  /// Stacked diamonds: recursion without memoization would run 2ᵏ nodes.
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

  /// Nodes of four kinds at random. Each reads two earlier ones, so an update of the source reaches all of them.
  package static func mixed(_ count: Int) -> BenchmarkShape {
    var random = RandomNumbers()
    let nodes = (1...count).map { place in
      (kind: random.below(4), left: random.below(place), right: random.below(place))
    }
    var shape = regular("mixed", count) { evaluator, source in
      var numbers = [source]
      for (kind, left, right) in nodes {
        let (x, y) = (numbers[left], numbers[right])
        let port =
          switch kind {
          case 0: evaluator.node(nil, x, y) { ($0 + $1) * 0.5 }.port
          case 1: evaluator.node(nil, x, y) { $0 * 0.75 + $1 * 0.25 }.port
          case 2: evaluator.node(nil, x, y) { $0 * 0.25 + $1 * 0.75 }.port
          default: evaluator.node(nil, x, y) { $0 * 1.25 - $1 * 0.25 }.port
          }
        numbers.append(BenchmarkNumber(port: port))
      }
      return Array(numbers.dropFirst())
    } loop: { values in
      for (index, (kind, left, right)) in nodes.enumerated() {
        let (x, y) = (values[left], values[right])
        values[index + 1] =
          switch kind {
          case 0: (x + y) * 0.5
          case 1: x * 0.75 + y * 0.25
          case 2: x * 0.25 + y * 0.75
          default: x * 1.25 - y * 0.25
          }
      }
    }
    let codes = nodes.map { (kind, left, right) -> ([Double]) -> Double in
      switch kind {
      case 0: { ($0[left] + $0[right]) * 0.5 }
      case 1: { $0[left] * 0.75 + $0[right] * 0.25 }
      case 2: { $0[left] * 0.25 + $0[right] * 0.75 }
      default: { $0[left] * 1.25 - $0[right] * 0.25 }
      }
    }
    shape.closures = { values in
      for (index, code) in codes.enumerated() { values[index + 1] = code(values) }
    }
    return shape
  }

  /// A graph in which an update of the variable reaches every node.
  private static func regular(
    _ name: String, _ size: Int, nodes: (Evaluator, BenchmarkNumber) -> [BenchmarkNumber],
    loop: @escaping Loop
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

extension BenchmarkShape {
  /// A large random graph, and a variable in it whose change reaches few nodes.
  ///
  /// The nodes form 20 layers, and each reads two nodes of the layer above; every tenth node is a variable.
  ///
  /// - Parameters:
  ///   - reach: How many nodes the change reaches.
  ///   - width: How many nodes a layer has.
  ///   - built: Called when the graph is built, with the size in bytes of the other data that was allocated meanwhile.
  /// - Returns: The shape; `nil` if no variable's change reaches that many nodes.
  package static func sparse(reaching reach: Int, width: Int, built: (Int) -> Void) -> BenchmarkShape? {
    let (layers, evaluator) = (20, Evaluator())
    var random = RandomNumbers()
    var numbers: [BenchmarkNumber] = []
    var sources: [(left: Int32, right: Int32)?] = []
    var variables: [(place: Int, variable: Variable<Double>)] = []
    numbers.reserveCapacity(layers * width)
    sources.reserveCapacity(layers * width)
    for place in 0..<layers * width {
      let above = place / width * width - width
      if above < 0 || place % 10 == 0 {
        let variable = evaluator.input(nil, Double(place % 97))
        variables.append((place, variable))
        numbers.append(BenchmarkNumber(port: variable.port))
        sources.append(nil)
      } else {
        let (left, right) = (above + random.below(width), above + random.below(width))
        numbers.append(BenchmarkNumber(port: evaluator.node(nil, numbers[left], numbers[right]) { $0 * 0.5 + $1 }.port))
        sources.append((Int32(left), Int32(right)))
      }
    }
    built(
      numbers.capacity * MemoryLayout<BenchmarkNumber>.stride + sources.capacity * MemoryLayout<(Int32, Int32)?>.stride
        + variables.capacity * MemoryLayout<(Int, Variable<Double>)>.stride)
    // A change three layers above the last one reaches about ten nodes.
    let candidates = variables.filter { $0.place / width == layers - 4 }
    let found = candidates.first { candidate in
      evaluator.set(candidate.variable, to: evaluator[candidate.variable] + 1).evaluatedCount == reach
    }
    guard let found else { return nil }
    return BenchmarkShape(
      name: "sparse", size: reach, evaluations: reach, evaluator: evaluator, variable: found.variable,
      place: found.place, numbers: numbers
    ) { values in
      for (place, source) in sources.enumerated() {
        guard let source else { continue }
        values[place] = values[Int(source.left)] * 0.5 + values[Int(source.right)]
      }
    }
  }
}

/// Repeatable random numbers: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
private struct RandomNumbers {
  private var state: UInt64 = 42

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }
}
