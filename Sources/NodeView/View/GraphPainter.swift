// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Draws a part of a view once: the grid, connections, nodes, and on top what a gesture shows.
struct GraphPainter {
  private let view: GraphView
  private let canvas: any DrawingCanvas
  private let style: GraphViewStyle
  /// The part to draw, in canvas points.
  private let part: GraphRect

  init(_ view: GraphView, on canvas: any DrawingCanvas, part: GraphRect) {
    self.view = view
    self.canvas = canvas
    self.part = part
    style = view.style
  }

  func draw() {
    let viewport = view.viewport
    canvas.group(CanvasGroup(id: "view", clip: viewport.viewRect(part))) {
      canvas.fill(viewport.viewRect(part), with: style.background)
      if view.interaction.pulledSource != nil, let ground = style.connectingGround {
        canvas.fill(viewport.viewRect(part), with: ground)
      }
      canvas.group(CanvasGroup(id: "canvas", offset: viewport.viewPoint(.zero), scale: viewport.zoom)) {
        drawGrid()
        let frames = FrameStyle(
          paint: style.nodeStroke.paint, ink: style.edgeStroke.paint, groundOpacity: 0.1, textSize: style.titleTextSize,
          link: style.edgeStroke.paint)
        for (_, frame) in view.presentation.framesInOrder where frame.rect.intersects(part) {
          frames.draw(frame, on: canvas)
        }
        canvas.group(CanvasGroup(id: "connections")) { drawConnections() }
        canvas.group(CanvasGroup(id: "nodes")) {
          let nodes = view.scene.nodes(in: part.expanded(by: style.nodeReach))
          view.askForDimming(of: nodes)
          for node in nodes { draw(node) }
        }
        drawActivity()
      }
    }
  }

  private func drawGrid() {
    style.grid?.draw(on: canvas, part: part, zoom: view.viewport.zoom)
  }

  private func drawActivity() {
    for guide in view.alignmentGuides {
      canvas.stroke(DrawingPath(through: [guide.start, guide.end]), with: style.marqueeStroke)
    }
    if let rect = view.interaction.offer?.newNode { canvas.stroke(DrawingPath(rect), with: style.wireStroke) }
    switch view.interaction.activity {
    case .idle, .moving, .panning, .rerouting, .framing, .sizing, .resizing: break
    case .wiring(let wire):
      if let path = view.scene.path(of: wire) { draw(path, style.wireStroke) }
    case .feeding(let wire):
      if let path = view.scene.path(of: wire) { draw(path, style.wireStroke) }
    case .selecting(let marquee):
      var paint = style.marqueeStroke.paint
      paint.opacity = 0.12
      canvas.fill(marquee.rect, with: paint)
      canvas.stroke(DrawingPath(marquee.rect), with: style.marqueeStroke)
    }
  }
}

// MARK: Connections

extension GraphPainter {
  private func drawConnections() {
    let selection = view.interaction.selection
    let taken = view.interaction.activity.taken
    let reach = view.presentation.lineReach
    let shown = view.scene.connections(near: part.expanded(by: reach)).filter { $0 != taken }
    if let shadow = style.edgeShadow {
      for connection in shown {
        guard let path = view.scene.path(of: connection) else { continue }
        var stroke = style.edgeStroke
        view.attributes(of: connection)?.apply(to: &stroke, isRaised: false)
        shadow.draw(along: path.path, width: stroke.width, on: canvas)
      }
    }
    for connection in shown.filter({ !selection.contains($0) }) + shown.filter(selection.contains) {
      guard let path = view.scene.path(of: connection) else { continue }
      let attributes = view.attributes(of: connection)
      var stroke = selection.contains(connection) ? style.selectedEdgeStroke : style.edgeStroke
      if !selection.contains(connection), let paint = paint(of: type(of: connection)) { stroke.paint = paint }
      attributes?.apply(to: &stroke, isRaised: selection.contains(connection))
      draw(path, stroke)
      for reroute in view.scene.reroutes[connection] ?? [] {
        canvas.fill(PortShape.disc.path(at: reroute, diameter: 12), with: stroke.paint)
      }
      if let label = attributes?.label { draw(label, at: path.labelPoint, stroke.paint) }
    }
  }

  private func draw(_ path: EdgePath, _ stroke: Stroke) {
    canvas.stroke(path.path, with: stroke)
    // Both markers are outside the nodes, which would cover them, and point in the direction in which values flow.
    let length = max(style.targetMarker.size, EdgePath.terminalLength)
    let input = path.target + path.targetSide.outward * length
    let markers = [
      (style.sourceMarker, path.source, path.sourceSide), (style.targetMarker, input, path.targetSide.opposite),
    ]
    for (marker, place, side) in markers {
      if let outline = marker.path(at: place, direction: side.outward) { canvas.fill(outline, with: stroke.paint) }
    }
  }

  private func draw(_ label: String, at place: GraphPoint, _ paint: Paint) {
    let size = EdgeAttributes.size(ofLabel: label)
    let frame = GraphRect(GraphPoint(place.x - size.width / 2, place.y - size.height / 2), size)
    canvas.fill(DrawingPath(frame, cornerRadius: 4), with: style.background)
    canvas.draw(label, in: frame, style: TextStyle(size: 12, paint: paint, alignment: .center))
  }

  private func paint(of type: PortType?) -> Paint? {
    type.flatMap { view.rendererProvider?.graphView(view, paintOf: $0) }
  }

  /// The type of the values that a connection carries.
  private func type(of connection: Connection) -> PortType? {
    guard let outputs = view.presentation.renderers[connection.source.node]?.kind.outputs,
      outputs.indices.contains(connection.source.index)
    else { return nil }
    return outputs[connection.source.index].type
  }
}

