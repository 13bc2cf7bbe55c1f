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
  mutating func note(_ nodes: [NodeID]) { stale += nodes }

  /// Notes that the page has no descriptions.
  mutating func startOver() { self = DescribedNodes() }

  /// Notes that nodes can have entered the scope, or left it.
  mutating func noteScope() {
    stale += shown
    region = nil
  }

  /// Determines what has changed since the last call.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - seen: The part of the canvas that shows.
  ///   - focus: The node with the focus.
  /// - Returns: The nodes whose descriptions the page has to be sent, and those that it no longer has; `nil` if both are empty.
  /// - Complexity: O(nodes that were noted), and O(nodes in the viewport) after the page was panned out of the part that is
  ///   described, or the scope has changed.
  mutating func changes(
    in view: GraphView, seen: GraphRect, focus: NodeID?
  ) -> (new: [NodeID], removed: [NodeID])? {
    let wasLarge = isLarge
    isLarge = view.nodeCount > Self.most
    let isFocusKnown = focus.map(shown.contains) ?? true
    let found: (new: [NodeID], removed: [NodeID])
    if let region, isLarge == wasLarge, isFocusKnown, !isLarge || region.contains(seen) {
      found = takeNoted(in: view, around: region)
    } else {
      found = takeAll(in: view, focus)
    }
    stale = []
    return found.new.isEmpty && found.removed.isEmpty ? nil : found
  }

  private mutating func takeNoted(in view: GraphView, around region: GraphRect) -> (new: [NodeID], removed: [NodeID]) {
    var (new, removed, seen): ([NodeID], [NodeID], Set<NodeID>) = ([], [], [])
    for node in stale where seen.insert(node).inserted {
      if let rect = view.frame(of: node)?.rect {
        if !shown.contains(node), isLarge, shown.count >= Self.most || !rect.intersects(region) { continue }
        shown.insert(node)
        new.append(node)
      } else if shown.remove(node) != nil {
        removed.append(node)
      }
    }
    return (new, removed)
  }

  private mutating func takeAll(in view: GraphView, _ focus: NodeID?) -> (new: [NodeID], removed: [NodeID]) {
    let around = view.viewport.visible
    var wanted = isLarge ? Array(view.nodes(in: around).prefix(Self.most)) : view.nodes
    if isLarge, let focus, view.frame(of: focus) != nil { wanted.append(focus) }
    region = around
    let (old, changed) = (shown, Set(stale))
    shown = Set(wanted)
    var added: Set<NodeID> = []
    let new = wanted.filter { (changed.contains($0) || !old.contains($0)) && added.insert($0).inserted }
    return (new, old.filter { !shown.contains($0) })
  }
}
