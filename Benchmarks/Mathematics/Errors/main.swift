// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The functions of formulas beside MPFR: the greatest error of each in units of the last place. `run` compiles and runs it.

import Glibc

typealias Exact = (UnsafeMutablePointer<mpfr_number>, UnsafePointer<mpfr_number>, UnsafePointer<mpfr_number>) -> Void

struct Subject {
  let name: String
  let domain: Domain
  let range: ClosedRange<Double>
  let ours: @convention(c) (Double, Double) -> Double
  let exact: Exact
}

typealias P = PortableMathematics
let subjects: [Subject] = [
  Subject(
    name: "acos", domain: .unit, range: -1...1, ours: { x, _ in P.arccosine(x) },
    exact: { r, x, _ in mpfr_acos(r, x, 0) }),
  Subject(
    name: "atan", domain: .all, range: -10...10, ours: { x, _ in P.arctangent(x) },
    exact: { r, x, _ in mpfr_atan(r, x, 0) }),
  Subject(
    name: "sinh", domain: .exponents, range: -30...30, ours: { x, _ in P.hyperbolicSine(x) },
    exact: { r, x, _ in mpfr_sinh(r, x, 0) }),
  Subject(
    name: "cosh", domain: .exponents, range: -30...30, ours: { x, _ in P.hyperbolicCosine(x) },
    exact: { r, x, _ in mpfr_cosh(r, x, 0) }),
  Subject(
    name: "tanh", domain: .all, range: -25...25, ours: { x, _ in P.hyperbolicTangent(x) },
    exact: { r, x, _ in mpfr_tanh(r, x, 0) }),
  Subject(
    name: "asinh", domain: .all, range: -10...10, ours: { x, _ in P.inverseHyperbolicSine(x) },
    exact: { r, x, _ in mpfr_asinh(r, x, 0) }),
  Subject(
    name: "acosh", domain: .fromOne, range: 1...10, ours: { x, _ in P.inverseHyperbolicCosine(x) },
    exact: { r, x, _ in mpfr_acosh(r, x, 0) }),
  Subject(
    name: "atanh", domain: .unit, range: -1...1, ours: { x, _ in P.inverseHyperbolicTangent(x) },
    exact: { r, x, _ in mpfr_atanh(r, x, 0) }),
  Subject(
    name: "cbrt", domain: .all, range: -1000...1000, ours: { x, _ in P.cubeRoot(x) },
    exact: { r, x, _ in mpfr_cbrt(r, x, 0) }),
  Subject(
    name: "hypot", domain: .pairs, range: -10...10, ours: { x, y in P.hypotenuse(x, y) },
    exact: { r, x, y in mpfr_hypot(r, x, y, 0) }),
  Subject(
    name: "atan2", domain: .pairs, range: -10...10, ours: { x, y in P.arctangent(x, y) },
    exact: { r, x, y in mpfr_atan2(r, x, y, 0) }),
  Subject(
    name: "pow", domain: .bases, range: 0...20, ours: { x, y in P.power(x, y) },
    exact: { r, x, y in mpfr_pow(r, x, y, 0) }
  ),
  Subject(
    name: "exp", domain: .exponents, range: -745...709.7, ours: { x, _ in P.exponential(x) },
    exact: { r, x, _ in mpfr_exp(r, x, 0) }),
  Subject(
    name: "ln", domain: .positive, range: 0...10, ours: { x, _ in P.logarithm(x) },
    exact: { r, x, _ in mpfr_log(r, x, 0) }),
  Subject(
    name: "log2", domain: .positive, range: 0...10, ours: { x, _ in P.logarithm2(x) },
    exact: { r, x, _ in mpfr_log2(r, x, 0) }),
  Subject(
    name: "log10", domain: .positive, range: 0...10, ours: { x, _ in P.logarithm10(x) },
    exact: { r, x, _ in mpfr_log10(r, x, 0) }),
  Subject(
    name: "sin", domain: .all, range: -20...20, ours: { x, _ in P.sine(x) }, exact: { r, x, _ in mpfr_sin(r, x, 0) }),
  Subject(
    name: "cos", domain: .all, range: -20...20, ours: { x, _ in P.cosine(x) }, exact: { r, x, _ in mpfr_cos(r, x, 0) }),
  Subject(
    name: "tan", domain: .all, range: -20...20, ours: { x, _ in P.tangent(x) }, exact: { r, x, _ in mpfr_tan(r, x, 0) }),
  Subject(
    name: "asin", domain: .unit, range: -1...1, ours: { x, _ in P.arcsine(x) }, exact: { r, x, _ in mpfr_asin(r, x, 0) }
  ),
]

