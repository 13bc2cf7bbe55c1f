// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The kind of file at a path, and the other session that works on it.
package enum FileStanding: Hashable, Sendable {
  /// The path has no file.
  case absent
  /// A file that is not known to be held by another session.
  case free
  /// A file that another session holds, with a description of its holder: `process 1234`.
  case held(by: String?)
  /// A device, a pipe, a folder or a standard stream.
  case noFile
}
