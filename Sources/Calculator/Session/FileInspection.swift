// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Describes how a file of rows is read: the guesses, their reasons, and how to change them.
extension Session {
  /// The lines of `inspect "f.csv"`. Options may follow the path, as in a formula: `inspect "f.csv", skip: 3`.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the file can't be read, or an option is unknown.
  package func inspection(ofFile command: Command) throws(Diagnostic) -> [String] {
    let range = command.arguments.range
    let column: TableColumn?
    do throws(Diagnostic) {
      column = try Formula("csv(\(command.arguments.text))").columns.first
    } catch {
      throw Diagnostic(error.code, error.message, range, hint: error.hint)
    }
    guard let column, let files else { throw Diagnostic(.file, UnreadFile().description, range) }
    do throws(FileFailure) {
      return try files.table(column.path, column.options).inspection
    } catch {
      throw Diagnostic(.file, error.message, range, hint: error.hint)
    }
  }
}
