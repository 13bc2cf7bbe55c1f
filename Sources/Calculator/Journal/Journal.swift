// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What is needed to make a session again: a text to begin with, and the lines that were accepted since.
package struct Journal: Hashable, Sendable {
  /// The file that the session is about.
  package struct File: Hashable, Sendable {
    /// Its whole path.
    package var path: String
    /// What it held when the session read or wrote it last.
    package var contents: Fingerprint

    package init(path: String, contents: Fingerprint) {
      self.path = path
      self.contents = contents
    }
  }

  /// The file that was opened or saved last.
  package var file: File?
  /// The text of the session when it was opened or saved last.
  package var saved = Fingerprint(Self.emptyText.utf8)
  /// How many lines the base holds that have come since then.
  package var countInBase = 0
  /// The text to begin with.
  package var base = Self.emptyText
  /// Lines in the order in which they were accepted, those together that were pasted together.
  package var blocks: [[String]] = []

  /// The text of a session in which nothing was done.
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
