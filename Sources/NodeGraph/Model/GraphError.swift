// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a graph refused an edit. Nothing has changed when one is thrown.
public enum GraphError: Error, Hashable, Sendable {
  /// Which port was asked for.
  public enum PortKey: Hashable, Sendable {
    /// By position.
    case index(Int)
    /// By name.
    case name(String)
  }

  /// The connection would close a cycle. The path starts with the input that was to be connected; each further input
  /// is fed by the node before it, and the last one belongs to the node whose output was offered.
  case cycle([InputPort])
  /// The output gives another type than the input takes.
  case typeMismatch(source: OutputPort, PortType, target: InputPort, PortType)
  /// The literal is of another type than the input takes.
  case literalMismatch(PortType, target: InputPort, PortType)
  /// The input takes many connections, and so no literal.
  case takesNoLiteral(InputPort)
  /// The node's value is computed and can't be given, or not one of this type.
  case notGivable(NodeID, PortType)
  /// The input takes one connection and has this one. Connect with `replacing: true` to have it cut, or disconnect first.
  case occupied(Connection)
  /// The ports are not connected.
  case notConnected(Connection)
  /// The node has no such input, but those of these names.
  case noSuchInput(NodeID, PortKey, among: [String])
  /// The node has no such output, but those of these names.
  case noSuchOutput(NodeID, PortKey, among: [String])
  /// No node has this id any more, or none ever had.
  case stale(NodeID)
  /// The id is that of a group, an instance of a subgraph, where a node is asked for: only nodes have a kind, code and a value.
  case group(NodeID)
  /// The id, or a handle with it, was made by another graph.
  case foreign(NodeID)
  /// Another node has this name.
  case duplicateName(String, NodeID)
  /// No kind of this name is known.
  case unknownKind(String)
  /// The edit under way is one that is not remembered, which gives values and changes nothing else.
  case valuesOnly
  /// The node, or instance, does not lie in the scope that is edited. What lies in an instance changes with its definition.
  case outsideScope(NodeID)
  /// The input is exposed as a port of the definition, and gets what that is given.
  case exposed(InputPort)
  /// The output is one of the same instance as the input. What connects the two lies inside: change the definition.
  case loopsBack(InputPort)
  /// There is no such frame in the scope (any more).
  case noFrame(FrameID)
  /// The connection has no reroute at this position, but so many.
  case noReroute(Connection, Int, count: Int)
  /// The application does not want the connection, and says why in words of its own.
  case vetoed(source: OutputPort, target: InputPort, reason: String)
}

extension GraphError: CustomStringConvertible {
  /// The reason as a sentence. Nodes are shown by id; ``Graph/describe(_:)`` shows them by name.
  public var description: String {
    text {
      $0.description
    } input: {
      "\($0.node).\($0.index)"
    }
  }

  /// The reason as a sentence with nodes and inputs named by the closures given.
  package func text(node: (NodeID) -> String, input: (InputPort) -> String) -> String {
    switch self {
    case .cycle(let path):
      guard let first = path.first, let last = path.last else { return "the connection would close a cycle" }
      let steps = [node(last.node)] + path.map(input)
      return "connecting \(node(last.node)) to \(input(first)) would close a cycle: "
        + steps.joined(separator: " → ")
    case .typeMismatch(let source, let given, let target, let taken):
      return "\(node(source.node)) gives \(given), but \(input(target)) takes \(taken)"
    case .literalMismatch(let given, let target, let taken):
      return "\(input(target)) takes \(taken), not \(given)"
    case .takesNoLiteral(let target): return "\(input(target)) takes many connections, so it can't have a literal"
    case .notGivable(let id, let type): return "\(node(id)) can't be given a value of type \(type)"
    case .occupied(let connection):
      return "\(input(connection.target)) is already connected to \(node(connection.source.node))"
    case .notConnected(let connection):
      return "\(node(connection.source.node)) is not connected to \(input(connection.target))"
    case .noSuchInput(let id, let key, let names):
      return "\(node(id)) has no input \(key.text); " + Self.list(names, "input")
    case .noSuchOutput(let id, let key, let names):
      return "\(node(id)) has no output \(key.text); " + Self.list(names, "output")
    case .stale(let id): return "node \(id) does not exist; it may have been removed"
    case .group(let id):
      return "\(node(id)) is a group, which has no kind, code or value of its own; name one of its nodes"
    case .foreign(let id):
      return "\(id) belongs to another graph; a graph loaded from a document has its own ids"
    case .duplicateName(let name, let id): return "the name '\(name)' is already used by node \(id)"
    case .unknownKind(let name): return "unknown kind '\(name)'"
    case .valuesOnly: return "an edit outside the history can only set values"
    case .outsideScope(let id):
      return "\(node(id)) is not in the edited scope; to change nodes in an instance, edit its definition"
    case .loopsBack(let target):
      return "\(input(target)) belongs to the same instance; connect the nodes in its definition instead"
    case .noFrame(let id): return "frame \(id) does not exist; it may have been removed"
    case .noReroute(let connection, let index, let count):
      return "the connection to \(input(connection.target)) has no reroute \(index); it has \(count)"
    case .vetoed(_, _, let reason): return reason
    case .exposed(let target): return "\(input(target)) is a port of the definition, and takes the value of that port"
    }
  }
}

extension GraphError {
  /// Which ports a node has, of many the first ones.
  private static func list(_ names: [String], _ port: String) -> String {
    var shown = names.prefix(8).map { "'\($0)'" }
    if names.count > 8 { shown.append("\(names.count - 8) more") }
    guard let last = shown.popLast() else { return "it has no \(port)s" }
    if shown.isEmpty { return "its only \(port) is \(last)" }
    return "its \(port)s are \(shown.joined(separator: ", ")) and \(last)"
  }
}

extension GraphError.PortKey {
  var text: String {
    switch self {
    case .index(let index): "\(index)"
    case .name(let name): "'\(name)'"
    }
  }
}
