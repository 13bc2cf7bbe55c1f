// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Edits of nodes in a scope: definitions, kinds, moves and deletions. In a group, they change all its instances, or none.
extension Session {
  // MARK: Formulas

  /// Gives a name a formula. With `keepingKind`, a Number that gets a constant stays a Number.
  func define(
    _ name: SourceName, as formula: Formula, keepingKind: Bool = true, in scope: InstanceID?
  ) throws(Diagnostic) -> Result {
    if let function = severalResults(of: formula) {
      try refuseFunction(name)
      return try define(name, asResultsOf: function, formula, in: scope)
    }
    let present = try target(name, in: scope)
    let part = try bind(formula, to: name, in: scope)
    let waiting = present == nil ? waitingInputs(for: [name.text], in: scope) : []
    let starts = present.map { [$0] } ?? waiting.map(\.node)
    try refuseCycle(name, starts, part.bound.formula, part.bound.nodes, isNew: present == nil)
    if let present, keepingKind || formulas.text(of: present) != nil,
      let result = try set(present, to: part, in: scope)
    {
      return result
    }
    return try changing(
      scope, name.range, of: present.map { [$0] } ?? [], to: [part.type], adopting: waiting, outer: part.outer
    ) { edit in
      guard let present else { return [try edit.add(part, named: name.text)] }
      try edit.define(present, as: part)
      return [present]
    }
  }

  /// Gives a source another constant of its type, in all instances that have the same value. A Number stays a Number.
  ///
  /// - Returns: `nil` if the node is not a source, or the formula is not constant.
  private func set(_ node: NodeID, to part: ScopedFormula, in scope: InstanceID?) throws(Diagnostic) -> Result? {
    let before = formulas.text(of: node)
    // The results of functions and files may change, so only a formula can have them. Quantities are stored as numbers, so their
    // units must match: 5 mi is not 5 km.
    guard let value = part.constant, part.bound.formula.isFixed || before != nil,
      formulas.outputType(of: node) == value.type.port
    else { return nil }
    let receipt = try? evaluator.edit { edit in
      try edit.change(in: scope) { inner in try inner.set(node, toConstant: value) }
    }
    guard let receipt else { return nil }
    let given = try? evaluator.calculatorValue(of: node)
    // An instance that has its own value or text keeps it.
    for other in before == nil ? [] : evaluator.subgraphs.counterparts(of: node)
    where other == node
      || formulas.text(of: other) == before && (try? evaluator.calculatorValue(of: other)) == given
    {
      formulas.texts[other] = part.bound.text
    }
    return result(of: receipt, editing: [node])
  }

  /// The node that has a name in a scope; `nil` if the name is free. Throws if the name stands for something else there.
  func target(_ name: SourceName, in scope: InstanceID?) throws(Diagnostic) -> NodeID? {
    try refuseFunction(name)
    try refuseNamedResults(name)
    switch formulas.names(in: scope).meaning(of: name.text) {
    case .node(let node): return node
    case .output(_, let node):
      try requireOwn(node, name)
      return nil
    case .input:
      throw Diagnostic(
        .name, "'\(name.text)' is an input of \(breadcrumb.last ?? "the group"); nothing changed", name.range,
        hint: "outside the group, connect it with NODE -> GROUP.\(name.spelling)")
    case nil:
      if evaluator.subgraphs.isEmpty { return nil }
      if formulas.names.isShared(name.text) { throw formulas.unknown(name) }
      guard formulas.names.group(titled: name.text) != nil else { return nil }
      throw Diagnostic(.name, "'\(name.text)' is a group; nothing changed", name.range, hint: "choose another name")
    }
  }

  /// Throws if a formula reads a node that depends on the name that gets the formula.
  ///
  /// - Parameters:
  ///   - name: The name that gets the formula.
  ///   - starts: The node that has the name, or the formulas that wait for it.
  ///   - formula: The formula.
  ///   - sources: The nodes that its names refer to.
  ///   - isNew: Whether no node has the name.
  ///   - isWhole: Whether the formula is the whole definition of the name.
  /// - Throws: A ``Formulas/Diagnostic`` at the first name that closes a cycle.
  func refuseCycle(
    _ name: SourceName, _ starts: [NodeID], _ formula: Formula, _ sources: [NodeID?], isNew: Bool = false,
    isWhole: Bool = true
  ) throws(Diagnostic) {
    for start in starts {
      for (source, used) in zip(sources, formula.names) {
        guard let source, let path = evaluator.graph.path(from: start, to: source) else { continue }
        let names = path.compactMap(formulas.listedNames())
        var diagnostic = Diagnostic.cycle([name.text] + names.dropFirst(isNew ? 0 : 1) + [name.text], used.range)
        if start == source, !isNew, isWhole, let value = try? formulas.evaluate(formula), case .value(let new) = value {
          diagnostic.hint =
            "a formula can't use the name that it defines; for its new value write \(name.spelling) = \(new.exactText)"
        }
        throw diagnostic
      }
    }
  }

