// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// User-defined functions.
extension Session {
  /// The user-defined functions, as statements that define them, in the order of their names.
  ///
  /// ```swift
  /// try session.run("vat(x) = x * 20%; price = 80; total = price + vat(price)")
  /// session.functions                   // ["vat(x) = x * 20%"]
  /// try session.run("vat(x) = x * 25%") // changes total
  /// ```
  ///
  /// - Complexity: O(n log n)
  public var functions: [String] { formulas.functions.sorted.map(\.text) }

  /// Whether a name is that of a function and not of a node.
  package func isFunction(_ name: SourceName) -> Bool {
    formulas.functions[name.text] != nil && node(named: name.text) == nil
  }

  /// Whether a name is taken in the current scope: by a node, a function or a group, or by outputs of groups.
  package func isTaken(_ name: String) -> Bool {
    if node(named: name) != nil || formulas.functions[name] != nil || namedResults(name) != nil { return true }
    if evaluator.subgraphs.isEmpty { return false }
    // An input of a group may be connected to no node.
    let names = formulas.names
    return names.meaning(of: name) != nil || names.group(titled: name) != nil || names.isShared(name)
  }

  /// Throws if a name for a node is that of a function.
  func refuseFunction(_ name: SourceName) throws(Diagnostic) {
    guard isFunction(name), let function = formulas.functions[name.text] else { return }
    throw Diagnostic(
      .name, "'\(name.text)' is a function; nothing changed", name.range,
      hint: "choose another name, or delete \(name.spelling) first", notes: [function.text])
  }

  /// The value of a function of one parameter.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown function, or one of more parameters.
  package func value(of function: SourceName, at argument: Double) throws(Diagnostic) -> NodeValue {
    let formula = try Formula("\(SourceName.functionSpelling(function.text))(\(NumberText.exact(argument)))")
    do throws(Diagnostic) {
      return try formulas.evaluate(formula)
    } catch {
      var diagnostic = error
      diagnostic.range = function.range
      throw diagnostic
    }
  }

