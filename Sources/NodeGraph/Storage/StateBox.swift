// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A value at a fixed address, owned by a class instance.
///
/// A mutable stored property of a class costs a dynamic exclusivity check at every access (45–95 ns a node in an
/// inner loop). Access through a constant pointer has no such check, so the owner must ensure that no foreign code runs
/// while the value is being changed.
@safe
@usableFromInline
package final class StateBox<Value: ~Copyable> {
  @usableFromInline package let pointer: UnsafeMutablePointer<Value>

  package init(_ value: consuming Value) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  /// The value, in place.
  @inlinable package var value: Value {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer) }
    @inline(__always) unsafeMutableAddress { unsafe pointer }
  }
}
