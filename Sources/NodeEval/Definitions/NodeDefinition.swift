// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A kind of node and its code: declared once, checked by the compiler, placed by an editor or a document.
///
/// ```swift
/// static let hypotenuse = NodeDefinition(
///   "Hypotenuse", inputs: Port("a", default: 0.0), Port("b", default: 0.0), output: Port("c")
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
  /// What the output of a source holds at first.
  let initial: ErasedDefault?
  /// Whether it stands for a kind that a document names and nobody knows.
  let isUnknown: Bool

  @usableFromInline
  init(
    _ kind: NodeKind, kernel: Kernel, defaults: [ErasedDefault?], initial: ErasedDefault? = nil,
    isUnknown: Bool = false
  ) {
    self.kind = kind
    self.kernel = kernel
    self.defaults = defaults
    self.initial = initial
    self.isUnknown = isUnknown
  }
}

extension NodeDefinition {
  /// Declares a kind with one output.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``Port`` or ``ManyPort``.
  ///   - output: The output.
  ///   - cutoff: When a new value does not propagate.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<each Input: InputDeclaration, Value: Equatable & Sendable>(
    _ name: String, inputs: repeat each Input, output: Port<Value>, cutoff: Cutoff<Value> = .automatic,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> Value
  ) {
    var declared = Declarations()
    repeat declared.add(each inputs)
    let kernel: Kernel =
      switch cutoff.rule {
      case .automatic: .computing(inputs: repeat (each Input).self, comparing: EqualityComparison.self, evaluate: body)
      case .never: .computing(inputs: repeat (each Input).self, comparing: NoComparison.self, evaluate: body)
      case .custom(let isSame): .computing(inputs: repeat (each Input).self, unless: isSame, evaluate: body)
      }
    self.init(declared.kind(name, [output.output]), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with one output of a type that can't be compared; objects are compared by identity.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``Port`` or ``ManyPort``.
  ///   - output: The output.
  ///   - cutoff: When a new value does not propagate.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<each Input: InputDeclaration, Value: Sendable>(
    _ name: String, inputs: repeat each Input, output: Port<Value>, cutoff: Cutoff<Value> = .automatic,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> Value
  ) {
    var declared = Declarations()
    repeat declared.add(each inputs)
    let kernel: Kernel =
      switch cutoff.rule {
      case .automatic where IdentityComparison<Value>.applies:
        .computing(inputs: repeat (each Input).self, comparing: IdentityComparison.self, evaluate: body)
      case .automatic, .never:
        .computing(inputs: repeat (each Input).self, comparing: NoComparison.self, evaluate: body)
      case .custom(let isSame): .computing(inputs: repeat (each Input).self, unless: isSame, evaluate: body)
      }
    self.init(declared.kind(name, [output.output]), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with several outputs. Only consumers of those that changed are evaluated.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``Port`` or ``ManyPort``.
  ///   - outputs: The outputs, at most 32.
  ///   - body: Computes the outputs from the inputs.
  @inlinable
  public init<each Input: InputDeclaration, each Value: Equatable & Sendable>(
    _ name: String, inputs: repeat each Input, outputs: repeat Port<each Value>,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> (repeat each Value)
  ) {
    var declared = Declarations()
    repeat declared.add(each inputs)
    var declaredOutputs: [NodeKind.Output] = []
    var types: [ValueType] = []
    repeat declaredOutputs.append((each outputs).output)
    repeat types.append(ValueType((each Value).self))
    let kernel = unsafe Kernel(outputs: types) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let results = try body(repeat (each Input)._read(&reader))
      var writer = unsafe OutputWriter(values: values, output: output)
      repeat writer.store(each results)
      return writer.changed
    }
    self.init(declared.kind(name, declaredOutputs), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a source: a kind without inputs, whose output is given from outside.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - output: The output.
  ///   - initial: What it holds in a new node.
  ///   - cutoff: When a new value does not propagate.
  /// - Returns: The definition.
  @inlinable
  public static func source<Value: Equatable & Sendable>(
    _ name: String, output: Port<Value>, initial: Value, cutoff: Cutoff<Value> = .automatic
  ) -> NodeDefinition {
    source(name, output, initial, .source(cutoff))
  }

  /// Declares a source whose type can't be compared; objects are compared by identity.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - output: The output.
  ///   - initial: What it holds in a new node.
  ///   - cutoff: When a new value does not propagate.
  /// - Returns: The definition.
  @inlinable
  public static func source<Value: Sendable>(
    _ name: String, output: Port<Value>, initial: Value, cutoff: Cutoff<Value> = .automatic
  ) -> NodeDefinition {
    source(name, output, initial, .source(cutoff))
  }

  @usableFromInline
  static func source<Value: Sendable>(
    _ name: String, _ output: Port<Value>, _ initial: Value, _ kernel: Kernel
  ) -> NodeDefinition {
    NodeDefinition(
      NodeKind(name, outputs: [output.output]), kernel: kernel, defaults: [],
      initial: ErasedDefault(type: ValueType(Value.self), value: initial))
  }
}

extension NodeDefinition {
  /// The same source with another initial value; both share their code.
  ///
  /// - Precondition: It is a source of that type.
  package func starting(with value: some Sendable) -> NodeDefinition {
    guard let initial else { preconditionFailure("only a source has an initial value") }
    return NodeDefinition(
      kind, kernel: kernel, defaults: defaults, initial: ErasedDefault(type: initial.type, value: value))
  }

  /// The same code for inputs of other names; both share it.
  ///
  /// - Precondition: The inputs are as before but for their names.
  package func renamingInputs(to inputs: [NodeKind.Input]) -> NodeDefinition {
    precondition(inputs.map(\.type) == kind.inputs.map(\.type), "code is shared by inputs of the same types")
    return NodeDefinition(
      NodeKind(kind.name, inputs: inputs, outputs: kind.outputs), kernel: kernel, defaults: defaults,
      initial: initial)
  }
}

/// Collects what a pack of inputs declares.
@usableFromInline
struct Declarations {
  @usableFromInline var inputs: [NodeKind.Input] = []
  @usableFromInline var defaults: [ErasedDefault?] = []

  @usableFromInline init() {}

  @usableFromInline mutating func add(_ input: some InputDeclaration) {
    inputs.append(input.input)
    defaults.append(input.erasedDefault)
  }

  @usableFromInline func kind(_ name: String, _ outputs: [NodeKind.Output]) -> NodeKind {
    require(!inputs.isEmpty, "a kind without inputs is a source: declare '\(name)' with NodeDefinition.source")
    return NodeKind(name, inputs: inputs, outputs: outputs)
  }
}

/// Stores results one after the other.
@safe
@usableFromInline
struct OutputWriter {
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline var output: UInt32
  @usableFromInline var bit: UInt32 = 1
  @usableFromInline var changed: UInt32 = 0

  @inlinable
  init(values: UnsafeMutableRawPointer, output: UInt32) {
    unsafe self.values = values
    self.output = output
  }

  @inlinable @inline(__always)
  mutating func store<Value: Equatable>(_ value: Value) {
    if unsafe Kernel.store(value, values, output) != 0 { changed |= bit }
    output += PortType.words(of: Value.self)
    bit <<= 1
  }
}
