// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The values of some nodes for each value of an input.
public struct Sweep: Hashable, Sendable {
  /// One output of a sweep.
  public struct Column: Hashable, Sendable {
    /// The name of the node.
    public let name: String
    /// Its values, one for each value of the input.
    public internal(set) var values: [NodeValue]
  }

  /// The name of the node whose value was varied.
  public let input: String
  /// The values of the input.
  public let inputs: [Double]
  /// The outputs, in the order in which they were asked for.
  public let columns: [Column]
}

extension Sweep {
  /// The sweep as a table.
  ///
  /// ```
  /// price  10  20   30   40   50
  /// total  36  72  108  144  180   ▁▂▄▆█
  /// ```
  ///
  /// If that is too wide, each value of the input has its own line, and curves follow. A failure is `⚠`; its reason is
  /// below the table.
  ///
  /// - Parameter width: How many characters a line has at most.
  /// - Returns: The lines, without indentation.
  /// - Complexity: O(values).
  public func lines(width: Int) -> [String] {
    var names = [SourceName.spelling(input)]
    var cells = [inputs.map(NumberText.people)]
    for column in columns {
      names.append(SourceName.spelling(column.name))
      cells.append(column.values.map(Self.cell))
    }
    return (rows(names, cells, width: width) ?? list(names, cells, width: width)) + reasons
  }

  private func rows(_ names: [String], _ cells: [[String]], width: Int) -> [String]? {
    var table = names.map { $0 + String(repeating: " ", count: Self.widest(names) - $0.count) }
    for index in inputs.indices {
      let columnWidth = Self.widest(cells.map { $0[index] })
      for row in table.indices { table[row] += "  " + Self.padded(cells[row][index], to: columnWidth) }
      if table[0].count > width { return nil }
    }
    for (index, column) in columns.enumerated() where inputs.count > 1 {
      guard table[index + 1].count + 3 + inputs.count <= width, let curve = Self.sparkline(column.values) else {
        continue
      }
      table[index + 1] += "   " + curve
    }
    return table
  }

  private func list(_ names: [String], _ cells: [[String]], width: Int) -> [String] {
    let widths = zip(names, cells).map { max($0.count, Self.widest($1)) }
    func line(_ texts: [String]) -> String {
      zip(texts, widths).map { Self.padded($0, to: $1) }.joined(separator: "  ")
    }
    var lines = [line(names)] + inputs.indices.map { index in line(cells.map { $0[index] }) }
    let nameWidth = Self.widest(Array(names.dropFirst()))
    guard nameWidth + 2 + inputs.count <= width else { return lines }
    for (name, column) in zip(names.dropFirst(), columns) {
      guard let curve = Self.sparkline(column.values) else { continue }
      lines.append(name + String(repeating: " ", count: nameWidth - name.count + 2) + curve)
    }
    return lines
  }

  /// Each reason why an output has no value, with the first value of the input that gives it.
  private var reasons: [String] {
    var reasons: [String] = []
    for column in columns {
      var seen: Set<NodeValue> = []
      for (value, input) in zip(column.values, inputs) where value.isFailure && seen.insert(value).inserted {
        guard seen.count <= 3 else { break }
        let place = "\(SourceName.spelling(self.input)) = \(NumberText.people(input))"
        reasons.append("\(SourceName.spelling(column.name)) at \(place): \(value.text)")
      }
    }
    return reasons
  }

  /// Numbers as a curve of eight heights from the least to the greatest; `nil` if there are no numbers.
  static func sparkline(_ values: [NodeValue]) -> String? {
    let numbers = values.map { value in
      if case .value(.number(let number)) = value { number } else { Double.nan }
    }
    let known = numbers.filter { !$0.isNaN }
    guard let least = known.min(), let greatest = known.max() else { return nil }
    let heights = Array("▁▂▃▄▅▆▇█")
    // Halves: the difference of two finite numbers may be infinite.
    let range = greatest / 2 - least / 2
    return String(
      numbers.map { number -> Character in
        if number.isNaN { return " " }
        return range > 0 ? heights[Int((number / 2 - least / 2) / range * 7)] : heights[0]
      })
  }

  private static func cell(_ value: NodeValue) -> String { value.isFailure ? "⚠" : value.text }

  private static func widest(_ texts: [String]) -> Int { texts.map(\.count).max() ?? 0 }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}

