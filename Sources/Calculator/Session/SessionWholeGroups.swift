// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What is done with a group as a whole, around all groups: deleting, renaming, moving, and taking it apart where its names are
/// those of others.
extension Session {
  /// Removes a group and all that lies in it. Ports that it fed have their literals again.
  ///
  /// - Throws: A ``Diagnostic`` if a formula outside reads something of it; the session is unchanged.
  func deleteGroup(_ name: SourceName) throws(Diagnostic) -> Result {
    let group = try group(name)
    if let (reader, read) = formulaReader(of: group) {
      throw Diagnostic(
        .name, "\(formulas.spelledTitle(of: reader)) reads '\(read)'; nothing changed", name.range,
        hint: "change \(formulas.spelledTitle(of: reader)) first")
    }
    return try timeline.recorded("delete \(name.spelling)") { () throws(Diagnostic) in
      let receipt = try edit(name.range) { edit in
        let helpers = edit.helpers(of: group.node)
        try edit.graph.remove(group)
        try edit.removeUnusedDefinitions()
        try edit.removeIdle(helpers)
      }
      formulas.numbers.release(name.text)
      return result(of: receipt)
    }
  }

  /// A formula outside of a group that reads one of its outputs, and the name that it has for it.
  private func formulaReader(of group: InstanceID) -> (NodeID, String)? {
    let groups = evaluator.subgraphs
    let count = groups.definition(of: group).map { groups.outputs(of: $0).count } ?? 0
    for index in 0..<count {
      guard let source = groups.source(of: group.node.output(index)) else { continue }
      for reader in evaluator.graph.consumers(of: source)
      where groups.scope(of: reader.node) == nil && formulas.isFormula(reader.node) {
        let names = formulas.formula(of: reader.node)?.names ?? []
        return (reader.node, names.indices.contains(reader.index) ? names[reader.index].text : "")
      }
    }
    return nil
  }

  /// Gives a group another title, and rewrites the formulas that name it before what they read: `Tax2.tax`.
  func renameGroup(_ old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    try rename(try group(old), titled: old, to: new)
  }

  /// Gives a group another title, whatever others have the one that it has.
  @discardableResult
  func rename(_ group: InstanceID, titled old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    try requireFreeTitle(new)
    let groups = evaluator.subgraphs
    var names: [String: String] = [:]
    for output in groups.definition(of: group).map({ groups.outputs(of: $0) }) ?? [] {
      names["\(old.text).\(output.name)"] = "\(new.text).\(output.name)"
    }
    if let function = formulas.functions.sorted.first(where: { $0.freeNames.contains { names[$0.text] != nil } }) {
      throw Diagnostic(
        .name, "\(function.signature) reads of \(old.text); nothing changed", old.range,
        hint: "change \(function.signature) first")
    }
    var texts: [NodeID: String] = [:]
    for index in 0..<names.count {
      guard let source = groups.source(of: group.node.output(index)) else { continue }
      for reader in evaluator.graph.consumers(of: source) where texts[reader.node] == nil {
        guard let formula = formulas.formula(of: reader.node) else { continue }
        let text = formula.text(renaming: names)
        if text != formula.text { texts[reader.node] = text }
      }
    }
    try timeline.recorded("rename \(old.spelling) \(new.spelling)") { () throws(Diagnostic) in
      _ = try edit(old.range) { edit in try edit.graph.rename(group, to: new.text) }
      for (reader, text) in texts { formulas.texts[reader] = text }
      formulas.numbers.release(old.text)
    }
    let rewritten = texts.keys.map { formulas.spelledTitle(of: $0) }
    return Renaming(
      old: old.text, new: new.text, rewritten: rewritten.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      changes: [])
  }

  // MARK: Taking apart

  /// Takes a group apart, as ``ungroup(_:)`` does. Nodes whose names others have get new ones, with the title of the group before
  /// them, and formulas that read them are rewritten.
  ///
  /// - Parameter name: The title of a group.
  /// - Returns: One line: `expanded Tax2 into Tax2_rate, Tax2_tax`.
  /// - Throws: A ``Diagnostic`` as ``ungroup(_:)`` does, but for names that are taken, unless groups lie in the group; the
  ///   session is unchanged.
  /// - Complexity: O(members and their readers).
  @discardableResult
  public func expandGroup(_ name: SourceName) throws(Diagnostic) -> String {
    try requireOutside(name.range)
    let group = try group(name)
    let groups = evaluator.subgraphs
    let members = groups.members(of: group)
    let parts = members.compactMap { groups.name(of: $0) }
    let renamed = members.contains { InstanceID($0) != nil } ? [:] : newNames(in: group, name)
    let readers = try rewrittenReaders(of: members, renamed, name)
    if renamed.isEmpty, readers.isEmpty {
      try ungroup(name)
    } else {
      try expand(group, members, renamed, readers, name)
    }
    let list = MessageText.list(
      parts.prefix(12).map { SourceName.spelling(renamed[$0] ?? $0) }, of: parts.count)
    return "expanded \(name.spelling) into \(list)"
  }

