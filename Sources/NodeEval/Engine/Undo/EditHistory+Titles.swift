// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The titles and scopes of edits. They are computed when they are read, with the names and instances that existed at the time of
/// the edit.
extension EditHistory {
  /// The titles of the last edits that can be undone, oldest first.
  func doneTitles(_ now: PastGraph, atMost limit: Int = .max) -> [String] {
    var (before, after) = (now, now)
    let titles = lastDone(atMost: limit).map { entry in
      before.goBack(before: entry)
      defer { after.goBack(before: entry) }
      return EditAccount(of: entry, before: before, after: after).title
    }
    return titles.reversed()
  }

  /// The titles of edits that can be redone, the next one first.
  func undoneTitles(_ now: PastGraph, atMost limit: Int = .max) -> [String] {
    var (before, after) = (now, now)
    return undone.reversed().prefix(limit).map { entry in
      after.goOn(behind: entry)
      defer { before.goOn(behind: entry) }
      return EditAccount(of: entry, before: before, after: after).title
    }
  }

  /// The edit that is undone next, or `nil`. Complexity: O(what that edit changed).
  func nextUndo(_ now: PastGraph) -> EditAccount? {
    lastDone.map { entry in
      var before = now
      before.goBack(before: entry)
      return EditAccount(of: entry, before: before, after: now)
    }
  }

  /// The edit that is redone next, or `nil`. Complexity: O(what that edit changed).
  func nextRedo(_ now: PastGraph) -> EditAccount? {
    undone.last.map { entry in
      var after = now
      after.goOn(behind: entry)
      return EditAccount(of: entry, before: now, after: after)
    }
  }
}
