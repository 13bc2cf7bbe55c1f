// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

/// The chart at the bottom of a page.
struct ChartDock {
  /// What is drawn.
  enum Content {
    case lists([NodeID])
    /// A number over an input; the curve is `nil` before it is first computed.
    case curve(output: NodeID, input: NodeID, ChartCurve?)
  }

  var content: Content
  var form = ChartPicture.Form.line
  var across: NodeID?
  var labels: NodeID?
  /// The range of the input that the user has chosen.
  var range: ClosedRange<Double>?
  /// The size of the drawing; `nil` before the page has measured it.
  var size: GraphSize?
  /// The height that the dock covers.
  var cover = 0.0
  /// Whether the page shows the table.
  var showsTable = false
  /// Whether anything that is drawn may have changed.
  var isStale = true
  /// Whether what can be chosen may have changed.
  var areChoicesStale = true
  /// What the page shows.
  var shownTools: EditorMessage.ChartTools?
  var shown: EditorMessage.ChartDrawing?
  /// What the page shows, for a file.
  var picture: ChartPicture?

  init(_ content: Content) { self.content = content }

  /// Makes the window send everything again.
  mutating func forgetShown() {
    (shownTools, shown, isStale, areChoicesStale) = (nil, nil, true, true)
  }

  /// The nodes whose values are drawn.
  var nodes: [NodeID] {
    switch content {
    case .lists(let lists): lists + [across, labels].compactMap { $0 }
    case .curve(let output, let input, _): [output, input]
    }
  }
}

final class ChartPanel: Panel {
  /// The chart; `nil` if it is closed.
  fileprivate var chart: ChartDock?

  func forgetShown() { chart?.forgetShown() }
  func didEdit(_ nodes: [NodeID], in window: Window) { window.noteChart(nodes) }
  func didChangeStyle() { chart?.isStale = true }
  func run(_ name: String, _ arguments: [String], in window: Window) -> Bool { window.runCharts(name, arguments) }
  func show(in window: Window) { window.showChart() }
  func cover(in window: Window) -> GraphSize { GraphSize(0, chart?.cover ?? 0) }
  var isAtFoot: Bool { chart != nil }

  func close(in window: Window) {
    guard chart != nil else { return }
    chart = nil
    window.send(.chart(nil))
  }
}

extension Window {
  /// The chart at the bottom; `nil` if it is closed.
  private var chart: ChartDock? {
    get { panel(ChartPanel.self).chart }
    set { panel(ChartPanel.self).chart = newValue }
  }

  /// The greatest number of lists in a choice, and of rows in the table.
  private static let (choiceLimit, rowLimit) = (200, 200)
  /// The greatest number of lists in a chart.
  private static let listLimit = 6

  /// The menu item for the chart of a node; none for other values.
  func chartItems(for node: NodeID) -> [Item] {
    let title: String
    switch editor.chartable(node) {
    case .numbers?: title = "Chart"
    case .number?: title = "Chart over an input"
    default:
      guard let output = editor.chartOutput(of: node) else { return [] }
      title = "Chart \(editor.summary(of: output).title) over this"
    }
    return [Item(title, "chart-this", key: "C")]
  }

