// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A value that declares nodes, their connections and groups in code. Edits can add it to graphs any number of times.
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
/// Where a function reads sources and functions, the compiler checks that their types match its arguments. Kinds that are placed by
/// name are checked when the declaration is added. Groups get the ports that their members need. Names are unique in the whole
/// declaration, so a part can name members of any group. Conditions and loops contribute their parts.
public struct GraphDeclaration: Sendable {
  let parts: [GraphPart]

  /// Declares a graph.
  public init(@GraphBuilder _ parts: () -> [GraphPart]) { self.parts = parts() }
}

/// The reason why a ``GraphDeclaration`` was not added. The graph is unchanged then.
public enum GraphDeclarationError: Error, Hashable, Sendable {
  /// A node reads a node of this name that the declaration doesn't list.
  case notListed(String, readBy: String)
  /// A group of this name is empty.
  case emptyGroup(String)
  /// A node was refused, for this reason.
  case refused(GraphError, of: String)
}

extension GraphDeclarationError: CustomStringConvertible {
  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .notListed(let name, let reader): "'\(reader)' reads '\(name)', which is not listed"
    case .emptyGroup(let name): "the group '\(name)' is empty"
    case .refused(let error, let name): "'\(name)': \(error)"
    }
  }
}

/// A node or a group of a ``GraphDeclaration``.
public struct GraphPart: Sendable {
  /// The connection of an input.
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

/// A part that functions can read: a source or another function.
public protocol GraphReadable<Value>: Sendable {
  /// The type of its value.
  associatedtype Value: Sendable
  /// Its name, unique in the declaration.
  var name: String { get }
}

/// A source of a ``GraphDeclaration``, with its initial value.
public struct GraphSource<Value: Equatable & Sendable>: GraphReadable {
  /// The name of the source, unique in the declaration.
  public let name: String
  private let value: Value

  /// Declares a source.
  ///
  /// - Parameters:
  ///   - name: A name that is unique in the declaration and in the graph it is added to.
  ///   - value: Its initial value.
  public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

  var part: GraphPart {
    let definition = NodeDefinition.source(name, output: ValuePort<Value>("value"), initial: value)
    return GraphPart(
      name: name, content: .node(add: { [name] in try $0.add(own: definition, named: name) }, wires: []))
  }
}

/// A node of a ``GraphDeclaration`` that computes a value from the values of other parts.
public struct GraphFunction<Value: Equatable & Sendable>: GraphReadable {
  /// The name of the function, unique in the declaration.
  public let name: String
  let part: GraphPart

  /// Declares a function. Its inputs are called `1`, `2` and so on, its output `value`.
  ///
  /// - Parameters:
  ///   - name: A name that is unique in the declaration and in the graph it is added to.
  ///   - first: The source or function that the first argument reads.
  ///   - rest: The sources and functions that the other arguments read.
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

/// A node of a kind that is registered with the evaluator.
public struct GraphPlace: Sendable {
  /// The name of the place, unique in the declaration.
  public let name: String
  private let kind: String
  private let position: GraphPoint?
  private var wires: [GraphPart.Wire] = []
  private var values: [@Sendable (Edit, NodeID) throws -> Void] = []

  /// Declares a node.
  ///
  /// - Parameters:
  ///   - kind: The name of its kind.
  ///   - name: A name that is unique in the declaration and in the graph it is added to.
  ///   - position: Where it is shown.
  public init(_ kind: String, named name: String, at position: GraphPoint? = nil) {
    (self.kind, self.name, self.position) = (kind, name, position)
  }

  /// Returns a copy of this node with an input that reads an output of another node.
  ///
  /// - Parameters:
  ///   - input: The name of the input.
  ///   - source: The name of another node of the declaration.
  ///   - output: The name of the other node's output; with `nil`, its first output.
  /// - Returns: The copy.
  public func reading(_ input: String, from source: String, _ output: String? = nil) -> GraphPlace {
    var place = self
    place.wires.append(.init(input: .name(input), source: source, output: output.map { .name($0) } ?? .index(0)))
    return place
  }

  /// Returns a copy of this node with a literal for an input.
  public func giving(_ input: String, _ value: some Sendable) -> GraphPlace {
    var place = self
    place.values.append { edit, node in try edit.setLiteral(node.input(input), to: value) }
    return place
  }

  /// Returns a copy of this node, which must be a source, with a value.
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

/// Nodes and groups that become an instance of a new definition.
public struct GraphGroup: Sendable {
  /// The name of the definition.
  public let name: String
  private let parts: [GraphPart]

  /// Declares a group.
  ///
  /// - Parameters:
  ///   - name: The name of its definition, unique in the declaration.
  ///   - parts: Its members.
  public init(_ name: String, @GraphBuilder _ parts: () -> [GraphPart]) {
    (self.name, self.parts) = (name, parts())
  }

  var part: GraphPart { GraphPart(name: name, content: .group(parts)) }
}

/// Collects the parts of a ``GraphDeclaration``.
@resultBuilder
public enum GraphBuilder {
  /// Adds a source.
  public static func buildExpression(_ source: GraphSource<some Equatable & Sendable>) -> [GraphPart] { [source.part] }
  /// Adds a function.
  public static func buildExpression(_ function: GraphFunction<some Equatable & Sendable>) -> [GraphPart] {
    [function.part]
  }
  /// Adds a node of a registered kind.
  public static func buildExpression(_ place: GraphPlace) -> [GraphPart] { [place.part] }
  /// Adds a group.
  public static func buildExpression(_ group: GraphGroup) -> [GraphPart] { [group.part] }
  /// Adds all parts of another declaration.
  public static func buildExpression(_ declaration: GraphDeclaration) -> [GraphPart] { declaration.parts }
  /// Concatenates parts.
  public static func buildBlock(_ parts: [GraphPart]...) -> [GraphPart] { parts.flatMap { $0 } }
  /// Adds the parts of an `if` statement, or none if its condition is false.
  public static func buildOptional(_ parts: [GraphPart]?) -> [GraphPart] { parts ?? [] }
  /// Adds the parts of the first branch of a condition.
  public static func buildEither(first parts: [GraphPart]) -> [GraphPart] { parts }
  /// Adds the parts of the second branch of a condition.
  public static func buildEither(second parts: [GraphPart]) -> [GraphPart] { parts }
  /// Adds the parts of all rounds of a loop.
  public static func buildArray(_ parts: [[GraphPart]]) -> [GraphPart] { parts.flatMap { $0 } }
}
