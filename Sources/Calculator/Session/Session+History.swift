// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What taking steps back, or doing them again, came to. Nothing was evaluated.
public struct HistoryResult: Sendable {
  /// The titles of the steps, in the order in which they were taken.
  public let titles: [String]
  /// The nodes whose value is another now, and those that are there again.
  public let changes: [NodeChange]
}

/// Taking back what statements did, and doing it again.
extension Session {
  /// What ``undoLimit`` is at first: 64 MiB.
  public static var defaultUndoLimit: Int { 64 << 20 }

  /// How many bytes may be spent on remembering what statements did, at first ``defaultUndoLimit``; 0 forgets everything and
  /// remembers nothing. What is over the limit goes, the oldest step first.
  ///
  /// It is that of the ``evaluator``, where values and structure are kept, and with them formulas.
  public var undoLimit: Int {
    get { evaluator.undoLimit }
    set { evaluator.undoLimit = newValue }
  }

  /// The statements that can be taken back, oldest first. Complexity: O(steps).
  public var history: [String] { evaluator.undoTitles }

  /// The statements that were taken back and can be done again, the next one first. Complexity: O(steps).
  public var undoneHistory: [String] { evaluator.redoTitles }

  /// Makes one step of all that `body` changes, as of lines pasted together.
  ///
  /// A group inside another is part of it. What was changed before `body` throws is a step too.
  ///
  /// - Parameters:
  ///   - title: What the history calls the step.
  ///   - body: Runs statements.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func grouped<Value, Failure>(
    _ title: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try recorded(title, body)
  }

  /// Takes back the last steps: names, formulas, connections, literals and values are as they were before them, and
  /// nodes that had been deleted are there again. Nothing is evaluated.
  ///
  /// - Parameter count: How many steps; if there are fewer, all of them.
  /// - Returns: What was undone, the last step first.
  /// - Throws: A ``Diagnostic`` if there is nothing to undo.
  /// - Complexity: O(steps, and what they changed).
  @discardableResult
  public func undo(_ count: Int = 1) throws(Diagnostic) -> HistoryResult {
    try travel("undo", evaluator.undoTitles.reversed().prefix(max(count, 0)), evaluator.undo)
  }

  /// Does again what was undone last.
  ///
  /// - Parameter count: How many steps; if there are fewer, all of them.
  /// - Returns: What was done again, in order.
  /// - Throws: A ``Diagnostic`` if there is nothing to redo: a statement since then has made that impossible.
  /// - Complexity: O(steps, and what they changed).
  @discardableResult
  public func redo(_ count: Int = 1) throws(Diagnostic) -> HistoryResult {
    try travel("redo", evaluator.redoTitles.prefix(max(count, 0)), evaluator.redo)
  }

  private func travel(
    _ verb: String, _ titles: ArraySlice<String>, _ go: () -> Receipt?
  ) throws(Diagnostic) -> HistoryResult {
    guard !isGrouping, !titles.isEmpty else {
      throw Diagnostic(.command, "there is nothing to \(verb)", 0..<0)
    }
    var nodes: [NodeID] = []
    var old: [NodeID: NodeValue?] = [:]
    for _ in titles {
      guard let receipt = go() else { break }
      for change in report(receipt) where old[change.node] == nil {
        old[change.node] = .some(change.old)
        nodes.append(change.node)
      }
    }
    let graph = evaluator.graph
    let changes = nodes.compactMap { node -> NodeChange? in
      guard let name = graph.name(of: node), let old = old[node], old != value(of: node) else { return nil }
      return NodeChange(name: name, old: old, new: value(of: node))
    }
    return HistoryResult(titles: Array(titles), changes: changes)
  }

  /// Makes one step of what `body` changes, unless it is part of another.
  func recorded<Value, Failure>(
    _ title: @autoclosure () -> String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard undoLimit > 0, !isGrouping else { return try body() }
    let title = title()
    isGrouping = true
    formulas.beginChange()
    orphans.beginChange()
    given.beginChange()
    return try evaluator.undoGroup(title) { () throws(Failure) in
      defer {
        isGrouping = false
        for change in [formulas.endChange(), orphans.endChange(), given.endChange()] {
          if let change { evaluator.attach(change, title: title) }
        }
      }
      return try body()
    }
  }
}
