// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphView {
  /// Draws what shows.
  ///
  /// - Parameters:
  ///   - canvas: What to draw on, in view points.
  ///   - region: The part of the canvas that needs drawing, in canvas points; all that shows unless given.
  /// - Complexity: O(what lies in that part).
  public func draw(in canvas: any Canvas, region: Rect? = nil) {
    let viewport = viewport
    let visible = viewport.visible
    let part = region ?? visible
    canvas.group(CanvasGroup(id: "view", clip: viewport.viewRect(part))) {
      canvas.fill(viewport.viewRect(part), with: style.background)
      canvas.group(CanvasGroup(id: "canvas", offset: viewport.viewPoint(.zero), scale: viewport.zoom)) {
        drawGrid(in: canvas, part)
        canvas.group(CanvasGroup(id: "connections")) { drawConnections(in: canvas, part) }
        canvas.group(CanvasGroup(id: "nodes")) {
          for node in scene.nodes(in: part.expanded(by: style.nodeReach)) { draw(node, in: canvas) }
        }
        drawActivity(in: canvas)
      }
    }
  }

  private func drawGrid(in canvas: any Canvas, _ part: Rect) {
    guard let grid = style.grid else { return }
    let lines = grid.lines.filter { Rect(from: $0, to: $1).touches(part) }
    let path = Path(lines.flatMap { [.move($0), .line($1)] })
    if !lines.isEmpty { canvas.stroke(path, with: grid.stroke) }
  }

  private func drawConnections(in canvas: any Canvas, _ part: Rect) {
    let selected = Set(interaction.selection.connections)
    let taken = interaction.activity.wire?.taken
    let reach = max(style.edgeReach, labelReach)
    let shown = scene.connections(near: part.expanded(by: reach)).filter { $0 != taken }
    for connection in shown.filter({ !selected.contains($0) }) + shown.filter(selected.contains) {
      guard let path = scene.path(of: connection) else { continue }
      let attributes = edgeAttributes[connection]
      var stroke = selected.contains(connection) ? style.selectedEdgeStroke : style.edgeStroke
      if !selected.contains(connection), let paint = paint(of: type(of: connection)) { stroke.paint = paint }
      if let paint = attributes?.paint { stroke.paint = paint }
      if attributes?.isAnimated == true {
        stroke.dash = [8, 4]
        stroke.isAnimated = true
      }
      draw(path, stroke, in: canvas)
      if let label = attributes?.label { draw(label, at: path.labelPoint, stroke.paint, in: canvas) }
    }
  }

  private func draw(_ path: EdgePath, _ stroke: Stroke, in canvas: any Canvas) {
    canvas.stroke(path.path, with: stroke)
    // Both markers lie outside the nodes, which would cover them, and point the way values flow.
    let input = Point(path.target.x - max(style.targetMarker.size, EdgePath.terminalLength), path.target.y)
    for (marker, place) in [(style.sourceMarker, path.source), (style.targetMarker, input)] {
      if let outline = marker.path(at: place, direction: Point(1, 0)) { canvas.fill(outline, with: stroke.paint) }
    }
  }

  private func draw(_ label: String, at place: Point, _ paint: Paint, in canvas: any Canvas) {
    let size = Self.size(ofLabel: label)
    let frame = Rect(Point(place.x - size.width / 2, place.y - size.height / 2), size)
    canvas.fill(Path(frame, cornerRadius: 4), with: style.background)
    canvas.draw(label, in: frame, style: TextStyle(size: 12, paint: paint, alignment: .center))
  }

  private static func size(ofLabel label: String) -> Size { Size(TextWidth.points(of: label, size: 12) + 10, 18) }

  /// How far the labels of connections reach from their lines.
  static func reach(ofLabels attributes: [Connection: EdgeAttributes]) -> Double {
    attributes.values.reduce(0) { reach, attributes in
      max(reach, attributes.label.map { max(size(ofLabel: $0).width / 2, 9) } ?? 0)
    }
  }

  private func draw(_ id: NodeID, in canvas: any Canvas) {
    guard let node = scene.nodes[id], let parts = renderers[id] else { return }
    let frame = node.frame
    canvas.group(CanvasGroup(id: "node-\(id)")) {
      let outline = Path(frame.rect, cornerRadius: style.cornerRadius)
      canvas.fill(outline, with: style.nodeFill)
      drawTitle(of: id, node, in: canvas)
      draw(parts.item, frame.item, in: canvas)
      for (index, row) in parts.inputs.enumerated() {
        let opacity = isDimmed(id.input(index)) ? style.dimmedOpacity : 1
        draw(row, frame.inputRow(index), opacity: opacity, in: canvas)
      }
      for (index, row) in parts.outputs.enumerated() { draw(row, frame.outputRow(index), in: canvas) }
      canvas.stroke(outline, with: stroke(of: id))
      if style.portSize > 0 { drawPorts(of: frame, parts.kind, in: canvas) }
    }
  }

  private func drawPorts(of frame: NodeFrame, _ kind: NodeKind, in canvas: any Canvas) {
    func draw(_ place: Point, _ type: PortType) {
      let radius = style.portSize / 2
      let square = Rect(place - Point(radius, radius), Size(style.portSize, style.portSize))
      canvas.fill(Path(square, cornerRadius: radius), with: paint(of: type) ?? style.edgeStroke.paint)
    }
    for (index, input) in kind.inputs.enumerated() { draw(frame.inputAnchor(index), input.type) }
    for (index, output) in kind.outputs.enumerated() { draw(frame.outputAnchor(index), output.type) }
  }

  private func paint(of type: PortType?) -> Paint? {
    type.flatMap { rendererProvider?.graphView(self, paintOf: $0) }
  }

  /// The type of what flows through a connection.
  private func type(of connection: Connection) -> PortType? {
    guard let outputs = renderers[connection.source.node]?.kind.outputs,
      outputs.indices.contains(connection.source.index)
    else { return nil }
    return outputs[connection.source.index].type
  }

  private func stroke(of node: NodeID) -> Stroke {
    if connectionSource?.node == node { return style.sourceStroke }
    return interaction.selection.nodes.contains(node) ? style.selectedStroke : style.nodeStroke
  }

  private func draw(_ part: any NodePartRenderer, _ frame: Rect, opacity: Double = 1, in canvas: any Canvas) {
    let group = CanvasGroup(offset: frame.origin, opacity: opacity, clip: Rect(.zero, frame.size))
    canvas.group(group) { part.draw(in: canvas, size: frame.size) }
  }

  private func drawTitle(of id: NodeID, _ node: Scene.Node, in canvas: any Canvas) {
    let bar = node.frame.titleBar
    let fill =
      node.isFailed
      ? style.failedTitleFill : rendererProvider?.graphView(self, titleFillOf: id) ?? style.titleFill
    // Round at the top only: the lower half covers the lower corners.
    canvas.fill(Path(bar, cornerRadius: style.cornerRadius), with: fill)
    if style.cornerRadius > 0 {
      canvas.fill(Rect(x: bar.minX, y: bar.midY, width: bar.width, height: bar.height / 2), with: fill)
    }
    let trash = node.frame.trash
    let end = style.showsTrash ? trash.minX : bar.maxX - 8
    canvas.draw(
      node.title, in: Rect(from: Point(bar.minX + 10, bar.minY), to: Point(max(end, bar.minX + 10), bar.maxY)),
      style: TextStyle(size: style.titleTextSize, paint: style.titlePaint, isBold: true))
    if style.showsTrash { drawTrash(in: canvas, trash) }
  }

  private func drawTrash(in canvas: any Canvas, _ frame: Rect) {
    let unit = frame.width / 44
    func place(_ x: Double, _ y: Double) -> Point { frame.origin + Point(x, y) * unit }
    let can = [place(15, 17), place(16, 31), place(28, 31), place(29, 17)]
    var path = Path(through: can)
    path.elements += Path(through: [place(13, 17), place(31, 17)]).elements
    path.elements += Path(through: [place(19, 17), place(19, 14), place(25, 14), place(25, 17)]).elements
    canvas.stroke(path, with: Stroke(style.titlePaint, width: 1.5 * unit))
  }

  private func drawActivity(in canvas: any Canvas) {
    switch interaction.activity {
    case .idle, .moving, .panning: break
    case .wiring(let wire):
      if let path = path(of: wire) { draw(path, style.wireStroke, in: canvas) }
    case .selecting(let from, let to, _, _):
      let rect = Rect(from: from, to: to)
      var paint = style.marqueeStroke.paint
      paint.opacity = 0.12
      canvas.fill(rect, with: paint)
      canvas.stroke(Path(rect), with: style.marqueeStroke)
    }
  }
}
