// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of earlier sessions, in a file that only the user can read.
///
/// Each line is appended when it is typed, so that it survives a crash, and concurrent sessions keep each other's
/// lines. If the file can't be read or written, the history is empty.
struct PromptHistory {
  /// The number of lines that are kept.
  static let limit = 1000

  /// The lines, oldest first.
  private(set) var lines: [String] = []
  private let path: String?

  /// The history of `$XDG_STATE_HOME/nodecalc/history`, by default in `~/.local/state`.
  init() {
    path = StateFolder.path.map { $0 + "/history" }
    guard let path, FileCalls.status(of: path).map(FileCalls.isRegular) == true,
      case .success(let bytes) = Terminal.read(path)
    else { return }
    let all = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    lines = all.suffix(Self.limit)
    if all.count > 2 * Self.limit { rewrite(path) }
  }

  /// Adds a line, unless it is blank or equal to the last one. Returns whether it was added.
  mutating func add(_ line: String) -> Bool {
    guard line.contains(where: { $0 != " " && $0 != "\t" }), line != lines.last, !line.utf8.contains(0x0a)
    else { return false }
    lines.append(line)
    if let path {
      StateFolder.make()
      Self.append(line + "\n", to: path)
    }
    return true
  }

  /// Replaces the file by one with the last lines only.
  private func rewrite(_ path: String) {
    let new = "\(path).\(getpid())"
    let isWritten = Self.append(lines.joined(separator: "\n") + "\n", to: new)
    let hasReplaced = unsafe isWritten && rename(new, path) == 0
    if !hasReplaced { _ = unsafe unlink(new) }
  }

  @discardableResult
  private static func append(_ text: String, to path: String) -> Bool {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = Array(text.utf8)
    // A single call, so that lines of several sessions don't mix.
    return unsafe write(file, &bytes, bytes.count) == bytes.count
  }
}
