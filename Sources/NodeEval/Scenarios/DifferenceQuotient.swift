// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Estimates the derivative of a function of one number from its values around that number: central differences whose step is
/// halved, extrapolated to a step of 0 by Neville's scheme (Ridders 1982).
package enum DifferenceQuotient {
  private static let stepCount = 12

  /// The number of values that an estimate needs.
  package static var trialCount: Int { 2 * stepCount + 1 }

  /// The numbers whose values an estimate needs: for each step the number below and the one above, and last the number itself.
  package static func trials(around number: Double) -> [Double] {
    var trials: [Double] = []
    var step = (number == 0 ? 1 : number.magnitude) * 0.125
    for _ in 0..<stepCount {
      trials += [number - step, number + step]
      step /= 2
    }
    return trials + [number]
  }

  /// Estimates a derivative.
  ///
  /// - Parameters:
  ///   - trials: The numbers of ``trials(around:)``.
  ///   - values: The values at these numbers; `nil` where the function has none.
  /// - Returns: The derivative and about how far it may be off; `nil` if the function does not have values on both sides, or
  ///   has a corner or a jump.
  package static func slope(_ trials: [Double], _ values: [Double?]) -> (slope: Double, error: Double)? {
    var best: (slope: Double, error: Double)?
    var former: [Double] = []
    for step in 0..<stepCount {
      guard let below = values[2 * step], let above = values[2 * step + 1] else {
        // Smaller steps have to reach the same side.
        (best, former) = (nil, [])
        continue
      }
      let quotient = (above - below) / (trials[2 * step + 1] - trials[2 * step])
      guard quotient.isFinite else { continue }
      var row = [quotient]
      var weight = 4.0
      for (index, earlier) in former.enumerated() {
        let next = (row[index] * weight - earlier) / (weight - 1)
        let error = max((next - row[index]).magnitude, (next - earlier).magnitude)
        // Equal errors prefer the smaller step: wider steps that include the same jumps may agree exactly, too.
        if error <= best?.error ?? .infinity { best = (next, error) }
        row.append(next)
        weight *= 4
      }
      if best == nil { best = (quotient, .infinity) }
      former = row
    }
    return hasCorner(trials, values) ? nil : best
  }

  /// Whether the quotients of both sides remain apart as the step becomes small.
  private static func hasCorner(_ trials: [Double], _ values: [Double?]) -> Bool {
    guard let center = values[2 * stepCount] else { return true }
    func quotients(_ step: Int) -> (Double, Double)? {
      guard let below = values[2 * step], let above = values[2 * step + 1] else { return nil }
      let number = trials[2 * stepCount]
      return ((center - below) / (number - trials[2 * step]), (above - center) / (trials[2 * step + 1] - number))
    }
    guard let (left, right) = quotients(stepCount - 1), left.isFinite, right.isFinite else { return true }
    let gap = (left - right).magnitude
    if gap <= 1e-5 * max(left.magnitude, right.magnitude) { return false }
    // Five steps before, a smooth function has 32 times the gap.
    guard let (earlierLeft, earlierRight) = quotients(stepCount - 6) else { return true }
    return gap > (earlierLeft - earlierRight).magnitude / 4
  }
}
