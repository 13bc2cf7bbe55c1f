// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a node: a name, its input ports and its output ports.
///
/// A kind doesn't determine evaluation: an evaluator adds the code and the values of sources (`NodeDefinition` in NodeEval).
/// Documents refer to kinds and ports by name, so keep names stable or migrate (``DocumentMigrations``).
///
/// ```swift
/// let number = PortType(Double.self)
/// let negate = NodeKind("Negate", inputs: [.init("x", number, hasDefault: true)], outputs: [.init("y", number)])
/// ```
public struct NodeKind: Hashable, Sendable {
  /// The number of connections that an input port takes.
  ///
  /// Graphs connect both in the same way: ``Graph/connect(_:to:replacing:)``. A second connection to an input that takes one is
  /// refused with ``GraphError/occupied(_:)``, unless it replaces the first.
  public enum Arity: Hashable, Sendable {
    /// At most one connection; without it the port has its literal or its default.
    case one
    /// Any number of connections, in the order in which they were made. The port has neither a literal nor a default.
    case many
  }

  /// The declaration of an input port.
  ///
  /// ```swift
  /// let x = NodeKind.Input("x", PortType(Double.self), hasDefault: true)
  /// let terms = NodeKind.Input("terms", PortType(Double.self), arity: .many)
  /// ```
  public struct Input: Hashable, Sendable {
    /// Its name, which is unique among the inputs of the kind.
    ///
    /// Documents refer to it, and calls name the port by it (``NodeID/input(_:)-(String)``).
    public let name: String
    /// The type of values it takes. Only outputs of an equal type can be connected, apart from ``PortType/unknown``.
    public let type: PortType
    /// The number of connections it takes.
    public let arity: Arity
    /// Whether the unconnected port has a default value.
    ///
    /// The value itself belongs to an evaluator. A port without a default must be connected or be given a literal, or its node
    /// has no value.
    public let hasDefault: Bool

    /// Declares an input port.
    ///
    /// - Parameters:
    ///   - name: A name that is unique among the inputs of the kind.
    ///   - type: The type of values it takes.
    ///   - arity: The number of connections it takes.
    ///   - hasDefault: Whether the unconnected port has a default value. Ignored for inputs that take many connections.
    public init(_ name: String, _ type: PortType, arity: Arity = .one, hasDefault: Bool = false) {
      self.name = name
      self.type = type
      self.arity = arity
      self.hasDefault = hasDefault
    }
  }

  /// The declaration of an output port.
  ///
  /// An output may be connected to any number of inputs. The first output of a kind is its main one (``NodeID/output``).
  public struct Output: Hashable, Sendable {
    /// Its name, which is unique among the outputs of the kind.
    ///
    /// Documents refer to it, and calls name the port by it (``NodeID/output(_:)-(String)``).
    public let name: String
    /// The type of its values.
    ///
    /// Only inputs of an equal type can read it, apart from ``PortType/unknown``.
    public let type: PortType
    /// The name of the input whose value it gives while the node is bypassed; `nil` for the first input of its type.
    ///
    /// ``NodeKind/bypassing(_:by:)`` sets it. If no input has the type of the output, the bypassed output has no value.
    public fileprivate(set) var bypass: String?

    /// Declares an output port.
    ///
    /// - Parameters:
    ///   - name: A name that is unique among the outputs of the kind.
    ///   - type: The type of its values.
    public init(_ name: String, _ type: PortType) {
      self.name = name
      self.type = type
    }
  }

  /// Its name, which is unique among the registered kinds of a graph.
  ///
  /// Nodes are added by it, documents refer to it, and a user reads it in errors.
  public let name: String
  /// The input ports, in order.
  ///
  /// ``InputPort/index`` is an index in this array. A kind without inputs is usually a source.
  public let inputs: [Input]
  /// The output ports, in order, at most 32.
  ///
  /// ``OutputPort/index`` is an index in this array.
  public private(set) var outputs: [Output]
  /// The inputs by name; `nil` if there are so few that each is compared.
  private let inputIndex: InputIndex?
  /// The number of words after a node's outputs for the memory it keeps between runs. They don't belong to a port.
  package private(set) var memoryWords: UInt32 = 0

  /// Whether each node has code of its own, stored in the last two memory words.
  package private(set) var keepsCode = false

