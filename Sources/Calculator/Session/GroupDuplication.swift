// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Copies of groups, and of nodes inside of a group.
extension Session {
  /// Makes another instance of a group, which reads what the group reads. What is changed inside of one changes both. Inside of a group
  /// that was entered, all its instances get one.
  ///
  /// - Parameter name: The title of a group.
  /// - Returns: The title of the new one.
  /// - Throws: A ``Diagnostic`` for an unknown group.
  /// - Complexity: O(nodes of the group).
  @discardableResult
  public func duplicateGroup(_ name: SourceName) throws(Diagnostic) -> (copy: String, result: Result) {
    let group = try group(name)
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: group) else { return ("", Result()) }
    let number = formulas.numbers.next(from: 2, of: name.text) { isTaken("\(name.text)\($0)") }
    var isDone = false
    // A number that was found stays free if no group gets it.
    defer { if !isDone { formulas.numbers.removeAll() } }
    let title = "\(name.text)\(number)"
    let position = groups.position(of: group.node) + GraphPoint(20, 20)
    let result = try timeline.recorded(stepTitle("duplicate \(name.spelling)")) { () throws(Diagnostic) in
      guard let scope = formulas.path.scope else {
        return try duplicate(group, of: definition, named: title, at: position, name.range)
      }
      var made: InstanceID?
      let result = try changing(scope, name.range) { change in
        let copy = try change.inner.add(instanceOf: definition, named: title, at: position)
        let count = groups.inputs(of: definition).count
        try copyFeeds(of: group.node, to: copy.node, count: count, offset: .zero, change: &change)
        made = copy
        return []
      }
      if let made { copyTexts(from: group, to: made) }
      return result
    }
    isDone = true
    return (title, result)
  }

  /// Adds an instance of a group at the root.
  private func duplicate(
    _ group: InstanceID, of definition: DefinitionID, named title: String, at position: GraphPoint, _ range: Range<Int>
  ) throws(Diagnostic) -> Result {
    let inputs = evaluator.subgraphs.inputs(of: definition)
    let changeCount = evaluator.subgraphs.changeCount
    var made: InstanceID?
    let receipt = try edit(range) { edit in
      let copy = try edit.graph.add(instanceOf: definition, named: title, at: position)
      try edit.graph.change(in: nil) { inner in
        for index in inputs.indices where helper(feeding: group.node.input(index)) == nil {
          try copyFeed(of: group.node.input(index), to: copy.node.input(index), in: inner)
        }
      }
      // A formula without a name is that of one port.
      for (index, port) in inputs.enumerated() {
        guard let text = helper(feeding: group.node.input(index)) else { continue }
        try edit.feed(try Formula(text), to: copy.node, SourceName(naming: port.name))
      }
      made = copy
    }
    if let made {
      formulas.noteGroup(made, since: changeCount)
      copyTexts(from: group, to: made)
    }
    return self.result(of: receipt)
  }

  /// The text of the formula without a name that feeds an input of what lies in no group.
  private func helper(feeding input: InputPort) -> String? {
    guard case .node(let node)? = meaning(readBy: input), evaluator.graph.name(of: node) == nil else { return nil }
    return formulas.texts[node]
  }

  /// Has an input of a copy read what that of the original does, or have its literal.
  private func copyFeed(of input: InputPort, to copy: InputPort, in inner: Edit) throws {
    if let source = meaning(readBy: input) { return try feed(copy, from: source, in: inner) }
    guard let target = evaluator.subgraphs.targets(of: input).first, evaluator.graph.sources(of: target).isEmpty,
      let value = evaluator.unconnectedValue(of: target), InstanceID(input.node) != nil || !value.isDefault
    else { return }
    try inner.setLiteral(copy, toConstant: value)
  }

  /// Gives the formulas of an instance the texts of another, wherever the scope of both is used.
  private func copyTexts(from group: InstanceID, to made: InstanceID) {
    let groups = evaluator.subgraphs
    var open = zip(counterparts(of: group), counterparts(of: made)).map { (from: $0, to: $1) }
    // What lies in one instance lies in the other in the same order.
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

  // MARK: Nodes

  /// Copies nodes of a group in all its instances. Values are those of the instance that is looked at.
  func duplicate(
    _ names: [SourceName], offset: GraphPoint, in scope: InstanceID
  ) throws(Diagnostic) -> (copies: [(name: String, copy: String)], result: Result) {
    var nodes: [NodeID] = []
    for name in names {
      guard case .node(let node)? = formulas.names.meaning(of: name.text) else {
        if let node = self.node(named: name.text) { try requireOwn(node, name) }
        if formulas.names.meaning(of: name.text) == nil { throw formulas.unknown(name) }
        throw Diagnostic(.name, "'\(name.text)' is no node of \(breadcrumb.last ?? "the group")", name.range)
      }
      if let kind = unknownKind(of: node) {
        throw Diagnostic(.kind, "\(name.text) is of the unknown kind '\(kind)', and can't be copied", name.range)
      }
      nodes.append(node)
    }
    let originals = evaluator.graph.inEvaluationOrder(Set(nodes)).compactMap { node in
      evaluator.subgraphs.name(of: node).map { (node: node, name: $0) }
    }
    let pairs = originals.map { (node: $0.node, name: $0.name, copy: freeName(like: $0.name)) }
    // Names that were found stay free if no node gets them.
    var isDone = false
    defer { if !isDone { formulas.numbers.removeAll() } }
    let renamed = Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.copy) })
    let title = stepTitle("duplicate \(pairs.map { SourceName.spelling($0.name) }.joined(separator: " "))")
    let result = try timeline.recorded(title) { () throws(Diagnostic) in
      try changing(scope, names.first?.range ?? 0..<0, adopting: waitingInputs(for: Set(pairs.map(\.copy)), in: scope))
      { change in
        var made: [NodeID: NodeID] = [:]
        for (node, _, copy) in pairs {
          made[node] = try duplicate(node, named: copy, offset: offset, made, renamed, &change)
        }
        return pairs.compactMap { made[$0.node] }
      }
    }
    isDone = true
    return (pairs.map { ($0.name, $0.copy) }, result)
  }

  private func duplicate(
    _ node: NodeID, named name: String?, offset: GraphPoint, _ made: [NodeID: NodeID], _ renamed: [String: String],
    _ change: inout InnerChange
  ) throws -> NodeID {
    let groups = evaluator.subgraphs
    let kind = try evaluator.graph.kind(of: node)
    let place = groups.position(of: node)
    let position = place == .zero ? nil : place + offset
    let copy: NodeID
    if let text = formulas.text(of: node) {
      let replaced = try Formula(text).text(renaming: renamed)
      if kind.inputs.isEmpty, case .value(let value) = value(of: node) {
        copy = try change.inner.add(own: value.definition, named: name, at: position)
      } else {
        let definition = try formulas.definition(of: node, saying: replaced)
        copy = try change.inner.add(own: definition, named: name, at: position)
      }
      change.texts.append((copy, replaced))
    } else {
      copy = try change.inner.add(kind.name, named: name, at: position)
      if kind.inputs.isEmpty, case .value(let value) = value(of: node) {
        try change.inner.set(copy, toConstant: value)
      }
    }
    try copyFeeds(
      of: node, to: copy, count: kind.inputs.count, offset: offset, made, renamed, change: &change)
    return copy
  }

  /// Has the inputs of a copied member of a group read what those of the original do, or a copy of that.
  private func copyFeeds(
    of member: NodeID, to copy: NodeID, count: Int, offset: GraphPoint, _ made: [NodeID: NodeID] = [:],
    _ renamed: [String: String] = [:], change: inout InnerChange
  ) throws {
    for index in 0..<count {
      let (input, target) = (member.input(index), copy.input(index))
      guard case .node(let source)? = meaning(readBy: input) else {
        try copyFeed(of: input, to: target, in: change.inner)
        continue
      }
      // A formula without a name is that of one port.
      let helper =
        isInnerHelper(source)
        ? try duplicate(source, named: nil, offset: offset, made, renamed, &change) : nil
      try change.feed(target, from: .node(helper ?? made[source] ?? source))
    }
  }
}
