// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Names that stand for a value unless a node has them: `ans` and `_` for the last answer; `today`, `now` and the like for the
/// time of the clock.
///
/// The value replaces the name in a formula, so a later answer doesn't change an earlier formula.
extension Session {
  /// Whether a name stands for the last answer.
  private static func isAnswer(_ name: String) -> Bool { name == "ans" || name == "_" }

  /// Whether a name stands for a time of the clock.
  private static func isOfClock(_ name: String) -> Bool { name == "now" || days[name] != nil }

  /// The named days, as differences from today in days.
  private static let days = ["yesterday": -1.0, "today": 0, "tomorrow": 1]

  /// Whether a statement would have another meaning after another answer, or on another day.
  package func usesAnswer(_ statement: Statement) -> Bool {
    statement.formulas.contains { formula in
      formula.names.contains {
        (Self.isAnswer($0.text) || Self.isOfClock($0.text)) && node(named: $0.text) == nil
      }
    }
  }

  /// The text of a time of the clock: a day in the machine's time zone, or the second in UTC.
  private func textOfClock(_ name: SourceName) throws(Diagnostic) -> String {
    guard let reading = wallClock?() else {
      throw Diagnostic(.name, "no clock is available here", name.range, hint: "write the date, as in 2026-03-01")
    }
    if name.text == "now" { return CivilDate.text(moment: reading.seconds.rounded(.down)) }
    let today = ((reading.seconds + reading.offset) / 86_400).rounded(.down)
    return CivilDate.text(day: today + (Self.days[name.text] ?? 0))
  }

  /// The statement with the values of answers and times in place of their names.
  ///
  /// - Returns: `nil` if it has no such names.
  func spelledOut(_ statement: Statement) throws(Diagnostic) -> Statement? {
    var given: [SourceName] = []
    switch statement.form {
    case .definition(let name, _): given = [name]
    case .function(_, let parameters, _): given = parameters
    default: break
    }
    return try replacingFormulas(of: statement) { (formula) throws(Diagnostic) in
      try self.spelledOut(formula, except: given)
    }
  }

  /// Replaces formulas of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - replacement: Returns the replacement of a formula; `nil` to keep it.
  /// - Returns: The statement; `nil` if all formulas are kept.
  /// - Throws: What `replacement` throws.
  func replacingFormulas(
    of statement: Statement, _ replacement: (Formula) throws(Diagnostic) -> Formula?
  ) throws(Diagnostic) -> Statement? {
    var result = statement
    switch statement.form {
    case .expression(let formula):
      guard let formula = try replacement(formula) else { return nil }
      result.form = .expression(formula)
    case .definition(let name, let formula):
      guard let formula = try replacement(formula) else { return nil }
      result.form = .definition(name, formula)
    case .function(let name, let parameters, let results):
      var spelled = results
      var isSame = true
      for (index, result) in results.enumerated() {
        guard let formula = try replacement(result.formula) else { continue }
        spelled[index].formula = formula
        isSame = false
      }
      if isSame { return nil }
      result.form = .function(name, parameters: parameters, spelled)
    case .assignment(let target, let formula):
      guard let formula = try replacement(formula) else { return nil }
      result.form = .assignment(target, formula)
    case .elementAssignment(let name, let place, let formula):
      let (spelledPlace, spelled) = (try replacement(place), try replacement(formula))
      if spelledPlace == nil, spelled == nil { return nil }
      result.form = .elementAssignment(name, place: spelledPlace ?? place, spelled ?? formula)
    case .construction(let name, let construction):
      var spelled = construction
      var isSame = true
      for (index, argument) in construction.arguments.enumerated() {
        guard let formula = try replacement(argument.formula) else { continue }
        spelled.arguments[index].formula = formula
        isSame = false
      }
      if isSame { return nil }
      result.form = .construction(name, spelled)
    case .connection, .command: return nil
    }
    return result
  }

  /// The formula with the values of answers and times in place of their names; `nil` if it has none.
  func spelledOut(_ formula: Formula, except names: [SourceName] = []) throws(Diagnostic) -> Formula? {
    var values: [String: String] = [:]
    for name in formula.names where node(named: name.text) == nil && !names.contains(where: { $0.text == name.text }) {
      if Self.isOfClock(name.text) { values[name.text] = try textOfClock(name) }
      guard Self.isAnswer(name.text) else { continue }
      guard let answer else {
        throw Diagnostic(
          .name, "no formula alone has been evaluated yet", name.range,
          hint: "'\(name.text)' is the value of the last formula alone")
      }
      let text = answer.exactText
      // An operator after a unit would apply to the unit: ans^2, ans/h.
      let isOpen = text.utf8.first == UInt8(ascii: "-") || answer.type.unit != nil && answer.count == nil
      values[name.text] = isOpen ? "(\(text))" : text
    }
    return values.isEmpty ? nil : try Formula(formula.text(replacing: values))
  }
}

extension Statement {
  /// The formulas in the statement.
  package var formulas: [Formula] {
    switch form {
    case .expression(let formula), .definition(_, let formula), .assignment(_, let formula): [formula]
    case .function(_, _, let results): results.map(\.formula)
    case .elementAssignment(_, let place, let formula): [place, formula]
    case .construction(_, let construction): construction.arguments.map(\.formula)
    case .connection, .command: []
    }
  }
}
