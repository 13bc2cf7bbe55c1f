// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What an observer receives: the value, or failure, before and after an edit.
public struct ValueChange<Value> {
  @usableFromInline var before: Result<Value, NodeFailure>
  @usableFromInline var after: Result<Value, NodeFailure>
  @usableFromInline var source: EditCause

  /// The result before the edit.
  @inlinable public var old: Result<Value, NodeFailure> { before }
  /// The result after the edit.
  @inlinable public var new: Result<Value, NodeFailure> { after }
  /// What caused the change.
  @inlinable public var cause: EditCause { source }

  @inlinable
  init(of present: Result<Value, NodeFailure>) {
    before = present
    after = present
    source = .initial
  }

  /// Whether the new result is a value.
  @inlinable var isOfValue: Bool { if case .success = after { true } else { false } }

  /// Overwrites a value with a value without releasing the old one, for types that need no release.
  @inlinable @inline(__always)
  static func overwrite(_ result: inout Result<Value, NodeFailure>, with value: Value) {
    unsafe withUnsafeMutablePointer(to: &result) { unsafe $0.initialize(to: .success(value)) }
  }

  /// Merges the next change into this one.
  mutating func goOn(to next: ValueChange) {
    after = next.after
    source = next.source
  }
}

extension ValueChange: Sendable where Value: Sendable {}

extension ValueChange: CustomStringConvertible {
  /// Old and new with an arrow between them; a failure shows its message.
  public var description: String {
    func text(_ result: Result<Value, NodeFailure>) -> String {
      switch result {
      case .success(let value): "\(value)"
      case .failure(let failure): "⚠ \(failure)"
      }
    }
    return "\(text(old)) → \(text(new))"
  }
}