  // MARK: Kinds

  /// Changes the kind of a node. Connections to ports of the same name and type are kept. A node that becomes a Number keeps
  /// its number; if it has none, it becomes 0.
  ///
  /// - Parameters:
  ///   - name: The name of a node.
  ///   - kind: The name of a kind, such as `Add`.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name or kind, and if a reader could no longer use the node; the
  ///   session is unchanged.
  public func setKind(of name: SourceName, to kind: SourceName) throws(Diagnostic) -> Result {
    _ = try ownNode(name)
    return try timeline.recorded(stepTitle("kind \(name.spelling) \(kind.text)")) { () throws(Diagnostic) in
      try construct(
        name, Construction(kind: kind, arguments: []), keepsNumber: true, in: formulas.path.scope)
    }
  }

  /// Adds a node of a kind, or changes the kind of a node.
  func construct(
    _ name: SourceName, _ construction: Construction, keepsNumber: Bool = false, in scope: InstanceID?
  ) throws(Diagnostic) -> Result {
    let kind = construction.kind.text
    let isNumber = kind == CalculatorKinds.number.kind.name
    let present = try target(name, in: scope)
    var number = 0.0
    if keepsNumber, let present, case .value(.number(let present)) = value(of: present) { number = present }
    var parts: [(port: SourceName, part: ScopedFormula)] = []
    for argument in construction.arguments {
      guard isNumber, argument.port.text == "value" else {
        parts.append((argument.port, try bind(argument.formula, to: name, in: scope)))
        continue
      }
      let value = try formulas.constant(argument.formula)
      guard argument.formula.names.isEmpty, argument.formula.isFixed, case .number(let given) = value else {
        throw Diagnostic(.type, "the value of a Number must be a constant number", argument.formula.range)
      }
      number = given
    }
    let waiting = present == nil ? waitingInputs(for: [name.text], in: scope) : []
    let type = CalculatorKinds.named(kind)?.outputs.first?.type
    // An argument that reads the node itself would be bound to the node's former type.
    if let present, let type, formulas.outputType(of: present) != type {
      for (_, part) in parts { try refuseCycle(name, [present], part.bound.formula, part.bound.nodes, isWhole: false) }
    }
    return try changing(
      scope, name.range, of: present.map { [$0] } ?? [], to: type.map { [$0] } ?? [], adopting: waiting,
      outer: parts.flatMap(\.part.outer)
    ) { edit in
      let held = present == nil ? [] : try edit.hold(parts.map(\.part))
      if let present { try edit.setKind(of: present, to: kind) }
      let node = try present ?? edit.add(kind, named: name.text)
      if isNumber { try edit.graph.set(node, to: number) }
      for (port, part) in parts { try edit.feed(part, to: node, port) }
      for node in held { try edit.graph.remove(node) }
      return [node]
    }
  }

  // MARK: Nodes

  /// Moves a node or a group in pictures that show positions. Nothing is evaluated.
  ///
  /// - Parameters:
  ///   - name: The name of a node, or the title of a group.
  ///   - position: The new position, in canvas points.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name.
  public func move(_ name: SourceName, to position: GraphPoint) throws(Diagnostic) {
    let scope = formulas.path.scope
    let node = try shownMember(name)
    guard evaluator.subgraphs.position(of: node) != position else { return }
    let place = "\(NumberText.exact(position.x)) \(NumberText.exact(position.y))"
    _ = try timeline.recorded(stepTitle("move \(name.spelling) \(place)")) { () throws(Diagnostic) in
      try edit(name.range) { edit in try edit.graph.change(in: scope) { inner in try inner.move(node, to: position) } }
    }
  }

