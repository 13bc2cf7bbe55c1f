// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct PortableMathematicsTests {
  private func unary(_ name: String) throws -> FormulaFunction.Unary {
    let row = try #require(FormulaFunction.table.first { $0.name == name })
    switch row.rule.code {
    case .unary(let code), .angle(let code, _): return code
    default: return { _ in .nan }
    }
  }

  /// The number of steps between two floating-point numbers.
  private func distance(_ left: Double, _ right: Double) -> Int {
    if left.isNaN || right.isNaN { return left.isNaN == right.isNaN ? 0 : .max }
    func place(_ x: Double) -> Int { x < 0 ? -Int(x.magnitude.bitPattern) : Int(x.magnitude.bitPattern) }
    return abs(place(left) - place(right))
  }

  /// Tests arguments at the ends of ranges, arguments with results near the midpoint of two numbers, and ones that are hard to
  /// reduce. The expected results were computed by MPFR with 300 bits and rounded.
  @Test func hardArgumentsGiveWhatMPFRDoes() throws {
    var misses = 0
    for (name, cases) in Self.known {
      let code = try unary(name)
      for (x, expected) in cases {
        let value = code(x)
        #expect(distance(value, expected) <= 1, "\(name)(\(x)) is \(expected), not \(value)")
        if value != expected { misses += 1 }
      }
    }
    #expect(misses <= 2, "\(misses) results are not the nearest number")
  }

  @Test func everyFunctionIsThatOfTheSystemButForTheLastPlaces() throws {
    let functions: [(String, (Double) -> Double, ClosedRange<Double>)] = [
      ("exp", { exp($0) }, -800...800), ("ln", { log($0) }, 0...20), ("log2", { log2($0) }, 0...20),
      ("log10", { log10($0) }, 0...20), ("sin", { sin($0) }, -100...100), ("cos", { cos($0) }, -1e9...1e9),
      ("tan", { tan($0) }, -100...100), ("asin", { asin($0) }, -1...1), ("acos", { acos($0) }, -1...1),
      ("atan", { atan($0) }, -10...10), ("sinh", { sinh($0) }, -720...720), ("cosh", { cosh($0) }, -30...30),
      ("tanh", { tanh($0) }, -25...25), ("cbrt", { cbrt($0) }, -1e3...1e3), ("asinh", { asinh($0) }, -1e4...1e4),
      ("acosh", { acosh($0) }, 1...1e4), ("atanh", { atanh($0) }, -1...1),
    ]
    var random = SplitMix64(seed: 19)
    for (name, system, range) in functions {
      let code = try unary(name)
      for index in 0..<fuzzSteps(2000) {
        var x = Double.random(in: range, using: &random)
        if index.isMultiple(of: 4) { x *= Double(sign: .plus, exponent: -random.below(200), significand: 1) }
        // The GNU library's cube root is up to four units in the last place off; ours is the nearest number.
        let tolerance = name == "cbrt" ? 5 : 2
        #expect(distance(code(x), system(x)) <= tolerance, "\(name)(\(x)) is \(code(x)), of the system \(system(x))")
      }
    }
    for _ in 0..<fuzzSteps(4000) {
      let x = Double.random(in: -4...4, using: &random)
      let y = Double.random(in: -40...40, using: &random)
      let (whole, near) = (y.rounded(), 1 + x * 1e-9)
      #expect(distance(PortableMathematics.power(x, whole), pow(x, whole)) <= 1, "\(x) ^ \(whole)")
      #expect(distance(PortableMathematics.power(near, y * 1e9), pow(near, y * 1e9)) <= 1, "\(near) ^ \(y * 1e9)")
      #expect(distance(PortableMathematics.arctangent(x, y), atan2(x, y)) <= 2, "atan2(\(x), \(y))")
      #expect(distance(PortableMathematics.hypotenuse(x, y), hypot(x, y)) <= 1, "hypot(\(x), \(y))")
    }
  }

  @Test func zerosInfinitiesAndWhatIsNoNumberAreThoseOfTheSystem() throws {
    let odd: [Double] = [
      0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, 1.5, -1.5, 1e308, -1e308,
      1e-300,
      0x1p53, -0x1p53, 0x1p52 + 1, 0x1p70, 1e-20, 800, -800,
    ]
    let unaries: [(String, (Double) -> Double)] = [
      ("exp", { exp($0) }), ("sin", { sin($0) }), ("cos", { cos($0) }), ("tan", { tan($0) }), ("asin", { asin($0) }),
      ("acos", { acos($0) }), ("atan", { atan($0) }), ("sinh", { sinh($0) }), ("cosh", { cosh($0) }),
      ("tanh", { tanh($0) }), ("cbrt", { cbrt($0) }),
    ]
    func isSame(_ left: Double, _ right: Double) -> Bool {
      distance(left, right) <= 1 && (left.isNaN || left.sign == right.sign)
    }
    for x in odd {
      for (name, system) in unaries {
        let value = try unary(name)(x)
        #expect(isSame(value, system(x)), "\(name)(\(x)) is \(value), of the system \(system(x))")
      }
      for y in odd {
        let (power, angle, length) = (
          PortableMathematics.power(x, y), PortableMathematics.arctangent(x, y), PortableMathematics.hypotenuse(x, y)
        )
        #expect(isSame(power, pow(x, y)), "\(x) ^ \(y) is \(power), of the system \(pow(x, y))")
        #expect(isSame(angle, atan2(x, y)), "atan2(\(x), \(y)) is \(angle), of the system \(atan2(x, y))")
        #expect(isSame(length, hypot(x, y)), "hypot(\(x), \(y)) is \(length), of the system \(hypot(x, y))")
      }
    }
  }

  private static let known: [(String, [(Double, Double)])] = [
    (
      "exp",
      [
        (0x1.62e42fefa39efp9, 0x1.fffffffffff2ap1023),
        (-0x1.74910d52d3051p9, .leastNonzeroMagnitude),
        (0x1.79ca10c924223p-67, 0x1.0000000000000p0),
        (0x1.0000000000000p-1, 0x1.a61298e1e069cp0),
        (0x1.0000000000000p0, 0x1.5bf0a8b145769p1),
        (-0x1.4f8b588e368f1p-17, 0x1.fffeb07515653p-1),
      ]
    ),
    (
      "ln",
      [
        (.leastNonzeroMagnitude, -0x1.74385446d71c3p9),
        (0x1.fffffffffffffp1023, 0x1.62e42fefa39efp9),
        (0x1.fffffffffffffp-1, -0x1.0000000000000p-53),
        (0x1.0000000000001p0, 0x1.fffffffffffffp-53),
        (0x1.5bf0a8b145769p1, 0x1.0000000000000p0),
        (0x1.6000000000000p-1, -0x1.7fafa3bd8151cp-2),
        (0x1.6000000000000p0, 0x1.4618bc21c5ec2p-2),
        (0x1.0200000000000p0, 0x1.fe02a6b106789p-8),
        (0x1.fe00000000000p-1, -0x1.0080559588b35p-8),
      ]
    ),
    (
      "log2",
      [
        (.leastNonzeroMagnitude, -0x1.0c80000000000p10),
        (0x1.fffffffffffffp1023, 0x1.0000000000000p10),
        (0x1.fffffffffffffp-1, -0x1.71547652b82fep-53),
        (0x1.0000000000001p0, 0x1.71547652b82fdp-52),
        (0x1.0000000000000p3, 0x1.8000000000000p1),
        (0x1.8000000000000p1, 0x1.95c01a39fbd68p0),
        (0x1.999999999999ap-4, -0x1.a934f0979a371p1),
      ]
    ),
    (
      "log10",
      [
        (.leastNonzeroMagnitude, -0x1.434e6420f4374p8),
        (0x1.fffffffffffffp1023, 0x1.34413509f79ffp8),
        (0x1.fffffffffffffp-1, -0x1.bcb7b1526e50fp-55),
        (0x1.f400000000000p9, 0x1.8000000000000p1),
        (0x1.0f0cf064dd592p73, 0x1.6000000000000p4),
        (0x1.999999999999ap-4, -0x1.0000000000000p0),
      ]
    ),
    (
      "sin",
      [
        (0x1.921fb54442d18p1, 0x1.1a62633145c07p-53),
        (0x1.6ac5b262ca1ffp849, 0x1.0000000000000p0),
        (0x1.0f0cf064dd592p73, -0x1.b453ab76bf397p-1),
        (0x1.0000000000000p-2, 0x1.faaeed4f31577p-3),
        (0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1),
        (0x1.86a0000000000p16, 0x1.24daa9c527e96p-5),
        (0x1.fffffcccccccdp19, 0x1.e07fa13370afbp-3),
        (-0x1.6000000000000p3, 0x1.fffeb762e93ebp-1),
        (0x1.6300000000000p8, -0x1.f9bd0307d1de3p-16),
        (0x1.fffffffffffffp1023, 0x1.452fc98b34e97p-8),
        (0x1.56e1fc2f8f359p-997, 0x1.56e1fc2f8f359p-997),
      ]
    ),
    (
      "cos",
      [
        (0x1.921fb54442d18p0, 0x1.1a62633145c07p-54),
        (0x1.6ac5b262ca1ffp849, -0x1.14ae72e6ba22fp-61),
        (0x1.0f0cf064dd592p73, 0x1.0be2cef01c8f4p-1),
        (0x1.0000000000000p-2, 0x1.f01549f7deea1p-1),
        (0x1.6000000000000p3, 0x1.220ae41ee2fdfp-8),
        (0x1.979c000000000p15, 0x1.719a47d413c35p-18),
        (0x1.fffffffffffffp1023, -0x1.fffe62ecfab75p-1),
      ]
    ),
    (
      "tan",
      [
        (0x1.921fb54442d18p0, 0x1.d02967c31cdb5p53),
        (0x1.6ac5b262ca1ffp849, -0x1.d9ba9a7975636p60),
        (0x1.0f0cf064dd592p73, -0x1.a0f79c1b6b257p0),
        (0x1.0000000000000p-2, 0x1.05785a43c4c56p-2),
        (0x1.6000000000000p3, -0x1.c3e6d558b0924p7),
        (-0x1.921fb54442d18p-1, -0x1.fffffffffffffp-1),
      ]
    ),
    (
      "asin",
      [
        (0x1.0000000000000p0, 0x1.921fb54442d18p0),
        (0x1.0000000000000p-1, 0x1.0c152382d7366p-1),
        (0x1.0000000000001p-1, 0x1.0c152382d7367p-1),
        (0x1.fffffffffffffp-1, 0x1.921fb50442d18p0),
        (0x1.56e1fc2f8f359p-997, 0x1.56e1fc2f8f359p-997),
        (-0x1.8000000000000p-1, -0x1.b235315c680dcp-1),
        (0x1.3333333333333p-2, 0x1.380159e14f6ffp-2),
      ]
    ),
    (
      "acos",
      [
        (-0x1.0000000000000p0, 0x1.921fb54442d18p1),
        (0x1.0000000000000p-1, 0x1.0c152382d7366p0),
        (0x1.0000000000001p-1, 0x1.0c152382d7365p0),
        (0x1.fffffffffffffp-1, 0x1.0000000000000p-26),
        (0x1.56e1fc2f8f359p-997, 0x1.921fb54442d18p0),
        (-0x1.8000000000000p-1, 0x1.359d26f93b6c3p1),
        (-0x1.fffffffffffffp-1, 0x1.921fb52442d18p1),
      ]
    ),
    (
      "atan",
      [
        (0x1.0000000000000p0, 0x1.921fb54442d18p-1),
        (0x1.0000000000000p-3, 0x1.fd5ba9aac2f6ep-4),
        (0x1.7e43c8800759cp996, 0x1.921fb54442d18p0),
        (-0x1.c000000000000p-5, -0x1.bf8ddf139c444p-5),
        (0x1.e000000000000p-4, 0x1.ddd21701eba6ep-4),
        (0x1.8000000000000p1, 0x1.3fc176b7a8560p0),
        (0x1.1c37937e08000p53, 0x1.921fb54442d18p0),
      ]
    ),
    (
      "sinh",
      [
        (0x1.3333333333333p-2, 0x1.37d42af54b926p-2),
        (0x1.33332c7d368c8p-2, 0x1.37d423f16ad68p-2),
        (0x1.6000000000000p4, 0x1.ab5adb9c43600p30),
        (0x1.633ce8fb9f87dp9, 0x1.ffffffffffd3bp1023),
        (-0x1.56e1fc2f8f359p-997, -0x1.56e1fc2f8f359p-997),
        (0x1.5e66666666666p4, 0x1.82afcca727c17p30),
      ]
    ),
    (
      "cosh",
      [
        (0x1.3333333333333p-2, 0x1.0b9b4e0b6ec4cp0),
        (0x1.12e0be826d695p-30, 0x1.0000000000000p0),
        (0x1.6000000000000p4, 0x1.ab5adb9c43600p30),
        (0x1.633ce8fb9f87dp9, 0x1.ffffffffffd3bp1023),
        (-0x1.5e66666666666p4, 0x1.82afcca727c17p30),
      ]
    ),
    (
      "tanh",
      [
        (0x1.0000000000000p-2, 0x1.f597ea69a1c86p-3),
        (0x1.fffff29406b2ap-3, 0x1.f597ddcbc3f51p-3),
        (0x1.3000000000000p4, 0x1.fffffffffffffp-1),
        (0x1.6000000000000p4, 0x1.0000000000000p0),
        (-0x1.56e1fc2f8f359p-997, -0x1.56e1fc2f8f359p-997),
        (0x1.0000000000000p-1, 0x1.d9353d7568af3p-2),
      ]
    ),
    (
      "cbrt",
      [
        (.leastNonzeroMagnitude, 0x1.0000000000000p-358),
        (0x1.fffffffffffffp1023, 0x1.428a2f98d728bp341),
        (0x1.b000000000000p4, 0x1.8000000000000p1),
        (-0x1.0000000000000p1, -0x1.428a2f98d728bp0),
        (0x1.999999999999ap-4, 0x1.db4c7760bcff3p-2),
      ]
    ),
  ]
}
