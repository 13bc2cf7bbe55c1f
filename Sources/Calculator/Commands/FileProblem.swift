// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a file can't be read or written, where a person can do something about it.
package enum FileProblem: Hashable, Sendable {
  /// The folder that it would be in is not there.
  case noFolder(String)
  /// The folder that it is in can't be written, so that no new file can take its place.
  case closedFolder(String)
  /// It is a folder.
  case folder
  /// The disk, or what a person may have of it, is full.
  case fullDisk
  /// Files may not be as large.
  case tooLarge
  /// It is a link that leads to itself.
  case loop
  /// Anything else, as the system calls it.
  case other(String)

  /// The failure as a sentence.
  ///
  /// - Parameters:
  ///   - verb: What can't be done: `write`.
  ///   - path: To which file.
  /// - Returns: The sentence.
  package func failure(_ verb: String, _ path: String) -> FileFailure {
    let reason =
      switch self {
      case .noFolder("."): "the folder that nodecalc runs in is gone"
      case .noFolder(let folder): "there is no folder '\(folder)'"
      case .closedFolder(let folder): "no file can be made in the folder '\(folder)'; choose another"
      case .folder: "it is a folder"
      case .fullDisk: "the disk is full; what the file held before is still there"
      case .tooLarge: "it would be larger than files may be; what it held before is still there"
      case .loop: "it is a link that leads to itself"
      case .other(let text): text
      }
    return FileFailure("can't \(verb) '\(path)': \(reason)")
  }
}
