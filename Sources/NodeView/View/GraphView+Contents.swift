// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// MARK: What it shows

extension GraphView {
  /// Draws the visible part of the canvas, or a part of it.
  ///
  /// Drawing doesn't take the dirty region: a host that redraws parts calls ``takeDirtyRegion()`` first.
  ///
  /// ```swift
  /// let canvas = SVGCanvas(size: view.viewport.size)
  /// view.draw(in: canvas)
  /// let picture = canvas.text
  /// ```
  ///
  /// - Parameters:
  ///   - canvas: What to draw on, in view points. Everything is clipped to the part that is drawn.
  ///   - region: The part that needs drawing, in canvas points, for example one of ``takeDirtyRegion()``; by default
  ///     all that is visible.
  /// - Complexity: O(things drawn in that part).
  public func draw(in canvas: any DrawingCanvas, region: GraphRect? = nil) {
    let part = region ?? viewport.visible
    if let palette = style.palette {
      ThemedPainter(self, palette, on: canvas, part: part).draw()
    } else {
      GraphPainter(self, on: canvas, part: part).draw()
    }
  }

  /// Returns the part of the view that has to be drawn again since the last call of this method, and marks it as drawn;
  /// `nil` if there is none.
  ///
  /// It is independent of ``GraphViewEffect/dirty(_:)``: use one of both, this one if you draw when a display is ready.
  ///
  /// ```swift
  /// switch view.takeDirtyRegion() {
  /// case .parts(let parts): for part in parts { view.draw(in: canvas, region: part) }
  /// case .everything: view.draw(in: canvas)
  /// case nil: break
  /// }
  /// ```
  ///
  /// - Returns: Parts of the canvas in canvas points, at most 16, or everything. Parts outside the viewport are left
  ///   out.
  public func takeDirtyRegion() -> DirtyRegion? {
    presentation.dirty.take(within: viewport.visible)
  }

  /// The selected nodes and connections, in the order in which they were selected.
  ///
  /// All of them are shown: what is removed from the view is deselected. Change it with ``select(_:)``. During a drag
  /// of the rectangle it already has what the rectangle selects.
  public var selection: GraphSelection { interaction.selection }

  /// Selects nodes and connections in place of those that are selected. The delegate is notified if the selection
  /// changes.
  ///
  /// It works whether or not the ``profile`` lets gestures select. To add to the selection, change a copy of
  /// ``selection``:
  ///
  /// ```swift
  /// var selection = view.selection
  /// selection.insert(node)
  /// view.select(selection)
  /// ```
  ///
  /// - Parameter selection: What to select; what is not shown is left out. Ids from a document
  ///   (``/NodeGraph/GraphViewState/selection``) stand for the nodes that have them there.
  /// - Complexity: O(things that are selected, before and after); with ids from a document also O(nodes).
  public func select(_ selection: GraphSelection) {
    let shown = shown(selection)
    perform { $0.select(shown, &$1) }
  }

  /// Puts a node in front of all others whose looks have the same ``/NodeGraph/NodeLook/depth``, as touching it does.
  /// The delegate is not notified: a host that saves the order reads ``nodes``.
  ///
  /// ```swift
  /// view.select(GraphSelection(nodes: [found]))
  /// view.bringToFront(found)  // selecting alone doesn't uncover it
  /// ```
  ///
  /// - Parameter node: The node; one that is not shown is ignored.
  /// - Complexity: O(1).
  public func bringToFront(_ node: NodeID) { enqueue([.raised(node)]) }

  /// The output that waits for an input, if one does: the next touch on an input connects it.
  ///
  /// It is `nil` while a wire is pulled with a mouse: ``gesture`` has that wire. It ends when the output is removed, by
  /// the escape key, and by a touch on anything else. ``beginConnecting(from:)`` sets it.
  public var connectionSource: OutputPort? { interaction.connectionSource }

