// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads files.
package protocol FileReader: AnyObject {
  /// Reads a whole file.
  ///
  /// - Throws: A ``FileFailure`` with the reason.
  func readFile(_ path: String) throws(FileFailure) -> [UInt8]

  /// The identity of a file's current state; `nil` if the file doesn't exist. By default `nil`, so that changes are not noticed.
  func stamp(of path: String) -> FileStamp?
}

extension FileReader {
  package func stamp(of path: String) -> FileStamp? { nil }
}

/// Identifies the state of a file, as far as the system reports it.
package struct FileStamp: Hashable, Sendable {
  /// Nanoseconds since 1970, the size in bytes, and the number of the file, which differs if the file was replaced.
  package let modified: Int64
  package let size: Int64
  package let number: UInt64

  package init(modified: Int64, size: Int64, number: UInt64) {
    self.modified = modified
    self.size = size
    self.number = number
  }
}