  /// Removes a node; formulas that use it fail with `unset input` until a node has its name again. Inside a group, the node is
  /// removed from all instances, unless a node outside the group reads it. A user-defined function is removed if it is unused.
  ///
  /// - Parameter name: The name of a node or function.
  /// - Returns: What changed, without the node itself.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, a node that is read outside its group, and a function
  ///   that is used.
  /// - Complexity: O(degree, and nodes that run); for a function, O(length of all formulas).
  public func delete(_ name: SourceName) throws(Diagnostic) -> Result {
    if isFunction(name) { return try deleteFunction(name) }
    if let all = namedResults(name.text) { return try delete(all, name) }
    if node(named: name.text) == nil, isGroup(name) { return try delete([(try group(name).node, name)], name) }
    let node = try ownNode(name)
    try refuseNamedResults(name)
    return try delete([(node, name)], name)
  }

  /// Removes nodes and groups of the current scope, even if a name also stands for something else. Ports that a group fed have their
  /// literals again.
  package func delete(_ members: [(member: NodeID, name: SourceName)], _ title: SourceName) throws(Diagnostic) -> Result
  {
    let scope = formulas.path.scope
    for (member, name) in members {
      let found = InstanceID(member).map(formulaReader) ?? reader(of: member, outside: scope).map { ($0, name.text) }
      guard let (reader, read) = found else { continue }
      throw Diagnostic(
        .name, "\(formulas.spelledTitle(of: reader)) reads '\(read)'; nothing changed", name.range,
        hint: "change \(formulas.spelledTitle(of: reader)) first")
    }
    return try timeline.recorded(stepTitle("delete \(title.spelling)")) { () throws(Diagnostic) in
      try remove(members, in: scope)
    }
  }

  /// A node outside a group that reads a node in it, in any instance; `nil` if there is none.
  private func reader(of node: NodeID, outside scope: InstanceID?) -> NodeID? {
    if scope == nil { return nil }
    let groups = evaluator.subgraphs
    for counterpart in groups.counterparts(of: node) {
      for reader in evaluator.graph.consumers(of: counterpart.output)
      where !groups.path(of: reader.node).instances.contains(where: { $0 == groups.scope(of: counterpart) }) {
        return reader.node
      }
    }
    return nil
  }

  /// Removes members of a scope; the result has the changes of other nodes.
  private func remove(
    _ removed: [(member: NodeID, name: SourceName)], in scope: InstanceID?
  ) throws(Diagnostic) -> Result {
    let range = removed.first?.name.range ?? 0..<0
    let groups = removed.filter { InstanceID($0.member) != nil }
    let result = try changing(scope, range, of: removed.map(\.member)) { edit in
      for (member, _) in removed { try edit.remove(member) }
      return []
    }
    if !groups.isEmpty { _ = try edit(range) { edit in try edit.removeUnusedDefinitions() } }
    for (_, name) in groups { formulas.numbers.release(name.text) }
    if scope == nil { for (_, name) in removed { formulas.functions.lose(name.text) } }
    return result
  }
}

extension Diagnostic {
  /// The diagnostic for an error of the graph.
  package init(_ error: GraphError, _ range: Range<Int>, in evaluator: Evaluator) {
    let groups = evaluator.subgraphs
    let text = groups.definitions.isEmpty ? evaluator.graph.describe(error) : groups.describe(error)
    switch error {
    case .cycle(let path):
      let names = evaluator.names(along: path.map(\.node))
      self = .cycle(names + names.prefix(1), range)
    case .typeMismatch, .literalMismatch: self.init(.type, text, range)
    case .noSuchInput, .noSuchOutput, .occupied, .takesNoLiteral: self.init(.port, text, range)
    case .unknownKind: self.init(.kind, text, range)
    default: self.init(.name, text, range)
    }
  }

  /// The diagnostic for a name that would depend on itself, with the path from the name back to it.
  static func cycle(_ names: [String], _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .cycle, "\(names.last ?? "it") would depend on itself; nothing changed", range,
      notes: [way(names)])
  }

  /// The text of a path from node to node; the middle of a long path is left out.
  static func way(_ names: [String]) -> String {
    let end = 6
    if names.count <= 2 * end + 1 { return names.joined(separator: " → ") }
    let hidden = "… \(names.count - 2 * end) more …"
    return (names.prefix(end) + [hidden] + names.suffix(end)).joined(separator: " → ")
  }
}
