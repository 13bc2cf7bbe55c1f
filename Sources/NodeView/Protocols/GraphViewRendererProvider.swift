// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Says what the parts of nodes look like.
///
/// Each renderer draws one part of one node. The view keeps it as long as the part is there, and asks anew when the
/// node's ports change; for an input row also when another output is connected.
public protocol GraphViewRendererProvider: AnyObject {
  /// The renderer of a node's item, the part below its title. Mirrors the seed's `itemRendererForView`.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  /// - Returns: A renderer for this node alone.
  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer

  /// The renderer of an input's row. Mirrors the seed's `inputRowRendererForView`.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - input: The input.
  ///   - sources: What is connected to it; nothing, one output, or several where it takes many.
  /// - Returns: A renderer for this row alone.
  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer

  /// The renderer of an output's row. Mirrors the seed's `outputRowRendererForView`, of which a node has only one.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - output: The output.
  /// - Returns: A renderer for this row alone.
  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer

  /// The colour of a node's title bar; by default that of the view's style.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  /// - Returns: The colour, or nothing for that of the style. A node that failed has the style's colour for that.
  func graphView(_ view: GraphView, titleFillOf node: NodeID) -> Paint?

  /// The colour of ports and connections of a type; by default that of the view's style.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - type: The type of a port.
  /// - Returns: The colour, or nothing for that of the style.
  func graphView(_ view: GraphView, paintOf type: PortType) -> Paint?
}

extension GraphViewRendererProvider {
  /// That of the style.
  public func graphView(_ view: GraphView, titleFillOf node: NodeID) -> Paint? { nil }

  /// That of the style.
  public func graphView(_ view: GraphView, paintOf type: PortType) -> Paint? { nil }
}

/// Draws a part of a node.
public protocol NodePartRenderer: AnyObject {
  /// How much room the part takes, in canvas points. Rows are made as wide as their node.
  var intrinsicContentSize: Size { get }

  /// Takes note that what the part shows may have changed.
  func reload()

  /// Draws the part.
  ///
  /// - Parameters:
  ///   - canvas: What to draw on; its origin is the part's top left corner.
  ///   - size: How much room there is.
  func draw(in canvas: any Canvas, size: Size)
}

/// Draws a node's item. Mirrors the seed's `SNItemRenderer`.
public protocol ItemRenderer: NodePartRenderer {
  /// Whether the node has no value because something failed, so that the view marks it.
  var isFailed: Bool { get }
}

extension ItemRenderer {
  /// No node fails, unless the renderer says so.
  public var isFailed: Bool { false }
}

/// Draws an input's row. Mirrors the seed's `SNInputRowRenderer`.
public protocol InputRowRenderer: NodePartRenderer {}

/// Draws an output's row. Mirrors the seed's `SNOutputRowRenderer`.
public protocol OutputRowRenderer: NodePartRenderer {}
