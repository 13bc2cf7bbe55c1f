// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What happened to a node, in which edit, and why.
public struct Explanation: Hashable, Sendable {
  /// What happened to a node.
  public enum Outcome: Hashable, Sendable {
    /// It was set.
    case given
    /// It ran, and its value or failure changed.
    case changed
    /// It ran, and its value stayed the same, so the change did not propagate.
    case cutOff
    /// It could not run, because an input has failed.
    case blocked(NodeFailure)
  }

  /// How a node got its new value, or failed.
  public enum Method: Hashable, Sendable {
    /// It ran when all nodes of lower ranks had run.
    case byRank
    /// A plan ran it (see ``Evaluator/planLimit``).
    case plan(Replay)
    /// It ran with other nodes that are worth a thread, on any of the ``Evaluator/workers``.
    case onWorkers
    /// Its asynchronous code ended.
    case asynchronous
    /// It took a result that was kept for these inputs, so its code did not run (see ``NodeMemo``).
    case remembered
    /// It is muted or bypassed, so its code did not run.
    case switchedOff
  }

  /// How a plan runs its nodes.
  public enum Replay: Hashable, Sendable {
    /// Each node whose value changed makes its readers run.
    case pushing
    /// Each node tests whether its inputs have changed.
    case pulling
    /// All nodes run without a test, until a value stays the same.
    case dense
  }

  /// The node.
  public let node: NodeID
  /// The number of the edit, as receipts count them.
  public let edit: Int
  /// What happened to the node.
  public let outcome: Outcome
  /// How it got its new value; `nil` if it was set, or could not run.
  public let method: Method?
  /// Whether a plan has the node now, as one that it runs or as a source.
  public let isPlanned: Bool
  /// The node's first input that the edit changed: the value it reads, its connection or its literal. `nil` if the edit set the
  /// node or added it.
  public let input: InputPort?
  /// The path from what the user edited to the node, both included, by the first changed input of each node.
  public let path: [NodeID]
}

extension Evaluator {
  /// Explains why a node ran, or could not run, when it last did.
  ///
  /// By default only the last edit is examined; with ``remembersCauses`` all edits since that was turned on.
  ///
  /// - Returns: `nil` if the node doesn't exist, or no examined edit has reached it.
  /// - Complexity: O(nodes that ran in that edit, and their inputs) for the first call after an edit, then O(path).
  public func explain(_ node: NodeID) -> Explanation? {
    guard let node = graph.node(inDocument: node) else { return nil }
    if let cause = state.log.causes?[node] {
      return explanation(of: node, cause, path(to: node, cause))
    }
    let causes = lastCauses().causes
    guard let cause = causes[node] else { return nil }
    var path = [node]
    while let last = path.last, let source = causes[last]?.source, causes[source] != nil { path.append(source) }
    return explanation(of: node, cause, path.reversed())
  }

  private func explanation(of node: NodeID, _ cause: Cause, _ path: [NodeID]) -> Explanation {
    Explanation(
      node: node, edit: cause.edit, outcome: cause.outcome, method: cause.method, isPlanned: isPlanned(node.slot),
      input: cause.input, path: path)
  }

  private func isPlanned(_ slot: UInt32) -> Bool { !state.hasStalePlans && state.plans.isMarked(slot) }

  /// Whether ``explain(_:)`` examines earlier edits than the last. This costs memory for each node that runs, and time for each of
  /// its inputs. Off by default.
  public var remembersCauses: Bool {
    get { state.log.causes != nil }
    set {
      guard newValue != remembersCauses else { return }
      state.log.causes = newValue ? lastCauses().causes : nil
    }
  }

  /// Remembers why nodes have run, if ``remembersCauses`` is on.
  @inline(__always)
  func rememberCauses() {
    if state.log.causes != nil { rememberLastCauses() }
  }

  @inline(never)
  private func rememberLastCauses() {
    state.log.causes?.merge(findLastCauses()) { $1 }
    for case .removed(let node) in lastChanges { state.log.causes?[node] = nil }
  }

