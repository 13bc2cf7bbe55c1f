// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A calculator in which every name is a node: when one changes, the nodes that depend on it are computed again.
///
/// ```swift
/// let session = Session()
/// let results = try session.run("price = 20; qty = 3; total = price * qty; total")
/// try session.run("price = 25")      // changes only price and total
/// session.value(of: "total")         // 75
/// ```
///
/// A definition makes one node with an input for every free name. Types are known before anything is evaluated: a
/// statement that would close a cycle or join wrong types throws a ``Formulas/Diagnostic`` and leaves the session
/// unchanged.
///
/// A session belongs to one task or thread at a time.
public final class Session {
  /// The evaluator that holds graph and values. Read from it and observe it; an edit that bypasses the session is not
  /// supported, because the session doesn't see which formulas it affects.
  public let evaluator: Evaluator
  package let formulas: FormulaTable
  package let missing: MissingNames
  package let reports: SessionReports
  package let timeline: SessionHistory
  package let watches: WatchList
  package let parser: StatementParser
  /// The named scenarios.
  package let scenarioTable = UndoableTable<String, ScenarioEntry> { $0.byteCount }
  /// The value of the last expression that was evaluated.
  var answer: CalculatorValue?
  /// The clock that `today` and `now` read: the seconds of UTC since the beginning of 1970, and the offset of the machine's time
  /// zone from UTC in seconds. `nil` if no clock is available.
  package var wallClock: (() -> (seconds: Double, offset: Double))?

  /// Creates an empty calculator.
  ///
  /// - Parameters:
  ///   - reportsChanges: Whether results say what a statement changed, which costs some memory for each node.
  ///   - promptCommands: The commands that need no dot, as at a prompt; `nil` in scripts, where all commands need one.
  ///   - clock: The clock that delays values of ``CalculatorKinds/later(by:)``; with `nil` they arrive at once.
  public convenience init(
    reportsChanges: Bool = true, promptCommands: [String]? = nil, clock: (any Clock<Duration>)? = ContinuousClock()
  ) {
    let evaluator = Evaluator(definitions: CalculatorKinds.inSessions(clock))
    evaluator.literals = .ofCalculator
    self.init(evaluator: evaluator, reportsChanges: reportsChanges, promptCommands: promptCommands)
  }

  init(evaluator: Evaluator, reportsChanges: Bool, promptCommands: [String]?) {
    self.evaluator = evaluator
    formulas = FormulaTable(evaluator)
    missing = MissingNames(formulas)
    reports = SessionReports(evaluator, isEnabled: reportsChanges)
    timeline = SessionHistory(
      evaluator,
      [
        formulas.texts, formulas.uncertainties, formulas.functions.definitions, missing.readers, reports.given,
        scenarioTable,
      ])
    watches = WatchList(
      evaluator, format: { [formulas] in formulas.formats.format(of: $0) },
      name: { [formulas] in formulas.reportedName(of: $0) ?? evaluator.groupedTitle(of: $0) })
    parser = StatementParser(kinds: Set(CalculatorKinds.known.map(\.name)), promptCommands: promptCommands)
    timeline.completion = { [unowned self] in removeUnusedSettings() }
  }

  /// The functions of the files that were read whose names are now those of built-in functions.
  package internal(set) var shadowedFunctions: [String] = []
  /// The comments of the script that is being opened which belong to no node and have no place on the canvas yet.
  var looseComments: [String] = []
  /// Notes about the document that was opened, a sentence each: for example, that a number lost digits.
  package internal(set) var documentNotes: [String] = []

  /// Whether ``Result/notes`` name digits that decide a result although they are not shown. Finding them takes as long as
  /// evaluating the formula, so a host that shows no notes turns this off.
  package var notesDigits = true

  /// Whether results say what a statement changed.
  public var reportsChanges: Bool { reports.isEnabled }

  /// The result of a statement.
  public struct Result: Sendable {
    /// The value of an expression; `nil` for other statements.
    public var value: NodeValue?
    /// The format of the node that an expression names; `nil` for other expressions, and if it has none.
    package var format: ValueFormat?
    /// The values of an expression that gives several results of a function; empty for other expressions.
    public var results: [(name: String, value: NodeValue)] = []
    /// The node that was defined or changed, then all others whose value changed, in evaluation order.
    public var changes = NodeChanges()
    /// The user-defined function that was defined, as text; `nil` for other statements.
    public var function: String?
    /// What a reader may misunderstand in the formula; see ``Formulas/Formula/remark``.
    public var remark: String?
    /// Notes about the result, a sentence each: that one cell of a file makes its column a list of texts, that the form of a file
    /// is an uncertain guess, or that digits that are not shown decide a result.
    public var notes: [String] = []
    /// Whether the line ended in `;`, which suppresses output.
    public var isQuiet = false
    /// How many nodes ran.
    public var evaluatedCount = 0

