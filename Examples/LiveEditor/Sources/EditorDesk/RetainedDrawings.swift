// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import NodeGraph
import NodeView

/// The drawings that a page has: each visible part of the view, as bytes.
///
/// They depend only on the state of the view, not on its history: two windows with the same view have the same drawings.
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
  /// The parts that must be drawn again; `nil` for all.
  private var marked: Set<GraphViewPart.Content>?
  /// The part of the canvas whose drawings the page has.
  private var shown: GraphRect?
  /// A hash of the drawings that the page has.
  private(set) var hash: UInt32 = 0

  /// The number of the drawing of a node; `nil` if the page doesn't have one.
  func number(of node: NodeID) -> Int? { drawings[.node(node)]?.id }

  private mutating func mark(_ view: GraphView) {
    if let changed = view.takeChangedParts() { marked?.formUnion(changed) } else { marked = nil }
  }

  /// Pans the view at the same zoom: existing drawings are unchanged, and only parts that become visible are new.
  mutating func pan(_ view: GraphView, to viewport: Viewport) {
    mark(view)
    view.viewport = viewport
    _ = view.takeChangedParts()
  }

  /// Draws the changed parts of the view, and appends messages with the differences.
  ///
  /// - Complexity: O(parts that have changed, and those around what has come into view or left it); after a change of all parts, or a
  ///   jump, O(visible parts).
  mutating func update(from view: GraphView, _ messages: inout [EditorMessage]) {
    mark(view)
    let (visible, marked, old) = (view.viewport.visible, marked, shown)
    if let marked, marked.isEmpty, visible == old { return }
    (self.marked, shown) = ([], visible)
    var changed: [GraphViewPart] = []
    var gone: [GraphViewPart.Content] = []
    if var marked, let old, visible.intersects(old) {
      for strip in visible.strips(outside: old) {
        for part in view.parts(in: strip) where drawings[part.content] == nil { marked.insert(part.content) }
      }
      for strip in old.strips(outside: visible) {
        for part in view.parts(in: strip) where drawings[part.content] != nil && !marked.contains(part.content) {
          if view.part(part.content, in: visible) == nil { marked.insert(part.content) }
        }
      }
      for content in marked {
        if let part = view.part(content, in: visible) { changed.append(part) } else { gone.append(content) }
      }
    } else {
      let parts = view.parts(in: visible)
      changed = parts.filter { drawings[$0.content] == nil || marked?.contains($0.content) ?? true }
      let shown = Set(parts.map(\.content))
      gone = drawings.keys.filter { !shown.contains($0) }
    }
    var canvases: [(part: GraphViewPart, canvas: BytesCanvas)] = []
    canvases.reserveCapacity(changed.count)
    view.draw(changed) { part in
      let canvas = BytesCanvas(origin: part.origin)
      canvases.append((part, canvas))
      return canvas
    }
    for (part, canvas) in canvases { set(part, canvas.bytes, &messages) }
    for content in gone {
      guard let drawing = drawings.removeValue(forKey: content) else { continue }
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

extension GraphRect {
  /// Rectangles that cover what is outside of another, with a point more at each side, because edges are rounded.
  fileprivate func strips(outside other: GraphRect) -> [GraphRect] {
    let end = GraphPoint(maxX, maxY)
    var strips: [GraphRect] = []
    if minY < other.minY { strips.append(GraphRect(from: origin, to: GraphPoint(maxX, other.minY))) }
    if maxY > other.maxY { strips.append(GraphRect(from: GraphPoint(minX, other.maxY), to: end)) }
    if minX < other.minX { strips.append(GraphRect(from: origin, to: GraphPoint(other.minX, maxY))) }
    if maxX > other.maxX { strips.append(GraphRect(from: GraphPoint(other.maxX, minY), to: end)) }
    return strips.map { $0.expanded(by: 1) }
  }
}
