// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The results of a function under one name: after `s = split(120)` a node `s.net` with the formula `split(120).net`, and one
/// for each other result.
///
/// Each result is an ordinary node, so a reader of one is not computed again when another changes. The nodes are related only by
/// their names and formulas; neither the session nor documents store the relation.
package struct NamedResults {
  /// The name before the dot.
  let name: String
  /// The call whose results the nodes take: `split(120)`.
  let call: String
  let function: OwnFunction
  /// The scope of the nodes; `nil` for the root.
  let scope: InstanceID?
  /// The nodes in the order of the function's results.
  let nodes: [NodeID]

  /// The names of the nodes.
  package var names: [String] { function.results.map { "\(name).\($0)" } }
}

extension Session {
  /// The results that a name stands for in the current scope; `nil` if there are none. Complexity: O(functions with several
  /// results).
  package func namedResults(_ name: String) -> NamedResults? { namedResults(name, in: formulas.path.scope) }

  /// The results that a name stands for in a scope.
  package func namedResults(_ name: String, in scope: InstanceID?) -> NamedResults? {
    let several = formulas.functions.several
    if several.isEmpty { return nil }
    let names = formulas.names(in: scope)
    if names.member(named: name) != nil { return nil }
    for function in several {
      guard let first = function.results.first, let node = names.member(named: "\(name).\(first)"),
        let text = formulas.text(of: node), let taken = (try? Formula(text))?.takenResult, taken.result == first,
        (try? Formula(taken.call))?.wholeCall?.text == function.name
      else { continue }
      var nodes = [node]
      for result in function.results.dropFirst() {
        guard let node = names.member(named: "\(name).\(result)"),
          formulas.text(of: node) == "\(taken.call).\(result)"
        else { break }
        nodes.append(node)
      }
      if nodes.count == function.results.count {
        return NamedResults(name: name, call: taken.call, function: function, scope: scope, nodes: nodes)
      }
    }
    return nil
  }

  /// The named results that a node belongs to; `nil` if there are none.
  package func namedResults(with node: NodeID) -> NamedResults? {
    if formulas.functions.several.isEmpty { return nil }
    let groups = evaluator.subgraphs
    guard let (owner, _) = groups.name(of: node).flatMap({ SourceName.parts($0) }),
      let all = namedResults(owner, in: groups.scope(of: node)), all.nodes.contains(node)
    else { return nil }
    return all
  }

  /// Throws if a name stands for several results, or is one of them, and so can't be used for something else.
  func refuseNamedResults(_ name: SourceName) throws(Diagnostic) {
    if let all = namedResults(name.text) {
      throw Diagnostic(
        .name, "'\(name.text)' holds the results of \(all.function.name); nothing changed", name.range,
        hint: "choose another name, or delete \(name.spelling) first")
    }
    guard let node = formulas.names.member(named: name.text), let all = namedResults(with: node) else { return }
    throw Diagnostic(
      .name, "'\(name.text)' is a result of \(all.call); nothing changed", name.range,
      hint:
        "\(SourceName.spelling(all.name)) = … gives it another value, delete \(SourceName.spelling(all.name)) removes it"
    )
  }

  /// The function whose several results a formula gives, by calling it and taking no single result; `nil` for other formulas.
  func severalResults(of formula: Formula) -> OwnFunction? {
    guard let called = formula.wholeCall, let function = formulas.functions[called.text], !function.results.isEmpty
    else { return nil }
    return function
  }

  /// The values of all results of a call, or of a name that stands for results; `nil` if the formula is neither.
  func severalValues(of formula: Formula) throws(Diagnostic) -> [(name: String, value: NodeValue)]? {
    if formula.isName, let all = namedResults(formula.names[0].text) {
      return zip(all.names, all.nodes).map { ($0, value(of: $1)) }
    }
    guard let function = severalResults(of: formula) else { return nil }
    var values: [(name: String, value: NodeValue)] = []
    for result in function.results {
      do throws(Diagnostic) {
        values.append((result, try formulas.evaluate(try Formula("\(formula.text).\(result)"))))
      } catch {
        throw error.placed(in: formula)
      }
    }
    return values
  }

  /// Assigns all results of a function to a name: adds a node for each result, or gives an existing node another formula. Results
  /// that the name had from another function are removed.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the name is taken, or if a result that would be removed has readers.
  func define(
    _ name: SourceName, asResultsOf function: OwnFunction, _ formula: Formula, in scope: InstanceID?
  ) throws(Diagnostic) -> Result {
    let names = formulas.names(in: scope)
    let meaning = names.meaning(of: name.text)
    if meaning != nil || isGroup(name) {
      var (held, hint) = ("a group", "choose another name")
      switch meaning {
      case .node?, .output?: (held, hint) = ("a node", "\(hint), or delete \(name.spelling) first")
      case .input?: held = "an input of \(breadcrumb.last ?? "the group")"
      case nil: break
      }
      throw Diagnostic(
        .name, "'\(name.text)' is \(held), and \(function.name) returns several results; nothing changed", name.range,
        hint: hint)
    }
    let former = namedResults(name.text, in: scope)
    var bound: [(name: String, part: ScopedFormula, present: NodeID?)] = []
    for result in function.results {
      let part = SourceName("\(name.text).\(result)", range: name.range)
      let present = former?.nodes.first { evaluator.subgraphs.name(of: $0) == part.text }
      if present == nil, names.meaning(of: part.text) != nil {
        throw Diagnostic(
          .name, "'\(part.text)' already exists; nothing changed", name.range,
          hint: "choose another name, or rename \(part.spelling) first")
      }
      do throws(Diagnostic) {
        bound.append((part.text, try bind(try Formula("\(formula.text).\(result)"), to: part, in: scope), present))
      } catch {
        throw error.placed(in: formula)
      }
    }
    let gone = try former.map { former throws(Diagnostic) in
      try removable(former, except: Set(bound.map(\.name)), for: function, name)
    }
    let kept = bound.filter { $0.present != nil }
    let waiting = waitingInputs(for: Set(bound.filter { $0.present == nil }.map(\.name)), in: scope)
    return try changing(
      scope, name.range, of: kept.compactMap(\.present), to: kept.map(\.part.type), adopting: waiting,
      outer: bound.flatMap(\.part.outer)
    ) { edit in
      let nodes = try bound.map { name, part, present in
        guard let present else { return try edit.add(part, named: name) }
        try edit.define(present, as: part)
        return present
      }
      for node in gone ?? [] { try edit.graph.remove(node) }
      return nodes
    }
  }

