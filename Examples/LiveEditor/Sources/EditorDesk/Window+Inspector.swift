// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeEval
import NodeGraph
import NodeView

/// What the inspector of a page shows.
struct Inspection {
  /// Whether something may have changed since it was sent.
  var isStale = true
  /// The nodes that were inspected last.
  fileprivate var nodes: [NodeID] = []
  /// The numbers of the inspector's text fields.
  fileprivate var fields: [SessionEditor.Field: Int] = [:]
  fileprivate var shown: EditorMessage?
  /// The node that the part about other values is open for.
  fileprivate var asked: NodeID?
  /// What changes that node most, until the next edit.
  fileprivate var influences: [SessionEditor.Influence] = []

  /// Opens the part about other values of a node, or closes it.
  fileprivate mutating func ask(about node: NodeID) {
    asked = asked == node ? nil : node
    noteEdit()
  }

  /// Handles that something was edited.
  mutating func noteEdit() {
    isStale = true
    influences = []
  }
}

extension EditorMessage.InspectorRow {
  fileprivate static func heading(_ title: String) -> Self { Self(.heading, [title]) }
  fileprivate static func text(_ label: String, _ text: String) -> Self { Self(.text, [label, text]) }
  fileprivate static func problem(_ text: String) -> Self { Self(.problem, [text]) }
  fileprivate static func note(_ text: String) -> Self { Self(.note, [text]) }
  fileprivate static func action(_ title: String, _ command: String, _ arguments: String...) -> Self {
    Self(.action, [title, command] + arguments)
  }
}

// MARK: The inspector beside the canvas

final class InspectorPanel: Panel {
  /// What the inspector shows; `nil` while it is closed.
  fileprivate var inspection: Inspection?

  func begin(in window: Window) { inspection = nil }
  func didEdit(_ nodes: [NodeID], in window: Window) { inspection?.noteEdit() }
  func didChangeStatus() { inspection?.isStale = true }
  func run(_ name: String, _ arguments: [String], in window: Window) -> Bool { window.runInspector(name, arguments) }
  func show(in window: Window) { window.showInspector() }

  /// At the right, or at the foot of a narrow page.
  func cover(in window: Window) -> GraphSize {
    guard inspection != nil else { return .zero }
    let size = window.surface.size
    return size.width > 720 ? GraphSize(312, 0) : GraphSize(0, size.height / 2)
  }

  func close(in window: Window) {
    window.endInspecting()
    window.send(.inspector(nil))
  }
}

extension Window {
  private var inspection: Inspection? {
    get { panel(InspectorPanel.self).inspection }
    set { panel(InspectorPanel.self).inspection = newValue }
  }

  private typealias Row = EditorMessage.InspectorRow

  /// How many lines there are at most: causes, and their depth; readers; failures; groups; inputs that matter.
  private static let (causeLimit, causeDepth, limit, choiceLimit) = (16, 3, 12, 50)
  /// The greatest number of characters of a value.
  private static let textLimit = 400
  private static let modes: [(mode: NodeMode, title: String)] = [
    (.active, "Active"), (.muted, "Muted"), (.bypassed, "Bypassed"),
  ]

  /// Executes a command of the inspector.
  ///
  /// - Returns: Whether the command exists.
  fileprivate func runInspector(_ name: String, _ arguments: [String]) -> Bool {
    switch name {
    case "inspect": toggleInspector()
    case "complete":
      guard arguments.count == 3, let query = Int(arguments[0]), let cursor = Int(arguments[2]) else { break }
      send(.choices(query: query, completions(of: arguments[1], cursor)))
    case "mode":
      guard arguments.count == 2, let mode = Self.modes.first(where: { $0.title == arguments[1] })?.mode else { break }
      let nodes = arguments[0] == "0" ? selectedNodes : [node(arguments[0])].compactMap { $0 }
      attempt { () throws(Diagnostic) in try editor.setMode(mode, of: nodes) }
    case "what-if":
      guard let node = node(arguments.first) else { break }
      inspection?.ask(about: node)
    case "influences":
      guard let node = node(arguments.first) else { break }
      attempt { () throws(Diagnostic) in
        let influences = try editor.influences(on: node, atMost: Self.limit)
        inspection?.influences = influences
        inspection?.isStale = true
      }
    case "make": make(arguments)
    default: return false
    }
    return true
  }

  private func toggleInspector() {
    if inspection == nil {
      inspection = Inspection()
      if selectedNodes.count == 1, let node = selectedNodes.first { reveal(node) }
    } else {
      panel(InspectorPanel.self).close(in: self)
    }
  }

  /// Forgets what the inspector shows.
  fileprivate func endInspecting() {
    for number in inspection?.fields.values.map({ $0 }) ?? [] { fields.remove(number) }
    inspection = nil
  }

  private func node(_ number: String?) -> NodeID? {
    number.flatMap { Int($0) }.flatMap(desk.node).flatMap { editor.contains($0) ? $0 : nil }
  }

