// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The effect of a command on the journal of the session.
enum CommandTrace: Sendable {
  /// The command doesn't change the session.
  case none
  /// The command changes the session like a statement.
  case edit
  /// The command undoes or redoes steps.
  case travel
  /// The command runs the statements of a file.
  case reading
  /// The command starts a new journal.
  case restart
}

/// The effect of a line on the session, as far as the journal needs it.
struct LineEffect {
  /// Whether a statement may have changed the session.
  private(set) var isEdit = false
  /// Whether the line consists of a single undo or redo.
  private(set) var isTravel = false
  /// Whether running the line again would do the same.
  var isRepeatable = true

  /// Adds a change that was not made by a statement, so that running the line again would not repeat it.
  mutating func addForeign() {
    isEdit = true
    isRepeatable = false
  }

  /// Adds the effect of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - trace: The effect of the command, if the statement is one.
  ///   - isAlone: Whether it is the only statement of the line.
  ///   - isRefused: Whether it was refused.
  mutating func add(_ statement: Statement, _ trace: CommandTrace?, isAlone: Bool, isRefused: Bool) {
    switch statement.form {
    case .expression: return
    case .definition, .function, .assignment, .elementAssignment, .construction, .connection:
      isEdit = isEdit || !isRefused
    case .command:
      switch trace {
      case .edit?: isEdit = isEdit || !isRefused
      case .travel? where !isRefused:
        isEdit = true
        // The undo or redo may affect other statements of the same line.
        if isAlone { isTravel = true } else { isRepeatable = false }
      case .reading?:
        // The file may change, and may have been read in part only.
        isEdit = true
        isRepeatable = false
      case .restart? where !isAlone && !isRefused:
        isEdit = true
        isRepeatable = false
      default: return
      }
    }
  }
}
