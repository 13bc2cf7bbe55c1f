// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One change of an application's kinds that is applied to older documents.
///
/// Steps are grouped by version in ``DocumentMigrations``. They are applied to the nodes of a registered kind in the root
/// and in all definitions; nodes made in code (``DocumentNode/isOwn``) are skipped. A step that doesn't apply to any node
/// has no effect.
///
/// Steps change names and remove data; they don't compute new values. For anything else, change the document in code between
/// decoding it and making an evaluator of it, depending on ``GraphDocument/kindsVersion``.
public enum DocumentMigration: Hashable, Sendable {
  /// Renames a kind in each of its nodes. Later steps name the kind by its new name.
  case renameKind(String, to: String)
  /// Renames an input in each node of a kind, including its connections, literals and looks.
  case renameInput(kind: String, String, to: String)
  /// Renames an output in each connection from a node of a kind.
  case renameOutput(kind: String, String, to: String)
  /// Gives an input of a kind a literal in nodes where it has neither connection nor literal: for an input that was added or
  /// whose default has changed.
  case giveInput(kind: String, String, DocumentValue)
  /// Removes the connections and literals of an input of a kind that no longer exists.
  case dropInput(kind: String, String)
  /// Removes an unknown field (``DocumentNode/others``) from nodes of a kind.
  case dropField(kind: String, String)
}

/// The migrations of an application: for each version of its kinds the steps that bring documents of the version before to it.
///
/// ```swift
/// let migrations = DocumentMigrations([
///   [.renameKind("Sum", to: "Add")],                                         // from version 1 to 2
///   [.renameInput(kind: "Add", "a", to: "x"), .dropInput(kind: "Add", "c")],  // from version 2 to 3
/// ])
/// let changes = try migrations.migrate(&document)
/// ```
///
/// Migrate a document after decoding it and before making an evaluator of it. Never change the steps of a version that was
/// released: append a version. Definitions of subgraphs are migrated as well, with their ports and the values of their
/// instances. Nodes that were made in code don't have a kind of the application, and stay unchanged.
///
/// **Set the version of new graphs.** A graph that isn't loaded from a document has kinds of the present version, but its
/// evaluator starts with version 1: assign ``version`` to the evaluator's `kindsVersion`, or the first migration of a saved
/// document applies steps that its kinds already have.
public struct DocumentMigrations: Sendable {
  private let steps: [[DocumentMigration]]

  /// Creates the migrations from version to version.
  ///
  /// - Parameter steps: First the steps from version 1 to 2, then those from 2 to 3, and so on. An empty list of steps
  ///   counts as a version too.
  public init(_ steps: [[DocumentMigration]]) { self.steps = steps }

  /// The present version of the kinds, to which documents are migrated: one more than the number of lists of steps.
  ///
  /// Assign it to the `kindsVersion` of the evaluator of a new graph:
  ///
  /// ```swift
  /// let evaluator = Evaluator(definitions: kinds)
  /// evaluator.kindsVersion = migrations.version
  /// ```
  public var version: Int { steps.count + 1 }

  /// Returns what migrating a document would change, without changing it.
  ///
  /// - Parameter document: The document.
  /// - Returns: A line for each change: `nodes[3]: kind 'Sum' becomes 'Add'`. Empty for a document of the present version.
  /// - Throws: ``DocumentError/Code-swift.enum/version`` for a document of a later version, or of one below 1.
  /// - Complexity: O(nodes + connections) for each step, as ``migrate(_:)``.
  public func report(_ document: GraphDocument) throws(DocumentError) -> [String] {
    var copy = document
    return try migrate(&copy)
  }

  /// Migrates a document to the present version and sets its ``GraphDocument/kindsVersion``.
  ///
  /// A document of the present version is unchanged. Migrating doesn't check that the document is sound.
  ///
  /// ```swift
  /// var document = try JSONDecoder().decode(GraphDocument.self, from: data)
  /// for change in try migrations.migrate(&document) { print(change) }
  /// ```
  ///
  /// - Parameter document: The document, which is unchanged if an error is thrown.
  /// - Returns: A line for each change: `nodes[3]: kind 'Sum' becomes 'Add'`.
  /// - Throws: ``DocumentError/Code-swift.enum/version`` for a document of a later version, or of one below 1.
  /// - Complexity: O(nodes + connections) for each step.
  @discardableResult
  public func migrate(_ document: inout GraphDocument) throws(DocumentError) -> [String] {
    let path = DocumentPath([.key("kindsVersion")])
    guard document.kindsVersion <= version else {
      throw DocumentError(
        .version, at: path,
        "version \(document.kindsVersion) of the kinds is newer than version \(version), the newest that this program reads"
      )
    }
    guard document.kindsVersion >= 1 else { throw DocumentError(.version, at: path, "versions begin with 1") }
    var changes: [String] = []
    for step in steps[(document.kindsVersion - 1)...].joined() { step.apply(to: &document, &changes) }
    document.kindsVersion = version
    return changes
  }
}

extension GraphDocument {
  /// Applies steps of a migration, regardless of the version of the document. Complexity: O(nodes + connections) for each.
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
      // A renamed kind already has its new name here.
      kinds[definition.id] = Dictionary(
        definition.nodes.lazy.filter { $0.isOf(kindAfter) }.map { ($0.id, $0) }
      ) { first, _ in first }
    }
    for index in document.instances.indices {
      guard let members = kinds[document.instances[index].definition], !members.isEmpty else { continue }
      changeValues(of: &document.instances[index], members, at: index, &changes)
    }
  }

  /// The name of the kind that the step concerns.
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

  /// Changes a node of the kind and returns a description of the change; `nil` if the node is unchanged.
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
      // An input that is connected in the definition is connected in each instance.
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
  /// Drops inputs of definitions without ends, their connections, and then inputs of outer definitions that have lost their
  /// ends.
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
  /// Returns whether the node has a registered kind of the application with this name.
  fileprivate func isOf(_ name: String) -> Bool { kind == name && !isOwn }
}