  /// Executes a command about the chart.
  ///
  /// - Returns: Whether the command exists.
  fileprivate func runCharts(_ name: String, _ arguments: [String]) -> Bool {
    let first = arguments.first ?? ""
    switch name {
    case "chart": openChart(of: selectedNodes)
    case "chart-this": openChart(of: menuTarget?.node.map { [$0] } ?? [])
    case "chart-close": panel(ChartPanel.self).close(in: self)
    case "chart-form": if let form = ChartPicture.Form(rawValue: first) { change { $0.form = form } }
    case "chart-add": changeLists { if $0.count < Self.listLimit, !$0.contains($1) { $0.append($1) } }
    case "chart-remove": changeLists { lists, node in if lists.count > 1 { lists.removeAll { $0 == node } } }
    case "chart-across": change { $0.across = chosen(first) }
    case "chart-labels": change { $0.labels = chosen(first) }
    case "chart-input":
      guard let input = chosen(first), case .curve(let output, _, _)? = chart?.content else { break }
      change {
        $0.content = .curve(output: output, input: input, nil)
        $0.range = nil
      }
    case "chart-range": if arguments.count == 2 { setChartRange(from: arguments[0], to: arguments[1]) }
    case "chart-size":
      let numbers = arguments.compactMap(Double.init).map { min(max($0, 1), 16_384) }
      guard numbers.count == 3 else { break }
      chart?.size = GraphSize(numbers[0], numbers[1])
      let isFirst = chart?.cover == 0
      chart?.cover = numbers[2]
      chart?.isStale = true
      if isFirst, let node = chart?.nodes.first { reveal(node) }
    case "chart-table": change { $0.showsTable = first == "1" }
    case "chart-svg":
      guard let picture = chart?.picture else { break }
      send(.file(name: "\(picture.title).svg", type: "image/svg+xml", picture.svg))
    default: return false
    }
    return true

    func change(_ body: (inout ChartDock) -> Void) {
      guard var dock = chart else { return }
      body(&dock)
      (dock.isStale, dock.areChoicesStale) = (true, true)
      chart = dock
    }
    func changeLists(_ body: (inout [NodeID], NodeID) -> Void) {
      guard case .lists(var lists)? = chart?.content, let node = chosen(first) else { return }
      body(&lists, node)
      change { $0.content = .lists(lists) }
    }
    func chosen(_ text: String) -> NodeID? { Int(text).flatMap { desk.node(numbered: $0) } }
  }

  /// Opens the chart of lists, of a number over an input, or of what depends on an input.
  private func openChart(of nodes: [NodeID]) {
    let lists = nodes.filter { editor.chartable($0) == .numbers }
    if !lists.isEmpty { return open(ChartDock(.lists(Array(lists.prefix(Self.listLimit))))) }
    guard let node = nodes.first else {
      return say("Select a list of numbers, or a number that is computed", isProblem: true)
    }
    if editor.chartable(node) == .number, let input = editor.chartInputs(of: node).first {
      return open(ChartDock(.curve(output: node, input: input, nil)))
    }
    if let output = editor.chartOutput(of: node) {
      return open(ChartDock(.curve(output: output, input: node, nil)))
    }
    let title = editor.summary(of: node).title
    say("\(title) is neither a list of numbers nor a number that depends on one", isProblem: true)
  }

  private func open(_ dock: ChartDock) {
    if chart == nil { closeFoot() }
    var dock = dock
    // The page keeps its size.
    if let old = chart { (dock.size, dock.cover, dock.shownTools) = (old.size, old.cover, old.shownTools) }
    chart = dock
    send(.chartFocus)
  }

  private func setChartRange(from: String, to: String) {
    guard case .curve(let output, let input, let curve?)? = chart?.content else { return }
    do throws(Diagnostic) {
      chart?.range = try editor.chartRange(from: from, to: to, of: curve)
      chart?.content = .curve(output: output, input: input, nil)
      chart?.isStale = true
    } catch {
      explain(error)
      // The page shows the old range again.
      chart?.shownTools = nil
      chart?.areChoicesStale = true
    }
  }

  /// Notes the nodes that an edit has affected.
  fileprivate func noteChart(_ nodes: [NodeID]) {
    guard var dock = chart else { return }
    dock.areChoicesStale = true
    switch dock.content {
    case .curve(let output, let input, var curve):
      if curve?.note(nodes) ?? true { dock.isStale = true }
      dock.content = .curve(output: output, input: input, curve)
    case .lists:
      let drawn = Set(dock.nodes)
      // Of a group, what it gives is drawn.
      if nodes.contains(where: drawn.contains) || drawn.contains(where: { InstanceID($0) != nil }) {
        dock.isStale = true
      }
    }
    chart = dock
  }

  // MARK: Sending

