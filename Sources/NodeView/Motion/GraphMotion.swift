// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Computes where nodes are drawn while they move, appear and vanish, for hosts that animate changes.
///
/// A view shows every change at once, and so do its drawings and hit tests. A host that keeps drawings of nodes, as
/// ``GraphView/parts(in:)`` allows, reads the offsets at each frame of its display. The host passes the time to each
/// call, in seconds, as in ``InputEvent/time``.
///
/// ```swift
/// var motion = GraphMotion()
/// motion.reset(to: view)  // or the first change of each node is a jump
/// view.onChanges = { changes in motion.follow(changes, of: view, at: now()) }
/// // At each frame of the display, while motion.isMoving(at: now):
/// let offset = motion.offset(of: node, at: now)
/// ```
///
/// A node that moves again while it is moving keeps its speed: each change of its position is a movement of its own,
/// and the node is drawn at the sum of them.
///
/// Call ``reset(to:)`` when the view shows another document, and ``isMoving(at:)`` at each frame: it also frees the
/// memory of what has ended.
public struct GraphMotion: Sendable {
  /// The durations of movements and fades, in seconds. A duration of 0 makes the change immediate.
  ///
  /// ```swift
  /// motion.durations = reducesMotion ? .reduced : GraphMotion.Durations()
  /// ```
  public struct Durations: Hashable, Sendable {
    /// The duration of a move to another position, in seconds.
    ///
    /// With a ``GraphMotion/spring``, only 0 has an effect: nodes don't move but are at their positions at once.
    public var place = 0.24
    /// The duration of the fade with which an added node appears, in seconds.
    ///
    /// A node that is added again while it vanishes begins at its current opacity.
    public var appear = 0.16
    /// The duration of the fade with which a removed node vanishes, in seconds.
    ///
    /// With 0, ``GraphMotion/vanishing(at:)`` is always empty, and the host needs no drawings of removed nodes.
    public var vanish = 0.12
    /// The duration of the tint of a changed value, in seconds. With 0, values aren't tinted.
    public var highlight = 0.6

    /// Creates the default durations, which suit the built-in styles.
    public init() {}

    /// Durations for users who prefer less motion: positions change at once, and fades and tints take 80 ms.
    ///
    /// Use them when the system's setting to reduce motion is on. A spring needn't be removed.
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

  /// The durations of movements and fades.
  ///
  /// A new value applies to running movements too, so nodes may jump. Change it while ``isMoving(at:)`` is `false`.
  public var durations: Durations
  /// The spring that moves nodes, which replaces the curve and the duration ``Durations/place``; `nil` for the curve.
  ///
  /// If ``Durations/place`` is 0, nodes are at their positions at once even with a spring. With a damping below 1,
  /// nodes overshoot. A new value applies to running movements too.
  public var spring: MotionSpring?
  private var places: [NodeID: GraphPoint] = [:]
  private var movements: [NodeID: [Movement]] = [:]
  private var fades: [NodeID: Fade] = [:]
  private var highlights: [NodeID: Double] = [:]

  /// Creates a motion that doesn't follow a view yet. Call ``reset(to:)`` before the first change.
  ///
  /// - Parameters:
  ///   - durations: The durations of movements and fades.
  ///   - spring: The spring that moves nodes; `nil` for a curve.
  public init(_ durations: Durations = Durations(), spring: MotionSpring? = nil) {
    (self.durations, self.spring) = (durations, spring)
  }

  /// Ends all movements and begins to follow a view, whose nodes are drawn at their positions.
  ///
  /// Call it again when the view shows another document. A node that the motion doesn't know jumps at its first move.
  ///
  /// - Parameter view: The view to follow.
  /// - Complexity: O(nodes).
  public mutating func reset(to view: GraphView) {
    (movements, fades, highlights) = ([:], [:], [:])
    places = view.scene.nodes.mapValues(\.frame.origin)
  }

