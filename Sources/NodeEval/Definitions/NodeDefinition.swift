// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A kind of node and its code: declared once, checked by the compiler, placed by an editor or a document.
///
/// ```swift
/// static let hypotenuse = NodeDefinition(
///   "Hypotenuse", inputs: ValuePort("a", default: 0.0), ValuePort("b", default: 0.0), output: ValuePort("c")
/// ) { (a: Double, b: Double) -> Double in (a * a + b * b).squareRoot() }
/// ```
///
/// The code must depend on its arguments only, and must not change any graph. If it throws, the node has a
/// ``NodeFailure`` instead of a value.
public struct NodeDefinition: Sendable {
  /// The name and the ports.
  public let kind: NodeKind
  @usableFromInline let kernel: Kernel
  @usableFromInline let defaults: [ErasedDefault?]
  /// The initial value of a source's output.
  let initial: ErasedDefault?
  /// Whether it represents a kind that a document names but that has no definition.
  let isUnknown: Bool
  /// The conversion that its nodes perform within a connection; `nil` for other kinds.
  let conversion: Conversion?
  /// The other names that documents may use for it and its ports.
  var aliases: [DocumentMigration] = []
  /// Whether its code is worth running on another thread; light if it does not run as the code of other nodes does.
  let cost: NodeCost

  @usableFromInline
  init(
    _ kind: NodeKind, kernel: Kernel, defaults: [ErasedDefault?], initial: ErasedDefault? = nil,
    isUnknown: Bool = false, cost: NodeCost = .automatic, conversion: Conversion? = nil
  ) {
    self.conversion = conversion
    self.kind = kernel.memory.map { kind.keeping(memoryWords: $0.words) } ?? kind
    self.kernel = kernel
    self.defaults = defaults
    self.initial = initial
    self.isUnknown = isUnknown
    // Code whose results are worth keeping takes long.
    let assumed = cost == .automatic && kernel.memory?.memo != nil ? .heavy : cost
    self.cost = kernel.isSource || kernel.asyncCode != nil || isUnknown ? .light : assumed
  }

  /// A kind with inputs.
  @usableFromInline
  init(
    _ name: String, _ inputs: [any InputDeclaration], _ outputs: [any OutputDeclaration], _ kernel: Kernel,
    cost: NodeCost = .automatic
  ) {
    require(!inputs.isEmpty, "a kind without inputs is a source: declare '\(name)' with NodeDefinition.source")
    self.init(
      NodeKind(name, inputs: inputs.map(\.input), outputs: outputs.map(\.output)), kernel: kernel,
      defaults: inputs.map(\.erasedDefault), cost: cost)
  }

  /// A kind whose code compares its outputs by the automatic rule.
  @usableFromInline
  init(
    _ name: String, _ inputs: [any InputDeclaration], _ outputs: [any OutputDeclaration], cost: NodeCost = .automatic,
    body: @escaping Kernel.Body, loops: BatchLoops? = nil, columns: ColumnCode.Body? = nil
  ) {
    let kernel = Kernel(outputs: outputs.map(\.valueType), body: body, loops: loops, columns: columns)
    self.init(name, inputs, outputs, kernel, cost: cost)
  }
}

