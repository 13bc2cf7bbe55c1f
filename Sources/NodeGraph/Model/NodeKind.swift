// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a node is: a name, its input ports and its output ports.
///
/// A kind says nothing about evaluation; what is computed, and what is given from outside, is an evaluator's to know.
public struct NodeKind: Hashable, Sendable {
  /// How many connections an input port takes.
  public enum Arity: Hashable, Sendable {
    /// At most one; without it the port has its literal or its default.
    case one
    /// Any number, in the order in which they were made; without any the port is empty.
    case many
  }

  /// An input port as a kind declares it.
  public struct Input: Hashable, Sendable {
    /// Unique among the inputs of the kind.
    public let name: String
    /// What it takes.
    public let type: PortType
    /// How many connections it takes.
    public let arity: Arity
    /// Whether an unconnected port has a value of its own; one that has none must be connected or be given a literal.
    public let hasDefault: Bool

    /// Declares an input port.
    ///
    /// - Parameters:
    ///   - name: Unique among the inputs of the kind.
    ///   - type: What it takes.
    ///   - arity: How many connections it takes.
    ///   - hasDefault: Whether an unconnected port has a value of its own.
    public init(_ name: String, _ type: PortType, arity: Arity = .one, hasDefault: Bool = false) {
      self.name = name
      self.type = type
      self.arity = arity
      self.hasDefault = hasDefault
    }
  }

  /// An output port as a kind declares it.
  public struct Output: Hashable, Sendable {
    /// Unique among the outputs of the kind.
    public let name: String
    /// What it gives.
    public let type: PortType
    /// The input whose value it gives where a node is bypassed; `nil` for the first of its type.
    public fileprivate(set) var bypass: String?

    /// Declares an output port.
    ///
    /// - Parameters:
    ///   - name: Unique among the outputs of the kind.
    ///   - type: What it gives.
    public init(_ name: String, _ type: PortType) {
      self.name = name
      self.type = type
    }
  }

  /// Unique among the kinds of a graph.
  public let name: String
  /// The input ports, in order.
  public let inputs: [Input]
  /// The output ports, in order.
  public private(set) var outputs: [Output]
  /// Where inputs are by name; `nil` where there are so few that each is compared.
  private let inputIndex: InputIndex?
  /// How many words a node has behind its outputs, for what it keeps from one run to the next. No port names them.
  package private(set) var memoryWords: UInt32 = 0

  /// Whether each node has code of its own, which the last two of these words are for.
  package private(set) var keepsCode = false

  /// The same kind, whose nodes have code of their own.
  package func keepingCode() -> NodeKind {
    var kind = keeping(memoryWords: 2)
    kind.keepsCode = true
    return kind
  }

  /// The same kind with memory.
  package func keeping(memoryWords: UInt32) -> NodeKind {
    var kind = self
    kind.memoryWords = memoryWords
    kind.keepsCode = false
    return kind
  }

  /// The same kind, an output of which gives the value of an input where a node is ``NodeMode/bypassed``.
  ///
  /// - Parameters:
  ///   - output: The name of an output.
  ///   - input: The name of an input of its type.
  /// - Returns: The kind.
  /// - Precondition: There are such ports, and their types are the same.
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

  /// The input whose value an output gives where a node is bypassed; `nil` if there is none of its type.
  package func bypass(ofOutput index: Int) -> Int? {
    let output = outputs[index]
    if output.type == .unknown { return nil }
    if let name = output.bypass { return position(ofInput: name) }
    return inputs.firstIndex { $0.type == output.type }
  }

  /// Declares a kind.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of a graph.
  ///   - inputs: The input ports, in order; names are unique.
  ///   - outputs: The output ports, in order; names are unique, at most 32.
  /// - Precondition: Port names are unique and there are at most 32 outputs.
  public init(_ name: String, inputs: [Input] = [], outputs: [Output] = []) {
    require(outputs.count <= 32, "a kind has at most 32 outputs, '\(name)' has \(outputs.count)")
    self.init(name, inputs: inputs, anyNumberOf: outputs)
  }

  /// Declares a kind of what is a node to views and none of a graph, which may have more than 32 outputs.
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

  /// Whether no two of `count` names are the same. Few are compared one by one, which takes less than making a set.
  private static func areUnique(_ count: Int, _ name: (Int) -> String) -> Bool {
    if count > InputIndex.most { return Set((0..<count).map(name)).count == count }
    return (0..<count).allSatisfy { index in (0..<index).allSatisfy { name($0) != name(index) } }
  }
}

extension NodeKind {
  /// The position of an input; `nil` if none has the name.
  package func position(ofInput name: String) -> Int? {
    if let inputIndex { return inputIndex.position(of: name, among: inputs) }
    return inputs.firstIndex { $0.name == name }
  }

  /// The position of an output; `nil` if none has the name. Complexity: O(outputs), which are 32 at most in a graph.
  package func position(ofOutput name: String) -> Int? { outputs.firstIndex { $0.name == name } }
}
