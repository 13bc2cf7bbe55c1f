// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text without blanks of keyboards at its ends.
  package var trimmingBlanks: String { trimming { $0 == " " || $0 == "\t" } }

  /// The text without some characters at its ends.
  func trimming(_ isDropped: (Character) -> Bool) -> String {
    let text = drop(while: isDropped)
    return text.lastIndex { !isDropped($0) }.map { String(text[...$0]) } ?? ""
  }
}
