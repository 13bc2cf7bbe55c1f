// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Nodes and groups of a scope as statements.
///
/// Members of groups are written as statements of the same scope, under names that are unique in the text. Lines of `.group` then
/// group them, inner groups first. An input of a group gets the name of its source.
struct CopiedText {
  private let session: Session
  /// The names of the scope that the nodes and groups are in.
  private let around: ScopeNames
  /// The names in the text, of nodes and groups.
  private var names: [NodeID: String] = [:]
  private var taken: Set<String> = []
  /// The names in the text for inputs that have a value and are not connected.
  private var inputs: [InputName: String] = [:]
  private(set) var lines: [String] = []

  private struct InputName: Hashable {
    let scope: InstanceID?
    let name: String
  }

  /// Writes the statements.
  ///
  /// - Parameters:
  ///   - selected: The nodes and groups, all of one scope.
  ///   - session: The session.
  /// - Complexity: O(nodes in them and their formulas, and names of the scope).
  init(_ selected: [NodeID], of session: Session) {
    self.session = session
    let (graph, groups) = (session.evaluator.graph, session.evaluator.subgraphs)
    around = session.formulas.names(in: selected.first.flatMap { groups.scope(of: $0) })
    var (open, seen): ([NodeID], Set<NodeID>) = (selected, [])
    var (nodes, instances): (Set<NodeID>, [InstanceID]) = ([], [])
    while let member = open.popLast() {
      guard seen.insert(member).inserted else { continue }
      if let group = InstanceID(member) {
        guard groups.contains(group) else { continue }
        instances.append(group)
        open += groups.members(of: group)
      } else if graph.contains(member) {
        nodes.insert(member)
      }
    }
    let ordered = graph.inEvaluationOrder(nodes).filter { groups.name(of: $0) != nil && session.recipe(of: $0) != nil }
    // Where names collide, members of groups get other names.
    for node in ordered where groups.scope(of: node) == around.scope { name(node, groups.name(of: node) ?? "") }
    for group in instances { name(group.node, groups.title(of: group)) }
    for node in ordered where groups.scope(of: node) != around.scope { name(node, groups.name(of: node) ?? "") }
    for node in ordered {
      write(node)
      place(node)
      if let name = names[node], let note = groups.look(of: node).note {
        lines.append(".look \(SourceName.spelling(name)) note=\(NoteRules.spelling(note))")
      }
    }
    // A group follows those in it.
    for group in instances.reversed() {
      let members = groups.members(of: group).compactMap { names[$0].map { SourceName.spelling($0) } }
      if members.isEmpty { continue }
      lines.append(".group \(SourceName.spelling(names[group.node] ?? "")) = \(members.joined(separator: " "))")
      place(group.node)
    }
  }

  private mutating func name(_ member: NodeID, _ name: String) {
    var new = name
    while taken.contains(new) || isOther(new, than: member) { new = SessionEditor.next(after: new) }
    taken.insert(new)
    names[member] = new
  }

  /// Whether a name has another meaning in the scope around the groups.
  private func isOther(_ name: String, than member: NodeID) -> Bool {
    if let meaning = around.meaning(of: name) { return meaning.node != member }
    return around.group(titled: name).map { $0.node != member } ?? false
  }

  private mutating func place(_ member: NodeID) {
    let position = session.evaluator.subgraphs.position(of: member)
    let place = "\(NumberText.exact(position.x)) \(NumberText.exact(position.y))"
    lines.append(".move \(SourceName.spelling(names[member] ?? "")) \(place)")
  }

  private mutating func write(_ node: NodeID) {
    let groups = session.evaluator.subgraphs
    guard let name = groups.name(of: node), let recipe = session.recipe(of: node) else { return }
    let scope = session.formulas.names(in: groups.scope(of: node))
    for line in recipe.statements(naming: name) {
      guard let statements = try? session.parse(line.utf8).statements else {
        lines.append(line)
        continue
      }
      for statement in statements {
        var others: [String: String] = [:]
        for used in statement.usedNames { others[used] = spelled(used, in: scope) }
        others[name] = names[node]
        lines.append(statement.text(renaming: others))
      }
    }
  }

  /// The name in the text for a name of a scope; `nil` if the name is not replaced.
  private mutating func spelled(_ name: String, in scope: ScopeNames) -> String? {
    if let node = scope.meaning(of: name)?.node { return names[node] ?? around.name(of: node) }
    guard scope.scope != around.scope, let value = scope.literal(ofInput: name) else { return nil }
    let input = InputName(scope: scope.scope, name: name)
    if let known = inputs[input] { return known }
    var new = name
    while taken.contains(new) || around.meaning(of: new) != nil { new = SessionEditor.next(after: new) }
    taken.insert(new)
    inputs[input] = new
    lines.append("\(SourceName.spelling(new)) = \(value.exactText)")
    return new
  }
}

extension Statement {
  /// The names of nodes that the statement reads or feeds.
  fileprivate var usedNames: [String] {
    var names = formulas.flatMap { $0.names.map(\.text) }
    if case .connection(let source, _) = form { names.append(source.text) }
    return names
  }
}
