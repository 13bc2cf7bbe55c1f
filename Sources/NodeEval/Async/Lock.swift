// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread at a time has access to.
///
/// The standard library's `Mutex` needs macOS 15, and the thread sanitizer does not know it on Linux.
@safe
final class Lock<Value>: @unchecked Sendable {
  // Sendable: the value is reached in `withLock` only.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  init(_ value: sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let error = unsafe pthread_mutex_init(mutex, nil)
    precondition(error == 0, "the system has no memory for a lock")
    self.value = value
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  /// Calls `body` with the value while no other thread has it. `body` is short, takes no other lock, and releases nothing of
  /// clients: what goes with that may come back here. It returns such things instead.
  func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
