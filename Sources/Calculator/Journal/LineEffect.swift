// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What carrying out a line has meant, as far as its journal has to know.
struct LineEffect {
  /// Whether anything was carried out that may have changed the session.
  private(set) var isEdit = false
  /// Whether it has gone back or forth in time, and done nothing else.
  private(set) var isTravel = false
  /// Whether carrying it out again would do the same.
  var isRepeatable = true

  /// Takes note of a statement that was carried out.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - command: What it asks for, if it is a command.
  ///   - isAlone: Whether there is no other in the line.
  ///   - isRefused: Whether it came to no good end.
  mutating func note(_ statement: Statement, _ command: CommandDefinition?, isAlone: Bool, isRefused: Bool) {
    switch statement.form {
    case .expression: return
    case .definition, .assignment, .construction, .connection: isEdit = isEdit || !isRefused
    case .command:
      switch command?.trace {
      case .edit?: isEdit = isEdit || !isRefused
      case .travel? where !isRefused:
        isEdit = true
        // Where in time the others are would not be known.
        if isAlone { isTravel = true } else { isRepeatable = false }
      case .reading?:
        // What a file holds changes, and it may have been read in part.
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

extension CommandDefinition {
  /// What a command leaves behind in a session.
  enum Trace {
    case none
    case edit
    /// It takes steps back, or does them again.
    case travel
    /// It carries out what it reads.
    case reading
    /// The journal begins anew with it.
    case restart
  }

  var trace: Trace {
    switch name {
    case "undo", "redo": .travel
    case "source": .reading
    case "open", "save", "recover": .restart
    default: group == .build ? .edit : .none
    }
  }
}
