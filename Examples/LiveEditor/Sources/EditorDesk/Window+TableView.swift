// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

/// The table that a page shows below the canvas: some lists of one length, and the part of the rows that is visible.
struct TableView {
  /// The lists.
  enum Source {
    /// The lists in a frame; those that are added to it later, too.
    case frame(FrameID)
    case nodes([NodeID])
  }

  var source: Source
  /// The groups that contain the lists.
  let path: GraphPath
  /// The column by which rows are sorted.
  var sorted: (node: NodeID, isDescending: Bool)?
  /// The rows that the page asked for.
  var rows = 0..<64
  var isNew = true
  /// Whether the page has to be sent rows.
  var isUnsent = true
  /// The columns and the order of the rows, as of the last edit.
  var content: (columns: [ListColumn], note: String, order: [Int]?)?
  /// Whether the columns may have changed since.
  var isStale = true
  /// The column by which the rows were last sorted, with the order: it is kept as long as the elements are the same.
  fileprivate var sorting: (column: ListColumn, isDescending: Bool, order: [Int])?
  /// What the page shows.
  fileprivate var shown: EditorMessage.Table?

  /// Makes the window send everything again.
  mutating func forgetShown() { (shown, isUnsent) = (nil, true) }

  /// The greatest number of rows that a page receives, and the greatest length of a cell.
  static let (greatestRows, greatestCell) = (256, 200)
}

final class TablePanel: Panel {
  /// The table that the user has opened, and whether the page shows one.
  fileprivate var table: TableView?
  fileprivate var showsTable = false

  func forgetShown() { table?.forgetShown() }
  func didEdit(_ nodes: [NodeID], in window: Window) { window.didChangeTable() }
  func run(_ name: String, _ arguments: [String], in window: Window) -> Bool { window.runTableView(name, arguments) }
  func show(in window: Window) { window.showTable() }
  var isAtFoot: Bool { table != nil }
  func close(in window: Window) { table = nil }

  /// The page has the same lengths in its styles.
  func cover(in window: Window) -> GraphSize { table == nil ? .zero : GraphSize(0, window.footHeight) }
}

extension Window {
  private var table: TableView? {
    get { panel(TablePanel.self).table }
    set { panel(TablePanel.self).table = newValue }
  }
  private var showsTable: Bool {
    get { panel(TablePanel.self).showsTable }
    set { panel(TablePanel.self).showsTable = newValue }
  }

  /// Executes a command about the table.
  ///
  /// - Returns: Whether the command exists.
  fileprivate func runTableView(_ name: String, _ arguments: [String]) -> Bool {
    switch name {
    case "table": openTable()
    case "table-selected": openTable(of: view.selection.nodes)
    case "table-close": table = nil
    case "table-rows":
      guard arguments.count == 2, let first = Int(arguments[0]), let count = Int(arguments[1]) else { break }
      let start = max(0, min(first, 1 << 30))
      table?.rows = start..<(start + max(0, min(count, TableView.greatestRows)))
      table?.isUnsent = true
    case "table-sort":
      guard let columns = table?.content?.columns, let place = arguments.first.flatMap({ Int($0) }),
        columns.indices.contains(place)
      else { break }
      let order = arguments.dropFirst().first
      table?.sorted = order == "none" ? nil : (columns[place].node, order == "descending")
      didChangeTable()
    case "table-column": if let text = arguments.first { addColumn(text) }
    default: return false
    }
    return true
  }

  /// The nodes in a frame, from the top.
  private func nodes(in frame: FrameID) -> [NodeID] {
    guard let rect = view.frames[frame]?.rect else { return [] }
    let inside = view.nodes.compactMap { node in view.frame(of: node).map { (node, $0.rect) } }
      .filter { rect.contains($0.1.origin) }
    return inside.sorted { ($0.1.minY, $0.1.minX) < ($1.1.minY, $1.1.minX) }.map(\.0)
  }

  /// Whether there is a list in a frame.
  func hasLists(in frame: FrameID) -> Bool { !editor.columns(of: nodes(in: frame)).columns.isEmpty }

  /// Whether a node gives a list.
  func isList(_ node: NodeID) -> Bool { !editor.columns(of: [node]).columns.isEmpty }