  private func expand(
    _ group: InstanceID, _ members: [NodeID], _ renamed: [String: String], _ readers: [NodeID: String],
    _ name: SourceName
  ) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    var texts: [NodeID: String] = [:]
    for member in members {
      if let text = try outerText(of: member, in: group, name, renaming: renamed) { texts[member] = text }
    }
    let names = members.compactMap { groups.name(of: $0) }.map { renamed[$0] ?? $0 }
    try timeline.recorded("expand \(name.spelling)") { () throws(Diagnostic) in
      let receipt = try edit(name.range) { edit in
        // Other instances keep the names.
        let isAlone = groups.definition(of: group).map { groups.instances(of: $0).count == 1 } ?? true
        let definition = try isAlone ? groups.definition(of: group) : edit.graph.makeIndependent(group)
        guard let definition else { return }
        try edit.graph.change(definition, lookingAt: group) { inner in
          for member in members {
            guard let new = inner.name(of: member).flatMap({ renamed[$0] }) else { continue }
            try inner.rename(member, to: new)
          }
        }
        try edit.graph.ungroup(group)
        for name in names { try edit.adopt(missing.formulas(waitingFor: name)) }
      }
      for name in names { missing.resolve(name) }
      _ = result(of: receipt)
      for (member, text) in texts {
        formulas.inner[member] = nil
        formulas.texts[member] = text
      }
      for (reader, text) in readers { formulas.texts[reader] = text }
    }
    formulas.numbers.release(name.text)
  }

  /// New names for the nodes of a group whose names others have.
  private func newNames(in group: InstanceID, _ name: SourceName) -> [String: String] {
    let groups = evaluator.subgraphs
    var renamed: [String: String] = [:]
    var given: Set<String> = []
    for member in groups.members(of: group) {
      guard let inside = groups.name(of: member), !isFree(inside, for: member, of: group) else { continue }
      var new = "\(name.text)_\(inside)"
      var number = 2
      while isTaken(new) || given.contains(new)
        || groups.members(of: group).contains(where: { groups.name(of: $0) == new })
      {
        new = "\(name.text)_\(inside)_\(number)"
        number += 1
      }
      given.insert(new)
      renamed[inside] = new
    }
    return renamed
  }

  /// The formulas outside that have other names for members than these have then, with the names replaced.
  private func rewrittenReaders(
    of members: [NodeID], _ renamed: [String: String], _ name: SourceName
  ) throws(Diagnostic) -> [NodeID: String] {
    let groups = evaluator.subgraphs
    var changes: [NodeID: [String: String]] = [:]
    for member in members where InstanceID(member) == nil {
      guard let inside = groups.name(of: member) else { continue }
      for reader in evaluator.graph.consumers(of: member.output)
      where groups.scope(of: reader.node) == nil && formulas.isFormula(reader.node) {
        let names = formulas.formula(of: reader.node)?.names.map(\.text) ?? []
        guard names.indices.contains(reader.index), names[reader.index] != renamed[inside] ?? inside else { continue }
        changes[reader.node, default: [:]][names[reader.index]] = renamed[inside] ?? inside
      }
    }
    var texts: [NodeID: String] = [:]
    for (reader, replaced) in changes {
      guard let formula = formulas.formula(of: reader) else { continue }
      let text = formula.text(renaming: replaced)
      // A function that it calls may read it.
      guard let names = (try? Formula(text))?.names, names.count == formula.ownNameCount,
        replaced.keys.allSatisfy({ old in formula.names.prefix(formula.ownNameCount).contains { $0.text == old } })
      else {
        throw Diagnostic(
          .name,
          "\(formulas.spelledTitle(of: reader)) could not read what is in \(name.text) by one name; nothing changed",
          name.range, notes: [formula.text])
      }
      texts[reader] = text
    }
    return texts
  }
}
