// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// An edit of a scope of a session: the verbs of ``/NodeEval/Edit`` for members whose inputs follow from formulas. In a group all
/// its instances change, or none.
///
/// Tables of the session change when the edit has succeeded: until then it holds the new texts of formulas.
package struct FormulaEdit {
  /// The edit of the scope.
  let graph: Edit
  /// The instance that is edited; `nil` for the root.
  let scope: InstanceID?
  private let session: Session
  private var formulas: FormulaTable { session.formulas }
  private var groups: Subgraphs { session.evaluator.subgraphs }
  /// The new texts of formulas; `nil` of nodes that are none.
  var texts: [(node: NodeID, text: String?, isWaiting: Bool)] = []
  /// The names of nodes that were added.
  var added: [String] = []

  package init(_ edit: Edit, _ session: Session, in scope: InstanceID? = nil) {
    (graph, self.session, self.scope) = (edit, session, scope)
  }

  // MARK: Nodes

  /// Adds the node of a formula.
  mutating func add(_ part: ScopedFormula, named name: String?, at position: GraphPoint? = nil) throws -> NodeID {
    let node = try graph.add(own: formulas.definition(of: part), named: name, at: position)
    try feedInputs(of: node, as: part)
    texts.append((node, part.bound.text, part.isWaiting))
    if let name { added.append(name) }
    return node
  }

  /// Adds a node of a kind.
  mutating func add(_ kind: String, named name: String?, at position: GraphPoint? = nil) throws -> NodeID {
    if let name { added.append(name) }
    return try graph.add(kind, named: name, at: position)
  }

  /// Adds a node that reads what formulas do for a while, so that inputs of the group stay which only a changed node reads.
  ///
  /// - Returns: The nodes, to be removed afterwards; none in the root.
  func hold(_ parts: [ScopedFormula]) throws -> [NodeID] {
    if scope == nil { return [] }
    return try parts.map { part in
      let node = try graph.add(own: formulas.definition(of: part))
      try feedInputs(of: node, as: part)
      return node
    }
  }

  /// Whether a node has a formula, of the same sources, already. What a file says may be another now.
  private func isComputing(_ node: NodeID, _ part: ScopedFormula) -> Bool {
    formulas.text(of: node) == part.bound.text && part.bound.formula.columns.isEmpty
      && part.sources.enumerated().allSatisfy { index, source in
        ScopeNames.Meaning.areSame(session.meaning(readBy: node.input(index)), source)
      }
  }

  /// Gives a node a formula, unless it has that one.
  mutating func define(_ node: NodeID, as part: ScopedFormula) throws {
    if isComputing(node, part) { return }
    try setDefinition(of: node, to: part)
  }

  private mutating func setDefinition(of node: NodeID, to part: ScopedFormula) throws {
    let isFormula = formulas.isFormula(node)
    let held = isFormula ? [] : try hold([part])
    if !isFormula {
      // Inputs of formulas have no literals; those of a kind would be kept by name.
      for index in try graph.kind(of: node).inputs.indices { try graph.clearLiteral(node.input(index)) }
    }
    try graph.setDefinition(of: node, to: formulas.definition(of: part))
    // An input of the same name may read something else: as an input of a kind, or a node that had the name before.
    try feedInputs(of: node, as: part)
    for node in held { try graph.remove(node) }
    texts.append((node, part.bound.text, part.isWaiting))
  }

  /// Gives a node a kind, keeping the connections to ports of the same name and type.
  mutating func setKind(of node: NodeID, to kind: String) throws {
    let wasFormula = formulas.isFormula(node)
    texts.append((node, nil, false))
    // A node without code, of a document, may have the name of a kind.
    if !wasFormula, try graph.kind(of: node) == CalculatorKinds.named(kind) { return }
    try graph.setKind(of: node, to: kind, matching: .name)
    if !wasFormula { return }
    // The names of a formula are not connected to ports that happen to be called the same.
    for index in try graph.kind(of: node).inputs.indices { try feed(node.input(index), from: nil) }
  }

  /// Removes a node. Formulas of the scope that read it wait for its name.
  mutating func remove(_ node: NodeID) throws {
    if scope == nil {
      for reader in graph.consumers(of: node.output).map(\.node) where formulas.isAtRoot(reader) {
        guard let text = formulas.text(of: reader) else { continue }
        // The failure of an unset input says its name.
        try refreshPorts(of: reader)
        texts.append((reader, text, true))
      }
    }
    try graph.remove(node)
  }

  // MARK: Names

  /// Gives the inputs of a formula's node the names of the formula, which they may not have after a renaming.
  mutating func refreshPorts(of node: NodeID) throws {
    guard formulas.isAtRoot(node), let formula = formulas.formula(of: node) else { return }
    if try graph.kind(of: node).inputs.map(\.name) != formula.names.map(\.text) { try rebind(node, to: formula) }
  }

  /// Binds formulas again after functions of one's own or files have changed, those of groups in all instances. If types change, the
  /// formulas that depend on them are checked again.
  ///
  /// - Parameters:
  ///   - nodes: The formulas, in evaluation order.
  ///   - name: What was changed.
  ///   - range: Where it was changed.
  /// - Throws: A ``Diagnostic`` that names a formula which can't use it any more.
  mutating func bindAgain(_ nodes: [NodeID], afterChanging name: String, at range: Range<Int> = 0..<0) throws {
    var done: Set<NodeID> = []
    for node in nodes where !done.contains(node) {
      guard let formula = formulas.ownFormula(of: node) else { continue }
      do {
        let part = try session.bindAgain(formula, of: node, in: graph)
        let scope = groups.scope(of: node)
        if scope != nil, let value = part.constant, formulas.outputType(of: node) == part.type {
          // Other instances may have other constants there.
          try graph.change(in: scope) { inner in try inner.set(node, toConstant: value) }
          continue
        }
        done.formUnion(groups.counterparts(of: node))
        try Retyping(session, graph).change(node, to: part.type) {
          try graph.change(in: scope) { inner in
            var edit = FormulaEdit(inner, session, in: scope)
            try edit.setDefinition(of: node, to: part)
            texts += edit.texts
          }
        }
      } catch let diagnostic as Diagnostic where diagnostic.code != .type || diagnostic.range != 0..<0 {
        let title = formulas.title(of: node)
        throw Diagnostic(
          diagnostic.code, "\(title) could not use \(name) any more; nothing changed", range,
          notes: ["\(title) = \(formula.text)", diagnostic.message] + diagnostic.notes)
      }
    }
  }

  /// Binds a formula's node of the root to another text of its formula.
  mutating func rebind(_ node: NodeID, to formula: Formula) throws {
    try setDefinition(of: node, to: try session.bindAgain(formula, of: node, in: graph))
  }

  // MARK: Ports

  /// Has an input read something of the scope, in place of what it reads; `nil` disconnects it.
  func feed(_ input: InputPort, from source: ScopeNames.Meaning?) throws {
    try session.feed(input, from: source, in: graph)
  }

  /// Has the inputs of a formula's node read what the names of the formula stand for.
  private func feedInputs(of node: NodeID, as part: ScopedFormula) throws {
    for (index, source) in part.sources.enumerated() { try feed(node.input(index), from: source) }
  }

  /// Feeds a port: from what a name stands for, with a literal if the formula is constant, else from a node that is made for the
  /// formula and has no name.
  mutating func feed(_ part: ScopedFormula, to member: NodeID, _ port: SourceName) throws {
    let input = try formulas.input(port, of: member, in: graph)
    let formula = part.written
    if part.bound.names.isEmpty, part.bound.formula.isFixed, try !needsNode(formula, input, port) {
      try feed(input, from: nil)
      try setLiteralIfChanged(input, to: try formulas.constant(formula))
    } else if formula.isName {
      try check(part.bound.types[0], of: formula, input, port)
      try feed(input, from: part.sources[0])
    } else if !isFed(input, by: formula) {
      try feed(input, from: .node(try add(part, named: nil)))
    }
  }

  /// Whether an input reads a node that was made for the same formula.
  private func isFed(_ input: InputPort, by formula: Formula) -> Bool {
    guard case .node(let node)? = session.meaning(readBy: input) else { return false }
    return session.isHelper(node) && formulas.text(of: node) == formula.text
  }

  /// Whether a constant has a unit, as the port that it is for: no literal has one.
  private func needsNode(_ formula: Formula, _ input: InputPort, _ port: SourceName) throws(Diagnostic) -> Bool {
    guard let wanted = type(of: input) else { return false }
    let given = try formulas.constant(formula).type
    if given.unit != nil, wanted == given.port { return true }
    if wanted.isDistinguishedByName { throw mismatch(given, of: formula, wanted, port) }
    if given.unit == nil { try check(given, of: formula, input, port) }
    return false
  }

  private func type(of input: InputPort) -> PortType? {
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

  /// Gives an input a literal unless it has that value already, in all instances.
  private func setLiteralIfChanged(_ input: InputPort, to value: CalculatorValue) throws {
    let isSame =
      InstanceID(input.node) == nil
      && groups.counterparts(of: input.node).allSatisfy { node in
        session.evaluator.unconnectedValue(of: node.input(input.index))?.isIdentical(to: value) == true
      }
    if isSame { return }
    if let unit = value.type.unit {
      throw Diagnostic(
        .type, "a port takes no \(unit)", 0..<0,
        hint: unit.isCalendar ? nil : "divide by a unit for the number: x / (1 \(unit))")
    }
    try graph.setLiteral(input, toConstant: value)
  }

  /// Removes definitions of groups that nothing is an instance of any more: the texts of their formulas are gone with the last.
  func removeUnusedDefinitions() throws {
    var unused = groups.definitions.filter { groups.instances(of: $0).isEmpty }
    var count = 0
    // One that is part of another goes after that.
    while count != unused.count {
      count = unused.count
      unused = unused.filter { (try? graph.remove($0)) == nil }
    }
  }
}

extension Formula {
  /// Whether it calls no function and reads no file, which may change.
  var isFixed: Bool { functions.isEmpty && columns.isEmpty }

  /// Whether the formula is a name and nothing else.
  var isName: Bool { names.count == 1 && operations.count == 1 }
}
