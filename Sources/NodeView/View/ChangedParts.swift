// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What has changed in a view, as nodes, connections and frames rather than as places on the canvas.
///
/// Nothing is collected until a host asks for the first time, as most hosts draw places.
struct ChangedParts {
  private(set) var isEverything = true
  private(set) var nodes: Set<NodeID> = []
  private(set) var frames: Set<FrameID> = []
  private(set) var connections: Set<Connection> = []
  private(set) var trunks: Set<LineTrunks.Place> = []
  /// Whether what a gesture draws has changed.
  private(set) var isGesture = false

  mutating func everything() {
    self = ChangedParts()
  }

  mutating func add(_ node: NodeID) {
    if !isEverything { nodes.insert(node) }
  }

  mutating func add(_ frame: FrameID) {
    if !isEverything { frames.insert(frame) }
  }

  /// Adds a connection with the trunks that its line is in.
  mutating func add(_ connection: Connection, in lines: LineTable) {
    if isEverything { return }
    connections.insert(connection)
    if let line = lines[connection], line.isInTrunk {
      trunks.formUnion(LineTrunks.places(of: line.path, from: connection.source))
    }
  }

  mutating func addGesture() { isGesture = true }

  /// Returns what has changed since the last call.
  mutating func take() -> ChangedParts {
    defer {
      self = ChangedParts()
      isEverything = false
    }
    return self
  }
}

extension GraphView {
  /// Returns the parts that may have to be drawn again since the last call of this method, and marks them as drawn;
  /// `nil` for all parts, as at the first call.
  ///
  /// It is for hosts that keep a drawing for each part, and independent of ``takeDirtyRegion()``, which is for hosts
  /// that draw places. In contrast to that method, it also reports changes outside the viewport. A part that is
  /// returned may have disappeared: see ``part(_:in:)``.
  ///
  /// ```swift
  /// for content in view.takeChangedParts() ?? [] {
  ///   guard let part = view.part(content, in: view.viewport.visible) else { layers[content] = nil; continue }
  ///   view.draw([part]) { _ in layers[content].canvas }
  /// }
  /// ```
  ///
  /// - Complexity: O(changed parts).
  public func takeChangedParts() -> Set<GraphViewPart.Content>? {
    let taken = presentation.dirty.parts.take()
    if taken.isEverything || style.palette == nil { return nil }
    var contents: Set<GraphViewPart.Content> = taken.isGesture ? [.gesture] : []
    for node in taken.nodes { contents.insert(.node(node)) }
    for frame in taken.frames { contents.insert(.frame(frame)) }
    for connection in taken.connections {
      contents.insert(.connection(connection))
      contents.insert(.connections(connection.source))
    }
    for trunk in taken.trunks {
      contents.insert(.trunk(trunk.output, column: trunk.square.column, row: trunk.square.row))
    }
    return contents
  }
}