    /// Creates a result without a value and without changes.
    public init() {}
  }

  // MARK: Statements

  /// Parses a line.
  ///
  /// - Parameter line: The UTF-8 bytes of the line without its end.
  /// - Returns: The statements of the line.
  /// - Throws: A ``Formulas/Diagnostic`` whose range is in the line.
  /// - Complexity: O(bytes)
  public func parse(_ line: some Sequence<UInt8>) throws(Diagnostic) -> StatementLine {
    try parser.parse(line) { self.isTaken($0) }
  }

  /// Parses a line. The generic method is not specialized for callers in other modules, this one is compiled here.
  package func parse(_ line: String.UTF8View) throws(Diagnostic) -> StatementLine {
    try parser.parse(line) { self.isTaken($0) }
  }

  /// Runs the statements of a line, up to the first that is refused.
  ///
  /// - Parameter line: The line without its end.
  /// - Returns: The result of each statement.
  /// - Throws: A ``Formulas/Diagnostic``. The statements before the refused one have been run, and their effects
  ///   remain.
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

  /// Runs a statement. A command is refused: the host runs commands.
  ///
  /// - Parameter statement: A statement of ``parse(_:)``.
  /// - Returns: The value of an expression, or what changed.
  /// - Throws: A ``Formulas/Diagnostic``; the session is unchanged.
  /// - Complexity: O(nodes that run, and the inputs of the edited node)
  public func run(_ statement: Statement) throws(Diagnostic) -> Result {
    defer { checkIfAsked() }
    if let (path, inner) = try relocated(statement) { return try run(inner, typedAs: statement, in: path) }
    guard let spelled = try spelledOut(statement) else { return try runSpelled(statement) }
    do throws(Diagnostic) {
      return try runSpelled(spelled)
    } catch {
      // The range refers to the text with values.
      var diagnostic = error
      diagnostic.range = statement.formulas.first?.range ?? statement.range
      throw diagnostic
    }
  }

  private func runSpelled(_ statement: Statement) throws(Diagnostic) -> Result {
    var result = try runForm(of: statement)
    result.remark = statement.formulas.lazy.compactMap { $0.remark ?? self.unitRemark($0, in: statement) }.first
    result.remark = result.remark ?? timeRemark(statement, result)
    if statement.text.utf8.contains(UInt8(ascii: "\"")) { result.notes = notes(onFilesOf: statement.formulas) }
    if notesDigits { result.notes += evaluator.interruptibly { digitNotes(statement, result) } }
    return result
  }

  /// A remark on the difference between two moments, which is in seconds: how many hours or days it is.
  private func timeRemark(_ statement: Statement, _ result: Result) -> String? {
    guard let formula = statement.formulas.last, formula.operations.last?.instruction.opcode == .subtract else {
      return nil
    }
    var value = result.value
    if case .definition(let name, _) = statement.form { value = node(named: name.text).map { self.value(of: $0) } }
    guard case .value(.quantity(let seconds, let unit))? = value, unit == UnitOfMeasure.moment.ofDifferences,
      seconds.magnitude >= 3600
    else { return nil }
    let isLong = seconds.magnitude >= 2 * 86_400
    let text = NumberText.people(seconds / (isLong ? 86_400 : 3600), digits: 6)
    return "that is \(text) \(isLong ? "d" : "h"); to show it so, end with 'in \(isLong ? "d" : "h")'"
  }

  /// A remark on a word that is read as a unit although a node or a parameter has that name.
  private func unitRemark(_ formula: Formula, in statement: Statement) -> String? {
    if formula.units.isEmpty { return nil }
    var parameters: [String] = []
    if case .function(_, let names, _) = statement.form { parameters = names.map(\.text) }
    for name in formula.unitWords {
      let isParameter = parameters.contains(name)
      guard isParameter || node(named: name) != nil else { continue }
      return
        "'\(name)' after a number is the unit; to use the \(isParameter ? "parameter" : "node"), "
        + "write 3 * \(name)"
    }
    return nil
  }

  private func runForm(of statement: Statement) throws(Diagnostic) -> Result {
    switch statement.form {
    case .expression(let formula): return try evaluated(withLiterals(formula))
    case .command(let command):
      throw Diagnostic(.command, "unknown command '\(command.name.text)'", command.name.range)
    case .definition, .function, .assignment, .elementAssignment, .construction, .connection:
      return try timeline.recorded(stepTitle(statement.text)) { () throws(Diagnostic) in
        try edit(statement, in: formulas.path.scope)
      }
    }
  }

  private func edit(_ statement: Statement, in scope: InstanceID?) throws(Diagnostic) -> Result {
    switch statement.form {
    case .definition(let name, let formula): try define(name, as: formula, statement.uncertainty, in: scope)
    // Functions belong to the whole document.
    case .function(let name, let parameters, let results): try define(name, of: parameters, as: results)
    case .assignment(let target, let formula): try assign(formula, to: target, in: scope)
    case .elementAssignment(let name, let place, let formula): try assign(formula, toElement: place, of: name)
    case .construction(let name, let construction): try construct(name, construction, in: scope)
    case .connection(let source, let target): try connect(source, to: target, in: scope)
    case .expression, .command: Result()
    }
  }

