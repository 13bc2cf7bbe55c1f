// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The search for the part at a point and for the ports around it.
extension Scene {
  /// The part at a point of the canvas. Ports have precedence over nodes, and nodes over connections; of each, the part
  /// in front is hit.
  ///
  /// A port can be hit from outside its node, but not through a node that covers it.
  ///
  /// - Complexity: O(things around the point).
  package func hitTest(_ point: GraphPoint, portRadius: Double, edgeRadius: Double) -> HitTarget {
    let top = topmostNode(at: point)
    if let port = port(at: point, within: portRadius, above: top) { return port }
    if let top, let frame = nodes[top]?.frame { return part(of: top, frame, at: point) }
    if let reroute = reroute(at: point, within: portRadius) { return reroute }
    if let connection = connection(at: point, within: edgeRadius) { return .connection(connection) }
    return frame(at: point) ?? .background
  }

  private func part(of id: NodeID, _ frame: NodeFrame, at point: GraphPoint) -> HitTarget {
    if frame.form != .full { return part(of: id, inOneRow: frame, at: point) }
    if let node = nodes[id], node.hasCorner, FrameStyle.corner(of: frame.rect).contains(point) {
      return .nodeCorner(id)
    }
    if frame.titleBar.contains(point) { return showsTrash && frame.trash.contains(point) ? .trash(id) : .titleBar(id) }
    let rows = frame.rows(from: point.y, to: point.y)
    for index in rows.inputs where frame.inputRow(index).contains(point) {
      return .inputRow(InputPort(node: id, index: index))
    }
    for index in rows.outputs where frame.outputRow(index).contains(point) {
      return .outputRow(OutputPort(node: id, index: index))
    }
    return .item(id)
  }

  private func port(at point: GraphPoint, within radius: Double, above top: NodeID?) -> HitTarget? {
    guard radius > 0 else { return nil }
    var best: (target: HitTarget, depth: Int, distance: Double)?
    let depth = top.flatMap { nodes[$0]?.depth } ?? Int.min
    searchPorts(around: point, radius) { id, node, ports in
      guard node.depth >= depth else { return }
      func offer(_ anchor: GraphPoint, _ target: HitTarget) {
        let distance = anchor.distance(to: point)
        guard distance <= (node.frame.form == .dot ? min(radius, NodeFrame.dotPortRadius) : radius) else { return }
        if let best, (best.depth, -best.distance) >= (node.depth, -distance) { return }
        best = (target, node.depth, distance)
      }
      for index in ports.inputs {
        offer(node.frame.inputAnchor(index), .inputPort(InputPort(node: id, index: index)))
      }
      for index in ports.outputs {
        offer(node.frame.outputAnchor(index), .outputPort(OutputPort(node: id, index: index)))
      }
    }
    return best?.target
  }

  /// The inputs around a point, beginning with the nearest.
  func inputs(around point: GraphPoint, within radius: Double) -> [InputPort] {
    ports(
      around: point, within: radius, side: { $0.inputs }, anchor: { $0.inputAnchor($1) },
      port: { InputPort(node: $0, index: $1) })
  }

  /// The outputs around a point, beginning with the nearest.
  func outputs(around point: GraphPoint, within radius: Double) -> [OutputPort] {
    ports(
      around: point, within: radius, side: { $0.outputs }, anchor: { $0.outputAnchor($1) },
      port: { OutputPort(node: $0, index: $1) })
  }

  private func ports<Port>(
    around point: GraphPoint, within radius: Double,
    side: ((inputs: Range<Int>, outputs: Range<Int>)) -> Range<Int>,
    anchor: (NodeFrame, _ index: Int) -> GraphPoint, port: (NodeID, _ index: Int) -> Port
  ) -> [Port] {
    var found: [(port: Port, distance: Double, depth: Int, index: Int)] = []
    searchPorts(around: point, radius) { id, node, ports in
      for index in side(ports) {
        let distance = anchor(node.frame, index).distance(to: point)
        if distance <= radius { found.append((port(id, index), distance, node.depth, index)) }
      }
    }
    return found.sorted { ($0.distance, -$0.depth, $0.index) < ($1.distance, -$1.depth, $1.index) }.map(\.port)
  }

  /// Calls `body` with the nodes around a point, in any order, and the ports of each that may be within a radius of it.
  private func searchPorts(
    around point: GraphPoint, _ radius: Double,
    _ body: (NodeID, Node, (inputs: Range<Int>, outputs: Range<Int>)) -> Void
  ) {
    // A port exactly at the radius counts, and distances are rounded.
    let reach = radius + 0.001
    nodeIndex.search(GraphRect(point, .zero).expanded(by: reach)) { id, _ in
      guard let node = nodes[id] else { return }
      body(id, node, node.frame.ports(from: point.y - reach, to: point.y + reach))
    }
  }

  private func connection(at point: GraphPoint, within radius: Double) -> Connection? {
    guard radius > 0 else { return nil }
    var best: (connection: Connection, distance: Double)?
    for connection in connections(near: GraphRect(point, .zero).expanded(by: radius)) {
      guard let distance = path(of: connection)?.distance(to: point), distance <= radius else { continue }
      // Of two at the same distance, the one that is drawn later is hit.
      if distance <= best?.distance ?? .infinity { best = (connection, distance) }
    }
    return best?.connection
  }
}
