// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Named scenarios: values of inputs that are stored in addition to the present ones, for comparison or to be applied.
extension Session {
  /// The scenarios, in the order of their names.
  ///
  /// - Complexity: O(n log n) for n scenarios, and their settings.
  public var scenarios: [NamedScenario] {
    scenarioTable.entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { scenario($0.key, $0.value) }
  }

  /// The scenario with a name; `nil` if there is none.
  public func scenario(named name: String) -> NamedScenario? { scenarioTable[name].map { scenario(name, $0) } }

  private func scenario(_ name: String, _ entry: ScenarioEntry) -> NamedScenario {
    NamedScenario(
      name: name,
      settings: entry.settings.compactMap { setting in
        evaluator.graph.name(of: setting.node).map { NamedScenario.Setting(name: $0, value: setting.value) }
      })
  }

  /// Stores values of inputs under a name, replacing the scenario of that name. No input changes.
  ///
  /// A step that deletes an input, or makes it a formula, a value of another type or a member of a group, removes its value from
  /// all scenarios; undo restores it.
  ///
  /// ```swift
  /// try session.run("price = 20; qty = 3; total = price * qty")
  /// try session.defineScenario("cheap", [("price", .number(10)), ("qty", .number(5))])
  /// try session.compare().rows[0].values   // [50]
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - values: The names of inputs outside of groups, and their values, of the type that each has: numbers, quantities of the
  ///     dimension, dates, Booleans or texts.
  /// - Throws: A ``Formulas/Diagnostic`` for a name that can't be written or is `now`, for no values, and for an input
  ///   that is unknown, computed, given twice or of another type; the session is unchanged.
  /// - Complexity: O(values)
  public func defineScenario(
    _ name: String, _ values: [(name: String, value: CalculatorValue)]
  ) throws(Diagnostic) {
    try defineScenario(
      SourceName(naming: name), values.map { (SourceName(naming: $0.name), $0.value, 0..<0) })
  }

  /// Stores values of inputs under a name, both given by a text: `cheap: price = 10, qty = 5`.
  ///
  /// - Parameter text: The name, a colon, and constants for inputs between commas.
  /// - Throws: A ``Formulas/Diagnostic`` as ``defineScenario(_:_:)`` does, and if the text can't be read; the session
  ///   is unchanged.
  public func defineScenario(_ text: String) throws(Diagnostic) {
    try defineScenario(SourceName(text, range: 0..<text.utf8.count))
  }

  /// Stores the scenario that is written on a line.
  package func defineScenario(_ text: SourceName) throws(Diagnostic) {
    let written = try WrittenScenario(text)
    try defineScenario(written.name, try values(of: written))
  }

  /// Adds a scenario of a document. This is not a step, and replaces no other scenario.
  ///
  /// - Returns: Whether the name was free.
  func loadScenario(_ text: String) throws(Diagnostic) -> Bool {
    let written = try WrittenScenario(SourceName(naming: text))
    if scenarioTable[written.name.text] != nil { return false }
    scenarioTable[written.name.text] = try entry(written.name, try values(of: written))
    return true
  }

  private typealias WrittenValue = (input: SourceName, value: CalculatorValue, range: Range<Int>)

  private func values(of written: WrittenScenario) throws(Diagnostic) -> [WrittenValue] {
    var values: [WrittenValue] = []
    for (input, formula) in written.values { values.append((input, try constant(formula), formula.range)) }
    return values
  }

  /// The value of a constant formula. Throws for other formulas.
  package func constant(_ formula: Formula) throws(Diagnostic) -> CalculatorValue {
    guard formula.names.isEmpty, formula.isFixed else {
      let name = formula.names.first ?? formula.functions.first
      throw Diagnostic(
        .name, "a scenario needs constants, and '\(name?.text ?? formula.text)' is not one",
        name?.range ?? formula.range,
        hint: "write the value")
    }
    return try formulas.constant(formula)
  }

  private func defineScenario(_ name: SourceName, _ values: [WrittenValue]) throws(Diagnostic) {
    let entry = try entry(name, values)
    let text = scenario(name.text, entry).text
    timeline.recorded(stepTitle("scenario \(text)")) { scenarioTable[name.text] = entry }
  }

