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

/// System calls for files.
enum FileCalls {
  /// The status of a file after following links; `nil` if the file doesn't exist, or its status can't be read.
  static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  static func status(of file: Int32) -> stat? {
    var status = stat()
    return unsafe fstat(file, &status) == 0 ? status : nil
  }

  /// Identifies the current state of a file.
  static func stamp(of path: String) -> FileStamp? {
    guard let status = status(of: path) else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return FileStamp(
      modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), size: Int64(status.st_size),
      number: UInt64(status.st_ino))
  }

  static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

  static func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }

  static func isSame(_ left: stat, _ right: stat) -> Bool {
    left.st_ino == right.st_ino && left.st_dev == right.st_dev
  }

  /// Locks a file. The lock ends with the last descriptor, so it never outlives the program.
  static func lock(_ file: Int32) -> Bool { flock(file, LOCK_EX | LOCK_NB) == 0 }

  /// Writes all bytes. Returns `false` on failure; the reason is in `errno`.
  static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: file) }
  }

  /// Writes a text, as ``write(_:to:)-([UInt8],_)`` does, without copying it.
  static func write(_ text: String, to file: Int32) -> Bool {
    var text = text
    return text.withUTF8 { unsafe write(UnsafeRawBufferPointer($0), to: file) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = unsafe systemWrite(file, rest.baseAddress, rest.count)
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        guard TerminalInput.waits(until: file, for: POLLOUT) else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private static func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.write(file, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.write(file, bytes, count)
    #else
      unsafe Glibc.write(file, bytes, count)
    #endif
  }

  /// Syncs the contents of a file to the disk.
  static func syncContents(_ file: Int32) -> Bool {
    #if canImport(Darwin)
      fsync(file) == 0
    #else
      fdatasync(file) == 0
    #endif
  }

  /// Syncs the names of a folder to the disk, where the system supports that.
  static func syncFolder(_ path: String) {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  /// 16 random hexadecimal digits.
  static var unpredictableName: String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The entries of a folder except `.` and `..`; empty if it can't be read.
  static func entries(in path: String) -> [(name: String, isFolder: Bool)] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var entries: [(String, Bool)] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { entries.append((name, unsafe entry.pointee.d_type == UInt8(DT_DIR))) }
    }
    return entries
  }

  /// The last error of an operation on a file in a folder.
  static func problem(in folder: String) -> FileProblem {
    switch errno {
    case ENOENT, ENOTDIR: .noFolder(folder)
    case EACCES, EPERM, EROFS: .closedFolder(folder)
    case EISDIR: .folder
    case ENOSPC, EDQUOT: .fullDisk
    case EFBIG: .tooLarge
    case ELOOP: .loop
    default: .other(unsafe String(cString: strerror(errno)))
    }
  }
}
