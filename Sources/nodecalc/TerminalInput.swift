// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What was typed and not read yet. Whoever reads from the terminal reads here, so that pasted lines are seen to wait.
enum TerminalInput {
  private nonisolated(unsafe) static var waiting: [UInt8] = []
  private nonisolated(unsafe) static var next = 0

  /// Takes a byte, waiting for it; nothing at the end of input or after ^C.
  ///
  /// - Parameter onChange: Is called when the terminal has changed meanwhile.
  /// - Returns: The byte.
  static func take(onChange: () -> Void = {}) -> UInt8? {
    while true {
      if TerminalSignals.isInterrupted { return nil }
      if TerminalSignals.takeChange() { onChange() }
      if unsafe next < waiting.count { break }
      guard wait(milliseconds: -1) else { continue }
      guard fill() else { return nil }
    }
    defer { unsafe next += 1 }
    return unsafe waiting[next]
  }

  /// Whether a whole line waits: it was pasted, or typed while something else went on.
  static var hasLine: Bool {
    // A terminal hands a long paste over in pieces.
    while wait(milliseconds: 5), fill() {}
    return unsafe waiting[next...].contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// Forgets what was typed.
  static func discard() {
    unsafe waiting = []
    unsafe next = 0
    _ = tcflush(STDIN_FILENO, TCIFLUSH)
  }

  /// Waits until a file can be written or read; says no after ^C.
  static func waits(until file: Int32, for events: Int32) -> Bool {
    while !TerminalSignals.isInterrupted {
      var files = [
        pollfd(fd: file, events: Int16(events), revents: 0),
        pollfd(fd: TerminalSignals.wakeUp, events: Int16(POLLIN), revents: 0),
      ]
      if unsafe poll(&files, 2, -1) > 0, files[0].revents != 0 { return true }
      // The flags know what came; left in the pipe it would not let anything wait.
      TerminalSignals.drain()
    }
    return false
  }

  /// Lets time pass; says no after ^C.
  static func waits(milliseconds: Int32) -> Bool {
    var files = [pollfd(fd: TerminalSignals.wakeUp, events: Int16(POLLIN), revents: 0)]
    if unsafe poll(&files, 1, milliseconds) > 0 { TerminalSignals.drain() }
    return !TerminalSignals.isInterrupted
  }

  /// Whether there is something to read, or the end of it.
  private static func wait(milliseconds: Int32) -> Bool {
    var files = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: TerminalSignals.wakeUp, events: Int16(POLLIN), revents: 0),
    ]
    return unsafe poll(&files, 2, milliseconds) > 0 && files[0].revents != 0
  }

  /// Reads what is there. Returns false at the end of input.
  private static func fill() -> Bool {
    if unsafe next == waiting.count {
      unsafe waiting = []
      unsafe next = 0
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 { unsafe waiting += bytes[..<count] }
    return count > 0 || count < 0 && errno == EINTR
  }
}
