// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// Random statements that use each other's names; some are refused. A seed gives the same statements everywhere.
package struct RandomStatements {
  private var state: UInt64
  private let names = ["a", "b", "c", "d", "x", "y", "z", "`mean`", "`größe 日本`", "color"]

  package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  package mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % limit
  }

  /// A finite number of any binade; every other one is about as large as 64-bit integers.
  package mutating func number() -> Double {
    let sign = UInt64(below(2)) << 63
    let exponent = UInt64(below(2) == 0 ? below(0x7ff) : 1023 + 50 + below(16))
    let significand = UInt64(below(1 << 52))
    // Most numbers have some zero bits at the end, so that their shortest texts have different lengths.
    return Double(bitPattern: sign | exponent << 52 | significand & (.max << UInt64(below(53))))
  }

  private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }
  private mutating func name() -> String { pick(names) }
  private mutating func function() -> String { pick(["f", "g", "h", "`a b`", "a"]) }

  private mutating func constant() -> String {
    pick(["0", "1", "-2.5", "20%", "1e-300", "-0", "3", "0.1 + 0.2", "#3366cc", "#000", "true", "1 / 0", "12345678.9"])
  }

  private mutating func expression() -> String {
    switch below(10) {
    case 0, 1: constant()
    case 2, 3: name()
    case 8: "\(function())(\(pick([name(), constant(), "\(function())(\(name()))"])))"
    case 9: "iferror(\(function())(\(name())), \(constant())) + \(function())(\(name()))"
    case 4: "\(name()) + \(name()) * 2"
    case 5: "if(\(name()) == \(name()), \(name()), \(name()))"
    case 6: "iferror(\(name()) / \(name()), \(constant()))"
    default: "rgb(\(name()), red(\(name())), 7)"
    }
  }

  private mutating func port() -> String { pick(["x", "y", "z", "color", "multiplier", "red"]) }

  private mutating func construction() -> String {
    let kind = pick(["Add", "Subtract", "Multiply", "Divide", "Color", "ColorAdjust", "Number"])
    if kind == "Number" { return "Number(value: \(pick(["0", "4", "-1e300", "20%"])))" }
    var ports: Set<String> = []
    let arguments = (0..<below(4)).compactMap { _ -> String? in
      let port = kind == "Color" ? pick(["red", "green"]) : kind == "ColorAdjust" ? port() : pick(["x", "y"])
      return ports.insert(port).inserted ? "\(port): \(expression())" : nil
    }
    return "\(kind)(\(arguments.joined(separator: ", ")))"
  }

  /// Runs one statement, which may be refused.
  package mutating func step(_ session: Session) {
    do throws(Diagnostic) {
      switch below(21) {
      case 20:
        switch below(4) {
        case 0: try session.applyScenario(SourceName(pick(["s", "t"])))
        case 1: try session.removeScenario(SourceName(pick(["s", "t"])))
        default: try session.defineScenario(scenario())
        }
      case 17: try session.run("\(function())(\(pick(["x", "n", "x, y", "d"]))) = \(expression())")
      case 18: _ = try session.delete(SourceName(function().split(separator: "`").joined()))
      case 19:
        let (old, new) = (function().split(separator: "`").joined(), pick([function(), name()]))
        try session.rename(SourceName(old), to: SourceName(new.split(separator: "`").joined()))
      case 14: _ = try session.delete(argument())
      case 15: try session.expand(argument())
      case 16: try session.rename(argument(), to: argument())
      case let choice: try session.run(statement(choice))
      }
    } catch {
      // Refused statements must change nothing; the tests that use this type check that.
    }
  }

  /// A line as typed by a user, which may be refused.
  package mutating func line() -> String {
    switch below(25) {
    case 23: "scenario \(scenario())"
    case 24: pick(["scenario! s", "unscenario s", "scenario! t"])
    case 20: "\(function())(\(pick(["x", "n", "x, y"]))) = \(expression())"
    case 21: "delete \(function())"
    case 22: "rename \(function()) \(function())"
    case 14: "delete \(name())"
    case 15: "expand \(name())"
    case 16: "rename \(name()) \(name())"
    case 17: "move \(name()) \(below(100)) \(below(100))"
    case 18: "add Add; \(statement(below(14)))"
    case 19: "kind \(name()) Multiply"
    case let choice: statement(choice)
    }
  }

  private mutating func statement(_ choice: Int) -> String {
    switch choice {
    case 0...2: below(8) == 0 ? uncertain() : "\(name()) = \(constant())"
    case 3...7: "\(name()) = \(expression())"
    case 8...9: "\(name()) = \(construction())"
    case 10...11: "\(name()).\(port()) = \(expression())"
    default: "\(name()) -> \(name()).\(port())"
    }
  }

  private mutating func uncertain() -> String {
    "\(name()) \(pick(["= 3 ± 1", "= -2.5 +/- 10%", "= 3 ± 2", "~ uniform(0, 3)", "~ lognormal(0, 1)", "~ normal(0, -1)"]))"
  }

  private mutating func scenario() -> String {
    let settings = (0...below(2)).map { _ in "\(name()) = \(constant())" }
    return "\(pick(["s", "t"])): \(settings.joined(separator: ", "))"
  }

  private mutating func argument() -> SourceName { SourceName(name().split(separator: "`").joined()) }
}
