// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Draws a part of a view once in a themed style: the ground, connections, nodes, and on top what a gesture shows.
///
/// How much is drawn depends on the zoom: from far away nodes are blocks and connections straight lines.
///
/// It is a class, since closures for groups of drawings capture it: a structure would be copied for each node.
final class ThemedPainter {
  /// How much of nodes is drawn.
  enum Detail {
    /// Blocks of one colour.
    case blocks
    /// Titles and values, as large on the screen as can be read.
    case values
    /// Everything.
    case all
  }

  let view: GraphView
  let palette: GraphPalette
  /// Where it draws: parts of a view have one each.
  var canvas: any DrawingCanvas
  let style: GraphViewStyle
  /// The part to draw, in canvas points.
  let part: GraphRect
  let zoom: Double
  let detail: Detail
  /// Whether a connection is being made from an output, so that inputs show whether they take it.
  let isWiring: Bool
  /// Whether a connection is being made, from either end.
  let isPulling: Bool
  // Asked for once: the view's properties cost more than all else for each of thousands of nodes.
  let scene: Scene
  let activity: Interaction.Activity
  let wire: Wire?
  let selection: GraphSelection
  let pulledSource: OutputPort?
  let connectionSource: OutputPort?
  /// What takes what is dragged over the view from outside.
  let payloadTarget: HitTarget?
  let hovered: HitTarget?
  let hoveredConnection: Connection?
  let focused: HitTarget?
  let provider: (any GraphViewRendererProvider)?
  /// The input below the loose end of a wire, if it is refused.
  let refusedInput: InputPort?
  /// The output below the loose end of a wire from an input, if it is refused.
  let refusedOutput: OutputPort?

  /// How far nodes and connections are drawn beyond their geometry, in canvas points: the shadow of a node that is dragged,
  /// the halo of a port; the ground beside a selected connection, and its arrow.
  static let nodeReach = 24.0
  static let edgeReach = 12.0

  init(_ view: GraphView, _ palette: GraphPalette, on canvas: any DrawingCanvas, part: GraphRect) {
    self.view = view
    self.palette = palette
    self.canvas = canvas
    self.part = part
    style = view.style
    zoom = view.viewport.zoom
    detail = zoom < 0.35 ? .blocks : zoom < 0.8 ? .values : .all
    scene = view.scene
    activity = view.interaction.activity
    wire = activity.wire
    selection = view.interaction.selection
    pulledSource = view.interaction.pulledSource
    connectionSource = view.connectionSource
    payloadTarget = view.payloadTarget
    hovered = view.hovered
    hoveredConnection = view.hoveredConnection
    focused = view.focused
    provider = view.rendererProvider
    isWiring = pulledSource != nil
    isPulling = isWiring || activity.inputWire != nil
    refusedInput = view.refusedInput
    refusedOutput = view.refusedOutput
  }

  /// How many canvas points take as much room on the screen as this many do at a zoom of 1 and above.
  func screen(_ points: Double) -> Double { points / min(1, zoom) }

  /// The colour below nodes and connections.
  var ground: Paint { isPulling ? palette.wiringCanvas : style.background }

  func draw() {
    let viewport = view.viewport
    canvas.group(CanvasGroup(id: "view", clip: viewport.viewRect(part))) {
      canvas.fill(viewport.viewRect(part), with: ground)
      canvas.group(CanvasGroup(id: "canvas", offset: viewport.viewPoint(.zero), scale: zoom)) {
        style.grid?.draw(on: canvas, part: part, zoom: zoom)
        drawFrames()
        let wires = CanvasGroup(id: "connections", opacity: isPulling ? 0.5 : 1)
        canvas.group(wires) { drawConnections() }
        canvas.group(CanvasGroup(id: "nodes")) {
          let nodes = scene.nodes(in: part.expanded(by: style.nodeReach))
          view.askForDimming(of: nodes)
          for node in nodes { draw(node) }
        }
        drawActivity()
      }
    }
  }

  /// A wire that is being pulled, in the colour of what it carries.
  private func draw(_ wire: EdgePath?, of type: PortType?, isRefused: Bool) {
    guard let wire else { return }
    var stroke = style.wireStroke
    stroke.paint = type.map(paint) ?? stroke.paint
    if isRefused {
      stroke.paint = palette.danger
      stroke.dash = [6, 4]
    }
    canvas.stroke(wire.path, with: clearGround(below: stroke))
    canvas.stroke(wire.path, with: stroke)
  }

