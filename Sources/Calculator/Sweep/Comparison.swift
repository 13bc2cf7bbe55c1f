// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The current values of some nodes, and their values in each of some named scenarios.
public struct Comparison: Hashable, Sendable {
  /// The values of one node.
  public struct Row: Hashable, Sendable {
    /// The name of the node.
    public let name: String
    /// The value of the node with the current values of all inputs.
    public let now: NodeValue
    /// The value of the node in each scenario, in the order of the scenarios.
    public let values: [NodeValue]
  }

  /// The names of the scenarios.
  public let scenarios: [String]
  /// The nodes, in the order of the arguments.
  public let rows: [Row]
}

extension Comparison {
  /// The comparison as a table: a row for each node, a column for each scenario.
  ///
  /// ```
  ///        now  cheap
  /// total   60     50 (-10, -16.7%)
  /// ```
  ///
  /// A table that is too wide is replaced by a list with a line for each scenario. A failure is shown as `⚠`, with
  /// its reason below the table.
  ///
  /// - Parameters:
  ///   - width: The greatest number of characters in a line.
  ///   - style: How values are shown; swatches are omitted.
  ///   - session: The session, in whose formats values are shown; `nil` for no formats.
  /// - Returns: The lines, without indentation.
  /// - Complexity: O(values)
  public func lines(width: Int, style: ValueStyle = ValueStyle(), in session: Session? = nil) -> [String] {
    let names = rows.map { SourceName.readSpelling($0.name) }
    let texts = rows.map { row in
      let style = style.withoutSwatches.formatted(session?.format(of: row.name))
      return ([row.now] + row.values).map { $0.isFailure ? "⚠" : style.text($0) }
    }
    let differences = rows.map { row in
      [""]
        + row.values.map { value in
          let difference = Self.difference(from: row.now, to: value)
          return difference.isEmpty ? "" : "(\(difference))"
        }
    }
    let heads = [NamedScenario.present] + scenarios.map(SourceName.spelling)
    let table = Self.table(names, heads, texts, differences)
    let lines = table.allSatisfy { $0.count <= width } ? table : Self.list(names, heads, texts, differences)
    return lines + reasons
  }

