// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a dialogue needs of the system: output, files, a clock. `nodecalc` implements it with a terminal, tests in memory.
package protocol CommandHost: AnyObject {
  /// Whether lines come from a terminal.
  var isInteractive: Bool { get }
  /// Whether the output shows escape sequences for 24-bit colour.
  var usesColor: Bool { get }
  /// Whether the output is UTF-8; pictures are drawn in ASCII otherwise. By default it is.
  var usesUnicode: Bool { get }
  /// The most columns of a line.
  var width: Int { get }
  /// The seconds of a monotonic clock.
  var seconds: Double { get }
  /// The memory of the program in bytes; `nil` if it is unknown.
  var memory: Int? { get }

  /// Whether to stop: an evaluation stops between two nodes, a file between two statements. By default never.
  var isInterrupted: Bool { get }

  /// The clock by which late values come; with `nil` they come at once. By default, that of the system.
  var clock: (any Clock<Duration>)? { get }

  /// The time of day: seconds of UTC since the beginning of 1970, and how far the zone where the machine is is ahead of UTC.
  /// By default there is none.
  var wallClock: (() -> (seconds: Double, offset: Double))? { get }

  /// Called from any thread when a late value has come: ends ``waitForArrival()``.
  var wake: @Sendable () -> Void { get }

  /// Waits until a late value has come; it may return early. By default there is no way to wait.
  ///
  /// - Returns: Whether to go on waiting if nothing has come: `false` after ^C.
  func waitForArrival() -> Bool

  /// Prints a line, given without a line feed.
  func print(_ line: String)

  /// Shows the progress of long work; by default, does nothing.
  ///
  /// - Parameters:
  ///   - fraction: How much is done, from 0 to 1; `nil` when the work ends.
  ///   - verb: The work: `sweeping`.
  ///   - name: The node or path that is worked on.
  func showProgress(_ fraction: Double?, _ verb: String, _ name: String)

  /// Reads a whole file.
  ///
  /// - Throws: A ``FileFailure`` with the reason.
  func readFile(_ path: String) throws(FileFailure) -> [UInt8]

  /// When a file was changed last; `nil` if there is none. By default, none is known, and no change is noticed.
  func stamp(of path: String) -> FileStamp?

  /// Replaces the contents of a file. If that fails, the file is unchanged.
  ///
  /// - Throws: A ``FileFailure`` with the reason.
  func writeFile(_ text: String, to path: String) throws(FileFailure)

  /// What is at a path, and which session holds it; by default, no other session does.
  func standing(of path: String) -> FileStanding

  /// Holds a file for this session, and releases the one before, so that other sessions know.
  ///
  /// - Returns: What is at the path.
  @discardableResult
  func hold(_ path: String) -> FileStanding

  /// The absolute path of a file; by default the path itself.
  func wholePath(_ path: String) -> String

  /// Where journals are stored; by default `nil`, and there are none.
  var journals: (any JournalStore)? { get }

  /// The coder of documents; by default `nil`, and documents can't be read or written.
  var documents: (any DocumentCoder)? { get }

  /// Lists a folder.
  ///
  /// - Parameter folder: A path; empty for the current folder.
  /// - Returns: The names in it, those of folders with a slash at their end; empty if it can't be read.
  func entries(of folder: String) -> [String]
}

extension CommandHost {
  package var usesUnicode: Bool { true }

  package var isInterrupted: Bool { false }

  package var clock: (any Clock<Duration>)? { ContinuousClock() }

  package var wallClock: (() -> (seconds: Double, offset: Double))? { nil }

  package var wake: @Sendable () -> Void { {} }

  package func waitForArrival() -> Bool { false }

  package func stamp(of path: String) -> FileStamp? { nil }

  package func standing(of path: String) -> FileStanding { (try? readFile(path)) == nil ? .absent : .free }

  package func hold(_ path: String) -> FileStanding { standing(of: path) }

  package func wholePath(_ path: String) -> String { path }

  /// An absolute path, relative to the current folder if it is below that.
  func shortPath(_ path: String) -> String {
    let here = wholePath("")
    return here.isEmpty || !path.hasPrefix(here) ? path : String(path.dropFirst(here.count))
  }

  package var journals: (any JournalStore)? { nil }

  package var documents: (any DocumentCoder)? { nil }

  package func showProgress(_ fraction: Double?, _ verb: String, _ name: String) {}
}
