// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

// Adds a million nodes with names, positions and connections, removes them in several ways, and prints how much more
// memory the process has than before: with all nodes, without them, and with as many again. Fails above 25 MB without
// nodes, and if an earlier id is taken for the id of another node.
//
//   RemovalMemory             every way, each in a process of its own
//   RemovalMemory WORD...     ways whose names have one of the words

let complaint = "ways of removing everything leave more than they should."
try runEachAlone(Removal.all.map(\.name), complaint: complaint) { name in
  try Removal.all.first { $0.name == name }?.measure() == true
}
