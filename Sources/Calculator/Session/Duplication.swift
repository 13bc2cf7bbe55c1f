// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Copies nodes and groups in one step of the history. A copy reads the copy of a source if the source is copied too. The copy
  /// of a group is another instance: an edit inside one of them changes both. Inside an entered group, each of its instances gets
  /// the copies.
  ///
  /// - Parameters:
  ///   - names: Names of nodes, and titles of groups.
  ///   - offset: How far the copies are from the originals.
  /// - Returns: The names of originals and copies, those of nodes each after those that it reads, then those of groups, and what
  ///   changed.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, and for a node of an unknown kind.
  /// - Complexity: O(k log k) for k nodes and the nodes of the groups, and their formulas.
  public func duplicate(
    _ names: [SourceName], offset: GraphPoint = GraphPoint(20, 20)
  ) throws(Diagnostic) -> (copies: [(name: String, copy: String)], result: Result) {
    let scope = formulas.path.scope
    var (nodes, groups): (Set<NodeID>, [InstanceID]) = ([], [])
    for name in names {
      if node(named: name.text) == nil, isGroup(name) {
        let group = try group(name)
        if !groups.contains(group) { groups.append(group) }
        continue
      }
      let node = try ownNode(name)
      if let kind = unknownKind(of: node) {
        // A kind that only the document knows can't be copied.
        throw Diagnostic(
          .kind, "\(name.text) has the unknown kind '\(kind)', so it can't be copied", name.range)
      }
      nodes.insert(node)
    }
    // Hold no copy of the graph from here on: each edit would have to copy the records.
    let ordered = evaluator.graph.inEvaluationOrder(nodes) + groups.map(\.node)
    let pairs = ordered.map { member in
      let name = titleInScope(of: member)
      return (member: member, name: name, copy: freeName(like: name))
    }
    let title = stepTitle("duplicate \(pairs.map { SourceName.spelling($0.name) }.joined(separator: " "))")
    let result = try numbered(title) { () throws(Diagnostic) in
      let waiting = waitingInputs(for: Set(pairs.map(\.copy)), in: scope)
      let changeCount = evaluator.subgraphs.changeCount
      var copying = Copying(self, pairs, offset)
      let copied = try changing(scope, names.first?.range ?? 0..<0, adopting: waiting) { edit in
        let copies = try pairs.map { try copying.add(copyOf: $0.member, named: $0.copy, in: &edit) }
        for (member, copy) in zip(pairs.map(\.member), copies) {
          try copying.copyInputs(of: member, to: copy, in: &edit)
        }
        // A copy may wait for the name that another copy has received.
        try adopt(copying.waiting, in: scope, edit.graph)
        return copies.filter { InstanceID($0) == nil }
      }
      for group in groups {
        guard let made = copying.copies[group.node].flatMap({ InstanceID($0) }) else { continue }
        if pairs.count == 1 { formulas.noteGroup(made, in: scope, since: changeCount) }
        copyTexts(from: group, to: made)
      }
      for (node, _, copy) in pairs { copyUncertainty(of: node, to: copy) }
      return copied
    }
    return (pairs.map { ($0.name, $0.copy) }, result)
  }

  /// Copies the texts of an instance's formulas to a new instance, in all instances of their scope.
  private func copyTexts(from group: InstanceID, to made: InstanceID) {
    let groups = evaluator.subgraphs
    var open = zip(counterparts(of: group), counterparts(of: made)).map { (from: $0, to: $1) }
    // Both instances have their members in the same order.
    while let next = open.popLast() {
      for (member, copy) in zip(groups.members(of: next.from), groups.members(of: next.to)) {
        if let inner = InstanceID(member), let other = InstanceID(copy) {
          open.append((inner, other))
        } else {
          formulas.texts[copy] = formulas.texts[member]
        }
      }
    }
  }

  /// Makes one step in which something gets names with numbers that were free. If it fails, these stay free.
  func numbered<Value>(_ title: String, _ body: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    do throws(Diagnostic) {
      return try timeline.recorded(title, body)
    } catch {
      formulas.numbers.removeAll()
      throw error
    }
  }

  /// Returns the next free name like another: `total2` for `total`, `total3` for `total2`; in back-ticks, `net price 2` for
  /// `net price`.
  func freeName(like name: String) -> String {
    let digits = name.utf8.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    let isNumbered = digits < 12 && digits < name.utf8.count
    var stem = isNumbered ? String(Substring(name.utf8.dropLast(digits))) : name
    let number = isNumbered ? Int(Substring(name.utf8.suffix(digits))) ?? 1 : 1
    if stem.utf8.last != UInt8(ascii: " "), SourceName.spelling(stem).hasPrefix("`") { stem += " " }
    return stem + String(formulas.numbers.next(from: number + 1, of: stem) { isTaken(stem + String($0)) })
  }

  /// A node whose kind the calculator doesn't know, with the name of that kind; `nil` if there is none.
  var unknownNode: (name: String, kind: String)? {
    for node in evaluator.graph.nodes {
      if let kind = unknownKind(of: node) { return (evaluator.graph.name(of: node) ?? node.description, kind) }
    }
    return nil
  }

  /// The name of a node's kind if the calculator doesn't know that kind; else `nil`.
  func unknownKind(of node: NodeID) -> String? {
    // Kinds are compared, not names: the kind of a node without code may have a known name.
    guard !formulas.isFormula(node), let kind = try? evaluator.graph.kind(of: node),
      !CalculatorKinds.known.contains(kind)
    else { return nil }
    return kind.name
  }
}