  /// Sends what has changed about the chart.
  fileprivate func showChart() {
    guard var dock = chart else { return }
    if dock.size != nil, dock.isStale {
      dock.isStale = false
      draw(&dock)
    }
    // While something is dragged, nothing new can be chosen.
    if dock.areChoicesStale, !isDragging || dock.shownTools == nil {
      dock.areChoicesStale = false
      let tools = tools(of: dock)
      if tools != dock.shownTools {
        dock.shownTools = tools
        send(.chart(tools))
      }
    }
    chart = dock
  }

  private func draw(_ dock: inout ChartDock) {
    var drawing = EditorMessage.ChartDrawing()
    do throws(Diagnostic) {
      let picture = try picture(of: &dock)
      dock.picture = picture
      (drawing.summary, drawing.remark) = (picture.summary, picture.remark)
      if let size = dock.size, let palette = view.style.palette {
        let canvas = BytesCanvas()
        picture.draw(in: canvas, size: size, palette: palette)
        (drawing.size, drawing.bytes) = (size, canvas.bytes)
      }
      if dock.showsTable { drawing.rows = picture.rows(atMost: Self.rowLimit) }
    } catch {
      dock.picture = nil
      drawing.remark = error.message + error.advice
    }
    if drawing == dock.shown { return }
    dock.shown = drawing
    send(.chartDrawing(drawing))
  }

  private func picture(of dock: inout ChartDock) throws(Diagnostic) -> ChartPicture {
    switch dock.content {
    case .lists(let lists):
      return try editor.chart(of: lists, as: dock.form, over: dock.across, labels: dock.labels)
    case .curve(let output, let input, var curve):
      if curve == nil {
        curve = try editor.curve(of: output, by: input, over: dock.range)
        dock.areChoicesStale = true
      } else if try refreshed(&curve) {
        dock.areChoicesStale = true
      }
      dock.content = .curve(output: output, input: input, curve)
      guard let curve else { throw Diagnostic(.command, "there is no curve", 0..<0) }
      return editor.chart(of: curve)
    }
  }

  private func refreshed(_ curve: inout ChartCurve?) throws(Diagnostic) -> Bool {
    guard var known = curve else { return false }
    defer { curve = known }
    return try editor.refresh(&known)
  }

  private func tools(of dock: ChartDock) -> EditorMessage.ChartTools {
    func item(_ node: NodeID) -> EditorMessage.ChartTools.Item {
      EditorMessage.ChartTools.Item(id: desk.number(of: node), name: editor.chartName(of: node))
    }
    func selection(_ nodes: [NodeID], _ chosen: NodeID?) -> EditorMessage.ChartTools.Selection {
      var selection = EditorMessage.ChartTools.Selection()
      selection.items = nodes.map(item)
      selection.chosen = chosen.flatMap { nodes.contains($0) ? desk.number(of: $0) : nil } ?? 0
      return selection
    }
    switch dock.content {
    case .lists(let lists):
      let names = lists.map { editor.contains($0) ? editor.chartName(of: $0) : "a removed list" }
      var tools = EditorMessage.ChartTools(
        title: names.joined(separator: ", "), isCurve: false, form: dock.form.rawValue)
      let all = editor.chartableLists(limit: Self.choiceLimit)
      let numbers = all.filter { $0.content == .numbers }.map(\.node)
      tools.lists = zip(lists, names).map { EditorMessage.ChartTools.Item(id: desk.number(of: $0), name: $1) }
      tools.others = numbers.filter { !lists.contains($0) }.map(item)
      if dock.form == .scatter { tools.across = selection(numbers, dock.across) }
      if dock.form == .bars { tools.labels = selection(all.filter { $0.content == .texts }.map(\.node), dock.labels) }
      return tools
    case .curve(let output, let input, let curve):
      let name = editor.contains(output) ? editor.chartName(of: output) : "a removed number"
      var tools = EditorMessage.ChartTools(title: name, isCurve: true, form: dock.form.rawValue)
      tools.inputs = selection(editor.chartInputs(of: output), input)
      if let curve { (tools.from, tools.to) = curve.ends }
      return tools
    }
  }
}
