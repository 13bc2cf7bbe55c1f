// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The messages with which the program stops when a caller broke a rule. None of it is inlined: callers that keep the rules pay for
/// a comparison only.
extension Evaluator {
  /// Stops if client code is running that must not change the graph. Observers that are still to be notified are queued first.
  @inline(__always)
  func requireIdle() {
    if state.activity.phase != .idle { requireTelling() }
  }

  @inline(never)
  private func requireTelling() {
    endTellingAtOnce()
    if state.activity.phase != .idle { stopChange() }
  }

  /// Stops if client code is running, or an edit is under way.
  func requirePublishing() {
    requireIdle()
    require(state.activity.editDepth == 0, "a plan must be made and published between edits")
  }

  @inline(never)
  private func stopChange() -> Never {
    switch state.activity.phase {
    case .idle, .telling, .evaluating:
      stop("a node's code must not change a graph, nor may `==` or `deinit` of values while nodes run")
    case .asking: stop("isInterrupted must not read or change its evaluator: it is called while nodes run")
    case .comparing: stop("code that compares values, `==` or a cutoff, must not change a graph")
    case .releasing: stop("the `deinit` of a value that an evaluator releases must not change a graph")
    case .counting: stop("code that counts bytes must not read or change the evaluator")
    case .readingFork: stop("code in Fork.read must not change the evaluator; edit after it returns")
    case .travelling:
      stop("UndoCompanion.toggle must not read or change the evaluator, which is undoing or redoing an edit")
    }
  }

  @usableFromInline @inline(never)
  func stopForMissing(_ node: NodeID) -> Never {
    stop(state.topology.reasonForMissing(node))
  }

  /// Stops because a node has no value to read.
  @usableFromInline @inline(never)
  func stopReading(_ node: NodeID) -> Never {
    guard let failure = failure(of: node) else {
      stop("\(text(of: node)) has no value yet: a node added in an edit is evaluated when the edit ends")
    }
    stop("\(text(of: node)) has no value: \(failure)")
  }

  /// Traps because an output does not exist, or has another type than it is read as.
  @usableFromInline @inline(never)
  func stopReading(_ port: OutputPort) -> Never {
    let outputs = state.kernel(of: port.node.slot).outputs
    guard outputs.indices.contains(port.index) else { stop("\(text(of: port.node)) has no output \(port.index)") }
    stop("\(text(of: port.node)) gives \(outputs[port.index].port) and is read as another type")
  }

  /// Stops because a node is not a source, or not of the type of the value that it is set to.
  @inline(never)
  func stopSetting(_ node: NodeID) -> Never {
    let kernel = state.kernel(of: node.slot)
    guard kernel.isSource else { stop("\(text(of: node)) can't be set: its value is computed") }
    stop("\(text(of: node)) holds \(kernel.outputs[0].port) and is set to a value of another type")
  }

  /// The name of a node, in an instance its scoped name, or its id if it has no name.
  private func text(of node: NodeID) -> String {
    if subgraphs.scope(of: node) != nil { return "'\(subgraphs.scopedName(of: node))'" }
    return state.graph.name(of: node).map { "'\($0)'" } ?? "\(node)"
  }
}
