// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Inputs and outputs of a session with their present values and those in each named scenario, as a table: a row for each node, a
/// column for each scenario.
///
/// ```swift
/// var table = ScenarioTable()
/// editor.refresh(&table)
/// table.cell(row: 1, column: 1)   // the second node in the first scenario; column 0 has the present values
/// table.note(affected)            // of each edit
/// editor.refresh(&table)          // computes it again if necessary
/// ```
public struct ScenarioTable {
  /// A node.
  public struct Row: Hashable, Sendable {
    /// The node.
    public let node: NodeID
    /// Its name, with those of the groups that it is in.
    public let title: String
    /// Whether a scenario gives it a value; otherwise it is computed.
    public let isInput: Bool
  }

  /// A value, as it is shown.
  public struct Cell: Hashable, Sendable {
    /// The value in the format of its node, or why there is none.
    public var text: String
    /// The difference from the present value, as ``Calculator/Session/compare(_:in:progress:)`` reports it: `+10,
    /// +20%`; `=` for none.
    public var difference: String
    /// Whether the scenario gives the input this value; otherwise it is the present one, or computed.
    public var isOwn: Bool
    /// Whether the value is missing.
    public var isFailure: Bool
    /// The value as it is edited; empty for one that is computed.
    public var source: String
  }

  /// The names of the scenarios, in their order. Their columns follow that of the present values.
  public fileprivate(set) var scenarios: [String] = []
  /// The inputs that scenarios give values, then the outputs.
  public fileprivate(set) var rows: [Row] = []
  /// The reason if the table has no outputs; empty otherwise.
  public fileprivate(set) var remark = ""
  /// The nodes that are compared; `nil` for those that ``Calculator/Session/compare(_:in:progress:)`` compares by
  /// default.
  public var outputs: [NodeID]? { didSet { (isStale, model) = (true, nil) } }
  /// How often ``scenarios``, ``rows`` or the nodes that can be added may have changed.
  public fileprivate(set) var revision = 0

  private var isStale = true
  /// The number of edits when the table was last known to be up to date.
  private var editCount = 0
  /// What is evaluated, as long as only values of its inputs change.
  private var model: ComparisonModel?
  private var entries: [String: ScenarioEntry] = [:]
  private var lookCount = 0
  /// The nodes that the table depends on.
  private var nodes: Set<NodeID> = []
  /// The values of each row, the present one first.
  private var values: [[NodeValue]] = []
  private var formats: [ValueFormat?] = []
  /// The values as they are edited, for rows of inputs, and those that scenarios give.
  private var sources: [[(text: String, isOwn: Bool)]] = []

  /// Creates a table without rows, until an editor computes it.
  public init() {}

  /// Notes the nodes that an edit has affected. Complexity: O(nodes)
  public mutating func note(_ affected: [NodeID]) {
    if !isStale, affected.contains(where: nodes.contains) { isStale = true }
  }

  /// The value of a node: the present one in column 0, then that in each scenario.
  ///
  /// - Parameters:
  ///   - row: An index into ``rows``.
  ///   - column: 0, or one more than an index into ``scenarios``.
  /// - Returns: The value as it is shown.
  public func cell(row: Int, column: Int) -> Cell {
    let value = values[row][column]
    let source = row < sources.count ? sources[row][column] : ("", false)
    let style = ValueStyle().formatted(formats[row])
    return Cell(
      text: style.text(value), difference: column == 0 ? "" : Comparison.difference(from: values[row][0], to: value),
      isOwn: source.1, isFailure: value.isFailure, source: source.0)
  }

