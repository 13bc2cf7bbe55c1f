// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The columns of files that formulas read, and the detection of files that have changed.
///
/// The contents that formulas see stay the same until ``takeChanges(reading:)`` finds that the file has changed, so
/// all formulas see the same contents.
package final class TableFiles {
  private struct File {
    var stamp: FileStamp?
    var columns: [TableColumn: CSVTable.Column] = [:]
    /// Why the current file lacks something that was read from it.
    var failure: FileFailure?
    /// Whether a formula has read something that the file doesn't have.
    var isWanting = false
  }

  /// A change of a file.
  package struct Change {
    package let path: String
    /// Why the file can't be used; values that were read before are kept.
    package let failure: FileFailure?
  }

  private let host: any FileReader
  private var files: [String: File] = [:]
  /// The table that was read last, kept because several columns are often read one after the other.
  private var recent: (path: String, options: TableOptions, stamp: FileStamp?, table: CSVTable)?
  /// The size of the largest file that is kept for further columns.
  private static let largestKept = 64 << 20

  package init(_ host: any FileReader) { self.host = host }

  /// Returns the values of a column.
  ///
  /// - Throws: A ``FileFailure`` if the file can't be read, is broken, or lacks the column.
  /// - Complexity: O(1) if the column was read before, else O(bytes of the file).
  package func values(of column: TableColumn) throws(FileFailure) -> CalculatorValue {
    if let file = files[column.path] {
      if let failure = file.failure { throw failure }
      if let read = file.columns[column] { return read.values }
    }
    let stamp = files[column.path]?.stamp ?? host.stamp(of: column.path)
    do throws(FileFailure) {
      let read = try read(column, stamp)
      files[column.path, default: File(stamp: stamp)].columns[column] = read
      return read.values
    } catch {
      files[column.path, default: File(stamp: stamp)].isWanting = true
      throw error
    }
  }

  /// Notes for the user on a column that was read; empty for other columns. Complexity: O(1).
  package func notes(of column: TableColumn) -> [String] { files[column.path]?.columns[column]?.notes ?? [] }

  /// Reads the current contents of a file.
  ///
  /// - Throws: A ``FileFailure`` if it can't be read, or is broken.
  package func table(_ path: String, _ options: TableOptions) throws(FileFailure) -> CSVTable {
    try CSVTable(try host.readFile(path), path: path, options)
  }

  private func read(_ column: TableColumn, _ stamp: FileStamp?) throws(FileFailure) -> CSVTable.Column {
    if let recent, recent.path == column.path, recent.options == column.options, stamp != nil, recent.stamp == stamp {
      return try recent.table.column(column.name, as: column.type)
    }
    recent = nil
    let bytes = try host.readFile(column.path)
    let table = try CSVTable(bytes, path: column.path, column.options)
    if bytes.count <= Self.largestKept { recent = (column.path, column.options, stamp, table) }
    return try table.column(column.name, as: column.type)
  }

  /// Takes over the files and columns that another instance has read.
  package func adopt(_ others: TableFiles) {
    if others !== self { files.merge(others.files) { mine, _ in mine } }
  }

  /// Forgets a file that formulas no longer read.
  package func forget(_ path: String) { files[path] = nil }

  /// Checks all files that were read, and reads the changed ones again.
  ///
  /// - Parameter columns: Lists the columns of a file that formulas read; other columns are forgotten.
  /// - Returns: The files whose columns have other values now, and the files that can no longer be used.
  /// - Complexity: O(files), and O(bytes) of the changed files.
  package func takeChanges(reading columns: (_ path: String) -> Set<TableColumn>) -> [Change] {
    var changes: [Change] = []
    for path in files.keys.sorted() {
      guard var file = files[path] else { continue }
      let stamp = host.stamp(of: path)
      if stamp == file.stamp { continue }
      file.stamp = stamp
      do throws(FileFailure) {
        let wanted = columns(path)
        var present: [TableColumn: CSVTable.Column] = [:]
        for column in file.columns.keys where wanted.contains(column) { present[column] = try read(column, stamp) }
        let isSame =
          file.failure == nil && !file.isWanting
          && present.allSatisfy { file.columns[$0]?.values.isIdentical(to: $1.values) == true }
        file = File(stamp: stamp, columns: present)
        if !isSame { changes.append(Change(path: path, failure: nil)) }
      } catch {
        file.failure = error
        changes.append(Change(path: path, failure: error))
      }
      files[path] = file
    }
    return changes
  }
}