  /// Defines a function, or changes it and evaluates the formulas that call it again. In any scope, a function reads names of the
  /// root.
  func define(
    _ name: SourceName, of parameters: [SourceName], as results: [FunctionResult]
  ) throws(Diagnostic) -> Result {
    try refuseNamedResults(name)
    if node(named: name.text) != nil || formulas.rootNode(named: name.text) != nil {
      throw Diagnostic(
        .name, "'\(name.text)' is a node; nothing changed", name.range,
        hint: "choose another name, or delete \(name.spelling) first")
    }
    if formulas.functions[name.text] == nil, isTaken(name.text) {
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
    let function = try OwnFunction(name, parameters, results)
    let isNew = formulas.functions[name.text] == nil
    if isNew { try refuseWaiting(for: name) }
    let called = results.flatMap(\.formula.functions)
    // A new function has no callers, except itself.
    let own = called.first { $0.text == name.text }.map { (call: $0, names: [$0.text]) }
    if let (call, names) = isNew ? own : formulas.functions.way(from: called, to: name.text) {
      throw Diagnostic(
        .cycle, "\(name.text) would call itself; nothing changed", call.range,
        notes: [Diagnostic.way([name.text] + names)])
    }
    for body in results.map(\.formula) {
      try formulas.checkCalls(in: body)
      for free in body.names where !function.parameters.contains(free.text) {
        if formulas.rootNode(named: free.text) != nil { continue }
        if !formulas.path.isRoot, formulas.names.meaning(of: free.text) != nil {
          throw Diagnostic(
            .name,
            "'\(free.text)' is a name in \(breadcrumb.last ?? "the group"), which functions can't read; nothing changed",
            free.range, hint: "make it a parameter of \(name.spelling)")
        }
        do throws(Diagnostic) {
          _ = try within(GraphPath()) { () throws(Diagnostic) in try formulas.node(free) }
        } catch {
          guard function.results.contains(free.text), error.hint == nil else { throw error }
          var diagnostic = error
          diagnostic.hint = "a result can't use another result; write the formula of '\(free.text)' instead"
          throw diagnostic
        }
      }
    }
    guard isNew else { return try change([name.text: function], of: name, at: name.range) }
    formulas.functions.add(function)
    var result = Result()
    result.function = function.text
    return result
  }

  /// Throws if a formula or a function reads the name of a new function as a value, though no node has that name.
  private func refuseWaiting(for name: SourceName) throws(Diagnostic) {
    let node = missing.formulas(waitingFor: name.text).first
    guard let reader = node.map({ formulas.spelledTitle(of: $0) }) ?? formulas.functions.reader(ofLost: name.text)
    else {
      return
    }
    throw Diagnostic(
      .name, "\(reader) waits for a value called '\(name.text)'; nothing changed", name.range,
      hint: "choose another name, or change \(reader) first")
  }

  /// Changes functions, and rebinds all formulas that call them, directly or through other functions.
  private func change(
    _ functions: [String: OwnFunction?], of name: SourceName, at range: Range<Int>
  ) throws(Diagnostic) -> Result {
    let names = formulas.functions.callers(of: name.text)
    let readers = formulas.nodes(calling: names)
    let all = try namedResults(of: name, changingTo: functions[name.text].flatMap { $0 }, among: readers)
    let dropped = Set(all.flatMap(\.dropped).flatMap(evaluator.subgraphs.counterparts))
    let changed: Session.Result = try formulas.functions.trying(functions) { () throws(Diagnostic) in
      // Functions that call this one have to fit as well, even if no formula calls them.
      for caller in names where caller != name.text {
        guard let function = formulas.functions[caller] else { continue }
        do throws(Diagnostic) {
          for body in function.bodies { try body.formula.checkCalls(of: formulas.functions.all) }
        } catch {
          throw error.refusing(name.text, for: function.text, at: range)
        }
      }
      if readers.isEmpty { return Session.Result() }
      var nodes: [NodeID] = []
      let receipt = try within(GraphPath()) { () throws(Diagnostic) in
        try edit(range) { edit in
          try edit.bindAgain(readers.filter { !dropped.contains($0) }, afterChanging: name.text, at: range)
          for results in all {
            let waiting = waitingInputs(for: Set(results.added.map(\.name)), in: results.scope)
            try edit.change(in: results.scope) { edit in
              for node in results.dropped { try edit.graph.remove(node) }
              for (name, formula) in results.added {
                let part = try bind(formula, to: SourceName(naming: name), in: results.scope)
                nodes.append(try edit.add(part, named: name))
              }
              try adopt(waiting, in: results.scope, edit.graph)
            }
          }
        }
      }
      return self.result(of: receipt, editing: nodes)
    }
    var result = changed
    result.function = formulas.functions[name.text]?.text
    return result
  }

  /// Removes a function that has no callers.
  func deleteFunction(_ name: SourceName) throws(Diagnostic) -> Result {
    var users = formulas.functions.sorted.filter { $0.called.contains { $0.text == name.text } }.map(\.signature)
    users += formulas.nodes(calling: [name.text]).map { formulas.spelledTitle(of: $0) }
    guard users.isEmpty else {
      let shown = MessageText.list(users.prefix(6), of: users.count)
      throw Diagnostic(
        .name, "'\(name.text)' is used by \(shown); nothing changed", name.range,
        hint: "change \(users.count == 1 ? "it" : "them") first")
    }
    return timeline.recorded("delete \(name.spelling)") {
      formulas.functions.trying([name.text: nil]) { Session.Result() }
    }
  }

  /// Renames a function and rewrites its callers.
  func renameFunction(_ old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    guard let function = formulas.functions[old.text] else { throw formulas.unknown(old) }
    try requireFreeFunction(new)
    var changes: [String: OwnFunction?] = [old.text: nil]
    changes[new.text] = try function.renamed(new.text)
    var titles: [String] = []
    for caller in formulas.functions.sorted where caller.called.contains(where: { $0.text == old.text }) {
      changes[caller.name] = try caller.renamed { $0.text(renamingFunction: old.text, to: new.text) }
      titles.append(caller.signature)
    }
    var texts: [(NodeID, String)] = []
    for node in formulas.nodes(calling: [old.text]) {
      guard let formula = formulas.ownFormula(of: node) else { continue }
      texts.append((node, formula.text(renamingFunction: old.text, to: new.text)))
      titles.append(formulas.spelledTitle(of: node))
    }
    timeline.recorded("rename \(old.spelling) \(new.spelling)") {
      formulas.functions.trying(changes) {}
      for (node, text) in texts { formulas.texts[node] = text }
    }
    titles.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Renaming(old: old.text, new: new.text, rewritten: titles, changes: [])
  }

  private func requireFreeFunction(_ name: SourceName) throws(Diagnostic) {
    if isTaken(name.text) || formulas.rootNode(named: name.text) != nil {
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
    let isKind = parser.kinds.contains(name.text)
    if SourceName.isSpellable(name.text), !isKind { return try refuseWaiting(for: name) }
    throw Diagnostic(
      .name, isKind ? "'\(name.text)' is a kind of node" : "'\(name.text)' can't be the name of a function", name.range
    )
  }

  /// The functions that read a node, with the node's name replaced.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the new name is that of a parameter of such a function.
  func functions(renaming old: String, to new: SourceName) throws(Diagnostic) -> [String: OwnFunction?] {
    var changes: [String: OwnFunction?] = [:]
    for function in formulas.functions.all.values where function.freeNames.contains(where: { $0.text == old }) {
      if function.parameters.contains(new.text) {
        throw Diagnostic(
          .name, "'\(new.text)' is a parameter of \(function.signature), which uses '\(old)'; nothing changed",
          new.range,
          notes: [function.text])
      }
      changes[function.name] = try function.renamed { $0.text(renaming: old, to: new.text) }
    }
    return changes
  }
}

extension FormulaTable {
  /// The formulas that call one of these functions in their text, those of groups in all instances, in evaluation order.
  ///
  /// - Complexity: O(length of all formulas, and nodes in groups)
  func nodes(calling names: Set<String>) -> [NodeID] {
    var found = Set(texts.entries.lazy.filter { Self.calls($0.value, names) }.map(\.key))
    let groups = evaluator.subgraphs
    // In groups, a formula may have only the text of its document.
    for group in groups.definitions.flatMap({ groups.instances(of: $0) }) {
      for member in groups.members(of: group) where InstanceID(member) == nil && texts[member] == nil {
        if let text = text(of: member), Self.calls(text, names) { found.insert(member) }
      }
    }
    return found.isEmpty ? [] : evaluatorOrder(of: found)
  }

  /// Whether the text of a formula calls one of these functions.
  private static func calls(_ text: String, _ names: Set<String>) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "(")), let formula = try? Formula(text) else { return false }
    return formula.functions.contains { names.contains($0.text) }
  }
}