  func drawActivity() {
    for guide in view.alignmentGuides {
      canvas.stroke(
        DrawingPath(through: [guide.start, guide.end]),
        with: Stroke(palette.accent, width: screen(1), dash: [screen(4), screen(3)]))
    }
    if let rect = view.interaction.offer?.newNode {
      let dash = [screen(6), screen(4)]
      canvas.stroke(
        DrawingPath(rect, cornerRadius: style.cornerRadius),
        with: Stroke(palette.candidate, width: screen(2), dash: dash))
    }
    switch activity {
    case .idle, .moving, .panning, .rerouting, .framing, .sizing, .resizing: break
    case .wiring(let wire):
      draw(scene.path(of: wire), of: view.outputType(of: wire.source), isRefused: refusedInput != nil)
    case .feeding(let wire):
      draw(scene.path(of: wire), of: view.inputType(of: wire.target), isRefused: refusedOutput != nil)
    case .selecting(let marquee):
      var paint = palette.accent
      paint.opacity = 0.12
      canvas.fill(marquee.rect, with: paint)
      canvas.stroke(DrawingPath(marquee.rect), with: style.marqueeStroke)
    }
  }

  /// The colour of a type's ports and connections: the host's, or that of the palette.
  func paint(of type: PortType) -> Paint {
    provider?.graphView(view, paintOf: type) ?? palette.mark(of: type).paint
  }
}

// MARK: Connections

extension ThemedPainter {
  private func drawConnections() {
    let taken = activity.taken
    let reach = view.presentation.lineReach
    let shown = scene.connections(near: part.expanded(by: reach)).filter { $0 != taken }
    if detail == .blocks { return drawStraight(shown) }
    // What lies on top comes last: the connections of an output together, so that none of them cuts another.
    let lower = shown.filter { !selection.contains($0) && $0 != hoveredConnection }.sorted {
      ($0.source.node.slot, $0.source.index) < ($1.source.node.slot, $1.source.index)
    }
    var first = 0
    while first < lower.count {
      var end = first + 1
      while end < lower.count, lower[end].source == lower[first].source { end += 1 }
      draw(bundle: lower[first..<end])
      first = end
    }
    if let hoveredConnection, shown.contains(hoveredConnection), !selection.contains(hoveredConnection) {
      draw(bundle: [hoveredConnection])
    }
    for connection in shown where selection.contains(connection) { draw(bundle: [connection]) }
  }

  /// Draws connections of one output: first the ground that keeps them apart from all others, then their lines.
  func draw(bundle: ArraySlice<Connection>) {
    let lines = bundle.compactMap { connection in
      scene.path(of: connection).map { (connection, path: $0, stroke: stroke(of: connection)) }
    }
    stroke(
      lines.map { connection, path, stroke in
        if !selection.contains(connection) { return (path.path, clearGround(below: stroke)) }
        var halo = stroke
        (halo.width, halo.paint.opacity, halo.dash) = (stroke.width * 3, 0.18, [])
        return (path.path, halo)
      })
    stroke(lines.map { ($0.path.path, $0.stroke) })
    for (connection, path, stroke) in lines {
      let reroutes = drawReroutes(of: connection, stroke.paint)
      // Points that it was put through show the way.
      if path.target.x < path.source.x, reroutes.isEmpty { drawArrow(on: path, stroke.paint) }
      if let label = view.attributes(of: connection)?.label {
        if reroutes.isEmpty {
          draw(label, beside: path, stroke.paint)
        } else {
          draw(label, above: reroutes[reroutes.count / 2], stroke.paint)
        }
      } else if let content = content(of: connection) {
        draw(content: content, beside: path, to: connection.target.node)
      }
    }
  }

  /// Draws lines, those that look alike as one: they may lie on each other for a part, which would make it darker.
  private func stroke(_ lines: [(path: DrawingPath, stroke: Stroke)]) {
    var drawn: [(stroke: Stroke, elements: [DrawingPath.Element])] = []
    for (path, stroke) in lines {
      if let place = drawn.firstIndex(where: { $0.stroke == stroke }) {
        drawn[place].elements += path.elements
      } else {
        drawn.append((stroke, path.elements))
      }
    }
    for (stroke, elements) in drawn { canvas.stroke(DrawingPath(elements), with: stroke) }
  }

