// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The part of a session between some inputs and some outputs, in an evaluator of its own, which a sweep evaluates repeatedly.
///
/// The results of a row depend only on the values of that row, because each row gives a value to every input. The
/// model never waits: values that are delayed in the session arrive immediately.
package final class ScenarioModel {
  /// A reader of a node's value, as a number in most cases, else as a value of any type.
  private enum Reader {
    case number(Output<Double>)
    case quantity(Output<Double>, UnitOfMeasure)
    case other(NodeID)

    var node: NodeID {
      switch self {
      case .number(let output), .quantity(let output, _): output.node
      case .other(let node): node
      }
    }
  }

  /// A writer of an input's value.
  private enum Writer {
    case number(Variable<Double>)
    case boolean(Variable<Bool>)
    case text(Variable<String>, [String])

    var node: NodeID {
      switch self {
      case .number(let variable): variable.node
      case .boolean(let variable): variable.node
      case .text(let variable, _): variable.node
      }
    }
  }

  private let session: Session
  private let inputs: [Writer]
  private let names: [String]
  private let readers: [Reader]
  /// The kinds of values that rows have for each input; `nil` for numbers. Empty if all inputs are numbers.
  let kinds: [SweptKind?]
  /// The inputs that are given values in a unit other than their own, with both units.
  private let conversions: [(place: Int, from: UnitOfMeasure, to: UnitOfMeasure)]
  /// The current values of the inputs; `nil` before the first row.
  private var given: [Double]?
  /// The plan for evaluation in blocks; `nil` if rows are evaluated one by one.
  private(set) var plan: ColumnPlan?
  private var runner: ColumnRunner?
  /// The time on the clock at which the current row is stopped.
  private var deadline = Double.infinity

  /// Copies a part of a session.
  ///
  /// - Parameters:
  ///   - session: The session, which is unchanged.
  ///   - inputs: The names of the inputs, which are not computed.
  ///   - outputs: The names of the nodes to evaluate.
  ///   - given: The kinds of values that rows have for inputs that are dates, quantities, Booleans or texts; other
  ///     values are numbers in the unit of the input, which is not a date or moment.
  ///   - plain: The inputs that a text gives numbers without a unit, which a quantity doesn't accept.
  ///   - byRows: Whether rows are always evaluated one by one, for comparison in tests.
  ///   - progress: Called from time to time with the fraction of the copying that is done, from 0 to 1.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, an input that is computed or not a number, a list of
  ///   outputs that is empty, and if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(nodes that the outputs depend on).
  package init(
    of session: Session, from inputs: [SourceName], to outputs: [SourceName], given: [String: SweptKind] = [:],
    plain: Set<String> = [], byRows: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) {
    var sources: [NodeID] = []
    for input in inputs {
      sources.append(try session.sweepSource(input, given: given[input.text], isPlain: plain.contains(input.text)))
    }
    guard !outputs.isEmpty else {
      let end = inputs.first?.range.upperBound ?? 0
      throw Diagnostic(.command, "a sweep needs a node to evaluate", end..<end)
    }
    var results: [NodeID] = []
    for output in outputs { results.append(try session.formulas.scopedNode(output)) }
    let copy = try session.copy(of: results, dependingOn: sources, named: inputs.first, progress: progress)
    // No row is undone, and keeping old values would cost more than most nodes take to run.
    copy.undoLimit = 0
    var variables: [Writer] = []
    for input in inputs {
      guard let moved = try? copy.formulas.scopedNode(input),
        let variable = Self.input(moved, given[input.text], in: copy)
      else { throw Diagnostic(.type, "'\(input.text)' can't be varied", input.range) }
      variables.append(variable)
    }
    var readers: [Reader] = []
    for output in outputs {
      let node = try copy.formulas.scopedNode(output)
      let number = try? copy.evaluator.output(node.output, as: Double.self)
      let unit = copy.evaluator.unit(of: node)
      readers.append(number.map { read in unit.map { .quantity(read, $0) } ?? .number(read) } ?? .other(node))
    }
    self.session = copy
    self.inputs = variables
    self.readers = readers
    let own = inputs.map { input in (try? copy.formulas.scopedNode(input)).flatMap { copy.evaluator.unit(of: $0) } }
    let kinds = zip(inputs, own).map { input, unit in given[input.text] ?? unit.map { .quantity($0) } }
    self.kinds = kinds.contains { $0 != nil } ? kinds : []
    conversions = kinds.indices.compactMap { place in
      guard let from = kinds[place]?.unit, let to = own[place], from != to else { return nil }
      return (place, from, to)
    }
    names = inputs.map(\.text)
    if !byRows { plan = makePlan() }
  }

  /// Compiles the model for blocks; `nil` if a part of it has to be evaluated row by row.
  private func makePlan() -> ColumnPlan? {
    var outputs: [(node: NodeID, type: CalculatorType)] = []
    for reader in readers {
      guard let type = session.formulas.outputType(of: reader.node).flatMap(CalculatorType.init) else { return nil }
      outputs.append((reader.node, type))
    }
    guard
      let program = try? ScenarioProgram(
        session.evaluator, varying: inputs.map(\.node), reading: outputs.map(\.node.output))
    else { return nil }
    let inputs = inputs.map { input -> ColumnPlan.ColumnType in
      switch input {
      case .number: .number
      case .boolean: .boolean
      case .text(_, let texts): .text(texts)
      }
    }
    return ColumnPlan(program: program, names: names, inputs: inputs, conversions: conversions, outputs: outputs)
  }

  private static func input(_ node: NodeID, _ kind: SweptKind?, in session: Session) -> Writer? {
    switch kind {
    case .boolean?: (try? session.evaluator.variable(node, as: Bool.self)).map { .boolean($0) }
    case .text(let texts)?: (try? session.evaluator.variable(node, as: String.self)).map { .text($0, texts) }
    default: (try? session.evaluator.variable(node, as: Double.self)).map { .number($0) }
    }
  }

  /// Refuses outputs that have no numbers for a summary or a column: lists, texts, colours and quantities.
  ///
  /// - Parameter use: What the numbers are for.
  /// - Throws: A ``Formulas/Diagnostic`` that names the first such output.
  package func requireNumbers(for use: String) throws(Diagnostic) {
    for reader in readers {
      if case .number = reader { continue }
      let node = reader.node
      guard let type = session.formulas.outputType(of: node).flatMap(CalculatorType.init),
        type.isList || type == .text || type == .color || type.unit != nil
      else { continue }
      throw Diagnostic(
        .type, "'\(session.formulas.title(of: node))' is \(type.phrase), and a \(use) is one of numbers", 0..<0,
        hint: "name a number that is computed from it")
    }
  }

  /// The greatest number of nodes that are evaluated for a row.
  package var nodeCount: Int { session.evaluator.graph.nodeCount }

  /// The number of bytes kept for undoing rows.
  package var undoByteCount: Int { session.evaluator.undoByteCount }

  /// Whether an evaluation was stopped before its end.
  var hasUnfinished: Bool { runner?.isStopped == true || session.evaluator.hasUnfinished }

  /// Called between two nodes; returns whether to stop.
  var isInterrupted: (() -> Bool)? {
    get { session.evaluator.isInterrupted }
    set {
      session.evaluator.isInterrupted = newValue
      runner?.isInterrupted = newValue
    }
  }

  /// Limits the time of rows that are evaluated one by one.
  ///
  /// - Parameters:
  ///   - seconds: The greatest time for a row.
  ///   - clock: The seconds of a monotonic clock.
  func limit(to seconds: Double, by clock: @escaping () -> Double) {
    session.evaluator.isInterrupted = { [unowned self] in clock() > deadline }
    allowance = (seconds, clock)
    plan = nil
  }
  private var allowance: (seconds: Double, clock: () -> Double)?

  /// The number of rows that are evaluated at once: a block, or 1 if rows are evaluated one by one.
  var blockSize: Int { plan?.program.blockSize ?? 1 }

  /// Divides rows into blocks.
  func blocks(of rows: Range<Int>) -> some Sequence<Range<Int>> { rows.blocks(of: blockSize) }

  /// The names of nodes where failures may originate, for use by other threads.
  var titles: [NodeID: String] {
    var titles: [NodeID: String] = [:]
    for node in session.evaluator.graph.nodes { titles[node] = session.evaluator.shownName(of: node) }
    return titles
  }

  /// Evaluates the outputs for the rows of a block.
  ///
  /// - Complexity: O(nodes that run), and O(rows × outputs).
  func evaluate(_ rows: Range<Int>, of scenarios: Scenarios) -> SweepBlock {
    if let plan {
      if let runner, runner.rowLimit >= rows.count { return runner.evaluate(rows, of: scenarios) }
      let limit = min(scenarios.count, blockSize)
      let made = ColumnRunner(plan, rowLimit: limit) { [unowned self] in session.evaluator.shownName(of: $0) }
      made.isInterrupted = isInterrupted
      runner = made
      return made.evaluate(rows, of: scenarios)
    }
    var given = Array(repeating: [Double](), count: names.count)
    var results = Array(repeating: [NodeValue](), count: readers.count)
    var values: [Double] = []
    for row in rows {
      scenarios.fill(&values, row)
      for (place, value) in values.enumerated() { given[place].append(value) }
      for (index, value) in evaluate(values).enumerated() { results[index].append(value) }
    }
    return SweepBlock(rows: rows, given: given, columns: results.map { .values($0) })
  }

  /// Evaluates the outputs for some values of the inputs.
  ///
  /// - Parameter values: A value for each input. One that is infinite or NaN makes all outputs fail.
  /// - Returns: The values of the outputs.
  /// - Complexity: O(nodes that run), and O(outputs).
  package func evaluate(_ values: [Double]) -> [NodeValue] {
    precondition(values.count == inputs.count, "a row has a value for each input")
    var values = values
    for (place, from, to) in conversions { values[place] = from.converted(values[place], to: to) }
    if let place = values.firstIndex(where: { !$0.isFinite }) {
      let failure = NodeValue.failure(message: Self.notFinite, origin: names[place])
      return Array(repeating: failure, count: readers.count)
    }
    if let allowance { deadline = allowance.clock() + allowance.seconds }
    give(values)
    if allowance != nil, session.evaluator.hasUnfinished {
      return Array(repeating: .failure(message: Self.timeout, origin: nil), count: readers.count)
    }
    return readers.map { reader in
      switch reader {
      case .number(let output):
        do throws(NodeFailure) {
          return .value(.number(try session.evaluator.value(of: output)))
        } catch {
          return session.value(of: output.node)
        }
      case .quantity(let output, let unit):
        do throws(NodeFailure) {
          return .value(.quantity(try session.evaluator.value(of: output), unit))
        } catch {
          return session.value(of: output.node)
        }
      case .other(let node): return session.value(of: node)
      }
    }
  }

  /// The failure of a row with an infinite input or a NaN.
  static let notFinite = "not a finite number"
  /// The failure of a row that took too long.
  static let timeout = "timeout"

  private func give(_ values: [Double]) {
    let evaluator = session.evaluator
    var changed = values.indices.filter { given?[$0].bitPattern != values[$0].bitPattern }
    given = values
    if changed.count > 1 {
      evaluator.edit { edit in
        for index in changed {
          switch inputs[index] {
          case .number(let variable): edit.set(variable, to: values[index])
          case .boolean(let variable): edit.set(variable, to: values[index] != 0)
          case .text(let variable, let texts): edit.set(variable, to: texts[Int(values[index])])
          }
        }
      }
    } else if let only = changed.popLast() {
      switch inputs[only] {
      case .number(let variable): evaluator.set(variable, to: values[only])
      case .boolean(let variable): evaluator.set(variable, to: values[only] != 0)
      case .text(let variable, let texts): evaluator.set(variable, to: texts[Int(values[only])])
      }
    } else if evaluator.hasUnfinished {
      evaluator.resume()
    }
  }
}

