// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Evaluates a graph incrementally: after an edit, what depends on the change is computed again, and nothing else.
///
/// Each node runs at most once an edit, after everything it depends on; a node whose value stays the same wakes
/// nobody. Cost: O(nodes that run), whatever the size of the graph.
///
/// ```swift
/// let evaluator = Evaluator()
/// let price = evaluator.input("price", 20.0)
/// let quantity = evaluator.input("quantity", 3)
/// let subtotal = evaluator.node("subtotal", price, quantity) { $0 * Double($1) }
/// evaluator[subtotal]            // 60
/// evaluator.set(price, to: 25)   // computes subtotal, nothing else
/// ```
///
/// An evaluator belongs to one task or thread; code of nodes reads its arguments only and changes no graph.
public final class Evaluator {
  @usableFromInline package let box: StateBox<EvaluatorState>
  /// What nodes had before they ran in the edit under way, where that is kept.
  let runs = StateBox(RunRecord())
  /// What the values of the edit history hold elsewhere.
  let held = HeldBytes()

  /// An evaluator of an empty graph.
  ///
  /// - Parameter definitions: The kinds that can be added by name.
  /// - Precondition: The kinds have unique names.
  public init(definitions: [NodeDefinition] = []) {
    box = StateBox(EvaluatorState(graph: Graph()))
    box.value.receiptLog = ReceiptLog(of: self)
    for definition in definitions { register(definition) }
  }

  deinit { destroyAllValues() }

  /// The graph as it is now. While a copy of it is kept, the next change of structure copies the graph's records.
  ///
  /// - Complexity: O(1); inside an edit O(nodes + connections), where ``Edit`` answers the usual questions in O(1).
  public var graph: Graph { box.value.editDepth == 0 ? box.value.graph : box.value.graph.settledCopy() }

  /// Gives a shape its kernel, and its defaults their values.
  func install(_ definition: NodeDefinition, at shape: UInt32) {
    install(definition.kernel, at: shape)
    makeRoom()
    let cells = box.value.graph.storage.value.shapes[Int(shape)].defaultCells
    for (cell, value) in zip(cells, definition.defaults) {
      guard let value, cell != NodeRecord.none else { continue }
      box.value.values.initialize(cell, value.type, to: value.value)
      box.value.constants[cell] = value.type
    }
  }

  func install(_ kernel: Kernel, at shape: UInt32) {
    while box.value.kernels.count <= Int(shape) { box.value.kernels.append(nil) }
    box.value.kernels[Int(shape)] = kernel
    box.value.kernelPointers.resize(to: box.value.kernels.count, repeating: 0)
    box.value.kernelPointers[shape] = kernel.address
  }

  func kernel(of slot: UInt32) -> Kernel {
    guard let kernel = box.value.kernels[Int(box.value.topology.records[slot].shape)] else {
      preconditionFailure("every shape in use has a kernel")
    }
    return kernel
  }

  /// Brings the tables beside the graph to its size.
  @inline(__always)
  func makeRoom() {
    let nodes = box.value.topology.records.count
    if box.value.status.count < nodes {
      box.value.status.extend(to: nodes, repeating: EvaluatorState.Status.empty)
    }
    box.value.values.reserve(box.value.topology.cellEnd)
    box.value.pending.reserve(box.value.topology.nodeAtRank.count)
  }

  /// The bytes held for nodes, connections and values; names, positions and literals aside.
  package var byteCount: Int {
    box.value.graph.storage.value.byteCount + box.value.values.byteCount + box.value.status.byteCount
      + box.value.pending.byteCount + box.value.log.byteCount
  }

  /// How many kernels there are, which nodes share.
  package var kernelCount: Int { Set(box.value.kernels.compactMap { $0.map { ObjectIdentifier($0) } }).count }

  /// Checks the invariants where the `InvariantChecks` trait is on.
  @inline(__always)
  func checkIfAsked() {
    #if InvariantChecks
      box.value.graph.checkIfAsked()
    #endif
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(nodes + connections).
  public func checkInvariants() {
    box.value.graph.checkInvariants()
    precondition(box.value.editDepth > 0 || box.value.pending.isEmpty, "after an edit nothing is pending")
    precondition(box.value.unfinished.isEmpty == box.value.isUnfinished.isEmpty, "what is unfinished is marked")
    for slot in 0..<UInt32(box.value.topology.records.count) {
      let failed = box.value.status[slot] & EvaluatorState.Status.failed != 0
      precondition(failed == (box.value.failures[slot] != nil), "a failed node has a failure")
      let isObserved = box.value.status[slot] & EvaluatorState.Status.observed != 0
      precondition(!isObserved || box.value.observers.hasObservers(of: slot), "an observed node has an observer")
    }
  }
}

@available(*, unavailable)
extension Evaluator: Sendable {}

extension Evaluator: CustomStringConvertible {
  /// How large the graph is, not what is in it.
  public var description: String { "Evaluator: \(graph)" }
}
