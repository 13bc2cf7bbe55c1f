// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Names that stand for a value unless a node has them: `ans` and `_` for the last answer, `today`, `now` and the like for what the clock shows.
///
/// A formula has the value in their place: a later answer doesn't change what an earlier formula says.
extension Session {
  /// Whether a name stands for the last answer.
  private static func isAnswer(_ name: String) -> Bool { name == "ans" || name == "_" }

  /// Whether a name stands for what the clock shows.
  private static func isOfClock(_ name: String) -> Bool { name == "now" || days[name] != nil }

  /// The days that have names, from today on.
  private static let days = ["yesterday": -1.0, "today": 0, "tomorrow": 1]

  /// Whether a statement means something else once there was another answer, or on another day.
  func usesAnswer(_ statement: Statement) -> Bool {
    statement.formulas.contains { formula in
      formula.names.contains {
        (Self.isAnswer($0.text) || Self.isOfClock($0.text)) && node(named: $0.text) == nil
      }
    }
  }

  /// The text of what the clock shows: the day where the machine is, or the second in UTC.
  private func textOfClock(_ name: SourceName) throws(Diagnostic) -> String {
    guard let reading = wallClock?() else {
      throw Diagnostic(.name, "there is no clock here", name.range, hint: "write the date, as in 2026-03-01")
    }
    if name.text == "now" { return CivilDate.text(moment: reading.seconds.rounded(.down)) }
    let today = ((reading.seconds + reading.offset) / 86_400).rounded(.down)
    return CivilDate.text(day: today + (Self.days[name.text] ?? 0))
  }

  /// The statement with values in place of such names.
  ///
  /// - Returns: `nil` if there are none.
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

  /// A statement with other formulas.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - replacement: Returns what stands in place of a formula; `nil` to keep it.
  /// - Returns: `nil` if all are kept.
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

  /// A formula with values in place of such names; `nil` if there are none.
  func spelledOut(_ formula: Formula, except names: [SourceName] = []) throws(Diagnostic) -> Formula? {
    var values: [String: String] = [:]
    for name in formula.names where node(named: name.text) == nil && !names.contains(where: { $0.text == name.text }) {
      if Self.isOfClock(name.text) { values[name.text] = try textOfClock(name) }
      guard Self.isAnswer(name.text) else { continue }
      guard let answer else {
        throw Diagnostic(
          .name, "there is no answer yet", name.range, hint: "'\(name.text)' is the value of the last formula alone")
      }
      let text = answer.exactText
      // What follows a unit would belong to it: ans^2, ans/h.
      let isOpen = text.utf8.first == UInt8(ascii: "-") || answer.type.unit != nil && answer.count == nil
      values[name.text] = isOpen ? "(\(text))" : text
    }
    return values.isEmpty ? nil : try Formula(formula.text(replacing: values))
  }
}

extension Statement {
  /// The formulas in the statement.
  var formulas: [Formula] {
    switch form {
    case .expression(let formula), .definition(_, let formula), .assignment(_, let formula): [formula]
    case .function(_, _, let results): results.map(\.formula)
    case .elementAssignment(_, let place, let formula): [place, formula]
    case .construction(_, let construction): construction.arguments.map(\.formula)
    case .connection, .command: []
    }
  }
}
