// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where nodes are drawn while they move to other places, come and go: hints for hosts that draw movements.
///
/// A view shows every change at once, and so do its drawings and hit tests. A host that keeps drawings of nodes, as
/// ``GraphView/parts(in:)`` allows, asks this at each frame of its display where to draw them. There is no clock: times are those of
/// the host, as in ``InputEvent/time``.
///
/// ```swift
/// view.onChanges = { changes in motion.follow(changes, at: now) }
/// // At each frame of the display, while motion.isMoving(at: now):
/// let offset = motion.offset(of: node, at: now)
/// ```
///
/// A node that gets another place while it moves goes on with the speed that it has: each change of its place is a movement of its
/// own, and the node is where all of them together lead it.
public struct GraphMotion: Sendable {
  /// How long the parts of a movement take, in seconds.
  public struct Durations: Hashable, Sendable {
    /// Of another place.
    public var place = 0.24
    /// Of a node that comes.
    public var appear = 0.16
    /// Of a node that goes.
    public var vanish = 0.12
    /// Of the tint of a value that changed.
    public var highlight = 0.6

    /// Those of the look of NodeGraph.
    public init() {}

    /// Places change at once, and all else in 80 ms: for users who want less motion.
    public static let reduced: Durations = {
      var durations = Durations()
      (durations.place, durations.appear, durations.vanish, durations.highlight) = (0, 0.08, 0.08, 0.08)
      return durations
    }()
  }

  private struct Movement {
    let offset: GraphPoint
    let start: Double
  }

  private struct Fade {
    let start: Double
    let isLeaving: Bool
  }

  /// How long movements take. Another value holds for what moves already.
  public var durations: Durations
  /// The spring that moves nodes to other places, in place of the curve and the time of ``Durations/place``; where that is 0 they are
  /// still there at once. With a damping below 1 they go beyond and come back.
  public var spring: MotionSpring?
  private var places: [NodeID: GraphPoint] = [:]
  private var movements: [NodeID: [Movement]] = [:]
  private var fades: [NodeID: Fade] = [:]
  private var highlights: [NodeID: Double] = [:]

  /// Follows nothing yet.
  ///
  /// - Parameters:
  ///   - durations: How long movements take.
  ///   - spring: The spring that moves nodes to other places, in place of a curve.
  public init(_ durations: Durations = Durations(), spring: MotionSpring? = nil) {
    (self.durations, self.spring) = (durations, spring)
  }

  /// Begins to follow a view: its nodes are where they are.
  ///
  /// - Parameter view: The view.
  /// - Complexity: O(nodes).
  public mutating func reset(to view: GraphView) {
    (movements, fades, highlights) = ([:], [:], [:])
    places = view.scene.nodes.mapValues(\.frame.origin)
  }

  /// Begins the movements of changes that a view told.
  ///
  /// - Parameters:
  ///   - changes: What ``GraphView/onChanges`` was told.
  ///   - view: The view that told it.
  ///   - now: When, in seconds.
  ///   - isDirect: Whether a hand moves the nodes, as in a drag: then they are where it puts them, at once.
  /// - Complexity: O(changes).
  public mutating func follow(_ changes: [GraphViewChange], of view: GraphView, at now: Double, isDirect: Bool = false)
  {
    for change in changes {
      switch change {
      case .added(let node):
        // One that was about to go comes back from how far it had gone.
        fades[node] = Fade(start: now - opacity(of: node, at: now, isKnown: false) * durations.appear, isLeaving: false)
        places[node] = view.frame(of: node)?.origin
        movements[node] = nil
      case .removed(let node):
        fades[node] = Fade(start: now - (1 - opacity(of: node, at: now)) * durations.vanish, isLeaving: true)
        highlights[node] = nil
      case .moved(let node, let place):
        if let before = places.updateValue(place, forKey: node), before != place, !isDirect, durations.place > 0 {
          movements[node] = living(node, now) + [Movement(offset: before - place, start: now)]
        } else if isDirect {
          movements[node] = nil
        }
      case .resized, .raised, .replaced, .titled, .colored, .connected, .disconnected, .labelled, .restyled, .selected:
        break
      }
    }
  }

