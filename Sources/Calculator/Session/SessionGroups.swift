// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Groups of nodes, and where one is in them.
extension Session {
  /// Makes nodes and groups a group of that name. No node runs, and formulas stay as they are.
  ///
  /// ```swift
  /// try session.run("price = 20; rate = 20%; tax = price * rate; total = price + tax")
  /// try session.group([SourceName("rate", range: 0..<4), SourceName("tax", range: 5..<8)], as: name)
  /// // Tax: price → tax
  /// ```
  ///
  /// What the group reads is its inputs, and what is read of it its outputs: these have the names that formulas use, inside and
  /// outside. Formulas outside of it read `tax` as before.
  ///
  /// - Parameters:
  ///   - names: Names of nodes, and titles of groups.
  ///   - name: A name that neither a node, a group nor a function has.
  /// - Returns: One line about the group: `Tax: price → tax`.
  /// - Throws: A ``Diagnostic`` for an unknown name, for a node that lies in a group, for a name that is taken, and for a formula
  ///   that calls a function of one's own, reads a file, or waits for a name; the session is unchanged.
  /// - Complexity: O(k log k) for k members and their connections.
  @discardableResult
  public func group(_ names: [SourceName], as name: SourceName) throws(Diagnostic) -> String {
    try requireOutside(name.range)
    let selected = try names.map { name throws(Diagnostic) in (member: try member(name), name: name) }
    return summary(of: try group(selected, as: name))
  }

  /// Makes members a group, whatever others have their names or titles.
  func group(_ selected: [(member: NodeID, name: SourceName)], as name: SourceName) throws(Diagnostic) -> InstanceID {
    try requireOutside(name.range)
    try requireFreeTitle(name)
    var members: [NodeID] = []
    var seen: Set<NodeID> = []
    for (member, name) in selected {
      members += try groupable(member, name).filter { seen.insert($0).inserted }
    }
    var group: InstanceID?
    let title = "group \(name.spelling) = \(selected.map(\.name.spelling).joined(separator: " "))"
    try timeline.recorded(title) { () throws(Diagnostic) in
      _ = try edit(name.range) { edit in
        // Documents know an input by the name that the formula has for it.
        for member in members where InstanceID(member) == nil { try edit.refreshPorts(of: member) }
        let made = try edit.graph.group(members, named: name.text)
        try namePorts(of: made, edit.graph)
        try requireNames(of: made)
        group = made
      }
      for member in members where InstanceID(member) == nil {
        formulas.inner[member] = formulas.texts[member]
        formulas.texts[member] = nil
      }
    }
    guard let group else { throw Diagnostic(.name, "nothing was grouped", name.range) }
    return group
  }