  /// Makes an output wait for the input that is touched next, as a long press does in ``InteractionProfile/touch``. The
  /// delegate is notified by ``GraphViewDelegate/graphView(_:didChangeConnectionSource:)`` if that changes something.
  ///
  /// Use it for a command such as "connect to …". The touch that follows ends the waiting, whether or not it is on an
  /// input that accepts the output.
  ///
  /// ```swift
  /// view.beginConnecting(from: node.output)
  /// view.beginConnecting(from: nil)  // gives up
  /// ```
  ///
  /// - Parameter source: The output; `nil`, or one that is not shown, ends the waiting.
  public func beginConnecting(from source: OutputPort?) {
    let shown = source.flatMap { scene.contains($0) ? $0 : nil }
    perform { $0.setConnectionSource(shown, &$1) }
  }

  /// The visible part of the canvas, the zoom, and the size of the view. Setting it notifies the delegate if it
  /// changes.
  ///
  /// Set its `size` when the toolkit's view is resized. The range of positions is limited;
  /// ``InteractionProfile/canvasBounds`` limits gestures only, not what you set here.
  ///
  /// ```swift
  /// view.viewport.size = GraphSize(1280, 800)
  /// view.viewport.setZoom(2, about: GraphPoint(640, 400))
  /// ```
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

  /// Centres all nodes and frames, so that all of them are visible, but not enlarged; has no effect if there are none.
  ///
  /// It jumps there. To move there gradually, use ``viewportShowingContent(margin:extendingZoomRange:)`` with a
  /// ``ViewportMotion``.
  ///
  /// - Parameters:
  ///   - margin: How many view points to leave free on each side.
  ///   - extendsRange: Whether a graph that is too large for the least zoom lowers ``/NodeGraph/Viewport/zoomRange``,
  ///     so that all of it is visible; otherwise only as much of its middle is visible as the range allows.
  /// - Complexity: O(nodes + connections).
  public func fitToContent(margin: Double = 20, extendingZoomRange extendsRange: Bool = true) {
    if let target = viewportShowingContent(margin: margin, extendingZoomRange: extendsRange) { viewport = target }
  }

  /// Returns the viewport that ``fitToContent(margin:extendingZoomRange:)`` shows, for a ``ViewportMotion`` that leads
  /// there. The view stays unchanged.
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

  /// Shows a point of the canvas in the middle of the view, at the same zoom. The delegate is notified if that moves
  /// the canvas.
  ///
  /// ```swift
  /// if let frame = view.frame(of: node) { view.center(on: frame.rect.center) }
  /// ```
  ///
  /// - Parameter point: The point, in canvas points.
  public func center(on point: GraphPoint) { viewport.center(on: point) }

  /// The smallest rectangle around all nodes, connections and frames, in canvas points; `nil` if there are none.
  ///
  /// Labels, shadows and markers are drawn a little beyond it, so leave a margin around a picture of all.
  ///
  /// - Complexity: O(nodes + connections).
  public var contentBounds: GraphRect? { scene.contentBounds }

  /// The nodes shown, the rearmost first: the order in which they are drawn.
  ///
  /// ``GraphViewDataSource/nodes(for:)`` decides the order of new nodes only; touching a node or ``bringToFront(_:)``
  /// changes it. It is not the order of ids, nor of evaluation.
  ///
  /// - Complexity: O(n log n).
  public var nodes: [NodeID] { scene.nodes.sorted { $0.value.depth < $1.value.depth }.map(\.key) }

  /// The number of nodes that are shown.
  public var nodeCount: Int { scene.nodes.count }

  /// Finds the nodes that meet a part of the canvas.
  ///
  /// It uses the frames that the view shows, during a drag too. To find what a user points at, use ``hitTest(_:)``,
  /// which knows what covers what.
  ///
  /// ```swift
  /// let inFrame = view.nodes(in: frame.rect).filter { view.frame(of: $0).map { frame.rect.contains($0.rect) } ?? false }
  /// ```
  ///
  /// - Parameter rect: The part, in canvas points.
  /// - Returns: The nodes, the rearmost first.
  /// - Complexity: O(k log k) for k nodes around it.
  public func nodes(in rect: GraphRect) -> [NodeID] { scene.nodes(in: rect) }

