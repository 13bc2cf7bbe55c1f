// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A named set of values of some inputs: `cheap: price = 10, qty = 5`.
public struct NamedScenario: Hashable, Sendable {
  /// The value of an input.
  public struct Setting: Hashable, Sendable {
    /// The name of the input.
    public let name: String
    /// The value: a number, a quantity, a date, a Boolean or a text.
    public let value: CalculatorValue
  }

  /// The name of the scenario.
  public let name: String
  /// The values, in the order in which they were given.
  public let settings: [Setting]
}

extension NamedScenario {
  /// The heading of the current values in comparisons, which is not the name of any scenario.
  package static let present = "now"

  /// The scenario as it is defined: `cheap: price = 10, qty = 5`.
  public var text: String {
    let values = settings.map { "\(SourceName.spelling($0.name)) = \($0.value.exactText)" }
    return "\(SourceName.spelling(name)): \(values.joined(separator: ", "))"
  }
}

/// A scenario as a session stores it: values by node, so that it is still valid when nodes are renamed.
///
/// Invariant: there are settings, and each input can be given its value. A step that deletes an input, makes it computed, changes
/// its type, or moves it into a group removes its setting.
package struct ScenarioEntry: Equatable {
  package struct Setting: Equatable {
    package let node: NodeID
    package let value: CalculatorValue
  }

  package var settings: [Setting]

  /// The size of the settings in bytes.
  var byteCount: Int { settings.count * MemoryLayout<Setting>.stride }
}

/// A scenario as it is written: `cheap: price = 10, qty = 5`.
struct WrittenScenario {
  let name: SourceName
  let values: [(input: SourceName, value: Formula)]

  /// Parses a scenario; ranges refer to the line that contains the text.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the text is not a scenario.
  init(_ text: SourceName) throws(Diagnostic) {
    let start = text.range.lowerBound
    // Blanks in front make ranges refer to the line.
    var lexer = Lexer(Array(repeating: UInt8(ascii: " "), count: start) + Array(text.text.utf8), at: start)
    name = try Self.scenarioName(&lexer)
    let colon = try lexer.next()
    guard colon.kind == .colon else {
      throw Diagnostic(.syntax, "expected ':' after the name of the scenario", colon.range, hint: Self.expectation)
    }
    var values: [(input: SourceName, value: Formula)] = []
    while true {
      let input = try lexer.next()
      guard input.isWord else {
        throw Diagnostic(.syntax, "expected the name of an input", input.range, hint: Self.expectation)
      }
      let equals = try lexer.next()
      guard equals.kind == .assign else {
        throw Diagnostic(
          .syntax, "expected '=' after '\(lexer.name(input).text)'", equals.range, hint: Self.expectation)
      }
      var parser = try FormulaParser(lexer)
      values.append((lexer.name(input), try parser.formula()))
      lexer.position = parser.token.end
      if parser.token.kind == .end || parser.token.kind == .semicolon { break }
      guard parser.token.kind == .comma else { throw parser.unexpectedToken() }
    }
    self.values = values
  }

  static let expectation = "write scenario cheap: price = 10, qty = 5"

  /// Reads the name of a scenario, in back-ticks if it is more than a word.
  static func scenarioName(_ lexer: inout Lexer) throws(Diagnostic) -> SourceName {
    let token = try lexer.next()
    guard token.isWord else {
      throw Diagnostic(.syntax, "expected the name of a scenario", token.range, hint: expectation)
    }
    return lexer.name(token)
  }
}
