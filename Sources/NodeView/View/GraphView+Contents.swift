// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// MARK: What it shows

extension GraphView {
  /// Draws what shows.
  ///
  /// - Parameters:
  ///   - canvas: What to draw on, in view points.
  ///   - region: The part that needs drawing, in canvas points, for example one of ``takeDirtyRegion()``; all that
  ///     shows by default.
  /// - Complexity: O(what lies in that part).
  public func draw(in canvas: any DrawingCanvas, region: GraphRect? = nil) {
    let part = region ?? viewport.visible
    if let palette = style.palette {
      ThemedPainter(self, palette, on: canvas, part: part).draw()
    } else {
      GraphPainter(self, on: canvas, part: part).draw()
    }
  }

  /// Takes the part of the view that has to be drawn again since this was last called; `nil` if there is none.
  ///
  /// - Returns: Parts of the canvas in canvas points, or everything. What lies outside the viewport is left out.
  public func takeDirtyRegion() -> DirtyRegion? {
    presentation.dirty.take(within: viewport.visible)
  }

  /// What is selected.
  public var selection: GraphSelection { interaction.selection }

  /// Selects nodes and connections. The delegate is told if the selection changes.
  ///
  /// - Parameter selection: What to select; what is not shown is left out. Ids from a document
  ///   (``/NodeGraph/GraphViewState/selection``) stand for the nodes that have them there.
  /// - Complexity: O(things that are selected, before and after); with ids from a document also O(nodes).
  public func select(_ selection: GraphSelection) {
    let shown = shown(selection)
    perform { $0.select(shown, &$1) }
  }

  /// Puts a node in front of all others, as touching it does.
  ///
  /// - Parameter node: The node; one that is not shown is ignored.
  public func bringToFront(_ node: NodeID) { enqueue([.raised(node)]) }

  /// The output that waits for an input, if one does: the touch that follows on an input connects it.
  public var connectionSource: OutputPort? { interaction.connectionSource }

  /// Makes an output wait for the input that is touched next, as a long press does.
  ///
  /// - Parameter source: The output; `nil`, or one that is not shown, ends the waiting.
  public func beginConnecting(from source: OutputPort?) {
    let shown = source.flatMap { scene.contains($0) ? $0 : nil }
    perform { $0.setConnectionSource(shown, &$1) }
  }

  /// Which part of the canvas shows, and at which zoom. Setting it tells the delegate if it changes.
  public var viewport: Viewport {
    get { interaction.viewport }
    set {
      tellStep(.viewport(newValue))
      perform { interaction, reaction in
        let old = interaction.viewport
        interaction.viewport = newValue
        interaction.viewport.limitOrigin()
        if interaction.viewport != old { reaction.effects.append(.changedViewport(interaction.viewport)) }
      }
    }
  }

  /// Centres all nodes and frames, so that all of them show, but not enlarged; does nothing if there are none.
  ///
  /// - Parameters:
  ///   - margin: How many view points to leave free on each side.
  ///   - extendsRange: Whether a graph that is too large for the least zoom lowers ``/NodeGraph/Viewport/zoomRange``, so that all of it
  ///     shows; otherwise only as much of its middle shows as the range allows.
  /// - Complexity: O(nodes + connections).
  public func fitToContent(margin: Double = 20, extendingZoomRange extendsRange: Bool = true) {
    if let target = viewportShowingContent(margin: margin, extendingZoomRange: extendsRange) { viewport = target }
  }

  /// The viewport that ``fitToContent(margin:extendingZoomRange:)`` shows, for a ``ViewportMotion`` that leads there.
  ///
  /// - Parameters:
  ///   - margin: How many view points to leave free on each side.
  ///   - extendsRange: Whether a graph that is too large for the least zoom lowers the range of the zoom.
  /// - Returns: The viewport; `nil` if there is neither a node nor a frame.
  /// - Complexity: O(nodes + connections).
  public func viewportShowingContent(margin: Double = 20, extendingZoomRange extendsRange: Bool = true) -> Viewport? {
    contentBounds.map { content in
      var target = viewport
      target.fit(content, margin: margin, upTo: 1, extendingRange: extendsRange)
      return target
    }
  }

  /// Shows a point of the canvas in the middle of the view, at the same zoom. The delegate is told if that moves the canvas.
  ///
  /// - Parameter point: The point, in canvas points.
  public func center(on point: GraphPoint) { viewport.center(on: point) }

  /// The smallest rectangle around all nodes, connections and frames, in canvas points; `nil` if there are none.
  ///
  /// - Complexity: O(nodes + connections).
  public var contentBounds: GraphRect? { scene.contentBounds }

  /// The nodes shown, the rearmost first.
  ///
  /// - Complexity: O(n log n).
  public var nodes: [NodeID] { scene.nodes.sorted { $0.value.depth < $1.value.depth }.map(\.key) }

  /// Finds the nodes that meet a part of the canvas.
  ///
  /// - Parameter rect: The part, in canvas points.
  /// - Returns: The nodes, the rearmost first.
  /// - Complexity: O(k log k) for k nodes around it.
  public func nodes(in rect: GraphRect) -> [NodeID] { scene.nodes(in: rect) }

  /// Finds the connections whose lines meet a part of the canvas.
  ///
  /// - Parameter rect: The part, in canvas points.
  /// - Returns: The connections, by target and source.
  /// - Complexity: O(k log k) for k connections around it.
  public func connections(in rect: GraphRect) -> [Connection] {
    scene.connections(near: rect).filter { scene.path(of: $0)?.meets(rect) == true }
  }

  /// The nodes of which a part shows, the rearmost first: what a host that evaluates on demand needs. It is another set when the
  /// ``viewport`` or a node has moved, or the host has reloaded.
  ///
  /// - Complexity: O(k log k) for k nodes around it.
  public var visibleNodes: [NodeID] { nodes(in: viewport.visible) }

  /// The frames behind the nodes, of which those with greater ids cover others. They are shown as the data source says, and where
  /// a drag has moved them.
  public var frames: [FrameID: GraphFrame] { presentation.frames }

  /// Shows the frames that the data source has now.
  ///
  /// - Complexity: O(frames).
  public func reloadFrames() {
    if let dataSource { presentation.setFrames(dataSource.frames(for: self)) }
  }

  /// Returns where the parts of a node are, in canvas points; `nil` if the node is not shown.
  public func frame(of node: NodeID) -> NodeFrame? { scene.nodes[node]?.frame }

  /// Returns the line of a connection, in canvas points; `nil` unless both its ends are shown.
  public func path(of connection: Connection) -> EdgePath? {
    scene.contains(connection) ? scene.path(of: connection) : nil
  }

  /// Before which of its reroutes a connection passes a point, for a host that adds one by a command.
  ///
  /// - Parameters:
  ///   - connection: A connection.
  ///   - point: A point on its line, or near it, in canvas points.
  /// - Returns: The index that a reroute there gets; 0 for a connection that isn't shown.
  /// - Complexity: O(reroutes of the connection).
  public func rerouteIndex(on connection: Connection, at point: GraphPoint) -> Int {
    scene.rerouteIndex(on: connection, at: point)
  }

  /// Finds what is at a point: ports before nodes, reroutes, connections and titles of frames, and of each the one in front.
  ///
  /// - Parameter point: The point, in view points. One that is not finite hits the background.
  /// - Returns: What is there.
  /// - Complexity: O(things around it).
  public func hitTest(_ point: GraphPoint) -> HitTarget {
    point.isFinite ? interaction.target(at: point, scene) : .background
  }
}
