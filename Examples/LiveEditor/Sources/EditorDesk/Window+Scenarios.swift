// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

/// Named scenarios side by side, below the canvas.
final class ScenariosPanel: Panel {
  /// The greatest number of outputs to choose from, of cells that are sent, of characters in a cell, and of bytes that are edited.
  private static let (choiceLimit, cellLimit, textLimit, sourceLimit) = (200, 6000, 200, 1000)

  /// The values; `nil` while it is closed.
  private var table: ScenarioTable?
  /// What the page shows.
  private var shown: EditorMessage.ScenarioTable?
  private var shownCells: [Place: EditorMessage.ScenarioCell] = [:]
  private var shownOffer: String?
  /// The part of the table that the page asked for.
  private var (rows, columns) = (0..<32, 0..<16)
  private var shownRevision: Int?
  /// Whether the cells may have changed, or others are visible.
  private var areCellsStale = false
  /// The inputs that edits have changed since a scenario was last saved.
  private var changed: [NodeID] = []
  /// The nodes that were selected when the page was last told what a new scenario would contain.
  private var selected: [NodeID]?

  private struct Place: Hashable {
    let row: Int
    let column: Int
  }

  func begin(in window: Window) {
    close(in: window)
    changed = []
  }

  func forgetShown() { (shown, shownRevision, shownCells, shownOffer) = (nil, nil, [:], nil) }

  func didEdit(_ nodes: [NodeID], in window: Window) {
    table?.note(nodes)
    selected = nil
    // An edit of more nodes is one of structure, such as an import.
    for node in window.editor.scenarioInputs(among: Array(nodes.prefix(64))) where !changed.contains(node) {
      changed.append(node)
    }
  }

  var isAtFoot: Bool { table != nil }

  func close(in window: Window) {
    guard table != nil else { return }
    table = nil
    window.send(.scenarios(.table(nil)))
  }

  func cover(in window: Window) -> GraphSize { table == nil ? .zero : GraphSize(0, window.footHeight) }

  // MARK: Commands

  func run(_ name: String, _ arguments: [String], in window: Window) -> Bool {
    let (first, second) = (arguments.first ?? "", arguments.dropFirst().first ?? "")
    let node = Int(first).flatMap(window.desk.node)
    let editor = window.editor
    switch name {
    case "scenarios": open(in: window, onName: false)
    case "scenario-this":
      if let node = window.menuTarget?.node, !window.view.selection.contains(node) { window.select([node]) }
      open(in: window, onName: true)
    case "scenarios-close": close(in: window)
    case "scenarios-view":
      let numbers = arguments.compactMap { Int($0) }.map { min(max($0, 0), 1 << 20) }
      guard numbers.count == 4 else { break }
      let width = min(numbers[3], 200)
      (rows, columns) = (
        numbers[0]..<numbers[0] + min(numbers[1], Self.cellLimit / max(width, 1)), numbers[2]..<numbers[2] + width
      )
      areCellsStale = true
    case "scenario-save":
      attempt(EditorMessage.newScenarioField, first, in: window) { () throws(Diagnostic) in
        let inputs = offered(in: window)
        if inputs.isEmpty { throw Diagnostic(.command, "select the inputs whose values it has", 0..<0) }
        let isReplaced = try editor.saveScenario(first, of: inputs)
        changed = []
        window.say("The scenario \(first) was \(isReplaced ? "replaced" : "saved")", action: "undo")
      }
    case "scenario-set":
      guard arguments.count == 3 else { break }
      attempt(EditorMessage.scenarioField, arguments[2], in: window) { () throws(Diagnostic) in
        guard let node, editor.contains(node) else { throw Diagnostic(.name, "the input no longer exists", 0..<0) }
        // Without a scenario it is the present value.
        if second.isEmpty {
          try editor.commit(arguments[2], to: .definition(node))
        } else {
          try editor.setValue(arguments[2], of: node, in: second)
        }
      }
    case "scenario-rename":
      attempt(EditorMessage.scenarioField, second, in: window) { () throws(Diagnostic) in
        try editor.renameScenario(first, to: second)
      }
    case "scenario-apply":
      window.attempt { () throws(Diagnostic) in
        try editor.applyScenario(first)
        window.say("The inputs have the values of \(first)", action: "undo")
      }
    case "scenario-delete":
      window.attempt { () throws(Diagnostic) in
        try editor.deleteScenario(first)
        window.say("The scenario \(first) was deleted", action: "undo")
      }
    case "scenario-add":
      if let node { compare(outputs.filter { $0 != node } + [node]) }
    case "scenario-remove": compare(outputs.filter { $0 != node })
    case "scenario-ends": compare(nil)
    default: return false
    }
    return true
  }

