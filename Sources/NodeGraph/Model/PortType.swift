// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The type of the values of a port: a Swift type, and a name for users.
///
/// Two port types are equal if their Swift types are equal; the name is for display only. (NodeEval also makes types that are
/// distinguished by their names, such as quantities with units: these are equal only if their names are too.)
///
/// Types are compared exactly: neither `Int` and `Double` nor `Double` and `Double?` can be connected, and subclasses don't fit
/// their superclass. An evaluator can register converters between types.
///
/// ```swift
/// PortType(Double.self)                    // Double
/// PortType(Double.self, name: "Number")    // the same type, shown as Number
/// ```
public struct PortType: Sendable, CustomStringConvertible {
  /// The name that users read, for instance in the description of ``GraphError/typeMismatch(source:_:target:_:)``.
  ///
  /// Different Swift types may have the same name; equality ignores it.
  public let name: String
  /// The Swift type.
  @usableFromInline package let identity: ObjectIdentifier
  /// The number of 8-byte words of a value in the storage of an evaluator.
  package let words: UInt32
  /// Whether types with other names are other types, as for quantities with other units.
  package let isDistinguishedByName: Bool

  /// Describes a Swift type.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - name: The name that users read; `nil` for the name of the Swift type, without its module. It doesn't affect equality.
  public init<Value>(_ type: Value.Type, name: String? = nil) {
    self.name = name ?? String(describing: type)
    identity = ObjectIdentifier(type)
    words = Self.words(of: type)
    isDistinguishedByName = false
  }

  /// Describes values of a Swift type that fit only types with the same name, such as speeds in km/h.
  package init<Value>(_ type: Value.Type, distinguishedBy name: String) {
    self.name = name
    identity = ObjectIdentifier(type)
    words = Self.words(of: type)
    isDistinguishedByName = true
  }

  /// The identity that is compared first when an input is connected. For a type distinguished by its name it is one that no
  /// output has, so that the names are compared.
  var inputIdentity: ObjectIdentifier { isDistinguishedByName ? ObjectIdentifier(DistinguishedValue.self) : identity }

  /// The name that users read.
  public var description: String { name }

  /// Returns whether values are stored inline: their alignment is at most 8 and they may be moved by copying bytes. Other
  /// values are boxed.
  @inlinable package static func isKeptInPlace<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.alignment <= 8 && _isBitwiseTakable(Value.self)
  }

  /// Returns the number of 8-byte words of a value; at least one.
  @inlinable package static func words<Value>(of type: Value.Type) -> UInt32 {
    isKeptInPlace(type) ? UInt32(max(1, (MemoryLayout<Value>.size + 7) / 8)) : 1
  }
}

extension PortType {
  /// The type of the ports of nodes whose kind is unknown, of which only the names are known.
  ///
  /// An evaluator gives it to nodes of a document whose kind isn't registered, so that their connections are preserved. It fits
  /// any other type. That is safe because such a node never has a value. Don't declare ports of it.
  public static let unknown = PortType(UnknownValue.self, name: "unknown")

  /// Returns whether an output of this type may be connected to an input of another.
  package func fits(_ other: PortType) -> Bool { self == other || self == .unknown || other == .unknown }
}

/// The type of values of nodes of unknown kinds. It has no values.
package enum UnknownValue: Hashable, Sendable {}

/// The placeholder for the Swift types of inputs that are distinguished by their names.
private enum DistinguishedValue {}

extension PortType: Hashable {
  /// Returns whether both have the same Swift type and, for types that are distinguished by their names, the same name.
  ///
  /// ``unknown`` equals only itself, although it fits any type.
  public static func == (left: PortType, right: PortType) -> Bool {
    left.identity == right.identity && left.isDistinguishedByName == right.isDistinguishedByName
      && (!left.isDistinguishedByName || left.name == right.name)
  }

  /// Hashes the Swift type only; types that are distinguished by their names may collide.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
