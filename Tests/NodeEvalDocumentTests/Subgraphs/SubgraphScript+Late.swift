// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport

/// Kinds that are registered after nodes of them exist.
extension SubgraphScript {
  /// Kinds with the names of ordinary ones and other ports.
  private static let otherKinds: [NodeDefinition] = [
    .source("Number", output: ValuePort("value"), initial: "text"),
    .source("Number", output: ValuePort("number"), initial: 2),
    NodeDefinition("Add", inputs: ValuePort("x", default: 0), output: ValuePort("sum")) { (x: Int) in x },
    NodeDefinition("Add", inputs: ValuePort("y", default: ""), ValuePort("x", default: 0), output: ValuePort("sum")) {
      (y: String, x: Int) -> Int in x + y.utf8.count
    },
    NodeDefinition("Add", inputs: ValuePort("y", default: 1), ValuePort("x", default: 0), output: ValuePort("sum")) {
      (y: Int, x: Int) -> Int in x - y
    },
    NodeDefinition("Add", inputs: ManyPort<Int>("x"), ValuePort("y", default: 0), output: ValuePort("total")) {
      (x: [Int], y: Int) -> Int in x.count + y
    },
    NodeDefinition("Sum", inputs: ValuePort("terms", default: 3), output: ValuePort("sum")) { (x: Int) in x },
    NodeDefinition("Sum", inputs: ManyPort<String>("terms"), output: ValuePort("sum")) { (x: [String]) in x.joined() },
    NodeDefinition(
      "Split", inputs: ValuePort("x", default: 7), outputs: ValuePort<Int>("high"), ValuePort<String>("low")
    ) {
      (x: Int) -> (Int, String) in (x / 10, "\(x)")
    },
  ]

  /// Kinds that compute the same as those of ordinary scripts, with ports that are known only at run time.
  static let dynamicKinds: [NodeDefinition] = {
    let type = PortType(Int.self)
    return [
      kinds[0],
      .dynamic(
        "Add", inputs: [DynamicPort("x", default: 0), DynamicPort("y", default: 0)], outputs: [DynamicPort("sum", type)]
      ) { inputs, outputs in
        outputs.set(0, to: (try inputs.value(0, as: Int.self) &+ inputs.value(1, as: Int.self)) % 1009)
      },
      .dynamic("Sum", inputs: [DynamicPort("terms", type, arity: .many)], outputs: [DynamicPort("sum", type)]) {
        inputs, outputs in
        outputs.set(0, to: try inputs.values(0, as: Int.self).reduce(0) { ($0 &+ $1) % 1009 })
      },
      .dynamic(
        "Split", inputs: [DynamicPort("x", default: 7)], outputs: [DynamicPort("low", type), DynamicPort("high", type)]
      ) { inputs, outputs in
        let x = try inputs.value(0, as: Int.self)
        outputs.set(0, to: x % 10)
        outputs.set(1, to: x / 10)
      },
    ]
  }()

  var registered: [NodeDefinition] {
    kinds.filter { kind in !late.contains { $0.kind.name == kind.kind.name } }
  }

  /// Whether a node has the ports of a document instead of those of its kind.
  func isWithoutCode(_ node: NodeID) -> Bool {
    guard InstanceID(node) == nil, let kind = try? evaluator.graph.kind(of: node) else { return false }
    return evaluator.graph.kind(named: kind.name) != kind
  }

  func isRegistered(_ node: NodeID) -> Bool {
    (try? evaluator.graph.kind(of: node)).map { evaluator.graph.kind(named: $0.name) != nil } ?? false
  }

  var hasNodesWithoutCode: Bool { evaluator.graph.nodes.contains(where: isWithoutCode) }

  /// Registers a kind late. The graph must then equal its document opened with the kind.
  func registerLate() {
    guard let kind = late.popLast() else { return }
    last = "registering \(kind.kind.name)"
    do {
      let document = try evaluator.document()
      var faults: [DocumentError] = []
      let repaired = try Evaluator(definitions: registered, repairing: document, dropped: &faults)
      let count = evaluator.undoCount
      let dropped = evaluator.register(kind)
      moveOn(count)
      done[dropped.isEmpty ? "register" : "drop", default: 0] += 1
      if dropped.isEmpty != faults.isEmpty {
        complain("what is dropped is what doesn't fit: \(dropped), not \(faults)")
      }
      let (text, expected) = (try DocumentKinds.json(evaluator.document()), try DocumentKinds.json(repaired.document()))
      if text != expected { complain("a kind that is registered makes what opening makes: \(text) not \(expected)") }
      if late.isEmpty, !hasNodesWithoutCode, SubgraphSnapshot(repaired) != now {
        complain("the graph is the one that is opened: \(SubgraphSnapshot(repaired).difference(to: now))")
      }
    } catch {
      complain("\(error)")
    }
  }