  /// Gives a node another value by changing an input.
  private func make(_ arguments: [String]) {
    guard arguments.count == 3, let node = node(arguments[0]) else { return }
    do throws(Diagnostic) {
      let made = try editor.makeEqual(node, to: arguments[1], changing: arguments[2])
      say(made, action: "undo")
    } catch {
      refuse(arguments[1], of: EditorMessage.targetField, error)
    }
  }

  /// Sends what the inspector shows, if it is open and that has changed.
  fileprivate func showInspector() {
    guard let inspection else { return }
    let nodes = selectedNodes
    guard inspection.isStale || nodes != inspection.nodes else { return }
    if nodes != inspection.nodes {
      endInspecting()
      self.inspection = Inspection()
    }
    let message: EditorMessage
    if nodes.count == 1, let node = nodes.first {
      let title = editor.summary(of: node).title
      message = .inspector(EditorMessage.Inspector(subject: desk.number(of: node), title: title, rows: rows(for: node)))
    } else if nodes.isEmpty {
      message = .inspector(EditorMessage.Inspector(subject: 0, title: desk.title, rows: documentRows))
    } else {
      message = .inspector(EditorMessage.Inspector(subject: 0, title: "\(nodes.count) nodes", rows: rows(for: nodes)))
    }
    self.inspection?.nodes = nodes
    self.inspection?.isStale = false
    if message == inspection.shown, nodes == inspection.nodes { return }
    self.inspection?.shown = message
    send(message)
  }

  // MARK: One node

  private func rows(for node: NodeID) -> [Row] {
    let summary = editor.summary(of: node)
    var rows: [Row] = []
    func add(_ field: SessionEditor.Field, _ key: String, _ label: String, hint: String = "") {
      guard let text = editor.text(of: field) else { return }
      rows.append(Row(.field, [key, "\(number(of: field))", label, text, hint]))
    }
    add(.name(node), "name", "Name")
    let outputs = editor.kind(of: node)?.outputs ?? []
    if InstanceID(node) == nil {
      let isGiven = editor.kind(of: node)?.inputs.isEmpty == true
      add(.definition(node), "definition", isGiven ? "Value" : "Formula")
      rows.append(.text("Value", Self.clipped(summary.text)))
      if let exact = editor.exactText(of: node, atMost: Self.textLimit), exact != summary.text {
        rows.append(.text("Exactly", exact))
      }
      let money = editor.inheritedFormat(of: node)
      add(
        .format(node), "format", "Format", hint: money.map { "\($0), inherited; or plain" } ?? "such as #,##0.00")
    } else {
      for (index, output) in outputs.enumerated() {
        rows.append(.text(output.name, Self.clipped(text(of: node.output(index)))))
      }
    }
    rows.append(.text("Kind", kind(of: node, outputs.first?.type.name)))
    rows.append(modeRow(for: [node], subject: desk.number(of: node)))
    if InstanceID(node) == nil {
      if let runs = editor.runsText(of: node) {
        rows.append(.text("Runs", runs))
      } else {
        rows.append(.action("Count its runs", "runs"))
      }
    }
    rows.append(Row(.recent, [Self.clipped(summary.text)]))
    return rows + whyRows(for: node, summary.value) + readerRows(for: node) + whatIfRows(for: node, summary.value)
  }

  /// The number of a text field, which stays until its text is accepted.
  private func number(of field: SessionEditor.Field) -> Int {
    if let known = inspection?.fields[field], fields[known] != nil { return known }
    let number = fields.add(field)
    inspection?.fields[field] = number
    return number
  }

  private static func clipped(_ text: String) -> String {
    text.utf8.count > textLimit ? "\(text.prefix(textLimit))…" : text
  }

  private func text(of output: OutputPort) -> String {
    let value = editor.value(of: output)
    return value.isFailure ? Describing.problem(value) : value.text
  }

  /// What a node is, and the type of its value: `Formula, Number`.
  private func kind(of node: NodeID, _ type: String?) -> String {
    let summary = editor.summary(of: node)
    if InstanceID(node) != nil { return "Group of \(summary.definition)" }
    let name = editor.kind(of: node)?.name ?? ""
    let kind = editor.isFormula(node) ? "Formula" : name
    guard let type, type != kind else { return kind }
    return "\(kind), gives \(type)"
  }

  private func modeRow(for nodes: [NodeID], subject: Int) -> Row {
    let modes = Set(nodes.map { session.evaluator.mode(of: $0) })
    let options = Self.modes.flatMap { [$0.title, modes == [$0.mode] ? "1" : ""] }
    return Row(.choice, ["Mode", "mode", "\(subject)"] + options)
  }

  private func link(_ node: NodeID, depth: Int = 0, detail: String = "") -> Row {
    let summary = editor.summary(of: node)
    let text = InstanceID(node) == nil ? Self.clipped(summary.text) : summary.definition
    return Row(.link, ["\(desk.number(of: node))", summary.title, text, detail, "\(depth)"])
  }

