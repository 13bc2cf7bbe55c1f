// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A graph as rows of text: a node each, behind all it reads, and a lane for each value that is still to be read.
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
/// The node of a row is `○` if it reads no node that is shown, else `●`; one that is read by none is `◇` or `◆`, so that
/// it can't be taken for the beginning of what stands below it. A horizontal line leads from it to the lanes it reads:
///
/// - `├`, `┼` and `┤` touch a lane that goes on, because a later row reads it too;
/// - `└`, `┴` and `┘` touch a lane that ends, because no later row reads it;
/// - `│` is a lane that is passed by, whether the horizontal line crosses it or not;
/// - a lane that runs into `●` from above is read as well, and ends: the node goes on in its place.
///
/// Below a node its lane goes on until its last reader; below one that no node reads there is none. A node with several
/// outputs has one lane for all of them. A new lane takes the leftmost free column, so that there are never more columns
/// than values alive in one row, a row's own node among them.
public struct LaneList: Sendable {
  /// The node of each row, in the order of ``lines(isASCII:width:)``: each below all it reads, whatever order was given.
  public let nodes: [NodeID]
  /// For each row those that it reads.
  private let reads: [[Int]]
  private let texts: [[String]]
  /// The greatest number of lanes side by side.
  package let laneCount: Int

  /// Lays out lanes and texts.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to be shown, in any order; all of them unless given. Connections to others are not shown.
  ///   - texts: The texts to the right of a node, one for each column; rows may have different numbers of them.
  /// - Complexity: O((nodes + connections) · lanes).
  public init(_ graph: Graph, nodes: [NodeID]? = nil, texts: (NodeID) -> [String]) {
    let shown = ShownGraph(graph, nodes: nodes).depthFirst
    self.nodes = shown.nodes
    reads = shown.reads
    // Rows are laid out again when they are drawn: together they take nodes times lanes.
    laneCount = LaneRows(reads).reduce(0) { max($0, $1.count) }
    self.texts = shown.nodes.map { texts($0).map { VisibleText.standIns($0) } }
  }

  /// The rows as text, the columns to the right of the lanes aligned.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lanes are drawn with ASCII alone: `o`, `*`, `x` and `@` for nodes, `+` where a lane that
  ///     goes on is touched and `'` where one ends; `?` stands for each character of a text that isn't ASCII.
  ///   - width: How many cells there are; longer rows are cut with an ellipsis.
  /// - Returns: One line for each node, without spaces at its end.
  /// - Complexity: O(nodes · lanes) and the length of the texts.
  public func lines(isASCII: Bool = false, width: Int? = nil) -> [String] {
    var lines: [String] = []
    forEachLine(isASCII: isASCII, width: width) { lines.append($0) }
    return lines
  }

  /// Hands over the rows as text, one after the other, so that they need not be in memory together.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lanes are drawn with ASCII alone, as ``lines(isASCII:width:)`` has it.
  ///   - width: How many cells there are; longer rows are cut with an ellipsis.
  ///   - body: Receives the line of a node, without spaces at its end.
  /// - Throws: What `body` throws.
  /// - Complexity: O(nodes · lanes) and the length of the texts, in memory that O(lanes) take.
  public func forEachLine<Failure>(
    isASCII: Bool = false, width: Int? = nil, _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let texts = isASCII ? self.texts.map { $0.map(VisibleText.inASCII) } : self.texts
    var widths: [Int] = []
    for row in texts {
      for (column, text) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        // The last text of a row has no neighbour to align.
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
