// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Runs operations on graphs of different sizes, and fails where one costs more a unit than its documentation says.
//
//   Growth              1,000, 10,000 and 100,000 nodes, a unit at 3 times the cost in the smallest graph at most
//   Growth --short      1,000 and 10,000, at most 5 times: what is linear by mistake costs 10 times as much
//   Growth WORD...      rows whose names have one of the words

var words = Array(CommandLine.arguments.dropFirst())
let isShort = words.contains("--short")
words.removeAll { $0 == "--short" }
let sizes = isShort ? [1000, 10_000] : [1000, 10_000, 100_000]

let rows = Row.engine + Row.view + Row.calculator
var missed = 0
for row in rows where words.isEmpty || words.contains(where: row.name.contains) {
  missed += try row.run(sizes: sizes, slack: isShort ? 5 : 3) ? 0 : 1
  fflush(nil)
}
if missed > 0 {
  print("\(missed) operations cost more than their documentation says.")
  exit(1)
}
