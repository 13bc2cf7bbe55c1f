// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Names a node for ever: once the node is removed its id is refused, never reused for another.
///
/// An id carries a tag of the graph that made it, and other graphs refuse it (``GraphError/foreign(_:)``). Copies of a
/// graph share the tag. An id that was read from a document has none: each graph takes it for its own. Comparing ids
/// leaves tags out, so that ids of a document and those of the graph loaded from it are equal.
public struct NodeID: Sendable, CustomStringConvertible {
  /// Where the graph keeps the node.
  @usableFromInline package let slot: UInt32
  /// The tag of the graph in the upper half, the generation in the lower: a graph compares both at once.
  @usableFromInline package let stamp: UInt32

  @inlinable package init(slot: UInt32, stamp: UInt32) {
    self.slot = slot
    self.stamp = stamp
  }

  /// An id without a tag.
  @inlinable package init(slot: UInt32, generation: UInt32) {
    self.init(slot: slot, stamp: generation & Self.generations)
  }

  /// Which of the nodes that were kept there in turn.
  @inlinable package var generation: UInt32 { stamp & Self.generations }

  /// The tag of the graph it belongs to; 0 if it has none.
  @inlinable package var tag: UInt32 { stamp & ~Self.generations }

  /// The id as documents hold it: of whichever graph takes it.
  package var untagged: NodeID { NodeID(slot: slot, generation: generation) }

  /// The bits of a stamp that count generations. When all of a slot are used up it is not used again: 95 bytes are lost
  /// after 65,535 removals.
  @inlinable package static var generations: UInt32 { 0xFFFF }

  /// The id as text: `#12`, or `#12.3` for the fourth node kept in that place; `@3` for that of an ``InstanceID``.
  public var description: String {
    if let instance = InstanceID(self) { return "@\(instance.index)" }
    return generation == 0 ? "#\(slot)" : "#\(slot).\(generation)"
  }

  /// The node's first output, which for most kinds is the only one.
  @inlinable public var output: OutputPort { OutputPort(node: self, index: 0) }

  /// An output by position.
  @inlinable public func output(_ index: Int) -> OutputPort { OutputPort(node: self, index: index) }

  /// An input by position.
  @inlinable public func input(_ index: Int) -> InputPort { InputPort(node: self, index: index) }

  /// An input by name; whether it exists shows when it is used.
  public func input(_ name: String) -> NamedInput { NamedInput(node: self, name: name) }

  /// An output by name; whether it exists shows when it is used.
  public func output(_ name: String) -> NamedOutput { NamedOutput(node: self, name: name) }
}

extension NodeID: Hashable {
  /// Whether both name the same node of their graphs.
  @inlinable
  public static func == (left: NodeID, right: NodeID) -> Bool {
    left.slot == right.slot && (left.stamp ^ right.stamp) & generations == 0
  }

  /// Hashes what is compared.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(word)
  }
}