  private func entry(_ name: SourceName, _ values: [WrittenValue]) throws(Diagnostic) -> ScenarioEntry {
    try requireRoot(name.range)
    guard SourceName.isSpellable(name.text), !name.text.contains(ScopedName.separator) else {
      throw Diagnostic(
        .name, "the name of a scenario consists of visible characters other than back-ticks; nothing changed",
        name.range)
    }
    guard name.text != NamedScenario.present else {
      throw Diagnostic(
        .name, "'\(NamedScenario.present)' stands for the present values; nothing changed", name.range,
        hint: "choose another name")
    }
    guard !values.isEmpty else {
      throw Diagnostic(.command, "a scenario must give at least one input a value; nothing changed", name.range)
    }
    var entry = ScenarioEntry(settings: [])
    for (input, value, range) in values {
      guard let node = evaluator.graph.node(named: input.text) else { throw unknownInput(input) }
      if entry.settings.contains(where: { $0.node == node }) {
        throw Diagnostic(.name, "'\(input.text)' is given values twice; nothing changed", input.range)
      }
      if let reason = refusal(of: value, for: node) {
        throw Diagnostic(
          .type, "'\(input.text)' \(reason.message); nothing changed", reason.isOfValue ? range : input.range,
          hint: reason.hint)
      }
      entry.settings.append(ScenarioEntry.Setting(node: node, value: value))
    }
    return entry
  }

  private func unknownInput(_ input: SourceName) -> Diagnostic {
    if node(named: input.text) == nil, ScopedName(input.text) == nil { return formulas.unknown(input) }
    return Diagnostic(
      .name, "'\(input.text)' is in a group, and a scenario gives values to inputs of the root only; nothing changed",
      input.range, hint: "move the input out of the group")
  }

  private func requireRoot(_ range: Range<Int>) throws(Diagnostic) {
    if formulas.path.isRoot { return }
    throw Diagnostic(
      .command, "scenarios give values to inputs outside of groups", range,
      hint: "leave \(breadcrumb.last ?? "the group") first")
  }

  /// Gives a scenario another name, as one step.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - new: Its new name.
  /// - Throws: A ``Formulas/Diagnostic`` if the scenario does not exist, another one has the new name, or that can't be
  ///   written; the session is unchanged.
  package func renameScenario(_ name: SourceName, to new: SourceName) throws(Diagnostic) {
    let scenario = try existing(name)
    if new.text == name.text { return }
    if scenarioTable[new.text] != nil {
      throw Diagnostic(.name, "the scenario '\(new.text)' exists already; nothing changed", new.range)
    }
    let entry = try entry(new, scenario.settings.map { (SourceName(naming: $0.name), $0.value, 0..<0) })
    timeline.recorded(stepTitle("scenario \(name.spelling) is now \(new.spelling)")) {
      scenarioTable[name.text] = nil
      scenarioTable[new.text] = entry
    }
  }

  /// Removes a scenario.
  ///
  /// - Parameter name: The name of the scenario.
  /// - Throws: A ``Formulas/Diagnostic`` if the scenario does not exist.
  public func removeScenario(_ name: SourceName) throws(Diagnostic) {
    _ = try existing(name)
    timeline.recorded(stepTitle("unscenario \(name.spelling)")) { scenarioTable[name.text] = nil }
  }

  /// Gives the inputs of a scenario its values, as one step. Uncertain inputs become certain.
  ///
  /// - Parameter name: The name of the scenario.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if the scenario does not exist, and inside a group; the session is unchanged.
  /// - Complexity: O(nodes that run)
  @discardableResult
  public func applyScenario(_ name: SourceName) throws(Diagnostic) -> Result {
    let scenario = try existing(name)
    try requireRoot(name.range)
    return try groupedWhole("scenario! \(name.spelling)") { () throws(Diagnostic) in
      var parts: [Result] = []
      for setting in scenario.settings {
        let value = evaluator.graph.node(named: setting.name).map { inUnit(of: $0, setting.value) } ?? setting.value
        parts += try run("\(SourceName.spelling(setting.name)) = \(value.exactText)")
      }
      return joined(parts)
    }
  }

