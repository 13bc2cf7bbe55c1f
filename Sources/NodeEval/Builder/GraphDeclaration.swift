// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes, what connects them and groups, declared in code: a value that an edit adds to a graph, as often as it is asked to.
///
/// ```swift
/// let invoice = GraphDeclaration {
///   let price = GraphSource("price", 100.0)
///   let rate = GraphSource("rate", 0.2)
///   price
///   GraphGroup("Tax") {
///     rate
///     GraphFunction("tax", price, rate) { $0 * $1 }
///   }
///   GraphPlace("Round", named: "rounded").reading("x", from: "tax")
/// }
/// var names: [String: NodeID] = [:]
/// try evaluator.edit { edit in names = try edit.add(invoice) }
/// ```
///
/// Where a function reads sources and functions, the compiler checks that their types are those of its arguments. Kinds that are placed
/// by name are checked when the declaration is added. Groups get the ports that their members need; names are unique in the whole
/// declaration, so members are named from anywhere. Conditions and loops are taken as they are.
public struct GraphDeclaration: Sendable {
  let parts: [GraphPart]

  /// Declares a graph.
  public init(@GraphBuilder _ parts: () -> [GraphPart]) { self.parts = parts() }
}

/// Why a ``GraphDeclaration`` was not added. Nothing has changed then.
public enum GraphDeclarationError: Error, Hashable, Sendable {
  /// A node reads another of this name, which is not listed.
  case notListed(String, readBy: String)
  /// A group lists nothing.
  case emptyGroup(String)
  /// What a node asks for is refused, for this reason.
  case refused(GraphError, of: String)
}

extension GraphDeclarationError: CustomStringConvertible {
  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .notListed(let name, let reader): "'\(reader)' reads '\(name)', which is not listed"
    case .emptyGroup(let name): "the group '\(name)' lists nothing"
    case .refused(let error, let name): "'\(name)': \(error)"
    }
  }
}

/// A node or a group of a ``GraphDeclaration``.
public struct GraphPart: Sendable {
  /// What an input reads.
  struct Wire: Sendable {
    let input: GraphError.PortKey
    let source: String
    let output: GraphError.PortKey
  }

  indirect enum Content: Sendable {
    case node(add: @Sendable (Edit) throws -> NodeID, wires: [Wire])
    case group([GraphPart])
  }

  let name: String
  let content: Content
}

/// What a function reads: a source or another function.
public protocol GraphReadable<Value>: Sendable {
  /// What it gives.
  associatedtype Value: Sendable
  /// Its name, which nothing else of the declaration has.
  var name: String { get }
}

/// A source of a ``GraphDeclaration``, with its value.
public struct GraphSource<Value: Equatable & Sendable>: GraphReadable {
  /// Its name.
  public let name: String
  private let value: Value

  /// Declares a source.
  ///
  /// - Parameters:
  ///   - name: A name that nothing else of the declaration, and of the graph it is added to, has.
  ///   - value: What it has at first.
  public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

  var part: GraphPart {
    let definition = NodeDefinition.source(name, output: ValuePort<Value>("value"), initial: value)
    return GraphPart(
      name: name, content: .node(add: { [name] in try $0.add(own: definition, named: name) }, wires: []))
  }
}

/// A node of a ``GraphDeclaration`` that computes a value from what others give.
public struct GraphFunction<Value: Equatable & Sendable>: GraphReadable {
  /// Its name.
  public let name: String
  let part: GraphPart

  /// Declares a function. Its inputs are called `1`, `2` and so on, its output `value`.
  ///
  /// - Parameters:
  ///   - name: A name that nothing else of the declaration, and of the graph it is added to, has.
  ///   - first: What its first argument is.
  ///   - rest: What the others are.
  ///   - body: Computes the value.
  public init<First: GraphReadable, each Rest: GraphReadable>(
    _ name: String, _ first: First, _ rest: repeat each Rest,
    evaluate body: @escaping @Sendable (First.Value, repeat (each Rest).Value) throws -> Value
  ) {
    self.name = name
    var sources = [first.name]
    for other in repeat each rest { sources.append(other.name) }
    var count = 1
    func port<Other: GraphReadable>(_ other: Other) -> ValuePort<Other.Value> {
      count += 1
      return ValuePort<Other.Value>("\(count)")
    }
    let definition = NodeDefinition(
      name, inputs: ValuePort<First.Value>("1"), repeat port(each rest), output: ValuePort<Value>("value"),
      evaluate: body)
    let wires = sources.enumerated().map { GraphPart.Wire(input: .index($0), source: $1, output: .index(0)) }
    part = GraphPart(name: name, content: .node(add: { try $0.add(own: definition, named: name) }, wires: wires))
  }
}

