// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that only one thread at a time can access.
///
/// The standard library's `Mutex` needs macOS 15, and the thread sanitizer does not know it on Linux.
@safe
final class Lock<Value>: @unchecked Sendable {
  // Sendable: the value is accessed in `withLock` only.
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

  /// Calls `body` with the value while no other thread can access it. `body` must be short, take no other lock, and release no
  /// objects of clients, because their `deinit` may call back here. It returns such objects instead.
  func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
