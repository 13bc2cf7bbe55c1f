// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The parts of the canvas that have to be drawn again: at most 16 rectangles, none of which contains another.
struct DirtyParts {
  private var parts: [GraphRect] = []
  private(set) var isEverything = false
  /// More parts than this are drawn as one: a canvas is faster with one large clip than with many small ones.
  static let most = 16

  mutating func add(_ rect: GraphRect) {
    if isEverything || parts.contains(where: { $0.contains(rect) }) { return }
    parts.removeAll { rect.contains($0) }
    parts.append(rect)
    if parts.count > Self.most { parts = [parts.dropFirst().reduce(parts[0]) { $0.union($1) }] }
  }

  mutating func everything() {
    isEverything = true
    parts = []
  }

  /// The visible part of what is marked; `nil` if none of it is visible. The marks stay.
  func region(within visible: GraphRect) -> DirtyRegion? {
    if isEverything { return .everything }
    let shown = parts.filter { $0.intersects(visible) }
    return shown.isEmpty ? nil : .parts(shown)
  }

  mutating func clear() { self = DirtyParts() }
}

/// What has to be drawn again, kept three times: since ``GraphView/takeDirtyRegion()``, for a host that draws when its
/// display is ready, since an effect last reported it, for a host that reads the effects of events, and by parts, for
/// a host that keeps drawings of these.
struct DirtyNotes {
  /// Since it was last taken.
  private(set) var sinceTaken = DirtyParts()
  /// Since it was last reported as an effect.
  private(set) var sinceTold = DirtyParts()
  /// The parts since ``GraphView/takeChangedParts()``.
  var parts = ChangedParts()

  /// Whether everything is marked in all three.
  var isEverything: Bool { sinceTaken.isEverything && sinceTold.isEverything && parts.isEverything }

  mutating func add(_ rect: GraphRect) {
    sinceTaken.add(rect)
    sinceTold.add(rect)
  }

  mutating func everything() {
    sinceTaken.everything()
    sinceTold.everything()
    parts.everything()
  }

  /// Returns the visible part that has to be drawn again since the last call.
  mutating func take(within visible: GraphRect) -> DirtyRegion? {
    defer { sinceTaken.clear() }
    return sinceTaken.region(within: visible)
  }

  /// Returns the visible part that has to be drawn again since the last call, for effects.
  mutating func tell(within visible: GraphRect) -> DirtyRegion? {
    defer { sinceTold.clear() }
    return sinceTold.region(within: visible)
  }
}
