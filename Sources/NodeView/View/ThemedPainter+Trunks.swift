// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphView {
  /// The connections near a part of the canvas that are drawn over the trunks: those that differ from the others of
  /// their output, or show what they carry. Complexity: O(selection + looks), unless all connections show that.
  func connectionsOverTrunks(near rect: GraphRect) -> Set<Connection> {
    if scene.lines.trunks.isEmpty { return [] }
    var found = Set(selection.connections + Array(presentation.looks.keys) + Array(edgeAttributes.keys))
    if let hoveredConnection { found.insert(hoveredConnection) }
    if showsContent, edgeContent?.scope == .all {
      scene.lines.searchTrunkLines(rect) { found.insert($0) }
    } else if showsContent {
      for node in selection.nodes { found.formUnion(scene.unorderedConnections(of: node)) }
    }
    return found.filter {
      isOverTrunk($0) == true && $0 != interaction.activity.taken && scene.lines.meets($0, rect)
    }
  }

  /// Whether a connection whose line is in a trunk is drawn over it; `nil` if it is in none.
  func isOverTrunk(_ connection: Connection) -> Bool? {
    guard scene.lines.isInTrunk(connection) else { return nil }
    return connection == hoveredConnection || selection.contains(connection) || presentation.looks[connection] != nil
      || edgeAttributes[connection] != nil
      || showsContent
        && (edgeContent?.scope == .all || selection.contains(connection.source.node)
          || selection.contains(connection.target.node))
  }

  /// Whether connections show what they carry, at this zoom.
  private var showsContent: Bool { edgeContent != nil && viewport.zoom >= GraphViewStyle.detailedZoom }

  /// The connections near a part of the canvas that are drawn apart from the trunks, or over them.
  func connectionsApart(near rect: GraphRect) -> Set<Connection> {
    var found = connectionsOverTrunks(near: rect)
    scene.lines.searchApart(rect) { found.insert($0) }
    if let taken = interaction.activity.taken { found.remove(taken) }
    return found
  }
}

extension ThemedPainter {
  func drawTrunks(near rect: GraphRect) {
    var found: [(output: OutputPort, square: LineTrunks.Square)] = []
    scene.lines.trunks.search(rect) { found.append(($1, $0)) }
    found.sort {
      ($0.output.node.slot, $0.output.index, $0.square.column, $0.square.row)
        < ($1.output.node.slot, $1.output.index, $1.square.column, $1.square.row)
    }
    for (output, square) in found { drawTrunk(of: output, in: square) }
  }

  /// Draws what passes through a square of the canvas of the connections of an output with many. The line is opaque, so
  /// that it isn't darker where pieces meet; from far away it is fainter, so that nodes stay in front.
  func drawTrunk(of output: OutputPort, in square: LineTrunks.Square) {
    let taken = activity.taken.flatMap { $0.source == output ? scene.lines[$0] : nil }
    let path = scene.lines.trunks.path(of: output, in: square, without: taken?.isInTrunk == true ? taken?.path : nil)
    var stroke = stroke(of: output)
    stroke.paint = faint(stroke.paint, max(0.3, min(0.6, 0.2 + zoom)))
    stroke.width = max(stroke.width * 0.75, screen(1))
    canvas.stroke(path, with: stroke)
  }
}
