// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// The nanoseconds of a call, or of each of the units that it is for. The first call may make room, and is not counted.
func nanoseconds(calls: Int, units: Int = 1, _ body: (_ call: Int) throws -> Void) rethrows -> Double {
  try body(0)
  return try nanoseconds(units: calls * units) { for call in 1...calls { try body(call) } }
}

/// The nanoseconds of each of the units that something is for.
func nanoseconds(units: Int, _ body: () throws -> Void) rethrows -> Double {
  measuredUnits += units
  let start = threadTime()
  try counted(body)
  return (threadTime() - start) / Double(units)
}

/// All that is measured happens in here: `growth-instructions` has the instructions of this function counted. It is dynamic
/// so that the optimiser keeps it as one function.
dynamic func counted(_ body: () throws -> Void) rethrows { try body() }

/// How many units were measured so far.
nonisolated(unsafe) var measuredUnits = 0
