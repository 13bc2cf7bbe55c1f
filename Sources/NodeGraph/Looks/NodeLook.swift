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

  /// Its size in canvas points; `nil` for the one that its content asks for. A node is never smaller than that.
  public var size: GraphSize?
  /// Nodes of a greater depth lie in front; those of the same in the order in which they were touched.
  public var depth: Int
  /// Whether it stays where it is when somebody drags it, and is not deleted by the keyboard.
  public var isLocked: Bool
  /// How much of it shows.
  public var form: Form
  /// The colour of its title bar; `nil` for that of its kind.
  public var color: GraphColor?

  /// Describes a node.
  ///
  /// - Parameters:
  ///   - size: Its size in canvas points; `nil` for the one that its content asks for.
  ///   - depth: Nodes of a greater depth lie in front.
  ///   - isLocked: Whether it stays where it is.
  ///   - form: How much of it shows.
  ///   - color: The colour of its title bar; `nil` for that of its kind.
  public init(
    size: GraphSize? = nil, depth: Int = 0, isLocked: Bool = false, form: Form = .full, color: GraphColor? = nil
  ) {
    self.size = size
    self.depth = depth
    self.isLocked = isLocked
    self.form = form
    self.color = color
  }

  /// Whether it says nothing.
  public var isDefault: Bool { self == NodeLook() }
}