// MARK: Nodes

extension GraphPainter {
  private func draw(_ id: NodeID) {
    guard let node = view.scene.nodes[id], let parts = view.presentation.renderers[id] else { return }
    let frame = node.frame
    canvas.group(CanvasGroup(id: "node-\(id)")) {
      if view.interaction.selection.contains(id) {
        style.selectionGlow?.draw(around: frame.rect, cornerRadius: style.cornerRadius, on: canvas)
      }
      if frame.form != .full { return drawSmall(id, node, parts) }
      let outline = DrawingPath(frame.rect, cornerRadius: style.cornerRadius)
      canvas.fill(outline, with: style.nodeFill)
      drawTitle(of: id, node)
      draw(parts.shownItem, frame.item)
      for (index, row) in parts.inputs.enumerated() {
        let opacity = view.isDimmed(id.input(index)) ? style.dimmedOpacity : 1
        draw(row, frame.inputRow(index), opacity: opacity)
      }
      for (index, row) in parts.outputs.enumerated() { draw(row, frame.outputRow(index)) }
      canvas.stroke(outline, with: stroke(of: id))
      if style.portSize > 0 { drawPorts(of: frame, parts.kind) }
    }
  }

  /// A node of one row, or of a point.
  private func drawSmall(_ id: NodeID, _ node: Scene.Node, _ parts: NodeRenderers) {
    let frame = node.frame
    let fill = titleFill(of: id, node)
    if frame.form == .dot {
      let disc = PortShape.disc.path(at: frame.rect.center, diameter: 12)
      canvas.fill(disc, with: fill)
      return canvas.stroke(disc, with: stroke(of: id))
    }
    let outline = DrawingPath(frame.rect, cornerRadius: min(style.cornerRadius, frame.height / 2))
    canvas.fill(outline, with: frame.titleHeight > 0 ? fill : style.nodeFill)
    let value = min(parts.outputs.first?.intrinsicContentSize.width ?? 0, frame.width)
    if frame.titleHeight > 0 {
      canvas.draw(
        node.title,
        in: GraphRect(
          x: frame.rect.minX + 10, y: frame.rect.minY, width: max(frame.width - value - 10, 0), height: frame.height),
        style: TextStyle(size: style.titleTextSize, paint: style.titlePaint, isBold: true))
    }
    if let row = parts.outputs.first {
      draw(row, GraphRect(x: frame.rect.maxX - value, y: frame.rect.minY, width: value, height: frame.height))
    }
    canvas.stroke(outline, with: stroke(of: id))
    if style.portSize > 0 { drawPorts(of: frame, parts.kind) }
  }

  private func titleFill(of id: NodeID, _ node: Scene.Node) -> Paint {
    if node.isFailed { return style.failedTitleFill }
    return view.presentation.renderers[id]?.look.color.map(Paint.init)
      ?? view.rendererProvider?.graphView(view, titleFillOf: id) ?? style.titleFill
  }

  private func drawPorts(of frame: NodeFrame, _ kind: NodeKind) {
    func draw(_ place: GraphPoint, _ type: PortType) {
      let radius = style.portSize / 2
      let square = GraphRect(place - GraphPoint(radius, radius), GraphSize(style.portSize, style.portSize))
      canvas.fill(DrawingPath(square, cornerRadius: radius), with: paint(of: type) ?? style.edgeStroke.paint)
    }
    for (index, input) in kind.inputs.enumerated() { draw(frame.inputAnchor(index), input.type) }
    for (index, output) in kind.outputs.enumerated() { draw(frame.outputAnchor(index), output.type) }
  }

  private func stroke(of node: NodeID) -> Stroke {
    if view.connectionSource?.node == node || view.receiver == node { return style.sourceStroke }
    return view.interaction.selection.contains(node) ? style.selectedStroke : style.nodeStroke
  }

  private func draw(_ part: any NodePartRenderer, _ frame: GraphRect, opacity: Double = 1) {
    let group = CanvasGroup(offset: frame.origin, opacity: opacity, clip: GraphRect(.zero, frame.size))
    canvas.group(group) { part.draw(in: canvas, size: frame.size) }
  }

  private func drawTitle(of id: NodeID, _ node: Scene.Node) {
    let bar = node.frame.titleBar
    let fill = titleFill(of: id, node)
    // Round at the top only: the lower half covers the lower corners.
    canvas.fill(DrawingPath(bar, cornerRadius: style.cornerRadius), with: fill)
    if style.cornerRadius > 0 {
      canvas.fill(GraphRect(x: bar.minX, y: bar.midY, width: bar.width, height: bar.height / 2), with: fill)
    }
    let trash = node.frame.trash
    let end = style.showsTrash ? trash.minX : bar.maxX - 8
    canvas.draw(
      node.title,
      in: GraphRect(from: GraphPoint(bar.minX + 10, bar.minY), to: GraphPoint(max(end, bar.minX + 10), bar.maxY)),
      style: TextStyle(size: style.titleTextSize, paint: style.titlePaint, isBold: true))
    if style.showsTrash { drawTrash(trash) }
  }

  private func drawTrash(_ frame: GraphRect) {
    let unit = frame.width / 44
    func place(_ x: Double, _ y: Double) -> GraphPoint { frame.origin + GraphPoint(x, y) * unit }
    let can = [place(15, 17), place(16, 31), place(28, 31), place(29, 17)]
    var path = DrawingPath(through: can)
    path.elements += DrawingPath(through: [place(13, 17), place(31, 17)]).elements
    path.elements += DrawingPath(through: [place(19, 17), place(19, 14), place(25, 14), place(25, 17)]).elements
    canvas.stroke(path, with: Stroke(style.titlePaint, width: 1.5 * unit))
  }
}
