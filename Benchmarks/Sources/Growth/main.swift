// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Runs operations on graphs of different sizes, and fails if one costs more per unit than its documentation says.
//
//   Growth              1,000, 10,000 and 100,000 nodes, a unit at 3 times the cost in the smallest graph at most
//   Growth --short      1,000 and 10,000, at most 5 times: what is linear by mistake costs 10 times as much
//   Growth WORD...      rows whose names have one of the words
//
// For growth-instructions:
//
//   Growth --list WORD...       their names
//   Growth --once NAME SIZE     carries a row out once; prints how many units that are, and how often as much as in a
//                               graph of 1,000 each may cost

var words = Array(CommandLine.arguments.dropFirst())

/// Whether an option is among the arguments.
@MainActor func take(_ option: String) -> Bool {
  guard let place = words.firstIndex(of: option) else { return false }
  words.remove(at: place)
  return true
}

let rows = Row.engine + Row.view + Row.calculator
if take("--once") {
  guard words.count == 2, let row = rows.first(where: { $0.name == words[0] }), let size = Int(words[1]) else {
    print("Growth --once NAME SIZE")
    exit(2)
  }
  // A row without this size ends early, without printing anything.
  if size > row.largest { exit(0) }
  _ = try row.measure(size)
  print(measuredUnits, row.growth.factor(from: 1000, to: size))
  exit(0)
}

let isListed = take("--list")
let isShort = take("--short")
let sizes = isShort ? [1000, 10_000] : [1000, 10_000, 100_000]
var missed = 0
for row in rows where words.isEmpty || words.contains(where: row.name.contains) {
  if isListed {
    print(row.name)
  } else {
    missed += try row.run(sizes: sizes, slack: isShort ? 5 : 3) ? 0 : 1
  }
  fflush(nil)
}
if missed > 0 {
  print("\(missed) operations cost more than their documentation says.")
  exit(1)
}
