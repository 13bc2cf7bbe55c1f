// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Names a node for ever: once the node is removed its id is refused, never reused for another.
public struct NodeID: Hashable, Sendable, CustomStringConvertible {
  /// Where the graph keeps the node.
  @usableFromInline package let slot: UInt32
  /// Which of the nodes that were kept there in turn.
  @usableFromInline package let generation: UInt32

  @inlinable package init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  /// The id as text: `#12`, or `#12.3` for the fourth node kept in that place.
  public var description: String { generation == 0 ? "#\(slot)" : "#\(slot).\(generation)" }

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
