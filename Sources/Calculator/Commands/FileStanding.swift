// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What is at a path, and which other session works on it.
package enum FileStanding: Hashable, Sendable {
  /// No file.
  case absent
  /// A file that no other session holds, as far as is known.
  case free
  /// A file that another session holds, with a description of that: `process 1234`.
  case held(by: String?)
  /// A device, a pipe or a folder.
  case noFile
}
