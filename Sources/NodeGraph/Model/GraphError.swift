// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a graph refused a change. The graph is unchanged when one is thrown.
///
/// Cases carry ids and ports for code that handles the error. For a user, ``Graph/describe(_:)`` makes a sentence with the
/// names of nodes and ports.
///
/// - ``cycle(_:)``, ``typeMismatch(source:_:target:_:)``, ``occupied(_:)`` and ``vetoed(source:target:reason:)`` are results of
///   what a user tries. Show them; a view that uses ``Graph/candidates(for:among:)`` can avoid most of them.
/// - ``duplicateName(_:_:)`` and ``unknownKind(_:)`` come from text that a user enters, or from documents.
/// - ``stale(_:)``, ``foreign(_:)``, ``noSuchInput(_:_:among:)`` and ``noSuchOutput(_:_:among:)`` usually mean that the
///   application has kept an id or a port for too long.
///
/// ```swift
/// do {
///   try graph.connect(two.output, to: sum.input("x"))
/// } catch .occupied(let present) {
///   print("already connected to \(present.source)")
/// } catch {
///   print(graph.describe(error))
/// }
/// ```
public enum GraphError: Error, Hashable, Sendable {
  /// The index or name by which a call has named a port that doesn't exist.
  ///
  /// An index was given by an ``InputPort`` or ``OutputPort``, a name by a ``NamedInput`` or ``NamedOutput``.
  public enum PortKey: Hashable, Sendable {
    /// The index of the port, from 0.
    case index(Int)
    /// The name of the port.
    case name(String)
  }

  /// The connection would close a cycle. The path starts with the input that was to be connected; each further input
  /// is fed by the node before it, and the last one belongs to the node whose output was offered.
  case cycle([InputPort])
  /// The type of the output doesn't fit the input.
  case typeMismatch(source: OutputPort, PortType, target: InputPort, PortType)
  /// The type of the literal, which comes first, is not the type of the input.
  case literalMismatch(PortType, target: InputPort, PortType)
  /// The input takes many connections; only inputs that take one can have a literal.
  case takesNoLiteral(InputPort)
  /// The node can't be given a value of this type: its value is computed, or has another type.
  case notGivable(NodeID, PortType)
  /// The input takes one connection and has this one. Connect with `replacing: true` to cut it, or disconnect first.
  case occupied(Connection)
  /// The ports are not connected.
  case notConnected(Connection)
  /// The node doesn't have this input; the names of its inputs are listed.
  case noSuchInput(NodeID, PortKey, among: [String])
  /// The node doesn't have this output; the names of its outputs are listed.
  case noSuchOutput(NodeID, PortKey, among: [String])
  /// The id doesn't name a node: the node was removed, or never existed.
  case stale(NodeID)
  /// The id names a group, an instance of a subgraph, where a node is required: only nodes have a kind, code and a value.
  case group(NodeID)
  /// The id, or a handle with it, was made by another graph.
  case foreign(NodeID)
  /// Another node has this name.
  case duplicateName(String, NodeID)
  /// No registered kind has this name.
  case unknownKind(String)
  /// The current edit is not recorded for undo, and such an edit may only give values.
  case valuesOnly
  /// The node or instance is not in the scope that is edited. Members of an instance are changed by editing its definition.
  case outsideScope(NodeID)
  /// The input is exposed as a port of the definition, from which it gets its value.
  case exposed(InputPort)
  /// The output belongs to the same instance as the input. Connect them inside, by editing the definition.
  case loopsBack(InputPort)
  /// The frame doesn't exist in the scope.
  case noFrame(FrameID)
  /// The connection doesn't have a reroute at this index; it has `count`.
  case noReroute(Connection, Int, count: Int)
  /// The application has refused the connection, with a reason in its own words.
  case vetoed(source: OutputPort, target: InputPort, reason: String)
}

extension GraphError: CustomStringConvertible {
  /// The reason as one sentence without a full stop, with nodes shown by id and ports by index.
  ///
  /// It is meant for logs; ``Graph/describe(_:)`` shows nodes and ports by name.
  public var description: String {
    text {
      $0.description
    } input: {
      "\($0.node).\($0.index)"
    }
  }

  /// Returns the reason as a sentence, with nodes and inputs named by closures.
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
  /// Returns a phrase that lists the ports of a node, at most the first eight.
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
