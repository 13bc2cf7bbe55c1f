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
/// A host of your own that conforms and stores the properties calls them in the same way. Closures that use their host
/// capture it weakly or `unowned`, because the host keeps them. Implementing one of the methods below yourself replaces
/// the call of its closure.
public protocol HookedHost: GraphViewDelegate {
  /// Receives the selection when it changes.
  var onSelection: ((GraphSelection) -> Void)? { get set }
  /// Receives the node (``HitTarget/item(_:)``), connection or title of a frame that was double-tapped.
  var onActivation: ((HitTarget) -> Void)? { get set }
  /// Receives the target of a requested menu, and the position of the pointer, in canvas points.
  var onMenu: ((HitTarget, GraphPoint) -> Void)? { get set }
}

extension HookedHost {
  /// Calls ``onSelection``, if it is set. Mirrors `nodeSelectedInView` of ShinpuruNodeUI's `SNDelegate`, which received
  /// a single node.
  public func graphView(_ view: GraphView, didSelect selection: GraphSelection) { onSelection?(selection) }

  /// Calls ``onActivation`` with ``HitTarget/item(_:)``, whichever part of the node was double-tapped.
  public func graphView(_ view: GraphView, didActivate node: NodeID) { onActivation?(.item(node)) }

  /// Calls ``onActivation`` with ``HitTarget/connection(_:)``. The position is not passed on: implement this method in
  /// a host of your own to get it.
  public func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint) {
    onActivation?(.connection(connection))
  }

  /// Calls ``onActivation`` with ``HitTarget/frame(_:)``.
  public func graphView(_ view: GraphView, didActivateFrame frame: FrameID) { onActivation?(.frame(frame)) }

  /// Calls ``onMenu``. A node below the pointer has been selected before, unless it was part of the selection.
  public func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint) {
    onMenu?(target, position)
  }
}
