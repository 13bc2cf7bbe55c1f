// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A typed port of a ``NodeDefinition``: an input that takes one connection, or an output.
public struct ValuePort<Value: Sendable>: Sendable {
  /// The name, unique among the inputs or outputs of the kind.
  public let name: String
  /// The value that an unconnected input reads. With `nil` the node fails until the input is connected or given a literal.
  public let defaultValue: Value?
  /// The name of the type that user interfaces show; with `nil`, that of the Swift type.
  public let typeName: String?
  /// Whether the port fits only ports whose type has the same name.
  let isDistinguishedByName: Bool

  /// Declares a port.
  ///
  /// - Parameters:
  ///   - name: Unique among the inputs or outputs of the kind.
  ///   - type: The type of the values.
  ///   - default: The value that an unconnected input reads. Outputs ignore it.
  ///   - typeName: The name of the type that user interfaces show; with `nil`, that of the Swift type.
  public init(_ name: String, _ type: Value.Type = Value.self, default: Value? = nil, typeName: String? = nil) {
    self.name = name
    self.defaultValue = `default`
    self.typeName = typeName
    isDistinguishedByName = false
  }

  /// Declares a port that fits only ports whose type has the same name. The port of a quantity in a unit is an example.
  package init(_ name: String, distinguishedBy typeName: String) {
    self.name = name
    defaultValue = nil
    self.typeName = typeName
    isDistinguishedByName = true
  }

  @usableFromInline var type: PortType {
    if isDistinguishedByName, let typeName { return PortType(Value.self, distinguishedBy: typeName) }
    return PortType(Value.self, name: typeName)
  }
}

/// A typed input port that takes any number of connections; the code gets an array, in the order of connection, or
/// ``ManyValues``, which are not copied.
public struct ManyPort<Element: Sendable>: Sendable {
  /// The name, unique among the inputs of the kind.
  public let name: String
  /// The name of the type of an element that user interfaces show; with `nil`, that of the Swift type.
  public let typeName: String?

  /// Declares a port.
  ///
  /// - Parameters:
  ///   - name: Unique among the inputs of the kind.
  ///   - type: The type of each connected value.
  ///   - typeName: The name of the type that user interfaces show; with `nil`, that of the Swift type.
  public init(_ name: String, _ type: Element.Type = Element.self, typeName: String? = nil) {
    self.name = name
    self.typeName = typeName
  }
}

/// A type that a definition can declare as an input: a ``ValuePort`` or a ``ManyPort``.
public protocol InputDeclaration: Sendable {
  /// The type that the code of the definition receives for it.
  associatedtype Value

  /// The port without its default value.
  var input: NodeKind.Input { get }
  /// The value an unconnected input reads, type-erased.
  var erasedDefault: ErasedDefault? { get }
  /// Reads the value; only definitions call it.
  static func _read(_ call: inout KernelCall) -> Value
  /// Whether the values of scenarios form a column; only definitions call it.
  static var _isColumn: Bool { get }
  /// Reads the value of a row, for an input whose values form a column; only definitions call it.
  static func _read(_ call: ColumnCall, _ column: UnsafeMutableRawPointer, _ row: Int) -> Value
  /// Reads the value into the memory that the node keeps for it; only definitions call it.
  static func _read(_ call: inout KernelCall, keeping memory: inout InputMemory) -> Value
  /// Releases the values that were read, but keeps their storage; only definitions call it.
  static func _clear(_ memory: inout InputMemory)
  /// Adds the types of the memory that a node keeps for the input; only definitions call it.
  static func _addMemory(to types: inout InputMemoryTypes)
}

/// A default value without its static type.
public struct ErasedDefault: Sendable {
  let type: ValueType
  let value: any Sendable
}

/// A type that a definition can declare as an output.
@usableFromInline
protocol OutputDeclaration {
  var output: NodeKind.Output { get }
  var valueType: ValueType { get }
}

extension ValuePort: OutputDeclaration {
  @usableFromInline var output: NodeKind.Output { NodeKind.Output(name, type) }
  @usableFromInline var valueType: ValueType { ValueType(Value.self) }
}

extension ValuePort: InputDeclaration {
  /// The port without its default value.
  public var input: NodeKind.Input { NodeKind.Input(name, type, hasDefault: defaultValue != nil) }

  /// The default, type-erased.
  public var erasedDefault: ErasedDefault? {
    defaultValue.map { ErasedDefault(type: ValueType(Value.self), value: $0) }
  }

  /// Reads the value; only definitions call it.
  @inlinable @inline(__always)
  public static func _read(_ call: inout KernelCall) -> Value { call.read(Value.self) }

  /// Whether a value is one word that can be copied bit by bit.
  @inlinable @inline(__always)
  public static var _isColumn: Bool { ColumnCode.takes(Value.self) }

  /// Reads the value of a row; only definitions call it.
  @inlinable @inline(__always)
  public static func _read(_ call: ColumnCall, _ column: UnsafeMutableRawPointer, _ row: Int) -> Value {
    unsafe call.read(Value.self, column, row)
  }

  /// Reads the value; only definitions call it.
  @inlinable @inline(__always)
  public static func _read(_ call: inout KernelCall, keeping memory: inout InputMemory) -> Value {
    call.read(Value.self)
  }

  /// Does nothing: the node keeps no memory for the input.
  @inlinable @inline(__always)
  public static func _clear(_ memory: inout InputMemory) {}

  /// Adds no types.
  public static func _addMemory(to types: inout InputMemoryTypes) {}
}

extension ManyPort: InputDeclaration {
  /// The port as kinds list it, with the type of an element and the arity `many`.
  public var input: NodeKind.Input { NodeKind.Input(name, PortType(Element.self, name: typeName), arity: .many) }

  /// `nil`: without connections, an input that takes many reads an empty array.
  public var erasedDefault: ErasedDefault? { nil }

  /// Reads the values; only definitions call it.
  @inlinable @inline(__always)
  public static func _read(_ call: inout KernelCall) -> [Element] { call.readMany(Element.self) }

  /// False: a row has a list of values.
  @inlinable public static var _isColumn: Bool { false }

  /// Unreachable, because `_isColumn` is false.
  @inlinable
  public static func _read(_ call: ColumnCall, _ column: UnsafeMutableRawPointer, _ row: Int) -> [Element] { [] }

  /// Reads the values into the array of the previous run; only definitions call it.
  @inlinable @inline(__always)
  public static func _read(_ call: inout KernelCall, keeping memory: inout InputMemory) -> [Element] {
    memory.readMany(&call, Element.self)
  }

  /// Releases the values, and keeps the storage for them; only definitions call it.
  @inlinable @inline(__always)
  public static func _clear(_ memory: inout InputMemory) { memory.clearMany(Element.self) }

  /// Adds the array of the values; only definitions call it.
  public static func _addMemory(to types: inout InputMemoryTypes) { types.appendMany(Element.self) }
}
