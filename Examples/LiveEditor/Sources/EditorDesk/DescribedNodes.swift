// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// The nodes that a page has descriptions of, for screen readers: all nodes of a graph, or if it is large those around
/// what shows, and the one with the focus.
struct DescribedNodes {
  /// The number of nodes up to which all are described.
  static let most = 1000

  private var shown: Set<NodeID> = []
  /// The nodes whose descriptions may have changed, or that may have appeared or disappeared.
  private var stale: [NodeID] = []
  /// The part of the canvas around which nodes of a large graph are described; `nil` if that has to be determined.
  private var region: GraphRect?
  private var isLarge = false

  /// Notes that nodes were edited, added or removed.
  mutating func note(_ nodes: [NodeID]) {
    stale += nodes
    if !nodes.isEmpty { region = nil }
  }

  /// Notes that the page has no descriptions.
  mutating func startOver() { self = DescribedNodes() }

  /// Notes that nodes can have entered the scope, or left it.
  mutating func noteScope() {
    stale += shown
    region = nil
  }

  /// Returns the nodes that the page has to be sent since the last call, and those that it no longer has; `nil` if there
  /// are none. `seen` is the part of the canvas that shows, and `focus` the node with the focus.
  mutating func changes(
    in view: GraphView, seen: GraphRect, focus: NodeID?
  ) -> (new: [NodeID], removed: [NodeID])? {
    let isFocusKnown = focus.map(shown.contains) ?? true
    if let region, isFocusKnown, !isLarge || region.contains(seen) { return nil }
    let around = view.viewport.visible
    isLarge = view.nodeCount > Self.most
    var wanted = isLarge ? Array(view.nodes(in: around).prefix(Self.most)) : view.nodes
    if isLarge, let focus, view.frame(of: focus) != nil { wanted.append(focus) }
    region = around
    let (old, changed) = (shown, Set(stale))
    (shown, stale) = (Set(wanted), [])
    var added: Set<NodeID> = []
    let new = wanted.filter { (changed.contains($0) || !old.contains($0)) && added.insert($0).inserted }
    let removed = old.filter { !shown.contains($0) }
    return new.isEmpty && removed.isEmpty ? nil : (new, Array(removed))
  }
}