  /// What a value depends on, or why there is none.
  private func whyRows(for node: NodeID, _ value: NodeValue) -> [Row] {
    var rows: [Row] = [.heading("Why")]
    if case .failure(let message, _) = value {
      rows.append(.problem(message))
      if let origin = editor.failureOrigin(of: node), origin != node { rows.append(link(origin, detail: "failed")) }
    }
    for (index, input) in (editor.kind(of: node)?.inputs ?? []).enumerated().prefix(Self.limit) {
      let port = node.input(index)
      guard editor.sources(of: port).isEmpty else { continue }
      let own = editor.unconnectedValue(of: port)?.exactText ?? "not connected"
      let group = editor.groupInput(readBy: port).map { ", input \($0) of the group" } ?? ""
      rows.append(.text(input.name, Self.clipped(own) + group))
    }
    let (causes, isComplete) = editor.causes(of: node, depth: Self.causeDepth, limit: Self.causeLimit)
    for cause in causes {
      let definition = InstanceID(cause.member) == nil ? editor.summary(of: cause.member).definition : ""
      rows.append(link(cause.member, depth: cause.depth - 1, detail: String(definition.prefix(64))))
    }
    if !isComplete { rows.append(.note("… and more")) }
    return rows.count > 1 ? rows : []
  }

  private func readerRows(for node: NodeID) -> [Row] {
    let outputs = editor.kind(of: node)?.outputs ?? []
    var seen: Set<NodeID> = []
    let readers = outputs.indices.flatMap { editor.readers(of: node.output($0)) }.map(\.node)
      .filter { seen.insert($0).inserted }
    let given = outputs.indices.flatMap { editor.groupOutputs(giving: node.output($0)) }
    var rows = readers.prefix(Self.limit).map { link($0) }
    if readers.count > Self.limit { rows.append(.note("… and \(readers.count - Self.limit) more")) }
    rows += given.map { .note("output \($0) of the group") }
    return [.heading("Read by")] + (rows.isEmpty ? [.note("nothing")] : rows)
  }

  // MARK: Other values

  private func whatIfRows(for node: NodeID, _ value: NodeValue) -> [Row] {
    guard InstanceID(node) == nil, editor.kind(of: node)?.inputs.isEmpty == false, editor.isNumber(value) else {
      return []
    }
    let number = "\(desk.number(of: node))"
    var rows: [Row] = [.heading("What if")]
    guard inspection?.asked == node else { return rows + [.action("Another value …", "what-if", number)] }
    let inputs = editor.inputNames(of: node)
    if inputs.isEmpty { return rows + [.note("It depends on no number that can be changed")] }
    rows.append(Row(.make, [number] + inputs.suffix(Self.choiceLimit).reversed()))
    let influences = inspection?.influences ?? []
    if influences.isEmpty { return rows + [.action("Which input matters?", "influences", number)] }
    rows.append(.note("If an input changes by 1 %"))
    return rows
      + influences.map { influence in
        let subject = ["\(desk.number(of: influence.member))", influence.title, influence.range]
        let offsets = [influence.lowOffset, influence.highOffset].map { "\(Int($0 * 100))" }
        return Row(.bar, subject + [influence.low, influence.high] + offsets)
      }
  }

  // MARK: Several nodes, and none

  private func rows(for nodes: [NodeID]) -> [Row] {
    var rows: [Row] = []
    if let totals = editor.totals(of: nodes) {
      if totals.count < nodes.count { rows.append(.text("Numbers", "\(totals.count)")) }
      if let sum = totals.sum { rows.append(.text("Sum", sum)) }
      rows += [.text("Mean", totals.mean), .text("Least", totals.least), .text("Greatest", totals.greatest)]
    }
    rows.append(modeRow(for: nodes, subject: 0))
    rows.append(.heading("Selected"))
    rows += nodes.prefix(Self.limit).map { link($0) }
    if nodes.count > Self.limit { rows.append(.note("… and \(nodes.count - Self.limit) more")) }
    return rows
  }

  private var documentRows: [Row] {
    let graph = session.evaluator.graph
    let groups = editor.groups.definitions.isEmpty ? [] : view.nodes.filter { InstanceID($0) != nil }
    var rows: [Row] = [
      .text("Nodes", "\(graph.nodeCount)"), .text("Wires", "\(graph.connectionCount)"),
      .text("Changes", desk.changeCount > 0 ? "not saved" : "saved"),
    ]
    let failures = Describing.failures(of: session.evaluator)
    if !failures.isEmpty {
      rows.append(.heading("Failed"))
      rows += failures.prefix(Self.limit).map { link($0) }
      if failures.count > Self.limit { rows.append(.note("… and \(failures.count - Self.limit) more")) }
    }
    if !groups.isEmpty {
      rows.append(.heading("Groups"))
      rows += groups.prefix(Self.limit).map { link($0) }
      if groups.count > Self.limit { rows.append(.note("… and \(groups.count - Self.limit) more")) }
    }
    return rows + [.note("Select a node to see what it is, and why it has its value")]
  }
}
