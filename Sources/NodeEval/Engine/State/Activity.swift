// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an evaluator is doing: whether an edit is under way, and which code may be running.
struct Activity {
  /// The phase of an evaluator's work. The graph may be changed only while it is `idle`; the others say which code may be
  /// running.
  enum Phase {
    case idle
    /// Nodes run, and the values that they produced are compared and released.
    case evaluating
    /// `isInterrupted` is called.
    case asking
    /// Values that an edit gave are compared.
    case comparing
    /// Values and companions are released.
    case releasing
    /// The bytes of values that the edit history keeps are counted.
    case counting
    /// A fork is read.
    case readingFork
    /// An edit is undone or redone, its companions included.
    case travelling
    /// Observers are notified. They may change the graph: the notices of the others are queued before that (`requireIdle`).
    case telling
  }

  var phase = Phase.idle
  /// How many edits are under way, one inside the other.
  var editDepth = 0
  /// The edits of definitions of groups that are under way, one inside the other.
  var definitionEdits: [DefinitionEdit] = []
  /// The definitions that these edits change.
  var changedDefinitions: [UInt32] { definitionEdits.map(\.definition) }
  /// Whether the edit under way makes a node in code.
  var isConstructing = false
  /// Whether the edit under way is not remembered, and so must leave the graph's structure unchanged.
  var changesValuesOnly = false
  /// Whether the edit under way belongs to a fork.
  var isForking = false
  /// Whether a copy of the graph that was taken in the edit under way may still be held.
  var hasCopies = false
  /// Whether what nodes have is kept when they run, to be undone later.
  var keepsRuns = false
  /// The outputs that changed of the multi-output node that ran last, one bit each.
  var changedOutputs: UInt32 = 0
  /// A counter that grows when values change without an entry in the log (see `Combination`).
  var combinationEpoch = 0
  /// The number of forks that were neither committed nor dropped.
  var forkCount = 0
  /// What the evaluation under way has yet to run, if it asks whether to stop.
  var front: EvaluationFront?
  /// The nodes whose code ended early because the evaluation has to stop. They become pending again at once.
  var interrupted: [UInt32] = []
  /// The order of values in memory.
  var cellOrder = CellOrder()
  /// Which nodes a stopped evaluation has left pending.
  var unfinished = Unfinished()
  /// Always `nil`. Because of a member that only has an address, the state is passed to its methods by address, as `Wiring` is.
  /// Without one, each call that reads the state and isn't inlined copies all its 2,169 bytes.
  private let passedByAddress: Any? = nil
}
