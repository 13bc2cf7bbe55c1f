// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A change that an application made to tables of its own, beside the graph, which is undone and redone together with edits.
///
/// ```swift
/// final class NoteChange: UndoCompanion {
///   let notes: Notes, node: NodeID
///   var other: String?                        // at first what there was before
///   func toggle() { swap(&notes.texts[node], &other) }
///   var byteCount: Int { 64 }
/// }
/// ```
public protocol UndoCompanion: AnyObject {
  /// Swaps what it holds for what there is: called once it reverts the change, called again it applies it again.
  ///
  /// It neither reads nor changes the evaluator, which is undoing or redoing an edit at that moment.
  func toggle()

  /// The bytes it holds, which count towards ``Evaluator/undoLimit``; asked for once.
  var byteCount: Int { get }
}

extension Evaluator {
  /// Remembers a change that an application has made beside the graph as an edit: alone, or inside
  /// ``undoGroup(_:gesture:_:)`` together with the other edits of the group.
  ///
  /// It is released when it can neither be undone nor be redone any more, at once where nothing is remembered.
  ///
  /// - Parameters:
  ///   - companion: Reverts the change.
  ///   - title: What ``undoTitles`` calls it, unless the group has a title.
  /// - Precondition: No edit is under way, and no node's code is running.
  public func attach(_ companion: any UndoCompanion, title: String) {
    requireIdle()
    require(state.activity.editDepth == 0, "companions are attached between edits")
    guard state.history.isOn else { return }
    let patch = Patch(companions: [companion])
    remember(patch, EditLabel.make(title: title))
  }
}