  private func stroke(of connection: Connection) -> Stroke {
    let attributes = view.attributes(of: connection)
    var stroke = style.edgeStroke
    if selection.contains(connection) {
      stroke = style.selectedEdgeStroke
    } else {
      if let type = view.outputType(of: connection.source) { stroke.paint = paint(of: type) }
      switch view.presentation.renderers[connection.source.node]?.appearance.condition {
      case .muted: (stroke.paint, stroke.dash) = (palette.quietInk, [2, 5])
      case .stale: stroke.dash = [8, 4]
      default: break
      }
      if hoveredConnection == connection { stroke.width = style.selectedEdgeStroke.width }
    }
    if let paint = attributes?.paint { stroke.paint = paint }
    if attributes?.isAnimated == true {
      stroke.dash = [8, 4]
      stroke.isAnimated = true
    }
    if isGivingWay(connection) { stroke.dash = [2, 5] }
    // At least 1.5 points wide on the screen.
    stroke.width = max(stroke.width, 1.5 / zoom)
    return stroke
  }

  /// Whether the wire that is being pulled would take the place of a connection.
  private func isGivingWay(_ connection: Connection) -> Bool {
    guard let wire, wire.target == connection.target, wire.source != connection.source,
      let inputs = view.presentation.renderers[connection.target.node]?.kind.inputs
    else { return false }
    return inputs[connection.target.index].arity == .one
  }

  /// The ground beside a line, 2 points to each side, which keeps it whole where it crosses others.
  private func clearGround(below stroke: Stroke) -> Stroke { Stroke(ground, width: stroke.width + 4) }

  /// Whether what a connection carries is out of date, or nothing on purpose.
  private func isQuiet(_ connection: Connection) -> Bool {
    switch view.presentation.renderers[connection.source.node]?.appearance.condition {
    case .muted, .stale: true
    default: false
    }
  }

  /// Straight lines, one stroke for each colour.
  func drawStraight(_ connections: [Connection]) {
    var paths: [Paint: [DrawingPath.Element]] = [:]
    for connection in connections {
      guard let line = scene.straightLine(of: connection) else { continue }
      let isSelected = selection.contains(connection)
      var paint = isSelected ? palette.accent : palette.types.number
      if !isSelected, let type = view.outputType(of: connection.source) { paint = self.paint(of: type) }
      if !isSelected, let own = view.attributes(of: connection)?.paint { paint = own }
      paint.opacity = isSelected ? 1 : isQuiet(connection) ? 0.25 : 0.55
      paths[paint, default: []] += DrawingPath(through: line).elements
    }
    let ordered = paths.sorted { ($0.key.hexadecimal, $0.key.opacity) < ($1.key.hexadecimal, $1.key.opacity) }
    for (paint, elements) in ordered {
      canvas.stroke(DrawingPath(elements), with: Stroke(paint, width: screen(1)))
    }
  }

  /// Which way a connection leads that runs backwards.
  private func drawArrow(on path: EdgePath, _ paint: Paint) {
    let direction = path.labelDirection
    let length = direction.distance(to: .zero)
    guard length > 0 else { return }
    let tail = path.labelPoint - direction * (3.5 / length)
    if let outline = EdgeMarker.arrow(7).path(at: tail, direction: direction) { canvas.fill(outline, with: paint) }
  }

  /// A label above a line that is flat, and to the right of one that is steep: never on it.
  private func draw(_ label: String, beside path: EdgePath, _ paint: Paint) {
    let size = EdgeAttributes.size(ofLabel: label)
    let (place, direction) = (path.labelPoint, path.labelDirection)
    let isSteep = abs(direction.y) > abs(direction.x)
    let corner =
      isSteep
      ? GraphPoint(place.x + 4, place.y - size.height / 2)
      : GraphPoint(place.x - size.width / 2, place.y - size.height - 3)
    canvas.draw(
      label, in: GraphRect(corner, size),
      style: TextStyle(size: 12, paint: paint, alignment: isSteep ? .leading : .center))
  }
}
