// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Sizes and colours of what the view draws itself. What is inside nodes is up to their renderers.
///
/// There are two families. A style without a ``palette``, such as ``classic``, is made of the colours below. A themed
/// style, such as ``light`` and ``dark``, has a palette and draws ports by type, shadows and states of nodes. Change a
/// copy:
///
/// ```swift
/// var style = GraphViewStyle.light
/// style.edgeStyle = .curve
/// style.grid = nil
/// view.style = style
/// ```
///
/// All sizes are in canvas points: they grow on the screen with the zoom. All colours of pictures that this module
/// draws are in this file and in ``GraphPalette``.
public struct GraphViewStyle: Hashable, Sendable {
  /// The colours of a themed look, such as those of ``light`` and ``dark``; `nil` for the look of ``classic``, which
  /// draws as ShinpuruNodeUI does.
  ///
  /// A themed look draws ports by type, shadows and states of its own. Use ``themed(_:)`` to get sizes and strokes that
  /// suit a palette: setting this property alone keeps the others. Setting `nil`, or a palette where there was none,
  /// reloads all nodes of a view.
  public var palette: GraphPalette?
  /// The height of title bars, in canvas points: 44 by default, for fingers, and 28 in themed styles.
  ///
  /// Setting another height in a view reloads all its nodes. ``NodeAppearance/titleHeight`` takes precedence in a
  /// themed view.
  public var titleHeight = 44.0
  /// The font size of titles in nodes, in canvas points: 16 by default, and 13 in themed styles.
  ///
  /// A themed view enlarges it below a zoom of 0.6, so that titles stay readable. A title that doesn't fit is cut; the
  /// width of a node follows its parts, not its title.
  public var titleTextSize = 16.0
  /// Whether title bars have a trash button, which asks to delete the node: `true` by default, and `false` in themed
  /// styles.
  ///
  /// Without it, users delete with the delete key or a command of the host. Themed styles never draw it, but a press
  /// there still hits it if this is `true`.
  public var showsTrash = true
  /// The course that connections take between their ends: `curve` by default, and `lanes` with a radius of 12 points in
  /// themed styles. Courses of looks and of the renderer provider take precedence.
  ///
  /// - Complexity: O(connections) to set another one in a view.
  public var edgeStyle = EdgeStyle.curve
  /// The marker at a connection's output, in the colour of the connection: a square of 4 points by default. A style
  /// with a palette draws none.
  ///
  /// It marks where values come from; with ``portSize`` above 0, `none` looks calmer.
  public var sourceMarker = EdgeMarker.square(4)
  /// The marker at a connection's input, in the colour of the connection: a square of 4 points by default. A style with
  /// a palette draws none.
  ///
  /// An arrow, such as `.arrow(8)`, shows the direction in which values flow:
  ///
  /// ```swift
  /// var style = GraphViewStyle.classic
  /// (style.sourceMarker, style.targetMarker) = (.none, .arrow(8))
  /// ```
  public var targetMarker = EdgeMarker.square(4)
  /// The diameter of the shapes that mark ports, in canvas points; 0, the default, for none: only the ends of
  /// connections are visible. Themed styles have 10, and draw a shape for each type.
  ///
  /// It doesn't change where ports can be hit: see ``InteractionProfile/portRadius``.
  public var portSize = 0.0
  /// The lines or dots below nodes and connections; `nil` for none. The default has lines 100 points apart, themed
  /// styles have dots 24 points apart.
  ///
  /// It is decoration: nodes snap to ``InteractionProfile/gridSnap``. For both alike, set the same distance:
  ///
  /// ```swift
  /// view.style.grid?.gap = 20
  /// view.profile.gridSnap = 20
  /// ```
  public var grid: GridStyle? = GridStyle()
  /// The radius of the nodes' corners, in canvas points: 0 by default, and 10 in themed styles. Nodes without a title
  /// bar are pills, with round ends of at most 22 points in a themed view.
  public var cornerRadius = 0.0
  /// The opacity, 0…1, of the rows of inputs that are refused while a connection is made: 0.5 by default.
  ///
  /// In a themed look it is the opacity of whole nodes: of those that can't be connected, and of those that are dragged
  /// over one that accepts them. With 1 they are not dimmed.
  public var dimmedOpacity = 0.5