  /// Finds the connections whose lines meet a part of the canvas, not only their bounding boxes.
  ///
  /// To find those near a point, the nearest first, use ``connections(around:within:)``.
  ///
  /// - Parameter rect: The part, in canvas points.
  /// - Returns: The connections, by target and source.
  /// - Complexity: O(k log k) for k connections around it.
  public func connections(in rect: GraphRect) -> [Connection] {
    scene.connections(near: rect).filter { scene.path(of: $0)?.meets(rect) == true }
  }

  /// The nodes of which a part is visible, the rearmost first: what a host that evaluates on demand needs. The set
  /// changes when the ``viewport`` or a node has moved, or the host has reloaded.
  ///
  /// ```swift
  /// func graphView(_ view: GraphView, didChange viewport: Viewport) {
  ///   evaluate(view.visibleNodes)
  /// }
  /// ```
  ///
  /// - Complexity: O(k log k) for k nodes around it.
  public var visibleNodes: [NodeID] { nodes(in: viewport.visible) }

  /// The frames below the nodes, by id; those with greater ids cover others. They are as the data source returned them,
  /// except where a drag has moved or resized them since.
  ///
  /// Change them in the model, and call ``reloadFrames()``.
  public var frames: [FrameID: GraphFrame] { presentation.frames }

  /// Shows the frames that the data source has now, and no other change of the model. Frames that it no longer returns
  /// disappear.
  ///
  /// Call it after an edit that changes frames alone; ``reload()`` includes it. It has no effect without a data source.
  ///
  /// - Complexity: O(frames).
  public func reloadFrames() {
    if let dataSource { presentation.setFrames(dataSource.frames(for: self)) }
  }

  /// Returns where the parts of a node are, in canvas points; `nil` if the node is not shown.
  ///
  /// Convert with ``/NodeGraph/Viewport/viewRect(_:)`` to place a native control over a part:
  ///
  /// ```swift
  /// if let item = view.frame(of: node)?.item { field.frame = view.viewport.viewRect(item) }
  /// ```
  ///
  /// - Parameter node: The node.
  /// - Returns: Its frame as it is shown now, during a drag too.
  public func frame(of node: NodeID) -> NodeFrame? { scene.nodes[node]?.frame }

  /// Returns the line of a connection, in canvas points; `nil` unless the nodes at both its ends are shown and the
  /// connection exists.
  ///
  /// ```swift
  /// if let middle = view.path(of: wire)?.labelPoint { popover.show(at: view.viewport.viewPoint(middle)) }
  /// ```
  ///
  /// - Parameter connection: The connection.
  /// - Returns: The line with its course, routes and reroutes.
  public func path(of connection: Connection) -> EdgePath? {
    scene.contains(connection) ? scene.path(of: connection) : nil
  }

  /// Returns the index at which a new reroute belongs among the reroutes of a connection, for a host that adds one by a command.
  ///
  /// ```swift
  /// let index = view.rerouteIndex(on: wire, at: position)
  /// host.editLooks { looks in
  ///   looks.connections[wire, default: ConnectionLook()].reroutes.insert(position, at: index)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - connection: A connection.
  ///   - point: A point on its line, or near it, in canvas points.
  /// - Returns: The index that a reroute there gets; 0 for a connection that isn't shown.
  /// - Complexity: O(reroutes of the connection).
  public func rerouteIndex(on connection: Connection, at point: GraphPoint) -> Int {
    scene.rerouteIndex(on: connection, at: point)
  }

  /// Finds what is at a point: ports before nodes, then reroutes, connections and titles of frames, and of each the
  /// frontmost.
  ///
  /// It uses the radii of the ``profile``, so that it returns what a press there would hit.
  ///
  /// ```swift
  /// switch view.hitTest(point) {
  /// case .outputPort, .inputPort: cursor = .crosshair
  /// case let target where target.node != nil: cursor = .hand
  /// default: cursor = .arrow
  /// }
  /// ```
  ///
  /// - Parameter point: The point, in view points. One that is not finite hits the background.
  /// - Returns: What is there.
  /// - Complexity: O(things around it).
  public func hitTest(_ point: GraphPoint) -> HitTarget {
    point.isFinite ? interaction.target(at: point, scene) : .background
  }
}
