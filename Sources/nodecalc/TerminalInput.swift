// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Input that was typed and not read yet. All reads from the terminal use it, so that pasted lines are recognised.
enum TerminalInput {
  private nonisolated(unsafe) static var waiting: [UInt8] = []
  private nonisolated(unsafe) static var next = 0

  /// Reads a byte, waiting for it; `nil` at the end of input or after ^C.
  ///
  /// - Parameter onChange: Called if the terminal has changed in the meantime.
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

  /// Whether a whole line can be read, which was pasted, or typed while a statement ran.
  static var hasLine: Bool {
    // A terminal delivers a long paste in pieces.
    while wait(milliseconds: 5), fill() {}
    return unsafe waiting[next...].contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// Whether more input has arrived than was taken, so that the last byte was pasted.
  static var hasMore: Bool { unsafe next < waiting.count || wait(milliseconds: 5) }

  /// Discards the input.
  static func discard() {
    unsafe waiting = []
    unsafe next = 0
    _ = tcflush(STDIN_FILENO, TCIFLUSH)
  }

  /// Waits until a file can be written or read; returns `false` after ^C.
  static func waits(until file: Int32, for events: Int32) -> Bool {
    while !TerminalSignals.isInterrupted {
      var files = [
        pollfd(fd: file, events: Int16(events), revents: 0),
        pollfd(fd: TerminalSignals.wakeUp, events: Int16(POLLIN), revents: 0),
      ]
      if unsafe poll(&files, 2, -1) > 0, files[0].revents != 0 { return true }
      // The flags are set; a byte left in the pipe would end every wait.
      TerminalSignals.drain()
    }
    return false
  }

  /// Waits for a duration; returns `false` after ^C.
  static func waits(milliseconds: Int32) -> Bool {
    var files = [pollfd(fd: TerminalSignals.wakeUp, events: Int16(POLLIN), revents: 0)]
    if unsafe poll(&files, 1, milliseconds) > 0 { TerminalSignals.drain() }
    return !TerminalSignals.isInterrupted
  }

  /// Whether standard input can be read, or has ended.
  ///
  /// - Parameter waiting: Whether to wait for input, until ^C is pressed.
  /// - Returns: Whether a read returns immediately.
  static func isReadable(waiting: Bool) -> Bool {
    waiting ? waits(until: STDIN_FILENO, for: POLLIN) : wait(milliseconds: 0)
  }

  /// The bytes of standard input that can be read; empty at its end.
  static func available() -> Result<[UInt8], Terminal.FileError> {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN {
        guard waits(until: STDIN_FILENO, for: POLLIN) else { return .success([]) }
        continue
      }
      return count < 0 ? .failure(.last("read", "-")) : .success(Array(bytes.prefix(count)))
    }
  }

  /// Whether a read would return immediately.
  private static func wait(milliseconds: Int32) -> Bool {
    var files = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: TerminalSignals.wakeUp, events: Int16(POLLIN), revents: 0),
    ]
    return unsafe poll(&files, 2, milliseconds) > 0 && files[0].revents != 0
  }

  /// Reads the available bytes. Returns `false` at the end of input.
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
