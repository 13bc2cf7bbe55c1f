// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals of the terminal: ^C, a change of the window's size, and the continuation of the program.
///
/// A handler sets a flag and writes a byte into a pipe, so that a signal that arrives between reading the flag and
/// waiting for a key is not missed.
enum TerminalSignals {
  private nonisolated(unsafe) static var interrupt: sig_atomic_t = 0
  private nonisolated(unsafe) static var change: sig_atomic_t = 0
  private nonisolated(unsafe) static var wakeUpEnds: (read: Int32, write: Int32) = (-1, -1)

  /// Whether ^C was pressed since the last `clear()`.
  @inline(never)
  static var isInterrupted: Bool { unsafe interrupt != 0 }

  /// A descriptor that becomes readable when a signal arrives.
  static var wakeUp: Int32 { unsafe wakeUpEnds.read }

  /// Handles ^C from now on; by default it ends the program.
  ///
  /// - Parameter isOnce: Whether a second ^C ends the program immediately.
  static func handleInterrupts(isOnce: Bool = false) {
    open()
    if isOnce {
      _ = signal(SIGINT) { _ in
        _ = signal(SIGINT, SIG_DFL)
        TerminalSignals.raise(interrupt: true)
      }
    } else {
      _ = signal(SIGINT) { _ in TerminalSignals.raise(interrupt: true) }
    }
  }

  /// Handles, from now on, resizing of the window and continuation of the program.
  static func handleChanges() {
    open()
    _ = signal(SIGWINCH) { _ in TerminalSignals.raise(interrupt: false) }
    _ = signal(SIGCONT) { _ in TerminalSignals.raise(interrupt: false) }
  }

  /// Resets the flag of ^C.
  static func clear() {
    unsafe interrupt = 0
    drain()
  }

  /// Whether the terminal has changed since the last call.
  static func takeChange() -> Bool {
    drain()
    defer { unsafe change = 0 }
    return unsafe change != 0
  }

  /// Ends a wait, from any thread.
  static func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(wakeUpEnds.write, &byte, 1)
  }

  private static func open() {
    guard unsafe wakeUpEnds.read < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    unsafe wakeUpEnds = (ends[0], ends[1])
  }

  /// Empties the pipe, so that a wait ends at the next signal. The flags are unchanged.
  static func drain() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while unsafe read(wakeUpEnds.read, &bytes, 16) > 0 {}
  }

  private static func raise(interrupt isInterrupt: Bool) {
    let before = errno
    if isInterrupt { unsafe interrupt = 1 } else { unsafe change = 1 }
    wake()
    errno = before
  }
}
