// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The subgraph definitions that change because their nodes get code that was missing, and the definitions that contain them.
///
/// Wires, ports and values of a definition are kept where the ports of the code fit by their names. A port that leads nowhere is
/// removed, from the containing definitions as well. The evaluator is not changed before ``enter(in:)``.
struct SuppliedDefinitions {
  typealias End = SubgraphDefinition.End

  private let evaluator: Evaluator
  private let table: SubgraphTable
  private let code: NodeDefinition
  private let shape: UInt32
  /// The nodes without code by definition; by inner id, the kind with the ports that they had so far.
  private var late: [UInt32: [UInt32: NodeKind]] = [:]
  /// The changed definitions.
  private var changed: [UInt32: SubgraphDefinition] = [:]
  /// The inputs to which ports of a definition no longer lead.
  private var hidden: [(definition: UInt32, end: End)] = []
  private(set) var faults = DocumentFaults(isRepairing: true)

  /// Finds the nodes of a kind, and computes the changes of the definitions that contain them.
  init(_ evaluator: Evaluator, _ definition: NodeDefinition, shape: UInt32) {
    self.evaluator = evaluator
    (table, code, self.shape) = (evaluator.state.scopes.subgraphs, definition, shape)
    let name = definition.kind.name
    for (number, entry) in table.definitions {
      for node in entry.nodes where node.kept?.missing == .kind {
        guard let kind = node.code?.kind(in: evaluator.state.topology) else { continue }
        if kind.name == name { late[number, default: [:]][node.inner] = kind }
      }
    }
    examine()
  }

  /// Computes the changes of a definition, and of those that contain it, when one of its nodes gets code.
  init(_ evaluator: Evaluator, _ definition: NodeDefinition, shape: UInt32, of inner: UInt32, in number: UInt32) {
    self.evaluator = evaluator
    (table, code, self.shape) = (evaluator.state.scopes.subgraphs, definition, shape)
    guard let code = table.definitions[number]?[inner]?.code else { return }
    late[number] = [inner: code.kind(in: evaluator.state.topology)]
    examine()
  }

  private mutating func examine() {
    if late.isEmpty { return }
    for number in table.innermostFirst(table.definitions.keys.sorted()) {
      guard let entry = table.definitions[number] else { continue }
      if late[number] != nil || entry.members.compactMap(\.definition).contains(where: { changed[$0] != nil }) {
        supply(entry)
      }
    }
  }

  var isEmpty: Bool { changed.isEmpty }

  /// The definitions that contain such nodes directly.
  var definitions: [UInt32] { late.keys.sorted() }

  /// The nodes in instances of these definitions, each with the fields that its definition has for it.
  var supplies: [Supply] {
    var found: [Supply] = []
    for number in definitions {
      let nodes = (table.definitions[number]?.members ?? []).filter { late[number]?[$0.inner] != nil }
      for instance in table.users(of: number).compactMap({ table.instance($0) }) {
        found += nodes.compactMap { declared in
          instance.node(declared.inner).map {
            Supply(node: $0, shape: shape, definition: code, declared: declared.kept)
          }
        }
      }
    }
    return found
  }

  /// Stores the changed definitions. The nodes in their instances already have the new ports.
  func enter(in evaluator: Evaluator) {
    for (number, definition) in changed.sorted(by: { $0.key < $1.key }) {
      evaluator.state.setDefinition(number, to: definition)
    }
  }

  /// Removes from instances the literals of inputs that were set through removed ports.
  func clearHidden(in evaluator: Evaluator) {
    for (number, end) in hidden {
      for index in evaluator.state.scopes.subgraphs.users(of: number) {
        evaluator.state.giveDeclaredLiterals(to: [end], in: index)
      }
    }
  }

  // MARK: Definitions

  private mutating func supply(_ entry: SubgraphDefinition) {
    var definition = entry
    for place in definition.members.indices {
      let member = definition.members[place]
      if late[entry.id.number]?[member.inner] != nil { supply(&definition.members[place], of: entry) }
    }
    supplyPorts(of: &definition, entry)
    supplyWires(of: &definition, entry)
    supplyLooks(of: &definition, entry)
    for place in definition.members.indices { readLiterals(of: &definition.members[place], entry) }
    changed[entry.id.number] = definition
  }

  private mutating func supply(_ node: inout SubgraphDefinition.Member, of entry: SubgraphDefinition) {
    let kept = node.kept ?? DocumentState.KeptFields()
    let values = kept.values(of: code, beside: nil, evaluator, at: path(node.inner, of: entry), &faults)
    node.content = .node(.shape(shape))
    node.literals = values.declaredLiterals
    node.initial = (values.value ?? code.initial)?.declared
    let remaining = values.kept(beside: kept.others)
    node.kept = remaining.isEmpty ? nil : remaining
  }

