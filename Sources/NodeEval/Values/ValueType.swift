// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The operations on values of a type that an evaluator needs: copying them out, storing them, destroying them.
@safe
@usableFromInline
package final class ValueType: @unchecked Sendable {
  // Sendable: all closures capture a type at most.
  @usableFromInline let port: PortType
  /// Whether values can be destroyed without running any code.
  @usableFromInline package let isTrivial: Bool
  /// Whether a value is copied by copying one word.
  let isWord: Bool
  @usableFromInline let destroy: (UnsafeMutableRawPointer, UInt32) -> Void
  let copy: (UnsafeMutableRawPointer, UInt32) -> Any
  let initialize: (UnsafeMutableRawPointer, UInt32, Any) -> Void
  /// Copies a value from a cell to one in other memory.
  let duplicate: (UnsafeMutableRawPointer, UInt32, UnsafeMutableRawPointer, UInt32) -> Void
  /// Whether a value in a cell and one in other memory are the same, as far as the values can be compared.
  let isSame: (UnsafeMutableRawPointer, UInt32, UnsafeMutableRawPointer, UInt32) -> Bool
  /// Counts the bytes that a value in a cell holds elsewhere, or that a kept copy of it does.
  let count: (UnsafeMutableRawPointer, UInt32, inout ByteTally) -> Void
  let countKept: (Any, inout ByteTally) -> Void

  /// The value type of a port's type.
  static func of(_ port: PortType) -> ValueType {
    // The identity of a type is its address, and that address is also its metatype at run time.
    let type = unsafe unsafeBitCast(port.identity, to: Any.Type.self)
    func make<Value>(_ type: Value.Type) -> ValueType { ValueType(type) }
    return _openExistential(type, do: make)
  }

  @usableFromInline
  package init<Value>(_ type: Value.Type, name: String? = nil) {
    port = PortType(type, name: name)
    isTrivial = _isPOD(type) && PortType.isKeptInPlace(type)
    isWord = isTrivial && port.words == 1
    unsafe destroy = { base, cell in unsafe Cell.destroy(base, cell, as: Value.self) }
    unsafe copy = { base, cell in unsafe Cell.load(base, cell, as: Value.self) }
    unsafe duplicate = { base, cell, other, place in unsafe Cell.duplicate(base, cell, other, place, as: Value.self) }
    unsafe isSame = { base, cell, other, place in
      isSameAsFarAsKnown(unsafe Cell.load(base, cell, as: Value.self), unsafe Cell.load(other, place, as: Value.self))
    }
    unsafe count = { base, cell, tally in unsafe Cell.count(base, cell, as: Value.self, in: &tally) }
    countKept = { value, tally in
      if let value = value as? Value { tally.add(value) }
      // A value that doesn't fit into three words is stored in a box.
      if MemoryLayout<Value>.size > 24 { tally.add(byteCount: MemoryLayout<Value>.size + 32) }
    }
    unsafe initialize = { base, cell, value in
      guard let value = value as? Value else { preconditionFailure("a cell holds one type") }
      unsafe Cell.initialize(base, cell, to: value)
    }
  }
}
