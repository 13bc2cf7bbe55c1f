// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The data that restores a session: a text to begin with, and the lines that were accepted since.
package struct Journal: Hashable, Sendable {
  /// The file that the session works on.
  package struct File: Hashable, Sendable {
    /// Its absolute path.
    package var path: String
    /// Its contents when the session last read or wrote it.
    package var contents: Fingerprint

    package init(path: String, contents: Fingerprint) {
      self.path = path
      self.contents = contents
    }
  }

  /// The file that was opened or saved last.
  package var file: File?
  /// The fingerprint of the session's text when it was last opened or saved.
  package var saved = Fingerprint(Self.emptyText.utf8)
  /// How many lines were accepted between that moment and the base.
  package var countInBase = 0
  /// The text to begin with.
  package var base = Self.emptyText
  /// The lines in the order in which they were accepted; lines that were pasted together are one block.
  package var blocks: [[String]] = []

  /// The text of an empty session.
  package static let emptyText = "# nodecalc 1\n"

  package init(
    file: File? = nil, countInBase: Int = 0, base: String = emptyText, blocks: [[String]] = []
  ) {
    self.file = file
    self.countInBase = countInBase
    self.base = base
    self.blocks = blocks
  }

  /// How many lines would be lost.
  package var count: Int { blocks.reduce(countInBase) { $0 + $1.count } }
}