  /// Tints a node whose value changed, for a moment.
  ///
  /// - Parameters:
  ///   - nodes: The nodes, for example those that a receipt names as changed.
  ///   - now: When, in seconds.
  public mutating func highlight(_ nodes: some Sequence<NodeID>, at now: Double) {
    for node in nodes { highlights[node] = now }
  }

  private func living(_ node: NodeID, _ now: Double) -> [Movement] {
    let duration = durations.place > 0 ? spring?.duration ?? durations.place : 0
    return (movements[node] ?? []).filter { now < $0.start + duration }
  }

  // MARK: Asking

  /// How far from its place in the view a node is drawn, in canvas points. One that has gone is at the place that it had.
  ///
  /// - Parameters:
  ///   - node: A node.
  ///   - now: When, in seconds.
  /// - Returns: The offset; zero for a node that doesn't move.
  /// - Complexity: O(movements of the node that overlap).
  public func offset(of node: NodeID, at now: Double) -> GraphPoint {
    living(node, now).reduce(.zero) { sum, movement in
      let time = now - movement.start
      return sum + movement.offset * (1 - (spring?.share(at: time) ?? Self.eased(time / durations.place)))
    }
  }

  /// How opaque a node is drawn: less than 1 while it comes or goes.
  ///
  /// - Parameters:
  ///   - node: A node.
  ///   - now: When, in seconds.
  /// - Returns: From 0 to 1; 0 for one that has gone.
  public func opacity(of node: NodeID, at now: Double) -> Double { opacity(of: node, at: now, isKnown: true) }

  private func opacity(of node: NodeID, at now: Double, isKnown: Bool) -> Double {
    guard let fade = fades[node] else { return isKnown ? 1 : 0 }
    let duration = fade.isLeaving ? durations.vanish : durations.appear
    let share = duration > 0 ? max(0, min((now - fade.start) / duration, 1)) : 1
    return fade.isLeaving ? 1 - share : share
  }

  /// How strong the tint of a node whose value changed is.
  ///
  /// - Parameters:
  ///   - node: A node.
  ///   - now: When, in seconds.
  /// - Returns: From 1, when it changed, to 0.
  public func highlight(of node: NodeID, at now: Double) -> Double {
    guard let start = highlights[node], durations.highlight > 0 else { return 0 }
    return max(0, min(1 - (now - start) / durations.highlight, 1))
  }

  /// The nodes that have gone and are still drawn. Complexity: O(nodes that came or went lately).
  public func vanishing(at now: Double) -> [NodeID] {
    fades.filter { $0.value.isLeaving && opacity(of: $0.key, at: now) > 0 }.map(\.key)
      .sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
  }

  /// Whether the next frame differs from this one. Forgets what has ended.
  ///
  /// - Parameter now: When, in seconds.
  /// - Returns: Whether anything moves, fades or is tinted.
  /// - Complexity: O(what moves or has ended since this was asked last).
  public mutating func isMoving(at now: Double) -> Bool {
    for node in movements.keys {
      let left = living(node, now)
      movements[node] = left.isEmpty ? nil : left
    }
    for (node, fade) in fades where now >= fade.start + (fade.isLeaving ? durations.vanish : durations.appear) {
      fades[node] = nil
      if fade.isLeaving { (places[node], movements[node]) = (nil, nil) }
    }
    highlights = highlights.filter { now < $0.value + durations.highlight }
    return !(movements.isEmpty && fades.isEmpty && highlights.isEmpty)
  }

  /// The share of a movement that is done after a share of its time: slow at its end, and at its beginning, so that one that begins
  /// while another goes on doesn't change the speed at once. It is the curve `cubic-bezier(0.2, 0, 0, 1)` of CSS.
  package static func eased(_ time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    // x(s) = 3 · 0.2 · (1 − s)² s + s³ rises, so halving finds the s of a time.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let s = (low + high) / 2
      if 0.6 * (1 - s) * (1 - s) * s + s * s * s < time { low = s } else { high = s }
    }
    let s = (low + high) / 2
    return 3 * (1 - s) * s * s + s * s * s
  }
}