  private func path(to node: NodeID, _ cause: Cause) -> [NodeID] {
    var path = [node]
    // A source that has run again since then is explained by that later edit, not by this one.
    while let last = path.last, let source = state.log.causes?[last]?.source, let next = state.log.causes?[source],
      next.edit == cause.edit
    {
      path.append(source)
    }
    return path.reversed()
  }

  /// The causes of the runs of the last edit, computed once and kept until the next edit.
  func lastCauses() -> LastCauses {
    if let causes = state.log.lastCauses { return causes }
    let causes = findReached()
    // Inside an edit, and while a fork is read, the graph differs from that of the last edit.
    if state.activity.editDepth == 0, state.activity.phase != .readingFork { state.log.lastCauses = causes }
    return causes
  }

  private func findReached() -> LastCauses {
    let later = state.log.later
    let held = Set(later.putOff).union(later.started)
    var leastRank = UInt32.max
    for slot in held { leastRank = min(leastRank, state.topology.records[slot].rank) }
    for index in 0..<state.log.entries.count {
      leastRank = min(leastRank, state.topology.records[state.log.entries[index].slot].rank)
    }
    return LastCauses(causes: findLastCauses(), held: held, leastRank: leastRank)
  }

  private func findLastCauses() -> [NodeID: Cause] {
    let entries = lastEntries
    let changed = Set(entries.filter(\.isChanged).map(\.node))
    let edited = editedInputs()
    var causes: [NodeID: Cause] = [:]
    for (index, entry) in entries.enumerated() {
      let input = entry.isGiven ? nil : firstChangedInput(of: entry.node, changed, edited)
      let source = input.flatMap { input in graph.sources(of: input).first(where: { changed.contains($0.node) })?.node }
      causes[entry.node] = Cause(
        edit: state.log.number, outcome: outcome(of: entry), method: method(of: entry, at: index), input: input,
        source: source)
    }
    return causes
  }

  private func editedInputs() -> Set<InputPort> {
    Set(
      lastChanges.compactMap { change in
        switch change {
        case .connected(let connection), .disconnected(let connection): connection.target
        case .literalChanged(let input): input
        default: nil
        }
      })
  }

  private func firstChangedInput(
    of node: NodeID, _ changed: Set<NodeID>, _ edited: Set<InputPort>
  ) -> InputPort? {
    guard let inputs = try? graph.kind(of: node).inputs else { return nil }
    return inputs.indices.lazy.map { node.input($0) }.first { input in
      edited.contains(input) || self.graph.sources(of: input).contains { changed.contains($0.node) }
    }
  }

  private func method(of entry: ReceiptEntry, at index: Int) -> Explanation.Method? {
    guard entry.isEvaluated else { return nil }
    let slot = entry.node.slot
    let status = state.topology.isLive(entry.node) ? state.nodes.status[slot] : []
    if status.contains(.isSwitched) { return .switchedOff }
    if status.contains(.isAsync) { return .asynchronous }
    if state.log.remembered.contains(slot) { return .remembered }
    if status.contains(.isHeavy), state.kernels.heavyKinds.workers.areOn { return .onWorkers }
    return state.log.method(ofEntry: index)
  }

  private func outcome(of entry: ReceiptEntry) -> Explanation.Outcome {
    if entry.isGiven { return .given }
    return switch entry.outcome {
    case .changed: .changed
    case .cutOff: .cutOff
    case .blocked, .stillBlocked: failure(of: entry.node).map { .blocked($0) } ?? .changed
    }
  }
}

/// Why a node has run.
struct Cause {
  let edit: Int
  let outcome: Explanation.Outcome
  let method: Explanation.Method?
  let input: InputPort?
  /// The node that the input reads, if its change was the reason.
  let source: NodeID?
}

/// What the last edit has reached.
struct LastCauses {
  /// Why nodes have run.
  let causes: [NodeID: Cause]
  /// The slots of the nodes that did not run, or whose code has not ended.
  let held: Set<UInt32>
  /// The least rank of a node that the edit reached; `UInt32.max` if it reached none. Nodes with lesser ranks depend on none of
  /// these.
  let leastRank: UInt32
}
