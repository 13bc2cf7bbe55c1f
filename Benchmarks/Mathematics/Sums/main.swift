// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import NodeEval

// What sums and means of lists cost that are rounded once, as a multiple of adding the numbers one after the other.

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The shortest time for a number, in nanoseconds, of 15 runs.
func time(_ count: Int, _ body: () -> Double) -> Double {
  let times = (0..<15).map { _ in
    let start = now()
    precondition(!body().isNaN)
    return (now() - start) / Double(count)
  }
  return times.min() ?? 0
}

var state: UInt64 = 1
func next() -> UInt64 {
  state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  return state >> 11
}

func text(_ number: Double) -> String { String(Int((number * 100).rounded())) }

let count = 1_000_000
var isTooSlow = false
let lists: [(name: String, exponents: UInt64)] = [("from 0 to 1", 1), ("of 120 magnitudes", 120), ("of 1,800", 1800)]
for (name, exponents) in lists {
  let list = (0..<count).map { _ in
    (Double(next()) * 0x1p-53 - (exponents == 1 ? 0 : 0.5))
      * Double(sign: .plus, exponent: Int(next() % exponents) - Int(exponents / 2), significand: 1)
  }
  let naive = time(count) {
    var sum = 0.0
    for number in list { sum += number }
    return sum
  }
  let sum = time(count) { ExactSum.sum(list) } / naive
  let mean = time(count) { ExactSum.mean(list) } / naive
  isTooSlow = isTooSlow || max(sum, mean) > 4
  print(
    "1,000,000 numbers \(name): sum \(text(sum)) %, mean \(text(mean)) % of a naive sum, \(Int(naive * 1000)) ps each",
    max(sum, mean) <= 4 ? "" : "TOO MUCH")
}
if isTooSlow { exit(1) }
