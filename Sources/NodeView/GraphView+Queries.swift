// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphView {
  /// What is selected.
  public var selection: GraphSelection { interaction.selection }

  /// Selects something; the delegate is told if it is something else than before.
  ///
  /// - Parameter selection: What to select; what is not shown is left out.
  public func select(_ selection: GraphSelection) {
    let shown = GraphSelection(
      nodes: selection.nodes.filter { scene.nodes[$0] != nil },
      connections: selection.connections.filter(scene.contains))
    perform { $0.select(shown, &$1) }
  }

  /// Puts a node in front of all others, as touching it does.
  ///
  /// - Parameter node: The node; one that is not shown is ignored.
  public func bringToFront(_ node: NodeID) { enqueue([.raised(node)]) }

  /// The output that waits for an input, if one does. Mirrors the seed's `relationshipCreationMode`.
  public var connectionSource: OutputPort? { interaction.connectionSource }

  /// Has an output wait for the input that is touched next, as a long press does.
  ///
  /// - Parameter source: The output; one that is not shown, or nothing, ends the waiting.
  public func beginConnecting(from source: OutputPort?) {
    let shown = source.flatMap { scene.contains($0) ? $0 : nil }
    perform { $0.setConnectionSource(shown, &$1) }
  }

  /// What of the canvas shows. Setting it tells the delegate if it is something else.
  public var viewport: Viewport {
    get { interaction.viewport }
    set {
      perform { interaction, step in
        let old = interaction.viewport
        interaction.viewport = newValue
        interaction.viewport.limitOrigin()
        if interaction.viewport != old { step.effects.append(.changedViewport(interaction.viewport)) }
      }
    }
  }

  /// Shows all nodes, in the middle, as large as the zoom's range allows; does nothing if there are none.
  ///
  /// - Parameter margin: How many view points to leave on each side.
  /// - Complexity: O(nodes + connections).
  public func fitToContent(margin: Double = 20) {
    guard let content = contentBounds else { return }
    viewport.fit(content, margin: margin)
  }

  /// The smallest rectangle around all nodes and connections, in canvas points; nothing if there are none.
  ///
  /// - Complexity: O(nodes + connections).
  public var contentBounds: Rect? { scene.contentBounds }

  /// The nodes shown, those to the back first. Complexity: O(n log n).
  public var nodes: [NodeID] { scene.nodes.sorted { $0.value.depth < $1.value.depth }.map(\.key) }

  /// The nodes that meet a part of the canvas.
  ///
  /// - Parameter rect: The part, in canvas points.
  /// - Returns: The nodes, those to the back first.
  /// - Complexity: O(nodes around it).
  public func nodes(in rect: Rect) -> [NodeID] { scene.nodes(in: rect) }

  /// Where the parts of a node are, if it is shown.
  public func frame(of node: NodeID) -> NodeFrame? { scene.nodes[node]?.frame }

  /// The line of a connection, if both its ends are shown.
  public func path(of connection: Connection) -> EdgePath? {
    scene.contains(connection) ? scene.path(of: connection) : nil
  }

  /// Looks what is at a place: ports before nodes before connections, and of each what is in front.
  ///
  /// - Parameter point: The place, in view points.
  /// - Returns: What is there.
  /// - Complexity: O(things around it).
  public func hitTest(_ point: Point) -> HitTarget {
    point.isFinite ? interaction.target(at: point, scene) : .background
  }

  /// Whether the row of an input is dimmed: an output waits for an input, and this one can't be it.
  ///
  /// - Parameter input: The input.
  /// - Returns: Whether it is.
  /// - Complexity: That of the delegate's verdict.
  public func isDimmed(_ input: InputPort) -> Bool {
    let source: OutputPort
    if let waiting = connectionSource {
      source = waiting
    } else if case .wiring(let wire) = interaction.activity {
      source = wire.source
      if wire.taken?.target == input { return false }
    } else {
      return false
    }
    guard let delegate else { return true }
    if case .refused = delegate.graphView(self, verdictOnConnecting: source, to: input) { return true }
    return false
  }

  /// What has to be drawn anew since this was last called, and shows; nothing if all is as it was drawn.
  public func takeDirtyRegion() -> DirtyRegion? {
    dirty.take(within: viewport.visible)
  }
}
