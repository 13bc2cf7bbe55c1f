// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import NodeGraph
import NodeView

/// The drawings that a page has: each part of the view that shows, as bytes.
///
/// They follow from the view alone, not from how it became so: two windows at the same place have the same.
struct RetainedDrawings {
  private struct Drawing {
    let id: Int
    var depth: Int
    var place: GraphPoint
    var bytes: [UInt8]
    var hash: UInt32
  }

  private var drawings: [GraphViewPart.Content: Drawing] = [:]
  private var lastID = 0
  /// What has to be drawn again, of what the view said before it showed another place.
  private var marked: [GraphRect] = []
  private var isAllMarked = true
  private var hasMoved = false
  /// What the page has, as one number.
  private(set) var hash: UInt32 = 0

  private mutating func mark(_ region: DirtyRegion?) {
    switch region {
    case .everything?: isAllMarked = true
    case .parts(let rects)?: marked += rects
    case nil: break
    }
  }

  /// Has the view show another place at the same zoom: what was drawn stays as it is, and only what comes to show is new.
  mutating func pan(_ view: GraphView, to viewport: Viewport) {
    mark(view.takeDirtyRegion())
    view.viewport = viewport
    _ = view.takeDirtyRegion()
    hasMoved = true
  }

  /// Draws what has changed in the view, and says how that differs from what there was.
  mutating func update(from view: GraphView, _ messages: inout [EditorMessage]) {
    mark(view.takeDirtyRegion())
    if !isAllMarked, marked.isEmpty, !hasMoved { return }
    let (isAll, rects, didMove) = (isAllMarked, marked, hasMoved)
    (isAllMarked, marked, hasMoved) = (false, [], false)
    let parts = view.parts(in: view.viewport.visible)
    var changed = parts
    if !isAll {
      var near: Set<GraphViewPart.Content> = []
      for rect in rects { for part in view.parts(in: rect) { near.insert(part.content) } }
      // What changes out of sight is not marked, and the connections of an output are one drawing, wherever they lead.
      changed = parts.filter {
        near.contains($0.content) || drawings[$0.content] == nil || didMove && $0.content.isOfConnections
      }
    }
    var canvases: [(part: GraphViewPart, canvas: BytesCanvas)] = []
    canvases.reserveCapacity(changed.count)
    view.draw(changed) { part in
      let canvas = BytesCanvas(origin: part.origin)
      canvases.append((part, canvas))
      return canvas
    }
    for (part, canvas) in canvases { set(part, canvas.bytes, &messages) }
    let shown = Set(parts.map(\.content))
    for (content, drawing) in drawings where !shown.contains(content) {
      drawings[content] = nil
      hash &-= drawing.hash
      messages.append(.drop(id: drawing.id))
    }
  }

  private mutating func set(_ part: GraphViewPart, _ bytes: [UInt8], _ messages: inout [EditorMessage]) {
    guard var drawing = drawings[part.content] else {
      lastID += 1
      let new = Drawing(
        id: lastID, depth: part.depth, place: part.origin, bytes: bytes, hash: FrameHash.hash(part.origin, bytes))
      drawings[part.content] = new
      hash &+= new.hash
      messages.append(.group(id: new.id, depth: new.depth, place: new.place, bytes))
      return
    }
    if drawing.bytes == bytes, drawing.place == part.origin, drawing.depth == part.depth { return }
    if drawing.bytes != bytes {
      messages.append(.group(id: drawing.id, depth: part.depth, place: part.origin, bytes))
    } else {
      if drawing.place != part.origin { messages.append(.place(id: drawing.id, part.origin)) }
      if drawing.depth != part.depth { messages.append(.order(id: drawing.id, part.depth)) }
    }
    hash &-= drawing.hash
    (drawing.bytes, drawing.place, drawing.depth) = (bytes, part.origin, part.depth)
    drawing.hash = FrameHash.hash(part.origin, bytes)
    hash &+= drawing.hash
    drawings[part.content] = drawing
  }
}

extension GraphViewPart.Content {
  fileprivate var isOfConnections: Bool { if case .connections = self { true } else { false } }
}
