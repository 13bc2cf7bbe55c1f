// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A gate at which threads sleep until shared words satisfy a condition.
@safe
final class ThreadGate: @unchecked Sendable {
  // Sendable: the system's functions may be called with both by any thread.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    let errors = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil))
    precondition(errors == (0, 0), "the system has no memory for a lock")
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deinitialize(count: 1)
    unsafe mutex.deinitialize(count: 1)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Sleeps until `isOpen` returns true.
  func wait(until isOpen: () -> Bool) {
    unsafe pthread_mutex_lock(mutex)
    while !isOpen() { unsafe pthread_cond_wait(condition, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Makes up to `count` sleeping threads test their condition again. Called after the data that they wait for was stored.
  func wake(_ count: Int) {
    // A thread that tested its condition before this point is asleep once the mutex was acquired.
    unsafe pthread_mutex_lock(mutex)
    unsafe pthread_mutex_unlock(mutex)
    for _ in 0..<count { unsafe pthread_cond_signal(condition) }
  }
}
