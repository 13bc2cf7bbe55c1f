// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files, standard streams and exit codes: all that touches the system.
enum Terminal {
  enum ExitCode: Int32 {
    case done = 0
    case refused = 1
    case usage = 2
    case errorValue = 3
  }

  static func exit(_ code: ExitCode) -> Never {
    flush()
    #if canImport(Glibc)
      Glibc.exit(code.rawValue)
    #elseif canImport(Musl)
      Musl.exit(code.rawValue)
    #else
      Darwin.exit(code.rawValue)
    #endif
  }

  /// Whether a person types.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// A closed pipe ends the program quietly, as it does other tools.
  static func dieQuietlyOnClosedPipe() { _ = signal(SIGPIPE, SIG_DFL) }

  static func flush() { _ = fflush(nil) }

  static func printError(_ text: String) {
    flush()
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The bytes of a file, or why it can't be read. `-` is standard input.
  static func read(_ path: String) -> Result<[UInt8], ReadError> {
    let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY)
    guard file >= 0 else { return .failure(.last(path)) }
    defer { if file != STDIN_FILENO { close(file) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      #if canImport(Darwin)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Darwin.read(file, $0.baseAddress, $0.count) }
      #elseif canImport(Musl)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Musl.read(file, $0.baseAddress, $0.count) }
      #else
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
      #endif
      if count == 0 { return .success(bytes) }
      guard count > 0 else {
        if errno == EINTR { continue }
        return .failure(.last(path))
      }
      bytes += buffer[..<count]
    }
  }

  struct ReadError: Error {
    let message: String

    static func last(_ path: String) -> ReadError {
      let reason = unsafe String(cString: strerror(errno))
      return ReadError(message: "can't read '\(path)': \(reason)")
    }
  }
}
