// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a ``GraphDiff`` was not applied. Nothing has changed then.
public enum GraphDiffError: Error, Hashable, Sendable {
  /// A step, counted from 0, asks for something that is not there, or is there already: this is not the graph that the difference was
  /// made from.
  case doesNotFit(Int, GraphDiff.Step)
  /// A step adds a node that there is no code for, whose ports nobody knows before it is connected.
  case withoutCode(Int, DocumentNode)
  /// A step gives a node another state, which only its own runs do.
  case state(Int, NodeID)
}

extension GraphDiffError: CustomStringConvertible {
  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .doesNotFit(let index, let step): "step \(index + 1) does not fit: \(step)"
    case .withoutCode(let index, let node): "step \(index + 1): there is no code for a node of kind '\(node.kind)'"
    case .state(let index, let node): "step \(index + 1): the state of \(node) is its own"
    }
  }
}

extension GraphDiff {
  /// The document that this leads to.
  ///
  /// - Parameter document: What it was made from.
  /// - Returns: What it was made to; nodes, definitions and instances in the order of their ids.
  /// - Throws: ``GraphDiffError/doesNotFit(_:_:)``.
  /// - Complexity: O(document + steps), and for each input that is cut O(connections of its node or instance).
  public func applied(to document: GraphDocument) throws(GraphDiffError) -> GraphDocument {
    var table = DocumentTable(document)
    for (index, step) in steps.enumerated() {
      if !table.apply(step) { throw .doesNotFit(index, step) }
    }
    return table.document
  }
}

/// The nodes, instances and definitions of a document, by id.
private struct DocumentTable {
  private let source: GraphDocument
  private var nodes: [NodeID: DocumentNode]
  private var trees: [NodeID: [DocumentInstance]]
  private var definitions: [DefinitionID: DocumentDefinition]
  private var modes: [NodeID: NodeMode]
  private var looks: DocumentLooks
  private var header: GraphDiff.Header

  init(_ document: GraphDocument) {
    source = document
    nodes = Dictionary(document.nodes.map { ($0.id, $0) }) { first, _ in first }
    trees = document.instanceTrees
    definitions = Dictionary(document.definitions.map { ($0.id, $0) }) { first, _ in first }
    (modes, looks) = (document.modes, document.looks)
    header = GraphDiff.Header(document)
  }

  var document: GraphDocument {
    let inOrder = { (left: NodeID, right: NodeID) in (left.slot, left.generation) < (right.slot, right.generation) }
    var document = GraphDocument(
      nodes: nodes.values.sorted { inOrder($0.id, $1.id) }, kindsVersion: header.kindsVersion, view: header.view,
      others: header.others, definitions: definitions.values.sorted { $0.id < $1.id },
      instances: trees.sorted { inOrder($0.key, $1.key) }.flatMap(\.value))
    (document.modes, document.looks) = (modes, looks)
    return document
  }

  /// Does a step. Returns false if that does not fit.
  mutating func apply(_ step: GraphDiff.Step) -> Bool {
    switch step {
    case .setMode(let member, let from, let to):
      guard (modes[member] ?? .active) == from else { return false }
      modes[member] = to == .active ? nil : to
    case .disconnect(let member, let input, let connections):
      return changeConnections(of: member) { listed in
        guard listed.filter({ $0.input == input }) == connections else { return false }
        listed.removeAll { $0.input == input }
        return true
      }
    case .connect(let member, let connection, let place):
      guard nodes[connection.source] != nil || trees[connection.source] != nil else { return false }
      return changeConnections(of: member) { listed in
        guard place <= listed.count else { return false }
        listed.insert(connection, at: place)
        return true
      }
    case .removeNode(let node): return nodes.removeValue(forKey: node.id)?.kind == node.kind
    case .removeInstance(let tree): return tree.first.map { trees.removeValue(forKey: $0.id.node) == tree } ?? false
    case .removeDefinition(let definition):
      return definitions.removeValue(forKey: definition.id) == definition
    case .addNode(let node): return nodes.updateValue(node, forKey: node.id) == nil
    case .addInstance(let tree): return tree.first.map { trees.updateValue(tree, forKey: $0.id.node) == nil } ?? false
    case .addDefinition(let definition):
      return definitions.updateValue(definition, forKey: definition.id) == nil
    case .rename(let member, let from, let to): return rename(member, from, to)
    case .move(let member, let from, let to): return move(member, from, to)
    case .setLiteral(let node, let input, let from, let to):
      guard nodes[node] != nil, nodes[node]?.literals[input] == from else { return false }
      nodes[node]?.literals[input] = to
    case .setValue(let node, let from, let to):
      guard nodes[node] != nil, nodes[node]?.value == from else { return false }
      nodes[node]?.value = to
    case .setField(let node, let field, let from, let to):
      guard nodes[node] != nil, nodes[node]?.others[field] == from else { return false }
      nodes[node]?.others[field] = to
    case .setLook(let member, let from, let to):
      guard looks.nodes[member] ?? NodeLook() == from else { return false }
      looks.nodes[member] = to.isDefault ? nil : to
    case .setConnectionLook(let wire, let from, let to):
      guard looks.connections[wire] ?? ConnectionLook() == from else { return false }
      looks.connections[wire] = to.isDefault ? nil : to
    case .setFrame(let id, let from, let to):
      guard looks.frames[id] == from else { return false }
      looks.frames[id] = to
    case .setDocument(let from, let to):
      guard header == from else { return false }
      header = to
    }
    return true
  }

