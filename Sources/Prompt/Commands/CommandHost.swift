// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The part of the system that a dialogue needs: output, files, a clock. `nodecalc` implements it with a terminal,
/// tests in memory.
package protocol CommandHost: FileReader {
  /// Whether lines come from a terminal.
  var isInteractive: Bool { get }
  /// Whether the output supports escape sequences for 24-bit colour.
  var usesColor: Bool { get }
  /// Whether the output is UTF-8, as by default; otherwise pictures are drawn in ASCII.
  var usesUnicode: Bool { get }
  /// The greatest number of columns in a line.
  var width: Int { get }
  /// The seconds of a monotonic clock.
  var seconds: Double { get }
  /// The memory of the program in bytes; `nil` if it is unknown.
  var memory: Int? { get }

  /// Whether to stop: an evaluation stops between two nodes, a file between two statements. By default `false`.
  var isInterrupted: Bool { get }

  /// The clock for delayed values; with `nil` they arrive immediately. By default, the clock of the system.
  var clock: (any Clock<Duration>)? { get }

  /// The time of day: seconds of UTC since the beginning of 1970, and the offset of the local zone from UTC. By default `nil`.
  var wallClock: (() -> (seconds: Double, offset: Double))? { get }

  /// Called from any thread when a delayed value has arrived: ends ``waitForArrival()``.
  var wake: @Sendable () -> Void { get }

  /// Waits until a delayed value has arrived; it may return early. By default waiting is not possible.
  ///
  /// - Returns: Whether to continue waiting if no value has arrived: `false` after ^C.
  func waitForArrival() -> Bool

  /// Prints a line, given without a line feed.
  func print(_ line: String)

  /// Shows the progress of long work. The default implementation has no effect.
  ///
  /// - Parameters:
  ///   - fraction: The fraction of the work that is done, from 0 to 1; `nil` when the work ends.
  ///   - verb: The work: `sweeping`.
  ///   - name: The node or path that the work is about.
  func showProgress(_ fraction: Double?, _ verb: String, _ name: String)

  /// Replaces the contents of a file. If that fails, the file is unchanged.
  ///
  /// - Throws: A ``Formulas/FileFailure`` with the reason.
  func writeFile(_ text: String, to path: String) throws(FileFailure)

  /// The kind of file at a path, and the session that holds it; by default, no other session does.
  func standing(of path: String) -> FileStanding

  /// Holds a file for this session, so that other sessions can see that, and releases the previous one.
  ///
  /// - Returns: The kind of file at the path, and the session that holds it.
  @discardableResult
  func hold(_ path: String) -> FileStanding

  /// The absolute path of a file; by default the path itself.
  func wholePath(_ path: String) -> String

  /// The store of journals; by default `nil`, and no journals are written.
  var journals: (any JournalStore)? { get }

  /// The coder of documents; by default `nil`, and documents can't be read or written.
  var documents: (any DocumentCoder)? { get }

  /// Lists a folder.
  ///
  /// - Parameter folder: A path; empty for the current folder.
  /// - Returns: The names in it, with a slash at the end of folders; empty if the folder can't be read.
  func entries(of folder: String) -> [String]
}

extension CommandHost {
  package var usesUnicode: Bool { true }

  package var isInterrupted: Bool { false }

  package var clock: (any Clock<Duration>)? { ContinuousClock() }

  package var wallClock: (() -> (seconds: Double, offset: Double))? { nil }

  package var wake: @Sendable () -> Void { {} }

  package func waitForArrival() -> Bool { false }

  package func standing(of path: String) -> FileStanding { (try? readFile(path)) == nil ? .absent : .free }

  package func hold(_ path: String) -> FileStanding { standing(of: path) }

  package func wholePath(_ path: String) -> String { path }

  /// The path relative to the current folder if it is below that; otherwise the path itself.
  func shortPath(_ path: String) -> String {
    let here = wholePath("")
    return here.isEmpty || !path.hasPrefix(here) ? path : String(path.dropFirst(here.count))
  }

  package var journals: (any JournalStore)? { nil }

  package var documents: (any DocumentCoder)? { nil }

  package func showProgress(_ fraction: Double?, _ verb: String, _ name: String) {}
}