  /// The path of a member: the names of its definition and of the member.
  private func path(_ member: UInt32, of entry: SubgraphDefinition) -> DocumentPath {
    let name = entry[member]?.name ?? "\(member)"
    return DocumentPath([.key(entry.name), .key(name)])
  }

  /// A port of a member by the name that it had, as it is after the change.
  private func port(_ end: End, isInput: Bool, of entry: SubgraphDefinition) -> NamedPort {
    guard let member = entry[end.member], let code = member.code else {
      let number = entry[end.member]?.definition ?? 0
      let before = table.definitions[number]
      let port = (changed[number] ?? before)?.port(end.port)
      return NamedPort(
        name: before?.port(end.port)?.name ?? "", member: before?.name ?? "",
        found: port.map { .init($0, of: end.member) })
    }
    let before = code.kind(in: evaluator.state.topology)
    let name = isInput ? before.inputs[Int(end.port)].name : before.outputs[Int(end.port)].name
    let kind = late[entry.id.number]?[end.member] == nil ? before : self.code.kind
    return NamedPort(
      name: name, member: before.name, found: .init(name, of: end.member, kind, isInput: isInput))
  }

  // MARK: Ports

  private mutating func supplyPorts(of definition: inout SubgraphDefinition, _ entry: SubgraphDefinition) {
    var listed: [SubgraphDefinition.Port] = []
    for var port in entry.ports {
      if !port.isInput { port.type = .unknown }
      let path = DocumentPath([
        .key(entry.name), .key(port.isInput ? "inputs" : "outputs"), .key(port.name),
      ])
      let ends = port.ends.map { self.port($0, isInput: port.isInput, of: entry) }
      _ = try? port.lead(to: ends, at: path) { (end, error) throws(DocumentError) in
        note(error)
        if let found = end.found { hidden.append((entry.id.number, found.end)) }
      }
      if !port.ends.isEmpty { listed.append(port) }
    }
    definition.setPorts(listed)
  }

  private mutating func note(_ error: DocumentError) { try? faults.note(error) }

  // MARK: Wires

  private mutating func supplyWires(of definition: inout SubgraphDefinition, _ entry: SubgraphDefinition) {
    var occupied: Set<End> = []
    definition.wires = []
    for wire in entry.wires {
      let (source, target) = (
        port(wire.source, isInput: false, of: entry), port(wire.target, isInput: true, of: entry)
      )
      let path = path(wire.target.member, of: entry).appending("inputs")
      guard let giver = source.found, let taker = target.found, giver.type.fits(taker.type) else {
        if let fault = NamedPort.fault(from: source, to: target, at: path) { note(fault) }
        continue
      }
      guard taker.arity == .many || occupied.insert(taker.end).inserted else {
        note(.occupied(target.name, at: path))
        continue
      }
      definition.wires.append(.init(source: giver.end, target: taker.end))
    }
    definition.wires = definition.wires.sorted(instances: Set(entry.children.map(\.inner)), isNew: false)
  }

  private func supplyLooks(of definition: inout SubgraphDefinition, _ entry: SubgraphDefinition) {
    guard definition.looks.namesMembers else { return }
    for (inner, before) in late[entry.id.number] ?? [:] {
      definition.looks.movePorts(of: inner, from: before, to: code.kind)
    }
    let wires = definition.wires
    let conversions = Set(
      definition.nodes.filter { node in
        guard case .node(.shape(let shape)) = node.content else { return false }
        return evaluator.state.scopes.conversions.conversion(shape) != nil
      }.map(\.inner))
    definition.looks.removeAll { _ in
      false
    } wires: { shown in
      !wires.contains { wire in
        guard wire.target == shown.target else { return false }
        if wire.source == shown.source { return true }
        return conversions.contains(wire.source.member)
          && wires.contains { $0.source == shown.source && $0.target.member == wire.source.member }
      }
    }
  }

  /// Reads the document's literals for inputs of an inner instance whose types are known now.
  private mutating func readLiterals(of child: inout SubgraphDefinition.Member, _ entry: SubgraphDefinition) {
    guard let inner = child.definition.flatMap({ changed[$0] }) else { return }
    var literals: [SubgraphDefinition.Literal] = []
    for literal in child.literals {
      // The literal of a removed port is removed with it.
      guard let port = inner.port(literal.input) else { continue }
      guard let unread = literal.value.unread, port.type != .unknown else {
        literals.append(literal)
        continue
      }
      let path = path(child.inner, of: entry).appending("literals").appending(port.name)
      do throws(DocumentError) {
        let value = try evaluator.literals.decode(unread, port.type, at: path).declared
        literals.append(.init(input: literal.input, value: value))
      } catch {
        note(error)
      }
    }
    child.literals = literals
  }
}
