// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A reroute that is being moved.
struct RerouteDrag: Hashable, Sendable {
  let connection: Connection
  let index: Int
  /// How many reroutes the connection has during the move: if their number differs, the index is the one of another
  /// reroute.
  let count: Int
  /// The position when the drag began.
  let start: GraphPoint
  /// Whether the drag has made it.
  let isNew: Bool
}

extension Scene {
  /// Whether the reroute that is moved still exists.
  fileprivate func has(_ drag: RerouteDrag) -> Bool {
    reroutes[drag.connection]?.count == drag.count && hasReroute(drag.index, on: drag.connection)
  }
}

/// A node that is being resized by its corner.
struct ResizeDrag: Hashable, Sendable {
  let node: NodeID
  /// The size when the drag began.
  let size: GraphSize
  /// The size of its own that the node had.
  let own: GraphSize?

  init?(of id: NodeID, in scene: Scene) {
    guard let node = scene.nodes[id], node.hasCorner else { return nil }
    (self.node, size, own) = (id, node.frame.rect.size, node.ownSize)
  }
}

/// A frame that is being moved, with its contents when that began.
struct FrameDrag: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    let id: FrameID
    let rect: GraphRect
  }

  let id: FrameID
  /// The frame, and the frames inside it.
  let frames: [Place]
  var nodes: [Interaction.Start]
  let reroutes: [RerouteDrag]

  /// Collects what is moved with a frame. Complexity: O(nodes around it, frames and reroutes).
  init?(of id: FrameID, in scene: Scene) {
    guard let around = scene.frames[id]?.rect else { return nil }
    self.id = id
    frames = scene.frames.filter { around.contains($0.value.rect) || $0.key == id }.sorted { $0.key < $1.key }
      .map { Place(id: $0.key, rect: $0.value.rect) }
    nodes = scene.nodes(lyingIn: around).compactMap { node in
      scene.nodes[node].flatMap { $0.isLocked ? nil : .init(node: node, position: $0.frame.origin) }
    }
    reroutes = scene.reroutes.sorted { Scene.isOrdered($0.key, $1.key) }.flatMap { connection, points in
      points.enumerated().filter { around.contains($1) }
        .map { RerouteDrag(connection: connection, index: $0, count: points.count, start: $1, isNew: false) }
    }
  }
}

extension Scene {
  /// The nodes whose upper left corner is in a rectangle, the rearmost first: those that a frame moves along.
  func nodes(lyingIn rect: GraphRect) -> [NodeID] {
    nodes(in: rect).filter { nodes[$0].map { rect.contains($0.frame.origin) } == true }
  }
}

extension Interaction.Activity {
  /// Whether it moves a reroute.
  func isMoving(_ index: Int, of connection: Connection) -> Bool {
    if case .rerouting(let drag) = self { drag.connection == connection && drag.index == index } else { false }
  }
}

// MARK: Dragging reroutes and frames

extension Interaction {
  /// Begins to move what was pressed, if it is a reroute or a frame, or to resize a frame or a node. With the command
  /// key a line gets a new reroute.
  ///
  /// - Returns: Whether it began.
  mutating func beginDraggingLook(at start: GraphPoint, _ reaction: inout Reaction) -> Bool {
    let scene = reaction.scene
    switch pressed {
    case .reroute(let connection, let index) where scene.hasReroute(index, on: connection):
      guard let points = scene.reroutes[connection] else { return false }
      activity = .rerouting(
        RerouteDrag(connection: connection, index: index, count: points.count, start: points[index], isNew: false))
    case .connection(let connection)
    where profile.pullsWiresFromInputs && reaction.modifiers.contains(.command) && scene.contains(connection):
      let index = scene.rerouteIndex(on: connection, at: start)
      let count = (scene.reroutes[connection]?.count ?? 0) + 1
      activity = .rerouting(
        RerouteDrag(connection: connection, index: index, count: count, start: start, isNew: true))
      reaction.effects.append(.requestedReroute(connection, index, start))
    case .frame(let id):
      guard let drag = FrameDrag(of: id, in: scene) else { return false }
      activity = .framing(drag, from: start)
    case .frameCorner(let id):
      guard let rect = scene.frames[id]?.rect else { return false }
      activity = .sizing(id, rect, from: start)
    case .nodeCorner(let id):
      guard let drag = ResizeDrag(of: id, in: scene) else { return false }
      activity = .resizing(drag, from: start)
    default: return false
    }
    return true
  }

