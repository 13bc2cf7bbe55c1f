// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The result of an undo or redo. Nothing was evaluated.
public struct HistoryResult: Sendable {
  /// The titles of the steps that were undone or redone, in that order.
  public let titles: [String]
  /// The nodes whose value differs now, and those that were restored.
  public let changes: [NodeChange]
}

/// Records the steps of the history: changes of a statement to the graph and to the session's tables are undone together.
///
/// Invariant: all tables record during a step, and none records otherwise.
package final class SessionHistory {
  private let evaluator: Evaluator
  private let tables: [any UndoableState]
  /// Makes the changes that follow from a step, as part of it.
  var completion: () -> Void = {}
  /// Whether a step is in progress. All changes then belong to it.
  private(set) var isRecording = false

  init(_ evaluator: Evaluator, _ tables: [any UndoableState]) {
    self.evaluator = evaluator
    self.tables = tables
    evaluator.undoLimit = Session.defaultUndoLimit
  }

  /// Makes one step of the changes of `body`, unless they are part of another. Successive steps with the same gesture become one.
  func recorded<Value, Failure>(
    _ title: @autoclosure () -> String, gesture: String? = nil, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if isRecording { return try body() }
    guard evaluator.undoLimit > 0 else {
      defer { completion() }
      return try body()
    }
    let title = title()
    isRecording = true
    for table in tables { table.beginChange() }
    return try evaluator.undoGroup(title, gesture: gesture.map { AnyHashable($0) }) { () throws(Failure) in
      defer {
        completion()
        isRecording = false
        for table in tables {
          if let change = table.endChange() { evaluator.attach(change, title: title) }
        }
      }
      return try body()
    }
  }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() {
    require(tables.allSatisfy { $0.isRecording == isRecording }, "tables record changes during a step only")
  }
}

extension Session {
  /// The initial ``undoLimit``: 64 MiB.
  public static var defaultUndoLimit: Int { 64 << 20 }

  /// The maximum size of the history in bytes, ``defaultUndoLimit`` at first. The oldest steps that exceed it are dropped; 0
  /// drops all steps and records none.
  ///
  /// This is the limit of the ``evaluator``, which stores the values, structure and formulas of a step together.
  public var undoLimit: Int {
    get { evaluator.undoLimit }
    set { evaluator.undoLimit = newValue }
  }

  /// The statements that can be undone, oldest first. Complexity: O(steps).
  public var history: [String] { evaluator.undoTitles }

  /// The statements that were undone and can be redone, the next one first. Complexity: O(steps).
  public var undoneHistory: [String] { evaluator.redoTitles }

  /// Makes one step of all changes of `body`, for example of lines that were pasted together.
  ///
  /// A group inside another is part of the outer one. Changes made before `body` throws are a step too.
  ///
  /// - Parameters:
  ///   - title: The title of the step in ``history``.
  ///   - gesture: Successive groups with the same key, such as those of one drag, become one step with the title of the first.
  ///   - body: Runs statements.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func grouped<Value, Failure>(
    _ title: String, gesture: String? = nil, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try timeline.recorded(title, gesture: gesture, body)
  }

  /// Makes one step of all changes of `body`, and reverts them if `body` throws.
  package func groupedWhole<Value>(_ title: String, _ body: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value
  {
    let before = evaluator.rememberedCount
    do throws(Diagnostic) {
      return try grouped(title, body)
    } catch {
      if evaluator.rememberedCount != before, (try? undo()) != nil { forgetUndone() }
      throw error
    }
  }

  /// Undoes the last steps: names, formulas, connections, literals and values become what they were before, and deleted
  /// nodes are restored with their ids. Nothing is evaluated.
  ///
  /// - Parameter count: How many steps to undo; if there are fewer, all of them.
  /// - Returns: What was undone, the last step first.
  /// - Throws: A ``Formulas/Diagnostic`` if no step can be undone, and inside ``grouped(_:gesture:_:)``.
  /// - Complexity: O(what the steps changed), independent of the number of steps before them.
  @discardableResult
  public func undo(_ count: Int = 1) throws(Diagnostic) -> HistoryResult {
    try travel("undo", count, title: evaluator.undoTitle, evaluator.undo)
  }

  /// Redoes the steps that were undone last.
  ///
  /// - Parameter count: How many steps to redo; if there are fewer, all of them.
  /// - Returns: What was redone, in order.
  /// - Throws: A ``Formulas/Diagnostic`` if no step can be redone. A new statement drops the steps that were undone.
  /// - Complexity: O(what the steps changed), independent of the number of steps after them.
  @discardableResult
  public func redo(_ count: Int = 1) throws(Diagnostic) -> HistoryResult {
    try travel("redo", count, title: evaluator.redoTitle, evaluator.redo)
  }

  /// Drops the steps that were undone, so that they can't be redone.
  package func forgetUndone() { evaluator.forgetUndone() }

  /// Undoes or redoes steps. `title` returns the title of the next step, and is evaluated before each.
  private func travel(
    _ verb: String, _ count: Int, title: @autoclosure () -> String?, _ step: () -> Receipt?
  ) throws(Diagnostic) -> HistoryResult {
    var titles: [String] = []
    var nodes: [NodeID] = []
    var old: [NodeID: NodeValue?] = [:]
    let groupCount = evaluator.subgraphs.changeCount
    while !timeline.isRecording, titles.count < count, let title = title(), let receipt = step() {
      titles.append(title)
      for change in take(receipt) where old[change.node] == nil {
        old[change.node] = .some(change.old)
        nodes.append(change.node)
      }
    }
    // Titles of groups may have become free.
    if evaluator.subgraphs.changeCount != groupCount { formulas.numbers.removeAll() }
    if titles.isEmpty { throw Diagnostic(.command, "there is nothing to \(verb)", 0..<0) }
    let changes = nodes.compactMap { node -> NodeChange? in
      guard let name = formulas.reportedName(of: node), let old = old[node], old != value(of: node) else { return nil }
      return NodeChange(name: name, old: old, new: value(of: node), format: format(of: node))
    }
    return HistoryResult(titles: titles, changes: changes)
  }
}