extension Session {
  /// Evaluates some nodes for each value of an input.
  ///
  /// The nodes between input and outputs are copied into a session that is evaluated instead: this session is unchanged,
  /// and its observers aren't called.
  ///
  /// ```swift
  /// try session.run("price = 25; qty = 3; total = price * qty")
  /// let sweep = try session.sweep(price, over: SweepRange(from: 10, through: 50, step: 10), [total])
  /// sweep.columns[0].values.map(\.text)  // ["30", "60", "90", "120", "150"]
  /// ```
  ///
  /// - Parameters:
  ///   - input: The name of a number that is not computed.
  ///   - range: The values that it takes.
  ///   - outputs: The names of the nodes to evaluate.
  ///   - progress: Called now and then with how much of the work is done, from 0 to 1.
  /// - Returns: The values of the outputs.
  /// - Throws: A ``Diagnostic`` for an unknown name, an input that is computed or no number, and if
  ///   ``/NodeEval/Evaluator/isInterrupted`` asks to stop.
  /// - Complexity: O(values × nodes between the input and the outputs), and O(nodes that the outputs depend on).
  public func sweep(
    _ input: SourceName, over range: SweepRange, _ outputs: [SourceName], progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) -> Sweep {
    let source = try formulas.node(input)
    guard (try? evaluator.variable(source, as: Double.self)) != nil else {
      throw Diagnostic(
        .type, "'\(input.text)' is not given a number, so it can't be swept", input.range,
        hint: isConstant(source) ? nil : "it is computed: sweep what it depends on")
    }
    guard !outputs.isEmpty else {
      throw Diagnostic(.command, "a sweep needs a node to evaluate", input.range.upperBound..<input.range.upperBound)
    }
    var results: [NodeID] = []
    for output in outputs { results.append(try formulas.node(output)) }
    // Copying a node counts as much as evaluating it once.
    let rounds = Double(range.count + 1)
    let copy = try copy(of: results, dependingOn: source, named: input) { progress($0 / rounds) }
    guard let moved = copy.node(named: input.text),
      let variable = try? copy.evaluator.variable(moved, as: Double.self)
    else { throw Diagnostic(.type, "'\(input.text)' can't be swept", input.range) }
    var columns = outputs.map { Sweep.Column(name: $0.text, values: []) }
    let copied = outputs.map { copy.node(named: $0.text) }
    copy.evaluator.isInterrupted = evaluator.isInterrupted
    for (round, value) in range.values.enumerated() {
      progress(Double(round + 1) / rounds)
      copy.evaluator.set(variable, to: value)
      try checkInterruption(input, copy)
      for (index, node) in copied.enumerated() {
        if let node { columns[index].values.append(copy.value(of: node)) }
      }
    }
    return Sweep(input: input.text, inputs: range.values, columns: columns)
  }

  /// Throws if the evaluation is asked to stop, or was stopped.
  private func checkInterruption(_ input: SourceName, _ copy: Session) throws(Diagnostic) {
    guard copy.evaluator.hasUnfinished || evaluator.isInterrupted?() == true else { return }
    throw Diagnostic(.command, "the sweep was stopped; nothing changed", input.range)
  }

  private func isConstant(_ node: NodeID) -> Bool { (try? evaluator.graph.kind(of: node).inputs.isEmpty) == true }

  /// A session with the outputs and the nodes between them and a source; what else they read is a constant there.
  private func copy(
    of outputs: [NodeID], dependingOn source: NodeID, named input: SourceName, progress: (Double) -> Void
  ) throws(Diagnostic) -> Session {
    let graph = evaluator.graph
    let moving = Set(graph.downstream(of: source)).union([source])
    var needed: Set<NodeID> = []
    for output in outputs where needed.insert(output).inserted { needed.formUnion(graph.upstream(of: output)) }
    var copied = needed.intersection(moving).union([source])
    var constant: Set<NodeID> = []
    var open = Array(copied) + outputs
    while let node = open.popLast() {
      for read in copied.contains(node) ? formulas.sources(of: node) : [node] where !copied.contains(read) {
        if graph.name(of: read) == nil {
          // The formula of a port is copied with what it reads.
          copied.insert(read)
          open.append(read)
        } else if value(of: read).isFailure {
          // A failure has to start at its origin: all that it depends on is copied.
          let added = ([read] + graph.upstream(of: read)).filter { copied.insert($0).inserted }
          constant.subtract(added)
        } else {
          constant.insert(read)
        }
      }
    }
    let copy = Session(reportsChanges: false)
    let order = graph.inEvaluationOrder(copied.union(constant))
    for (place, node) in order.enumerated() {
      if place.isMultiple(of: 256) { progress(Double(place) / Double(order.count)) }
      guard let name = graph.name(of: node) else { continue }
      try checkInterruption(input, copy)
      if constant.contains(node), case .value(let value) = value(of: node) {
        let formulated = NodeRecipe.Formulated(text: value.exactText, types: [])
        _ = try copy.restore(name, to: NodeRecipe(form: .formula(formulated), position: .zero))
      } else if let recipe = recipe(of: node) {
        _ = try copy.restore(name, to: recipe)
      }
    }
    return copy
  }
}
