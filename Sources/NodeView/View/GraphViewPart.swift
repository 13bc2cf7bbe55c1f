// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A part of what a themed view shows that can be drawn separately: a frame, a node, the connections of an output, one
/// connection of an output that has many, or what a gesture shows.
///
/// It is for hosts that keep drawings and replace only those that change, as a layer of a toolkit or a page in a
/// browser does: a node's drawing doesn't depend on its position, so a drag changes the position of its part and some
/// connections.
///
/// ```swift
/// let parts = view.parts(in: view.viewport.visible)
/// view.draw(parts) { part in canvases[part.content] ?? RecordingCanvas() }
/// ```
///
/// A part is a description, not a drawing: two parts can be equal although their drawings differ, for example after the
/// value of a node has changed. Use ``GraphView/onChanges`` and ``GraphView/takeDirtyRegion()`` to find the parts to
/// draw again.
public struct GraphViewPart: Hashable, Sendable {
  /// What a part shows. It identifies the part as long as the view shows it, so use it as the key of a kept drawing.
  /// The depth and the origin of the part with that content may change.
  ///
  /// A connection that is selected or below the pointer moves from the part of its output to one of its own, so both
  /// have to be drawn again. Where more than 24 connections leave a node, those that a layout has routed share trunks,
  /// and each of the others is a part of its own: moving one of the nodes that they lead to changes the drawing of a
  /// single connection, and once those of the trunks that it leaves.
  public enum Content: Hashable, Sendable {
    /// A frame.
    case frame(FrameID)
    /// The connections of an output, except those that are parts of their own.
    case connections(OutputPort)
    /// A connection that is selected, or below the pointer, or one of many that leave a node.
    case connection(Connection)
    /// What passes through a square of the canvas, with sides of 8192 points, of the routed connections of an output
    /// that has many: each line once, however many of the connections run along it.
    case trunk(OutputPort, column: Int, row: Int)
    /// A node.
    case node(NodeID)
    /// The wire that is being pulled, the rectangle that is being opened, where what is dropped would be, or
    /// with what dragged nodes are aligned.
    case gesture
  }

  /// What the part shows, and the key for a drawing of it that is kept.
  public let content: Content
  /// The depth of the part: a part of a greater depth covers one of a smaller depth. At least 0 and below 2^51.
  ///
  /// Frames are lowest, then connections, nodes, and what a gesture shows. Depths are not consecutive. Two visible
  /// parts may have the same depth where neither has to cover the other, such as the connections of one output.
  public let depth: Int
  /// The point that the drawing moves with, in canvas points: the top left corner of a node or a frame, zero for all
  /// other parts.
  ///
  /// Drawings are in canvas points all the same: subtract the origin to keep a drawing that can be placed elsewhere.
  ///
  /// ```swift
  /// layers[part.content]?.position = part.origin  // all that a drag changes of the part of a node
  /// ```
  public let origin: GraphPoint

  /// The depth of a place in a layer: three bits for the layer, 48 for the place.
  private static func depth(_ layer: Int, _ place: Int) -> Int { layer << 48 | place }

  fileprivate init(_ output: OutputPort) {
    self.init(content: .connections(output), depth: Self.depth(1, Self.place(output.node, output.index)), origin: .zero)
  }

  /// One of many connections that leave a node.
  fileprivate init(single connection: Connection) {
    let place = Self.place(connection.source.node, connection.source.index)
    self.init(content: .connection(connection), depth: Self.depth(1, place), origin: .zero)
  }

  fileprivate init(_ output: OutputPort, in square: LineTrunks.Square) {
    self.init(
      content: .trunk(output, column: square.column, row: square.row),
      depth: Self.depth(1, Self.place(output.node, output.index)), origin: .zero)
  }

  fileprivate init(raised connection: Connection, isSelected: Bool) {
    let place = Self.place(connection.target.node, connection.target.index)
    self.init(content: .connection(connection), depth: Self.depth(isSelected ? 3 : 2, place), origin: .zero)
  }