  /// The formula with values in place of the group's inputs that are not connected.
  private func withLiterals(_ formula: Formula) throws(Diagnostic) -> Formula {
    var values: [String: String] = [:]
    for name in formula.names {
      if let value = formulas.names.literal(ofInput: name.text) { values[name.text] = "(\(value.exactText))" }
    }
    return values.isEmpty ? formula : try Formula(formula.text(replacing: values))
  }

  func evaluated(_ formula: Formula) throws(Diagnostic) -> Result {
    var result = Result()
    if let values = try severalValues(of: formula) {
      result.results = values
      return result
    }
    result.value = try formulas.evaluate(formula)
    if formula.isName { result.format = format(of: formula.names[0].text) }
    if case .value(let value)? = result.value { answer = value }
    return result
  }

  /// Finishes an evaluation that ``/NodeEval/Evaluator/isInterrupted`` has stopped.
  ///
  /// Until then, nodes that have not run have no value: ``Formulas/NodeValue/failure(message:origin:)``, "unfinished".
  /// The changes belong to the last step, and steps that were undone can still be redone.
  ///
  /// - Returns: What has changed, in evaluation order.
  /// - Complexity: O(nodes that run)
  public func resume() -> Result { result(of: evaluator.resume()) }

  // MARK: Queries

  /// The names that are visible in the current scope, of nodes and of outputs of groups, each after those it depends on; inside a
  /// group its inputs come first. Complexity: O(nodes).
  package var shownNames: [String] { formulas.names.all }

  /// The node of a name; `nil` if there is none.
  public func node(named name: String) -> NodeID? { formulas.node(named: name) }

  /// All names, each after those it depends on. Complexity: O(nodes).
  public var names: [String] { names(of: evaluator.graph.nodes) }

  /// The value of a node, or of an input of the group that was entered; `nil` if the name is unknown.
  public func value(of name: String) -> NodeValue? {
    if let node = node(named: name) { return value(of: node) }
    if ScopedName(name) != nil, let node = try? formulas.scopedNode(SourceName(naming: name)) { return value(of: node) }
    // An input that is not connected may have a value, but has no node.
    return formulas.names.unconnected(name)?.value
  }

  package func value(of node: NodeID) -> NodeValue { evaluator.nodeValue(of: node) }

  /// The text of a name's formula; `nil` if the name is unknown, or its node is of another kind.
  public func source(of name: String) -> String? {
    node(named: name).flatMap(formulas.text)
  }

  /// The names of all nodes that a node depends on, in evaluation order, without its own.
  ///
  /// - Parameter name: The name of a node.
  /// - Returns: The names.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name.
  /// - Complexity: O(k log k) for k such nodes and their connections.
  public func upstream(_ name: SourceName) throws(Diagnostic) -> [String] {
    if formulas.names.unconnected(name.text) != nil { return [] }
    return evaluator.graph.upstream(of: try formulas.shownNode(name)).compactMap(formulas.listedNames())
  }

  /// The names of all nodes that depend on a node, in evaluation order, without its own.
  ///
  /// - Parameter name: The name of a node.
  /// - Returns: The names.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name.
  /// - Complexity: O(k log k) for k such nodes and their connections.
  public func downstream(_ name: SourceName) throws(Diagnostic) -> [String] {
    if let input = formulas.names.unconnected(name.text) {
      let graph = evaluator.graph
      let affected = graph.downstream(of: input.readers).union(input.readers)
      return graph.inEvaluationOrder(affected).compactMap(formulas.listedNames())
    }
    return evaluator.graph.downstream(of: try formulas.shownNode(name)).compactMap(formulas.listedNames())
  }

  /// The names of those nodes that have one.
  func names(of nodes: [NodeID]) -> [String] {
    let graph = evaluator.graph
    return nodes.compactMap { graph.name(of: $0) }
  }

  // MARK: Invariants

  /// Checks the invariants if checks are enabled and one is due.
  private func checkIfAsked() {
    if InvariantChecks.areOn, evaluator.graph.isCheckDue { checkInvariants() }
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(nodes + connections).
  package func checkInvariants() {
    evaluator.checkInvariants()
    formulas.checkInvariants()
    formulas.functions.checkInvariants()
    missing.checkInvariants(in: evaluator.graph)
    reports.checkInvariants()
    timeline.checkInvariants()
    // Settings that have become invalid are removed at the end of a step.
    if !timeline.isRecording { checkScenarios() }
    watches.checkInvariants()
  }
}

@available(*, unavailable)
extension Session: Sendable {}
