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

// Adds a million nodes with names, positions and connections, removes them in several ways, and tells how much more memory
// the process has than before: with all nodes, without them, and with as many again. Fails above 25 MB without nodes, and
// where an id from before is taken for that of another node.
//
//   RemovalMemory             every way, each in a process of its own
//   RemovalMemory WORD...     ways whose names have one of the words

let words = Array(CommandLine.arguments.dropFirst())

if words.first == "--alone", let removal = Removal.all.first(where: { $0.name == words.last }) {
  exit(try removal.measure() ? 0 : 1)
}

var missed = 0
for removal in Removal.all where words.isEmpty || words.contains(where: removal.name.contains) {
  // Memory that another way has used would be used again.
  if !runAlone(["--alone", removal.name]) { missed += 1 }
}
if missed > 0 {
  print("\(missed) ways of removing everything leave more than they should.")
  exit(1)
}
