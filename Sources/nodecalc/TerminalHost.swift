// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Provides the terminal, files and a clock to commands.
final class TerminalHost: CommandHost {
  private let origin = ContinuousClock.now
  private var progress: Progress?
  private var fileHold = FileHold()
  let clock: (any Clock<Duration>)?
  private(set) lazy var journals: (any JournalStore)? = JournalFiles()

  /// Creates a host.
  ///
  /// - Parameter clock: The clock for delayed values; with `nil` they arrive immediately.
  init(clock: (any Clock<Duration>)? = ContinuousClock()) { self.clock = clock }

  var documents: (any DocumentCoder)? { JSONDocuments() }

  var isInteractive: Bool { Terminal.isInteractive }

  var usesColor: Bool {
    isatty(STDOUT_FILENO) == 1 && (Terminal.variable("NO_COLOR") ?? "").isEmpty && !Terminal.isDumb
  }

  var usesUnicode: Bool { Terminal.showsUnicode }

  var width: Int { Terminal.width ?? 80 }

  var isInterrupted: Bool { TerminalSignals.isInterrupted }

  var wake: @Sendable () -> Void { { TerminalSignals.wake() } }

  func waitForArrival() -> Bool {
    Terminal.flush()
    return TerminalInput.waits(milliseconds: -1)
  }

  var seconds: Double {
    let elapsed = (ContinuousClock.now - origin).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }

  var wallClock: (() -> (seconds: Double, offset: Double))? {
    {
      var now = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      var parts = unsafe tm()
      unsafe localtime_r(&now.tv_sec, &parts)
      return (Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9, unsafe Double(parts.tm_gmtoff))
    }
  }

  /// The memory of the process; on Linux, its resident set.
  var memory: Int? {
    guard case .success(let bytes) = Terminal.read("/proc/self/statm") else { return nil }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
  }

  /// Expands `~/` at the beginning of a path to the home folder, as shells do.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = Terminal.variable("HOME"), !home.isEmpty else { return path }
    return home + path.dropFirst()
  }

  func print(_ line: String) { Swift.print(line) }

  func showProgress(_ fraction: Double?, _ verb: String, _ name: String) {
    guard let fraction else {
      progress?.erase()
      progress = nil
      return
    }
    let shown = progress ?? Progress(verb, name)
    progress = shown
    shown.update(fraction)
  }

  func readFile(_ path: String) throws(FileFailure) -> [UInt8] {
    switch Terminal.read(Self.expanded(path)) {
    case .success(let bytes): return bytes
    case .failure(let error): throw FileFailure(error.message)
    }
  }

  func stamp(of path: String) -> FileStamp? { FileCalls.stamp(of: Self.expanded(path)) }

  func writeFile(_ text: String, to path: String) throws(FileFailure) {
    try Terminal.write(text, to: Self.expanded(path)).get()
  }

  func standing(of path: String) -> FileStanding { fileHold.standing(of: Self.expanded(path)) }

  @discardableResult
  func hold(_ path: String) -> FileStanding { fileHold.hold(Self.expanded(path)) }

  func wholePath(_ given: String) -> String {
    let path = Self.expanded(given)
    // A file is known by one path, independent of the links that lead to it.
    if !path.isEmpty, let whole = unsafe realpath(path, nil) {
      defer { unsafe free(whole) }
      return unsafe String(cString: whole)
    }
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe "\(String(cString: folder))/\(path)"
  }

  func entries(of folder: String) -> [String] {
    FileCalls.entries(in: folder.isEmpty ? "." : Self.expanded(folder)).map { $0.isFolder ? $0.name + "/" : $0.name }
      .sorted()
  }
}
