// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The inputs of a node whose ports are known at run time only, in the form that its code needs to read them.
@usableFromInline
package final class DynamicPorts: Sendable {
  @usableFromInline let inputs: [NodeKind.Input]
  /// The index of the first word of each input's arguments; empty if each input has one word.
  let words: [Int]
  /// Whether each input has one word.
  @usableFromInline let areWords: Bool

  @usableFromInline
  init(_ inputs: [NodeKind.Input]) {
    self.inputs = inputs
    areWords = !inputs.contains { $0.arity == .many }
    var next = 0
    words =
      areWords
      ? []
      : inputs.map { input in
        defer { next += input.arity == .many ? NodeRecord.wordsOfMany : 1 }
        return next
      }
  }

  /// Whether an input exists and has the given type.
  @inlinable @inline(__always)
  func has<Value>(_ index: Int, of type: Value.Type) -> Bool {
    UInt(bitPattern: index) < UInt(bitPattern: inputs.count) && inputs[index].type.identity == ObjectIdentifier(type)
  }
}

/// The arguments of a node whose ports are known at run time only.
///
/// It is valid during one call of the node's code, which can't keep it.
@safe
public struct DynamicInputs: ~Copyable {
  @usableFromInline let call: KernelCall
  // Neither reference is counted: a call has both for as long as it runs, and counting a reference costs as much as a light node.
  @usableFromInline let unownedPorts: Unmanaged<DynamicPorts>
  @usableFromInline let failures: UnsafePointer<NodeFailure?>?
  /// Whether each input has one word, and a value.
  @usableFromInline let arePlain: Bool

  /// The arguments of a call whose inputs all have a value.
  ///
  /// - Precondition: The ports outlive this value.
  @inlinable @inline(__always)
  init(_ call: KernelCall, _ ports: DynamicPorts) {
    self.call = call
    unsafe unownedPorts = Unmanaged.passUnretained(ports)
    unsafe failures = nil
    arePlain = ports.areWords
  }

  private init(_ call: KernelCall, _ ports: DynamicPorts, _ failures: UnsafePointer<NodeFailure?>?) {
    self.call = call
    unsafe unownedPorts = Unmanaged.passUnretained(ports)
    unsafe self.failures = failures
    arePlain = false
  }

  /// Runs code with the arguments of a call some of whose inputs have failed.
  static func withFailures<Result>(
    _ failures: [NodeFailure?], _ call: KernelCall, _ ports: DynamicPorts,
    _ body: (borrowing DynamicInputs) throws -> Result
  ) rethrows -> Result {
    try unsafe failures.withUnsafeBufferPointer { failures in
      try body(unsafe DynamicInputs(call, ports, failures.baseAddress))
    }
  }

  private var ports: DynamicPorts { unsafe unownedPorts.takeUnretainedValue() }
  private var inputs: [NodeKind.Input] { ports.inputs }

  /// How many inputs there are.
  public var count: Int { inputs.count }

  /// The type of an input.
  ///
  /// - Precondition: The input exists.
  public func type(_ index: Int) -> PortType {
    check(index)
    return inputs[index].type
  }

  /// The reason why an input has no value; `nil` if it has one.
  ///
  /// - Precondition: The input exists.
  public func failure(_ index: Int) -> NodeFailure? {
    check(index)
    return unsafe failures.map { unsafe $0[index] } ?? nil
  }

  /// The value of an input that takes one connection.
  ///
  /// - Throws: The input's failure if it has no value. If the code rethrows it, the node fails with the same origin.
  /// - Precondition: The input exists, has that type, and takes one connection.
  @inlinable @inline(__always)
  public func value<Value>(_ index: Int, as type: Value.Type) throws(NodeFailure) -> Value {
    if arePlain, unsafe unownedPorts._withUnsafeGuaranteedRef({ $0.has(index, of: type) }) {
      return call.read(type, at: index)
    }
    return try otherValue(index, as: type)
  }

  /// The value of an input, for the cases that ``value(_:as:)`` does not inline: some inputs have failed or take many connections,
  /// or the precondition is violated.
  @usableFromInline @inline(never)
  func otherValue<Value>(_ index: Int, as type: Value.Type) throws(NodeFailure) -> Value {
    if let failure = failure(index) { throw failure }
    checkType(index, type)
    return call.read(type, at: try word(ofValue: index))
  }

