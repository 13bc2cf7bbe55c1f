// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Evaluates a graph incrementally: after an edit, only the nodes that depend on the change are computed again.
///
/// Each node runs at most once per edit, after every node that it depends on. A node whose value stays the same cuts the change
/// off. Cost: O(nodes that run), whatever the size of the graph.
///
/// ```swift
/// let evaluator = Evaluator()
/// let price = evaluator.input("price", 20.0)
/// let quantity = evaluator.input("quantity", 3)
/// let subtotal = evaluator.node("subtotal", price, quantity) { $0 * Double($1) }
/// evaluator[subtotal]            // 60
/// evaluator.set(price, to: 25)   // computes only subtotal
/// ```
///
/// An evaluator belongs to one task or thread; code of nodes reads its arguments only and changes no graph.
public final class Evaluator {
  @usableFromInline package let box: StateBox<EvaluatorState>
  /// What nodes had before they ran in the current edit, if that is kept. Stored outside the state, so that a record can be
  /// made while the state is read.
  let runs = StateBox(RunRecord())
  /// What the current evaluation runs out of order, and the threads that help. Stored outside the state as well.
  let ahead = StateBox(Ahead())
  /// How the bytes of values are counted, by type.
  let counters = ByteCounters()
  /// The bytes that values of the edit history hold outside their cells.
  let held: HeldBytes
  /// The results that memoized nodes keep.
  let memo: Memo
  /// The link through which observers and others find the evaluator without retaining it.
  let link = EvaluatorLink()

  /// An evaluator of an empty graph.
  ///
  /// - Parameter definitions: The kinds that can be added by name.
  /// - Precondition: The kinds have unique names.
  public init(definitions: [NodeDefinition] = []) {
    held = HeldBytes(counters: counters)
    memo = Memo(counters: counters)
    box = StateBox(EvaluatorState(graph: Graph(), held: held))
    state.log.replaceReceipts(by: ReceiptLog(of: self))
    link.evaluator = self
    for definition in definitions { register(definition) }
  }

  deinit {
    link.evaluator = nil
    keepReceipts()
    forgetAll(state.undo.history.removeAll())
    state.destroyAllValues()
  }

  /// The state, in place. See `EvaluatorState` for what may run while it is being changed. Inlinable code uses `box.value`: an
  /// inlinable setter of the whole state crashes the compiler (Swift 6.3.1).
  var state: EvaluatorState {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(box.pointer) }
    @inline(__always) unsafeMutableAddress { unsafe box.pointer }
  }

  /// The graph as it is now; inside an edit, as edited so far. While a copy of it is kept, the next change of structure copies
  /// the graph's records. A constant keeps a copy until its scope ends, so read what you need before an edit and don't hold the
  /// graph itself. If you take a copy inside an edit, don't change it on another thread before the edit has ended.
  ///
  /// - Complexity: O(1).
  public var graph: Graph {
    if state.activity.editDepth > 0 { state.beginCopies() }
    return state.graph
  }

  /// A number that changes with each change of connections, literals and ports, and when a node is removed.
  package var wiringVersion: Int { state.topology.wiringVersion }

  /// The bytes held for nodes, connections and values, without names, positions and literals.
  package var byteCount: Int {
    state.topology.byteCount + state.nodes.byteCount + state.pending.byteCount + state.log.byteCount
  }

  /// The number of kernels. Nodes share them.
  package var kernelCount: Int { state.kernels.count }

  /// Checks every invariant of the graph and of each part, and stops with the rules that are broken.
  ///
  /// - Complexity: O(nodes + connections).
  public func checkInvariants() {
    state.graph.checkInvariants()
    let broken = brokenRules()
    require(broken.isEmpty, "a rule of the evaluator is broken: \(broken.joined(separator: "; "))")
  }

  /// Checks the graph and its groups after an edit, if invariant checks are on.
  @inline(__always)
  func checkIfAsked() {
    if InvariantChecks.areOn { checkGraph() }
  }

  @inline(never)
  private func checkGraph() {
    state.graph.checkIfAsked()
    if state.activity.editDepth == 0 { checkGroups() }
  }

  /// The rules of the evaluator's parts that are broken.
  package func brokenRules() -> [String] { state.brokenRules() + ahead.value.brokenRules() + memo.brokenRules() }

  /// Breaks a rule of a part, for the test that checks that it is reported. The evaluator is unusable afterwards.
  package func damage(_ part: EvaluatorPart) { part.damage(&state) }

  /// The rules of a part that are broken.
  package func brokenRules(of part: EvaluatorPart) -> [String] { part.brokenRules(in: state) }
}

@available(*, unavailable)
extension Evaluator: Sendable {}

extension Evaluator: CustomStringConvertible {
  /// The size of the graph, without its contents.
  public var description: String { "Evaluator: \(graph)" }
}
