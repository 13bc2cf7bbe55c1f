// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// An edit of a scope of a session: the operations of ``/NodeEval/Edit`` for members whose inputs follow from formulas. In a
/// group, all instances change, or none.
///
/// The edit collects the new texts of formulas. The tables of the session change only after it has succeeded.
package struct FormulaEdit {
  /// The edit of the scope.
  package let graph: Edit
  /// The instance that is edited; `nil` for the root.
  let scope: InstanceID?
  private let session: Session
  private var formulas: FormulaTable { session.formulas }
  private var groups: Subgraphs { session.evaluator.subgraphs }
  /// The new texts of formulas; `nil` for nodes that become nodes of a kind.
  var texts: [(node: NodeID, text: String?, isWaiting: Bool)] = []
  /// The names that nodes of the root have received.
  var added: [String] = []

  package init(_ edit: Edit, _ session: Session, in scope: InstanceID? = nil) {
    (graph, self.session, self.scope) = (edit, session, scope)
  }

  // MARK: Scopes

  /// Makes changes in a scope.
  mutating func change(in scope: InstanceID?, _ body: (inout FormulaEdit) throws -> Void) throws {
    try graph.change(in: scope) { inner in
      var edit = FormulaEdit(inner, session, in: scope)
      try body(&edit)
      texts += edit.texts
      added += edit.added
    }
  }

  /// Makes changes in a scope that may give nodes other types, and checks the readers of these nodes again.
  ///
  /// - Parameters:
  ///   - scope: The scope of the nodes.
  ///   - nodes: The nodes, with their types after the change.
  ///   - body: Makes the changes.
  /// - Throws: A ``Formulas/Diagnostic`` for a reader that could no longer use a node, and what `body` throws.
  mutating func change(
    in scope: InstanceID?, retyping nodes: some Sequence<(NodeID, PortType)>,
    _ body: (inout FormulaEdit) throws -> Void
  ) throws {
    try Retyping(session, graph).change(nodes) { try change(in: scope, body) }
  }

  // MARK: Nodes

  /// Notes that a name was given to a node: formulas of the root may wait for it.
  mutating func note(_ name: String?) {
    if scope == nil, let name { added.append(name) }
  }

  /// Adds the node of a formula.
  mutating func add(_ part: ScopedFormula, named name: String?, at position: GraphPoint? = nil) throws -> NodeID {
    let node = try graph.add(own: formulas.definition(of: part), named: name, at: position)
    try feedInputs(of: node, as: part)
    texts.append((node, part.bound.text, part.isWaiting))
    note(name)
    return node
  }

  /// Adds a node of a kind.
  mutating func add(_ kind: String, named name: String?, at position: GraphPoint? = nil) throws -> NodeID {
    note(name)
    return try graph.add(kind, named: name, at: position)
  }

  /// Adds temporary nodes that read what formulas read, so that inputs of the group that only a changed node reads are kept.
  ///
  /// - Returns: The nodes, for the caller to remove afterwards; empty in the root.
  func hold(_ parts: [ScopedFormula]) throws -> [NodeID] {
    if scope == nil { return [] }
    return try parts.map { part in
      let node = try graph.add(own: formulas.definition(of: part))
      try feedInputs(of: node, as: part)
      return node
    }
  }

  /// Whether a node already has a formula, with the same sources. `false` if it reads files, whose contents may have changed.
  private func isComputing(_ node: NodeID, _ part: ScopedFormula) -> Bool {
    formulas.text(of: node) == part.bound.text && part.bound.formula.columns.isEmpty
      && part.sources.enumerated().allSatisfy { index, source in
        ScopeNames.Meaning.areSame(session.meaning(readBy: node.input(index)), source)
      }
  }

  /// Gives a node a formula, unless the node already has it.
  mutating func define(_ node: NodeID, as part: ScopedFormula) throws {
    if isComputing(node, part) { return }
    try setDefinition(of: node, to: part)
  }

  private mutating func setDefinition(of node: NodeID, to part: ScopedFormula) throws {
    let isFormula = formulas.isFormula(node)
    let held = isFormula ? [] : try hold([part])
    if !isFormula {
      // Inputs of formulas have no literals, but a kind's literals would be kept where names match.
      for index in try graph.kind(of: node).inputs.indices { try graph.clearLiteral(node.input(index)) }
    }
    try graph.setDefinition(of: node, to: formulas.definition(of: part))
    // An input kept by its name may read something else: as an input of a kind, or from a node that had the name before.
    try feedInputs(of: node, as: part)
    for node in held { try graph.remove(node) }
    texts.append((node, part.bound.text, part.isWaiting))
  }

  /// Gives a node a kind, keeping the connections to ports of the same name and type.
  mutating func setKind(of node: NodeID, to kind: String) throws {
    let wasFormula = formulas.isFormula(node)
    texts.append((node, nil, false))
    // Kinds are compared, not names: a node without code from a document may have the name of a kind.
    if !wasFormula, try graph.kind(of: node) == CalculatorKinds.named(kind) { return }
    try graph.setKind(of: node, to: kind, matching: .name)
    if !wasFormula { return }
    // A formula's names match ports only by chance, so these inputs are disconnected.
    for index in try graph.kind(of: node).inputs.indices { try feed(node.input(index), from: nil) }
  }

  /// Removes a node. Formulas of the root that read it wait for its name.
  mutating func remove(_ node: NodeID) throws {
    if scope == nil {
      for reader in graph.consumers(of: node.output).map(\.node) where formulas.isAtRoot(reader) {
        guard let text = formulas.text(of: reader) else { continue }
        // The failure of an unset input contains its name.
        try refreshPorts(of: reader)
        texts.append((reader, text, true))
      }
    }
    try graph.remove(node)
  }

  // MARK: Names

  /// Renames the inputs of a formula's node to the names in the formula, which may differ after a renaming.
  mutating func refreshPorts(of node: NodeID) throws {
    guard formulas.isAtRoot(node), let formula = formulas.formula(of: node) else { return }
    if try graph.kind(of: node).inputs.map(\.name) != formula.names.map(\.text) { try rebind(node, to: formula) }
  }

  /// Renames the inputs of members that get another scope, and of their readers: afterwards these can't find the names of their
  /// sources. Documents identify an input by the name in the formula.
  mutating func refreshPorts(around members: [NodeID]) throws {
    for member in members where InstanceID(member) == nil {
      try refreshPorts(of: member)
      for reader in graph.consumers(of: member.output) { try refreshPorts(of: reader.node) }
    }
  }

  /// Binds formulas again after user-defined functions or files have changed; formulas of groups in all instances. If a type
  /// changes, the formulas that depend on it are checked again.
  ///
  /// - Parameters:
  ///   - nodes: The formulas, in evaluation order.
  ///   - name: What has changed.
  ///   - range: The range of the change.
  /// - Throws: A ``Formulas/Diagnostic`` that names a formula that can no longer use it.
  mutating func bindAgain(_ nodes: [NodeID], afterChanging name: String, at range: Range<Int> = 0..<0) throws {
    var done: Set<NodeID> = []
    for node in nodes where !done.contains(node) {
      guard let formula = formulas.ownFormula(of: node) else { continue }
      do {
        let part = try session.bindAgain(formula, of: node, in: graph)
        let scope = groups.scope(of: node)
        if scope != nil, let value = part.constant, formulas.outputType(of: node) == part.type {
          // Other instances may have other constants for this node.
          try graph.change(in: scope) { inner in try inner.set(node, toConstant: value) }
          continue
        }
        done.formUnion(groups.counterparts(of: node))
        try change(in: scope, retyping: [(node, part.type)]) { edit in try edit.setDefinition(of: node, to: part) }
      } catch let diagnostic as Diagnostic where diagnostic.code != .type || diagnostic.range != 0..<0 {
        throw diagnostic.refusing(name, for: "\(formulas.title(of: node)) = \(formula.text)", at: range)
      }
    }
  }

  /// Binds a formula's node of the root to a changed formula.
  mutating func rebind(_ node: NodeID, to formula: Formula) throws {
    try setDefinition(of: node, to: try session.bindAgain(formula, of: node, in: graph))
  }

  // MARK: Ports

  /// Connects an input to a source in the scope, replacing its connection; `nil` disconnects it.
  func feed(_ input: InputPort, from source: ScopeNames.Meaning?) throws {
    try session.feed(input, from: source, in: graph)
  }

  /// Connects the inputs of a formula's node to what the names of the formula refer to.
  private func feedInputs(of node: NodeID, as part: ScopedFormula) throws {
    for (index, source) in part.sources.enumerated() { try feed(node.input(index), from: source) }
  }

  /// Feeds a port from a formula: with a literal if the formula is constant, from the source if it is a name, else from a node
  /// without a name that is added for the formula.
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

  /// Whether an input already reads a node without a name that has the same formula.
  private func isFed(_ input: InputPort, by formula: Formula) -> Bool {
    guard case .node(let node)? = session.meaning(readBy: input) else { return false }
    return session.isHelper(node) && formulas.text(of: node) == formula.text
  }

  /// Whether a constant needs a node to feed a port: both have the same unit, and literals have none. Throws if types differ.
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
      InstanceID(input.node).map { groups.inputs(of: $0) }
      ?? (try? graph.kind(of: input.node).inputs) ?? []
    return inputs.indices.contains(input.index) ? inputs[input.index].type : nil
  }

  /// Throws if a port doesn't take the type of a value; the message uses the names that were written.
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

  /// Sets the literal of an input in all instances, unless all of them already have that value.
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

  /// Removes definitions of groups that have no instances. The texts of their formulas were removed with the last instance.
  func removeUnusedDefinitions() throws {
    var unused = groups.definitions.filter { groups.instances(of: $0).isEmpty }
    var count = 0
    // A definition used by another can be removed only after that one.
    while count != unused.count {
      count = unused.count
      unused = unused.filter { (try? graph.remove($0)) == nil }
    }
  }
}

extension Formula {
  /// Whether it calls no functions and reads no files, whose results may change.
  var isFixed: Bool { functions.isEmpty && columns.isEmpty }

  /// Whether the formula is a single name.
  var isName: Bool { names.count == 1 && operations.count == 1 }
}