  /// Computes the table if something has changed that it depends on.
  ///
  /// - Returns: Whether it was computed.
  fileprivate mutating func refresh(_ editor: SessionEditor) -> Bool {
    let (session, looks) = (editor.session, editor.groups.lookCount)
    let isSame = looks == lookCount && entries == session.scenarioTable.entries
    let last = editCount
    editCount = editor.editCount
    if !isStale, isSame { return false }
    isStale = false
    let slid = editor.slid.flatMap { slid in
      slid.editCount == editor.editCount && editor.slidSince <= last && isSame ? slid.node : nil
    }
    let name = slid.flatMap { session.scenarioInput($0)?.name }
    if let slid, let name, let model, model.varies(name) {
      if let comparison = try? model.comparison(in: session) {
        if let row = rows.firstIndex(where: { $0.isInput && $0.node == slid }) {
          (values[row], sources[row]) = input(slid, editor)
        }
        values.replaceSubrange(sources.count..., with: comparison.rows.map { [$0.now] + $0.values })
        return true
      }
    }
    (lookCount, entries) = (looks, session.scenarioTable.entries)
    compute(editor, varying: name.map { [$0] } ?? [])
    return true
  }

  /// Computes the whole table.
  private mutating func compute(_ editor: SessionEditor, varying others: [String]) {
    let (session, graph) = (editor.session, editor.session.evaluator.graph)
    let all = session.scenarios
    (scenarios, remark, rows, values, sources) = (all.map(\.name), "", [], [], [])
    outputs = outputs.map { $0.filter(graph.contains) }
    (isStale, model, revision) = (false, nil, revision + 1)
    var isKnown: Set<NodeID> = []
    for scenario in scenarios {
      for setting in entries[scenario]?.settings ?? [] where isKnown.insert(setting.node).inserted {
        let (row, texts) = input(setting.node, editor)
        rows.append(Row(node: setting.node, title: session.formulas.title(of: setting.node), isInput: true))
        values.append(row)
        sources.append(texts)
      }
    }
    let inputs = rows.map(\.node)
    do throws(Diagnostic) {
      if !all.isEmpty, outputs?.isEmpty != true {
        let names = (outputs ?? []).map { SourceName(naming: session.formulas.title(of: $0)) }
        let made = try ComparisonModel(of: session, names, in: all, varying: others)
        for (node, row) in zip(made.outputs, try made.comparison(in: session).rows) {
          rows.append(Row(node: node, title: row.name, isInput: false))
          values.append([row.now] + row.values)
        }
        model = made
      }
    } catch {
      remark = error.message + (error.hint.map { " – \($0)" } ?? "")
    }
    formats = rows.map { session.format(of: $0.node) }
    nodes = graph.downstream(of: inputs).union(graph.upstream(of: rows.map(\.node))).union(rows.map(\.node))
  }

  /// The values of an input, and the texts to edit them.
  private func input(_ input: NodeID, _ editor: SessionEditor) -> ([NodeValue], [(text: String, isOwn: Bool)]) {
    let session = editor.session
    let now = session.value(of: input)
    let given = editor.text(of: .definition(input)) ?? ""
    let present = session.scenarioInput(input)?.value.exactText ?? given
    var (values, texts): ([NodeValue], [(text: String, isOwn: Bool)]) = ([now], [(given, true)])
    for scenario in scenarios {
      let setting = entries[scenario]?.settings.first { $0.node == input }
      values.append(setting.map { .value(session.inUnit(of: input, $0.value)) } ?? now)
      texts.append((setting?.value.exactText ?? present, setting != nil))
    }
    return (values, texts)
  }
}

/// Named scenarios side by side.
extension SessionEditor {
  /// Computes a table of scenarios if something has changed that it depends on. The session is unchanged.
  ///
  /// - Parameter table: The table.
  /// - Returns: Whether it was computed.
  /// - Complexity: As ``Calculator/Session/compare(_:in:progress:)``.
  @discardableResult
  public func refresh(_ table: inout ScenarioTable) -> Bool { table.refresh(self) }