  /// The values of an input that takes many connections, in the order of connection.
  ///
  /// - Throws: The failure of the first source that has no value.
  /// - Precondition: The input exists, has that type, and takes many connections.
  /// - Complexity: O(connections of the input).
  public func values<Value>(_ index: Int, as type: Value.Type) throws(NodeFailure) -> [Value] {
    if let failure = failure(index) { throw failure }
    checkType(index, type)
    require(
      inputs[index].arity == .many, "input '\(inputs[index].name)' takes one connection; read it with value(_:as:)")
    return call.readMany(type, at: ports.words[index])
  }

  /// The index of the argument word of an input that takes one connection.
  func word(ofValue index: Int) throws(NodeFailure) -> Int {
    if let failure = failure(index) { throw failure }
    require(
      inputs[index].arity == .one, "input '\(inputs[index].name)' takes many connections; read it with values(_:as:)")
    return ports.areWords ? index : ports.words[index]
  }

  private func checkType<Value>(_ index: Int, _ type: Value.Type) {
    guard inputs[index].type.identity == ObjectIdentifier(type) else {
      stop("input '\(inputs[index].name)' gives \(inputs[index].type) and is read as \(type)")
    }
  }

  private func check(_ index: Int) {
    require(inputs.indices.contains(index), "input \(index) does not exist: the number of inputs is \(count)")
  }
}

/// The output of a dynamic definition. Definitions with the same output share it, because it takes more memory than the rest.
@usableFromInline
package struct DynamicOutput<Value: Equatable & Sendable>: Sendable {
  @usableFromInline let types: [ValueType]
  @usableFromInline let outputs: [NodeKind.Output]

  /// Prepares an output.
  @usableFromInline
  package init(_ port: ValuePort<Value>) {
    types = [ValueType(Value.self)]
    outputs = [port.output]
  }
}

/// Code that computes the value of a node whose inputs all have a value, of types that the code knows.
@usableFromInline
package protocol QuickCode<Value>: AnyObject, Sendable {
  associatedtype Value: Equatable & Sendable

  /// Returns the value, or `nil` if the ordinary code has to compute it or throw.
  func value(_ call: KernelCall) -> Value?

  /// The code for blocks of scenarios of a node with these inputs; `nil` if there is none.
  func makeColumns(_ inputs: [NodeKind.Input]) -> ColumnCode?
}

/// Runs the nodes of a dynamic kind whose inputs all have a value.
@usableFromInline
protocol DynamicRunner<Value>: AnyObject, Sendable {
  associatedtype Value: Equatable & Sendable

  /// The code of the kind, which also runs where inputs have failed.
  var ordinary: DynamicCode<Value> { get }

  /// The code for blocks of scenarios, if there is one.
  var columns: (@Sendable () -> ColumnCode?)? { get }

  /// Runs a node. Returns a bit for each output that changed.
  func run(_ call: KernelCall) throws -> UInt32
}

extension DynamicRunner {
  /// The definition of nodes that this runs.
  @inlinable
  func definition(_ name: String, _ output: DynamicOutput<Value>) -> NodeDefinition {
    func run(_ batch: inout some KernelBatch) throws {
      while batch.findNext() { batch.end(try self.run(batch.call)) }
    }
    let ordinary = ordinary
    let kernel = Kernel(
      outputs: output.types, body: { try self.run($0) },
      carefulBody: { call, failures in try ordinary.run(call, failures) },
      loops: BatchLoops(pushed: { try run(&$0) }, dense: { try run(&$0) }), columns: columns)
    return NodeDefinition(
      NodeKind(name, inputs: ordinary.ports.inputs, outputs: output.outputs), kernel: kernel, defaults: [])
  }
}

/// The code of a dynamic kind. It is an object because closures that capture a single object need no context of their own.
@usableFromInline
package final class DynamicCode<Value: Equatable & Sendable>: DynamicRunner {
  @usableFromInline typealias Body = @Sendable (borrowing DynamicInputs) throws -> Value

  @usableFromInline let ports: DynamicPorts
  @usableFromInline let body: Body

  @inlinable
  init(_ inputs: [NodeKind.Input], _ body: @escaping Body) {
    ports = DynamicPorts(inputs)
    self.body = body
  }

  @usableFromInline var ordinary: DynamicCode { self }
  @usableFromInline var columns: (@Sendable () -> ColumnCode?)? { nil }

  @inlinable @inline(__always)
  func run(_ call: KernelCall) throws -> UInt32 { call.store(try body(DynamicInputs(call, ports))) }

  @inlinable @inline(never)
  func runOrdinarily(_ call: KernelCall) throws -> UInt32 { try run(call) }

  @usableFromInline
  func run(_ call: KernelCall, _ failures: [NodeFailure?]) throws -> UInt32 {
    call.store(try DynamicInputs.withFailures(failures, call, ports) { inputs in try body(inputs) })
  }
}

