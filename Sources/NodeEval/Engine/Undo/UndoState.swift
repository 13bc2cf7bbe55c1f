// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What edits can be reverted to: the journal of the edit under way, and the history of those that have ended.
struct UndoState: ~Copyable {
  var journal = ValueJournal()
  var history: EditHistory

  init(held: HeldBytes) { history = EditHistory(held: held) }
}
