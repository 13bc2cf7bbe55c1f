// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// Prints the microseconds of a call of `body`: the median and the worst hundredth.
func measure(_ name: String, calls: Int, limit: Double? = nil, _ body: (Int) -> Void) {
  for call in 0..<calls / 4 { body(call) }
  var times: [Double] = []
  for call in 0..<calls {
    let start = threadTime()
    body(call)
    times.append((threadTime() - start) / 1000)
  }
  times.sort()
  report("\(name), median", times[calls / 2], "µs", limit: limit)
  report("\(name), 99th percentile", times[calls * 99 / 100], "µs")
}
