// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Making kernels by how their values are compared. A comparison that is a type is specialised; a closure is called through memory.
extension Kernel {
  @inlinable @inline(__always)
  static func computing<each Input: InputDeclaration, Rule: Comparison>(
    inputs: repeat (each Input).Type, comparing rule: Rule.Type,
    evaluate body: @escaping (repeat (each Input).Value) throws -> Rule.Value
  ) -> Kernel {
    Kernel(outputs: [ValueType(Rule.Value.self)]) { call in
      var call = call
      return call.store(try body(repeat (each Input)._read(&call)), comparing: Rule.self)
    }
  }

  @usableFromInline @inline(never)
  static func computing<each Input: InputDeclaration, Value>(
    inputs: repeat (each Input).Type, unless isSame: @escaping (Value, Value) -> Bool,
    evaluate body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Kernel {
    Kernel(outputs: [ValueType(Value.self)]) { call in
      var call = call
      return call.store(try body(repeat (each Input)._read(&call)), unless: isSame)
    }
  }

  /// The kernel of a source of a type that can be compared.
  @inlinable
  static func source<Value: Equatable>(_ cutoff: Cutoff<Value>) -> Kernel {
    switch cutoff.rule {
    case .automatic: source(Value.self, unless: { EqualityComparison.isSame($0, $1) })
    case .never: source(Value.self, unless: { NoComparison.isSame($0, $1) })
    case .custom(let isSame): source(Value.self, unless: isSame)
    }
  }

  /// The kernel of a source of a type that can't be compared.
  @inlinable
  static func source<Value>(_ cutoff: Cutoff<Value>) -> Kernel {
    switch cutoff.rule {
    case .automatic where IdentityComparison<Value>.applies:
      source(Value.self, unless: { IdentityComparison.isSame($0, $1) })
    case .automatic, .never: source(Value.self, unless: { NoComparison.isSame($0, $1) })
    case .custom(let isSame): source(Value.self, unless: isSame)
    }
  }

  @inlinable @inline(__always)
  static func source<Value>(_ type: Value.Type, unless isSame: @escaping (Value, Value) -> Bool) -> Kernel {
    unsafe Kernel(
      source: ValueType(type),
      assign: { values, output, value in
        let value = unsafe value.assumingMemoryBound(to: Value.self).pointee
        return unsafe KernelCall.store(value, values, output, unless: isSame) != 0
      },
      isUnchanged: { before, values, output in
        guard let before = before as? Value else { return false }
        return isSame(before, unsafe Cell.load(values, output, as: Value.self))
      },
      isUnchangedWord: { word, values, output in
        isSame(KeptValue.load(word, as: Value.self), unsafe Cell.load(values, output, as: Value.self))
      })
  }
}
