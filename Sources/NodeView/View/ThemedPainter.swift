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
    /// Blocks of one colour, with their titles where these have room.
    case blocks
    /// Titles and values alone, as large on the screen as can be read.
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
  /// Whether a connection is being made from an output, so that inputs show whether they accept it.
  let isWiring: Bool
  /// Whether a connection is being made, from either end.
  let isPulling: Bool
  // Read once: the view's properties cost more than all else for each of thousands of nodes.
  let scene: Scene
  let activity: Interaction.Activity
  let wire: Wire?
  let selection: GraphSelection
  let pulledSource: OutputPort?
  let connectionSource: OutputPort?
  /// The node that accepts what is being dragged.
  let receiver: NodeID?
  let hovered: HitTarget?
  let hoveredConnection: Connection?
  let focused: HitTarget?
  let provider: (any GraphViewRendererProvider)?
  /// The input below the loose end of a wire, if it is refused.
  let refusedInput: InputPort?
  /// The output below the loose end of a wire from an input, if it is refused.
  let refusedOutput: OutputPort?

  /// How far nodes and connections are drawn beyond their geometry, in canvas points: the shadow of a node that is
  /// dragged, the halo of a port; the ground around a selected connection, and its arrow.
  static let nodeReach = 24.0
  static let edgeReach = 12.0

  init(_ view: GraphView, _ palette: GraphPalette, on canvas: any DrawingCanvas, part: GraphRect) {
    self.view = view
    self.palette = palette
    self.canvas = canvas
    self.part = part
    style = view.style
    zoom = view.viewport.zoom
    detail = zoom < 0.3 ? .blocks : zoom < GraphViewStyle.detailedZoom ? .values : .all
    scene = view.scene
    activity = view.interaction.activity
    wire = activity.wire
    selection = view.interaction.selection
    pulledSource = view.interaction.pulledSource
    connectionSource = view.connectionSource
    receiver = view.receiver
    hovered = view.hovered
    hoveredConnection = view.hoveredConnection
    focused = view.focused
    provider = view.rendererProvider
    isWiring = pulledSource != nil
    isPulling = isWiring || activity.inputWire != nil
    refusedInput = view.refusedInput
    refusedOutput = view.refusedOutput
  }

  /// The canvas points that take as much room on the screen as this many do at a zoom of 1 and above.
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

  /// Draws a wire that is being pulled, in the colour of the values it carries.
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
    let near = part.expanded(by: view.presentation.lineReach)
    drawTrunks(near: near)
    let apart = view.connectionsApart(near: near)
    if detail == .blocks { return drawStraight(apart.sorted(by: Scene.isOrdered)) }
    // The topmost are drawn last: the connections of an output together, so that none of them cuts another.
    let shown = apart.sorted(by: Scene.isOrderedBySource)
    let lower = shown.filter { $0 != hoveredConnection && !selection.contains($0) }
    var first = 0
    while first < lower.count {
      var end = first + 1
      if !scene.lines.isHub(lower[first].source.node) {
        while end < lower.count, lower[end].source == lower[first].source { end += 1 }
      }
      draw(bundle: lower[first..<end])
      first = end
    }
    if lower.count == shown.count { return }
    if let hoveredConnection, shown.contains(hoveredConnection), !selection.contains(hoveredConnection) {
      draw(bundle: [hoveredConnection])
    }
    for connection in shown.filter(selection.contains).sorted(by: Scene.isOrdered) { draw(bundle: [connection]) }
  }

  /// Draws connections of one output, or one that is selected: first the ground that keeps them apart from all others, then
  /// their lines. One of many connections of a node has no ground, which would cut the others.
  func draw(bundle: ArraySlice<Connection>) {
    guard let first = bundle.first else { return }
    let own = stroke(of: first.source)
    // Lines that look alike are drawn as one: they may overlap for a part, which would make it darker.
    var lines: [(stroke: Stroke, path: DrawingPath)] = []
    var marks: [(connection: Connection, runsBack: Bool, label: String?, paint: Paint)] = []
    marks.reserveCapacity(bundle.count)
    for connection in bundle {
      guard let course = scene.lines.course(of: connection) else { continue }
      let attributes = view.attributes(of: connection)
      let stroke = stroke(of: connection, own, attributes)
      if let place = lines.firstIndex(where: { $0.stroke == stroke }) {
        lines[place].path.elements += course.path.elements
      } else {
        lines.append((stroke, course.path))
      }
      marks.append((connection, course.runsBack, attributes?.label, stroke.paint))
    }
    if selection.contains(first) {
      for (stroke, path) in lines { canvas.stroke(path, with: halo(of: stroke)) }
    } else if first == hoveredConnection || !scene.lines.isHub(first.source.node) {
      for (stroke, path) in lines { canvas.stroke(path, with: clearGround(below: stroke)) }
    }
    for (stroke, path) in lines { canvas.stroke(path, with: stroke) }
    for (connection, runsBack, label, paint) in marks {
      let reroutes = drawReroutes(of: connection, paint)
      let content = label == nil ? content(of: connection) : nil
      // Points that it was put through show the way.
      let hasArrow = runsBack && reroutes.isEmpty
      guard hasArrow || label != nil || content != nil, let path = scene.path(of: connection) else { continue }
      if hasArrow { drawArrow(on: path, paint) }
      if let label {
        if reroutes.isEmpty {
          draw(label, beside: path, of: connection, paint)
        } else {
          draw(label, above: reroutes[reroutes.count / 2], paint)
        }
      } else if let content {
        draw(content: content, beside: path, of: connection)
      }
    }
  }

  /// The stroke of an output's connections without attributes and looks of their own.
  func stroke(of output: OutputPort) -> Stroke {
    var stroke = style.edgeStroke
    guard let parts = view.presentation.renderers[output.node] else { return stroke }
    if parts.kind.outputs.indices.contains(output.index) {
      stroke.paint = paint(of: parts.kind.outputs[output.index].type)
    }
    switch parts.appearance.condition {
    case .muted: (stroke.paint, stroke.dash) = (palette.quietInk, [2, 5])
    case .stale: stroke.dash = [8, 4]
    default: break
    }
    return stroke
  }

  /// How opaque the connections of a node are: the less the more there are, so that what they cross shows through, and
  /// where they run together they still are one line. From far away, where they would cover everything, even less.
  private func opacity(ofConnectionsFrom node: NodeID) -> Double {
    let share = (0..<scene.lines.crowding(of: node)).reduce(1.0) { share, _ in share * 0.7 }
    let (near, far) = (max(share, 0.3), max(share * share, 0.03))
    return far + (near - far) * min(1, zoom * 2)
  }

  /// The stroke of a connection, from the stroke of its output's connections.
  private func stroke(of connection: Connection, _ own: Stroke, _ attributes: EdgeAttributes?) -> Stroke {
    let isSelected = selection.contains(connection)
    var stroke = isSelected ? style.selectedEdgeStroke : own
    let isHovered = hoveredConnection == connection
    if !isSelected, isHovered {
      stroke.width = style.selectedEdgeStroke.width
    } else if !isSelected, scene.lines.isHub(connection.source.node) {
      stroke.paint.opacity *= opacity(ofConnectionsFrom: connection.source.node)
    }
    attributes?.apply(to: &stroke, isRaised: isSelected || isHovered, keepingDash: isQuiet(connection))
    if isGivingWay(connection) { stroke.dash = [2, 5] }
    // At least 1.5 points wide on the screen.
    stroke.width = max(stroke.width, 1.5 / zoom)
    return stroke
  }

  /// Whether the wire that is being pulled would replace a connection.
  private func isGivingWay(_ connection: Connection) -> Bool {
    guard let wire, wire.target == connection.target, wire.source != connection.source,
      let inputs = view.presentation.renderers[connection.target.node]?.kind.inputs
    else { return false }
    return inputs[connection.target.index].arity == .one
  }

  /// The ground around a line, 2 points to each side, which keeps it whole where it crosses others.
  private func clearGround(below stroke: Stroke) -> Stroke { Stroke(ground, width: stroke.width + 4) }

  /// What shines below a line that is selected.
  private func halo(of stroke: Stroke) -> Stroke {
    var halo = stroke
    (halo.width, halo.paint.opacity, halo.dash) = (stroke.width * 3, 0.18, [])
    return halo
  }

  /// Whether the value that a connection carries is out of date, or switched off by the user.
  private func isQuiet(_ connection: Connection) -> Bool {
    switch view.presentation.renderers[connection.source.node]?.appearance.condition {
    case .muted, .stale: true
    default: false
    }
  }

  /// A colour on the ground as it would be if it were this opaque. Thousands of lines that show through each other add
  /// up to a solid shape, but of lines in this colour no part is darker than one of them.
  func faint(_ paint: Paint, _ share: Double) -> Paint {
    func mixed(_ one: UInt8, _ other: UInt8) -> UInt8 { UInt8(Double(one) * share + Double(other) * (1 - share)) }
    return Paint(
      red: mixed(paint.red, ground.red), green: mixed(paint.green, ground.green), blue: mixed(paint.blue, ground.blue))
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
      if !isSelected, connection != hoveredConnection, scene.lines.isHub(connection.source.node) {
        paint = faint(paint, 0.55 * max(0.2, opacity(ofConnectionsFrom: connection.source.node)))
      }
      paths[paint, default: []] += DrawingPath(through: line).elements
    }
    let ordered = paths.sorted { ($0.key.hexadecimal, $0.key.opacity) < ($1.key.hexadecimal, $1.key.opacity) }
    for (paint, elements) in ordered {
      canvas.stroke(DrawingPath(elements), with: Stroke(paint, width: screen(1)))
    }
  }

  /// Draws an arrow that shows the direction of a connection that runs backwards.
  private func drawArrow(on path: EdgePath, _ paint: Paint) {
    let direction = path.labelDirection
    let length = direction.distance(to: .zero)
    guard length > 0 else { return }
    let tail = path.labelPoint - direction * (3.5 / length)
    if let outline = EdgeMarker.arrow(7).path(at: tail, direction: direction) { canvas.fill(outline, with: paint) }
  }

  /// Draws a label next to a line, where the nodes at its ends leave room for it.
  private func draw(_ label: String, beside path: EdgePath, of connection: Connection, _ paint: Paint) {
    let size = EdgeAttributes.size(ofLabel: label)
    let room = TextBesideLine(
      path, between: ends(of: connection), gap: 3, reach: EdgeAttributes.reach(ofLabel: label, isBeside: true))
    canvas.draw(
      label, in: room.place(size) ?? room.usual(size), style: TextStyle(size: 12, paint: paint, alignment: .center))
  }
}
