// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What edits are called, and where they took place: found when it is asked for, with the names and the instances that there
/// were at that time.
extension EditHistory {
  /// The titles of what can be undone, oldest first.
  func doneTitles(_ graph: Graph, _ table: SubgraphTable) -> [String] {
    var (before, after) = (PastGraph(graph, table), PastGraph(graph, table))
    let titles = done.reversed().map { entry in
      before.goBack(before: entry)
      defer { after.goBack(before: entry) }
      return EditAccount(of: entry, before: before, after: after).title
    }
    return titles.reversed()
  }

  /// The titles of what can be redone, the next one first.
  func undoneTitles(_ graph: Graph, _ table: SubgraphTable) -> [String] {
    var (before, after) = (PastGraph(graph, table), PastGraph(graph, table))
    return undone.reversed().map { entry in
      after.goOn(behind: entry)
      defer { before.goOn(behind: entry) }
      return EditAccount(of: entry, before: before, after: after).title
    }
  }

  /// What is undone next; `nil` if there is nothing. Complexity: O(what that edit changed).
  func nextUndo(_ graph: Graph, _ table: SubgraphTable) -> EditAccount? {
    lastDone.map { entry in
      var before = PastGraph(graph, table)
      before.goBack(before: entry)
      return EditAccount(of: entry, before: before, after: PastGraph(graph, table))
    }
  }

  /// What is redone next; `nil` if there is nothing. Complexity: O(what that edit changed).
  func nextRedo(_ graph: Graph, _ table: SubgraphTable) -> EditAccount? {
    undone.last.map { entry in
      var after = PastGraph(graph, table)
      after.goOn(behind: entry)
      return EditAccount(of: entry, before: PastGraph(graph, table), after: after)
    }
  }
}