@available(*, unavailable)
extension ScenarioModel: Sendable {}

extension Session {
  /// Finds the node of an input that can be swept.
  fileprivate func sweepSource(
    _ input: SourceName, given kind: SweptKind?, isPlain: Bool
  ) throws(Diagnostic) -> NodeID {
    let source = try formulas.scopedNode(input)
    let own = formulas.outputType(of: source).flatMap(CalculatorType.init)
    if let own, own == .text || own == .boolean || kind?.type != nil, own != kind?.type {
      let given = kind.map {
        $0.type.map { $0 == .text ? "texts" : "true and false" } ?? "values in \($0.unit?.description ?? "")"
      }
      throw Diagnostic(
        .type, "'\(input.text)' is \(own.phrase), and the sweep gives \(given ?? "numbers")", input.range,
        hint: own == .text ? "texts need quotes: --each '\(input.text)=\"a\",\"b\"'" : nil)
    }
    if let kind, kind.type != nil {
      guard Self.isGiven(source, own, in: self) else { throw notGiven(input, source) }
      return source
    }
    if let given = kind?.unit {
      let unit = evaluator.unit(of: source)
      guard given.dimension == unit?.dimension else {
        throw Diagnostic.rangeOf(given, for: input, in: unit, input.range)
      }
    } else if let unit = evaluator.unit(of: source), unit.isCalendar {
      throw Diagnostic(
        .type, "'\(input.text)' is \(unit.quantity), and a sweep gives numbers", input.range,
        hint: "add a number of days: start + n * 1 d")
    } else if isPlain, let unit = evaluator.unit(of: source) {
      throw Diagnostic.plainNumbers(for: input, in: unit, input.range)
    }
    guard (try? evaluator.variable(source, as: Double.self)) != nil else { throw notGiven(input, source) }
    return source
  }