  /// The nodes of former results that the function doesn't give. Throws if one has readers.
  private func removable(
    _ former: NamedResults, except names: Set<String>, for function: OwnFunction, _ name: SourceName
  ) throws(Diagnostic) -> [NodeID] {
    var gone: [NodeID] = []
    for (part, node) in zip(former.names, former.nodes) where !names.contains(part) {
      let nodes = evaluator.subgraphs.counterparts(of: node)
      if let reader = nodes.lazy.flatMap({ self.evaluator.graph.consumers(of: $0.output) }).first
        .map({ formulas.spelledTitle(of: $0.node) })
        ?? formulas.functions.sorted.first(where: { former.scope == nil && $0.freeNames.contains { $0.text == part } })?
        .signature
      {
        throw Diagnostic(
          .name, "\(reader) reads '\(part)', which \(function.name) doesn't return; nothing changed", name.range,
          hint: "change \(reader) first")
      }
      gone.append(node)
    }
    return gone
  }

  /// The effect of a changed function on a name that has all of its results.
  package struct ChangedResults {
    /// The scope of the nodes; `nil` for the root.
    let scope: InstanceID?
    /// The nodes of results that the function no longer gives; they have no readers.
    var dropped: [NodeID] = []
    /// The results that it didn't give before.
    var added: [(name: String, formula: Formula)] = []
  }

  /// The effects of a changed function on the names that have all of its results.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if a result that the function would no longer give has readers.
  package func namedResults(
    of name: SourceName, changingTo function: OwnFunction?, among callers: [NodeID]
  ) throws(Diagnostic) -> [ChangedResults] {
    guard let function, let present = formulas.functions[name.text], !present.results.isEmpty,
      present.results != function.results
    else { return [] }
    var seen: Set<NodeID> = []
    var changes: [ChangedResults] = []
    for node in callers {
      if seen.contains(node) { continue }
      guard let all = namedResults(with: node), all.function.name == name.text else { continue }
      seen.formUnion(all.nodes.flatMap(evaluator.subgraphs.counterparts))
      if function.results.isEmpty {
        throw Diagnostic(
          .name, "\(SourceName.spelling(all.name)) holds the results of \(name.text); nothing changed", name.range,
          hint: "delete \(SourceName.spelling(all.name)) first")
      }
      let names = function.results.map { "\(all.name).\($0)" }
      var change = ChangedResults(
        scope: all.scope, dropped: try removable(all, except: Set(names), for: function, name))
      for (result, part) in zip(function.results, names) where !all.names.contains(part) {
        if formulas.names(in: all.scope).meaning(of: part) != nil {
          throw Diagnostic(
            .name, "'\(part)' already exists; nothing changed", name.range,
            hint: "rename \(SourceName.spelling(part)) first")
        }
        change.added.append((part, try Formula("\(all.call).\(result)")))
      }
      changes.append(change)
    }
    return changes
  }

  /// Removes all results that share a name.
  func delete(_ all: NamedResults, _ name: SourceName) throws(Diagnostic) -> Result {
    try delete(zip(all.nodes, all.names).map { ($0, SourceName($1, range: name.range)) }, name)
  }

  /// Renames all results that share a name: changes the part before their dots.
  func rename(_ all: NamedResults, to new: SourceName) throws(Diagnostic) -> Renaming {
    let names = all.function.results.map { "\(new.text).\($0)" }
    if let taken = ([new.text] + names).first(where: isTaken) {
      throw Diagnostic(.name, "the name '\(taken)' is taken; nothing changed", new.range)
    }
    var rewritten: Set<String> = []
    var changes: [NodeChange] = []
    let title = stepTitle("rename \(SourceName.spelling(all.name)) \(new.spelling)")
    try timeline.recorded(title) { () throws(Diagnostic) in
      var done: [(old: String, new: String)] = []
      do throws(Diagnostic) {
        for (old, name) in zip(all.names, names) {
          let renaming = try renameNode(SourceName(old, range: 0..<0), to: SourceName(name, range: new.range))
          done.append((old, name))
          rewritten.formUnion(renaming.rewritten)
          changes += renaming.changes
        }
      } catch {
        for (old, name) in done.reversed() {
          _ = try? renameNode(SourceName(name, range: 0..<0), to: SourceName(old, range: 0..<0))
        }
        throw error
      }
    }
    return Renaming(
      old: all.name, new: new.text,
      rewritten: rewritten.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, changes: changes)
  }
}

extension Diagnostic {
  /// The diagnostic for a formula that was derived from the one that was written, with the range of the latter.
  func placed(in formula: Formula) -> Diagnostic {
    var diagnostic = self
    // The hint is to assign a value, but a single result can't be assigned.
    if code == .cycle { diagnostic.hint = nil }
    diagnostic.range = formula.range
    return diagnostic
  }
}