  /// The value of a setting in the unit of its input, so that the type of the input doesn't change.
  package func inUnit(of input: NodeID, _ value: CalculatorValue) -> CalculatorValue {
    guard case .quantity(let number, let given) = value, let unit = evaluator.unit(of: input) else { return value }
    return .quantity(given.converted(number, to: unit), unit)
  }

  /// Joins the results of statements: each node has its value before the first and after the last of them.
  private func joined(_ results: [Result]) -> Result {
    var result = Result()
    var places: [String: Int] = [:]
    for part in results {
      result.evaluatedCount += part.evaluatedCount
      for change in part.changes {
        guard let place = places[change.name] else {
          places[change.name] = result.changes.count
          result.changes.append(change)
          continue
        }
        let old = result.changes[place].old
        result.changes[place] = change
        result.changes[place].old = old
      }
    }
    return result
  }

  /// The scenario with a name. Throws if there is none.
  package func existing(_ name: SourceName) throws(Diagnostic) -> NamedScenario {
    if let scenario = scenario(named: name.text) { return scenario }
    let known = scenarioTable.entries.keys
    throw Diagnostic(
      .name, "unknown scenario '\(name.text)'", name.range,
      hint: Suggestion.hint(for: name.text, among: known) ?? (known.isEmpty ? WrittenScenario.expectation : nil))
  }

  /// Removes the settings of inputs that can no longer be given their values, and scenarios without settings.
  ///
  /// - Complexity: O(settings of all scenarios)
  func removeUnusedSettings() {
    if scenarioTable.isEmpty { return }
    for (name, entry) in scenarioTable.entries {
      let kept = entry.settings.filter { refusal(of: $0.value, for: $0.node) == nil }
      if kept.count == entry.settings.count { continue }
      scenarioTable[name] = kept.isEmpty ? nil : ScenarioEntry(settings: kept)
    }
  }

  /// Checks every invariant and stops with the rule that is broken.
  func checkScenarios() {
    for (name, entry) in scenarioTable.entries {
      require(
        !entry.settings.isEmpty && entry.settings.allSatisfy { refusal(of: $0.value, for: $0.node) == nil },
        "the scenario '\(name)' gives values to inputs")
    }
  }

  // MARK: Inputs

  /// The name and the present value of an input that scenarios can give a value; `nil` for other nodes.
  package func scenarioInput(_ node: NodeID) -> (name: String, value: CalculatorValue)? {
    guard let name = evaluator.graph.name(of: node), case .value(let value) = value(of: node),
      refusal(of: value, for: node) == nil
    else { return nil }
    return (name, value)
  }

  /// The reason why an input can't be given a value.
  private struct SettingRefusal {
    let message: String
    var hint: String?
    /// Whether the value is wrong, rather than the input.
    var isOfValue = false
  }

  private func refusal(of value: CalculatorValue, for node: NodeID) -> SettingRefusal? {
    guard evaluator.graph.contains(node) else { return SettingRefusal(message: "is deleted") }
    guard formulas.isAtRoot(node) else { return SettingRefusal(message: "is in a group") }
    guard let type = formulas.outputType(of: node).flatMap(CalculatorType.init), isGiven(node, type) else {
      let isConstant = (try? evaluator.graph.kind(of: node).inputs.isEmpty) == true
      return SettingRefusal(
        message: isConstant ? "can't be given by a scenario" : "is computed",
        hint: isConstant ? nil : "give a value to what it depends on")
    }
    if type == value.type { return nil }
    if let own = type.unit, let given = value.type.unit, own.dimension == given.dimension { return nil }
    var hint: String?
    if let own = type.unit, value.type == .number, !own.isCalendar { hint = "write \(value.exactText) \(own)" }
    if type == .text { hint = "texts need quotes" }
    return SettingRefusal(message: "is \(type.phrase), not \(value.type.phrase)", hint: hint, isOfValue: true)
  }

  /// Whether a node is a number, a quantity, a Boolean or a text that is not computed.
  private func isGiven(_ node: NodeID, _ type: CalculatorType) -> Bool {
    switch type {
    case .number, .quantity: (try? evaluator.variable(node, as: Double.self)) != nil
    case .boolean: (try? evaluator.variable(node, as: Bool.self)) != nil
    case .text: (try? evaluator.variable(node, as: String.self)) != nil
    default: false
    }
  }
}
