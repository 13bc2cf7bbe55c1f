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

/// Stores journals as files that only the user can read: `….journal` while the session runs, `….kept` once it is archived.
///
/// A session locks its journal, so a journal without a lock belongs to a session that crashed.
final class JournalFiles: JournalStore {
  /// The number of archived journals that are kept.
  private static let limit = 20

  private let folder: String
  private var name = JournalFiles.newName
  private var file: Int32 = -1

  private static var newName: String { FileCalls.unpredictableName + ".journal" }

  /// Opens the journals in the state folder; `nil` if the folder can't be written.
  init?() {
    guard let folder = StateFolder.path else { return nil }
    StateFolder.make()
    guard unsafe access(folder, W_OK | X_OK) == 0 else { return nil }
    self.folder = folder
  }

  private var path: String { "\(folder)/\(name)" }

  private var failure: FileFailure { FileCalls.problem(in: folder).failure("write", "\(folder)/\(name)") }

  func replace(_ bytes: [UInt8]) throws(FileFailure) {
    let new = "\(folder)/\(FileCalls.unpredictableName).new"
    let file = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure }
    // The file is locked before it gets a name that other sessions search for.
    guard FileCalls.lock(file) || errno != EWOULDBLOCK, FileCalls.write(bytes, to: file), fsync(file) == 0,
      unsafe rename(new, path) == 0
    else {
      let failure = failure
      _ = unsafe unlink(new)
      close(file)
      throw failure
    }
    FileCalls.syncFolder(folder)
    end()
    self.file = file
  }

  func append(_ bytes: [UInt8]) throws(FileFailure) {
    guard file >= 0, let status = FileCalls.status(of: file), status.st_nlink > 0 else {
      throw FileProblem.other("it was removed").failure("write", path)
    }
    guard FileCalls.write(bytes, to: file), FileCalls.syncContents(file) else { throw failure }
  }

  func remove() {
    if file >= 0 { _ = unsafe unlink(path) }
    end()
  }

  func archive() -> Bool {
    guard file >= 0 else { return false }
    // If renaming fails, the journal is found under its old name.
    _ = unsafe rename(path, "\(folder)/\(name.prefix(16)).kept")
    FileCalls.syncFolder(folder)
    end()
    name = Self.newName
    removeOldest()
    return true
  }

  private func end() {
    if file >= 0 { close(file) }
    file = -1
  }

  // MARK: Ended sessions

  func ended(includesArchived: Bool) -> [EndedJournal] {
    var found: [(time: timespec, journal: EndedJournal)] = []
    for (name, _) in FileCalls.entries(in: folder) where name != self.name {
      let isNew = name.hasSuffix(".new")
      guard isNew || name.hasSuffix(".journal") || includesArchived && name.hasSuffix(".kept") else { continue }
      let path = "\(folder)/\(name)"
      // Without O_NONBLOCK, opening a pipe would wait for its writer.
      let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      guard FileCalls.status(of: file).map(FileCalls.isRegular) == true else { continue }
      // The session still runs if its journal is locked, or was replaced in the meantime. Where files can't be
      // locked, it is better to list a running session than to omit a crashed one.
      let isLocked = FileCalls.lock(file)
      guard isLocked || errno != EWOULDBLOCK && !isNew, let status = FileCalls.status(of: file),
        let now = FileCalls.status(of: path), FileCalls.isSame(status, now)
      else { continue }
      if isNew {
        _ = unsafe unlink(path)
      } else if case .success(let bytes) = Terminal.read(path) {
        let time = Self.time(of: status)
        found.append((time, EndedJournal(id: name, time: Self.text(time), bytes: bytes)))
      }
    }
    return found.sorted { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }.map(\.journal)
  }

  func forget(_ journal: EndedJournal) { _ = unsafe unlink("\(folder)/\(journal.id)") }

  private func removeOldest() {
    let kept = FileCalls.entries(in: folder).map(\.name).filter { $0.hasSuffix(".kept") }.map { "\(folder)/\($0)" }
    guard kept.count > Self.limit else { return }
    let times = kept.map { path -> (path: String, time: timespec) in
      (path, FileCalls.status(of: path).map(Self.time) ?? timespec())
    }
    // Several sessions may end within a second.
    let sorted = times.sorted { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }
    for (path, _) in sorted.dropLast(Self.limit) { _ = unsafe unlink(path) }
  }

  private static func time(of status: stat) -> timespec {
    #if canImport(Darwin)
      status.st_mtimespec
    #else
      status.st_mtim
    #endif
  }

  /// The local time as text: `21 Nov 14:03`.
  private static func text(_ time: timespec) -> String {
    var seconds = time.tv_sec
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return "?" }
    let (day, hour, minute) = unsafe (parts.tm_mday, parts.tm_hour, parts.tm_min)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = months[unsafe Int(parts.tm_mon) % 12]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day) \(month) \(two(hour)):\(two(minute))"
  }
}
