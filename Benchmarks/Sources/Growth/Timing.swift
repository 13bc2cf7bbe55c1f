// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// The nanoseconds of a call, or of each unit of its work. The first call, which may allocate memory, is not measured.
func nanoseconds(calls: Int, units: Int = 1, _ body: (_ call: Int) throws -> Void) rethrows -> Double {
  try body(0)
  return try nanoseconds(units: calls * units) { for call in 1...calls { try body(call) } }
}

/// The nanoseconds of each unit of a piece of work.
func nanoseconds(units: Int, _ body: () throws -> Void) rethrows -> Double {
  measuredUnits += units
  let start = threadTime()
  try counted(body)
  return (threadTime() - start) / Double(units)
}

/// Runs all measured code: `growth-instructions` counts the instructions of this function. It is dynamic so that the
/// optimiser keeps it as one function.
dynamic func counted(_ body: () throws -> Void) rethrows { try body() }

/// The number of units that were measured so far.
nonisolated(unsafe) var measuredUnits = 0
