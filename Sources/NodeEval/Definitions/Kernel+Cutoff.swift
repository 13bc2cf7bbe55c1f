// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Kernels with a cutoff of their own. They go through a closure for each comparison, so they needn't be specialised.
extension Kernel {
  @usableFromInline @inline(never)
  static func withCutoff<each Input: InputDeclaration, Value>(
    _ cutoff: Cutoff<Value>, inputs: repeat (each Input).Type,
    evaluate body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Kernel {
    let isSame = cutoff.comparison
    return unsafe Kernel(outputs: [ValueType(Value.self)]) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      return unsafe store(try body(repeat (each Input)._read(&reader)), values, output, unless: isSame)
    }
  }

  @inlinable
  static func source<Value: Equatable>(_ cutoff: Cutoff<Value>) -> Kernel {
    guard case .automatic = cutoff.rule else { return source(Value.self, unless: cutoff.comparison) }
    return source(Value.self) { isSame($0, $1) }
  }

  @inlinable
  static func source<Value>(_ cutoff: Cutoff<Value>) -> Kernel {
    guard case .automatic = cutoff.rule else { return source(Value.self, unless: cutoff.comparison) }
    return source(Value.self) { isSame($0, $1) }
  }

  @inlinable
  static func source<Value>(_ type: Value.Type, unless isSame: @escaping (Value, Value) -> Bool) -> Kernel {
    unsafe Kernel(
      source: ValueType(type),
      assign: { values, output, value in
        let value = unsafe value.assumingMemoryBound(to: Value.self).pointee
        return unsafe store(value, values, output, unless: isSame) != 0
      },
      isNoNews: { before, values, output in
        guard let before = before.load(as: Value.self) else { return false }
        return isSame(before, unsafe Cell.load(values, output, as: Value.self))
      })
  }
}

extension Cutoff {
  /// The comparison of a rule that is not automatic.
  @usableFromInline var comparison: (Value, Value) -> Bool {
    switch rule {
    case .custom(let isSame): isSame
    case .automatic, .never: { _, _ in false }
    }
  }
}