  private static func table(
    _ names: [String], _ heads: [String], _ texts: [[String]], _ differences: [[String]]
  ) -> [String] {
    var lines = [""] + names
    pad(&lines)
    for (place, head) in heads.enumerated() {
      let values = [head] + texts.map { $0[place] }
      let valueWidth = values.map(\.count).max() ?? 0
      for index in lines.indices {
        lines[index] += "  " + String(repeating: " ", count: valueWidth - values[index].count) + values[index]
        if index > 0, !differences[index - 1][place].isEmpty { lines[index] += " " + differences[index - 1][place] }
      }
      pad(&lines)
    }
    return lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// Pads lines to the length of the longest.
  private static func pad(_ lines: inout [String]) {
    let width = lines.map(\.count).max() ?? 0
    for index in lines.indices { lines[index] += String(repeating: " ", count: width - lines[index].count) }
  }

  private static func list(
    _ names: [String], _ heads: [String], _ texts: [[String]], _ differences: [[String]]
  ) -> [String] {
    let headWidth = heads.map(\.count).max() ?? 0
    return names.indices.flatMap { index in
      let valueWidth = texts[index].map(\.count).max() ?? 0
      return [names[index]]
        + heads.indices.map { place in
          let (head, text, difference) = (heads[place], texts[index][place], differences[index][place])
          let gap = String(repeating: " ", count: headWidth - head.count + 2 + valueWidth - text.count)
          return "  \(head)\(gap)\(text)" + (difference.isEmpty ? "" : " \(difference)")
        }
    }
  }

  /// The difference of two values, as in `+10, +20%`; `=` if there is none, and empty for values that have no difference.
  package static func difference(from now: NodeValue, to other: NodeValue) -> String {
    switch (now, other) {
    case (.value(.number(let before)), .value(.number(let after))):
      return difference(after - before, of: before, nil)
    case (.value(.quantity(let before, let unit)), .value(.quantity(let after, let given))) where unit == given:
      guard unit.zero != nil else { return difference(after - before, of: before, unit) }
      return difference(unit.number(ofDifference: after - before), of: 0, unit.ofDifferences)
    default: return ""
    }
  }

  /// A difference with its sign, and its percentage unless the old value is 0.
  private static func difference(_ number: Double, of before: Double, _ unit: UnitOfMeasure?) -> String {
    func signed(_ number: Double) -> String { (number > 0 ? "+" : "") + NumberText.people(number, digits: 6) }
    guard number.isFinite, number != 0 else { return number == 0 ? "=" : "" }
    let text = unit.map { $0.text(number, signed) } ?? signed(number)
    let share = number / before.magnitude * 100
    guard before != 0, share.isFinite, unit != .percent else { return text }
    let percent = (number > 0 ? "+" : "") + NumberText.people(share, digits: 3) + "%"
    return "\(text), \(percent)"
  }

  /// The reasons why nodes have no value.
  private var reasons: [String] {
    rows.flatMap { row in
      let columns = zip([NamedScenario.present] + scenarios.map(SourceName.spelling), [row.now] + row.values)
      var seen: Set<NodeValue> = []
      return columns.filter { $0.1.isFailure && seen.insert($0.1).inserted }.map { column, value in
        "\(SourceName.readSpelling(row.name)) in \(column): \(value.text)"
      }
    }
  }
}

extension Session {
  /// Evaluates nodes for the current values of all inputs, and for the values in named scenarios. This session is unchanged.
  ///
  /// Inputs that a scenario doesn't name keep their current values in it. All scenarios are rows of one sweep.
  ///
  /// - Parameters:
  ///   - outputs: The names of nodes; if empty, the nodes with unconnected outputs among those that depend on inputs
  ///     of the scenarios.
  ///   - scenarios: The names of the scenarios; all of them unless given.
  ///   - progress: Called from time to time with the fraction of the work that is done, from 0 to 1.
  /// - Returns: The values.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, if no scenarios are defined, if no node depends on the
  ///   inputs, and if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(scenarios × nodes between the inputs and the outputs), and O(nodes that the outputs depend on).
  public func compare(
    _ outputs: [SourceName] = [], in scenarios: [String]? = nil, progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) -> Comparison {
    var compared: [NamedScenario] = []
    for name in scenarios ?? [] { compared.append(try existing(SourceName(naming: name))) }
    if scenarios == nil { compared = self.scenarios }
    guard !compared.isEmpty else {
      throw Diagnostic(
        .command, "compare needs a scenario", outputs.first?.range ?? 0..<0,
        hint: WrittenScenario.expectation)
    }
    let model = try ComparisonModel(of: self, outputs, in: compared) { progress($0 / Double(compared.count + 2)) }
    return try model.comparison(in: self, progress: progress)
  }

  /// The values of an input: its current value, followed by its values in scenarios, which may have none.
  fileprivate func values(of input: String, _ settings: [CalculatorValue?]) -> SweptValues {
    guard case .value(let present)? = value(of: input) else { return SweptValues(.list([]), in: nil) }
    let unit = evaluator.graph.node(named: input).flatMap { evaluator.unit(of: $0) }
    var (numbers, booleans, texts): ([Double], [Bool], [String]) = ([], [], [])
    for value in [present] + settings.map({ $0 ?? present }) {
      switch value {
      case .number(let number): numbers.append(number)
      case .quantity(let number, let given): numbers.append(unit.map { given.converted(number, to: $0) } ?? number)
      case .boolean(let boolean): booleans.append(boolean)
      case .text(let text): texts.append(text)
      default: break
      }
    }
    if !booleans.isEmpty { return SweptValues(booleans: booleans) }
    if !texts.isEmpty { return SweptValues(texts: texts) }
    return SweptValues(.list(numbers), in: unit)
  }