  private mutating func changeConnections(
    of member: NodeID, _ body: (inout [DocumentConnection]) -> Bool
  ) -> Bool {
    // In place: a copy for each step would take time that grows with the square of the list.
    if let place = nodes.index(forKey: member) { return body(&nodes.values[place].connections) }
    guard let place = trees.index(forKey: member), !trees.values[place].isEmpty else { return false }
    return body(&trees.values[place][0].connections)
  }

  private mutating func rename(_ member: NodeID, _ from: String?, _ to: String?) -> Bool {
    if nodes[member] != nil {
      guard nodes[member]?.name == from else { return false }
      nodes[member]?.name = to
      return true
    }
    guard let instance = trees[member]?.first, instance.name == from else { return false }
    trees[member]?[0].name = to
    return true
  }

  private mutating func move(_ member: NodeID, _ from: GraphPoint?, _ to: GraphPoint?) -> Bool {
    if nodes[member] != nil {
      guard nodes[member]?.position == from else { return false }
      nodes[member]?.position = to
      return true
    }
    guard let instance = trees[member]?.first, instance.position == from else { return false }
    trees[member]?[0].position = to
    return true
  }
}

extension GraphDiff: CustomStringConvertible {
  /// The steps as text, a line each.
  public var description: String { steps.map { "\($0)" }.joined(separator: "\n") }
}

extension GraphDiff.Step: CustomStringConvertible {
  /// What is done, as a line: `connect 3.value to 4.x`.
  public var description: String {
    switch self {
    case .setMode(let member, _, .active): "activate \(DocumentText.text(member))"
    case .setMode(let member, _, .muted): "mute \(DocumentText.text(member))"
    case .setMode(let member, _, .bypassed): "bypass \(DocumentText.text(member))"
    case .disconnect(let member, let input, let connections):
      "disconnect \(DocumentText.text(member)).\(input) from \(Self.text(of: connections))"
    case .removeNode(let node): "remove \(Self.text(of: node))"
    case .addNode(let node): "add \(Self.text(of: node))"
    case .removeInstance(let tree): "remove \(Self.text(of: tree))"
    case .addInstance(let tree): "add \(Self.text(of: tree))"
    case .removeDefinition(let definition): "remove definition \(definition.id.number) '\(definition.name)'"
    case .addDefinition(let definition): "add definition \(definition.id.number) '\(definition.name)'"
    case .rename(let member, let from, let to):
      "rename \(DocumentText.text(member)) from \(Self.text(from)) to \(Self.text(to))"
    case .move(let member, _, let to): "move \(DocumentText.text(member)) to \(DocumentText.text(to ?? .zero))"
    case .setLiteral(let node, let input, _, let to):
      "set \(DocumentText.text(node)).\(input) to \(Self.text(to))"
    case .setValue(let node, _, let to): "set \(DocumentText.text(node)) to \(Self.text(to))"
    case .setField(let node, let field, _, let to): "set \(field) of \(DocumentText.text(node)) to \(Self.text(to))"
    case .connect(let member, let connection, _):
      "connect \(Self.text(of: [connection])) to \(DocumentText.text(member)).\(connection.input)"
    case .setLook(let member, _, _): "restyle \(DocumentText.text(member))"
    case .setConnectionLook(let wire, _, _): "restyle the wire from \(wire.text)"
    case .setFrame(_, nil, let frame): "add frame '\(frame?.title ?? "")'"
    case .setFrame(_, let frame?, nil): "remove frame '\(frame.title)'"
    case .setFrame(_, let frame?, _): "change frame '\(frame.title)'"
    case .setDocument: "change what is said beside the graph"
    }
  }

  private static func text(of node: DocumentNode) -> String {
    "\(node.kind) \(DocumentText.text(node.id))" + (node.name.map { " '\($0)'" } ?? "")
  }

  private static func text(of tree: [DocumentInstance]) -> String {
    guard let first = tree.first else { return "nothing" }
    let name = first.name.map { " '\($0)'" } ?? ""
    return "instance \(DocumentText.text(first.id.node)) of definition \(first.definition.number)" + name
  }

  private static func text(of connections: [DocumentConnection]) -> String {
    connections.map { "\(DocumentText.text($0.source)).\($0.output)" }.joined(separator: ", ")
  }

  private static func text(_ name: String?) -> String { name.map { "'\($0)'" } ?? "nothing" }

  private static func text(_ value: DocumentValue?) -> String {
    switch value {
    case nil: "nothing"
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .integer(let number): "\(number)"
    case .natural(let number): "\(number)"
    case .string(let text): "'\(VisibleText.standIns(text))'"
    case .array(let elements): "\(elements.count) elements"
    case .object(let members): "\(members.count) members"
    }
  }
}
