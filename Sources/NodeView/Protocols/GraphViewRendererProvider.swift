// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Says what the parts of nodes look like.
///
/// Each renderer draws one part of one node. The view keeps it as long as that part exists, and asks for another one
/// when the node's ports change; for an input row also when its sources change. Don't share a renderer between nodes:
/// it is reloaded and measured for each.
public protocol GraphViewRendererProvider: AnyObject {
  /// The renderer of a node's item, the part below its title; by default one that takes no room.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  /// - Returns: A renderer for this node alone.
  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer

  /// The renderer of an input's row; by default one that draws the input's name.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - input: The input.
  ///   - sources: The outputs connected to it: none, one, or several where the input takes many.
  /// - Returns: A renderer for this row alone.
  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer

  /// The renderer of an output's row; by default one that draws the output's name.
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
  /// - Returns: The colour; `nil` for the style's. A node that failed has ``GraphViewStyle/failedTitleFill`` in any case.
  func graphView(_ view: GraphView, titleFillOf node: NodeID) -> Paint?

  /// The colour of ports and connections of a type; by default that of the view's style.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - type: The type of a port.
  /// - Returns: The colour; `nil` for the style's.
  func graphView(_ view: GraphView, paintOf type: PortType) -> Paint?

  /// The course of a connection's line; by default that of the view's style. The view asks when it loads the node that the
  /// connection leads to. What the connection's look says goes before.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - connection: A connection of a node that is shown.
  /// - Returns: An ``EdgeStyle`` or a course of your own; `nil` for that of ``GraphViewStyle/edgeStyle``.
  func graphView(_ view: GraphView, courseOf connection: Connection) -> (any EdgeCourse)?

  /// How a node looks beside its parts. The view asks after it has reloaded the node's renderers, and only if its style
  /// is themed; by default a node that computes.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  /// - Returns: The appearance, until the node is reloaded.
  func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance
}

extension GraphViewRendererProvider {
  /// Returns a renderer that takes no room.
  public func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer { EmptyItemRenderer() }

  /// Returns a renderer of the input's name.
  public func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer { PortRowRenderer(input, in: view) }

  /// Returns a renderer of the output's name.
  public func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    PortRowRenderer(output, in: view) { nil }
  }

  /// Returns `nil`: the style's colour.
  public func graphView(_ view: GraphView, titleFillOf node: NodeID) -> Paint? { nil }

  /// Returns `nil`: the style's colour.
  public func graphView(_ view: GraphView, paintOf type: PortType) -> Paint? { nil }

  /// Returns `nil`: the style's course.
  public func graphView(_ view: GraphView, courseOf connection: Connection) -> (any EdgeCourse)? { nil }

  /// Returns the appearance of a node that computes.
  public func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance { NodeAppearance() }
}

/// Draws a part of a node.
public protocol NodePartRenderer: AnyObject {
  /// The room that the part takes, in canvas points. The view reads it after each ``reload()``; rows are made as wide as
  /// their node. A negative or infinite size is replaced by the nearest possible one.
  var intrinsicContentSize: GraphSize { get }

  /// Reads the value that the part shows from the model. The view calls it when the node, or what its row reads, is
  /// reloaded; ``draw(in:size:)`` may be called any number of times between.
  func reload()

  /// Draws the part.
  ///
  /// - Parameters:
  ///   - canvas: What to draw on. Its origin is the part's top left corner, and what lies outside of `size` is clipped.
  ///   - size: The room that the part has, in canvas points: at least as wide as it asked for.
  func draw(in canvas: any DrawingCanvas, size: GraphSize)
}

/// Draws a node's item: the part below the title bar, as large as it asks for.
public protocol ItemRenderer: NodePartRenderer {
  /// Whether the node has no value because something failed; the view then paints its title bar in
  /// ``GraphViewStyle/failedTitleFill``. Read after each reload; `false` by default.
  var isFailed: Bool { get }
}

extension ItemRenderer {
  /// Returns `false`.
  public var isFailed: Bool { false }
}

/// Draws the row of a port, as wide as the node.
public protocol RowRenderer: NodePartRenderer {
  /// The edge of the node that the port is at; `nil`, the default, for the one that the node's look says, usually the left one for
  /// inputs and the right one for outputs. The row stays where it is; ports on top and at the bottom are spaced evenly. Read after
  /// each reload.
  var side: NodeSide? { get }
}

extension RowRenderer {
  /// Returns `nil`: the edge that the node's look says.
  public var side: NodeSide? { nil }
}

/// Draws an input's row. The connection ends in the middle of its left edge, unless the input is at another edge of the node.
public protocol InputRowRenderer: RowRenderer {}

/// Draws an output's row. Connections begin in the middle of its right edge, unless the output is at another edge of the node.
public protocol OutputRowRenderer: RowRenderer {
  /// Where the value that is drawn begins, in points from the left edge: a line that leads to it ends there. In the middle by
  /// default.
  ///
  /// - Parameter size: The room that the row has.
  /// - Returns: The place.
  func valueStart(in size: GraphSize) -> Double
}

extension OutputRowRenderer {
  /// Returns the middle.
  public func valueStart(in size: GraphSize) -> Double { size.width / 2 }
}
