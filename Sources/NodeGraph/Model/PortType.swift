// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The type of what flows through a port: a Swift type, and the name a person reads.
///
/// Two port types are equal when their Swift types are; the name is for display only, unless the type is distinguished by
/// it.
///
/// ```swift
/// PortType(Double.self)                    // Double
/// PortType(Double.self, name: "Number")    // the same type, shown as Number
/// ```
public struct PortType: Sendable, CustomStringConvertible {
  /// What a person reads.
  public let name: String
  /// The Swift type.
  @usableFromInline package let identity: ObjectIdentifier
  /// How many 8-byte words a value takes where an evaluator keeps it.
  package let words: UInt32
  /// Whether types of other names are other types, as those of quantities in other units are.
  package let isDistinguishedByName: Bool

  /// Describes a Swift type.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - name: What a person reads; the type's own name unless given.
  public init<Value>(_ type: Value.Type, name: String? = nil) {
    self.name = name ?? String(describing: type)
    identity = ObjectIdentifier(type)
    words = Self.words(of: type)
    isDistinguishedByName = false
  }

  /// Describes what is carried as a Swift type, but fits only what has the same name, as a speed in km/h does.
  package init<Value>(_ type: Value.Type, distinguishedBy name: String) {
    self.name = name
    identity = ObjectIdentifier(type)
    words = Self.words(of: type)
    isDistinguishedByName = true
  }

  /// What is compared first where an input is connected: no output has that of a distinguished type, so names are looked at.
  var inputIdentity: ObjectIdentifier { isDistinguishedByName ? ObjectIdentifier(DistinguishedValue.self) : identity }

  /// The name.
  public var description: String { name }

  /// Whether values are kept in place: they fit 8-byte alignment and may be moved by copying bytes. Others are boxed.
  @inlinable package static func isKeptInPlace<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.alignment <= 8 && _isBitwiseTakable(Value.self)
  }

  /// How many 8-byte words a value takes; at least one.
  @inlinable package static func words<Value>(of type: Value.Type) -> UInt32 {
    isKeptInPlace(type) ? UInt32(max(1, (MemoryLayout<Value>.size + 7) / 8)) : 1
  }
}

extension PortType {
  /// The type of a port of which only the name is known, because the kind of its node is not. It fits any other: such a
  /// node never has a value, so nobody reads one as what it isn't.
  public static let unknown = PortType(UnknownValue.self, name: "unknown")

  /// Whether what is of this type may flow into a port of another.
  package func fits(_ other: PortType) -> Bool { self == other || self == .unknown || other == .unknown }
}

/// What nodes of unknown kinds would give: there is no such value.
package enum UnknownValue: Hashable, Sendable {}

/// Stands for the types of inputs that are distinguished by their names.
private enum DistinguishedValue {}

extension PortType: Hashable {
  /// Whether both carry the same Swift type and, of types that are distinguished by names, have the same name.
  public static func == (left: PortType, right: PortType) -> Bool {
    left.identity == right.identity && left.isDistinguishedByName == right.isDistinguishedByName
      && (!left.isDistinguishedByName || left.name == right.name)
  }

  /// Hashes the Swift type.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
