// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system.
struct SystemThread {
  private let thread: pthread_t

  private final class Code {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The stack size of the main thread: code of nodes should not depend on the thread that runs it.
  private static let stackSize = 8 << 20

  /// Starts a thread that runs some code; `nil` if the system can't start another.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, Self.stackSize)
    let code = unsafe Unmanaged.passRetained(Code(body))
    #if canImport(Darwin)
      var started: pthread_t?
      let error = unsafe pthread_create(&started, &attributes, { unsafe SystemThread.run($0) }, code.toOpaque())
    #else
      var new = pthread_t()
      let error = unsafe pthread_create(&new, &attributes, { unsafe SystemThread.run($0) }, code.toOpaque())
      let started: pthread_t? = new
    #endif
    guard error == 0, let started else {
      unsafe code.release()
      return nil
    }
    thread = started
  }

  private static func run(_ code: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let code = unsafe code { unsafe Unmanaged<Code>.fromOpaque(code).takeRetainedValue().body() }
    return nil
  }

  /// Waits for the end of the thread. Must be called exactly once.
  func join() { pthread_join(thread, nil) }
}
