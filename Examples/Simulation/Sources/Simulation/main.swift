// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeEval

// Simulates a mass on a spring whose graph has a loop, and compares it with the closed form of the method, and with
// the solution of the differential equation. Fails if the differences are too large.

let (length, start, steps) = (0.001, 1.0, 5_000)
var simulation = try SpringOscillator(stepLength: length, place: start)
let closedForm = ClosedForm(stepLength: length, stiffness: 40, friction: 0.5)
var failures = 0

@MainActor
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  if condition { return }
  print("Wrong: \(message())")
  failures += 1
}

/// The position of a mass of 1 that is released, from the differential equation.
func exactPlace(_ time: Double) -> Double {
  let (decay, frequency) = (0.25, (40 - 0.25 * 0.25).squareRoot())
  return exp(-decay * time) * (cos(frequency * time) + decay / frequency * sin(frequency * time))
}

print("second   place     speed")
var largestDifference = 0.0
// The graph has made the first step when its loop was closed.
for step in 1...steps {
  if step > 1 { simulation.advance() }
  let (state, expected) = (simulation.state, closedForm.state(after: step, from: start))
  expect(abs(state.place - expected.place) < 1e-10, "step \(step) has \(state.place), not \(expected.place)")
  largestDifference = max(largestDifference, abs(state.place - exactPlace(Double(step) * length)))
  guard step % 250 == 0 else { continue }
  let column = Int((state.place + 1) * 24)
  let curve = String(repeating: " ", count: max(0, column)) + "•"
  print(String(format: "%5.2f  %8.5f  %8.5f  ", Double(step) * length, state.place, state.speed) + curve)
}
expect(largestDifference < 0.01, "it differs from the differential equation by \(largestDifference)")

// Time can run backwards: the values of delays are undone together with the edit that advanced them.
simulation.evaluator.undoLimit = 1 << 20
let before = simulation.state
for _ in 0..<100 { simulation.advance() }
let later = simulation.state
simulation.goBack(100)
expect(simulation.state == before, "100 steps and back are not what there was")
for _ in 0..<100 { simulation.advance() }
expect(simulation.state == later, "the same 100 steps again are others")

// The effect of a stiffer spring: a fork computes a step, and leaves no trace.
let fork = try simulation.evaluator.fork { $0.set(simulation.stiffness, to: 4_000) }
let differs = fork.read { simulation.state != later }
expect(differs, "a stiffer spring makes no difference")
fork.drop()
expect(simulation.state == later, "a fork that is dropped leaves a trace")

print("\(steps) steps as in closed form; at most \(String(format: "%.4f", largestDifference)) from the exact solution")
if failures > 0 { exit(1) }