  /// The colour below everything. A style with a palette uses it too, except while a connection is made, when it uses
  /// ``GraphPalette/wiringCanvas``.
  public var background = Paint(0x2b2d30)
  /// The colour laid over the background while an output waits for an input or a wire is pulled from it, in a style
  /// without a palette; `nil` for the background alone.
  ///
  /// It should be partly transparent. As in ShinpuruNodeUI, it tells the user that the next touch connects.
  public var connectingGround: Paint? = Paint(0xbfbfbf, opacity: 0.75)
  /// The colour of nodes below their title bars, in a style without a palette. Renderers draw over it: their texts need
  /// a contrast to it.
  public var nodeFill = Paint(0xf2f2f4)
  /// The line around nodes, in a style without a palette, 1 point wide by default. Frames have its colour too, unless
  /// they have one of their own. ``selectedStroke`` and ``sourceStroke`` replace it.
  public var nodeStroke = Stroke(Paint(0x6b6f76))
  /// The halo around selected nodes, in a style without a palette; `nil` for none. By default it is yellow and 10
  /// points wide, as the shadow of selected nodes in ShinpuruNodeUI.
  ///
  /// ``selectedStroke`` is drawn in addition. Overlapping nodes in front cover the halo.
  public var selectionGlow: GraphHalo? = GraphHalo(Paint(0xffff00), radius: 10)
  /// The line around selected nodes, in a style without a palette; its colour marks selected nodes and the visible part
  /// in a ``Minimap``.
  public var selectedStroke = Stroke(Paint(0xffc233), width: 3)
  /// The line around the node whose output waits for an input, and around a node that accepts what is dragged, in a
  /// style without a palette. It replaces ``selectedStroke`` while both apply.
  public var sourceStroke = Stroke(Paint(0x3fb950), width: 3)
  /// The colour of title bars in a style without a palette, unless the node's look or the renderer provider has another
  /// one.
  ///
  /// The order is: ``failedTitleFill`` for a node that failed, the colour of the look,
  /// ``GraphViewRendererProvider/graphView(_:titleFillOf:)``, and then this.
  public var titleFill = Paint(0xd5d7dc)
  /// The colour of the title bars of nodes whose ``ItemRenderer/isFailed`` is `true`, in a style without a palette. It
  /// takes precedence over all others.
  public var failedTitleFill = Paint(0xf4b6b0)
  /// The colour of titles and of the trash button, in a style without a palette; the default row renderers draw names
  /// in it. It needs a contrast to ``titleFill``, ``failedTitleFill`` and ``nodeFill``.
  public var titlePaint = Paint(0x1d1f23)
  /// The line of connections: white and 4 points wide by default, 2 points in themed styles.
  ///
  /// A colour of the renderer provider for their type replaces its colour; a style with a palette uses its width and
  /// the palette's colours. Looks and ``EdgeAttributes`` change single connections.
  public var edgeStroke = Stroke(.white, width: 4)
  /// The shadow of connections, below all of them, in a style without a palette; `nil` for none. Each connection costs
  /// two or more strokes in addition.
  public var edgeShadow: GraphHalo? = GraphHalo(.black, radius: 2)
  /// The line of selected connections, in place of ``edgeStroke``. A connection below the pointer gets its width in a
  /// themed look. ``EdgeAttributes`` can still change its colour.
  public var selectedEdgeStroke = Stroke(Paint(0xffc233), width: 5)
  /// The line of a wire that is being pulled, dashed by default. In a themed look the colour is the one of the port's
  /// type, or ``GraphPalette/danger`` over a port that refuses it. Without a palette it also outlines where a payload
  /// would become a node.
  public var wireStroke = Stroke(Paint(0x3fb950), width: 4, dash: [8, 6])
  /// The line around the rectangle in which nodes are being selected; the same colour, in a themed look the accent,
  /// fills it at an opacity of 0.12. Without a palette it also draws ``GraphView/alignmentGuides``.
  public var marqueeStroke = Stroke(Paint(0xffc233), dash: [4, 3])

  /// Makes the style ``classic``: sizes for fingers, on a dark background. To begin with a themed style, copy ``light``
  /// or ``dark``, or call ``themed(_:)``.
  public init() {}