  fileprivate init(_ id: NodeID, _ node: Scene.Node) {
    self.init(content: .node(id), depth: Self.depth(4, node.depth), origin: node.frame.origin)
  }

  fileprivate init(_ id: FrameID, _ frame: GraphFrame) {
    self.init(content: .frame(id), depth: Self.depth(0, Int(id.number)), origin: frame.rect.origin)
  }

  fileprivate static let gesture = GraphViewPart(content: .gesture, depth: depth(5, 0), origin: .zero)

  private init(content: Content, depth: Int, origin: GraphPoint) {
    self.content = content
    self.depth = depth
    self.origin = origin
  }

  private static func place(_ node: NodeID, _ index: Int) -> Int { Int(node.slot) << 16 | min(index, 0xffff) }
}

extension GraphView {
  /// Returns the parts that show something in a region; none in a view without a ``GraphViewStyle/palette``.
  ///
  /// The ground and its grid are not parts: they depend on the viewport alone, so draw them yourself below the parts.
  ///
  /// - Parameter region: A part of the canvas, in canvas points.
  /// - Returns: The parts, in no particular order. Sort them by ``GraphViewPart/depth`` to draw them.
  /// - Complexity: O(k log k) for k nodes and connections around it.
  public func parts(in region: GraphRect) -> [GraphViewPart] {
    guard style.palette != nil else { return [] }
    var parts: [GraphViewPart] = []
    let (selection, taken, hovered) = (selection, interaction.activity.taken, hoveredConnection)
    // For each output the first of its connections: parts are sorted, and sorting thousands of lines is avoided.
    var outputs: [OutputPort: Connection] = [:]
    var single: Set<Connection> = []
    let near = region.expanded(by: presentation.lineReach)
    scene.lines.trunks.search(near) { parts.append(GraphViewPart($1, in: $0)) }
    single.formUnion(connectionsOverTrunks(near: near))
    scene.lines.searchApart(near) { connection in
      if connection == taken { return }
      if connection == hovered || selection.contains(connection) || scene.lines.isHub(connection.source.node) {
        single.insert(connection)
      } else if !(outputs[connection.source].map { Scene.isOrdered($0, connection) } ?? false) {
        outputs[connection.source] = connection
      }
    }
    for connection in (Array(outputs.values) + single).sorted(by: Scene.isOrdered) {
      let isSelected = selection.contains(connection)
      if isSelected || connection == hovered {
        parts.append(GraphViewPart(raised: connection, isSelected: isSelected))
      } else if single.contains(connection) {
        parts.append(GraphViewPart(single: connection))
      } else {
        parts.append(GraphViewPart(connection.source))
      }
    }
    for (id, frame) in presentation.frames where frame.rect.expanded(by: 2).intersects(region) {
      parts.append(GraphViewPart(id, frame))
    }
    for id in scene.nodes(in: region.expanded(by: style.nodeReach)) {
      if let node = scene.nodes[id] { parts.append(GraphViewPart(id, node)) }
    }
    if hasGestureDrawing { parts.append(.gesture) }
    return parts
  }

