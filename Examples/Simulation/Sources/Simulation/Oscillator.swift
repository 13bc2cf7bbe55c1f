// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// A mass on a spring with friction, as a graph with a loop: speed and position depend on each other through two delays.
///
/// Each step is a step of the semi-implicit Euler method: first the speed, from the force at the last position, then
/// the position, from the new speed.
struct SpringOscillator {
  let evaluator = Evaluator()
  let stiffness: Variable<Double>
  let friction: Variable<Double>
  private let step: Variable<Int>
  private let lastPlace: Delay<Double>
  private let place: Output<Double>
  private let speed: Output<Double>
  private var count = 0

  /// Creates the oscillator.
  ///
  /// - Parameters:
  ///   - length: The seconds of a step.
  ///   - start: The position at which the mass begins, at rest.
  /// - Throws: Never, because the connections fit.
  init(stepLength length: Double, place start: Double) throws {
    step = evaluator.input("step", 0)
    stiffness = evaluator.input("stiffness", 40)
    friction = evaluator.input("friction", 0.5)
    let time = evaluator.input("step length", length)
    lastPlace = evaluator.delay("last place", of: Double.self, initial: start, tick: step)
    let lastSpeed = evaluator.delay("last speed", of: Double.self, initial: 0, tick: step)
    let force = evaluator.node("force", lastPlace, lastSpeed, stiffness, friction) { -$2 * $0 - $3 * $1 }
    let speed = evaluator.node("speed", lastSpeed, force, time) { $0 + $1 * $2 }
    let place = evaluator.node("place", lastPlace, speed, time) { $0 + $1 * $2 }
    (self.speed, self.place) = (speed, place)
    try evaluator.edit { graph in
      try graph.connect(place.port, to: lastPlace.input)
      try graph.connect(speed.port, to: lastSpeed.input)
    }
  }

  /// Advances by a step.
  mutating func advance() {
    count += 1
    evaluator.set(step, to: count)
  }

  /// Undoes the last steps.
  mutating func goBack(_ steps: Int) {
    for _ in 0..<steps { evaluator.undo() }
    count -= steps
  }

  var state: (place: Double, speed: Double) { (evaluator[place], evaluator[speed]) }
}

/// The semi-implicit Euler method in closed form: each step multiplies position and speed by a constant matrix.
struct ClosedForm {
  private var matrix: [[Double]]

  init(stepLength length: Double, stiffness: Double, friction: Double) {
    let (a, b) = (-stiffness * length, 1 - friction * length)
    matrix = [[1 + length * a, length * b], [a, b]]
  }

  /// The state after a number of steps, by repeated squaring.
  func state(after steps: Int, from place: Double) -> (place: Double, speed: Double) {
    var (result, power, rest) = ([[1.0, 0], [0, 1]], matrix, steps)
    while rest > 0 {
      if rest & 1 == 1 { result = Self.product(result, power) }
      power = Self.product(power, power)
      rest >>= 1
    }
    return (result[0][0] * place, result[1][0] * place)
  }

  private static func product(_ left: [[Double]], _ right: [[Double]]) -> [[Double]] {
    (0..<2).map { row in (0..<2).map { left[row][0] * right[0][$0] + left[row][1] * right[1][$0] } }
  }
}
