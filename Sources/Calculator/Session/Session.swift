// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A calculator in which every name is a node: change one, and what depends on it is computed again.
///
/// ```swift
/// let session = Session()
/// let results = try session.run("price = 20; qty = 3; total = price * qty; total")
/// try session.run("price = 25")      // changes price and total, nothing else
/// session.value(of: "total")         // 75
/// ```
///
/// A definition makes one node with an input for every free name. Types are known before anything is evaluated: a
/// statement that would close a cycle or join wrong types is refused with a ``Diagnostic``, and nothing has changed.
public final class Session {
  /// The evaluator; changing its graph behind the session's back is not supported.
  public let evaluator: Evaluator
  /// Whether results say what a statement changed, which costs some memory for each node.
  public let reportsChanges: Bool

  /// The texts nodes were defined by. They are read again when they are needed, which is seldom: parsed they take ten
  /// times the room.
  var formulas = UndoableTable<NodeID, String> { $0.utf8.count }
  /// Formulas that have lost a name, by that name.
  var orphans = UndoableTable<String, [NodeID]> { $0.count * MemoryLayout<NodeID>.stride }
  /// What nodes had when they were last reported.
  var reported: [NodeID: NodeValue] = [:]
  /// What was reported as unfinished.
  var reportedUnfinished: Set<NodeID> = []
  /// What people last changed the values of constants from and to.
  var given = UndoableTable<NodeID, NodeChange>()
  /// Whether what statements do now belongs to one step of the history.
  var isGrouping = false
  /// The formulas that the edit under way feeds ports from.
  var fed: [(node: NodeID, formula: Bound)] = []
  /// The code that formulas share.
  var forms = FormulaForms()
  package let parser: StatementParser

  /// An empty calculator.
  ///
  /// - Parameters:
  ///   - reportsChanges: Whether results say what a statement changed.
  ///   - promptCommands: The commands that need no dot, at a prompt; none in scripts.
  public convenience init(reportsChanges: Bool = true, promptCommands: [String]? = nil) {
    let evaluator = Evaluator(definitions: CalculatorKinds.all)
    evaluator.literals = .ofCalculator
    self.init(evaluator: evaluator, reportsChanges: reportsChanges, promptCommands: promptCommands)
  }

  init(evaluator: Evaluator, reportsChanges: Bool, promptCommands: [String]?) {
    self.evaluator = evaluator
    self.reportsChanges = reportsChanges
    parser = StatementParser(kinds: Set(CalculatorKinds.all.map(\.kind.name)), promptCommands: promptCommands)
    evaluator.undoLimit = Self.defaultUndoLimit
  }

  /// What a statement came to.
  public struct Result: Sendable {
    /// The value of a bare expression.
    public var value: NodeValue?
    /// The node that was defined or changed, and then all whose value changed, in evaluation order.
    public var changes: [NodeChange] = []
    /// Whether the line asked for silence.
    public var isQuiet = false
    /// How many nodes ran.
    public var evaluatedCount = 0

    /// Nothing came of it.
    public init() {}
  }

  /// Parses a line.
  ///
  /// - Throws: A ``Diagnostic`` with its place in the line.
  public func parse(_ line: some Sequence<UInt8>) throws(Diagnostic) -> StatementLine {
    try parser.parse(line) { self.node(named: $0) != nil }
  }

  /// Runs the statements of a line, up to the first that is refused.
  ///
  /// - Throws: A ``Diagnostic``; statements before it have been carried out, it and those behind it have not.
  @discardableResult
  public func run(_ line: String) throws(Diagnostic) -> [Result] {
    let parsed = try parse(line.utf8)
    var results: [Result] = []
    for statement in parsed.statements {
      var result = try run(statement)
      result.isQuiet = parsed.isQuiet
      results.append(result)
    }
    return results
  }

