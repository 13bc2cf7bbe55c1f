// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How to take back one change: what some nodes were before it. Names tell the nodes, since one that is made again has
/// another id.
struct HistoryChange {
  /// A name that is exchanged before nodes are restored, for the one it was before.
  var renaming: (from: String, to: String)?
  /// What nodes are restored to, in this order; those without a recipe are removed.
  var recipes: [(name: String, recipe: NodeRecipe?)]
}

/// A statement, or several that belong together, that can be taken back.
struct HistoryStep {
  let title: String
  /// In the order in which they were made.
  var changes: [HistoryChange]
}

/// What was done, and what was taken back. Each step holds what it touched, not what there is.
struct History {
  var limit = 1_000 {
    didSet {
      limit = max(limit, 0)
      trim(to: limit)
      undone = []
    }
  }
  private var steps: [HistoryStep] = []
  private(set) var undone: [HistoryStep] = []
  private(set) var isGrouping = false
  private var group: [HistoryChange] = []

  /// The steps that can be taken back, oldest first.
  var done: ArraySlice<HistoryStep> { steps.suffix(limit) }

  /// Takes note of a change that a person made: what was taken back before can't be done again.
  mutating func note(_ title: @autoclosure () -> String, _ change: @autoclosure () -> HistoryChange) {
    guard limit > 0 else { return }
    if isGrouping { group.append(change()) } else { push(HistoryStep(title: title(), changes: [change()])) }
  }

  mutating func beginGroup() { isGrouping = true }

  mutating func endGroup(_ title: String) {
    if !group.isEmpty { push(HistoryStep(title: title, changes: group)) }
    group = []
    isGrouping = false
  }

  private mutating func push(_ step: HistoryStep) {
    undone = []
    append(step)
  }

  private mutating func append(_ step: HistoryStep) {
    steps.append(step)
    // Now and then only, because all that stay have to move.
    if steps.count >= 2 * limit { trim(to: limit) }
  }

  private mutating func trim(to count: Int) { steps.removeFirst(max(steps.count - count, 0)) }

  /// The step to do again next, or to take back.
  func next(isRedo: Bool) -> HistoryStep? { isRedo ? undone.last : done.last }

  /// Puts what takes back the step that was taken in its place at the other side.
  mutating func move(isRedo: Bool, as inverse: HistoryStep) {
    if isRedo {
      undone.removeLast()
      append(inverse)
    } else {
      // What is older than the limit stays out of reach.
      trim(to: limit)
      steps.removeLast()
      undone.append(inverse)
    }
  }
}