  /// Shows the lists in the frame of the menu, the selected ones, or those in the frame around the node of the menu.
  private func openTable() {
    var source: TableView.Source?
    if let frame = menuTarget?.frame {
      source = .frame(frame)
    } else if let node = menuTarget?.node, editor.contains(node) {
      let selected = view.selection.nodes
      let frame = view.frames.keys.sorted().first { nodes(in: $0).contains(node) }
      if selected.count > 1, selected.contains(node), frame.map({ Set(selected).isSuperset(of: nodes(in: $0)) }) != true
      {
        source = .nodes(selected)
      } else {
        // After an import, all nodes of its frame are selected.
        source = frame.map { .frame($0) } ?? .nodes([node])
      }
    }
    if let source { open(source) }
  }

  /// Shows lists.
  private func openTable(of nodes: [NodeID]) {
    if nodes.isEmpty { return say("Nothing is selected", isProblem: true) }
    open(.nodes(nodes))
  }

  private func open(_ source: TableView.Source) {
    closeFoot()
    table = TableView(source: source, path: path)
    readTable()
    if table?.content?.columns.isEmpty != false {
      table = nil
      say("There is no list to show", isProblem: true)
    }
  }

  /// Marks that values, names or frames may have changed.
  fileprivate func didChangeTable() {
    table?.isStale = true
    table?.isUnsent = true
  }

  private func readTable() {
    guard let table, table.isStale else { return }
    let nodes =
      switch table.source {
      case .frame(let id): nodes(in: id)
      case .nodes(let nodes): nodes
      }
    let (columns, otherCount) = editor.columns(of: nodes)
    let lists = otherCount == 1 ? "1 list has" : "\(otherCount) lists have"
    let order = order(by: table.sorted, columns)
    self.table?.content = (columns, otherCount == 0 ? "" : "\(lists) another length", order)
    self.table?.isStale = false
  }

  /// The order of the rows; `nil` for that of the lists.
  private func order(by sorted: (node: NodeID, isDescending: Bool)?, _ columns: [ListColumn]) -> [Int]? {
    guard let sorted, let column = columns.first(where: { $0.node == sorted.node }) else { return nil }
    if let last = table?.sorting, last.isDescending == sorted.isDescending, last.column.hasSameElements(as: column) {
      return last.order
    }
    let order = column.order(isDescending: sorted.isDescending)
    table?.sorting = (column, sorted.isDescending, order)
    return order
  }

  private var tableTitle: String {
    guard case .frame(let id)? = table?.source, let title = view.frames[id]?.title else { return "Lists" }
    return title.isEmpty ? "Lists" : title
  }

  /// Sends the rows that are visible if they may have changed.
  fileprivate func showTable() {
    guard let open = table, open.isUnsent else {
      if showsTable, table == nil {
        showsTable = false
        send(.table(nil))
      }
      return
    }
    readTable()
    guard open.path == path, let (columns, note, order) = table?.content, let count = columns.first?.count else {
      // It was deleted, or another group was entered.
      table = nil
      return showTable()
    }
    table?.isUnsent = false
    table?.isNew = false
    showsTable = true
    let shown = columns.map { column in
      let isSorted = order != nil && column.node == open.sorted?.node
      return EditorMessage.Table.Column(
        title: column.title, isNumeric: column.isNumeric,
        order: !isSorted ? .none : open.sorted?.isDescending == true ? .descending : .ascending)
    }
    let first = min(open.rows.lowerBound, count)
    let rows = (first..<min(open.rows.upperBound, count)).map { place in
      let row = order?[place] ?? place
      let cells = columns.map { String($0.text(at: row).prefix(TableView.greatestCell)) }
      return EditorMessage.Table.Row(number: row + 1, cells: cells)
    }
    var message = EditorMessage.Table(
      title: tableTitle, note: note, isNew: false, columns: shown, rowCount: count, first: first, rows: rows)
    if message == open.shown { return }
    table?.shown = message
    message.isNew = open.isNew
    send(.table(message))
  }

  /// Adds a column by its formula.
  private func addColumn(_ text: String) {
    readTable()
    guard let open = table, let columns = open.content?.columns else { return }
    var frame: FrameID?
    if case .frame(let id) = open.source { frame = id }
    do throws(Diagnostic) {
      let node = try editor.addColumn(text, to: columns, in: frame, of: open.path)
      if case .nodes(let nodes) = open.source { table?.source = .nodes(nodes + [node]) }
      didChangeTable()
      send(.endEdit(field: EditorMessage.columnField))
      say("The column \(editor.summary(of: node).title) was added", action: "undo")
    } catch {
      refuse(text, of: EditorMessage.columnField, error)
    }
  }
}
