// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How a node is shown beside its position: what its renderers decide unless somebody said otherwise.
public struct NodeLook: Hashable, Sendable {
  /// How much of a node shows.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// Title bar, ports and value.
    case full
    /// One row: name and value, with its ports at the sides.
    case compact
    /// A point that wires go through, with a port at each side.
    case dot
  }

  /// Which way values pass a node: at which of its edges its ports are.
  public enum Flow: String, Hashable, Sendable, CaseIterable {
    /// Inputs at the left, outputs at the right.
    case right
    /// Inputs on top, outputs at the bottom.
    case down
    /// Inputs at the right, outputs at the left.
    case left
    /// Inputs at the bottom, outputs on top.
    case up
  }

  /// Its size in canvas points; `nil` for the one that its content asks for. A node is never smaller than that.
  public var size: GraphSize?
  /// Nodes of a greater depth lie in front; those of the same in the order in which they were touched.
  public var depth: Int
  /// Whether it stays where it is when somebody drags it, and is not deleted by the keyboard.
  public var isLocked: Bool
  /// How much of it shows.
  public var form: Form
  /// Which way values pass it.
  public var flow: Flow
  /// The colour of its title bar; `nil` for that of its kind.
  public var color: GraphColor?

  /// Describes a node.
  ///
  /// - Parameters:
  ///   - size: Its size in canvas points; `nil` for the one that its content asks for.
  ///   - depth: Nodes of a greater depth lie in front.
  ///   - isLocked: Whether it stays where it is.
  ///   - form: How much of it shows.
  ///   - flow: Which way values pass it.
  ///   - color: The colour of its title bar; `nil` for that of its kind.
  public init(
    size: GraphSize? = nil, depth: Int = 0, isLocked: Bool = false, form: Form = .full, flow: Flow = .right,
    color: GraphColor? = nil
  ) {
    self.size = size
    self.depth = depth
    self.isLocked = isLocked
    self.form = form
    self.flow = flow
    self.color = color
  }

  /// Whether it says nothing.
  public var isDefault: Bool { self == NodeLook() }
}
