// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A list that is shown as a column of a table.
public struct ListColumn {
  /// The node that gives the list.
  public let node: NodeID
  /// The name of the node.
  public let title: String
  private let values: CalculatorValue
  private let style: ValueStyle

  fileprivate init(_ node: NodeID, _ title: String, _ values: CalculatorValue, _ style: ValueStyle) {
    (self.node, self.title, self.values, self.style) = (node, title, values, style)
  }

  /// The number of rows.
  public var count: Int { values.count ?? 0 }

  /// Whether the elements are numbers or quantities, whose digits are aligned.
  public var isNumeric: Bool {
    switch values {
    case .numbers: true
    case .quantities(_, let unit): !unit.isCalendar
    default: false
    }
  }

  /// The text of an element, in the format of its node; of a text, the text itself.
  public func text(at row: Int) -> String {
    let element = values.element(at: row)
    if case .text(let text) = element { return text }
    return style.text(.value(element))
  }

  /// The rows in the order of their elements; rows with equal elements stay in their order. Complexity: O(n log n)
  public func order(isDescending: Bool) -> [Int] {
    switch values {
    case .numbers(let numbers), .quantities(let numbers, _): order(of: numbers, isDescending)
    case .texts(let texts): order(of: texts, isDescending)
    case .booleans(let booleans): order(of: booleans.map { $0 ? 1 : 0 }, isDescending)
    case .colors(let colors): order(of: colors.map(\.bits), isDescending)
    case .number, .boolean, .color, .text, .quantity: []
    }
  }

  /// Whether another column has the same elements. Complexity: O(1) for the same list, O(rows) for another one.
  public func hasSameElements(as other: ListColumn) -> Bool { values == other.values }

  private func order(of elements: [some Comparable], _ isDescending: Bool) -> [Int] {
    elements.indices.sorted { left, right in
      if elements[left] == elements[right] { return left < right }
      return (elements[left] < elements[right]) != isDescending
    }
  }
}

extension SessionEditor {
  /// The lists among nodes that have the length that most of them have, as columns of a table.
  ///
  /// - Parameter nodes: Nodes of a scope.
  /// - Returns: The columns, in the order of the nodes, and the number of lists of other lengths. Nodes without a list are left
  ///   out.
  /// - Complexity: O(nodes)
  public func columns(of nodes: [NodeID]) -> (columns: [ListColumn], otherCount: Int) {
    let lists = nodes.compactMap { node -> ListColumn? in
      guard InstanceID(node) == nil, contains(node), case .value(let value) = value(of: node.output),
        value.count != nil
      else { return nil }
      return ListColumn(node, title(of: node), value, ValueStyle().formatted(format(of: node.output)))
    }
    var frequency: [Int: Int] = [:]
    for list in lists { frequency[list.count, default: 0] += 1 }
    // Of equally frequent lengths, that of the first list.
    let most = frequency.values.max() ?? 0
    let count = lists.first { frequency[$0.count] == most }?.count
    let columns = lists.filter { $0.count == count }
    return (columns, lists.count - columns.count)
  }

  /// Adds a formula whose value is a list as long as the columns of a table, in one step.
  ///
  /// - Parameters:
  ///   - text: A formula, which gets a name, or a definition as `total = price * qty`.
  ///   - columns: The columns of the table. The new node is put below them.
  ///   - frame: The frame around the table, which is enlarged; `nil` for none.
  ///   - path: The groups that contain them.
  /// - Returns: The node.
  /// - Throws: A ``Formulas/Diagnostic`` if the text can't be read, the name is taken, or the value is not such a list;
  ///   the session is unchanged.
  @discardableResult
  public func addColumn(
    _ text: String, to columns: [ListColumn], in frame: FrameID?, of path: GraphPath
  ) throws(Diagnostic) -> NodeID {
    guard groups.isValid(path), let first = columns.first else { throw refuse(.name, "the table no longer exists") }
    let whole = columns.dropFirst().reduce(rect(of: first.node)) { $0.union(rect(of: $1.node)) }
    return try step("add a column", at: path) { () throws(Diagnostic) in
      let statement = Statement(form: try additionForm(of: text, nil), range: 0..<text.utf8.count)
      _ = try session.run(statement)
      guard let name = statement.definedName, let node = session.node(named: name) else {
        throw refuse(.syntax, "expected one formula, such as 'total = price * qty'")
      }
      switch value(of: node.output) {
      case .value(let value) where value.count == first.count: break
      case .value(let value):
        let (message, hint) =
          value.count.map { ("this list has \($0) elements, the table \(first.count) rows", nil) }
          ?? ("this is not a list", "a formula with the columns is one, such as \(SourceName.spelling(first.title))")
        throw Diagnostic(.type, message, 0..<text.utf8.count, hint: hint)
      case .failure(let message, _): throw Diagnostic(.type, message, 0..<text.utf8.count)
      case .pending: break
      }
      let corner = GraphPoint(whole.minX, whole.maxY + Self.columnGap)
      guard let frame, let shown = groups.frames(in: path.scope).first(where: { $0.id == frame })?.frame else {
        try placeFreely(node, near: corner)
        return node
      }
      var larger = shown
      larger.rect = shown.rect.union(GraphFrame.rect(around: GraphRect(corner, rect(of: node).size)))
      let new = larger
      try change(in: path.scope) { edit in
        try edit.move(node, to: corner)
        try edit.setFrame(frame, to: new)
      }
      return node
    }
  }
}