  /// `Tax: price → tax`
  func summary(of group: InstanceID) -> String {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: group) else { return "" }
    let inputs = groups.inputs(of: definition).map { SourceName.spelling($0.name) }
    let outputs = groups.outputs(of: definition).map { SourceName.spelling($0.name) }
    let flow = [inputs.joined(separator: ", "), outputs.joined(separator: ", ")].filter { !$0.isEmpty }
    return "\(groups.title(of: group)): "
      + (inputs.isEmpty ? "→ " : "") + flow.joined(separator: " → ") + (outputs.isEmpty ? " →" : "")
  }

  /// The node or group of a name.
  private func member(_ name: SourceName) throws(Diagnostic) -> NodeID {
    if node(named: name.text) == nil, let group = formulas.names.group(titled: name.text) { return group.node }
    return try formulas.node(name)
  }

  /// A member of a new group, with the formulas of its ports.
  private func groupable(_ node: NodeID, _ name: SourceName) throws(Diagnostic) -> [NodeID] {
    try requireOwn(node, name)
    if InstanceID(node) != nil { return [node] }
    let ports = (formulas.isFormula(node) ? [] : formulas.sources(of: node)).filter {
      evaluator.graph.name(of: $0) == nil && formulas.isFormula($0)
    }
    for member in [node] + ports {
      guard let formula = formulas.formula(of: member) else { continue }
      let title = formulas.spelledTitle(of: member)
      let place = (notes: ["\(title) = \(formula.text)"], hint: "leave it out of the group")
      if let called = formula.functions.first {
        throw Diagnostic(
          .kind, "\(title) calls \(called.text), and a group can't; nothing changed", name.range, hint: place.hint,
          notes: place.notes)
      }
      if !formula.columns.isEmpty {
        throw Diagnostic(
          .kind, "\(title) reads a file, and a group can't; nothing changed", name.range, hint: place.hint,
          notes: place.notes)
      }
      for (index, used) in formula.names.enumerated() where evaluator.graph.sources(of: member.input(index)).isEmpty {
        throw Diagnostic(
          .name, "\(title) waits for '\(used.text)'; nothing changed", name.range, hint: "define it first",
          notes: place.notes)
      }
    }
    return [node] + ports
  }

  /// The node of a name that can be changed where one is.
  func ownNode(_ name: SourceName) throws(Diagnostic) -> NodeID {
    let node = try formulas.node(name)
    if !evaluator.subgraphs.isEmpty { try requireOwn(node, name) }
    return node
  }

  /// Refuses a node that lies in a group of the scope.
  func requireOwn(_ node: NodeID, _ name: SourceName) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    guard let group = groups.scope(of: node), group != formulas.path.scope,
      let shown = groups.member(showing: node, in: formulas.path.scope).flatMap({ InstanceID($0) })
    else { return }
    let title = groups.title(of: shown)
    throw Diagnostic(
      .name, "'\(name.text)' lies in the group \(title); nothing changed", name.range,
      hint: "enter \(SourceName.spelling(title)) changes it, ungroup \(SourceName.spelling(title)) takes it out")
  }

  func requireFreeTitle(_ name: SourceName) throws(Diagnostic) {
    if isTaken(name.text) || formulas.names.group(titled: name.text) != nil {
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
    if SourceName.isSpellable(name.text), !name.text.contains(" › ") { return }
    throw Diagnostic(
      .name, "'\(name.text)' can't be the name of a group", name.range,
      hint: "a name is some visible characters other than back-ticks, without ' › '")
  }

  /// Gives ports of a new group the names that formulas have for what flows there.
  private func namePorts(of group: InstanceID, _ edit: Edit) throws {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: group) else { return }
    var taken = Set(groups.members(of: group).compactMap { groups.name(of: $0) })
    var inputs: [String] = []
    let declared = groups.inputs(of: definition)
    let used = declared.indices.map { index -> String? in
      for target in groups.targets(of: group.node.input(index)) {
        let text = formulas.texts[target.node] ?? formulas.inner[target.node]
        let names = text.flatMap { try? Formula($0) }?.names
        if let names, names.indices.contains(target.index) { return names[target.index].text }
      }
      return nil
    }
    taken.formUnion(used.compactMap { $0 })
    for (index, name) in used.enumerated() {
      inputs.append(name ?? Edit.unused(declared[index].name, &taken))
    }
    let outputs = groups.outputs(of: definition).indices.map { index -> String? in
      let port = group.node.output(index)
      return groups.source(of: port).flatMap { source in
        // What a group in it gives has the name that it has there.
        groups.scope(of: source.node) == group ? groups.name(of: source.node) : nil
      }
    }
    try edit.change(definition, lookingAt: group) { inner in
      // Two may swap their names.
      for (index, input) in declared.enumerated() { try inner.renameInput(input.name, to: "\u{1}\(index)") }
      for (index, name) in inputs.enumerated() { try inner.renameInput("\u{1}\(index)", to: name) }
      let given = groups.outputs(of: definition)
      for (index, output) in given.enumerated() where outputs[index] != nil {
        try inner.renameOutput(output.name, to: "\u{1}\(index)")
      }
      for (index, name) in outputs.enumerated() { if let name { try inner.renameOutput("\u{1}\(index)", to: name) } }
    }
  }

  /// Refuses a group by which formulas outside would read something else than the names in them say.
  private func requireNames(of group: InstanceID) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: group) else { return }
    for index in groups.outputs(of: definition).indices {
      guard let source = groups.source(of: group.node.output(index)) else { continue }
      for reader in evaluator.graph.consumers(of: source) where groups.scope(of: reader.node) == nil {
        let names = formulas.formula(of: reader.node)?.names ?? []
        guard names.indices.contains(reader.index) else { continue }
        let name = names[reader.index]
        if formulas.rootNames.meaning(of: name.text)?.node == source.node { continue }
        throw Diagnostic(
          .name,
          "\(formulas.spelledTitle(of: reader.node)) reads '\(name.text)', which would have another name; nothing changed",
          0..<0, hint: "put it into the group as well")
      }
    }
  }

  /// Takes a group apart: its members are nodes and groups beside the others. Values stay, and no node runs.
  ///
  /// Formulas of the group that have another name for what they read get the name that it has outside.
  ///
  /// - Parameter name: The title of a group.
  /// - Returns: One line: `Tax is rate, tax again`.
  /// - Throws: A ``Diagnostic`` for an unknown group, where the name of a member is taken outside, where an input has a value
  ///   but no node that a formula could name, and where a formula outside has another name for an output; the session is
  ///   unchanged.
  /// - Complexity: O(members and their readers).
  @discardableResult
  public func ungroup(_ name: SourceName) throws(Diagnostic) -> String {
    try requireOutside(name.range)
    return try ungroup(try group(name), name)
  }

  /// Takes a group apart, whatever others have its title.
  func ungroup(_ group: InstanceID, _ name: SourceName) throws(Diagnostic) -> String {
    try requireOutside(name.range)
    let groups = evaluator.subgraphs
    let members = groups.members(of: group)
    let named = members.compactMap { groups.name(of: $0) }
    for member in members {
      let isNode = InstanceID(member) == nil
      guard let inside = isNode ? groups.name(of: member) : InstanceID(member).map({ groups.title(of: $0) }) else {
        continue
      }
      if !isFree(inside, asTitleFor: member, of: group) {
        throw Diagnostic(
          .name, "'\(inside)' exists outside of \(name.text) too; nothing changed", name.range,
          hint: "rename that first, or expand \(name.spelling) gives new names")
      }
      if let reader = reader(of: inside, exceptFrom: group) {
        throw Diagnostic(
          .name, "\(formulas.spelledTitle(of: reader)) reads another '\(inside)'; nothing changed", name.range,
          hint: "rename '\(inside)' in one of the groups first, or expand \(name.spelling) gives new names")
      }
    }
    var texts: [NodeID: String] = [:]
    for member in members where InstanceID(member) == nil {
      try requireReaders(of: member, in: group, name)
      if let text = try outerText(of: member, in: group, name) { texts[member] = text }
    }
    try timeline.recorded("ungroup \(name.spelling)") { () throws(Diagnostic) in
      let receipt = try edit(name.range) { edit in
        try edit.graph.ungroup(group)
        for name in named { try edit.adopt(missing.formulas(waitingFor: name)) }
      }
      for name in named { missing.resolve(name) }
      _ = result(of: receipt)
      for (member, text) in texts {
        formulas.inner[member] = nil
        formulas.texts[member] = text
      }
    }
    formulas.path = evaluator.subgraphs.living(formulas.path)
    formulas.numbers.release(name.text)
    let titles = members.compactMap { InstanceID($0) }.map { evaluator.subgraphs.title(of: $0) }
    let list = MessageText.list(
      (named + titles).prefix(12).map { SourceName.spelling($0) }, of: named.count + titles.count)
    return "\(name.spelling) is \(list) again"
  }

  /// Whether a member can have its name outside of its group.
  func isFree(_ inside: String, for member: NodeID, of group: InstanceID) -> Bool {
    isFree(inside, asTitleFor: member, of: group) && reader(of: inside, exceptFrom: group) == nil
  }

  private func isFree(_ inside: String, asTitleFor member: NodeID, of group: InstanceID) -> Bool {
    let holder = InstanceID(member) == nil ? node(named: inside) : formulas.rootNode(named: inside)
    return formulas.functions[inside] == nil && (holder == nil || holder == member) && namedResults(inside) == nil
      && formulas.names.group(titled: inside).map({ $0 == group }) ?? true
  }

  /// A formula outside that reads what another group gives by that name.
  private func reader(of output: String, exceptFrom group: InstanceID) -> NodeID? {
    let groups = evaluator.subgraphs
    for other in groups.instances(in: nil) where other != group {
      let outputs = groups.definition(of: other).map(groups.outputs) ?? []
      guard let index = outputs.firstIndex(where: { $0.name == output }),
        let source = groups.source(of: other.node.output(index))
      else { continue }
      for reader in evaluator.graph.consumers(of: source) where groups.scope(of: reader.node) == nil {
        let names = formulas.formula(of: reader.node)?.names ?? []
        if names.indices.contains(reader.index), names[reader.index].text == output { return reader.node }
      }
    }
    return nil
  }

  /// Refuses to take a member out of its group whose readers outside have another name for it.
  private func requireReaders(of member: NodeID, in group: InstanceID, _ name: SourceName) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    let inside = groups.name(of: member)
    for reader in evaluator.graph.consumers(of: member.output)
    where groups.scope(of: reader.node) == nil && formulas.isFormula(reader.node) {
      let names = formulas.formula(of: reader.node)?.names.map(\.text) ?? []
      guard names.indices.contains(reader.index), names[reader.index] != inside else { continue }
      throw Diagnostic(
        .name,
        "\(formulas.spelledTitle(of: reader.node)) reads '\(names[reader.index])', which would have "
          + (inside.map { "the name '\($0)'" } ?? "no name") + " outside of \(name.text); nothing changed", name.range)
    }
  }

  /// The formula of a member as it is outside; `nil` if the member is none.
  func outerText(
    of member: NodeID, in group: InstanceID, _ name: SourceName, renaming inner: [String: String] = [:]
  ) throws(Diagnostic) -> String? {
    guard let text = formulas.innerText(of: member), let formula = try? Formula(text) else { return nil }
    let groups = evaluator.subgraphs
    var renamed: [String: String] = [:]
    for (index, used) in formula.names.enumerated() {
      let input = member.input(index)
      guard let outside = groups.input(showing: input, in: nil), outside.node == group.node else {
        renamed[used.text] = inner[used.text]
        continue
      }
      guard let source = evaluator.graph.sources(of: input).first?.node, let given = formulas.rootNames.name(of: source)
      else {
        throw Diagnostic(
          .port,
          "nothing that has a name is connected to \(name.spelling).\(SourceName.spelling(used.text)); nothing changed",
          name.range, hint: "write NODE -> \(name.spelling).\(SourceName.spelling(used.text))")
      }
      if given != used.text { renamed[used.text] = given }
    }
    if renamed.isEmpty { return text }
    let outer = formula.text(renaming: renamed)
    guard (try? Formula(outer))?.names.count == formula.names.count else {
      throw Diagnostic(
        .name, "\(groups.scopedName(of: member)) has two names for one node; nothing changed", name.range,
        notes: [formula.text])
    }
    return outer
  }

  /// Makes another instance of a group, which reads what the group reads. What is changed inside of one changes both.
  ///
  /// - Parameter name: The title of a group.
  /// - Returns: The title of the new one.
  /// - Throws: A ``Diagnostic`` for an unknown group.
  /// - Complexity: O(nodes of the group).
  @discardableResult
  public func duplicateGroup(_ name: SourceName) throws(Diagnostic) -> (copy: String, result: Result) {
    try requireOutside(name.range, "another instance of a group")
    let group = try group(name)
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: group) else { return ("", Result()) }
    let number = formulas.numbers.next(from: 2, of: name.text) { isTaken("\(name.text)\($0)") }
    var isDone = false
    // A number that was found stays free if no group gets it.
    defer { if !isDone { formulas.numbers.removeAll() } }
    let title = "\(name.text)\(number)"
    let result = try timeline.recorded("duplicate \(name.spelling)") { () throws(Diagnostic) in
      var made: InstanceID?
      let changeCount = groups.changeCount
      let receipt = try edit(name.range) { edit in
        let position = groups.position(of: group.node) + GraphPoint(20, 20)
        let copy = try edit.graph.add(instanceOf: definition, named: title, at: position)
        for index in groups.inputs(of: definition).indices {
          guard let target = groups.targets(of: group.node.input(index)).first else { continue }
          if let source = evaluator.graph.sources(of: target).first {
            try edit.graph.connect(groups.output(showing: source, in: nil) ?? source, to: copy.node.input(index))
          } else if let value = evaluator.unconnectedValue(of: target) {
            try edit.setLiteral(copy.node.input(index), to: value)
          }
        }
        made = copy
      }
      if let made { formulas.noteGroup(made, since: changeCount) }
      // What lies in one instance lies in the other in the same order.
      var open = made.map { [(from: group, to: $0)] } ?? []
      while let next = open.popLast() {
        for (member, copy) in zip(groups.members(of: next.from), groups.members(of: next.to)) {
          if let inner = InstanceID(member), let other = InstanceID(copy) {
            open.append((inner, other))
          } else {
            formulas.inner[copy] = formulas.inner[member]
          }
        }
      }
      return self.result(of: receipt)
    }
    isDone = true
    return (title, result)
  }

  // MARK: Where one is

  /// Where statements apply: the groups that were entered, the outermost first.
  public var path: GraphPath { formulas.path }

  /// The titles of the groups that were entered, the outermost first.
  public var breadcrumb: [String] { evaluator.subgraphs.titles(along: formulas.path) }

  /// Enters a group: names are those of the group until ``leave()``.
  ///
  /// Inside, a definition changes the group in all its instances, or in none of them. What lies outside can be read once it is
  /// an input; a formula that names a node outside makes it one.
  ///
  /// - Parameter name: The title of a group.
  /// - Throws: A ``Diagnostic`` if there is no such group.
  public func enter(_ name: SourceName) throws(Diagnostic) { formulas.path.enter(try group(name)) }

  /// Leaves the group that was entered last.
  ///
  /// - Throws: A ``Diagnostic`` if none was entered.
  public func leave() throws(Diagnostic) {
    if formulas.path.leave() { return }
    throw Diagnostic(.command, "no group was entered", 0..<0, hint: "enter NAME enters one")
  }

  /// Carries out edits as if the groups of a path were entered, and is back where it was then.
  func within<Value>(_ path: GraphPath, _ body: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    let before = formulas.path
    formulas.path = path
    defer { formulas.path = evaluator.subgraphs.living(before) }
    return try body()
  }

  /// Whether there is a group of that title where one is.
  func isGroup(_ name: SourceName) -> Bool { formulas.names.group(titled: name.text) != nil }

  /// The group of a title.
  func group(_ name: SourceName) throws(Diagnostic) -> InstanceID {
    let names = formulas.names
    if let group = names.group(titled: name.text) { return group }
    if node(named: name.text) != nil || formulas.functions[name.text] != nil {
      throw Diagnostic(.name, "'\(name.text)' is no group", name.range)
    }
    let titles = evaluator.subgraphs.instances(in: names.scope).map { evaluator.subgraphs.title(of: $0) }
    throw Diagnostic(
      .name, "unknown group '\(name.text)'", name.range,
      hint: Suggestion.hint(for: name.text, among: titles) ?? (titles.isEmpty ? "group NAME = NODE… makes one" : nil))
  }

  /// Refuses what is for the graph around all groups.
  func requireOutside(_ range: Range<Int>, _ what: String = "that") throws(Diagnostic) {
    if formulas.path.isRoot { return }
    throw Diagnostic(
      .command, "\(what) can't be done inside of a group; nothing changed", range,
      hint: "leave \(breadcrumb.last ?? "it") first")
  }
}

extension Edit {
  /// A name, or with a number if it is taken; it is taken then.
  fileprivate static func unused(_ name: String, _ taken: inout Set<String>) -> String {
    var fresh = name
    var number = 2
    while !taken.insert(fresh).inserted {
      fresh = "\(name) \(number)"
      number += 1
    }
    return fresh
  }
}

extension Diagnostic {
  /// A refusal of an edit of groups.
  init(_ error: SubgraphError, _ range: Range<Int>, in evaluator: Evaluator) {
    let groups = evaluator.subgraphs
    guard case .refused(let reason, let group) = error else {
      self.init(.name, groups.describe(error), range)
      return
    }
    self.init(reason, range, in: evaluator)
    guard let group, groups.contains(group) else { return }
    message = "in \(groups.scopedName(of: group.node)), \(message)"
  }
}