  /// Opens the graph without a kind, and registers one of that name with other ports. What doesn't fit must be dropped as in
  /// opening the document with that kind, and undo must restore it.
  func registerOther() {
    let kind = random.pick(Self.otherKinds)
    last = "registering another \(kind.kind.name)"
    do {
      let document = try evaluator.document()
      let others = registered.filter { $0.kind.name != kind.kind.name }
      let opened = try Evaluator(definitions: others, document: document)
      var faults: [DocumentError] = []
      let repaired = try Evaluator(definitions: others + [kind], repairing: document, dropped: &faults)
      opened.undoLimit = 1 << 30
      let before = SubgraphSnapshot(opened)
      let dropped = opened.register(kind)
      done[dropped.isEmpty ? "other" : "drop", default: 0] += 1
      for rule in SubgraphSnapshot.brokenRules(of: opened, comparingValues: false) { complain(rule) }
      let (text, expected) = (try DocumentKinds.json(opened.document()), try DocumentKinds.json(repaired.document()))
      if text != expected { complain("\(dropped)\n\(faults)\n\(text)\nis not\n\(expected)") }
      while opened.undo() != nil {}
      let (undone, saved) = (try DocumentKinds.json(opened.document()), try DocumentKinds.json(document))
      if SubgraphSnapshot(opened) != before || undone != saved { complain("what was dropped comes back") }
    } catch {
      complain("\(error)")
    }
  }

  /// Copies members of a scope, with or without code, and pastes them into another scope. The same ports must be connected.
  func pasteWithoutCode() {
    let (source, scope) = (pickScope(), pickScope())
    let selection = Array(groups.members(of: source).shuffled(using: &random).prefix(1 + random.below(4)))
    guard !selection.isEmpty else { return }
    last = "copying what has no code"
    do {
      let fragment = try DocumentKinds.document(DocumentKinds.json(try evaluator.copy(selection)))
      let naive = NaiveExpansion(evaluator)
      let outer = scope.flatMap { groups.definition(of: $0) }
      let isCyclic = outer.map { outer in fragment.definitions.contains { naive.contains(outer, in: $0.id) } } ?? false
      // The naive expander identifies members by their names.
      let names = Dictionary(uniqueKeysWithValues: selection.map { ($0, freshName()) })
      let wires = namedWires(in: source, among: Dictionary(uniqueKeysWithValues: selection.map { ($0, $0) }))
      if !isCyclic, scope != nil, selection.contains(where: isWithoutCode) { done["paste late", default: 0] += 1 }
      var ids: [NodeID: NodeID] = [:]
      edit("paste", in: scope, mayFail: isCyclic) { ids = try $0.paste(fragment, naming: names) }
      if isCyclic { return }
      if !selection.allSatisfy({ ids[$0.inDocument] != nil }) { complain("all that was copied is pasted") }
      let originals = Dictionary(
        uniqueKeysWithValues: selection.compactMap { id in ids[id.inDocument].map { ($0, id) } })
      if namedWires(in: scope, among: originals) != wires { complain("what is pasted is connected as it was") }
    } catch {
      complain("\(error)")
    }
  }

  /// Returns the connections between members of a scope, by the names of ports and the given names of members.
  private func namedWires(in scope: InstanceID?, among members: [NodeID: NodeID]) -> [[String]: Int] {
    func name(_ index: Int, of member: NodeID, isInput: Bool) -> String {
      if let definition = InstanceID(member).flatMap(groups.definition) {
        return isInput ? groups.inputs(of: definition)[index].name : groups.outputs(of: definition)[index].name
      }
      guard let kind = try? evaluator.graph.kind(of: member) else { return "" }
      return isInput ? kind.inputs[index].name : kind.outputs[index].name
    }
    var found: [[String]: Int] = [:]
    for wire in groups.connections(in: scope) {
      guard let source = members[wire.source.node], let target = members[wire.target.node] else { continue }
      let names = [
        "\(source)", name(wire.source.index, of: wire.source.node, isInput: false), "\(target)",
        name(wire.target.index, of: wire.target.node, isInput: true),
      ]
      found[names, default: 0] += 1
    }
    return found
  }

  /// Complains about broken rules. Compares values only where all nodes have code.
  func complainOfRules(of evaluator: Evaluator) {
    let hasCode = late.isEmpty && !hasNodesWithoutCode
    for rule in SubgraphSnapshot.brokenRules(of: evaluator, comparingValues: hasCode) { complain(rule) }
  }
}
