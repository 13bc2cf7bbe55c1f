// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Says what the parts of nodes look like. Every requirement has a default.
///
/// Each renderer draws one part of one node. The view keeps it as long as that part exists, and asks for another one
/// when the node's kind changes, and for an input row also when its sources change. So read the value in
/// ``NodePartRenderer/reload()``, not when the renderer is made, and don't share a renderer between nodes: it is
/// reloaded and measured for each.
///
/// ```swift
/// func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer {
///   ValueRenderer { [weak self] in self?.text(of: node) ?? "" }
/// }
/// ```
///
/// The view keeps renderers, and holds the host weakly. A renderer that captures its host strongly keeps that host
/// alive as long as the view shows the node.
public protocol GraphViewRendererProvider: AnyObject {
  /// The renderer of a node's item, the part below its title; by default one that takes no room. Mirrors
  /// `itemRendererForView` of ShinpuruNodeUI's `SNDelegate`.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  /// - Returns: A renderer for this node alone.
  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer

  /// The renderer of an input's row; by default one that draws the input's name. Mirrors `inputRowRendererForView` of
  /// `SNDelegate`, where an input had one source at most.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - input: The input.
  ///   - sources: The outputs connected to it: none, one, or several where the input accepts many.
  /// - Returns: A renderer for this row alone. If the sources change, the view asks for another one.
  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer

  /// The renderer of an output's row; by default one that draws the output's name. Mirrors `outputRowRendererForView`
  /// of `SNDelegate`, which asked once for each node.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - output: The output.
  /// - Returns: A renderer for this row alone.
  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer

  /// The colour of a node's title bar; by default the one that the view's style has.
  ///
  /// The view asks each time it draws the node, so the answer must be fast. The colour of the node's look takes
  /// precedence.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  /// - Returns: The colour; `nil` for the style's. A node that failed has ``GraphViewStyle/failedTitleFill`` in any
  ///   case.
  func graphView(_ view: GraphView, titleFillOf node: NodeID) -> Paint?

  /// The colour of ports and connections of a type; by default the one that the view's style has.
  ///
  /// The view asks each time it draws a port or connections, so the answer must be fast: a dictionary lookup, not a
  /// search.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - type: The type of a port.
  /// - Returns: The colour; `nil` for the style's.
  func graphView(_ view: GraphView, paintOf type: PortType) -> Paint?

  /// The course of a connection's line; by default the one that the view's style has.
  ///
  /// The view asks when it loads the node that the connection leads to; reload that node when the answer has changed. A
  /// course in the connection's look takes precedence.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - connection: A connection of a node that is shown.
  /// - Returns: An ``EdgeStyle`` or a course of your own; `nil` for ``GraphViewStyle/edgeStyle``.
  func graphView(_ view: GraphView, courseOf connection: Connection) -> (any EdgeCourse)?

  /// How a node looks in addition to its parts; by default a node that computes.
  ///
  /// The view asks after it has reloaded the node's renderers, and only if its style has a ``GraphViewStyle/palette``.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  /// - Returns: The appearance. The view keeps it until the node is reloaded.
  func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance
}

extension GraphViewRendererProvider {
  /// Returns a renderer 126 points wide and without height: the rows below the title show all there is.
  ///
  /// A node with this item and without ports is a title bar alone.
  public func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer { EmptyItemRenderer() }

  /// Returns a renderer of the input's name, in a row 24 points high and 126 to 254 points wide. A longer name is cut
  /// in the middle.
  public func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer { PortRowRenderer(input, in: view) }

  /// Returns a renderer of the output's name, without a value, in a row 24 points high and 126 to 254 points wide. A
  /// longer name is cut in the middle. ``GraphHost/text`` adds a value to it.
  public func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    PortRowRenderer(output, in: view) { nil }
  }

  /// Returns `nil`: title bars have the colour of the style, in a themed view the one of the node's category in
  /// ``GraphPalette/heads``.
  public func graphView(_ view: GraphView, titleFillOf node: NodeID) -> Paint? { nil }

  /// Returns `nil`: ports and connections have the colour of the style, in a themed view one for each type by its name
  /// (see ``GraphPalette/types``).
  ///
  /// To colour a type of your own, answer for it alone:
  ///
  /// ```swift
  /// func graphView(_ view: GraphView, paintOf type: PortType) -> Paint? {
  ///   type.name == "Image" ? Paint(0x8a68f0) : nil
  /// }
  /// ```
  public func graphView(_ view: GraphView, paintOf type: PortType) -> Paint? { nil }

  /// Returns `nil`: the line takes the course of the connection's look, else ``GraphViewStyle/edgeStyle``.
  ///
  /// - Complexity: O(1).
  public func graphView(_ view: GraphView, courseOf connection: Connection) -> (any EdgeCourse)? { nil }

  /// Returns the appearance of a node that computes and has a value, with no text next to its title. A failure is still
  /// drawn if ``ItemRenderer/isFailed`` of its item is `true`.
  public func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance { NodeAppearance() }
}

