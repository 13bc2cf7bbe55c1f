// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport

/// Records the groups and texts that were drawn, for tests.
final class CountingCanvas: DrawingCanvas {
  struct Text: Equatable {
    let text: String
    /// The product of the opacities of all enclosing groups.
    let opacity: Double
    /// The origin of its frame, in the coordinates of the whole picture.
    let origin: GraphPoint
  }

  private(set) var groups: [String] = []
  private(set) var texts: [Text] = []
  private(set) var fills: [DrawingPath] = []
  private(set) var strokes: [(path: DrawingPath, stroke: Stroke)] = []
  private var open: [(group: CanvasGroup, opacity: Double, offset: GraphPoint, scale: Double)] = []
  private(set) var endsWithoutBeginning = 0

  var openGroups: Int { open.count }
  var nodes: [String] { groups.filter { $0.hasPrefix("node-") } }

  func fill(_ path: DrawingPath, with paint: Paint) { fills.append(path) }

  func stroke(_ path: DrawingPath, with stroke: Stroke) { strokes.append((path, stroke)) }

  func draw(_ text: String, in frame: GraphRect, style: TextStyle) {
    let offset = open.last?.offset ?? .zero
    texts.append(
      Text(
        text: text, opacity: open.last?.opacity ?? 1, origin: offset + frame.origin * (open.last?.scale ?? 1)))
  }

  func beginGroup(_ group: CanvasGroup) {
    if let id = group.id { groups.append(id) }
    let outer = open.last
    let scale = outer?.scale ?? 1
    open.append(
      (
        group, (outer?.opacity ?? 1) * group.opacity, (outer?.offset ?? .zero) + group.offset * scale,
        scale * group.scale
      ))
  }

  func endGroup() {
    if open.popLast() == nil { endsWithoutBeginning += 1 }
  }
}
