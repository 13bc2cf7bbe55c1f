// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension GraphDiff: CustomStringConvertible {
  /// The steps as text for a user, one line for each; empty if there are none.
  ///
  /// ```
  /// disconnect 4.x from 3.value
  /// remove Number 3 'rate'
  /// set 7.b to 0.19
  /// ```
  ///
  /// The text leaves out details such as old values. To store a difference, store both documents.
  public var description: String { steps.map { "\($0)" }.joined(separator: "\n") }
}

extension GraphDiff.Step: CustomStringConvertible {
  /// The step as one line: `connect 3.value to 4.x`.
  ///
  /// Members are named by ids of documents; definitions and long values are abbreviated.
  public var description: String {
    switch self {
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
    case .connect(let member, let connection, _, _):
      "connect \(Self.text(of: [connection])) to \(DocumentText.text(member)).\(connection.input)"
    case .setDocument: "change the fields of the document"
    default: GraphDiff.tables.lazy.compactMap { $0.text(of: self) }.first ?? ""
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
