// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a dialogue needs of the system: lines, files, a clock. A program implements it; tests have one of their own.
package protocol CommandHost: AnyObject {
  /// Whether a person types and reads.
  var isInteractive: Bool { get }
  /// Whether escape sequences for 24-bit colour are shown as colour.
  var usesColor: Bool { get }
  /// Whether what is printed is read as UTF-8; pictures are drawn in ASCII otherwise.
  var usesUnicode: Bool { get }
  /// How many columns a line has.
  var width: Int { get }
  /// The seconds since any fixed moment, never running backwards.
  var seconds: Double { get }
  /// How much memory the program holds, in bytes; nothing if that is unknown.
  var memory: Int? { get }

  /// Whether what is being done shall stop: an evaluation between two nodes, a file between two statements.
  var isInterrupted: Bool { get }

  /// Prints a line, which has no line feed at its end.
  func print(_ line: String)

  /// Tells how far long work is; by default nothing is told.
  ///
  /// - Parameters:
  ///   - fraction: How much is done, from 0 to 1; nothing when it is over.
  ///   - verb: What is done: `sweeping`.
  ///   - name: To what: a node or a path.
  func showProgress(_ fraction: Double?, _ verb: String, _ name: String)

  /// Reads a whole file.
  ///
  /// - Throws: A ``FileFailure`` that says why it can't.
  func readFile(_ path: String) throws(FileFailure) -> [UInt8]

  /// Writes a file in place of what it holds: all of it, or nothing if that fails.
  ///
  /// - Throws: A ``FileFailure`` that says why it can't.
  func writeFile(_ text: String, to path: String) throws(FileFailure)

  /// Says what there is at a path; by default, that nobody else works on it.
  func standing(of path: String) -> FileStanding

  /// Lets other sessions know that this one works on a file, and no longer on the one before.
  ///
  /// - Returns: What there is.
  @discardableResult
  func hold(_ path: String) -> FileStanding

  /// A path that means the same wherever the program runs; by default the path itself.
  func wholePath(_ path: String) -> String

  /// Where the journal of a session is kept; by default there is none.
  var journals: (any JournalStore)? { get }

  /// What reads and writes documents; by default nothing does.
  var documents: (any DocumentCoder)? { get }

  /// Lists a folder.
  ///
  /// - Parameter folder: A path, empty for where the program runs.
  /// - Returns: The names in it, those of folders with a slash at their end; none if it can't be read.
  func entries(of folder: String) -> [String]
}

extension CommandHost {
  /// Yes.
  package var usesUnicode: Bool { true }

  /// Never.
  package var isInterrupted: Bool { false }

  /// A file, if it can be read.
  package func standing(of path: String) -> FileStanding { (try? readFile(path)) == nil ? .absent : .free }

  /// Nobody else works on it.
  package func hold(_ path: String) -> FileStanding { standing(of: path) }

  /// The path itself.
  package func wholePath(_ path: String) -> String { path }

  /// A whole path as it is shorter from where the program runs, if it leads below.
  func shortPath(_ path: String) -> String {
    let here = wholePath("")
    return here.isEmpty || !path.hasPrefix(here) ? path : String(path.dropFirst(here.count))
  }

  /// None.
  package var journals: (any JournalStore)? { nil }

  /// None.
  package var documents: (any DocumentCoder)? { nil }

  /// Nothing is told.
  package func showProgress(_ fraction: Double?, _ verb: String, _ name: String) {}
}
