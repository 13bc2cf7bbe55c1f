// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Nodes of kinds inside of a group, and the inputs of these and of groups that lie in it: what is done to them is done in all
/// instances, or in none.
extension Session {
  // MARK: Kinds

  /// Makes a node of a kind in a group, or gives a node of it that kind.
  func construct(
    _ name: SourceName, _ construction: Construction, keepsNumber: Bool = false, in scope: InstanceID
  ) throws(Diagnostic) -> Result {
    let kind = construction.kind.text
    let isNumber = kind == CalculatorKinds.number.kind.name
    let present = try target(name, in: scope)
    var number = 0.0
    if keepsNumber, let present, case .value(.number(let present)) = value(of: present) { number = present }
    var parts: [(port: SourceName, formula: Formula, change: InnerFormula)] = []
    for argument in construction.arguments {
      let change = try bind(argument.formula, to: name, in: scope)
      guard isNumber, argument.port.text == "value" else {
        parts.append((argument.port, argument.formula, change))
        continue
      }
      guard change.bound.names.isEmpty, case .number(let given)? = change.bound.constant else {
        throw Diagnostic(.type, "the value of a Number is a constant number", argument.formula.range)
      }
      number = given
    }
    let wasFormula = present.map { formulas.text(of: $0) != nil } ?? false
    var node = present
    let type = CalculatorKinds.named(kind)?.outputs.first?.type
    return try changing(
      scope, name.range, of: present, to: type,
      adopting: present == nil ? waitingInputs(for: [name.text], in: scope) : [],
      outer: parts.map(\.change)
    ) { change in
      // What only this node reads stays an input.
      let held = present == nil ? [] : try parts.map { try change.hold($0.change) }
      if let present {
        try change.inner.setKind(of: present, to: kind, matching: .name)
      } else {
        node = try change.inner.add(kind, named: name.text)
      }
      guard let node else { return [] }
      change.texts.append((node, nil))
      if wasFormula {
        // The names of a formula are not connected to ports that happen to be called the same.
        for index in try evaluator.graph.kind(of: node).inputs.indices { try change.feed(node.input(index), from: nil) }
      }
      if isNumber { try change.inner.set(node, to: number) }
      for (port, formula, part) in parts { try change.feed(formula, part, to: node, port) }
      for node in held { try change.inner.remove(node) }
      return [node]
    }
  }

  // MARK: Inputs

  /// Gives an input of a group's member a value or a formula.
  func assign(_ formula: Formula, to target: PortReference, in scope: InstanceID) throws(Diagnostic) -> Result {
    let member = try memberWithPorts(target, hint: "redefine it with '\(target.node.spelling) = …'")
    let part = try bind(formula, to: target.node, in: scope)
    return try changing(scope, target.range, of: member, outer: [part]) { change in
      try change.feed(formula, part, to: member, target.port)
      return InstanceID(member) == nil ? [member] : []
    }
  }

  /// Connects a name of a group to an input, in place of what is connected there.
  func connect(_ source: SourceName, to target: PortReference, in scope: InstanceID) throws(Diagnostic) -> Result {
    do throws(Diagnostic) {
      return try assign(try Formula(SourceName.readSpelling(source.text)), to: target, in: scope)
    } catch {
      // Its place is one of the name alone.
      var diagnostic = error
      if [.name, .type, .cycle].contains(diagnostic.code) { diagnostic.range = source.range }
      throw diagnostic
    }
  }

  /// Disconnects an input of a group's member.
  func disconnect(_ target: PortReference, in scope: InstanceID) throws(Diagnostic) -> Result {
    let input = try innerInput(target)
    guard meaning(readBy: input) != nil else {
      throw Diagnostic(.port, "nothing is connected to \(target.node.text).\(target.port.text)", target.range)
    }
    return try timeline.recorded(stepTitle("disconnect \(target.spelling)")) { () throws(Diagnostic) in
      try changing(scope, target.range, of: input.node) { change in
        try change.feed(input, from: nil)
        return InstanceID(input.node) == nil ? [input.node] : []
      }
    }
  }

  /// Connects a name of a group to an input, or disconnects them if they are connected.
  func toggle(
    _ source: SourceName, _ target: PortReference, in scope: InstanceID
  ) throws(Diagnostic) -> Result {
    let input = try innerInput(target)
    let meaning = formulas.names.meaning(of: source.text)
    if meaning != nil, ScopeNames.Meaning.areSame(self.meaning(readBy: input), meaning) {
      return try disconnect(target, in: scope)
    }
    return try run(
      Statement(
        form: .connection(source: source, target: target), range: source.range.lowerBound..<target.range.upperBound))
  }

  private func innerInput(_ target: PortReference) throws(Diagnostic) -> InputPort {
    try formulas.input(target.port, of: try memberWithPorts(target), in: evaluator.graph)
  }