/// Draws a part of a node: its item, or the row of a port.
///
/// ```swift
/// final class Label: ItemRenderer {
///   let intrinsicContentSize = GraphSize(120, 40)
///   private let read: () -> String
///   private var text = ""
///
///   init(read: @escaping () -> String) { self.read = read }
///
///   func reload() { text = read() }
///
///   func draw(in canvas: any DrawingCanvas, size: GraphSize) {
///     canvas.draw(text, in: GraphRect(.zero, size), style: TextStyle(alignment: .center))
///   }
/// }
/// ```
///
/// The view calls ``reload()``, then reads ``intrinsicContentSize``, and draws whenever the part is visible. Keep in
/// between what drawing needs: ``draw(in:size:)`` runs in each frame of a drag.
public protocol NodePartRenderer: AnyObject {
  /// The room that the part takes, in canvas points. The view reads it after each ``reload()``; rows are made as wide
  /// as their node. A width or height that is negative or not a number counts as 0, one above 1,000,000 as that.
  var intrinsicContentSize: GraphSize { get }

  /// Reads the value that the part shows from the model. The view calls it when the node, or the node that its row
  /// reads, is reloaded; ``draw(in:size:)`` may be called any number of times in between.
  func reload()

  /// Draws the part as it was last reloaded. It must not change the model or the view.
  ///
  /// A themed view also draws items and output rows enlarged at a zoom below 0.6: `size` is then in points before the
  /// enlargement, and may be narrower than the part asked for.
  ///
  /// - Parameters:
  ///   - canvas: What to draw on. Its origin is the part's top left corner, and everything outside of `size` is
  ///     clipped.
  ///   - size: The room that the part has, in canvas points.
  func draw(in canvas: any DrawingCanvas, size: GraphSize)
}

/// Draws a node's item: the part below the title bar.
///
/// The item is centred in the node, as large as it asks for; a node that has a size of its own gives it the spare room.
/// A ``NodeSnapshot`` replaces the item while the node has one.
public protocol ItemRenderer: NodePartRenderer {
  /// Whether the node has no value because something failed; the view then paints its title bar in
  /// ``GraphViewStyle/failedTitleFill``. Read after each reload; `false` by default.
  var isFailed: Bool { get }
}

extension ItemRenderer {
  /// Returns `false`: the title bar never shows a failure, unless ``NodeAppearance/condition`` says so.
  public var isFailed: Bool { false }
}

/// Draws the row of a port, as wide as the node.
///
/// Implement one of the protocols that refine it, ``InputRowRenderer`` and ``OutputRowRenderer``; one class may
/// implement both.
public protocol RowRenderer: NodePartRenderer {
  /// The edge of the node that the port is at; `nil`, the default, for the edge that the node's look says, usually the
  /// left one for inputs and the right one for outputs. The row stays where it is; ports at the top and the bottom are
  /// spaced evenly. Read after each reload.
  var side: NodeSide? { get }
}

extension RowRenderer {
  /// Returns `nil`: the port is at the edge that ``/NodeGraph/NodeLook/flow`` of the node's look says.
  public var side: NodeSide? { nil }
}

/// Draws an input's row. The connection ends in the middle of its left edge, unless the input is at another edge of the
/// node.
///
/// While a connection is made that the input refuses, the row is drawn at ``GraphViewStyle/dimmedOpacity``. A themed
/// view draws the name and a word for the reason instead, if the delegate has a word, or dims the whole node. The
/// renderer doesn't have to handle any of this.
public protocol InputRowRenderer: RowRenderer {}

/// Draws an output's row. Connections begin in the middle of its right edge, unless the output is at another edge of
/// the node.
///
/// In a node of the form ``/NodeGraph/NodeLook/Form/compact`` the row of the first output is drawn next to the title,
/// as wide as ``NodePartRenderer/intrinsicContentSize`` asks for; the other rows are not drawn.
public protocol OutputRowRenderer: RowRenderer {
  /// Where the value that is drawn begins, in points from the row's left edge; in the middle by default. In a themed
  /// view, the line that shows a bypassed input ends there.
  ///
  /// - Parameter size: The room that the row has, in canvas points.
  /// - Returns: The distance from the left edge, in canvas points.
  func valueStart(in size: GraphSize) -> Double
}

extension OutputRowRenderer {
  /// Returns the middle of the row. Implement it where the value is drawn elsewhere, or the line of a bypassed node
  /// covers it.
  public func valueStart(in size: GraphSize) -> Double { size.width / 2 }
}
