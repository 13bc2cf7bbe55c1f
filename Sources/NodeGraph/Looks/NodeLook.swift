// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The stored presentation of a node or an instance, without its position: size, depth, lock, form, flow, colour, the format of
/// its value, and a note.
///
/// Each property has a default that leaves the choice to the renderer. Looks don't affect evaluation.
///
/// ```swift
/// let note = NodeLook(size: GraphSize(200, 80), form: .compact, color: GraphColor(0x7e9bd0))
/// ```
public struct NodeLook: Hashable, Sendable {
  /// The amount of detail in which a node is shown.
  ///
  /// Documents store the raw value. Connections don't depend on the form.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// Title bar, ports and value.
    case full
    /// One row with name and value, and ports at the sides.
    case compact
    /// A point that wires pass through, with a port at each side.
    case dot
  }

  /// The direction in which values flow through a node, which determines the edges of its ports.
  ///
  /// Documents store the raw value.
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

  /// Its size in canvas points; `nil` for the size of its content.
  ///
  /// A node is never shown smaller than its content requires.
  public var size: GraphSize?
  /// Its depth: nodes of a greater depth are drawn in front of others.
  ///
  /// Nodes of equal depth are in the order in which a user last touched them.
  public var depth: Int
  /// Whether the user interface protects it: it can't be dragged or deleted with the keyboard.
  ///
  /// Edits in code aren't restricted.
  public var isLocked: Bool
  /// The amount of detail in which it is shown.
  ///
  /// It may change the size that the content requires, and the positions of ports.
  public var form: Form
  /// The direction in which values flow through it.
  ///
  /// It affects only where its ports are drawn, not how they are connected.
  public var flow: Flow
  /// The colour of its title bar; `nil` for the colour of its kind.
  ///
  /// A view may still draw a selected or failed node in another colour.
  public var color: GraphColor?
  /// The format of its value, such as `0.00`; `nil` for the renderer's own.
  ///
  /// Documents, differences and undo store the text as it is. What formats there are depends on the types of values: renderers
  /// and applications define and check them. A format doesn't change the value.
  public var format: String?
  /// A note about the node, for people; `nil` for none.
  ///
  /// It is plain text, in which views may show the emphasis, code and lists of Markdown. Documents, differences and undo store it
  /// as it is.
  public var note: String?

  /// Creates a look. Without arguments it is the default.
  ///
  /// - Parameters:
  ///   - size: Its size in canvas points; `nil` for the size of its content.
  ///   - depth: Its depth; nodes of a greater depth are in front.
  ///   - isLocked: Whether the user interface protects it from being dragged or deleted.
  ///   - form: The amount of detail in which it is shown.
  ///   - flow: The direction in which values flow through it.
  ///   - color: The colour of its title bar; `nil` for the colour of its kind.
  ///   - format: The format of its value; `nil` for the renderer's own.
  ///   - note: A note about the node; `nil` for none.
  public init(
    size: GraphSize? = nil, depth: Int = 0, isLocked: Bool = false, form: Form = .full, flow: Flow = .right,
    color: GraphColor? = nil, format: String? = nil, note: String? = nil
  ) {
    self.size = size
    self.depth = depth
    self.isLocked = isLocked
    self.form = form
    self.flow = flow
    self.color = color
    self.format = format
    self.note = note
  }

  /// Whether all properties have their defaults, so that the look need not be stored.
  ///
  /// ```swift
  /// document.looks.nodes[node.inDocument] = look.isDefault ? nil : look
  /// ```
  public var isDefault: Bool { self == NodeLook() }
}
