// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What taking steps back, or doing them again, came to.
public struct HistoryResult: Sendable {
  /// The titles of the steps, in the order in which they were taken.
  public let titles: [String]
  /// The nodes whose value is another now, and those that are there again.
  public let changes: [NodeChange]
}

/// Taking back what statements did, and doing it again.
extension Session {
  /// How many steps can be taken back; 0 to remember none. Setting it forgets what was taken back.
  public var undoLimit: Int {
    get { past.limit }
    set { past.limit = newValue }
  }

  /// The statements that can be taken back, oldest first. Complexity: O(steps).
  public var history: [String] { past.done.map(\.title) }

  /// The statements that were taken back and can be done again, the next one first. Complexity: O(steps).
  public var undoneHistory: [String] { past.undone.reversed().map(\.title) }

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
    if past.isGrouping { return try body() }
    past.beginGroup()
    defer { past.endGroup(title) }
    return try body()
  }

  /// Takes back the last steps: names, formulas, connections, literals and values are as they were before them.
  ///
  /// A node that had been deleted comes back with another id.
  ///
  /// - Parameter count: How many steps; if there are fewer, all of them.
  /// - Returns: What was undone, the last step first.
  /// - Throws: A ``Diagnostic`` if there is nothing to undo.
  /// - Complexity: O(what the steps touched, and nodes that run).
  @discardableResult
  public func undo(_ count: Int = 1) throws(Diagnostic) -> HistoryResult {
    try travel(count, isRedo: false)
  }

  /// Does again what was undone last.
  ///
  /// - Parameter count: How many steps; if there are fewer, all of them.
  /// - Returns: What was done again, in order.
  /// - Throws: A ``Diagnostic`` if there is nothing to redo: a statement since then has made that impossible.
  /// - Complexity: O(what the steps touched, and nodes that run).
  @discardableResult
  public func redo(_ count: Int = 1) throws(Diagnostic) -> HistoryResult {
    try travel(count, isRedo: true)
  }

  private func travel(_ count: Int, isRedo: Bool) throws(Diagnostic) -> HistoryResult {
    guard !past.isGrouping, count > 0, past.next(isRedo: isRedo) != nil else {
      throw Diagnostic(.command, "there is nothing to \(isRedo ? "redo" : "undo")", 0..<0)
    }
    var titles: [String] = []
    var changes = MergedChanges()
    while titles.count < count, let step = past.next(isRedo: isRedo) {
      var inverse = HistoryStep(title: step.title, changes: [])
      for change in step.changes.reversed() { inverse.changes.append(try apply(change, &changes)) }
      past.move(isRedo: isRedo, as: inverse)
      titles.append(step.title)
    }
    return HistoryResult(titles: titles, changes: changes.all { self.value(of: $0) })
  }

  /// Takes a change back and returns how to make it again.
  private func apply(_ change: HistoryChange, _ changes: inout MergedChanges) throws(Diagnostic) -> HistoryChange {
    var inverse = HistoryChange(renaming: nil, recipes: [])
    // In the opposite order, so that what a node names is there before it.
    inverse.recipes = change.recipes.reversed().map { ($0.name, recipe(named: $0.name)) }
    if let (from, to) = change.renaming, let node = node(named: from) {
      inverse.renaming = (to, from)
      _ = try edit(0..<0) { edit in try edit.rename(node, to: to) }
      reportFailuresAnew(from: node)
      changes.rename(from, to)
    }
    for (name, recipe) in change.recipes { changes.add(try restore(name, to: recipe).changes) }
    return inverse
  }

  // MARK: Taking note

  func recorded(
    _ statement: Statement, _ name: SourceName, _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    try recorded(statement.text, [name.text], body)
  }

  /// Makes a step of what `body` does to the nodes of some names, if it does anything.
  func recorded(
    _ title: @autoclosure () -> String, _ names: [String], _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    guard undoLimit > 0 else { return try body() }
    let before = names.map { (name: $0, recipe: recipe(named: $0)) }
    let result = try body()
    if before.contains(where: { $0.recipe == nil || $0.recipe != recipe(named: $0.name) }) {
      past.note(title(), HistoryChange(renaming: nil, recipes: before))
    }
    return result
  }
}

/// Changes of several edits as one: from the first value before to the last one after.
private struct MergedChanges {
  private var names: [String] = []
  private var old: [String: NodeValue?] = [:]

  mutating func add(_ changes: [NodeChange]) {
    for change in changes where old[change.name] == nil {
      old[change.name] = .some(change.old)
      names.append(change.name)
    }
  }

  mutating func rename(_ from: String, _ to: String) {
    guard let value = old.removeValue(forKey: from) else { return }
    old[to] = value
    names = names.map { $0 == from ? to : $0 }
  }

  /// The changes of what is still there.
  func all(_ value: (String) -> NodeValue?) -> [NodeChange] {
    names.compactMap { name in
      guard let new = value(name), let old = old[name], old != new else { return nil }
      return NodeChange(name: name, old: old, new: new)
    }
  }
}
