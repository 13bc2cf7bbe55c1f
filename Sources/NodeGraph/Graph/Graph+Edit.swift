// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// Makes several changes, all or nothing: if `body` throws, all of them are reverted.
  ///
  /// After an error the graph is as before, with the same ids, names, positions, connections and evaluation order. Ids of
  /// nodes that `body` has added are stale. Edits nest: if an inner edit throws and `body` catches the error, only the
  /// changes of the inner edit are reverted.
  ///
  /// Change the graph that `body` receives, not the variable that `edit` was called on. A copy made in `body` has the changes
  /// so far and is independent like any other, but don't change it on another thread before the edit has ended. `body` must
  /// not assign another graph to its parameter.
  ///
  /// ```swift
  /// let changes = try graph.edit { graph in
  ///   let sum = try graph.add("Add")
  ///   try graph.connect(one.output, to: sum.input("x"))
  /// }
  /// print(changes.count)  // 2: the node and the connection
  /// ```
  ///
  /// A single call, such as ``add(_:named:at:)``, is an edit by itself. Use `edit` for calls that belong together, and where the
  /// list of changes is needed.
  ///
  /// - Parameter body: Makes the changes in the graph it receives.
  /// - Returns: The changes, in the order in which they were made, including those of nested edits.
  /// - Throws: The error that `body` throws.
  /// - Complexity: The cost of `body` plus O(changes); reverting costs as much again.
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

  /// Makes one change that has no effect if it is refused, as an edit of its own or as part of the current edit.
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

  /// Makes several changes, all or nothing, as an edit of their own or as part of the current edit.
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

  /// Creates the mark by which copies taken during the current edit learn that it has ended. Returns false if there is one.
  package mutating func beginCopies() -> Bool {
    guard storage.value.journal.mark == nil else { return false }
    storage.value.journal.mark = EditMark(false)
    return true
  }

  /// Sets the mark that the edit has ended, for copies taken during it. This graph must be the only owner of its storage.
  package mutating func endCopies() {
    storage.value.journal.mark?.value = true
    storage.value.journal.mark = nil
  }
}
