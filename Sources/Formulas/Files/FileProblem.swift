// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a file can't be read or written, with a message that says how to solve it.
package enum FileProblem: Hashable, Sendable {
  /// Its folder doesn't exist.
  case noFolder(String)
  /// Its folder can't be written, so the file can't be replaced.
  case closedFolder(String)
  /// It is a folder.
  case folder
  /// The disk, or the quota of the user, is full.
  case fullDisk
  /// It exceeds the limit of the size of files.
  case tooLarge
  /// It is a link that leads to itself.
  case loop
  /// Any other error, with the message of the system.
  case other(String)

  /// The failure as a sentence.
  ///
  /// - Parameters:
  ///   - verb: The operation that failed: `write`.
  ///   - path: The file.
  /// - Returns: The sentence.
  package func failure(_ verb: String, _ path: String) -> FileFailure {
    let reason =
      switch self {
      case _ where path.isEmpty: "a file needs a name"
      case .noFolder("."): "the current folder no longer exists"
      case .noFolder(let folder): "the folder '\(folder)' does not exist"
      case .closedFolder(let folder): "no file can be created in the folder '\(folder)'; choose another folder"
      case .folder: "it is a folder"
      case .fullDisk: "the disk is full; the file is unchanged"
      case .tooLarge: "it would be larger than the system allows; the file is unchanged"
      case .loop: "it is a link that leads to itself"
      case .other(let text): text
      }
    return FileFailure("can't \(verb) '\(path)': \(reason)")
  }
}
