// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The results of a function under one name: after `s = split(120)` a node `s.net` with the formula `split(120).net`, and one
/// for each other result.
///
/// Each result is an ordinary node, so a reader of one is not computed again when another changes. The nodes are related only by
/// their names and formulas; neither the session nor documents store the relation.
struct NamedResults {
  /// The name before the dot.
  let name: String
  /// The call whose results the nodes take: `split(120)`.
  let call: String
  let function: OwnFunction
  /// The nodes in the order of the function's results.
  let nodes: [NodeID]

  /// The names of the nodes.
  var names: [String] { function.results.map { "\(name).\($0)" } }
}

extension Session {
  /// The results that a name stands for; `nil` if there are none. Complexity: O(functions with several results).
  func namedResults(_ name: String) -> NamedResults? {
    let several = formulas.functions.several
    if several.isEmpty || evaluator.graph.node(named: name) != nil { return nil }
    for function in several {
      guard let first = function.results.first, let node = evaluator.graph.node(named: "\(name).\(first)"),
        let text = formulas.texts[node], let taken = (try? Formula(text))?.takenResult, taken.result == first,
        (try? Formula(taken.call))?.wholeCall?.text == function.name
      else { continue }
      var nodes = [node]
      for result in function.results.dropFirst() {
        guard let node = evaluator.graph.node(named: "\(name).\(result)"),
          formulas.texts[node] == "\(taken.call).\(result)"
        else { break }
        nodes.append(node)
      }
      if nodes.count == function.results.count {
        return NamedResults(name: name, call: taken.call, function: function, nodes: nodes)
      }
    }
    return nil
  }

  /// The named results that a node belongs to; `nil` if there are none.
  func namedResults(with node: NodeID) -> NamedResults? {
    guard let (owner, _) = evaluator.graph.name(of: node).flatMap({ SourceName.parts($0) }),
      let all = namedResults(owner), all.nodes.contains(node)
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
    guard let node = evaluator.graph.node(named: name.text), let all = namedResults(with: node) else { return }
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
    if formula.isName, formulas.path.isRoot, let all = namedResults(formula.names[0].text) {
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
  /// - Throws: A ``Diagnostic`` if the name is taken, or if a result that would be removed has readers.
  func define(
    _ name: SourceName, asResultsOf function: OwnFunction, _ formula: Formula
  ) throws(Diagnostic) -> Result {
    if node(named: name.text) != nil || isGroup(name) {
      throw Diagnostic(
        .name,
        "'\(name.text)' is a \(isGroup(name) ? "group" : "node"), and \(function.name) returns several results; "
          + "nothing changed", name.range,
        hint: "choose another name" + (isGroup(name) ? "" : ", or delete \(name.spelling) first"))
    }
    let former = namedResults(name.text)
    var bound: [(name: SourceName, part: ScopedFormula)] = []
    for result in function.results {
      let part = SourceName("\(name.text).\(result)", range: name.range)
      if let present = evaluator.graph.node(named: part.text), former?.nodes.contains(present) != true {
        throw Diagnostic(
          .name, "'\(part.text)' already exists; nothing changed", name.range,
          hint: "choose another name, or rename \(part.spelling) first")
      }
      do throws(Diagnostic) {
        bound.append((part, try bind(try Formula("\(formula.text).\(result)"), to: part, in: nil)))
      } catch {
        throw error.placed(in: formula)
      }
    }
    let gone = try former.map { former throws(Diagnostic) in
      try removable(former, except: Set(bound.map(\.name.text)), for: function, name)
    }
    return try define(bound, removing: gone ?? [], name)
  }

  private func define(
    _ bound: [(name: SourceName, part: ScopedFormula)], removing gone: [NodeID], _ name: SourceName
  ) throws(Diagnostic) -> Result {
    let waiting = waitingInputs(for: Set(bound.map(\.name.text)), in: nil)
    return try changing(nil, name.range, adopting: waiting) { edit in
      var nodes: [NodeID] = []
      for (name, part) in bound {
        guard let present = edit.graph.node(named: name.text) else {
          nodes.append(try edit.add(part, named: name.text))
          continue
        }
        try Retyping(self, edit.graph).change(present, to: part.type) {
          try edit.define(present, as: part)
        }
        nodes.append(present)
      }
      for node in gone { try edit.graph.remove(node) }
      return nodes
    }
  }

  /// The nodes of former results that the function doesn't give. Throws if one has readers.
  private func removable(
    _ former: NamedResults, except names: Set<String>, for function: OwnFunction, _ name: SourceName
  ) throws(Diagnostic) -> [NodeID] {
    var gone: [NodeID] = []
    for (part, node) in zip(former.names, former.nodes) where !names.contains(part) {
      if let reader = evaluator.graph.consumers(of: node.output).first.map({ formulas.spelledTitle(of: $0.node) })
        ?? formulas.functions.sorted.first(where: { $0.freeNames.contains { $0.text == part } })?.signature
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
  struct ChangedResults {
    /// The nodes of results that the function no longer gives; they have no readers.
    var dropped: [NodeID] = []
    /// The results that it didn't give before.
    var added: [(name: String, formula: Formula)] = []
  }

  /// The effects of a changed function on the names that have all of its results.
  ///
  /// - Throws: A ``Diagnostic`` if a result that the function would no longer give has readers.
  func namedResults(
    of name: SourceName, changingTo function: OwnFunction?, among callers: [NodeID]
  ) throws(Diagnostic) -> [ChangedResults] {
    guard let function, let present = formulas.functions[name.text], !present.results.isEmpty,
      present.results != function.results
    else { return [] }
    var seen: Set<String> = []
    var changes: [ChangedResults] = []
    for node in callers {
      guard let all = namedResults(with: node), all.function.name == name.text, seen.insert(all.name).inserted
      else { continue }
      if function.results.isEmpty {
        throw Diagnostic(
          .name, "\(SourceName.spelling(all.name)) holds the results of \(name.text); nothing changed", name.range,
          hint: "delete \(SourceName.spelling(all.name)) first")
      }
      let names = function.results.map { "\(all.name).\($0)" }
      var change = ChangedResults(dropped: try removable(all, except: Set(names), for: function, name))
      for (result, part) in zip(function.results, names) where !all.names.contains(part) {
        if evaluator.graph.node(named: part) != nil {
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
    try timeline.recorded("delete \(name.spelling)") { () throws(Diagnostic) in
      try remove(zip(all.nodes, all.names).map { ($0, SourceName($1, range: name.range)) }, in: nil)
    }
  }

  /// Renames all results that share a name: changes the part before their dots.
  func rename(_ all: NamedResults, to new: SourceName) throws(Diagnostic) -> Renaming {
    let names = all.function.results.map { "\(new.text).\($0)" }
    if let taken = ([new.text] + names).first(where: isTaken) {
      throw Diagnostic(.name, "the name '\(taken)' is taken; nothing changed", new.range)
    }
    var rewritten: Set<String> = []
    var changes: [NodeChange] = []
    try timeline.recorded("rename \(SourceName.spelling(all.name)) \(new.spelling)") { () throws(Diagnostic) in
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
