// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

extension BenchmarkShape {
  /// A large random graph, and a variable in it whose change reaches few nodes.
  ///
  /// Nodes lie in 20 layers and read two of the layer above; every tenth is a variable.
  ///
  /// - Parameters:
  ///   - reach: How many nodes the change reaches.
  ///   - width: How many nodes a layer has.
  ///   - built: Called when the graph is there, with the bytes that others than the graph have taken since.
  /// - Returns: The shape, or nothing if no variable reaches just so many.
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
    // Three layers from the bottom a change reaches about ten.
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
