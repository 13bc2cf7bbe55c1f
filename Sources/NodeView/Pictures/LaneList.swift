// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A picture of a graph as rows of text: a row for each node, after all nodes it reads, and a lane for each value that
/// is still to be read.
///
/// ```
/// ○      price  = 20   20
/// │ ○    qty    = 3    3
/// ●─┤    sub    = 60   price * qty
/// │ │ ○  rate   = 0.2  20%
/// ├─│─●  tax    = 12   sub * rate
/// ●─│─┘  total  = 72   sub + tax
/// ◆─┘    each   = 24   total / qty
/// ```
///
/// The node of a row is `○` if it reads no shown node, else `●`. A node that no shown node reads is `◇` or `◆`, so that
/// it can't be mistaken for the beginning of the lane below it. A horizontal line leads from the node to the lanes it
/// reads:
///
/// - `├`, `┼` and `┤` touch a lane that continues, because a later row reads it too;
/// - `└`, `┴` and `┘` touch a lane that ends, because no later row reads it;
/// - `│` is a lane that isn't read, whether the horizontal line crosses it or not;
/// - a lane that runs into `●` from above is read too, and ends: the node's own lane takes its place.
///
/// The lane of a node continues below it until its last reader. A node that no shown node reads has no lane below it,
/// and a node with several outputs has one lane for all of them. A new lane takes the leftmost free column, so that
/// there are never more columns than values in use in one row, including the row's own node.
///
/// The list is made for output in a monospaced font:
///
/// ```swift
/// let list = LaneList(graph) { node in [graph.name(of: node) ?? "", values[node] ?? ""] }
/// for line in list.lines(width: 80) { print(line) }
/// ```
public struct LaneList: Sendable {
  /// The node of each row, in the order of ``lines(isASCII:width:)``.
  ///
  /// Each node is below all nodes it reads, whatever order was passed. Nodes that don't exist are missing.
  public let nodes: [NodeID]
  /// For each row, the rows that it reads.
  private let reads: [[Int]]
  private let texts: [[String]]
  /// The maximum number of adjacent lanes.
  package let laneCount: Int

  /// Lays out lanes and texts.
  ///
  /// The list is a value: it doesn't change with the graph. Control characters in texts become visible stand-ins.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to show, in any order; `nil` for all nodes. Connections to other nodes aren't shown, and
  ///     nodes that don't exist are left out.
  ///   - texts: Returns the texts to the right of a node, one for each column. It is called once for each node. Rows
  ///     may have different numbers of texts.
  /// - Complexity: O(nodes of the graph + (shown nodes + connections) · lanes), and the time of `texts`.
  public init(_ graph: Graph, nodes: [NodeID]? = nil, texts: (NodeID) -> [String]) {
    let shown = ShownGraph(graph, nodes: nodes).depthFirst
    self.nodes = shown.nodes
    reads = shown.reads
    // Rows are computed again when they are drawn, because together they take nodes times lanes.
    laneCount = LaneRows(reads).reduce(0) { max($0, $1.count) }
    self.texts = shown.nodes.map { texts($0).map { VisibleText.standIns($0) } }
  }

  /// The rows as text, with aligned columns to the right of the lanes.
  ///
  /// - Parameters:
  ///   - isASCII: Whether only ASCII characters are used: `o`, `*`, `x` and `@` for nodes, `+` where a lane that
  ///     continues is touched, `'` where a lane ends, and `?` for each other character of a text.
  ///   - width: The maximum number of cells of a row, above which it is cut with an ellipsis; `nil` for no limit.
  /// - Returns: One line for each node, without trailing spaces.
  /// - Complexity: O(nodes · lanes + length of the texts).
  public func lines(isASCII: Bool = false, width: Int? = nil) -> [String] {
    var lines: [String] = []
    forEachLine(isASCII: isASCII, width: width) { lines.append($0) }
    return lines
  }

  /// Calls a closure with each row as text, so that the rows need not be in memory together.
  ///
  /// Use it instead of ``lines(isASCII:width:)`` for graphs with many nodes and lanes.
  ///
  /// - Parameters:
  ///   - isASCII: Whether only ASCII characters are used, as in ``lines(isASCII:width:)``.
  ///   - width: The maximum number of cells of a row; `nil` for no limit.
  ///   - body: Receives the line of a node, without trailing spaces.
  /// - Throws: What `body` throws. The remaining rows are then left out.
  /// - Complexity: O(nodes · lanes + length of the texts), in O(lanes) of additional memory, or the length of the texts
  ///   with `isASCII`.
  public func forEachLine<Failure>(
    isASCII: Bool = false, width: Int? = nil, _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let texts = isASCII ? self.texts.map { $0.map(VisibleText.inASCII) } : self.texts
    var widths: [Int] = []
    for row in texts {
      for (column, text) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        // The last text of a row isn't padded, so its width doesn't matter.
        if column < row.count - 1 { widths[column] = max(widths[column], TextWidth.columns(of: text)) }
      }
    }
    let laneWidth = max(0, 2 * laneCount - 1)
    for (marks, texts) in zip(LaneRows(reads), texts) {
      var line = Self.line(marks, isASCII: isASCII)
      var rest = laneWidth - max(0, 2 * marks.count - 1)
      for (text, width) in zip(texts, widths) {
        line += String(repeating: " ", count: rest + 2) + text
        rest = max(0, width - TextWidth.columns(of: text))
      }
      while line.hasSuffix(" ") { line.removeLast() }
      try body(width.map { TextWidth.cut(line, to: $0, ellipsis: isASCII ? "." : "…") } ?? line)
    }
  }

  private static func line(_ marks: [LaneRows.Mark], isASCII: Bool) -> String {
    let nodes: [LaneRows.Mark] = [.source, .reader, .unreadSource, .unreadReader]
    let own = marks.firstIndex { nodes.contains($0) } ?? 0
    let first = marks.firstIndex { $0 == .touched || $0 == .ended } ?? own
    let last = marks.lastIndex { $0 == .touched || $0 == .ended } ?? own
    let reach = min(own, first)..<max(own, last)
    var line = ""
    for (column, mark) in marks.enumerated() {
      let isCrossed = reach.contains(column)
      switch mark {
      case .empty: line.append(isCrossed ? (isASCII ? "-" : "─") : " ")
      case .passed: line.append(isASCII ? "|" : "│")
      case .source: line.append(isASCII ? "o" : "○")
      case .reader: line.append(isASCII ? "*" : "●")
      case .unreadSource: line.append(isASCII ? "x" : "◇")
      case .unreadReader: line.append(isASCII ? "@" : "◆")
      case .touched, .ended:
        var arms: LineArms = mark == .touched ? [.up, .down] : .up
        if column > reach.lowerBound { arms.insert(.left) }
        if column < reach.upperBound { arms.insert(.right) }
        line.append(isASCII ? (mark == .touched ? "+" : "'") : arms.character(isASCII: false))
      }
      if column < marks.count - 1 { line.append(isCrossed ? (isASCII ? "-" : "─") : " ") }
    }
    return line
  }
}
