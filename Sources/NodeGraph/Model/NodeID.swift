// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Names a node for ever: once the node is removed its id is refused, never reused for another.
///
/// An id carries a tag of the graph that made it: another graph refuses it (``GraphError/foreign(_:)``), and no id of another graph
/// equals it. So what an application keeps by ids of one graph is never found under those of the next. Copies of a graph share the
/// tag; a graph that is loaded from a document is another graph, with ids of its own.
///
/// Documents hold ids without a tag (``inDocument``). Each graph takes such an id for its own, but none of its nodes equals it:
/// ``Graph/node(inDocument:)`` gives the graph's id for it.
///
/// ```swift
/// let kept = selection.map(\.inDocument)
/// let evaluator = try Evaluator(definitions: kinds, document: saved)
/// selection = kept.compactMap { evaluator.graph.node(inDocument: $0) }
/// ```
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

  /// The id as documents hold it, without the tag of a graph: what has this id in the document that the graph is saved as.
  ///
  /// It equals the id in a document, and no id of a graph.
  public var inDocument: NodeID { NodeID(slot: slot, generation: generation) }

  /// Whether it is an id as documents hold it.
  @inlinable package var isInDocument: Bool { tag == 0 }

  /// The id with a tag, if it has none.
  @inlinable package func tagged(_ tag: UInt32) -> NodeID {
    self.tag == 0 ? NodeID(slot: slot, stamp: stamp | tag) : self
  }

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
  /// Whether both name the same node of the same graph, or of documents.
  @inlinable
  public static func == (left: NodeID, right: NodeID) -> Bool { left.slot == right.slot && left.stamp == right.stamp }

  /// Hashes what is compared.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(word)
  }
}
