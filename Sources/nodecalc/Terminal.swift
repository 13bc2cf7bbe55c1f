// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Access to the system: files, standard streams and exit codes.
enum Terminal {
  enum ExitCode: Int32, Error {
    case done = 0
    case refused = 1
    case usage = 2
    case errorValue = 3
    case interrupted = 130
  }

  static func exit(_ wanted: ExitCode) -> Never {
    var code = wanted
    if fflush(nil) != 0 {
      let reason = unsafe String(cString: strerror(errno))
      printError("nodecalc: can't write to standard output: \(reason)")
      if code == .done || code == .errorValue { code = .usage }
    }
    #if canImport(Glibc)
      Glibc.exit(code.rawValue)
    #elseif canImport(Musl)
      Musl.exit(code.rawValue)
    #else
      Darwin.exit(code.rawValue)
    #endif
  }

  /// Whether standard input is a terminal.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether standard output is a terminal.
  static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether the terminal only prints, without cursor movement.
  static var isDumb: Bool {
    let kind = variable("TERM") ?? ""
    return kind.isEmpty || kind == "dumb"
  }

  /// Sets the C library to UTF-8, for any language; returns whether that succeeded.
  static var usesUTF8: Bool {
    for locale in ["", "C.UTF-8", "en_US.UTF-8"] where unsafe setlocale(LC_CTYPE, locale) != nil {
      guard let encoding = unsafe nl_langinfo(nl_item(CODESET)) else { continue }
      if unsafe String(cString: encoding) == "UTF-8" { return true }
    }
    return false
  }

  /// A variable of the environment.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The columns of standard output; `nil` if it is not a terminal.
  static var width: Int? {
    var size = winsize()
    guard isShown, unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Whether output is UTF-8, as it is unless the locale names another encoding.
  static var showsUnicode: Bool {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = Self.variable(variable), !value.isEmpty else { continue }
      return value.lowercased().contains("utf")
    }
    return true
  }

  /// Occupies the descriptors of standard streams that the caller has closed. Otherwise the next file to be opened
  /// would get one of them, and would be used in its place.
  ///
  /// They are opened in the opposite direction, so that using them fails as it would have (after gnulib's `stdopen`).
  static func occupyClosedStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free descriptor is used, which is this one.
      _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Makes a closed pipe end the program without a message, as in other tools.
  static func dieQuietlyOnClosedPipe() { _ = signal(SIGPIPE, SIG_DFL) }

  /// Makes a file that exceeds the size limit an ordinary error instead of a signal.
  static func outliveLargeFiles() { _ = signal(SIGXFSZ, SIG_IGN) }

  static func flush() { _ = fflush(nil) }

  static func printError(_ text: String) {
    flush()
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0) }
  }

  /// The greatest number of bytes that are read from a file. Devices such as `/dev/zero` have no end, and the session
  /// of a larger script would not fit into memory.
  private static let readLimit = 1 << 30

  /// Reads the bytes of a file, or returns the reason why it can't be read. `-` is standard input. ^C ends reading
  /// from any kind of file.
  static func read(_ path: String) -> Result<[UInt8], FileError> {
    // Without O_NONBLOCK, opening a pipe would wait for its writer, and ignore ^C.
    let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return .failure(.last("read", path)) }
    defer { if file != STDIN_FILENO { close(file) } }
    let name = FileError.name(path, "read")
    let tooLarge = FileError(
      message: "can't read \(name): it has more than \(readLimit >> 30) GiB, the most that is read")
    var bytes: [UInt8] = []
    if let status = FileCalls.status(of: file), FileCalls.isRegular(status) {
      if status.st_size > readLimit { return .failure(tooLarge) }
      bytes.reserveCapacity(Int(status.st_size))
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard TerminalInput.waits(until: file, for: POLLIN) else { return .failure(FileError(message: "interrupted")) }
      #if canImport(Darwin)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Darwin.read(file, $0.baseAddress, $0.count) }
      #elseif canImport(Musl)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Musl.read(file, $0.baseAddress, $0.count) }
      #else
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
      #endif
      if count == 0 { return .success(bytes) }
      guard count > 0 else {
        if errno == EINTR || errno == EAGAIN { continue }
        return .failure(.last("read", path))
      }
      bytes += buffer[..<count]
      if bytes.count > readLimit { return .failure(tooLarge) }
    }
  }

  /// Whether standard input is a pipe or a terminal, whose lines arrive one after the other.
  static var inputArrives: Bool {
    guard let status = FileCalls.status(of: STDIN_FILENO) else { return false }
    return status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK || isInteractive
  }

  /// Reads standard input as it arrives.
  struct Input {
    /// The reason why the input can't be read any further; `nil` at the end.
    private(set) var error: FileError?
    private var count = 0

    /// Waits for bytes; `nil` at the end, after an error, and after ^C.
    mutating func next() -> [UInt8]? {
      guard TerminalInput.waits(until: STDIN_FILENO, for: POLLIN) else { return nil }
      let bytes: [UInt8]
      switch TerminalInput.available() {
      case .success(let read): bytes = read
      case .failure(let error):
        self.error = error
        return nil
      }
      count += bytes.count
      if count > readLimit {
        error = FileError(
          message: "can't read standard input: it has more than \(readLimit >> 30) GiB, the most that is read")
        return nil
      }
      return bytes.isEmpty ? nil : bytes
    }
  }

  /// Replaces the contents of a file. `-` is standard output.
  static func write(_ text: String, to path: String) -> Result<Void, FileFailure> {
    Result { () throws(FileFailure) in
      if path != "-" { return try FileReplacement.write(text, to: path) }
      flush()
      if !FileCalls.write(text, to: STDOUT_FILENO) { throw FileFailure(FileError.last("write", path).message) }
    }
  }

  /// Writes lines to standard output immediately; on failure, prints the reason and returns `false`.
  static func writeLines(_ text: String) -> Bool {
    if FileCalls.write(text, to: STDOUT_FILENO) { return true }
    if !TerminalSignals.isInterrupted { printError("nodecalc: \(FileError.last("write", "-").message)") }
    return false
  }

  private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(file, bytes.baseAddress, bytes.count)
    #else
      unsafe Glibc.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  struct FileError: Error {
    let message: String

    static func last(_ verb: String, _ path: String) -> FileError {
      let reason = unsafe String(cString: strerror(errno))
      return FileError(message: "can't \(verb) \(name(path, verb)): \(reason)")
    }

    /// The name of a file in messages.
    static func name(_ path: String, _ verb: String) -> String {
      path == "-" ? verb == "read" ? "standard input" : "standard output" : "'\(path)'"
    }
  }
}
