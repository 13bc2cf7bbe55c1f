// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Dialogue {
  /// Has all that is done from now on remembered if a script may take it back. At a prompt it always is; what scripts do
  /// is not, because they run half again as fast without.
  ///
  /// - Parameter script: The text of a file, or of an option.
  /// - Complexity: O(length of the text).
  public func prepare(for script: [UInt8]) {
    guard session.undoLimit == 0 else { return }
    let names = TimeCommands.all.map { Array($0.name.utf8) }
    for index in script.indices where script[index] == UInt8(ascii: ".") {
      guard names.contains(where: { script[(index + 1)...].starts(with: $0) }) else { continue }
      session.undoLimit = Session.defaultUndoLimit
      return
    }
  }
}