  /// The node or group of a scope whose inputs can be set; refuses a formula.
  private func memberWithPorts(_ target: PortReference, hint: String? = nil) throws(Diagnostic) -> NodeID {
    let names = formulas.names
    switch names.meaning(of: target.node.text) {
    case .node(let node):
      if formulas.text(of: node) == nil { return node }
      throw Diagnostic(
        .port, "\(target.node.text) is a formula: its inputs are the names in it", target.range, hint: hint)
    case .output(_, let node):
      try requireOwn(node, target.node)
      throw formulas.unknown(target.node)
    case .input:
      throw Diagnostic(
        .port, "'\(target.node.text)' is an input of \(breadcrumb.last ?? "the group"); nothing changed", target.range,
        hint: "outside it is what '\(target.node.spelling)' is connected to")
    case nil:
      if let group = names.group(titled: target.node.text) { return group.node }
      throw formulas.unknown(target.node)
    }
  }

  // MARK: Edits

  /// What is being done to the nodes of a group.
  struct InnerChange {
    let session: Session
    let edit: FormulaEdit
    let inner: Edit
    /// The new texts of formulas; `nil` of nodes that are none.
    var texts: [(node: NodeID, text: String?)] = []

    func feed(_ input: InputPort, from source: ScopeNames.Meaning?) throws {
      try session.feed(input, from: source, in: inner)
    }

    /// Feeds a port: with a literal, from what the formula names, or from a node without a name that is made for it.
    mutating func feed(_ formula: Formula, _ part: InnerFormula, to member: NodeID, _ port: SourceName) throws {
      let input = try session.formulas.input(port, of: member, in: edit.graph)
      if part.bound.names.isEmpty, let value = part.bound.constant, try !edit.needsNode(formula, input, port) {
        try feed(input, from: nil)
        return try inner.setLiteral(input, toConstant: value)
      }
      if formula.isName { return try feed(input, from: part.sources[0]) }
      let helper = try add(part, named: nil)
      try feed(input, from: .node(helper))
    }

    /// Adds the node of a formula.
    mutating func add(_ part: InnerFormula, named name: String?, at position: GraphPoint? = nil) throws -> NodeID {
      let made = part.bound.constant?.definition ?? session.formulas.definition(of: part.bound)
      let node = try inner.add(own: made, named: name, at: position)
      for (index, source) in part.sources.enumerated() { try feed(node.input(index), from: source) }
      texts.append((node, part.bound.text))
      return node
    }

    /// Adds a node that reads what a formula does for a while, so that inputs of the group stay.
    func hold(_ part: InnerFormula) throws -> NodeID {
      let node = try inner.add(own: session.formulas.definition(of: part.bound))
      for (index, source) in part.sources.enumerated() { try feed(node.input(index), from: source) }
      return node
    }
  }

  /// Changes a group in all instances: what fed a member, and has no name, goes if it feeds nothing any more.
  ///
  /// - Parameters:
  ///   - scope: The instance that is looked at.
  ///   - range: Where a refusal points to.
  ///   - member: Whose inputs change; `nil` for a new node.
  ///   - type: The type that it has afterwards; `nil` if that is the one it has.
  ///   - waiting: What waits for the names of nodes that are added.
  ///   - outer: Formulas whose names from outside become inputs.
  ///   - body: Makes the changes, and returns the nodes that are reported first.
  /// - Returns: What changed.
  /// - Throws: A ``Diagnostic`` for what `body` or the graph refuses; nothing has changed then.
  func changing(
    _ scope: InstanceID, _ range: Range<Int>, of member: NodeID? = nil, to type: PortType? = nil,
    adopting waiting: [WaitingInput] = [], outer: [InnerFormula] = [],
    _ body: (inout InnerChange) throws -> [NodeID]
  ) throws(Diagnostic) -> Result {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: scope) else { return Result() }
    var texts: [(node: NodeID, text: String?)] = []
    var reported: [NodeID] = []
    let receipt = try edit(range) { edit in
      let outside = helpers(of: definition, edit)
      let inside = member.map { innerHelpers(of: $0) } ?? []
      let waiting = waiting + waitingInputs(for: Set(outer.flatMap(\.outer).map(\.name)), in: scope)
      try Retyping(self, edit).change(type == nil ? nil : member, to: type) {
        try edit.graph.change(definition, lookingAt: scope) { inner in
          var change = InnerChange(session: self, edit: edit, inner: inner)
          reported = try body(&change)
          try adopt(waiting, in: scope, inner)
          try removeIdle(inside, in: inner)
          texts = change.texts
        }
      }
      for part in outer { try feedOutside(part, of: definition, edit.graph) }
      try removeIdle(outside, edit)
    }
    for (node, text) in texts where evaluator.graph.contains(node) {
      for other in groups.counterparts(of: node) { formulas.texts[other] = text }
    }
    return result(of: receipt, editing: reported)
  }
}