  /// Returns one of the parts that ``parts(in:)`` returns.
  ///
  /// - Parameters:
  ///   - content: What the part shows.
  ///   - region: A part of the canvas, in canvas points.
  /// - Returns: The part; `nil` if it doesn't show anything there.
  /// - Complexity: O(1), for connections O(connections of the output, at most 24, and the pieces of their lines).
  public func part(_ content: GraphViewPart.Content, in region: GraphRect) -> GraphViewPart? {
    guard style.palette != nil else { return nil }
    let near = region.expanded(by: presentation.lineReach)
    switch content {
    case .frame(let id):
      guard let frame = presentation.frames[id], frame.rect.expanded(by: 2).intersects(region) else { return nil }
      return GraphViewPart(id, frame)
    case .node(let id):
      guard let node = scene.nodes[id], node.frame.rect.intersects(region.expanded(by: style.nodeReach)) else {
        return nil
      }
      return GraphViewPart(id, node)
    case .connections(let output):
      if scene.lines.isHub(output.node) { return nil }
      let isShown = scene.lines.leaving(output.node).contains {
        $0.source == output && !isApart($0) && scene.lines.meets($0, near)
      }
      return isShown ? GraphViewPart(output) : nil
    case .connection(let connection):
      if connection == interaction.activity.taken || !scene.lines.meets(connection, near) { return nil }
      let isSelected = selection.contains(connection)
      if isSelected || connection == hoveredConnection {
        return GraphViewPart(raised: connection, isSelected: isSelected)
      }
      guard scene.lines.isHub(connection.source.node) else { return nil }
      return isOverTrunk(connection) ?? true ? GraphViewPart(single: connection) : nil
    case .trunk(let output, let column, let row):
      let square = LineTrunks.Square(column: column, row: row)
      let trunks = scene.lines.trunks
      guard trunks.contains(LineTrunks.Place(output: output, square: square)), trunks.isNear(square, near) else {
        return nil
      }
      return GraphViewPart(output, in: square)
    case .gesture: return hasGestureDrawing ? .gesture : nil
    }
  }

  /// Whether a connection of a node with few is not drawn with the others of its output.
  private func isApart(_ connection: Connection) -> Bool {
    connection == interaction.activity.taken || connection == hoveredConnection || selection.contains(connection)
  }

  /// Whether a gesture draws something that belongs to neither nodes nor connections.
  private var hasGestureDrawing: Bool {
    switch interaction.activity {
    case .wiring, .feeding, .selecting: true
    case .idle, .moving, .panning, .rerouting, .framing, .sizing, .resizing:
      interaction.offer?.newNode != nil || !interaction.guides.isEmpty
    }
  }

  /// Draws parts, each as a whole and on a canvas of its own, in canvas points: as ``draw(in:region:)`` draws them
  /// between the groups `canvas` and `end`.
  ///
  /// Drawings of nodes depend on the zoom (see ``GraphViewStyle/themed(_:)``), so draw all parts again when it changes.
  /// In a view without a palette no part is drawn.
  ///
  /// - Parameters:
  ///   - parts: Parts of ``parts(in:)``; a part that has disappeared since leaves its canvas empty.
  ///   - canvas: Returns what to draw a part on. It is called once for each part, in their order.
  /// - Complexity: O(what the parts draw, and the connections of their nodes).
  public func draw(_ parts: [GraphViewPart], on canvas: (GraphViewPart) -> any DrawingCanvas) {
    guard let palette = style.palette else { return }
    // In one call of the delegate: a verdict may search the graph.
    askForDimming(of: parts.compactMap { if case .node(let id) = $0.content { id } else { nil } })
    var painter: ThemedPainter?
    for part in parts {
      let canvas = canvas(part)
      let present = painter ?? ThemedPainter(self, palette, on: canvas, part: viewport.visible)
      (painter, present.canvas) = (present, canvas)
      present.draw(part.content)
    }
  }
}

extension ThemedPainter {
  fileprivate func draw(_ content: GraphViewPart.Content) {
    switch content {
    case .frame(let id): if let frame = view.presentation.frames[id] { draw(id, frame) }
    case .connections(let output):
      let own = scene.connections(from: output).filter {
        $0 != activity.taken && $0 != hoveredConnection && !selection.contains($0)
      }
      drawDimmed(own)
    case .connection(let connection): drawDimmed([connection])
    case .trunk(let output, let column, let row):
      canvas.group(CanvasGroup(id: "connections", opacity: isPulling ? 0.5 : 1)) {
        drawTrunk(of: output, in: LineTrunks.Square(column: column, row: row))
      }
    case .node(let id): draw(id)
    case .gesture: drawActivity()
    }
  }

  private func drawDimmed(_ connections: [Connection]) {
    canvas.group(CanvasGroup(id: "connections", opacity: isPulling ? 0.5 : 1)) {
      if detail == .blocks { drawStraight(connections) } else { draw(bundle: connections[...]) }
    }
  }
}
