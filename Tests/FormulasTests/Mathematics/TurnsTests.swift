// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import Testing

/// Sines, cosines and tangents of angles in degrees and turns, which are reduced before their conversion to radians.
@Suite struct TurnsTests {
  /// Degrees with their sine, cosine and tangent, rounded from 400 bits.
  private static let rows: [(degrees: Double, sine: Double, cosine: Double, tangent: Double)] = [
    (30, 0x1p-1, 0x1.bb67ae8584caap-1, 0x1.279a74590331cp-1),
    (45, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp-1, 0x1p+0),
    (60, 0x1.bb67ae8584caap-1, 0x1p-1, 0x1.bb67ae8584caap+0),
    (90, 0x1p+0, 0.0, .nan),
    (120, 0x1.bb67ae8584caap-1, -0x1p-1, -0x1.bb67ae8584caap+0),
    (135, 0x1.6a09e667f3bcdp-1, -0x1.6a09e667f3bcdp-1, -0x1p+0),
    (150, 0x1p-1, -0x1.bb67ae8584caap-1, -0x1.279a74590331cp-1),
    (180, 0.0, -0x1p+0, 0.0),
    (210, -0x1p-1, -0x1.bb67ae8584caap-1, 0x1.279a74590331cp-1),
    (225, -0x1.6a09e667f3bcdp-1, -0x1.6a09e667f3bcdp-1, 0x1p+0),
    (270, -0x1p+0, 0.0, .nan),
    (300, -0x1.bb67ae8584caap-1, 0x1p-1, -0x1.bb67ae8584caap+0),
    (330, -0x1p-1, 0x1.bb67ae8584caap-1, -0x1.279a74590331cp-1),
    (360, 0.0, 0x1p+0, 0.0),
    (-30, -0x1p-1, 0x1.bb67ae8584caap-1, -0x1.279a74590331cp-1),
    (-90, -0x1p+0, 0.0, .nan),
    (-180, 0.0, -0x1p+0, 0.0),
    (1, 0x1.1df0b2b89dd1ep-6, 0x1.ffec097f5af8ap-1, 0x1.1dfbd9410a422p-6),
    (59.99, 0x1.bb5c3de70341ap-1, 0x1.0013cf7ebc5d3p-1, 0x1.bb39f15ad2b6dp+0),
    (89.99999999999999, 0x1p+0, 0x1.1df46a2529d39p-52, 0x1.ca5dc1a63c1f8p+51),
    (1e-300, 0x1.7f00f350a8dddp-1003, 0x1p+0, 0x1.7f00f350a8dddp-1003),
    (720.5, 0x1.1df37c4954c21p-7, 0x1.fffb02599c9cdp-1, 0x1.1df645e10066fp-7),
    (1e+22, -0x1.f838b8c811c17p-1, 0x1.63a1a7e0b738ap-3, -0x1.6af648056a136p+2),
    (123456789.125, -0x1.44ca40de7622cp-3, -0x1.f9853eb4f557cp-1, 0x1.48f3fb22e4e2cp-3),
    (.leastNonzeroMagnitude, 0, 1, 0),
    (33.3, 0x1.191984d01e95bp-1, 0x1.abeef145aa617p-1, 0x1.5052361766d1p-1),
  ]

  private func value(_ function: String, _ degrees: Double) throws -> Double {
    let angle = CalculatorValue.quantity(degrees, try #require(UnitOfMeasure("deg"))).exactText
    let program = try Formula("\(function)(\(angle))").program(types: [])
    return (try? program.evaluate(ListedInputs(values: []))) ?? .nan
  }

  @Test func anglesInDegreesAreReducedExactly() throws {
    for row in Self.rows {
      for (name, expected) in [("sin", row.sine), ("cos", row.cosine), ("tan", row.tangent)] {
        let value = try value(name, row.degrees)
        if expected.isNaN {
          #expect(value.isNaN, "\(name) of \(row.degrees)")
        } else {
          // Exact if the result is a multiple of 1/4, else at most one unit in the last place off.
          let isShort = expected == (expected * 4).rounded() / 4
          let error = isShort ? 0 : expected.magnitude.ulp
          #expect(abs(value - expected) <= error, "\(name) of \(row.degrees): \(value)")
        }
      }
    }
  }

  @Test(arguments: [
    ("sin(180 deg)", "0"), ("cos(90°)", "0"), ("tan(180 deg)", "0"), ("tan(45 deg)", "1"), ("sin(30 deg)", "0.5"),
    ("cos(60 degrees)", "0.5"), ("sin(0.5 turn)", "0"), ("cos(1/4 * 1 turn)", "0"), ("sin(90 deg + 90 deg)", "0"),
    ("sin(1 turn - 180 deg)", "0"), ("sin(2 * 90 deg)", "0"), ("sin(-180 deg)", "0"), ("sin(1e6 turn)", "0"),
    ("sin(30 rpm * 1 s)", "0"), ("sin(3 rpm * 10 s)", "0"), ("sin(180 deg + 0 rad)", "0"), ("tan(90 deg)", "domain"),
    ("sin([0 deg, 90 deg, 180 deg])", "[0, 1, 0]"), ("sin(join([180 deg], 1 turn))", "[0, 0]"),
    ("cos(sum(45 deg, 45 deg))", "0"), ("iferror(tan(270 deg), -1)", "-1"), ("1 / sin(180 deg)", "division by zero"),
    // Angles in radians are not converted.
    ("sin(pi)", "1.22464679914735e-16"), ("sin(pi * 1 rad)", "1.22464679914735e-16"),
    ("sin(180 deg in rad)", "1.22464679914735e-16"), ("sin(500 mrad)", "0.479425538604203"),
  ]) func knownAnglesHaveTheirSines(formula: String, value: String) {
    #expect(answer(formula) == value)
  }
}
