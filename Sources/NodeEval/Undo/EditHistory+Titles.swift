// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What edits are called, and where they took place: found when it is asked for, with the names and the instances that there
/// were at that time.
extension EditHistory {
  /// The titles of what can be undone, oldest first.
  func doneTitles(_ now: PastGraph) -> [String] {
    var (before, after) = (now, now)
    let titles = done.reversed().map { entry in
      before.goBack(before: entry)
      defer { after.goBack(before: entry) }
      return EditAccount(of: entry, before: before, after: after).title
    }
    return titles.reversed()
  }

  /// The titles of what can be redone, the next one first.
  func undoneTitles(_ now: PastGraph) -> [String] {
    var (before, after) = (now, now)
    return undone.reversed().map { entry in
      after.goOn(behind: entry)
      defer { before.goOn(behind: entry) }
      return EditAccount(of: entry, before: before, after: after).title
    }
  }

  /// What is undone next; `nil` if there is nothing. Complexity: O(what that edit changed).
  func nextUndo(_ now: PastGraph) -> EditAccount? {
    lastDone.map { entry in
      var before = now
      before.goBack(before: entry)
      return EditAccount(of: entry, before: before, after: now)
    }
  }

  /// What is redone next; `nil` if there is nothing. Complexity: O(what that edit changed).
  func nextRedo(_ now: PastGraph) -> EditAccount? {
    undone.last.map { entry in
      var after = now
      after.goOn(behind: entry)
      return EditAccount(of: entry, before: now, after: after)
    }
  }
}