  /// How far nodes are drawn beyond their frames: the lines around them.
  var nodeReach: Double {
    // Shadows of nodes that are dragged reach furthest.
    if palette != nil { return ThemedPainter.nodeReach }
    let lines = max(nodeStroke.width, selectedStroke.width, sourceStroke.width, portSize) / 2 + 1
    return max(2, lines, (selectionGlow?.radius ?? 0) + 1)
  }

  /// How far a connection's drawing extends beyond its line: half the greatest line width plus the radius of its shadow, or the
  /// size of a marker if that is greater; at least 2 points.
  var edgeReach: Double {
    if palette != nil { return ThemedPainter.edgeReach }
    let lines = max(edgeStroke.width, selectedEdgeStroke.width, wireStroke.width) / 2 + 1
    return max(2, lines + (edgeShadow?.radius ?? 0), sourceMarker.size, targetMarker.size)
  }

  /// The look of ShinpuruNodeUI: sizes for fingers, on a dark background, with white wires 4 points wide that cast a
  /// shadow, a yellow glow around what is selected, and a grey ground while an output waits for an input. It is the
  /// default.
  ///
  /// It suits ``InteractionProfile/touch``. Title bars are 44 points high and have a trash button.
  public static let classic = GraphViewStyle()

  /// A themed style, dark on a light background, with small sizes for a mouse: ``themed(_:)`` of
  /// ``GraphPalette/light``. It suits ``InteractionProfile/desktop`` and ``InteractionProfile/editor``.
  public static let light = themed(.light)

  /// A themed style, light on a dark background, with small sizes for a mouse: ``themed(_:)`` of ``GraphPalette/dark``.
  /// It suits ``InteractionProfile/desktop`` and ``InteractionProfile/editor``.
  public static let dark = themed(.dark)

  /// The style of pictures on paper and in documents: ``light`` on white, without a grid and shadows, and with thinner
  /// connections.
  ///
  /// ```swift
  /// let view = GraphView(size: GraphSize(600, 400), style: .picture)
  /// ```
  public static var picture: GraphViewStyle {
    var style = themed(.print)
    style.grid = nil
    style.edgeStroke.width = 1.75
    return style
  }

  /// The least zoom at which a themed view draws everything.
  package static let detailedZoom = 0.6

  /// Returns a style with the metrics of ``light`` and ``dark`` in other colours.
  ///
  /// Nodes are drawn in less detail from far away: below a zoom of 0.6 titles and values, below 0.3 blocks of one
  /// colour, with their titles where these have room.
  ///
  /// ```swift
  /// var palette = GraphPalette.dark
  /// palette.accent = Paint(0xffa040)
  /// view.style = .themed(palette)
  /// ```
  ///
  /// - Parameter palette: The colours. Changing the palette of the returned style later leaves its strokes in the old
  ///   colours; call this again instead.
  /// - Returns: The style.
  public static func themed(_ palette: GraphPalette) -> GraphViewStyle {
    var style = GraphViewStyle()
    style.palette = palette
    style.titleHeight = 28
    style.titleTextSize = 13
    style.showsTrash = false
    style.edgeStyle = .lanes(radius: 12)
    style.sourceMarker = .none
    style.targetMarker = .none
    style.portSize = 10
    style.cornerRadius = 10
    style.background = palette.canvas
    style.nodeFill = palette.body
    style.nodeStroke = Stroke(palette.border)
    (style.selectionGlow, style.edgeShadow, style.connectingGround) = (nil, nil, nil)
    style.selectedStroke = Stroke(palette.accent, width: 2)
    style.sourceStroke = Stroke(palette.candidate, width: 2)
    style.titleFill = palette.heads.formula
    style.failedTitleFill = palette.failedHead
    style.titlePaint = palette.ink
    style.edgeStroke = Stroke(palette.types.number, width: 2, isRound: true)
    style.selectedEdgeStroke = Stroke(palette.accent, width: 3, isRound: true)
    style.wireStroke = Stroke(palette.types.number, width: 2.5, isRound: true)
    style.marqueeStroke = Stroke(palette.accent, dash: [4, 3])
    var grid = GridStyle()
    grid.isDotted = true
    grid.gap = 24
    grid.stroke = Stroke(palette.dot, width: 2, isRound: true)
    style.grid = grid
    return style
  }
}

