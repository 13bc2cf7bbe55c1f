// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Nodes of a replay that a kernel runs in a loop of its own, one after the other.
///
/// The loop is a function into which the code of the nodes is inlined, once for each kind of batch.
@usableFromInline
protocol KernelBatch {
  /// Advances to the next node. Returns whether there is one that the kernel can run.
  mutating func findNext() -> Bool
  /// The call of the next node. The node has a value, and stating so removes the code for nodes without one.
  var call: KernelCall { get }
  /// Ends the next node, given the outputs that changed, one bit each.
  mutating func end(_ outputs: UInt32)
}

extension KernelBatch {
  /// Runs as many nodes as possible. If the code throws, its node is still the next one.
  @inline(__always)
  mutating func run(_ body: Kernel.Body) throws {
    while findNext() { end(try body(call)) }
  }
}

/// The loops of a kernel over nodes that follow each other. They have a type of their own because the compiler wraps an
/// optional function in others.
@frozen
@usableFromInline
struct BatchLoops {
  /// Evaluates nodes of a replay that follow each other, as many as possible.
  @usableFromInline typealias Body<Batch> = (_ batch: inout Batch) throws -> Void

  let pushed: Body<ReplayBatch>
  let dense: Body<DenseBatch>

  @usableFromInline
  init(pushed: @escaping Body<ReplayBatch>, dense: @escaping Body<DenseBatch>) {
    self.pushed = pushed
    self.dense = dense
  }
}
