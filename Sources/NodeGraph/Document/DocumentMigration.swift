// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One step that brings documents of an older version of an application's kinds to the next.
public enum DocumentMigration: Hashable, Sendable {
  /// Renames a kind in each node that is of it.
  case renameKind(String, to: String)
  /// Renames an input of a kind in each node of the kind: connections and literals follow.
  case renameInput(kind: String, String, to: String)
  /// Renames an output of a kind in each connection from a node of the kind.
  case renameOutput(kind: String, String, to: String)
  /// An input came, or has another default: nodes that have neither connection nor literal get this literal.
  case giveInput(kind: String, String, DocumentValue)
  /// An input of a kind went: its connections and literals are dropped.
  case dropInput(kind: String, String)
  /// A field of nodes of a kind went.
  case dropField(kind: String, String)
}

/// How documents of older versions of an application's kinds become what they are now: every
/// version is a list of steps from the one before.
///
/// ```swift
/// let migrations = DocumentMigrations([
///   [.renameKind("Sum", to: "Add")],                                         // from version 1 to 2
///   [.renameInput(kind: "Add", "a", to: "x"), .dropInput(kind: "Add", "c")],  // from version 2 to 3
/// ])
/// let changes = try migrations.migrate(&document)
/// ```
///
/// Definitions of subgraphs are migrated as well, with their ports and with what instances say of values.
///
/// Nodes that were made in code are of no kind of the application, and stay as they are.
///
/// A graph that begins empty is of the present version, which its evaluator has to be told: `kindsVersion`.
public struct DocumentMigrations: Sendable {
  private let steps: [[DocumentMigration]]

  /// Migrations from version to version.
  ///
  /// - Parameter steps: First those from version 1 to 2, then those from 2 to 3, and so on.
  public init(_ steps: [[DocumentMigration]]) { self.steps = steps }

  /// The version that documents are brought to.
  public var version: Int { steps.count + 1 }

  /// Says what migrating a document would change, without changing it.
  ///
  /// - Parameter document: The document.
  /// - Returns: A line for each change: `nodes[3]: kind 'Sum' becomes 'Add'`.
  /// - Throws: A ``DocumentError`` for a document of a later version.
  /// - Complexity: O(nodes + connections) for each step.
  public func report(_ document: GraphDocument) throws(DocumentError) -> [String] {
    var copy = document
    return try migrate(&copy)
  }

  /// Brings a document to the present version.
  ///
  /// - Parameter document: The document; nothing has changed when an error is thrown.
  /// - Returns: A line for each change.
  /// - Throws: A ``DocumentError`` for a document of a later version.
  /// - Complexity: O(nodes + connections) for each step.
  @discardableResult
  public func migrate(_ document: inout GraphDocument) throws(DocumentError) -> [String] {
    let path = DocumentPath([.key("kindsVersion")])
    guard document.kindsVersion <= version else {
      throw DocumentError(
        .version, at: path,
        "version \(document.kindsVersion) of the kinds is newer than \(version), the newest that is known here")
    }
    guard document.kindsVersion >= 1 else { throw DocumentError(.version, at: path, "versions begin with 1") }
    var changes: [String] = []
    for step in steps[(document.kindsVersion - 1)...].joined() { step.apply(to: &document, &changes) }
    document.kindsVersion = version
    return changes
  }
}

extension GraphDocument {
  /// Takes steps of a migration, whatever its version is. Complexity: O(nodes + connections) for each.
  package mutating func rename(_ steps: [DocumentMigration]) {
    var changes: [String] = []
    for step in steps { step.apply(to: &self, &changes) }
  }
}

extension DocumentMigration {
  fileprivate func apply(to document: inout GraphDocument, _ changes: inout [String]) {
    document.changeScopes { scope, place in change(&scope, at: place, &changes) }
    if !document.hasGroups { return }
    if case .dropInput = self { document.dropInputsWithoutEnds() }
    var kinds: [DefinitionID: [NodeID: DocumentNode]] = [:]
    for definition in document.definitions {
      // By now a kind that was renamed has its new name.
      kinds[definition.id] = Dictionary(
        definition.nodes.lazy.filter { $0.isOf(kindAfter) }.map { ($0.id, $0) }
      ) { first, _ in first }
    }
    for index in document.instances.indices {
      guard let members = kinds[document.instances[index].definition], !members.isEmpty else { continue }
      changeValues(of: &document.instances[index], members, at: index, &changes)
    }
  }

