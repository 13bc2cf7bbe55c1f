// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What there is at a path, and who else works on it.
package enum FileStanding: Hashable, Sendable {
  /// Nothing.
  case absent
  /// A file that no other session holds, as far as can be known.
  case free
  /// A file that another session holds, with what is known of that: `process 1234`.
  case held(by: String?)
  /// A device, a pipe or a folder.
  case noFile
}
