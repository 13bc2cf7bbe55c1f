// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Arithmetic that takes a while.
enum Spin {
  /// Executes steps that depend on each other; the result is 0. The call is not optimised, because it would be
  /// removed as having no effect.
  @_optimize(none) @inline(never) static func run(_ steps: Int) -> Double { work(steps) }

  @inline(never) private static func work(_ steps: Int) -> Double {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<steps { state = (state ^ (state >> 31)) &* 0xBF58_476D_1CE4_E5B9 }
    return state == 1 ? 1 : 0
  }

  /// Uses a result, because code whose result is not used would be removed.
  static func expectNothing(of result: Double) { if result != 0 { print(result) } }

  private static let stepsInMillisecond: Double = {
    var least = Double.infinity
    for _ in 0..<20 {
      let start = wallTime()
      expectNothing(of: run(100_000))
      least = min(least, wallTime() - start)
    }
    return 100_000 / least * 1e6
  }()

  static func steps(for nanoseconds: Double) -> Int { Int(stepsInMillisecond * nanoseconds / 1e6) }

  /// The current ratio of the work of two threads to the work of one.
  static func probe() -> Double {
    let steps = steps(for: 2e6)
    let alone = least(of: 2) { expectNothing(of: run(steps)) }
    let together = least(of: 2) {
      let other = thread { expectNothing(of: run(steps)) }
      expectNothing(of: run(steps))
      other.join()
    }
    return 2 * alone / together
  }

  private static func least(of count: Int, _ body: () -> Void) -> Double {
    var least = Double.infinity
    for _ in 0..<count {
      let start = wallTime()
      body()
      least = min(least, wallTime() - start)
    }
    return least
  }
}

/// Runs a closure on a thread of its own.
func thread(_ body: @escaping @Sendable () -> Void) -> RunningThread { RunningThread(body) }

final class RunningThread {
  private final class Body: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  #if canImport(Darwin)
    private var thread: pthread_t?
  #else
    private var thread = pthread_t()
  #endif

  init(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    pthread_create(&thread, nil, { RunningThread.serve($0) }, context)
  }

  private static func serve(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body() }
    return nil
  }

  func join() {
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }
}

/// A flag that one thread sets for others.
private final class SharedFlag: @unchecked Sendable {
  // Sendable: the value is only accessed under the lock.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value = false

  init() { pthread_mutex_init(lock, nil) }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  var isRaised: Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return value
  }

  func raise() {
    pthread_mutex_lock(lock)
    value = true
    pthread_mutex_unlock(lock)
  }
}

/// Threads that are busy until they are ended.
final class Busy {
  private let isOver = SharedFlag()
  private var threads: [RunningThread] = []

  init(threads count: Int) {
    for _ in 0..<count {
      threads.append(thread { [isOver] in while !isOver.isRaised { Spin.expectNothing(of: Spin.run(1_000_000)) } })
    }
  }

  func end() {
    isOver.raise()
    for thread in threads { thread.join() }
  }
}
