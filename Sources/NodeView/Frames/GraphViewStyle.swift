// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Sizes and colours of what the view draws itself; what is inside nodes is the renderers' matter.
public struct GraphViewStyle: Hashable, Sendable {
  /// How high title bars are, in canvas points.
  public var titleHeight = 44.0
  /// The size of the type in title bars.
  public var titleTextSize = 16.0
  /// Whether title bars have a trash.
  public var showsTrash = true
  /// The course of connections.
  public var edgeStyle = EdgeStyle.curve
  /// What is at a connection's output.
  public var sourceMarker = EdgeMarker.square(4)
  /// What is at a connection's input.
  public var targetMarker = EdgeMarker.square(4)
  /// The diameter of the discs that mark ports; 0 for none, as in the seed, where only connections show.
  public var portSize = 0.0
  /// The lines below everything.
  public var grid: GridStyle? = GridStyle()
  /// The radius of the nodes' corners.
  public var cornerRadius = 0.0
  /// The opacity of rows that are no candidates while a connection is made; from the seed.
  public var dimmedOpacity = 0.5

  /// What is below everything.
  public var background = Paint(0x2b2d30)
  /// The body of nodes.
  public var nodeFill = Paint(0xf2f2f4)
  /// The edge of nodes.
  public var nodeStroke = Stroke(Paint(0x6b6f76))
  /// The edge of selected nodes.
  public var selectedStroke = Stroke(Paint(0xffc233), width: 3)
  /// The edge of the node whose output is to be connected.
  public var sourceStroke = Stroke(Paint(0x3fb950), width: 3)
  /// Title bars.
  public var titleFill = Paint(0xd5d7dc)
  /// Title bars of nodes that failed.
  public var failedTitleFill = Paint(0xf4b6b0)
  /// Titles.
  public var titlePaint = Paint(0x1d1f23)
  /// Connections.
  public var edgeStroke = Stroke(Paint(0xe8e8ea), width: 2)
  /// Selected connections.
  public var selectedEdgeStroke = Stroke(Paint(0xffc233), width: 3)
  /// A connection that is being made.
  public var wireStroke = Stroke(Paint(0x3fb950), width: 2, dash: [6, 4])
  /// The rectangle that is being selected.
  public var marqueeStroke = Stroke(Paint(0xffc233), dash: [4, 3])

  /// The seed's sizes, in colours of our own.
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

  /// The style of pictures on paper and in documents: light, no grid, no trash.
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

/// The lines below the nodes. Mirrors the seed's `SNNodesContainer`: 51 lines each way on a canvas of 5000 × 5000.
public struct GridStyle: Hashable, Sendable {
  /// The part of the canvas that has lines, in canvas points.
  public var bounds = Rect(x: 0, y: 0, width: 5000, height: 5000)
  /// How far the lines are apart.
  public var gap = 100.0
  /// What they look like.
  public var stroke = Stroke(Paint(0x3c3f44), width: 1)

  /// The seed's grid.
  public init() {}

  /// The lines, those from top to bottom first; none if there would be more than 10,000 each way.
  public var lines: [(Point, Point)] {
    // Written so that what is no number has no lines either.
    guard gap > 0, bounds.origin.isFinite, bounds.width / gap <= 10_000, bounds.height / gap <= 10_000 else {
      return []
    }
    let columns = stride(from: bounds.minX, through: bounds.maxX, by: gap).map { x in
      (Point(x, bounds.minY), Point(x, bounds.maxY))
    }
    let rows = stride(from: bounds.minY, through: bounds.maxY, by: gap).map { y in
      (Point(bounds.minX, y), Point(bounds.maxX, y))
    }
    return columns + rows
  }
}
