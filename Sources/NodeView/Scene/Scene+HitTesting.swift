// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Scene {
  /// What is at a point of the canvas: ports before nodes before connections, and of each what is in front.
  ///
  /// A port can be hit from outside its node, but not through a node that covers it.
  ///
  /// - Complexity: O(things around the point).
  package func hitTest(_ point: Point, portRadius: Double, edgeRadius: Double) -> HitTarget {
    let top = topmostNode(at: point)
    if let port = port(at: point, within: portRadius, above: top) { return port }
    if let top, let frame = nodes[top]?.frame { return part(of: top, frame, at: point) }
    if let connection = connection(at: point, within: edgeRadius) { return .connection(connection) }
    return .background
  }

  private func part(of id: NodeID, _ frame: NodeFrame, at point: Point) -> HitTarget {
    if frame.titleBar.contains(point) { return showsTrash && frame.trash.contains(point) ? .trash(id) : .titleBar(id) }
    for index in frame.inputHeights.indices where frame.inputRow(index).contains(point) {
      return .inputRow(InputPort(node: id, index: index))
    }
    for index in frame.outputHeights.indices where frame.outputRow(index).contains(point) {
      return .outputRow(OutputPort(node: id, index: index))
    }
    return .item(id)
  }

  private func port(at point: Point, within radius: Double, above top: NodeID?) -> HitTarget? {
    guard radius > 0 else { return nil }
    var best: (target: HitTarget, depth: Int, distance: Double)?
    let depth = top.flatMap { nodes[$0]?.depth } ?? Int.min
    nodeIndexSearch(around: point, radius) { id, node in
      guard node.depth >= depth else { return }
      func offer(_ anchor: Point, _ target: HitTarget) {
        let distance = anchor.distance(to: point)
        guard distance <= radius else { return }
        if let best, (best.depth, -best.distance) >= (node.depth, -distance) { return }
        best = (target, node.depth, distance)
      }
      for index in node.frame.inputHeights.indices {
        offer(node.frame.inputAnchor(index), .inputPort(InputPort(node: id, index: index)))
      }
      for index in node.frame.outputHeights.indices {
        offer(node.frame.outputAnchor(index), .outputPort(OutputPort(node: id, index: index)))
      }
    }
    return best?.target
  }

  /// The inputs around a point, the nearest first.
  func inputs(around point: Point, within radius: Double) -> [InputPort] {
    var found: [(port: InputPort, distance: Double, depth: Int)] = []
    nodeIndexSearch(around: point, radius) { id, node in
      for index in node.frame.inputHeights.indices {
        let distance = node.frame.inputAnchor(index).distance(to: point)
        if distance <= radius { found.append((InputPort(node: id, index: index), distance, node.depth)) }
      }
    }
    return found.sorted { ($0.distance, -$0.depth, $0.port.index) < ($1.distance, -$1.depth, $1.port.index) }
      .map(\.port)
  }

  private func nodeIndexSearch(around point: Point, _ radius: Double, _ body: (NodeID, Node) -> Void) {
    for id in nodes(in: Rect(point, .zero).expanded(by: radius)) {
      if let node = nodes[id] { body(id, node) }
    }
  }

  private func connection(at point: Point, within radius: Double) -> Connection? {
    guard radius > 0 else { return nil }
    var best: (connection: Connection, distance: Double)?
    for connection in connections(near: Rect(point, .zero).expanded(by: radius)) {
      guard let distance = path(of: connection)?.distance(to: point), distance <= radius else { continue }
      // Of two equally near, the one drawn later.
      if distance <= best?.distance ?? .infinity { best = (connection, distance) }
    }
    return best?.connection
  }
}