  /// The nodes that can be compared in a table of scenarios: those that depend on its inputs.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - limit: The greatest number of nodes to return.
  /// - Returns: The nodes that are not in the table, in the order in which they are evaluated.
  /// - Complexity: O(nodes that depend on the inputs).
  public func scenarioOutputs(for table: ScenarioTable, limit: Int) -> [NodeID] {
    let graph = session.evaluator.graph
    var moved = graph.downstream(of: table.rows.filter { $0.isInput && graph.contains($0.node) }.map(\.node))
    moved.subtract(table.rows.map(\.node))
    return Array(
      graph.inEvaluationOrder(moved).lazy.filter { node in
        let name = SourceName(naming: self.session.formulas.title(of: node))
        return (try? self.session.formulas.scopedNode(name)) == node
      }.prefix(limit))
  }

  /// Those of some nodes that scenarios can give values: numbers, dates, Booleans and texts outside of groups that are not computed.
  public func scenarioInputs(among nodes: [NodeID]) -> [NodeID] { nodes.filter { session.scenarioInput($0) != nil } }

  /// Stores the present values of inputs as a scenario, in one step. It replaces one of the same name.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - nodes: Nodes; those that scenarios can't give values are left out.
  /// - Returns: Whether a scenario was replaced.
  /// - Throws: A ``Formulas/Diagnostic`` for a name that can't be written, and with the reason if no node is such an
  ///   input; the session is unchanged.
  @discardableResult
  public func saveScenario(_ name: String, of nodes: [NodeID]) throws(Diagnostic) -> Bool {
    let name = name.trimmingBlanks
    let isKnown = session.scenario(named: name) != nil
    var values = nodes.compactMap { session.scenarioInput($0) }
    if values.isEmpty, let first = nodes.first(where: contains) {
      // The session has the reason.
      values = [(session.formulas.title(of: first), .number(0))]
    }
    try changeScenarios { () throws(Diagnostic) in try session.defineScenario(name, values) }
    return isKnown
  }

  /// Gives an input another value in a scenario, in one step.
  ///
  /// - Parameters:
  ///   - text: A constant of the type of the input; empty for the present value, whatever that is.
  ///   - input: The input.
  ///   - name: The name of the scenario.
  /// - Throws: A ``Formulas/Diagnostic`` if the scenario or the input no longer exists, or the text is not such a
  ///   constant; the session is unchanged.
  public func setValue(_ text: String, of input: NodeID, in name: String) throws(Diagnostic) {
    let scenario = try session.existing(SourceName(naming: name))
    guard contains(input), let own = session.evaluator.graph.name(of: input) else {
      throw refuse(.name, "the input no longer exists")
    }
    var values = scenario.settings.map { (name: $0.name, value: $0.value) }
    let place = values.firstIndex { $0.name == own }
    if text.trimmingBlanks.isEmpty {
      guard let place else { return }
      if values.count == 1 {
        throw refuse(.command, "this is the only value of the scenario", hint: "delete it instead")
      }
      values.remove(at: place)
    } else {
      let value = try session.constant(Formula(text))
      if let place {
        if values[place].value == value { return }
        values[place].value = value
      } else {
        values.append((own, value))
      }
    }
    try changeScenarios { () throws(Diagnostic) in try session.defineScenario(name, values) }
  }

  /// Gives a scenario another name, in one step.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if it no longer exists, another one has the new name, or that can't be
  ///   written.
  public func renameScenario(_ name: String, to new: String) throws(Diagnostic) {
    try changeScenarios { () throws(Diagnostic) in
      try session.renameScenario(SourceName(naming: name), to: SourceName(naming: new.trimmingBlanks))
    }
  }

  /// Removes a scenario, in one step.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if it no longer exists.
  public func deleteScenario(_ name: String) throws(Diagnostic) {
    try changeScenarios { () throws(Diagnostic) in try session.removeScenario(SourceName(naming: name)) }
  }

  /// Gives the inputs of a scenario its values, in one step.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if it no longer exists.
  public func applyScenario(_ name: String) throws(Diagnostic) {
    defer { reloadViews() }
    newSelection = .init()
    try session.applyScenario(SourceName(naming: name))
  }

  /// Changes scenarios, which affects no node.
  private func changeScenarios(_ body: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    newSelection = .init()
    try body()
    onEdit?([])
  }
}
