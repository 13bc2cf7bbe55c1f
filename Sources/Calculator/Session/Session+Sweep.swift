// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Evaluates some nodes for each value of an input.
  ///
  /// What lies between them is evaluated in a session of its own: this one is not touched, no observer hears of it, and
  /// nothing has to be put back.
  ///
  /// ```swift
  /// try session.run("price = 25; qty = 3; total = price * qty")
  /// let sweep = try session.sweep(price, over: SweepRange(from: 10, through: 50, step: 10), [total])
  /// sweep.columns[0].values.map(\.text)  // ["30", "60", "90", "120", "150"]
  /// ```
  ///
  /// - Parameters:
  ///   - input: A name that is given a number.
  ///   - range: The values it takes.
  ///   - outputs: The names of what is evaluated.
  ///   - progress: Is told every now and then how much of the work is done, from 0 to 1.
  /// - Returns: What the outputs have for each value.
  /// - Throws: A ``Diagnostic`` for an unknown name, an input that is computed or no number, and a sweep that is stopped
  ///   as ``/NodeEval/Evaluator/isInterrupted`` asks for.
  /// - Complexity: O(values × nodes between the input and the outputs), and O(nodes behind the outputs).
  public func sweep(
    _ input: SourceName, over range: SweepRange, _ outputs: [SourceName], progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) -> Sweep {
    let source = try node(input)
    guard (try? evaluator.variable(source, as: Double.self)) != nil else {
      throw Diagnostic(
        .type, "'\(input.text)' is not given a number, so it can't be swept", input.range,
        hint: given(source) ? nil : "it is computed: sweep what it depends on")
    }
    guard !outputs.isEmpty else {
      throw Diagnostic(.command, "a sweep needs something to evaluate", input.range.upperBound..<input.range.upperBound)
    }
    var results: [NodeID] = []
    for output in outputs { results.append(try node(output)) }
    // Copying a node and evaluating it count alike.
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
      try goOn(input, copy)
      for (index, node) in copied.enumerated() {
        if let node { columns[index].values.append(copy.value(of: node)) }
      }
    }
    return Sweep(input: input.text, inputs: range.values, columns: columns)
  }

  /// Throws when the evaluation is to be stopped, or has been.
  private func goOn(_ input: SourceName, _ copy: Session) throws(Diagnostic) {
    guard copy.evaluator.hasUnfinished || evaluator.isInterrupted?() == true else { return }
    throw Diagnostic(.command, "the sweep was stopped; nothing changed", input.range)
  }

  private func given(_ node: NodeID) -> Bool { (try? evaluator.graph.kind(of: node).inputs.isEmpty) == true }

  /// A session with some nodes and what lies between them and a source; what else they read is constant there.
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
      for read in copied.contains(node) ? sources(of: node) : [node] where !copied.contains(read) {
        if graph.name(of: read) == nil {
          // The formula of a port comes along with what it reads.
          copied.insert(read)
          open.append(read)
        } else if value(of: read).isFailure {
          // A failure has to begin where it began: all that lies behind it comes along.
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
      try goOn(input, copy)
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