  private static func isGiven(_ node: NodeID, _ type: CalculatorType?, in session: Session) -> Bool {
    type == .boolean
      ? (try? session.evaluator.variable(node, as: Bool.self)) != nil
      : (try? session.evaluator.variable(node, as: String.self)) != nil
  }

  private func notGiven(_ input: SourceName, _ source: NodeID) -> Diagnostic {
    let isConstant = (try? evaluator.graph.kind(of: source).inputs.isEmpty) == true
    return Diagnostic(
      .type, "'\(input.text)' is not given a number, so it can't be varied", input.range,
      hint: isConstant ? nil : "it is computed: vary what it depends on")
  }

  /// Throws if a stop of the evaluation is requested, or if the evaluation was stopped.
  fileprivate func checkInterruption(_ input: SourceName?, _ copy: Session) throws(Diagnostic) {
    guard copy.evaluator.hasUnfinished || evaluator.isInterrupted?() == true else { return }
    throw Self.sweepStopped(input)
  }

  /// The refusal of a sweep that was stopped.
  static func sweepStopped(_ input: SourceName?) -> Diagnostic {
    Diagnostic(.command, "the sweep was stopped; nothing changed", input?.range ?? 0..<0)
  }

  /// Returns a session with the outputs and the nodes between them and some sources; other nodes that they read become constants.
  fileprivate func copy(
    of outputs: [NodeID], dependingOn sources: [NodeID], named input: SourceName?, progress: (Double) -> Void
  ) throws(Diagnostic) -> Session {
    if !evaluator.subgraphs.definitions.isEmpty || evaluator.hasModes { return try copyWhole(named: input) }
    let graph = evaluator.graph
    let moving = graph.downstream(of: sources).union(sources)
    let needed = graph.upstream(of: outputs).union(outputs)
    var copied = needed.intersection(moving).union(sources)
    var constant: Set<NodeID> = []
    var open = Array(copied) + outputs
    while let node = open.popLast() {
      for read in copied.contains(node) ? formulas.sources(of: node) : [node] where !copied.contains(read) {
        if graph.name(of: read) == nil {
          // The formula of a port is copied together with the nodes that it reads.
          copied.insert(read)
          open.append(read)
        } else if value(of: read).isFailure || value(of: read).isPending {
          // A failure has to start at its origin, and a pending value is not known, so everything that such a node
          // depends on is copied.
          let added = ([read] + graph.upstream(of: read)).filter { copied.insert($0).inserted }
          constant.subtract(added)
        } else {
          constant.insert(read)
        }
      }
    }
    let copy = Session(reportsChanges: false, clock: nil)
    copy.formulas.functions.load(formulas.functions.all)
    copy.files = files
    let order = graph.inEvaluationOrder(copied.union(constant))
    for (place, node) in order.enumerated() {
      if place.isMultiple(of: 256) { progress(Double(place) / Double(order.count)) }
      guard let name = graph.name(of: node) else { continue }
      try checkInterruption(input, copy)
      if constant.contains(node), case .value(let value) = value(of: node) {
        let formulated = NodeRecipe.Formulated(text: value.exactText, types: [])
        try copy.make(name, NodeRecipe(form: .formula(formulated)))
      } else if let recipe = recipe(of: node) {
        try copy.make(name, recipe)
      }
    }
    return copy
  }

  /// Returns a copy of the whole session. Members of groups can't be made again by name, and muted or bypassed nodes
  /// don't have the value of their formulas.
  private func copyWhole(named input: SourceName?) throws(Diagnostic) -> Session {
    do throws(DocumentError) {
      let copy = try Session(document: try document(), reportsChanges: false, clock: nil)
      if let files { copy.readFiles(files) }
      // Names are resolved in the group that was entered.
      var (scope, path): (InstanceID?, GraphPath) = (nil, GraphPath())
      for group in formulas.path.instances {
        let siblings = copy.evaluator.subgraphs.instances(in: path.scope)
        guard let place = evaluator.subgraphs.instances(in: scope).firstIndex(of: group), place < siblings.count else {
          break
        }
        path.enter(siblings[place])
        scope = group
      }
      copy.formulas.path = path
      return copy
    } catch {
      throw Diagnostic(.command, "\(error)", input?.range ?? 0..<0)
    }
  }
}
