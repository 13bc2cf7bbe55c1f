// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// Makes several changes, all or nothing: if `body` throws, the graph is as it was before, ids handed out in between
  /// excepted, which are stale.
  ///
  /// Edits nest; one that fails inside another reverts its own part only. A copy made in `body` is of the graph as
  /// edited so far, and independent like any other, but don't change it on another thread before the edit is over; `body`
  /// must not put another graph in the place of this one.
  ///
  /// ```swift
  /// try graph.edit { graph in
  ///   let sum = try graph.add("Add")
  ///   try graph.connect(one.output, to: sum.input("x"))
  /// }
  /// ```
  ///
  /// - Parameter body: Makes the changes.
  /// - Returns: What changed, in order.
  /// - Throws: What `body` throws.
  /// - Complexity: What `body` does; reverting costs as much again.
  @discardableResult
  public mutating func edit<Failure>(
    _ body: (inout Graph) throws(Failure) -> Void
  ) throws(Failure) -> [Change] {
    makeUnique()
    let mark = storage.value.beginEdit()
    let isOutermost = beginCopies()
    defer { if isOutermost { endCopies() } }
    do {
      try body(&self)
    } catch {
      makeUnique()
      _ = storage.value.rollBackEdit(to: mark)
      if storage.value.mayHaveSlack { GrowingMemory.returnFreedMemory(storage.value.shrink()) }
      throw error
    }
    makeUnique()
    let changes = storage.value.changes(since: mark)
    storage.value.commitEdit()
    checkIfAsked()
    return changes
  }

  /// Makes one change, which does nothing if it is refused, as an edit of its own or as part of the one under way.
  @inline(__always)
  mutating func change<Result>(
    _ body: (inout Topology) throws(GraphError) -> Result
  ) throws(GraphError) -> Result {
    makeUnique()
    guard storage.value.journal.isOpen else { return try changeTogether(body) }
    let result = try body(&storage.value)
    checkIfAsked()
    return result
  }

  /// Makes several changes, all or nothing, as an edit of their own or as part of the one under way.
  mutating func changeTogether<Result>(
    _ body: (inout Topology) throws(GraphError) -> Result
  ) throws(GraphError) -> Result {
    makeUnique()
    let mark = storage.value.beginEdit()
    do {
      let result = try body(&storage.value)
      storage.value.commitEdit()
      checkIfAsked()
      return result
    } catch {
      _ = storage.value.rollBackEdit(to: mark)
      throw error
    }
  }

  /// Has copies that are taken in the edit under way learn when it is over. Returns whether they did not before.
  package mutating func beginCopies() -> Bool {
    guard storage.value.journal.mark == nil else { return false }
    storage.value.journal.mark = EditMark(false)
    return true
  }

  /// Tells the copies that were taken that the edit is over. This graph is the only owner of its records.
  package mutating func endCopies() {
    storage.value.journal.mark?.value = true
    storage.value.journal.mark = nil
  }
}