/// Copies members of a scope, with the values of the instance that is edited.
struct Copying {
  private let session: Session
  private let offset: GraphPoint
  /// The names by which formulas read copies, by those of the originals.
  private var names: [String: String] = [:]
  private(set) var copies: [NodeID: NodeID] = [:]
  /// The inputs of copied formulas that wait for a name.
  private(set) var waiting: [WaitingInput] = []

  init(_ session: Session, _ pairs: [(member: NodeID, name: String, copy: String)], _ offset: GraphPoint) {
    (self.session, self.offset) = (session, offset)
    let meanings = session.formulas.names
    for (member, name, copy) in pairs {
      guard let group = InstanceID(member) else {
        names[name] = copy
        continue
      }
      for output in session.evaluator.subgraphs.sources(ofOutputsOf: group) {
        for read in [output.name, "\(name).\(output.name)"] {
          if case .output(output.port, _)? = meanings.meaning(of: read) { names[read] = "\(copy).\(output.name)" }
        }
      }
    }
  }

  /// Adds a copy of a node, or another instance of a group, without its connections.
  mutating func add(copyOf member: NodeID, named name: String?, in edit: inout FormulaEdit) throws -> NodeID {
    let groups = session.evaluator.subgraphs
    let place = groups.position(of: member)
    let position = place == .zero ? nil : place + offset
    let copy: NodeID
    if let definition = InstanceID(member).flatMap({ groups.definition(of: $0) }) {
      copy = try edit.graph.add(instanceOf: definition, named: name, at: position).node
    } else {
      copy = try add(copyOfNode: member, named: name, at: position, in: &edit)
    }
    copies[member] = copy
    return copy
  }

  private func add(
    copyOfNode node: NodeID, named name: String?, at position: GraphPoint?, in edit: inout FormulaEdit
  ) throws -> NodeID {
    let kind = try edit.graph.kind(of: node)
    var constant: CalculatorValue?
    if kind.inputs.isEmpty, case .value(let value) = session.value(of: node) { constant = value }
    if let formula = session.formulas.ownFormula(of: node) {
      let text = formula.text(renaming: names)
      let definition = try constant?.definition ?? session.formulas.definition(of: node, saying: try Formula(text))
      let copy = try edit.graph.add(own: definition, named: name, at: position)
      edit.note(name)
      edit.texts.append((copy, text, true))
      return copy
    }
    let copy = try edit.add(kind.name, named: name, at: position)
    if let constant { try edit.graph.set(copy, toConstant: constant) }
    return copy
  }

  /// Connects the inputs of a copy to the sources of the original's inputs, or to copies of these, and copies literals.
  mutating func copyInputs(of member: NodeID, to copy: NodeID, in edit: inout FormulaEdit) throws {
    let count =
      try InstanceID(member).map { session.evaluator.subgraphs.inputs(of: $0).count }
      ?? edit.graph.kind(of: member).inputs.count
    // The number of inputs that a formula names itself. Functions read the others, whose sources are not copied.
    let names = InstanceID(member) == nil ? session.formulas.ownFormula(of: member)?.names.count : nil
    for index in 0..<count {
      let (input, target) = (member.input(index), copy.input(index))
      let source = session.meaning(readBy: input)
      if let value = literal(of: input, isConnected: source != nil) {
        try edit.graph.setLiteral(target, toConstant: value)
      }
      guard case .node(let node)? = source, index < names ?? count else {
        if case .output(let port, let node)? = source, index < names ?? count, let copy = copies[port.node] {
          try edit.feed(target, from: .output(copy.output(port.index), node))
        } else if let source {
          try edit.feed(target, from: source)
        } else if names != nil {
          waiting.append(WaitingInput(node: copy, name: try edit.graph.kind(of: copy).inputs[index].name))
        }
        continue
      }
      // A formula without a name feeds only one port, so each copy needs its own.
      if session.isHelper(node) {
        let helper = try add(copyOf: node, named: nil, in: &edit)
        try copyInputs(of: node, to: helper, in: &edit)
      }
      try edit.feed(target, from: .node(copies[node] ?? node))
    }
  }

  /// The literal to copy from an input. A node's input keeps its literal while it is connected, a group's input doesn't.
  private func literal(of input: InputPort, isConnected: Bool) -> CalculatorValue? {
    let isOfGroup = InstanceID(input.node) != nil
    if isOfGroup, isConnected { return nil }
    let target = session.evaluator.subgraphs.targets(of: input).first
    guard let value = target.flatMap(session.evaluator.unconnectedValue), isOfGroup || !value.isDefault else {
      return nil
    }
    return value
  }
}
