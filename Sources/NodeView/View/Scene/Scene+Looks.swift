// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The positions of reroutes and of the parts of compact nodes.
extension Scene {
  /// Sets the reroutes of a connection, which replace its previous ones.
  mutating func setReroutes(_ points: [GraphPoint], of connection: Connection) {
    if reroutes[connection] ?? [] == points { return }
    reroutes[connection] = points.isEmpty ? nil : points
    lay(connection, through: lines[connection]?.corners ?? [])
  }

  /// The reroute at a point, if its connection is shown.
  ///
  /// - Complexity: O(lines around the point); O(1) without reroutes.
  func reroute(at point: GraphPoint, within radius: Double) -> HitTarget? {
    if reroutes.isEmpty { return nil }
    // The disc of a reroute can be hit even if ports can't.
    let radius = max(radius, 8)
    var best: (target: HitTarget, distance: Double)?
    for connection in connections(near: GraphRect(point, .zero).expanded(by: radius)) {
      for (index, place) in (reroutes[connection] ?? []).enumerated() {
        let distance = place.distance(to: point)
        // Of two at the same distance, the one that is drawn later is hit.
        if distance <= radius, distance <= best?.distance ?? .infinity {
          best = (.reroute(connection, index), distance)
        }
      }
    }
    return best?.target
  }

  /// The title, the text of a note, or the corner of the uppermost frame that has one at a point. Complexity: O(frames).
  func frame(at point: GraphPoint) -> HitTarget? {
    var top: (id: FrameID, target: HitTarget)?
    for (id, frame) in frames where frame.rect.contains(point) {
      if let top, top.id > id { continue }
      // A note is moved by all of it except its corner.
      let isCorner = FrameStyle.corner(of: frame.rect).contains(point)
      if FrameStyle.handle(of: frame).contains(point), !(isCorner && frame.title.isEmpty) {
        top = (id, .frame(id))
      } else if isCorner {
        top = (id, .frameCorner(id))
      }
    }
    return top?.target
  }

  /// Whether a connection has a reroute with this index. Complexity: O(1).
  func hasReroute(_ index: Int, on connection: Connection) -> Bool {
    reroutes[connection]?.indices.contains(index) == true
  }

  /// The index that a reroute at a point of the line gets among the reroutes of a connection.
  func rerouteIndex(on connection: Connection, at point: GraphPoint) -> Int {
    straightLine(of: connection).map { ConnectionLook.place(of: point, on: $0) } ?? 0
  }

  /// The points that the line of a connection passes: its ends, and its reroutes between them.
  func straightLine(of connection: Connection) -> [GraphPoint]? {
    ends(of: connection).map { start, end in [start] + (reroutes[connection] ?? []) + [end] }
  }

  /// The part of a compact node at a point.
  ///
  /// Inputs take the third of the node at their edge, usually the left one, and outputs the third at theirs.
  func part(of id: NodeID, inOneRow frame: NodeFrame, at point: GraphPoint) -> HitTarget {
    if frame.form == .dot { return .item(id) }
    let place = GraphPoint(
      (point.x - frame.origin.x) / max(frame.width, 1), (point.y - frame.origin.y) / max(frame.height, 1))
    /// The index of the port at the point, for ports at one edge.
    func port(_ count: Int, _ side: (Int) -> NodeSide) -> Int? {
      guard count > 0 else { return nil }
      let (depth, share) =
        switch side(0) {
        case .left: (place.x, place.y)
        case .right: (1 - place.x, place.y)
        case .top: (place.y, place.x)
        case .bottom: (1 - place.y, place.x)
        }
      return depth < 1 / 3 ? max(0, min(count - 1, Int(share * Double(count)))) : nil
    }
    if let index = port(frame.inputHeights.count, frame.inputSide) { return .inputRow(id.input(index)) }
    if let index = port(frame.outputHeights.count, frame.outputSide) { return .outputRow(id.output(index)) }
    return .titleBar(id)
  }
}
