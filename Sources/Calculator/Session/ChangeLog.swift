// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The changes of several statements, with one entry per node: its value before the first statement, and after the last.
package struct ChangeLog {
  private var order: [String] = []
  private var byName: [String: NodeChange] = [:]

  /// Creates a log without changes.
  package init() {}

  package mutating func add(_ changes: NodeChanges) {
    for change in changes {
      if let known = byName[change.name] {
        byName[change.name] = change
        byName[change.name]?.old = known.old
      } else {
        order.append(change.name)
        byName[change.name] = change
      }
    }
  }

  /// The changes of nodes that still exist.
  package func changes(where isPresent: (String) -> Bool) -> [NodeChange] {
    order.compactMap { byName[$0] }.filter { isPresent($0.name) }
  }
}