  /// The named nodes of the root that depend on inputs and whose outputs are not connected.
  fileprivate func ends(of inputs: [String]) throws(Diagnostic) -> [NodeID] {
    let graph = evaluator.graph
    let moved = graph.downstream(of: inputs.compactMap(graph.node(named:)))
    let ends = graph.inEvaluationOrder(moved).filter { node in
      graph.name(of: node) != nil && graph.consumers(of: node.output).isEmpty
    }
    if !ends.isEmpty { return ends }
    throw Diagnostic(
      .command, "no formula depends on \(MessageText.list(inputs.prefix(6), of: inputs.count))", 0..<0,
      hint: "define a formula that reads the inputs, or name the nodes: compare NODE")
  }
}

/// The part of a session that a comparison evaluates. It stays valid while only the values of its inputs change.
package struct ComparisonModel {
  private let scenarios: [String]
  /// The inputs with their values in the scenarios that give them any.
  private var inputs: [(name: String, settings: [CalculatorValue?])] = []
  private let names: [String]
  private let model: ScenarioModel
  /// The nodes that are compared.
  package let outputs: [NodeID]

  /// Copies the part of a session between the inputs of scenarios and some outputs.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - outputs: The names of the outputs; if empty, the ends of the graph.
  ///   - scenarios: The scenarios, of which there are some.
  ///   - others: The names of other inputs whose values may change.
  ///   - progress: Called from time to time with the fraction of the copying that is done, from 0 to 1.
  /// - Throws: A ``Formulas/Diagnostic`` as ``Session/compare(_:in:progress:)`` does.
  package init(
    of session: Session, _ outputs: [SourceName], in scenarios: [NamedScenario], varying others: [String] = [],
    progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) {
    self.scenarios = scenarios.map(\.name)
    let none = Array(repeating: CalculatorValue?.none, count: scenarios.count)
    var places: [String: Int] = [:]
    var inputs = self.inputs
    func place(_ name: String) -> Int {
      if let place = places[name] { return place }
      places[name] = inputs.count
      inputs.append((name, none))
      return inputs.count - 1
    }
    for (index, scenario) in scenarios.enumerated() {
      for setting in scenario.settings { inputs[place(setting.name)].settings[index] = setting.value }
    }
    let own = inputs.map(\.name)
    for name in others { _ = place(name) }
    self.inputs = inputs
    var nodes: [NodeID] = []
    for output in outputs { nodes.append(try session.formulas.shownNode(output)) }
    (names, self.outputs, model) = try session.within(GraphPath()) { () throws(Diagnostic) in
      if outputs.isEmpty { nodes = try session.ends(of: own) }
      let table = try Self.table(inputs, session)
      let titles = nodes.map { session.formulas.title(of: $0) }
      let model = try ScenarioModel(
        of: session, from: inputs.map { SourceName(naming: $0.name) }, to: titles.map { SourceName(naming: $0) },
        given: table.kinds, plain: table.plain, progress: progress)
      model.isInterrupted = session.evaluator.isInterrupted
      return (outputs.isEmpty ? titles : outputs.map(\.text), nodes, model)
    }
  }

  private static func table(
    _ inputs: [(name: String, settings: [CalculatorValue?])], _ session: Session
  ) throws(Diagnostic) -> Scenarios {
    var table = Scenarios()
    try table.vary(inputs.map(\.name), over: inputs.map { session.values(of: $0.name, $0.settings) })
    return table
  }

  /// Whether an input may change.
  package func varies(_ input: String) -> Bool { inputs.contains { $0.name == input } }

  /// Evaluates the outputs for the present values of the inputs, and for those in each scenario.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  package func comparison(in session: Session, progress: (Double) -> Void = { _ in }) throws(Diagnostic) -> Comparison {
    let table = try session.within(GraphPath()) { () throws(Diagnostic) in try Self.table(inputs, session) }
    var columns = names.map { Sweep.Column(name: $0, values: []) }
    for rows in model.blocks(of: 0..<table.count) {
      progress(Double(rows.lowerBound + 1) / Double(table.count + 1))
      let block = model.evaluate(rows, of: table)
      if model.hasUnfinished || session.evaluator.isInterrupted?() == true {
        throw Session.sweepStopped(inputs.first.map { SourceName(naming: $0.name) })
      }
      for index in columns.indices { block.columns[index].append(to: &columns[index].values, count: rows.count) }
    }
    let rows = columns.map { column in
      Comparison.Row(name: column.name, now: column.values[0], values: Array(column.values.dropFirst()))
    }
    return Comparison(scenarios: scenarios, rows: rows)
  }
}