  /// Returns this kind for nodes that have code of their own.
  package func keepingCode() -> NodeKind {
    var kind = keeping(memoryWords: 2)
    kind.keepsCode = true
    return kind
  }

  /// Returns this kind with memory words.
  package func keeping(memoryWords: UInt32) -> NodeKind {
    var kind = self
    kind.memoryWords = memoryWords
    kind.keepsCode = false
    return kind
  }

  /// Returns this kind with the input whose value an output gives while a node is ``NodeMode/bypassed``.
  ///
  /// Call it before the kind is registered; registered kinds don't change.
  ///
  /// Without it, a bypassed output gives the value of the first input of its type, which is not always the main one.
  ///
  /// ```swift
  /// let mix = NodeKind("Mix", inputs: [.init("mask", image), .init("picture", image)], outputs: [.init("result", image)])
  ///   .bypassing("result", by: "picture")
  /// ```
  ///
  /// - Parameters:
  ///   - output: The name of an output.
  ///   - input: The name of an input of its type.
  /// - Returns: The kind with this choice; other outputs are unchanged.
  /// - Precondition: Both ports exist and have the same type; the program traps otherwise.
  public func bypassing(_ output: String, by input: String) -> NodeKind {
    guard let place = position(ofOutput: output), let source = position(ofInput: input).map({ inputs[$0] }) else {
      stop("'\(name)' needs an output '\(output)' and an input '\(input)' to be bypassed by them")
    }
    require(
      source.type == outputs[place].type,
      "an output is bypassed by an input of its type, '\(input)' of '\(name)' does not take \(outputs[place].type)")
    var kind = self
    kind.outputs[place].bypass = input
    return kind
  }

  /// Returns the index of the input whose value an output gives while a node is bypassed; `nil` if none has its type.
  package func bypass(ofOutput index: Int) -> Int? {
    let output = outputs[index]
    if output.type == .unknown { return nil }
    if let name = output.bypass { return position(ofInput: name) }
    return inputs.firstIndex { $0.type == output.type }
  }

  /// Declares a kind.
  ///
  /// - Parameters:
  ///   - name: A name that is unique among the registered kinds of a graph.
  ///   - inputs: The input ports, in order. An input and an output may have the same name.
  ///   - outputs: The output ports, in order.
  /// - Precondition: No two inputs and no two outputs have the same name, and there are at most 32 outputs; the program traps
  ///   otherwise.
  /// - Complexity: O(ports).
  public init(_ name: String, inputs: [Input] = [], outputs: [Output] = []) {
    require(outputs.count <= 32, "a kind has at most 32 outputs, '\(name)' has \(outputs.count)")
    self.init(name, inputs: inputs, anyNumberOf: outputs)
  }

  /// Declares the kind of an item that views show as a node although it isn't a node of a graph; it may have more than 32
  /// outputs.
  package init(_ name: String, inputs: [Input], anyNumberOf outputs: [Output]) {
    let index = inputs.count > InputIndex.most ? InputIndex(inputs) : nil
    require(
      inputs.count > InputIndex.most ? index != nil : Self.areUnique(inputs.count) { inputs[$0].name },
      "input ports of a kind have unique names, '\(name)' has two alike")
    require(
      Self.areUnique(outputs.count) { outputs[$0].name },
      "output ports of a kind have unique names, '\(name)' has two alike")
    self.name = name
    self.inputs = inputs
    self.outputs = outputs
    inputIndex = index
  }

  /// Returns whether `count` names are distinct. A few names are compared one by one, which is faster than making a set.
  private static func areUnique(_ count: Int, _ name: (Int) -> String) -> Bool {
    if count > InputIndex.most { return Set((0..<count).map(name)).count == count }
    return (0..<count).allSatisfy { index in (0..<index).allSatisfy { name($0) != name(index) } }
  }
}

extension NodeKind {
  /// Returns the index of an input; `nil` if none has the name.
  package func position(ofInput name: String) -> Int? {
    if let inputIndex { return inputIndex.position(of: name, among: inputs) }
    return inputs.firstIndex { $0.name == name }
  }

  /// Returns the index of an output; `nil` if none has the name. Complexity: O(outputs), at most 32 in a graph.
  package func position(ofOutput name: String) -> Int? { outputs.firstIndex { $0.name == name } }
}