  /// Begins the movements of changes that a view has reported.
  ///
  /// Pass all changes, in order, also those of a drag, with `isDirect`: a change that is left out makes the node start
  /// its next movement at a wrong position. Only nodes that are added, removed or moved begin to move; other changes
  /// are ignored.
  ///
  /// - Parameters:
  ///   - changes: The changes that ``GraphView/onChanges`` received.
  ///   - view: The view that reported them.
  ///   - now: The current time, in seconds.
  ///   - isDirect: Whether the user moves the nodes, as in a drag. They are then drawn at their positions at once.
  /// - Complexity: O(changes).
  public mutating func follow(_ changes: [GraphViewChange], of view: GraphView, at now: Double, isDirect: Bool = false)
  {
    for change in changes {
      switch change {
      case .added(let node):
        // A node that was vanishing appears again from its current opacity.
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

  /// Begins to tint nodes whose values changed. The tint fades during ``Durations/highlight``.
  ///
  /// - Parameters:
  ///   - nodes: The nodes, for example those that a receipt names as changed.
  ///   - now: The current time, in seconds.
  /// - Complexity: O(nodes).
  public mutating func highlight(_ nodes: some Sequence<NodeID>, at now: Double) {
    for node in nodes { highlights[node] = now }
  }

  private func living(_ node: NodeID, _ now: Double) -> [Movement] {
    let duration = durations.place > 0 ? spring?.duration ?? durations.place : 0
    return (movements[node] ?? []).filter { now < $0.start + duration }
  }

  // MARK: Offsets and opacities

  /// The offset from its position in the view at which a node is drawn, in canvas points.
  ///
  /// A vanishing node continues to the position that it had last.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - now: The current time, in seconds.
  /// - Returns: The offset; zero for a node that doesn't move.
  /// - Complexity: O(overlapping movements of the node).
  public func offset(of node: NodeID, at now: Double) -> GraphPoint {
    living(node, now).reduce(.zero) { sum, movement in
      let time = now - movement.start
      return sum + movement.offset * (1 - (spring?.share(at: time) ?? Self.eased(time / durations.place)))
    }
  }

  /// The opacity with which a node is drawn: less than 1 while it appears or vanishes.
  ///
  /// For a removed node, the result is meaningful while ``vanishing(at:)`` contains it: it decreases to 0, and is 1
  /// again after ``isMoving(at:)`` has forgotten the node, as for every node that doesn't fade.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - now: The current time, in seconds.
  /// - Returns: The opacity, from 0 to 1.
  public func opacity(of node: NodeID, at now: Double) -> Double { opacity(of: node, at: now, isKnown: true) }

  private func opacity(of node: NodeID, at now: Double, isKnown: Bool) -> Double {
    guard let fade = fades[node] else { return isKnown ? 1 : 0 }
    let duration = fade.isLeaving ? durations.vanish : durations.appear
    let share = duration > 0 ? max(0, min((now - fade.start) / duration, 1)) : 1
    return fade.isLeaving ? 1 - share : share
  }

  /// The strength of the tint of a node whose value changed, which decreases linearly.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - now: The current time, in seconds.
  /// - Returns: From 1, at the time of the change, to 0; 0 for a node that isn't tinted.
  public func highlight(of node: NodeID, at now: Double) -> Double {
    guard let start = highlights[node], durations.highlight > 0 else { return 0 }
    return max(0, min(1 - (now - start) / durations.highlight, 1))
  }

  /// The removed nodes that are still drawn because they are fading out.
  ///
  /// The view doesn't know them any more, so the host needs a drawing of them that it made before.
  ///
  /// - Parameter now: The current time, in seconds.
  /// - Returns: The nodes, in the order of their slots.
  /// - Complexity: O(f log f) for f nodes that appear or vanish.
  public func vanishing(at now: Double) -> [NodeID] {
    fades.filter { $0.value.isLeaving && opacity(of: $0.key, at: now) > 0 }.map(\.key)
      .sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
  }

  /// Whether the next frame differs from this one. Forgets movements that have ended.
  ///
  /// Stop the timer of your display when it returns `false`, and start it again with the next change.
  ///
  /// - Parameter now: The current time, in seconds.
  /// - Returns: `true` if a node moves, fades or is tinted.
  /// - Complexity: O(movements, fades and tints, including those that ended since the last call).
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

  /// The completed fraction of a movement after a fraction of its duration.
  ///
  /// It is the CSS curve `cubic-bezier(0.2, 0, 0, 1)`, which begins and ends slowly. The slow beginning keeps the speed
  /// continuous if a movement begins while another continues.
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
