// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The inputs of a group that have a value, or read a formula without a name. After ungrouping, formulas of the group could not
/// name these, so each gets a name first.
struct OwnInputs {
  private enum Content {
    /// The values in all instances of the surrounding scope.
    case values([(group: InstanceID, value: CalculatorValue)])
    case formula(NodeID)
  }

  private let session: Session
  private let group: InstanceID
  private var inputs: [(index: Int, name: String, content: Content)] = []

  /// Chooses names for the inputs that formulas of a group read: the name of the input, or the group's title joined with it.
  ///
  /// - Parameters:
  ///   - session: The session, in the scope of the group.
  ///   - group: The group.
  ///   - title: Its title.
  init(_ session: Session, of group: InstanceID, _ title: String) {
    (self.session, self.group) = (session, group)
    let (groups, graph) = (session.evaluator.subgraphs, session.evaluator.graph)
    let scope = groups.scope(of: group.node)
    let ports = groups.inputs(of: group)
    for (index, port) in ports.enumerated() {
      let targets = groups.targets(of: group.node.input(index))
      guard let first = targets.first, targets.contains(where: { session.formulas.text(of: $0.node) != nil }),
        session.formulas.groupInput(leadingTo: group.node.input(index), in: scope) == nil
      else { continue }
      let content: Content
      if let source = graph.sources(of: first).first?.node {
        guard groups.scope(of: source) == scope, session.formulas.names(in: scope).name(of: source) == nil else {
          continue
        }
        content = .formula(source)
      } else {
        let values = session.counterparts(of: group).compactMap { alike in
          groups.targets(of: alike.node.input(index)).first.flatMap(session.evaluator.unconnectedValue).map {
            (alike, $0)
          }
        }
        guard values.contains(where: { $0.0 == group }) else { continue }
        content = .values(values)
      }
      inputs.append((index, freeName(port.name, title), content))
    }
  }

  var isEmpty: Bool { inputs.isEmpty }
  /// The chosen names.
  var names: Set<String> { Set(inputs.map(\.name)) }

  private func freeName(_ port: String, _ title: String) -> String {
    let groups = session.evaluator.subgraphs
    let scope = groups.scope(of: group.node)
    let taken = names.union(groups.members(of: group).compactMap { groups.name(of: $0) })
    var (name, number) = (port, 1)
    while session.isTaken(name) || taken.contains(name) || !session.waitingInputs(for: [name], in: scope).isEmpty {
      name = number == 1 ? "\(title)_\(port)" : "\(title)_\(port)_\(number)"
      number += 1
    }
    return name
  }

  /// Adds a node for each value, and names the formulas. Values don't change.
  func giveNames() throws(Diagnostic) {
    let groups = session.evaluator.subgraphs
    let scope = groups.scope(of: group.node)
    for (index, name, content) in inputs {
      switch content {
      case .formula(let node):
        _ = try session.edit(0..<0) { edit in
          try edit.graph.change(in: scope) { inner in try inner.rename(node, to: name) }
        }
      case .values(let values):
        guard let own = values.first(where: { $0.group == group })?.value else { continue }
        _ = try session.run("\(SourceName.spelling(name)) = \(own.exactText)")
        guard let node = session.node(named: name) else { continue }
        _ = try session.connect(node.output, to: group.node.input(index))
        try give(values.filter { $0.group != group }, to: groups.counterparts(of: node))
      }
    }
  }

  /// Gives the nodes in other instances of the surrounding scope the values that their groups had.
  private func give(
    _ values: [(group: InstanceID, value: CalculatorValue)], to nodes: [NodeID]
  ) throws(Diagnostic) {
    let groups = session.evaluator.subgraphs
    let nodes = Dictionary(nodes.map { (groups.scope(of: $0), $0) }) { first, _ in first }
    let given = values.compactMap { group, value in
      nodes[groups.scope(of: group.node)].map { (node: $0, value: value) }
    }
    _ = try session.edit(0..<0) { edit in
      for (node, value) in given { try edit.graph.set(node, toConstant: value) }
    }
    for (node, value) in given { session.formulas.texts[node] = value.exactText }
  }
}
