// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// The steps of the history: back and forth, and to choose one from.
extension SessionEditor {
  /// Undoes the last step, and reloads what it affected.
  ///
  /// - Returns: The title of the step; `nil` if there was none.
  @discardableResult
  public func undo() -> String? { travel { () throws(Diagnostic) in try session.undo() }.first }

  /// Redoes the step that was undone last, and reloads what it affects.
  ///
  /// - Returns: The title of the step; `nil` if there was none.
  @discardableResult
  public func redo() -> String? { travel { () throws(Diagnostic) in try session.redo() }.first }

  /// The steps around the present one.
  public struct Steps: Hashable, Sendable {
    /// The titles of steps that can be undone, oldest first.
    public var done: [String]
    /// The titles of steps that can be redone, the next one first.
    public var undone: [String]
    /// The number of older steps that can be undone.
    public var olderCount: Int
    /// The number of later steps that can be redone.
    public var laterCount: Int
  }

  /// How many steps can be undone and redone. Complexity: O(1).
  public var stepCounts: (done: Int, undone: Int) { (session.evaluator.undoCount, session.evaluator.redoCount) }

  /// Lists the steps around the present one.
  ///
  /// - Parameter limit: The greatest number of steps to list. At least half of them are steps that can be undone, if there are so many.
  /// - Returns: The steps.
  /// - Complexity: O(what the listed steps changed).
  public func steps(atMost limit: Int) -> Steps {
    let evaluator = session.evaluator
    let later = min(evaluator.redoCount, max(limit / 2, limit - evaluator.undoCount))
    let done = evaluator.undoTitles(atMost: limit - later)
    let undone = evaluator.redoTitles(atMost: later)
    return Steps(
      done: done, undone: undone, olderCount: evaluator.undoCount - done.count,
      laterCount: evaluator.redoCount - undone.count)
  }

  /// Undoes or redoes several steps, and then reloads what they affected, so that views change once.
  ///
  /// - Parameter count: How many steps to redo; a negative number undoes steps.
  /// - Returns: The titles of the steps, in the order in which they were undone or redone.
  @discardableResult
  public func travel(by count: Int) -> [String] {
    if count == 0 { return [] }
    return travel { () throws(Diagnostic) in try count < 0 ? session.undo(-count) : session.redo(count) }
  }
}
