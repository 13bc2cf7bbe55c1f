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

/// Holds the lock of the file that a session works on, so that other sessions can see that. Where files can't be
/// locked, they can't.
struct FileHold {
  private var held: Int32 = -1

  func standing(of path: String) -> FileStanding { look(at: path).standing }

  /// Locks a file, and releases the previous one.
  mutating func hold(_ path: String) -> FileStanding {
    let (standing, file) = look(at: path, keepsLock: true)
    if standing == .free && file < 0, isHeld(path) { return .free }
    if held >= 0 { close(held) }
    held = file
    return standing
  }

  private func isHeld(_ path: String) -> Bool {
    guard let mine = FileCalls.status(of: held), let other = FileCalls.status(of: path) else { return false }
    return FileCalls.isSame(mine, other)
  }

  private func look(at path: String, keepsLock: Bool = false) -> (standing: FileStanding, file: Int32) {
    if path == "-" { return (.noFile, -1) }
    guard let status = FileCalls.status(of: path) else { return (.absent, -1) }
    guard FileCalls.isRegular(status) else { return (.noFile, -1) }
    if isHeld(path) { return (.free, -1) }
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return (.free, -1) }
    if FileCalls.lock(file) {
      if keepsLock { return (.free, file) }
      close(file)
      return (.free, -1)
    }
    let isTaken = errno == EWOULDBLOCK
    close(file)
    return (isTaken ? .held(by: Self.holder(of: status)) : .free, -1)
  }

  /// The process that holds the lock of a file; `nil` if the system doesn't report it.
  private static func holder(of status: stat) -> String? {
    guard case .success(let bytes) = Terminal.read("/proc/locks") else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK", fields[5].hasSuffix(":\(status.st_ino)"),
        let process = Int(fields[4]), process > 0
      else { continue }
      return "process \(process)"
    }
    return nil
  }
}
