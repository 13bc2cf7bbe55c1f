// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// An edit of a session: the verbs of ``/NodeEval/Edit`` for nodes whose inputs follow from formulas.
///
/// Tables of the session change when the edit has succeeded: a formula that is made for a port is in `feeds` until then.
///
/// Invariant: each formula of `feeds` is a node without a name.
package struct FormulaEdit {
  let graph: Edit
  private let session: Session
  private var formulas: FormulaTable { session.formulas }
  private var missing: MissingNames { session.missing }
  private var evaluator: Evaluator { session.evaluator }
  /// The formulas that this edit has made for ports.
  private(set) var feeds: [(node: NodeID, formula: BoundFormula)] = []

  package init(_ edit: Edit, _ session: Session) { (graph, self.session) = (edit, session) }

  // MARK: Adding

  /// Adds a formula's node. Formulas that wait for its name are connected.
  func add(_ bound: BoundFormula, _ definition: NodeDefinition, named name: String) throws -> NodeID {
    let node = try graph.add(own: definition, named: name)
    try connectInputs(of: node, bound, isNew: true)
    try adopt(missing.formulas(waitingFor: name))
    return node
  }

  /// Adds a node of a kind. Formulas that wait for its name are connected.
  func add(_ kind: String, named name: String) throws -> NodeID {
    let node = try graph.add(kind, named: name)
    try adopt(missing.formulas(waitingFor: name))
    return node
  }

  /// Connects formulas to nodes that have the names they wait for now.
  func adopt(_ consumers: [NodeID]) throws {
    if !consumers.isEmpty { try session.adopt(session.unconnectedInputs(of: consumers), in: nil, graph) }
  }

  /// Connects the inputs to what the formula names now. Those of a new node are not connected yet.
  private func connectInputs(of node: NodeID, _ bound: BoundFormula, isNew: Bool = false) throws(GraphError) {
    for (index, source) in bound.nodes.enumerated() {
      let input = node.input(index)
      if isNew {
        if let source { try graph.connect(output(of: source), to: input) }
        continue
      }
      // A port of the same name may be connected to another node: to the source of a kind's port, or to a node that had
      // the name before.
      guard graph.sources(of: input) != (source.map { [$0.output] } ?? []) else { continue }
      if let source {
        try graph.connect(output(of: source), to: input, replacing: true)
      } else {
        try graph.disconnect(input)
      }
    }
  }

  /// The output by which a node shows in the graph around all groups.
  private func output(of node: NodeID) -> OutputPort {
    let groups = evaluator.subgraphs
    if groups.isEmpty || groups.scope(of: node) == nil { return node.output }
    return groups.output(showing: node.output, in: nil) ?? node.output
  }

  /// What an input reads, also that of a group.
  private func sources(of input: InputPort) -> [OutputPort] {
    if InstanceID(input.node) == nil { return graph.sources(of: input) }
    return evaluator.subgraphs.targets(of: input).first.map { graph.sources(of: $0) } ?? []
  }

  // MARK: Replacing

  /// Whether a node has that formula, of those nodes, already. What a file says may be another now.
  func isComputing(_ node: NodeID, _ bound: BoundFormula) -> Bool {
    formulas.texts[node] == bound.text && bound.formula.columns.isEmpty
      && bound.nodes.enumerated().allSatisfy { index, source in
        graph.sources(of: node.input(index)).map(\.node) == [source]
      }
  }

  /// Gives a node the definition of a formula. If its type changes, the formulas behind it are checked again.
  func replaceDefinition(of node: NodeID, by definition: NodeDefinition, _ bound: BoundFormula) throws {
    try Retyping(session, self).change(node, to: definition.kind.outputs.first?.type) {
      try setDefinition(of: node, to: definition, bound)
    }
  }

  /// Gives a node another kind, keeping the connections to ports of the same name and type. With `keepsNames`, those of
  /// a formula's names are kept as well.
  func setKind(of node: NodeID, to kind: String, keepsNames: Bool = false) throws {
    let wanted = CalculatorKinds.named(kind)
    let former = try graph.kind(of: node)
    // A node without code, of a document, may have the name of a kind.
    let isSame = !formulas.isFormula(node) && former == wanted
    try Retyping(session, self).change(node, to: wanted?.outputs.first?.type) {
      if isSame { return }
      try graph.setKind(of: node, to: kind, matching: .name)
      // The names of a formula are not connected to ports that happen to be called the same.
      guard formulas.isFormula(node), !keepsNames else { return }
      for index in try graph.kind(of: node).inputs.indices { try graph.disconnect(node.input(index)) }
    }
  }

  private func setDefinition(of node: NodeID, to definition: NodeDefinition, _ bound: BoundFormula) throws {
    if !formulas.isFormula(node) {
      // Inputs of formulas have no literals; those of a kind would be kept by name.
      for index in try graph.kind(of: node).inputs.indices { try graph.clearLiteral(node.input(index)) }
    }
    try graph.setDefinition(of: node, to: definition)
    try connectInputs(of: node, bound)
  }

  /// Gives the inputs of a formula's node the names of the formula, which they may not have after a renaming.
  func refreshPorts(of node: NodeID) throws {
    guard let formula = formulas.formula(of: node) else { return }
    if try graph.kind(of: node).inputs.map(\.name) != formula.names.map(\.text) { try rebind(node, to: formula) }
  }

  /// Binds formulas again after functions of one's own have changed, in evaluation order. If types change, the formulas
  /// behind them are checked again.
  ///
  /// - Parameters:
  ///   - nodes: The formulas that call the functions, in evaluation order.
  ///   - name: The function that was changed.
  /// - Returns: What the formulas are bound to now.
  /// - Throws: A ``Diagnostic`` that names a formula which can't use the function any more.
  func bindAgain(_ nodes: [NodeID], afterChanging name: String) throws -> [(node: NodeID, formula: BoundFormula)] {
    var result: [(node: NodeID, formula: BoundFormula)] = []
    for node in nodes {
      guard let text = formulas.texts[node], let formula = try? Formula(text) else { continue }
      do {
        let bound = try formulas.bindAgain(formula, of: node, in: graph)
        let definition = bound.constant?.definition ?? formulas.definition(of: bound)
        try replaceDefinition(of: node, by: definition, bound)
        result.append((node, bound))
      } catch let diagnostic as Diagnostic where diagnostic.code != .type || diagnostic.range != 0..<0 {
        let title = formulas.title(of: node, in: graph)
        throw Diagnostic(
          diagnostic.code, "\(title) could not use \(name) any more; nothing changed", 0..<0,
          notes: ["\(title) = \(text)", diagnostic.message] + diagnostic.notes)
      }
    }
    return result
  }

  /// Binds a formula's node to another text of its formula.
  func rebind(_ node: NodeID, to formula: Formula) throws {
    let bound = try formulas.bindAgain(formula, of: node, in: graph)
    try setDefinition(of: node, to: formulas.definition(of: bound), bound)
  }

  // MARK: Ports

  /// Feeds a port: from a node if the formula is its name, with a literal if the formula is constant, else from a node
  /// that is made for the formula and has no name.
  package mutating func feed(_ formula: Formula, to node: NodeID, _ port: SourceName) throws {
    let input = try formulas.input(port, of: node, in: graph)
    let bound = try formulas.bind(formula)
    let helpers = helpers(of: node)
    if bound.nodes.isEmpty, bound.formula.isFixed, try !needsNode(formula, input, port) {
      try setLiteralIfChanged(input, to: try formulas.constant(formula))
      try graph.disconnect(input)
    } else if formula.isName {
      if let source = bound.nodes[0] {
        try check(bound.types[0], of: formula, input, port)
        try connect(source, to: input)
      }
    } else if !sources(of: input).contains(where: { isHelper($0.node, formula) }) {
      try feed(bound, to: input)
    }
    try removeIdle(helpers)
  }

  /// Whether a constant has a unit, as the port that it is for: no literal has one.
  func needsNode(_ formula: Formula, _ input: InputPort, _ port: SourceName) throws(Diagnostic) -> Bool {
    guard let wanted = type(of: input) else { return false }
    let given = try formulas.constant(formula).type
    if given.unit != nil, wanted == given.port { return true }
    if wanted.isDistinguishedByName { throw mismatch(given, of: formula, wanted, port) }
    if given.unit == nil { try check(given, of: formula, input, port) }
    return false
  }

  private func type(of input: InputPort) -> PortType? {
    let groups = evaluator.subgraphs
    let inputs =
      InstanceID(input.node).map { groups.definition(of: $0).map(groups.inputs) ?? [] }
      ?? (try? graph.kind(of: input.node).inputs) ?? []
    return inputs.indices.contains(input.index) ? inputs[input.index].type : nil
  }

  /// Refuses a value of another type than a port takes, by the names that were written.
  private func check(
    _ given: CalculatorType, of formula: Formula, _ input: InputPort, _ port: SourceName
  ) throws(Diagnostic) {
    if let wanted = type(of: input), !given.port.fits(wanted) { throw mismatch(given, of: formula, wanted, port) }
  }

  private func mismatch(
    _ given: CalculatorType, of formula: Formula, _ wanted: PortType, _ port: SourceName
  ) -> Diagnostic {
    let type = CalculatorType(wanted)
    let taken = type.flatMap { $0.unit == nil ? $0.phrase : nil } ?? wanted.name
    return Diagnostic(
      .type, "\(port.text) takes \(taken), and \(formula.text) is \(given.phrase)", formula.range,
      hint: type?.unit.flatMap { $0.isCalendar || given != .number ? nil : "write \(formula.text) \($0)" })
  }

  /// Feeds a port from a node that is made for a formula and has no name.
  mutating func feed(_ bound: BoundFormula, to input: InputPort) throws {
    let helper = try graph.add(own: bound.constant?.definition ?? formulas.definition(of: bound))
    try connectInputs(of: helper, bound, isNew: true)
    try graph.connect(helper.output, to: input, replacing: true)
    feeds.append((helper, bound))
  }

  func connect(_ source: NodeID, to input: InputPort) throws {
    if sources(of: input) != [source.output] { try graph.connect(output(of: source), to: input, replacing: true) }
  }

  /// Gives an input a literal; `nil` gives it its default.
  func setLiteral(_ input: InputPort, to value: CalculatorValue?) throws {
    switch value {
    case .number(let number)?: try graph.setLiteral(input, to: number)
    case .boolean(let boolean)?: try graph.setLiteral(input, to: boolean)
    case .color(let color)?: try graph.setLiteral(input, to: color)
    case .text(let text)?: try graph.setLiteral(input, to: text)
    case .numbers(let list)?: try graph.setLiteral(input, to: list)
    case .booleans(let list)?: try graph.setLiteral(input, to: list)
    case .colors(let list)?: try graph.setLiteral(input, to: list)
    case .texts(let list)?: try graph.setLiteral(input, to: list)
    case .quantity(_, let unit)?, .quantities(_, let unit)?:
      throw Diagnostic(
        .type, "a port takes no \(unit)", 0..<0,
        hint: unit.isCalendar ? nil : "divide by a unit for the number: x / (1 \(unit))")
    case nil: try graph.clearLiteral(input)
    }
  }

  /// Gives an input a literal unless it has that value already.
  private func setLiteralIfChanged(_ input: InputPort, to value: CalculatorValue) throws {
    let isOfGroup = InstanceID(input.node) != nil
    if !isOfGroup, let present = evaluator.unconnectedValue(of: input), present.isIdentical(to: value) { return }
    try setLiteral(input, to: value)
  }

  private func isHelper(_ node: NodeID, _ formula: Formula) -> Bool {
    graph.name(of: node) == nil && formulas.texts[node] == formula.text
  }

  /// The formulas without a name that feed the inputs of a node.
  package func helpers(of node: NodeID) -> [NodeID] {
    if let group = InstanceID(node) {
      let count = evaluator.subgraphs.definition(of: group).map(evaluator.subgraphs.inputs)?.count ?? 0
      return (0..<count).flatMap { sources(of: node.input($0)) }.map(\.node).filter {
        graph.name(of: $0) == nil && formulas.isAtRoot($0) && formulas.isFormula($0)
      }
    }
    return graph.connections(of: node).filter { $0.target.node == node }.map(\.source.node)
      .filter { graph.name(of: $0) == nil && evaluator.subgraphs.scope(of: $0) == nil }
  }

  /// Removes the helpers that feed no port any more.
  func removeIdle(_ helpers: [NodeID]) throws {
    for helper in helpers where !graph.connections(of: helper).contains(where: { $0.source.node == helper }) {
      try graph.remove(helper)
    }
  }

  /// Removes definitions of groups that nothing is an instance of any more: the texts of their formulas are gone with the last.
  func removeUnusedDefinitions() throws {
    let groups = evaluator.subgraphs
    var unused = groups.definitions.filter { groups.instances(of: $0).isEmpty }
    var count = 0
    // One that is part of another goes after that.
    while count != unused.count {
      count = unused.count
      unused = unused.filter { (try? graph.remove($0)) == nil }
    }
  }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() {
    for (node, formula) in feeds {
      require(graph.name(of: node) == nil, "the formula of a port has no name, '\(formula.text)' has")
    }
  }
}

extension Formula {
  /// Whether it calls no function and reads no file, which may change.
  var isFixed: Bool { functions.isEmpty && columns.isEmpty }

  /// Whether the formula is a name and nothing else.
  var isName: Bool { names.count == 1 && operations.count == 1 }
}