  /// The kind that it concerns.
  private var kind: String {
    switch self {
    case .renameKind(let kind, _), .renameInput(let kind, _, _), .renameOutput(let kind, _, _),
      .giveInput(let kind, _, _), .dropInput(let kind, _), .dropField(let kind, _):
      kind
    }
  }

  private var kindAfter: String { if case .renameKind(_, let new) = self { new } else { kind } }

  // MARK: A scope

  /// Changes the root or a definition.
  private func change(_ scope: inout DocumentDefinition, at place: DocumentPath, _ changes: inout [String]) {
    let members = Set(scope.nodes.lazy.filter { $0.isOf(kind) }.map(\.id))
    if members.isEmpty { return }
    changeLooks(&scope.looks, of: members)
    for index in scope.nodes.indices where scope.nodes[index].isOf(kind) {
      guard let change = apply(to: &scope.nodes[index]) else { continue }
      changes.append("\(place.appending("nodes").appending(index)): \(change)")
    }
    if case .renameOutput(_, let old, let new) = self {
      for index in scope.nodes.indices {
        let path = place.appending("nodes").appending(index)
        renameOutput(old, new, of: members, in: &scope.nodes[index].connections, at: path, &changes)
      }
      for index in scope.instances.indices {
        let path = place.appending("instances").appending(index)
        renameOutput(old, new, of: members, in: &scope.instances[index].connections, at: path, &changes)
      }
    }
    changePorts(of: &scope, members, at: place, &changes)
  }

  /// Changes a node of the kind, and says how.
  private func apply(to node: inout DocumentNode) -> String? {
    switch self {
    case .renameKind(let old, let new):
      node.kind = new
      return "kind '\(old)' becomes '\(new)'"
    case .renameInput(_, let old, let new):
      let uses = node.connections.contains { $0.input == old } || node.literals[old] != nil
      for index in node.connections.indices where node.connections[index].input == old {
        node.connections[index].input = new
      }
      if let literal = node.literals.removeValue(forKey: old) { node.literals[new] = literal }
      return uses ? "input '\(old)' becomes '\(new)'" : nil
    case .giveInput(_, let input, let literal):
      guard node.literals[input] == nil, !node.connections.contains(where: { $0.input == input }) else { return nil }
      node.literals[input] = literal
      return "input '\(input)' gets a literal"
    case .dropInput(_, let input):
      let count = node.connections.count
      node.connections.removeAll { $0.input == input }
      let hadLiteral = node.literals.removeValue(forKey: input) != nil
      return hadLiteral || node.connections.count < count ? "input '\(input)' is dropped" : nil
    case .dropField(_, let field):
      return node.others.removeValue(forKey: field) == nil ? nil : "field '\(field)' is dropped"
    case .renameOutput: return nil
    }
  }

  private func renameOutput(
    _ old: String, _ new: String, of members: Set<NodeID>, in connections: inout [DocumentConnection],
    at path: @autoclosure () -> DocumentPath, _ changes: inout [String]
  ) {
    for index in connections.indices
    where connections[index].output == old && members.contains(connections[index].source) {
      connections[index].output = new
      let input = connections[index].input
      changes.append("\(path()): output '\(old)' of \(kind), read by '\(input)', becomes '\(new)'")
    }
  }

  private func changeLooks(_ looks: inout DocumentLooks, of members: Set<NodeID>) {
    switch self {
    case .renameInput(_, let old, let new): looks.rename(old, to: new, of: members, isInput: true)
    case .renameOutput(_, let old, let new): looks.rename(old, to: new, of: members, isInput: false)
    case .dropInput(_, let input): looks.dropConnections(to: [input], of: members)
    case .renameKind, .giveInput, .dropField: break
    }
  }