/// The grid below the nodes: by default 51 lines each way on a canvas of 5000 × 5000 points, as in ShinpuruNodeUI.
///
/// ```swift
/// var grid = GridStyle()
/// grid.isDotted = true
/// grid.gap = 24
/// view.style.grid = grid
/// ```
public struct GridStyle: Hashable, Sendable {
  /// The part of the canvas that has lines, in canvas points: 5000 × 5000 points from the origin by default. Dots are
  /// everywhere.
  ///
  /// It limits neither where nodes can be nor panning: see ``InteractionProfile/canvasBounds``.
  public var bounds = GraphRect(x: 0, y: 0, width: 5000, height: 5000)
  /// Whether dots are drawn where lines would cross: in the whole visible part, and never nearer than 24 points to each
  /// other on the screen, because the gap is doubled until they are that far apart. Each fourth dot is larger.
  public var isDotted = false
  /// The distance of the lines or dots, in canvas points: 100 by default. With 0 or less, or with more than 10,000
  /// lines each way, none are drawn. Dots are drawn farther apart where the zoom is small.
  public var gap = 100.0
  /// The line that is drawn, 1 point wide by default. Dots have its colour, and its width as their diameter, which
  /// doesn't shrink on the screen at a zoom below 1. It is decoration, so it should be fainter than connections.
  public var stroke = Stroke(Paint(0x3c3f44), width: 1)

  /// Makes the default grid: lines 100 points apart, in a grey for dark backgrounds.
  public init() {}

  /// The lines, the vertical ones first; none if there would be more than 10,000 each way.
  package var lines: [(GraphPoint, GraphPoint)] {
    // Written so that NaN has no lines either.
    guard gap > 0, bounds.origin.isFinite, bounds.width / gap <= 10_000, bounds.height / gap <= 10_000 else {
      return []
    }
    let columns = stride(from: bounds.minX, through: bounds.maxX, by: gap).map { x in
      (GraphPoint(x, bounds.minY), GraphPoint(x, bounds.maxY))
    }
    let rows = stride(from: bounds.minY, through: bounds.maxY, by: gap).map { y in
      (GraphPoint(bounds.minX, y), GraphPoint(bounds.maxX, y))
    }
    return columns + rows
  }
}

extension GridStyle {
  /// Draws the part of the grid that meets a part of the canvas.
  ///
  /// - Complexity: O(lines) for lines, O(rows of dots that show) for dots.
  func draw(on canvas: any DrawingCanvas, part: GraphRect, zoom: Double) {
    if isDotted { return drawDots(on: canvas, part, zoom) }
    let lines = lines.filter { GraphRect(from: $0, to: $1).touches(part) }
    let path = DrawingPath(lines.flatMap { [.move($0), .line($1)] })
    if !lines.isEmpty { canvas.stroke(path, with: stroke) }
  }

  /// Draws rows of dots: a row is one line whose dashes have no length and round ends.
  private func drawDots(on canvas: any DrawingCanvas, _ part: GraphRect, _ zoom: Double) {
    guard gap > 0, zoom > 0, part.origin.isFinite else { return }
    var distance = gap
    while distance * zoom < 24, distance < 1e9 { distance *= 2 }
    guard part.height / distance <= 10_000 else { return }
    for (distance, width) in [(distance, 1.0), (distance * 4, 1.5)] {
      let left = Double(DecimalText.floor(part.minX / distance)) * distance
      let top = Double(DecimalText.floor(part.minY / distance)) * distance
      let rows = stride(from: top, through: part.maxY, by: distance).flatMap { y in
        [DrawingPath.Element.move(GraphPoint(left, y)), .line(GraphPoint(part.maxX, y))]
      }
      canvas.stroke(
        DrawingPath(rows),
        with: Stroke(stroke.paint, width: stroke.width * width / min(1, zoom), dash: [0, distance], isRound: true))
    }
  }
}

/// The colours of ``DOTPicture``.
struct DOTPalette {
  let title = Paint(0xe8e8e8)
  let border = Paint(0x808080)
  let type = Paint(0x606060)
}