/// The code that is tried first, and the ordinary code. It is one object, as ``DynamicCode`` is: closures that captured both would
/// take three contexts of 48 bytes for each formula.
@usableFromInline
package final class QuickFirst<Quick: QuickCode>: DynamicRunner {
  @usableFromInline let quick: Quick
  @usableFromInline let ordinary: DynamicCode<Quick.Value>

  @inlinable
  init(_ quick: Quick, _ ordinary: DynamicCode<Quick.Value>) {
    (self.quick, self.ordinary) = (quick, ordinary)
  }

  @inlinable var columns: (@Sendable () -> ColumnCode?)? { { [self] in quick.makeColumns(ordinary.ports.inputs) } }

  @inlinable @inline(__always)
  func run(_ call: KernelCall) throws -> UInt32 {
    if let value = quick.value(call) { return call.store(value) }
    return try ordinary.runOrdinarily(call)
  }
}

extension NodeDefinition {
  /// Declares a node whose ports are known at run time only. A formula, for example, has an input for each of its free names. The
  /// code runs even if inputs have failed; a failed input that it doesn't read has no effect. Use
  /// ``dynamic(_:inputs:outputs:cost:evaluate:)`` for several outputs, many connections or defaults.
  ///
  /// - Parameters:
  ///   - name: The name of the kind.
  ///   - inputs: The inputs, each taking one connection; defaults are not supported.
  ///   - output: The output.
  ///   - body: Computes the output from the inputs.
  /// - Returns: The definition.
  @inlinable @inline(__always)
  public static func dynamic<Value: Equatable & Sendable>(
    _ name: String, inputs: [NodeKind.Input], output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (borrowing DynamicInputs) throws -> Value
  ) -> NodeDefinition {
    requireSingle(inputs, of: name)
    // The closures capture the code itself: a call of it then goes through one object less.
    let ordinary = DynamicCode(inputs, body)
    let ports = ordinary.ports
    func run(_ batch: inout some KernelBatch) throws {
      while batch.findNext() {
        let call = batch.call
        batch.end(call.store(try body(DynamicInputs(call, ports))))
      }
    }
    let port = DynamicOutput(output)
    let kernel = Kernel(
      outputs: port.types, body: { call in call.store(try body(DynamicInputs(call, ports))) },
      carefulBody: { call, failures in try ordinary.run(call, failures) },
      loops: BatchLoops(pushed: { try run(&$0) }, dense: { try run(&$0) }))
    return NodeDefinition(NodeKind(name, inputs: inputs, outputs: port.outputs), kernel: kernel, defaults: [])
  }

  /// Declares a node as ``dynamic(_:inputs:output:evaluate:)`` does, with an output that several definitions share.
  @inlinable
  package static func dynamic<Value: Equatable & Sendable>(
    _ name: String, inputs: [NodeKind.Input], output: DynamicOutput<Value>,
    evaluate body: @escaping @Sendable (borrowing DynamicInputs) throws -> Value
  ) -> NodeDefinition {
    requireSingle(inputs, of: name)
    return DynamicCode(inputs, body).definition(name, output)
  }

  /// Declares a node as ``dynamic(_:inputs:output:evaluate:)`` does, with code that is tried first if all inputs have a value.
  @inlinable
  package static func dynamic<Quick: QuickCode>(
    _ name: String, inputs: [NodeKind.Input], output: DynamicOutput<Quick.Value>, quick: Quick,
    evaluate body: @escaping @Sendable (borrowing DynamicInputs) throws -> Quick.Value
  ) -> NodeDefinition {
    requireSingle(inputs, of: name)
    return QuickFirst(quick, DynamicCode(inputs, body)).definition(name, output)
  }

  @usableFromInline
  static func requireSingle(_ inputs: [NodeKind.Input], of name: String) {
    require(
      inputs.allSatisfy { $0.arity == .one && !$0.hasDefault },
      "inputs of a dynamic node take one connection and have no default, unlike those of '\(name)'")
  }
}
