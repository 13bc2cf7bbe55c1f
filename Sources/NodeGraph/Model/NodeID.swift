// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The permanent name of a node: once the node is removed, its id is refused and never reused for another node.
///
/// An id has a tag of the graph that made it: another graph refuses it (``GraphError/foreign(_:)``), and doesn't have an
/// equal id. Data that an application keeps by ids of one graph is therefore never found under ids of another. Copies of a
/// graph share the tag; a graph that is loaded from a document is another graph, with ids of its own.
///
/// Ids are good keys for data that an application stores about nodes. Remove an entry when the node is removed
/// (``Change/removed(_:)``), or keep it if the removal may be undone: the restored node has the same id.
///
/// Documents have ids without a tag (``inDocument``). Each graph accepts such an id as its own, but none of its ids equals it:
/// use ``Graph/node(inDocument:)`` to get the graph's id for it.
///
/// ```swift
/// let kept = selection.map(\.inDocument)
/// let evaluator = try Evaluator(definitions: kinds, document: saved)
/// selection = kept.compactMap { evaluator.graph.node(inDocument: $0) }
/// ```
public struct NodeID: Sendable, CustomStringConvertible {
  /// The index of the node in the graph's table.
  @usableFromInline package let slot: UInt32
  /// The tag of the graph in the upper half and the generation in the lower half, so that a graph compares both at once.
  @usableFromInline package let stamp: UInt32

  @inlinable package init(slot: UInt32, stamp: UInt32) {
    self.slot = slot
    self.stamp = stamp
  }

  /// Creates an id without a tag.
  @inlinable package init(slot: UInt32, generation: UInt32) {
    self.init(slot: slot, stamp: generation & Self.generations)
  }

  /// The number of nodes that used the slot before this one.
  @inlinable package var generation: UInt32 { stamp & Self.generations }

  /// The tag of the graph it belongs to; 0 for an id of a document.
  @inlinable package var tag: UInt32 { stamp & ~Self.generations }

  /// The id without the tag of a graph: the id that the node has in a document of its graph.
  ///
  /// It equals ids in documents and no id of a graph. Use it to find nodes in a ``GraphDocument``, and as the key of results
  /// by ids of documents, such as those of ``Graph/paste(_:offset:own:)``.
  public var inDocument: NodeID { NodeID(slot: slot, generation: generation) }

  /// Whether it is an id of a document, without a tag.
  @inlinable package var isInDocument: Bool { tag == 0 }

  /// Returns the id with a tag if it has none.
  @inlinable package func tagged(_ tag: UInt32) -> NodeID {
    self.tag == 0 ? NodeID(slot: slot, stamp: stamp | tag) : self
  }

  /// The bits of a stamp that count generations. A slot whose generations are used up is not used again: 95 bytes are lost
  /// after 65,535 removals.
  @inlinable package static var generations: UInt32 { 0xFFFF }

  /// Returns whether an id comes before another one, for orders that depend only on ids.
  package static func precedes(_ left: NodeID, _ right: NodeID) -> Bool {
    (left.slot, left.generation) < (right.slot, right.generation)
  }

  /// The id as text for logs: `#12`, or `#12.3` for the fourth node in that slot; `@3` for the id of an ``InstanceID``.
  ///
  /// The tag of the graph isn't shown, so ids of two graphs may have the same description. Don't parse it: documents use
  /// ``documentText``.
  public var description: String {
    if let instance = InstanceID(self) { return "@\(instance.index)" }
    return generation == 0 ? "#\(slot)" : "#\(slot).\(generation)"
  }

  /// The node's first output, which for most kinds is the only one.
  ///
  /// It can be passed for a node without outputs too; the call then throws ``GraphError/noSuchOutput(_:_:among:)``.
  @inlinable public var output: OutputPort { OutputPort(node: self, index: 0) }

  /// Names an output of the node by index.
  ///
  /// - Parameter index: The index among the outputs, from 0.
  /// - Returns: The port. A call that is given a port which doesn't exist throws ``GraphError/noSuchOutput(_:_:among:)``.
  @inlinable public func output(_ index: Int) -> OutputPort { OutputPort(node: self, index: index) }

  /// Names an input of the node by index.
  ///
  /// - Parameter index: The index among the inputs, from 0.
  /// - Returns: The port. A call that is given a port which doesn't exist throws ``GraphError/noSuchInput(_:_:among:)``.
  @inlinable public func input(_ index: Int) -> InputPort { InputPort(node: self, index: index) }

  /// Names an input of the node by its name.
  ///
  /// ```swift
  /// try graph.connect(one.output, to: sum.input("x"))
  /// ```
  ///
  /// - Parameter name: The name of the port in the node's kind.
  /// - Returns: The port. A call that is given a port which doesn't exist throws ``GraphError/noSuchInput(_:_:among:)``.
  public func input(_ name: String) -> NamedInput { NamedInput(node: self, name: name) }

  /// Names an output of the node by its name.
  ///
  /// ```swift
  /// try graph.connect(division.output("remainder"), to: sum.input("x"))
  /// ```
  ///
  /// - Parameter name: The name of the port in the node's kind.
  /// - Returns: The port. A call that is given a port which doesn't exist throws ``GraphError/noSuchOutput(_:_:among:)``.
  public func output(_ name: String) -> NamedOutput { NamedOutput(node: self, name: name) }
}

extension NodeID: Hashable {
  /// Returns whether both ids name the same node of the same graph, or both are the same id of documents.
  ///
  /// An id of a graph doesn't equal the id of the same node in a document: compare with ``inDocument``.
  ///
  /// ```swift
  /// let id = graph.document().nodes[0].id
  /// graph.nodes.contains(id)        // false: it has no tag
  /// graph.node(inDocument: id)      // the node's id in this graph
  /// ```
  @inlinable
  public static func == (left: NodeID, right: NodeID) -> Bool { left.slot == right.slot && left.stamp == right.stamp }

  /// Hashes the slot, the generation and the tag.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(word)
  }
}
