// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A change of an application's own tables, outside the graph, that is undone and redone together with edits.
///
/// ```swift
/// final class NoteChange: UndoCompanion {
///   let notes: Notes, node: NodeID
///   var other: String?                        // initially the previous text
///   func toggle() { swap(&notes.texts[node], &other) }
///   var byteCount: Int { 64 }
/// }
/// ```
public protocol UndoCompanion: AnyObject {
  /// Swaps the state that it holds with the current state: the first call reverts the change, the second one applies it again.
  ///
  /// It must neither read nor change the evaluator, which is undoing or redoing an edit at that moment.
  func toggle()

  /// The bytes that it holds, which count towards ``Evaluator/undoLimit``; read once.
  var byteCount: Int { get }
}

extension Evaluator {
  /// Remembers a change that an application has made outside the graph as an edit: alone, or inside ``undoGroup(_:gesture:_:)``
  /// together with the other edits of the group.
  ///
  /// The companion is released when it can neither be undone nor redone any more; at once if no edits are remembered.
  ///
  /// - Parameters:
  ///   - companion: Reverts the change.
  ///   - title: The title in ``undoTitles``, unless the group has a title.
  /// - Precondition: No edit is under way, and no node's code is running.
  public func attach(_ companion: any UndoCompanion, title: String) {
    requireIdle()
    require(state.activity.editDepth == 0, "companions must be attached between edits")
    guard state.undo.history.isOn else { return }
    let patch = Patch(companions: [companion])
    remember(patch, EditLabel.make(title: title))
  }
}