  func dragLook(to place: GraphPoint, _ reaction: inout Reaction) {
    let scene = reaction.scene
    switch activity {
    case .rerouting(let drag):
      let point = profile.snapped(place)
      if scene.has(drag), scene.reroutes[drag.connection]?[drag.index] != point {
        reaction.effects.append(.movedReroute(drag.connection, drag.index, point))
      }
    case .framing(let drag, let from):
      guard let own = drag.frames.first(where: { $0.id == drag.id })?.rect.origin else { return }
      // All by as much as the frame, so that its contents don't shift on the grid.
      move(drag, by: profile.snapped(own + (place - from)) - own, &reaction)
    case .sizing(let id, let rect, let from):
      let corner = profile.snapped(GraphPoint(rect.maxX, rect.maxY) + (place - from))
      let size = GraphSize(max(corner.x - rect.minX, 48), max(corner.y - rect.minY, 48))
      if scene.frames[id]?.rect.size != size {
        reaction.effects.append(.changedFrame(id, GraphRect(rect.origin, size)))
      }
    case .resizing(let drag, let from):
      guard let node = scene.nodes[drag.node] else { return }
      let origin = node.frame.origin
      let corner = profile.snapped(origin + GraphPoint(drag.size.width, drag.size.height) + (place - from)) - origin
      let size = GraphSize(max(corner.x, 0), max(corner.y, 0))
      if node.ownSize != size { reaction.effects.append(.resized(drag.node, size)) }
    case .idle, .moving, .panning, .wiring, .feeding, .selecting: break
    }
  }

  private func move(_ drag: FrameDrag, by offset: GraphPoint, _ reaction: inout Reaction) {
    for frame in drag.frames {
      let rect = GraphRect((frame.rect.origin + offset).limited, frame.rect.size)
      if let shown = reaction.scene.frames[frame.id], shown.rect != rect {
        reaction.effects.append(.changedFrame(frame.id, rect))
      }
    }
    for start in drag.nodes {
      let position = (start.position + offset).limited
      if let frame = reaction.scene.nodes[start.node]?.frame, frame.origin != position {
        reaction.effects.append(.moved(start.node, position))
      }
    }
    for reroute in drag.reroutes where reaction.scene.has(reroute) {
      let point = (reroute.start + offset).limited
      if reaction.scene.reroutes[reroute.connection]?[reroute.index] != point {
        reaction.effects.append(.movedReroute(reroute.connection, reroute.index, point))
      }
    }
  }

  func endDraggingLook(_ ended: Activity, _ reaction: inout Reaction) {
    if case .framing(let drag, _) = ended {
      let living = drag.nodes.map(\.node).filter { reaction.scene.nodes[$0] != nil }
      if !living.isEmpty { reaction.effects.append(.endedMoving(living)) }
    }
    reaction.effects.append(.endedChangingLooks)
  }

  /// Reverts the drag of a reroute, a frame or a corner.
  func cancelDraggingLook(_ cancelled: Activity, _ reaction: inout Reaction) {
    switch cancelled {
    case .rerouting(let drag):
      guard reaction.scene.has(drag) else { break }
      reaction.effects.append(
        drag.isNew
          ? .requestedRerouteRemoval(drag.connection, drag.index)
          : .movedReroute(drag.connection, drag.index, drag.start))
    case .framing(let drag, _): move(drag, by: .zero, &reaction)
    case .sizing(let id, let rect, _):
      if reaction.scene.frames[id] != nil { reaction.effects.append(.changedFrame(id, rect)) }
    case .resizing(let drag, _):
      if reaction.scene.nodes[drag.node] != nil { reaction.effects.append(.resized(drag.node, drag.own)) }
    case .idle, .moving, .panning, .wiring, .feeding, .selecting: break
    }
    endDraggingLook(cancelled, &reaction)
  }
}
