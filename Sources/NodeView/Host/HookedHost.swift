// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A host that reports by closures what happens in its view other than edits: ``GraphHost`` and ``FlowHost``.
///
/// ```swift
/// host.onActivation = { target in if case .item(let node) = target { openEditor(of: node) } }
/// host.onMenu = { target, position in showMenu(for: target, at: host.view.viewport.viewPoint(position)) }
/// ```
///
/// A host of your own that conforms and has the properties calls them as these do. Closures that use their host capture it weakly or
/// `unowned`, because the host keeps them.
public protocol HookedHost: GraphViewDelegate {
  /// Receives what is selected when that changes.
  var onSelection: ((GraphSelection) -> Void)? { get set }
  /// Receives the node (``HitTarget/item(_:)``), connection or title of a frame that was double-tapped.
  var onActivation: ((HitTarget) -> Void)? { get set }
  /// Receives what a menu was requested for, and where the pointer is, in canvas points.
  var onMenu: ((HitTarget, GraphPoint) -> Void)? { get set }
}

extension HookedHost {
  /// Tells ``onSelection``.
  public func graphView(_ view: GraphView, didSelect selection: GraphSelection) { onSelection?(selection) }

  /// Tells ``onActivation``.
  public func graphView(_ view: GraphView, didActivate node: NodeID) { onActivation?(.item(node)) }

  /// Tells ``onActivation``.
  public func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint) {
    onActivation?(.connection(connection))
  }

  /// Tells ``onActivation``.
  public func graphView(_ view: GraphView, didActivateFrame frame: FrameID) { onActivation?(.frame(frame)) }

  /// Tells ``onMenu``.
  public func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint) {
    onMenu?(target, position)
  }
}
