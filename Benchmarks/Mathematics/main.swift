// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The functions of formulas beside those of the system; Benchmarks/Mathematics/run compiles and runs it.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

typealias Function = @convention(c) (Double, Double) -> Double

struct Comparison {
  let name: String
  let range: ClosedRange<Double>
  let ours: Function
  let theirs: Function
}

let comparisons: [Comparison] = [
  Comparison(
    name: "exp", range: -700...700, ours: { x, _ in PortableMathematics.exponential(x) }, theirs: { x, _ in exp(x) }),
  Comparison(
    name: "log", range: 0...10, ours: { x, _ in PortableMathematics.logarithm(x) }, theirs: { x, _ in log(x) }),
  Comparison(
    name: "log2", range: 0...10, ours: { x, _ in PortableMathematics.logarithm2(x) }, theirs: { x, _ in log2(x) }),
  Comparison(
    name: "log10", range: 0...10, ours: { x, _ in PortableMathematics.logarithm10(x) }, theirs: { x, _ in log10(x) }),
  Comparison(name: "sin", range: -10...10, ours: { x, _ in PortableMathematics.sine(x) }, theirs: { x, _ in sin(x) }),
  Comparison(name: "cos", range: -10...10, ours: { x, _ in PortableMathematics.cosine(x) }, theirs: { x, _ in cos(x) }),
  Comparison(
    name: "tan", range: -10...10, ours: { x, _ in PortableMathematics.tangent(x) }, theirs: { x, _ in tan(x) }),
  Comparison(
    name: "asin", range: -1...1, ours: { x, _ in PortableMathematics.arcsine(x) }, theirs: { x, _ in asin(x) }),
  Comparison(
    name: "acos", range: -1...1, ours: { x, _ in PortableMathematics.arccosine(x) }, theirs: { x, _ in acos(x) }),
  Comparison(
    name: "atan", range: -8...8, ours: { x, _ in PortableMathematics.arctangent(x) }, theirs: { x, _ in atan(x) }),
  Comparison(
    name: "sinh", range: -10...10, ours: { x, _ in PortableMathematics.hyperbolicSine(x) }, theirs: { x, _ in sinh(x) }),
  Comparison(
    name: "cosh", range: -10...10, ours: { x, _ in PortableMathematics.hyperbolicCosine(x) },
    theirs: { x, _ in cosh(x) }),
  Comparison(
    name: "tanh", range: -4...4, ours: { x, _ in PortableMathematics.hyperbolicTangent(x) }, theirs: { x, _ in tanh(x) }
  ),
  Comparison(
    name: "cbrt", range: -100...100, ours: { x, _ in PortableMathematics.cubeRoot(x) }, theirs: { x, _ in cbrt(x) }),
  Comparison(
    name: "pow", range: 0...10, ours: { x, y in PortableMathematics.power(x, y) }, theirs: { x, y in pow(x, y) }),
  Comparison(
    name: "atan2", range: -10...10, ours: { x, y in PortableMathematics.arctangent(x, y) },
    theirs: { x, y in atan2(x, y) }),
  Comparison(
    name: "hypot", range: -10...10, ours: { x, y in PortableMathematics.hypotenuse(x, y) },
    theirs: { x, y in hypot(x, y) }),
]

/// Seconds of a loop over arguments, and the sum of results, so that nothing is left out.
func time(_ function: Function, _ xs: [Double], _ ys: [Double]) -> (Double, Double) {
  let start = ContinuousClock.now
  var sum = 0.0
  for _ in 0..<10 { for index in xs.indices { sum += function(xs[index], ys[index]) } }
  let elapsed = (ContinuousClock.now - start).components
  return (Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18, sum)
}

for comparison in comparisons {
  let xs = (0..<4096).map { _ in Double.random(in: comparison.range) }
  let ys = (0..<4096).map { _ in Double.random(in: -10...10) }
  var best = (Double.infinity, Double.infinity)
  var sum = 0.0
  // Both by turns, and the best of 30: what else the machine does then slows both, or neither.
  for _ in 0..<30 {
    let (ours, theirs) = (time(comparison.ours, xs, ys), time(comparison.theirs, xs, ys))
    best = (min(best.0, ours.0), min(best.1, theirs.0))
    sum += ours.1 + theirs.1
  }
  let nanoseconds = 1e9 / Double(10 * xs.count)
  func text(_ number: Double) -> String { String((number * 100).rounded() / 100) }
  print(
    comparison.name, text(best.0 * nanoseconds), text(best.1 * nanoseconds), text(best.0 / best.1),
    sum == 1 ? "!" : "", separator: "\t")
}
