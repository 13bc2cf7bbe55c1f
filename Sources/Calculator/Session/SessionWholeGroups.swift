// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The readers of a whole group, and taking it apart where its names are taken outside. A group in a group is taken apart in all
/// instances of the outer group.
extension Session {
  /// A formula outside a group that reads one of its outputs, and the formula's name for it. For a group in a group, the reader may
  /// be outside any of the instances, at any level.
  func formulaReader(of group: InstanceID) -> (node: NodeID, name: String)? {
    let groups = evaluator.subgraphs
    for alike in counterparts(of: group) {
      for (_, _, source) in groups.sources(ofOutputsOf: alike) {
        for reader in evaluator.graph.consumers(of: source)
        where !groups.path(of: reader.node).instances.contains(alike) {
          let formula = formulas.formula(of: reader.node)
          guard let names = formula?.names else { continue }
          return (reader.node, names.indices.contains(reader.index) ? names[reader.index].text : "")
        }
      }
    }
    return nil
  }

  /// The corresponding groups in all instances of the group that contains a group; only the group itself in the root.
  func counterparts(of group: InstanceID) -> [InstanceID] {
    let groups = evaluator.subgraphs
    guard let scope = groups.scope(of: group.node), let definition = groups.definition(of: scope),
      let place = groups.instances(in: scope).firstIndex(of: group)
    else { return [group] }
    return groups.instances(of: definition).map { groups.instances(in: $0)[place] }
  }

  // MARK: Taking apart

  /// Takes a group apart, as ``ungroup(_:)`` does. Nodes whose names are taken outside get new ones, which begin with the title of
  /// the group, and formulas that read them are rewritten.
  ///
  /// - Parameter name: The title of a group.
  /// - Returns: One line: `expanded Tax2 into Tax2_rate, Tax2_tax`.
  /// - Throws: A ``Formulas/Diagnostic`` as ``ungroup(_:)`` does, but for names that are taken only if they are titles
  ///   of groups in the group; the session is unchanged.
  /// - Complexity: O(members and their readers).
  @discardableResult
  public func expandGroup(_ name: SourceName) throws(Diagnostic) -> String {
    let group = try group(name)
    let groups = evaluator.subgraphs
    let members = groups.members(of: group)
    let parts = members.compactMap { groups.name(of: $0) }
    let inputs = OwnInputs(self, of: group, name.text)
    let renamed = newNames(in: group, name, besides: inputs.names)
    for member in members {
      guard let inner = InstanceID(member), !isFree(groups.title(of: inner), for: member, of: group) else { continue }
      throw Diagnostic(
        .name, "'\(groups.title(of: inner))' exists outside of \(name.text) too; nothing changed", name.range,
        hint: "rename it first")
    }
    try requireOwnReaders(of: members, in: groups.scope(of: group.node), renamed, name)
    try takeApart(group, inputs, renaming: renamed, name, "expand \(name.spelling)")
    let list = MessageText.list(
      parts.prefix(12).map { SourceName.spelling(renamed[$0] ?? $0) }, of: parts.count)
    return "expanded \(name.spelling) into \(list)"
  }

  /// New names for the nodes of a group whose names are taken outside.
  private func newNames(
    in group: InstanceID, _ name: SourceName, besides names: Set<String>
  ) -> [String: String] {
    let groups = evaluator.subgraphs
    var renamed: [String: String] = [:]
    var given = names
    for member in groups.members(of: group) where InstanceID(member) == nil {
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

  /// Throws if a formula outside would have to be rewritten for a function that it calls, which reads a member.
  private func requireOwnReaders(
    of members: [NodeID], in scope: InstanceID?, _ renamed: [String: String], _ name: SourceName
  ) throws(Diagnostic) {
    for member in members where InstanceID(member) == nil {
      guard let inside = evaluator.subgraphs.name(of: member) else { continue }
      for (reader, read, isOwn) in formulas.readers(of: member.output, in: scope)
      where !isOwn && read != renamed[inside] ?? inside {
        throw Diagnostic(
          .name,
          "\(formulas.spelledTitle(of: reader)) can't be rewritten to read the nodes of \(name.text); "
            + "nothing changed", name.range, notes: formulas.formula(of: reader).map { [$0.text] } ?? [])
      }
    }
  }
}
