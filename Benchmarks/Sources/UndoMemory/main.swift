// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Fills the edit history with one kind of edit up to its limit and beyond, and compares the limit with the memory that
// the process takes for it: after the edits, after undoing all, and after redoing all. Fails above 1.5 times the limit.
//
//   UndoMemory             every kind, each in a process of its own
//   UndoMemory WORD...     kinds whose names have one of the words

let words = Array(CommandLine.arguments.dropFirst())

if words.first == "--alone", let kind = EditKind.all.first(where: { $0.name == words.last }) {
  exit(try kind.measure() ? 0 : 1)
}

var missed = 0
for kind in EditKind.all where words.isEmpty || words.contains(where: kind.name.contains) {
  // Memory that another kind has used would be used again.
  if !runAlone(["--alone", kind.name]) { missed += 1 }
}
if missed > 0 {
  print("\(missed) kinds of edits take more than the limit allows.")
  exit(1)
}
