// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// An unconnected input of a formula, whose name referred to no node.
struct WaitingInput {
  let node: NodeID
  let name: String
}

/// Formulas that wait for a name. Those of the root are listed (`MissingNames`); in a group, the waiting inputs
/// follow from its members.
extension Session {
  /// The unconnected inputs of formulas in a scope that have one of some names. In a group, names with a meaning there are skipped.
  ///
  /// - Complexity: O(names and formulas that wait for them); in a group O(names), and if one has no meaning O(members and their
  ///   inputs).
  func waitingInputs(for names: Set<String>, in scope: InstanceID?) -> [WaitingInput] {
    guard let scope else {
      if missing.isEmpty { return [] }
      return unconnectedInputs(of: names.sorted().flatMap(missing.formulas), named: names.contains)
    }
    let meanings = formulas.names(in: scope)
    let free = names.filter { meanings.meaning(of: $0) == nil }
    return free.isEmpty ? [] : unconnectedInputs(of: evaluator.subgraphs.members(of: scope), named: free.contains)
  }

  /// The inputs of formulas among members of a scope that are connected neither in the scope nor to an input of its group.
  func unconnectedInputs(
    of members: some Sequence<NodeID>, named isMeant: (String) -> Bool = { _ in true }
  ) -> [WaitingInput] {
    let graph = evaluator.graph
    var found: [WaitingInput] = []
    for member in members where InstanceID(member) == nil {
      for (index, port) in ((try? graph.kind(of: member))?.inputs ?? []).enumerated()
      where isMeant(port.name) && formulas.isUnconnected(member.input(index)) && formulas.text(of: member) != nil {
        found.append(WaitingInput(node: member, name: port.name))
      }
    }
    return found
  }

  /// Connects inputs whose names are now those of nodes, or of inputs of the group, in an edit of their scope. A waiting formula is
  /// not connected to an output of a group.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if a formula needs another type.
  func adopt(_ waiting: [WaitingInput], in scope: InstanceID?, _ inner: Edit) throws {
    for waiting in waiting {
      let names = formulas.names(in: scope)
      // The formula may have changed.
      guard let inputs = (try? evaluator.graph.kind(of: waiting.node))?.inputs,
        let index = inputs.firstIndex(where: { $0.name == waiting.name }),
        formulas.isUnconnected(waiting.node.input(index)), let meaning = names.meaning(of: waiting.name)
      else { continue }
      if case .output = meaning { continue }
      if type(of: meaning, in: names) != inputs[index].type {
        throw formulas.refusal(of: waiting.node, waiting.name, inputs[index].type)
      }
      try feed(waiting.node.input(index), from: meaning, in: inner)
    }
  }
}

/// Members that move to another scope. Formulas there that wait for the members' names are connected, and so are the members'
/// own formulas that wait for a name of that scope.
struct Newcomers {
  private let session: Session
  private let scope: InstanceID?
  private let names: [String]
  private let members: [NodeID]
  private let waiting: [WaitingInput]

  /// Finds the inputs in the scope that wait for the members' names, before the members move.
  init(_ session: Session, _ members: [NodeID], named names: [String], to scope: InstanceID?) {
    (self.session, self.names, self.members, self.scope) = (session, names, members, scope)
    waiting = session.waitingInputs(for: Set(names), in: scope)
  }

  /// Connects the waiting inputs, and those of the members, in the edit that has moved the members. An input that an unset input of
  /// their group led to waits only since then.
  func connect(in edit: Edit) throws {
    let waiting = waiting + session.unconnectedInputs(of: members)
    if !waiting.isEmpty { try edit.change(in: scope) { try session.adopt(waiting, in: scope, $0) } }
  }

  /// Updates the list of waiting formulas of the root, after the edit.
  func keep() {
    if scope != nil { return }
    for name in names { session.missing.resolve(name) }
    for waiting in session.unconnectedInputs(of: members + waiting.map(\.node)) {
      session.missing.add([waiting.node], waitingFor: waiting.name)
    }
  }
}

extension FormulaTable {
  /// Whether an input is connected neither in its scope nor to an input of its group.
  func isUnconnected(_ input: InputPort) -> Bool {
    evaluator.graph.sources(of: input).isEmpty
      && groupInput(leadingTo: input, in: evaluator.subgraphs.scope(of: input.node)) == nil
  }

  /// The diagnostic for a formula that waits for a name, if the name is given to a node whose type the formula can't use.
  func refusal(of formula: NodeID, _ name: String, _ wanted: PortType) -> Diagnostic {
    let title = title(of: formula)
    return Diagnostic(
      .type, "\(title) needs '\(name)' as a \(wanted)", 0..<0, notes: ["\(title) = \(text(of: formula) ?? "")"])
  }
}
