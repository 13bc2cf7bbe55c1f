// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Sizes and colours of what the view draws itself. What is inside nodes is up to their renderers.
///
/// All colours of pictures that this module draws are in this file.
public struct GraphViewStyle: Hashable, Sendable {
  /// How high title bars are, in canvas points. Setting another height of a view reloads all its nodes.
  public var titleHeight = 44.0
  /// The font size in title bars, in canvas points.
  public var titleTextSize = 16.0
  /// Whether title bars have a trash button, which asks to delete the node.
  public var showsTrash = true
  /// The course that connections take between their ends. Setting another one of a view costs O(connections).
  public var edgeStyle = EdgeStyle.curve
  /// The marker at a connection's output.
  public var sourceMarker = EdgeMarker.square(4)
  /// The marker at a connection's input.
  public var targetMarker = EdgeMarker.square(4)
  /// The diameter of the discs that mark ports; 0 for none, which is the default: only the ends of connections show.
  public var portSize = 0.0
  /// The lines below nodes and connections; `nil` for none.
  public var grid: GridStyle? = GridStyle()
  /// The radius of the nodes' corners, in canvas points.
  public var cornerRadius = 0.0
  /// The opacity, 0…1, of the rows of inputs that are refused while a connection is made.
  public var dimmedOpacity = 0.5

  /// The colour below everything.
  public var background = Paint(0x2b2d30)
  /// The colour of nodes below their title bars.
  public var nodeFill = Paint(0xf2f2f4)
  /// The line around nodes.
  public var nodeStroke = Stroke(Paint(0x6b6f76))
  /// The line around selected nodes.
  public var selectedStroke = Stroke(Paint(0xffc233), width: 3)
  /// The line around the node whose output waits for an input.
  public var sourceStroke = Stroke(Paint(0x3fb950), width: 3)
  /// The colour of title bars, unless the renderer provider has another one.
  public var titleFill = Paint(0xd5d7dc)
  /// The colour of the title bars of nodes that failed.
  public var failedTitleFill = Paint(0xf4b6b0)
  /// The colour of titles and of the trash button.
  public var titlePaint = Paint(0x1d1f23)
  /// The line of connections, unless the renderer provider has a colour for their type.
  public var edgeStroke = Stroke(Paint(0xe8e8ea), width: 2)
  /// The line of selected connections.
  public var selectedEdgeStroke = Stroke(Paint(0xffc233), width: 3)
  /// The line of a wire that is being pulled.
  public var wireStroke = Stroke(Paint(0x3fb950), width: 2, dash: [6, 4])
  /// The line around the rectangle in which nodes are being selected; the same colour fills it at an opacity of 0.12.
  public var marqueeStroke = Stroke(Paint(0xffc233), dash: [4, 3])

  /// Sizes for fingers, on a dark background.
  public init() {}

  /// How far nodes are drawn beyond their frames: the lines around them.
  var nodeReach: Double {
    max(2, max(nodeStroke.width, selectedStroke.width, sourceStroke.width, portSize) / 2 + 1)
  }

  /// How far connections are drawn beyond their lines: markers, and half of the lines' width.
  var edgeReach: Double {
    max(
      2, max(edgeStroke.width, selectedEdgeStroke.width, wireStroke.width) / 2 + 1, sourceMarker.size, targetMarker.size
    )
  }

  /// Returns the style of pictures on paper and in documents: light, small, no grid, no trash buttons.
  public static var picture: GraphViewStyle {
    var style = GraphViewStyle()
    style.titleHeight = 28
    style.titleTextSize = 14
    style.showsTrash = false
    style.grid = nil
    style.cornerRadius = 6
    style.background = .white
    style.nodeFill = Paint(0xfafafb)
    style.nodeStroke = Stroke(Paint(0xa9adb5))
    style.titleFill = Paint(0xe6e8ec)
    style.edgeStroke = Stroke(Paint(0x6b7280), width: 1.5)
    return style
  }
}

/// The grid below the nodes: by default 51 lines each way on a canvas of 5000 × 5000 points.
public struct GridStyle: Hashable, Sendable {
  /// The part of the canvas that has lines, in canvas points. It doesn't limit where nodes can be.
  public var bounds = GraphRect(x: 0, y: 0, width: 5000, height: 5000)
  /// The distance of the lines, in canvas points. With 0 or less, or with more than 10,000 lines each way, none are drawn.
  public var gap = 100.0
  /// The line that is drawn.
  public var stroke = Stroke(Paint(0x3c3f44), width: 1)

  /// Makes the default grid.
  public init() {}

  /// The lines, those from top to bottom first; none if there would be more than 10,000 each way.
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

/// The colours of ``DOTPicture``.
struct DOTPalette {
  let title = Paint(0xe8e8e8)
  let border = Paint(0x808080)
  let type = Paint(0x606060)
}
