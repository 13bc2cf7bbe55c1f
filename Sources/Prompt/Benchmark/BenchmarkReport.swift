// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The figures of a benchmark, as a table and as JSON.
package struct BenchmarkReport: Hashable, Sendable {
  /// How a shape is evaluated.
  enum Way: String {
    case graph = "NodeGraph, call by call"
    case graphWithoutPlans = "NodeGraph, call by call, no plans"
    case loop = "loop without a graph"
    case closures = "loop that calls a closure a node"

    /// Whether only the nodes that depend on the change are evaluated.
    var isIncremental: Bool { self == .graph || self == .graphWithoutPlans }
  }

  /// The times of one shape, evaluated in one way.
  struct Row: Hashable, Sendable {
    let shape: String
    let size: Int
    let way: Way
    /// How many nodes an update evaluates.
    let evaluations: Int
    /// How many nodes there are.
    let nodes: Int
    /// Nanoseconds per update.
    let median, low, high: Double

    init(_ shape: BenchmarkShape, _ way: Way, times: [Double]) {
      let sorted = times.sorted().map { $0 * 1e9 }
      (self.shape, size, self.way) = (shape.name, shape.size, way)
      (evaluations, nodes) = (shape.evaluations, shape.numbers.count)
      (median, low, high) = (sorted[sorted.count / 2], sorted[sorted.count / 4], sorted[sorted.count * 3 / 4])
    }

    /// Whether an update reaches less than half of the graph, so that the loop does more work.
    var isSparse: Bool { evaluations < nodes / 2 }
  }

  var rows: [Row] = []
  package var bytesPerNode: Double?
  /// Whether all shapes were measured.
  package var isComplete = false
  /// Whether optimized code was measured.
  package var isOptimized = {
    #if DEBUG
      false
    #else
      true
    #endif
  }()

  /// The figures as a table for people, followed by notes; one string per line.
  package var lines: [String] {
    var table = [["", "nodes run", "ns/node", "no plans", "loop", "ratio", "nodes/s"]]
    var notes: [String] = []
    for (graph, unplanned, loop, closures) in shapes {
      let count = Double(graph.evaluations)
      if graph.isSparse {
        notes.append(
          "One edit that reaches \(graph.evaluations) of \(Self.grouped(graph.nodes)) nodes takes"
            + " \(Self.duration(graph.median)), without plans \(Self.duration(unplanned.median)), a loop over all of them"
            + " \(Self.duration(loop.median)).")
        continue
      }
      table.append([
        "\(graph.shape) \(Self.grouped(graph.size))", Self.grouped(graph.evaluations), Self.text(graph.median / count),
        Self.text(unplanned.median / count), Self.text(loop.median / count), Self.text(graph.median / loop.median),
        "\(Self.text(count / graph.median * 1000)) million",
      ])
      if let closures {
        notes.append(
          "\(graph.shape): nodes of four kinds at random. Its loop switches over the kinds; a loop that calls a closure for each node"
            + " takes \(Self.text(closures.median / count)) ns.")
      }
    }
    if let bytesPerNode { notes.append("A node of two inputs and one output takes \(Self.text(bytesPerNode)) bytes.") }
    notes.append("A plan lists the nodes that a repeated edit reaches; without plans, each edit searches for them.")
    notes.append(
      "A loop does the same arithmetic without a graph. The values and the number of nodes that ran were checked first."
    )
    if !isOptimized {
      notes.append("This program was built without the optimizer: these figures are not representative.")
    }
    return Self.columns(table) + notes
  }

  /// The figures as one strict JSON object, in nanoseconds.
  package var json: String {
    // No name needs escapes.
    let rows = rows.map { row in
      let divisor = row.isSparse ? 1 : Double(row.evaluations)
      let figures = [("median", row.median), ("low", row.low), ("high", row.high)]
      return #"{"shape":"\#(row.shape)","size":\#(row.size),"nodes":\#(row.nodes),"#
        + #""engine":"\#(row.way.rawValue)","#
        + #""unit":"\#(row.isSparse ? "ns/update" : "ns/node")","#
        + figures.map { #""\#($0)":\#(NumberText.people($1 / divisor, digits: 6)),"# }.joined()
        + #""evaluations":\#(row.way.isIncremental ? "\(row.evaluations)" : "null")}"#
    }
    let memory = bytesPerNode.map { NumberText.people($0, digits: 6) } ?? "null"
    return #"{"v":1,"optimized":\#(isOptimized),"complete":\#(isComplete),"bytesPerNode":\#(memory),"#
      + #""rows":[\#(rows.joined(separator: ","))]}"#
  }

  private var shapes: [(graph: Row, unplanned: Row, loop: Row, closures: Row?)] {
    rows.indices.filter { rows[$0].way == .graph }.map { first in
      let other = first + 3 < rows.count && rows[first + 3].way == .closures ? rows[first + 3] : nil
      return (rows[first], rows[first + 1], rows[first + 2], other)
    }
  }

  /// A figure with three digits, because further digits are not repeatable.
  private static func text(_ value: Double) -> String { NumberText.people(value, digits: 3) }

  private static func duration(_ nanoseconds: Double) -> String {
    if nanoseconds < 1000 { return "\(text(nanoseconds)) ns" }
    return nanoseconds < 1_000_000 ? "\(text(nanoseconds / 1000)) µs" : "\(text(nanoseconds / 1_000_000)) ms"
  }

  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).enumerated() {
      if index > 0, (String(number).count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// The table with its first column aligned to the left, the others to the right.
  private static func columns(_ table: [[String]]) -> [String] {
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + blanks : "  " + blanks + cell.0
      }.joined()
    }
  }
}