extension NodeDefinition {
  /// Declares a kind with one output.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``ValuePort`` or ``ManyPort``.
  ///   - output: The output.
  ///   - cutoff: When a new value does not propagate.
  ///   - cost: Whether the code is worth running on another thread, while there are ``Evaluator/workers``.
  ///   - memo: Which results are kept, so that they are not computed again for the same inputs; `nil` for none. Code with a memo
  ///     counts as heavy, unless `cost` specifies something else.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<each Input: InputDeclaration, Value: Equatable & Sendable>(
    _ name: String, inputs: repeat each Input, output: ValuePort<Value>, cutoff: Cutoff<Value> = .automatic,
    cost: NodeCost = .automatic, memo: NodeMemo? = nil,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> Value
  ) {
    var declared: [any InputDeclaration] = []
    repeat declared.append(each inputs)
    if let memo {
      let kernel = Kernel.remembering(
        inputs: repeat (each Input).self, memo: memo, unless: cutoff.comparison, evaluate: body)
      self.init(name, declared, [output], kernel, cost: cost)
      return
    }
    let kernel: Kernel =
      switch cutoff.rule {
      case .automatic: .computing(inputs: repeat (each Input).self, comparing: EqualityComparison.self, evaluate: body)
      case .never: .computing(inputs: repeat (each Input).self, comparing: NoComparison.self, evaluate: body)
      case .custom(let isSame): .computing(inputs: repeat (each Input).self, unless: isSame, evaluate: body)
      }
    self.init(name, declared, [output], kernel, cost: cost)
  }

  /// Declares a kind with one output of a type that is not `Equatable`. Objects are compared by identity; every value of
  /// any other type propagates, unless ``Cutoff/custom(_:)`` compares them.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``ValuePort`` or ``ManyPort``.
  ///   - output: The output.
  ///   - cutoff: When a new value does not propagate.
  ///   - cost: Whether the code is worth running on another thread, while there are ``Evaluator/workers``.
  ///   - memo: Which results are kept, so that they are not computed again for the same inputs; `nil` for none. Code with a memo
  ///     counts as heavy, unless `cost` specifies something else.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<each Input: InputDeclaration, Value: Sendable>(
    _ name: String, inputs: repeat each Input, output: ValuePort<Value>, cutoff: Cutoff<Value> = .automatic,
    cost: NodeCost = .automatic, memo: NodeMemo? = nil,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> Value
  ) {
    var declared: [any InputDeclaration] = []
    repeat declared.append(each inputs)
    if let memo {
      let kernel = Kernel.remembering(
        inputs: repeat (each Input).self, memo: memo, unless: cutoff.comparison, evaluate: body)
      self.init(name, declared, [output], kernel, cost: cost)
      return
    }
    let kernel: Kernel =
      switch cutoff.rule {
      case .automatic where IdentityComparison<Value>.applies:
        .computing(inputs: repeat (each Input).self, comparing: IdentityComparison.self, evaluate: body)
      case .automatic, .never:
        .computing(inputs: repeat (each Input).self, comparing: NoComparison.self, evaluate: body)
      case .custom(let isSame): .computing(inputs: repeat (each Input).self, unless: isSame, evaluate: body)
      }
    self.init(name, declared, [output], kernel, cost: cost)
  }

  /// Declares a kind with several outputs. Only consumers of those that changed are evaluated.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``ValuePort`` or ``ManyPort``.
  ///   - outputs: The outputs, at most 32.
  ///   - cost: Whether the code is worth running on another thread, while there are ``Evaluator/workers``.
  ///   - memo: Which results are kept, so that they are not computed again for the same inputs; `nil` for none. Code with a memo
  ///     counts as heavy, unless `cost` specifies something else.
  ///   - body: Computes the outputs from the inputs.
  @inlinable
  public init<each Input: InputDeclaration, each Value: Equatable & Sendable>(
    _ name: String, inputs: repeat each Input, outputs: repeat ValuePort<each Value>,
    cost: NodeCost = .automatic, memo: NodeMemo? = nil,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> (repeat each Value)
  ) {
    var declared: [any InputDeclaration] = []
    repeat declared.append(each inputs)
    var declaredOutputs: [any OutputDeclaration] = []
    repeat declaredOutputs.append(each outputs)
    if let memo {
      let kernel = Kernel.remembering(
        inputs: repeat (each Input).self, outputs: declaredOutputs.map(\.valueType), memo: memo, evaluate: body)
      self.init(name, declared, declaredOutputs, kernel, cost: cost)
      return
    }
    self.init(name, declared, declaredOutputs, cost: cost) { call in
      var call = call
      let results = try body(repeat (each Input)._read(&call))
      return call.storeEach(repeat each results)
    }
  }

  /// Declares a source: a kind without inputs, whose output is set from outside.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - output: The output.
  ///   - initial: The initial value of a new node.
  ///   - cutoff: When a new value does not propagate.
  /// - Returns: The definition.
  @inlinable
  public static func source<Value: Equatable & Sendable>(
    _ name: String, output: ValuePort<Value>, initial: Value, cutoff: Cutoff<Value> = .automatic
  ) -> NodeDefinition {
    source(name, output, initial, .source(cutoff))
  }

  /// Declares a source whose type can't be compared; objects are compared by identity.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - output: The output.
  ///   - initial: The initial value of a new node.
  ///   - cutoff: When a new value does not propagate.
  /// - Returns: The definition.
  @inlinable
  public static func source<Value: Sendable>(
    _ name: String, output: ValuePort<Value>, initial: Value, cutoff: Cutoff<Value> = .automatic
  ) -> NodeDefinition {
    source(name, output, initial, .source(cutoff))
  }

  @usableFromInline
  static func source<Value: Sendable>(
    _ name: String, _ output: ValuePort<Value>, _ initial: Value, _ kernel: Kernel
  ) -> NodeDefinition {
    NodeDefinition(
      NodeKind(name, outputs: [output.output]), kernel: kernel, defaults: [],
      initial: ErasedDefault(type: ValueType(Value.self), value: initial))
  }
}

extension NodeDefinition {
  /// Returns a copy of the definition in which an output gives the value of a certain input while a node is
  /// ``NodeGraph/NodeMode/bypassed``. Without this declaration it gives that of the first input of its type.
  ///
  /// - Parameters:
  ///   - output: The name of an output.
  ///   - input: The name of an input of its type.
  /// - Returns: The copy.
  /// - Precondition: Both ports exist, and their types are the same.
  public func bypassing(_ output: String, by input: String) -> NodeDefinition {
    var definition = NodeDefinition(
      kind.bypassing(output, by: input), kernel: kernel, defaults: defaults, initial: initial, isUnknown: isUnknown,
      cost: cost, conversion: conversion)
    definition.aliases = aliases
    return definition
  }

  /// Returns a copy of a source's definition with another initial value; both share their code.
  ///
  /// - Precondition: It is a source of that type.
  package func starting(with value: some Sendable) -> NodeDefinition {
    guard let initial else { preconditionFailure("only a source has an initial value") }
    return NodeDefinition(
      kind, kernel: kernel, defaults: defaults, initial: ErasedDefault(type: initial.type, value: value))
  }

  /// Returns a copy of the definition with other names for its inputs; both share their code.
  ///
  /// - Precondition: The inputs differ from the previous ones only in their names.
  package func renamingInputs(to inputs: [NodeKind.Input]) -> NodeDefinition {
    precondition(inputs.map(\.type) == kind.inputs.map(\.type), "code is shared by inputs of the same types")
    return NodeDefinition(
      NodeKind(kind.name, inputs: inputs, outputs: kind.outputs), kernel: kernel, defaults: defaults,
      initial: initial, cost: cost)
  }

  /// Returns a copy of the definition with another cost; both share their code.
  package func costing(_ cost: NodeCost) -> NodeDefinition {
    NodeDefinition(
      kind, kernel: kernel, defaults: defaults, initial: initial, isUnknown: isUnknown, cost: cost)
  }
}
