// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Descriptions of nodes in words.
extension SessionEditor {
  /// A description of a node in words, for a screen reader.
  public struct Summary: Hashable, Sendable {
    /// The name of the node; without a name, the port that it feeds.
    public var title: String
    /// The formula or kind of the node; empty if it says no more than the value.
    public var definition: String
    /// The value of the node, or why it has none.
    public var value: NodeValue
    /// The names of the node's inputs.
    public var inputs: [String]
    var format: ValueFormat?

    /// The value, in the format of the node, or why it has none.
    public var text: String { value.text(in: format) }
  }

  /// Describes a node.
  ///
  /// - Parameter node: A node of the session.
  /// - Returns: Its title, definition, value and inputs; empty if the node no longer exists.
  public func summary(of node: NodeID) -> Summary {
    let kind = kind(of: node)
    // A group may have no outputs.
    let value = kind?.outputs.isEmpty == true ? NodeValue.value(.text("")) : value(of: node.output)
    return Summary(
      title: title(of: node), definition: detail(of: node), value: value, inputs: kind?.inputs.map(\.name) ?? [],
      format: format(of: node.output))
  }

  /// The format, as text, in which the value of a node is shown because it is an amount of money: `$0.00`.
  ///
  /// - Parameter node: A node of the session.
  /// - Returns: The format; `nil` if there is none, and if the node has a format of its own.
  /// - Complexity: O(1) while only values change.
  public func inheritedFormat(of node: NodeID) -> String? { session.inheritedFormat(of: node) }

  /// The format of the values of an output; `nil` if it has none.
  func format(of output: OutputPort) -> ValueFormat? {
    if let edge = GroupEdge(output.node) {
      return feeder(of: edge.group.node.input(output.index)).flatMap { session.format(of: $0) }
    }
    return session.format(of: source(of: output))
  }
}
