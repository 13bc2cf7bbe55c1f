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
    applyToLooks(&document.looks, of: document.nodes)
    applyToNodes(of: &document, &changes)
    if document.hasGroups { applyToGroups(of: &document, &changes) }
  }

  private func applyToNodes(of document: inout GraphDocument, _ changes: inout [String]) {
    switch self {
    case .renameKind(let old, let new):
      for index in document.nodes.indices where document.nodes[index].isOf(old) {
        document.nodes[index].kind = new
        changes.append("\(DocumentPath.node(index)): kind '\(old)' becomes '\(new)'")
      }
    case .renameOutput(let kind, let old, let new): renameOutput(kind, old, new, in: &document, &changes)
    case .renameInput(let kind, _, _), .giveInput(let kind, _, _), .dropInput(let kind, _), .dropField(let kind, _):
      for index in document.nodes.indices where document.nodes[index].isOf(kind) {
        guard let change = apply(to: &document.nodes[index]) else { continue }
        changes.append("\(DocumentPath.node(index)): \(change)")
      }
    }
  }

  /// Changes a node of the kind, and says how.
  func apply(to node: inout DocumentNode) -> String? {
    switch self {
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
    case .renameKind, .renameOutput: return nil
    }
  }

  /// Has looks name connections as nodes, which have not been changed yet, will.
  func applyToLooks(_ looks: inout DocumentLooks, of nodes: [DocumentNode]) {
    if looks.connections.isEmpty { return }
    let members = { (kind: String) in Set(nodes.lazy.filter { $0.isOf(kind) }.map(\.id)) }
    switch self {
    case .renameInput(let kind, let old, let new): looks.rename(old, to: new, of: members(kind), isInput: true)
    case .renameOutput(let kind, let old, let new): looks.rename(old, to: new, of: members(kind), isInput: false)
    case .dropInput(let kind, let input): looks.dropConnections(to: [input], of: members(kind))
    case .renameKind, .giveInput, .dropField: break
    }
  }

  private func renameOutput(
    _ kind: String, _ old: String, _ new: String, in document: inout GraphDocument, _ changes: inout [String]
  ) {
    let givers = Set(document.nodes.lazy.filter { $0.isOf(kind) }.map(\.id))
    for index in document.nodes.indices {
      for ordinal in document.nodes[index].connections.indices {
        let connection = document.nodes[index].connections[ordinal]
        guard connection.output == old, givers.contains(connection.source) else { continue }
        document.nodes[index].connections[ordinal].output = new
        changes.append(
          "\(DocumentPath.node(index)): output '\(old)' of \(kind), read by '\(connection.input)', becomes '\(new)'")
      }
    }
    for index in document.instances.indices {
      let before = document.instances[index].connections
      rename(old, to: new, of: givers, in: &document.instances[index].connections)
      guard document.instances[index].connections != before else { continue }
      let path = DocumentPath([.key("instances"), .index(index)])
      changes.append("\(path): output '\(old)' of \(kind) becomes '\(new)'")
    }
  }
}

extension DocumentNode {
  /// Whether it is of a kind of the application.
  func isOf(_ name: String) -> Bool { kind == name && !isOwn }
}
