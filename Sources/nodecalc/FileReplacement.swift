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

/// Replaces a file so that, even after a crash, it has either all of the old contents or all of the new: a new file
/// is written to the same folder and renamed. Links are followed, permissions and owner are kept. Pipes and devices
/// are written directly.
struct FileReplacement {
  /// The path as it was given.
  private let path: String
  /// The path with all links followed.
  private let target: String
  private let folder: String
  private let name: String

  static func write(_ text: String, to path: String) throws(FileFailure) {
    let old = FileCalls.status(of: path)
    if let old {
      if FileCalls.isFolder(old) { throw FileProblem.folder.failure("write", path) }
      for stream in [STDOUT_FILENO, STDERR_FILENO] {
        guard let status = FileCalls.status(of: stream), FileCalls.isSame(status, old) else { continue }
        Terminal.flush()
        if !FileCalls.write(text, to: stream) { throw FileCalls.problem(in: path).failure("write", path) }
        return
      }
      if !FileCalls.isRegular(old) { return try writeStraight(text, to: path) }
    }
    try FileReplacement(path).write(text, inPlaceOf: old)
  }

  private init(_ path: String) throws(FileFailure) {
    self.path = path
    var target = path
    var links = 0
    while let link = Self.link(at: target) {
      links += 1
      if links > 40 { throw FileProblem.loop.failure("write", path) }
      target = link.hasPrefix("/") ? link : Self.split(target).prefix + link
    }
    self.target = target
    let (prefix, name) = Self.split(target)
    folder = prefix.isEmpty ? "." : prefix.utf8.count == 1 ? "/" : String(prefix.dropLast())
    self.name = name
    if name.isEmpty { throw FileProblem.noFolder(folder).failure("write", path) }
  }

  /// Splits a path into its folder and its last part.
  private static func split(_ path: String) -> (prefix: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  private static func link(at path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe buffer.baseAddress.map { unsafe readlink(path, $0.assumingMemoryBound(to: CChar.self), buffer.count) } ?? 0
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  // MARK: Writing

  private func write(_ text: String, inPlaceOf old: stat?) throws(FileFailure) {
    if old != nil, unsafe faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) != 0 {
      if errno == EROFS { throw failure }
      throw FileProblem.other(unsafe String(cString: strerror(errno))).failure("write", path)
    }
    let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw failure }
    defer { close(directory) }
    removeRemains()
    let temporary = remainsPrefix + FileCalls.unpredictableName + Self.remainsSuffix
    let file = unsafe openat(
      directory, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, old == nil ? 0o666 : 0o600)
    guard file >= 0 else { throw failure }
    defer { close(file) }
    _ = FileCalls.lock(file)
    if let old { keepAttributes(of: old, file) }
    guard FileCalls.write(text, to: file), fsync(file) == 0,
      unsafe renameat(directory, temporary, directory, name) == 0
    else {
      let failure = failure
      _ = unsafe unlinkat(directory, temporary, 0)
      throw failure
    }
    _ = fsync(directory)
  }

  private func keepAttributes(of old: stat, _ file: Int32) {
    var mode = old.st_mode & 0o7777
    if let new = FileCalls.status(of: file), new.st_uid != old.st_uid || new.st_gid != old.st_gid,
      fchown(file, old.st_uid, old.st_gid) != 0, fchown(file, new.st_uid, old.st_gid) != 0
    {
      // If the group can't be kept, the new group must not get the permissions of the old one.
      mode = mode & 0o707 | (mode & 0o007) << 3
    }
    _ = fchmod(file, mode)
  }

  private var failure: FileFailure { FileCalls.problem(in: folder).failure("write", path) }

  // MARK: Remains

  private static let remainsSuffix = ".nodecalc"

  /// The start of the names of temporary files, before their random part. A long name is cut, because names of files are
  /// limited to 255 bytes.
  private var remainsPrefix: String { ".\(String(decoding: name.utf8.prefix(180), as: UTF8.self))." }

  /// Removes files that killed programs have left, whose locks are free.
  private func removeRemains() {
    let prefix = remainsPrefix
    let count = prefix.utf8.count + 16 + Self.remainsSuffix.utf8.count
    for (name, _) in FileCalls.entries(in: folder)
    where name.hasPrefix(prefix) && name.hasSuffix(Self.remainsSuffix) && name.utf8.count == count {
      let remains = "\(folder)/\(name)"
      let file = unsafe open(remains, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { continue }
      if FileCalls.lock(file) { _ = unsafe unlink(remains) }
      close(file)
    }
  }

  // MARK: Pipes and devices

  /// Writes to a pipe or device, and waits for its reader.
  private static func writeStraight(_ text: String, to path: String) throws(FileFailure) {
    var file: Int32
    repeat {
      file = unsafe open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    } while file < 0 && errno == ENXIO && TerminalInput.waits(milliseconds: 20)
    let isWritten = file >= 0 && FileCalls.write(text, to: file)
    let failure = FileProblem.other(unsafe String(cString: strerror(errno))).failure("write", path)
    if file >= 0 { close(file) }
    if TerminalSignals.isInterrupted, !isWritten { throw FileFailure("interrupted") }
    if !isWritten { throw failure }
  }
}