  /// Runs a statement. Commands are the host's to carry out.
  ///
  /// - Throws: A ``Diagnostic``; nothing has changed.
  public func run(_ statement: Statement) throws(Diagnostic) -> Result {
    switch statement.form {
    case .definition(let name, let formula):
      try recorded(statement.text) { () throws(Diagnostic) in try define(name, as: formula) }
    case .assignment(let target, let formula):
      try recorded(statement.text) { () throws(Diagnostic) in try assign(formula, to: target) }
    case .construction(let name, let construction):
      try recorded(statement.text) { () throws(Diagnostic) in try construct(name, construction) }
    case .connection(let source, let target):
      try recorded(statement.text) { () throws(Diagnostic) in try connect(source, to: target) }
    case .expression(let formula): try evaluated(formula)
    case .command(let command):
      throw Diagnostic(.command, "unknown command '\(command.name.text)'", command.name.range)
    }
  }

  private func evaluated(_ formula: Formula) throws(Diagnostic) -> Result {
    var result = Result()
    result.value = try evaluate(formula)
    return result
  }

  // MARK: Values

  /// The node of that name.
  public func node(named name: String) -> NodeID? { evaluator.graph.node(named: name) }

  /// All names, in evaluation order. Complexity: O(nodes).
  public var names: [String] {
    let graph = evaluator.graph
    return graph.nodes.compactMap { graph.name(of: $0) }
  }

  /// What the node of that name has, if there is one.
  public func value(of name: String) -> NodeValue? { node(named: name).map(value) }

  /// What a node has: its first output.
  func value(of node: NodeID) -> NodeValue { evaluator.nodeValue(of: node) }

  /// The text a node was defined by, if it was by a formula.
  public func source(of name: String) -> String? { node(named: name).flatMap { formulas[$0] } }

  /// What a node is called: its name, or the port it feeds if it has none.
  func title(of node: NodeID) -> String {
    let graph = evaluator.graph
    if let name = graph.name(of: node) { return name }
    guard let target = graph.connections(of: node).first(where: { $0.source.node == node })?.target,
      let name = graph.name(of: target.node), let inputs = try? graph.kind(of: target.node).inputs
    else { return "a formula" }
    return "\(name).\(inputs[target.index].name)"
  }

  /// What a node was made of: its formula, or its kind.
  func definition(of node: NodeID) -> String {
    formulas[node] ?? (try? evaluator.graph.kind(of: node).name) ?? ""
  }

  /// What an edit changed, and remembers it.
  func result(of receipt: Receipt, editing node: NodeID? = nil) -> Result {
    var result = Result()
    result.evaluatedCount = receipt.evaluatedCount
    let graph = evaluator.graph
    for (changed, old) in report(receipt, first: node) {
      let new = value(of: changed)
      guard let name = graph.name(of: changed), old != new || changed == node else { continue }
      let change = NodeChange(name: name, old: old, new: new)
      if changed == node { noteGiven(change, changed) }
      result.changes.append(change)
    }
    return result
  }

  /// Takes note of what nodes have now; returns what they had when that was last done, the edited node first.
  func report(_ receipt: Receipt, first node: NodeID? = nil) -> [(node: NodeID, old: NodeValue?)] {
    for change in receipt.changes {
      switch change {
      case .removed(let node): forget(node)
      case .renamed(let node, .some, .some): reportFailuresAnew(from: node)
      default: break
      }
    }
    guard reportsChanges else { return [] }
    let others = (receipt.changed + finished(besides: receipt.changed)).filter { $0 != node }
    return ((node.map { [$0] } ?? []) + others).map { changed in
      let new = value(of: changed)
      if evaluator.hasUnfinished, new.isFailure { reportedUnfinished.insert(changed) }
      return (changed, reported.updateValue(new, forKey: changed))
    }
  }

  /// What was reported as unfinished and has come to what it had before: no evaluation tells of that.
  private func finished(besides changed: [NodeID]) -> [NodeID] {
    guard !reportedUnfinished.isEmpty, !evaluator.hasUnfinished else { return [] }
    let finished = reportedUnfinished.subtracting(changed)
    reportedUnfinished = []
    return evaluator.graph.inEvaluationOrder(finished)
  }

  func forget(_ node: NodeID) {
    if !reportedUnfinished.isEmpty { reportedUnfinished.remove(node) }
    formulas[node] = nil
    reported[node] = nil
    given[node] = nil
  }
}