/// A node of a kind that the evaluator knows by name.
public struct GraphPlace: Sendable {
  /// Its name.
  public let name: String
  private let kind: String
  private let position: GraphPoint?
  private var wires: [GraphPart.Wire] = []
  private var values: [@Sendable (Edit, NodeID) throws -> Void] = []

  /// Declares a node.
  ///
  /// - Parameters:
  ///   - kind: The name of its kind.
  ///   - name: A name that nothing else of the declaration, and of the graph it is added to, has.
  ///   - position: Where it is shown.
  public init(_ kind: String, named name: String, at position: GraphPoint? = nil) {
    (self.kind, self.name, self.position) = (kind, name, position)
  }

  /// The same, which reads an output of another node.
  ///
  /// - Parameters:
  ///   - input: One of its inputs.
  ///   - source: The name of another node of the declaration.
  ///   - output: One of that one's outputs; the first unless given.
  /// - Returns: The node.
  public func reading(_ input: String, from source: String, _ output: String? = nil) -> GraphPlace {
    var place = self
    place.wires.append(.init(input: .name(input), source: source, output: output.map { .name($0) } ?? .index(0)))
    return place
  }

  /// The same, an input of which has a literal.
  public func giving(_ input: String, _ value: some Sendable) -> GraphPlace {
    var place = self
    place.values.append { edit, node in try edit.setLiteral(node.input(input), to: value) }
    return place
  }

  /// The same with a value, of a source.
  public func holding(_ value: some Sendable) -> GraphPlace {
    var place = self
    place.values.append { edit, node in try edit.set(node, to: value) }
    return place
  }

  var part: GraphPart {
    let add: @Sendable (Edit) throws -> NodeID = { [name, kind, position, values] edit in
      let node = try edit.add(kind, named: name, at: position)
      for give in values { try give(edit, node) }
      return node
    }
    return GraphPart(name: name, content: .node(add: add, wires: wires))
  }
}

/// Nodes and groups that are made an instance of a new definition.
public struct GraphGroup: Sendable {
  /// The name of the definition.
  public let name: String
  private let parts: [GraphPart]

  /// Declares a group.
  ///
  /// - Parameters:
  ///   - name: The name of its definition, which nothing else of the declaration has.
  ///   - parts: What it consists of.
  public init(_ name: String, @GraphBuilder _ parts: () -> [GraphPart]) {
    (self.name, self.parts) = (name, parts())
  }

  var part: GraphPart { GraphPart(name: name, content: .group(parts)) }
}

/// Collects the parts of a ``GraphDeclaration``.
@resultBuilder
public enum GraphBuilder {
  /// Takes a source.
  public static func buildExpression(_ source: GraphSource<some Equatable & Sendable>) -> [GraphPart] { [source.part] }
  /// Takes a function.
  public static func buildExpression(_ function: GraphFunction<some Equatable & Sendable>) -> [GraphPart] {
    [function.part]
  }
  /// Takes a node of a known kind.
  public static func buildExpression(_ place: GraphPlace) -> [GraphPart] { [place.part] }
  /// Takes a group.
  public static func buildExpression(_ group: GraphGroup) -> [GraphPart] { [group.part] }
  /// Takes all of another declaration.
  public static func buildExpression(_ declaration: GraphDeclaration) -> [GraphPart] { declaration.parts }
  /// Puts parts one behind the other.
  public static func buildBlock(_ parts: [GraphPart]...) -> [GraphPart] { parts.flatMap { $0 } }
  /// Takes those of a condition, or none.
  public static func buildOptional(_ parts: [GraphPart]?) -> [GraphPart] { parts ?? [] }
  /// Takes those of a condition that holds.
  public static func buildEither(first parts: [GraphPart]) -> [GraphPart] { parts }
  /// Takes those of a condition that does not.
  public static func buildEither(second parts: [GraphPart]) -> [GraphPart] { parts }
  /// Takes those of a loop.
  public static func buildArray(_ parts: [[GraphPart]]) -> [GraphPart] { parts.flatMap { $0 } }
}
