// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The nodes of a view that are live, and when each is to be captured: for hosts that put a view of their toolkit, such
/// as a web page, a map or a film, over a node while it is in use, and show a picture of it otherwise.
///
/// ```swift
/// var live = LiveNodes(cadence: .periodic(seconds: 1))
/// live.nodes = [map, film]
/// // After events, and at each frame of the display:
/// for request in live.update(view, at: now) {
///   capture(request.node) { picture in  // later, on the same task
///     if let picture { view.show(picture, for: request) }
///     live.finish(request)
///   }
/// }
/// overlays.show(live.liveNodes)
/// ```
///
/// A node becomes live when it is active, by default selected or below the pointer. When it is deactivated it is
/// captured, and stays live until that capture is finished, so that the picture that replaces the overlay is never an
/// old one. A node that is active again before that just stays live.
///
/// It has no clock: times are those of the host, as in ``InputEvent/time``. The view doesn't draw less because a node
/// is live: its overlay covers it.
public struct LiveNodes {
  /// When a node that is live is captured: a compromise between the age of pictures and the cost of captures.
  public enum Cadence: Hashable, Sendable {
    /// Once, when it is deactivated: for content that changes only while it is used.
    case onDeactivation
    /// Each time this many seconds have passed while it is active, and when it is deactivated: for content that moves
    /// by itself. While a capture is in progress, those that would begin are left out.
    case periodic(seconds: Double)
    /// Only by ``LiveNodes/capture(_:in:)``. A node that is deactivated is live until the capture in progress is
    /// finished.
    case manual
  }

  private struct State {
    var isActive = true
    /// When it became active, or was last due to be captured.
    var since: Double
    /// The capture in progress.
    var request: SnapshotRequest?
  }

  /// When nodes that are live are captured. Setting it takes effect in the next ``update(_:at:)``; captures in progress
  /// stay.
  public var cadence: Cadence
  /// The nodes that can be live: those that the host has an overlay for. A node that is removed from the list, or no
  /// longer shown, is not live after the next ``update(_:at:)``, and isn't captured.
  ///
  /// The order is the one of ``liveNodes`` and of the requests. A node that is listed twice counts once there, and
  /// twice in ``liveNodes``.
  public var nodes: [NodeID] = []

  private let isActive: (NodeID, GraphView) -> Bool
  private var states: [NodeID: State] = [:]
  private var now = -Double.infinity

  /// Makes a rule for nodes that are live. No node is live before the first ``update(_:at:)``.
  ///
  /// - Parameters:
  ///   - cadence: When nodes that are live are captured.
  ///   - isActive: Whether a node is in use, called for nodes that the view shows, in each update. It must not change
  ///     the view. By default ``isSelectedOrHovered(_:in:)``.
  public init(
    cadence: Cadence = .onDeactivation, isActive: @escaping (NodeID, GraphView) -> Bool = Self.isSelectedOrHovered
  ) {
    self.cadence = cadence
    self.isActive = isActive
  }

  /// Whether a node is selected, or the pointer is above it. Only themed views follow the pointer; see
  /// ``GraphView/hovered``.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - view: The view that shows it.
  /// - Returns: Whether the node is in use.
  public static func isSelectedOrHovered(_ node: NodeID, in view: GraphView) -> Bool {
    view.selection.contains(node) || view.hovered?.node == node
  }

  /// Follows the view: nodes become live, and captures begin.
  ///
  /// Call it after events and at each frame of the display. Pictures that are begun here make earlier requests of the
  /// node stale, as ``GraphView/beginSnapshot(of:)`` does.
  ///
  /// - Parameters:
  ///   - view: The view, the same in every call.
  ///   - time: The time, in seconds. A time that is earlier than the last, or not finite, counts as the last.
  /// - Returns: What to capture now, in the order of ``nodes``. Call ``finish(_:)`` for each, also where the capture
  ///   failed: until then its node is live, and isn't captured periodically.
  /// - Complexity: O(nodes that can be live), each as the rule for activity.
  public mutating func update(_ view: GraphView, at time: Double) -> [SnapshotRequest] {
    if time.isFinite { now = max(now, time) }
    var (requests, kept): ([SnapshotRequest], [NodeID: State]) = ([], [:])
    for node in nodes where view.isShown(node) && kept[node] == nil {
      var state = states[node]
      let begin = { (state: inout State?) in
        let request = view.beginSnapshot(of: node)
        state?.request = request
        requests.append(request)
      }
      if isActive(node, view) {
        if state?.isActive != true {
          // Finishing a capture from before has no effect now.
          state = State(since: now)
        } else if let since = state?.since, now - since >= interval, state?.request == nil {
          begin(&state)
          state?.since = lastTime(after: since)
        }
      } else if state?.isActive == true {
        state?.isActive = false
        if cadence != .manual { begin(&state) }
        if state?.request == nil { state = nil }
      }
      kept[node] = state
    }
    states = kept
    return requests
  }

  /// Begins a capture of a node that is live, whatever the ``cadence``: when it has loaded, for example. It replaces a
  /// capture in progress, whose request becomes stale.
  ///
  /// ```swift
  /// if let request = live.capture(map, in: view) {
  ///   view.show(picture(of: map), for: request)
  ///   live.finish(request)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - view: The view.
  /// - Returns: What to capture; `nil` for a node that is not live.
  public mutating func capture(_ node: NodeID, in view: GraphView) -> SnapshotRequest? {
    guard states[node] != nil, view.isShown(node) else { return nil }
    let request = view.beginSnapshot(of: node)
    states[node]?.request = request
    return request
  }

  /// Ends a capture, whether or not it resulted in a picture: a node that was deactivated stops being live. A request
  /// that another one has replaced, or whose node is active again, changes no node's state.
  ///
  /// Show the picture before you call this, so that the node has it when the overlay disappears.
  ///
  /// - Parameter request: What was captured.
  public mutating func finish(_ request: SnapshotRequest) {
    guard let state = states[request.node], state.request == request else { return }
    states[request.node]?.request = nil
    if !state.isActive { states[request.node] = nil }
  }

  /// Whether the overlay of a node is shown: while the node is active, and until its last capture is finished. As of
  /// the last ``update(_:at:)``.
  ///
  /// - Parameter node: The node.
  /// - Returns: Whether it is live; `false` for a node that is not in ``nodes``.
  public func isLive(_ node: NodeID) -> Bool { states[node] != nil }

  /// Whether a node takes input in its overlay: it is active, and not only live until its last capture is finished.
  ///
  /// - Parameter node: The node.
  /// - Returns: Whether it was active in the last ``update(_:at:)``.
  public func isActive(_ node: NodeID) -> Bool { states[node]?.isActive == true }

  /// The nodes that are live, in the order of ``nodes``: those whose overlays are shown.
  ///
  /// - Complexity: O(nodes that can be live).
  public var liveNodes: [NodeID] { nodes.filter(isLive) }

  // MARK: Times

  /// The seconds between two captures; infinite unless captures are periodic.
  private var interval: Double {
    if case .periodic(let seconds) = cadence { seconds > 0 ? seconds : 0 } else { .infinity }
  }

  /// The last time up to now that is a whole number of intervals after another.
  private func lastTime(after since: Double) -> Double {
    let steps = (now - since) / interval
    guard steps.isFinite, steps < 1e15 else { return now }
    return since + Double(Int(steps)) * interval
  }
}

@available(*, unavailable)
extension LiveNodes: Sendable {}
