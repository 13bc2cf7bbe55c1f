// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

// Means, roots, and sums of products of exact sums, each rounded once.
extension ExactSum {
  /// The exponent of the lowest bit.
  var lowest: Int { -1074 * factorCount }

  /// Adds the product of as many factors as a term of this sum has. Complexity: O(factors²)
  mutating func add(productOf factors: [Double]) {
    guard factors.allSatisfy(\.isFinite) else { return add(nonfinite: factors.reduce(1, *)) }
    var product = Natural(1)
    var position = 0
    var isNegative = false
    for factor in factors {
      let parts = Self.parts(factor)
      product = product * Natural(parts.significand)
      position += parts.position
      if factor < 0 { isNegative.toggle() }
    }
    for (index, limb) in product.limbs.enumerated() {
      add(limb, 0, at: position + index * 64, isNegative: isNegative)
    }
  }

  /// The magnitude of the sum in units of the lowest bit, and whether the sum is negative.
  var whole: (isNegative: Bool, natural: Natural) {
    let (isNegative, words) = magnitude
    return (isNegative, Natural(words))
  }

  /// The number nearest to the sum divided by a count: infinite if the quotient is too large or a term is infinite,
  /// NaN if a term is NaN or infinities of both signs were added.
  package func mean(of count: Int) -> Double {
    if nonfinite != 0 { return nonfinite }
    let (isNegative, natural) = whole
    let (quotient, hasRest) = (natural << 128).divided(by: UInt64(count))
    let nearest = quotient.nearest(exponent: lowest - 128, hasRest: hasRest)
    return isNegative ? -nearest : nearest
  }

  /// The number nearest to the square root of a sum of squares.
  package var root: Double {
    if nonfinite != 0 { return nonfinite }
    return (whole.natural << 256).nearestRoot(exponent: lowest - 256)
  }
}
