// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeEval
import Synchronization

// Evaluates a project plan for a million scenarios on two threads, and prints quantiles. ^C stops it. Fails if a result is wrong.

/// Repeatable random numbers that depend only on a row and a column, so that any thread can draw them.
func random(_ row: Int, _ column: Int) -> Double {
  var mixed = UInt64(row) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(column) &* 0xD1B5_4A32_D192_ED03
  mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
  mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
  return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
}

/// The duration of a task in a scenario, with a triangular distribution.
func duration(_ row: Int, _ task: Int) -> Double {
  let (_, least, likely, greatest) = ProjectPlan.tasks[task]
  let (part, width) = (random(row, task), greatest - least)
  if part * width < likely - least { return least + (part * width * (likely - least)).squareRoot() }
  return greatest - ((1 - part) * width * (greatest - likely)).squareRoot()
}

let isStopped = Atomic(false)
let doneCount = Atomic(0)

/// Evaluates some rows, on the calling thread.
func ends(_ program: ScenarioProgram, _ rows: Range<Int>, _ durations: [Variable<Double>], _ end: Output<Double>)
  -> [Double]
{
  let run = ScenarioRun(of: program)
  run.isInterrupted = { isStopped.load(ordering: .relaxed) }
  var ends: [Double] = []
  ends.reserveCapacity(rows.count)
  for block in program.blocks(of: rows) {
    for (task, variable) in durations.enumerated() { run.give(variable, to: block.map { duration($0, task) }) }
    guard run.evaluate() else { break }
    for row in 0..<block.count { if let days = try? run.value(of: end, at: row) { ends.append(days) } }
    doneCount.add(block.count, ordering: .relaxed)
  }
  return ends
}

let plan = try ProjectPlan()
let (durations, end) = (plan.durations, plan.end)
let program = try ScenarioProgram(
  plan.evaluator, varying: durations[0], durations[1], durations[2], durations[3], reading: end)
let rowCount = 1_000_000

signal(SIGINT, SIG_IGN)
let interrupt = DispatchSource.makeSignalSource(signal: SIGINT)
interrupt.setEventHandler { isStopped.store(true, ordering: .relaxed) }
interrupt.activate()

let start = Date()
let days = await withTaskGroup(of: [Double].self) { group in
  for part in 0..<2 {
    group.addTask { ends(program, part * rowCount / 2..<(part + 1) * rowCount / 2, durations, end) }
  }
  group.addTask {
    while doneCount.load(ordering: .relaxed) < rowCount, !isStopped.load(ordering: .relaxed) {
      FileHandle.standardError.write(Data("\r\(doneCount.load(ordering: .relaxed) * 100 / rowCount) %".utf8))
      try? await Task.sleep(for: .milliseconds(20))
    }
    FileHandle.standardError.write(Data("\r     \r".utf8))
    return []
  }
  var days: [Double] = []
  for await part in group { days += part }
  return days.sorted()
}
let seconds = Date().timeIntervalSince(start)
print("\(days.count) scenarios of \(program.nodeCount) nodes in \(String(format: "%.2f", seconds)) s")
if days.isEmpty { exit(1) }
for percent in [1, 5, 25, 50, 75, 95, 99] {
  let value = days[min(days.count - 1, days.count * percent / 100)]
  let bar = String(repeating: "█", count: Int((value - days[0]) / (days[days.count - 1] - days[0]) * 40))
  print(String(format: "%3d %%  %6.1f days  ", percent, value) + bar)
}
if isStopped.load(ordering: .relaxed) { exit(130) }

var failures = 0
@MainActor
func expect(_ condition: Bool, _ message: String) {
  if condition { return }
  print("Wrong: \(message)")
  failures += 1
}
// The evaluator gives the same results for some of the rows.
let sample = stride(from: 0, to: rowCount, by: rowCount / 100).map { row in
  plan.evaluator.edit { edit in
    for (task, variable) in durations.enumerated() { edit.set(variable, to: duration(row, task)) }
  }
  return plan.evaluator[end]
}
let rows = ends(program, 0..<1, durations, end)
expect(rows == [sample[0]], "the first row is \(rows), and the evaluator has \(sample[0])")
let same = sample.indices.allSatisfy { index in
  ends(program, index * (rowCount / 100)..<index * (rowCount / 100) + 1, durations, end) == [sample[index]]
}
expect(same, "a row differs from what the evaluator gives")
expect(days.count == rowCount && days.allSatisfy { $0 > 18 && $0 < 100 }, "a project has an impossible length")
if failures > 0 { exit(1) }
