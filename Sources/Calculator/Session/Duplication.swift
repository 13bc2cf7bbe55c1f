// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Copies nodes in one step of the history. A copy reads the copy of a source if the source is copied too.
  ///
  /// - Parameters:
  ///   - names: The nodes.
  ///   - offset: How far the copies are from the nodes.
  /// - Returns: The names of nodes and copies, each after those that it reads, and what changed.
  /// - Throws: A ``Diagnostic`` for an unknown name, and for a node of an unknown kind.
  /// - Complexity: O(k log k) for k nodes, and their formulas.
  public func duplicate(
    _ names: [SourceName], offset: GraphPoint = GraphPoint(20, 20)
  ) throws(Diagnostic) -> (copies: [(name: String, copy: String)], result: Result) {
    let scope = formulas.path.scope
    var nodes: [NodeID] = []
    for name in names {
      let node = try ownNode(name)
      if let kind = unknownKind(of: node) {
        // A kind that only the document knows can't be copied.
        throw Diagnostic(
          .kind, "\(name.text) has the unknown kind '\(kind)', so it can't be copied", name.range)
      }
      nodes.append(node)
    }
    // Hold no copy of the graph from here on: each edit would have to copy the records.
    let originals = evaluator.graph.inEvaluationOrder(Set(nodes)).compactMap { node in
      evaluator.subgraphs.name(of: node).map { (node: node, name: $0) }
    }
    let pairs = originals.map { (node: $0.node, name: $0.name, copy: freeName(like: $0.name)) }
    let title = stepTitle("duplicate \(pairs.map { SourceName.spelling($0.name) }.joined(separator: " "))")
    let result = try numbered(title) { () throws(Diagnostic) in
      let waiting = waitingInputs(for: Set(pairs.map(\.copy)), in: scope)
      let copied = try changing(scope, names.first?.range ?? 0..<0, adopting: waiting) { edit in
        var copying = Copying(self, pairs.map { ($0.name, $0.copy) }, offset)
        let copies = try pairs.map { try copying.copy($0.node, named: $0.copy, in: &edit) }
        // A copy may wait for the name that another copy has received.
        try adopt(copying.waiting, in: scope, edit.graph)
        return copies
      }
      for (node, _, copy) in pairs { copyUncertainty(of: node, to: copy) }
      return copied
    }
    return (pairs.map { ($0.name, $0.copy) }, result)
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
  /// The names of copies, by those of the originals.
  private let names: [String: String]
  private var copies: [NodeID: NodeID] = [:]
  /// The inputs of copied formulas that wait for a name.
  private(set) var waiting: [WaitingInput] = []

  init(_ session: Session, _ names: [(name: String, copy: String)] = [], _ offset: GraphPoint = .zero) {
    (self.session, self.offset) = (session, offset)
    self.names = Dictionary(uniqueKeysWithValues: names.map { ($0.name, $0.copy) })
  }

  /// Adds a copy of a node. Where sources of the node have copies, it reads these.
  mutating func copy(_ node: NodeID, named name: String?, in edit: inout FormulaEdit) throws -> NodeID {
    let kind = try edit.graph.kind(of: node)
    let place = session.evaluator.subgraphs.position(of: node)
    let position = place == .zero ? nil : place + offset
    var constant: CalculatorValue?
    if kind.inputs.isEmpty, case .value(let value) = session.value(of: node) { constant = value }
    let copy: NodeID
    var ownCount: Int?
    if let formula = session.formulas.ownFormula(of: node) {
      let text = formula.text(renaming: names)
      let definition = try constant?.definition ?? session.formulas.definition(of: node, saying: try Formula(text))
      copy = try edit.graph.add(own: definition, named: name, at: position)
      edit.note(name)
      edit.texts.append((copy, text, true))
      ownCount = formula.names.count
    } else {
      copy = try edit.add(kind.name, named: name, at: position)
      if let constant { try edit.graph.set(copy, toConstant: constant) }
    }
    copies[node] = copy
    try copyInputs(of: node, to: copy, count: kind.inputs.count, names: ownCount, in: &edit)
    return copy
  }

  /// Connects the inputs of a copy to the sources of the original's inputs, or to copies of these, and copies literals.
  ///
  /// - Parameters:
  ///   - member: The original, a node or a group.
  ///   - copy: The copy.
  ///   - count: The number of inputs.
  ///   - names: The number of inputs that a formula names itself. Functions read the others, whose sources are not copied.
  ///   - edit: The edit of their scope.
  /// - Throws: The error of an edit that the graph refuses.
  mutating func copyInputs(
    of member: NodeID, to copy: NodeID, count: Int, names: Int? = nil, in edit: inout FormulaEdit
  ) throws {
    for index in 0..<count {
      let (input, target) = (member.input(index), copy.input(index))
      let source = session.meaning(readBy: input)
      if let value = literal(of: input, isConnected: source != nil) {
        try edit.graph.setLiteral(target, toConstant: value)
      }
      guard case .node(let node)? = source, index < names ?? count else {
        if let source {
          try edit.feed(target, from: source)
        } else if names != nil {
          waiting.append(WaitingInput(node: copy, name: try edit.graph.kind(of: copy).inputs[index].name))
        }
        continue
      }
      // A formula without a name feeds only one port, so each copy needs its own.
      let helper = session.isHelper(node) ? try self.copy(node, named: nil, in: &edit) : copies[node]
      try edit.feed(target, from: .node(helper ?? node))
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
