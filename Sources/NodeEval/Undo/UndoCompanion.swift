// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A change that an application made to tables of its own, beside the graph, which is taken back and done again together
/// with edits.
///
/// ```swift
/// final class NoteChange: UndoCompanion {
///   let notes: Notes, node: NodeID
///   var other: String?                        // at first what there was before
///   func exchange() { swap(&notes.texts[node], &other) }
///   var byteCount: Int { 64 }
/// }
/// ```
public protocol UndoCompanion: AnyObject {
  /// Exchanges what it holds for what there is: called once it takes the change back, called again it makes it again.
  ///
  /// It leaves the evaluator alone, which is going back or forth just then.
  func exchange()

  /// The bytes it holds, which count towards ``Evaluator/undoLimit``; asked for once.
  var byteCount: Int { get }
}

extension Evaluator {
  /// Remembers a change that an application has made beside the graph as an edit: alone, or inside
  /// ``undoGroup(_:_:)`` together with the other edits of the group.
  ///
  /// It is let go when it can neither be taken back nor be done again any more, at once where nothing is remembered.
  ///
  /// - Parameters:
  ///   - companion: Can take the change back.
  ///   - title: What ``undoTitles`` calls it, unless the group has a title.
  /// - Precondition: No edit is under way, and no node's code is running.
  public func attach(_ companion: any UndoCompanion, title: String) {
    requireIdle()
    require(box.value.editDepth == 0, "companions are attached between edits")
    guard box.value.remembersEdits else { return }
    let patch = Patch(steps: [], journal: [], given: [], runs: RunRecord(), unfinished: [], isUnfinished: [])
    patch.unfinished = box.value.unfinished
    patch.isUnfinished = box.value.isUnfinished
    patch.companions = [companion]
    remember(patch, title: title, gesture: nil)
  }
}
