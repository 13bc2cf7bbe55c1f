// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The changes of a statement, as lines: the edited node, then its dependents in evaluation order, names aligned.
///
/// ```
/// price  20 → 25
/// sub    60 → 75
/// ```
public struct ChangeReport: Sendable {
  /// The lines, without indentation.
  public let lines: [String]

  /// Lays out changes.
  ///
  /// - Parameters:
  ///   - changes: What changed, the edited node first.
  ///   - limit: How many changes are listed at most; a last line counts the others. `nil` lists all.
  ///   - style: How values are printed.
  @inlinable
  public init(
    _ changes: some RandomAccessCollection<NodeChange>, limit: Int?, style: ValueStyle = ValueStyle()
  ) {
    self.init(listing: Array(changes.prefix(limit ?? changes.count)), of: changes.count, style)
  }

  /// Lays out the first of a number of changes. It is not generic, so that callers in other modules don't run it unspecialized.
  @usableFromInline
  init(listing shown: [NodeChange], of count: Int, _ style: ValueStyle) {
    let names = shown.map { SourceName.readSpelling($0.name) }
    let width = names.map(\.count).max() ?? 0
    var lines = zip(names, shown).map { name, change in
      // A single node without an old value reads as a definition.
      let gap = shown.count == 1 && (change.old == nil || change.old == change.new) ? 1 : width - name.count + 2
      return name + String(repeating: " ", count: gap) + style.text(change)
    }
    if shown.count < count { lines.append("… \(count - shown.count) more (.changes)") }
    self.lines = lines
  }
}