  private var outputs: [NodeID] { table?.rows.filter { !$0.isInput }.map(\.node) ?? [] }

  private func compare(_ outputs: [NodeID]?) { table?.outputs = outputs }

  private func open(in window: Window, onName isOnName: Bool) {
    if table == nil {
      window.closeFoot()
      table = ScenarioTable()
      forgetShown()
      selected = nil
    }
    window.send(.scenarios(.focus(onName: isOnName)))
  }

  /// Makes a change that is typed, and closes its field, or shows there why it was refused.
  private func attempt(_ field: Int, _ text: String, in window: Window, _ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) {
      try body()
      window.send(.endEdit(field: field))
    } catch {
      window.refuse(text, of: field, error)
    }
  }

  // MARK: Sending

  /// The inputs that a new scenario would contain: the selected ones, or else those of the scenarios and those that were changed.
  private func offered(in window: Window) -> [NodeID] {
    let nodes = window.selectedNodes
    if !nodes.isEmpty {
      let inputs = window.editor.scenarioInputs(among: nodes)
      return inputs.isEmpty ? Array(nodes.prefix(1)) : inputs
    }
    let inputs = table?.rows.filter(\.isInput).map(\.node) ?? []
    return window.editor.scenarioInputs(among: inputs + changed.filter { !inputs.contains($0) })
  }

  func show(in window: Window) {
    guard var table else { return }
    if window.editor.refresh(&table) || shownRevision == nil { areCellsStale = true }
    self.table = table
    showOffer(in: window)
    guard areCellsStale else { return }
    areCellsStale = false
    if table.revision != shownRevision { showTable(table, in: window) }
    shownRevision = table.revision
    showCells(of: table, in: window)
  }

  private func showOffer(in window: Window) {
    let nodes = window.selectedNodes
    if nodes == selected, shownOffer != nil { return }
    selected = nodes
    let inputs = offered(in: window)
    let isComputed = window.editor.scenarioInputs(among: inputs).isEmpty
    let names = inputs.prefix(8).map(window.editor.chartName) + (inputs.count > 8 ? ["\(inputs.count - 8) more"] : [])
    let offer =
      inputs.isEmpty
      ? "Change or select inputs, which it will contain"
      : isComputed
        ? "\(names[0]) is no input outside of groups" : "with the present values of \(names.joined(separator: ", "))"
    if offer == shownOffer { return }
    shownOffer = offer
    window.send(.scenarios(.offer(offer)))
  }

  private func showTable(_ table: ScenarioTable, in window: Window) {
    let row = { (node: NodeID, title: String, isInput: Bool) in
      EditorMessage.ScenarioTable.Row(
        id: window.desk.number(of: node), title: String(title.prefix(Self.textLimit)), isInput: isInput)
    }
    let others = window.editor.scenarioOutputs(for: table, limit: Self.choiceLimit)
    let message = EditorMessage.ScenarioTable(
      remark: table.remark, isChosen: table.outputs != nil, scenarios: table.scenarios,
      rows: table.rows.map { row($0.node, $0.title, $0.isInput) },
      others: others.map { row($0, window.editor.chartName(of: $0), false) })
    if message == shown { return }
    // Cells are known by their places.
    if message.rows != shown?.rows || message.scenarios != shown?.scenarios { shownCells = [:] }
    shown = message
    window.send(.scenarios(.table(message)))
  }

  private func showCells(of table: ScenarioTable, in window: Window) {
    let (old, rows) = (shownCells, rows.clamped(to: 0..<table.rows.count))
    let columns = columns.clamped(to: 0..<table.scenarios.count + 1)
    shownCells = [:]
    var cells: [EditorMessage.ScenarioCell] = []
    for row in rows {
      for column in columns {
        let value = table.cell(row: row, column: column)
        let cell = EditorMessage.ScenarioCell(
          row: row, column: column, text: String(value.text.prefix(Self.textLimit)), difference: value.difference,
          isOwn: value.isOwn, isFailure: value.isFailure,
          source: value.source.utf8.count > Self.sourceLimit ? "" : value.source)
        let place = Place(row: row, column: column)
        if old[place] != cell { cells.append(cell) }
        shownCells[place] = cell
      }
    }
    if !cells.isEmpty { window.send(.scenarios(.cells(cells))) }
  }
}