/// What is known of a function so far.
struct Errors {
  var (worst, worstSubnormal, place) = (0.0, 0.0, (0.0, 0.0))
  var (compared, missed) = (0, 0)
  /// Of all results' bits, so that two runs can be compared.
  var fingerprint: UInt64 = 0

  mutating func add(_ value: Double) { fingerprint = (fingerprint ^ value.bitPattern) &* 0x1_0000_01b3 &+ 1 }

  mutating func add(_ error: Double, of value: Double, nearest: Double, at place: (Double, Double)) {
    compared += 1
    if value != nearest { missed += 1 }
    if nearest.magnitude < .leastNormalMagnitude {
      worstSubnormal = max(worstSubnormal, error)
    } else if error > worst {
      (worst, self.place) = (error, place)
    }
  }
}

/// Numbers of 120 bits, in which differences of results are exact to more than 60.
final class Reference {
  private var numbers = [mpfr_number](repeating: mpfr_number(), count: 4)

  init() {
    for index in numbers.indices { mpfr_init2(&numbers[index], index < 2 ? 53 : 120) }
  }

  /// How far a result is from the exact one, and the number nearest to that; nil if both are infinite, or no number.
  func error(of value: Double, _ subject: Subject, _ x: Double, _ y: Double) -> (error: Double, nearest: Double)? {
    numbers.withUnsafeMutableBufferPointer { numbers in
      guard let first = numbers.baseAddress else { return nil }
      let (second, exact, difference) = (first + 1, first + 2, first + 3)
      mpfr_set_d(first, x, 0)
      mpfr_set_d(second, y, 0)
      subject.exact(exact, first, second)
      let nearest = mpfr_get_d(exact, 0)
      if nearest.isNaN || value.isNaN { return nearest.isNaN && value.isNaN ? nil : (.infinity, nearest) }
      if nearest == value, nearest.isInfinite { return nil }
      let ulp = min(nearest.magnitude, .greatestFiniteMagnitude).ulp
      // Beyond the largest number stands 2^1024.
      let isInfinite = value.isInfinite
      mpfr_set_d(difference, isInfinite ? (value < 0 ? -1 : 1) : value, 0)
      if isInfinite { mpfr_mul_2si(difference, difference, 1024, 0) }
      mpfr_sub(difference, difference, exact, 0)
      mpfr_mul_2si(difference, difference, -Int(ulp.exponent), 0)
      return (mpfr_get_d(difference, 0).magnitude, nearest)
    }
  }
}

func text(_ number: Double, _ digits: Double = 10_000) -> String { String((number * digits).rounded() / digits) }

let count = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 0 : 20_000
let onlyFingerprints = CommandLine.arguments.count > 1 && CommandLine.arguments[1] == "bits"
let names = CommandLine.arguments.dropFirst(3)
let hard = hardArguments()
let reference = Reference()
setvbuf(stdout, nil, _IOLBF, 0)

var isBad = false
for subject in subjects where names.isEmpty || names.contains(subject.name) {
  var errors = Errors()
  var chance = Chance(state: subject.name.utf8.reduce(0) { $0 << 8 | UInt64($1) })
  func compare(_ x: Double, _ y: Double) {
    let value = subject.ours(x, y)
    errors.add(value)
    if onlyFingerprints { return }
    guard let (error, nearest) = reference.error(of: value, subject, x, y) else { return }
    if !error.isFinite { print("\(subject.name)(\(x), \(y)) is \(value), not \(nearest)") }
    errors.add(error, of: value, nearest: nearest, at: (x, y))
  }
  for x in hard {
    let x = subject.domain.fit(x)
    compare(
      x, subject.domain == .bases ? chance.number(in: -744...709.5) / (x == 1 ? 1 : log(x)) : chance.number(in: -4...4))
  }
  let ofHard = errors
  for _ in 0..<count {
    let (x, y) = subject.domain.arguments(subject.range, &chance)
    compare(x, y)
  }
  if onlyFingerprints {
    print(subject.name, String(errors.fingerprint, radix: 16), separator: "\t")
    continue
  }
  if !(errors.worst <= 0.75 && errors.worstSubnormal <= 0.76) { isBad = true }
  print(
    subject.name, ofHard.compared, text(ofHard.worst), errors.compared - ofHard.compared, text(errors.worst),
    text(errors.worstSubnormal), text(100 * Double(errors.missed) / Double(max(1, errors.compared))),
    "\(errors.place.0) \(errors.place.1)", String(errors.fingerprint, radix: 16), separator: "\t")
}
if isBad {
  print("an error is above 0.75 units of the last place")
  exit(1)
}