  private func changePorts(
    of scope: inout DocumentDefinition, _ members: Set<NodeID>, at place: DocumentPath, _ changes: inout [String]
  ) {
    switch self {
    case .renameInput(_, let old, let new):
      for port in scope.inputs.indices { rename(old, to: new, of: members, in: &scope.inputs[port].ends) }
    case .renameOutput(_, let old, let new):
      for port in scope.outputs.indices { rename(old, to: new, of: members, in: &scope.outputs[port].ends) }
    case .dropInput(_, let input):
      for port in scope.inputs.indices {
        let count = scope.inputs[port].ends.count
        scope.inputs[port].ends.removeAll { members.contains($0.member) && $0.port == input }
        if scope.inputs[port].ends.count < count {
          changes.append("\(place.appending("inputs").appending(port)): input '\(input)' is dropped")
        }
      }
    case .renameKind, .giveInput, .dropField: break
    }
  }

  private func rename(
    _ old: String, to new: String, of members: Set<NodeID>, in ends: inout [DocumentDefinition.End]
  ) {
    for index in ends.indices where members.contains(ends[index].member) && ends[index].port == old {
      ends[index].port = new
    }
  }

  // MARK: Instances

  private func changeValues(
    of instance: inout DocumentInstance, _ members: [NodeID: DocumentNode], at index: Int, _ changes: inout [String]
  ) {
    if case .renameKind = self { return }
    for place in instance.values.indices {
      guard let declared = members[instance.values[place].inner] else { continue }
      // What is connected in the definition is so in each instance.
      if case .giveInput(_, let input, _) = self, declared.connections.contains(where: { $0.input == input }) {
        continue
      }
      var node = DocumentNode(id: instance.values[place].inner, kind: kindAfter)
      (node.literals, node.others) = (instance.values[place].literals, instance.values[place].others)
      guard let change = apply(to: &node) else { continue }
      (instance.values[place].literals, instance.values[place].others) = (node.literals, node.others)
      let path = DocumentPath.instance(index).appending("values").appending(place)
      changes.append("\(path): \(change)")
    }
    switch self {
    case .renameInput(_, let old, let new):
      for place in instance.orders.indices
      where members[instance.orders[place].inner] != nil && instance.orders[place].port == old {
        instance.orders[place].port = new
      }
    case .dropInput(_, let input):
      instance.orders.removeAll { members[$0.inner] != nil && $0.port == input }
    case .renameKind, .renameOutput, .giveInput, .dropField: break
    }
  }
}

extension GraphDocument {
  /// Drops inputs of definitions that lead nowhere, with what is connected to them, and so on outwards.
  fileprivate mutating func dropInputsWithoutEnds() {
    while true {
      var dropped: [DefinitionID: Set<String>] = [:]
      for index in definitions.indices where definitions[index].inputs.contains(where: \.ends.isEmpty) {
        dropped[definitions[index].id] = Set(definitions[index].inputs.filter(\.ends.isEmpty).map(\.name))
        definitions[index].inputs.removeAll(where: \.ends.isEmpty)
      }
      if dropped.isEmpty { return }
      for index in definitions.indices {
        var gone: Set<DocumentDefinition.End> = []
        for place in definitions[index].instances.indices {
          let instance = definitions[index].instances[place]
          guard let names = dropped[instance.definition] else { continue }
          definitions[index].instances[place].drop(inputs: names)
          definitions[index].looks.dropConnections(to: names, of: [instance.id.node])
          gone.formUnion(names.map { .init(instance.id.node, $0) })
        }
        for place in definitions[index].inputs.indices where !gone.isEmpty {
          definitions[index].inputs[place].ends.removeAll { gone.contains($0) }
        }
      }
      for index in instances.indices {
        guard let names = dropped[instances[index].definition] else { continue }
        instances[index].drop(inputs: names)
        looks.dropConnections(to: names, of: [instances[index].id.node])
      }
    }
  }
}

extension DocumentInstance {
  fileprivate mutating func drop(inputs: Set<String>) {
    connections.removeAll { inputs.contains($0.input) }
    literals = literals.filter { !inputs.contains($0.key) }
  }
}

extension DocumentNode {
  /// Whether it is of a kind of the application.
  fileprivate func isOf(_ name: String) -> Bool { kind == name && !isOwn }
}
