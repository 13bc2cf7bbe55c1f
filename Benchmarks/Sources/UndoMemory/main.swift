// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

// Fills the edit history with one kind of edit up to its limit and beyond, and compares the limit with the memory of
// the process for it: after the edits, after undoing all, and after redoing all. Fails above 1.5 times the limit.
//
//   UndoMemory             every kind, each in a process of its own
//   UndoMemory WORD...     kinds whose names have one of the words

try runEachAlone(EditKind.all.map(\.name), complaint: "kinds of edits take more than the limit allows.") { name in
  try EditKind.all.first { $0.name == name }?.measure() == true
}
