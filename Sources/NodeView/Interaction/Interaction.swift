// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What a person is doing with a view: a pure state machine.
///
/// ``handle(_:in:host:)`` turns a state and an event into a state and effects. It knows no clock and no screen: the
/// scene says what is where, and `host` what may be connected.
struct Interaction: Hashable, Sendable {
  /// What the pointer that is down does.
  enum Activity: Hashable, Sendable {
    /// Nothing, or nothing yet.
    case idle
    /// Moves nodes from where they were, begun at a point of the canvas.
    case moving([Start], from: Point)
    /// Moves the canvas; the last place of the pointer, in view points.
    case panning(Point)
    /// Pulls a wire.
    case wiring(Wire)
    /// Selects what lies in a rectangle; before that, something else was selected.
    case selecting(from: Point, to: Point, before: GraphSelection, Marquee)
  }

  /// What a rectangle does with what was selected before.
  enum Marquee: Hashable, Sendable {
    /// Selects what lies in it instead.
    case replaces
    /// Selects it as well.
    case adds
    /// Selects of it what was not selected, and no longer what was.
    case toggles
  }

  /// Where a node was when a move began.
  struct Start: Hashable, Sendable {
    let node: NodeID
    let position: Point
  }

  var activity = Activity.idle
  var selection = GraphSelection()
  /// The output that waits for an input: the seed's relationship creation mode.
  var connectionSource: OutputPort?
  var viewport: Viewport
  var profile: InteractionProfile
  private var recognizer = GestureRecognizer()
  /// The latest time of any event.
  private var now = -Double.infinity
  /// What was under the pointer when it came down.
  var pressed = HitTarget.background
  /// What was tapped last.
  var tapped = HitTarget.background
  /// The button that came down.
  var button = InputEvent.Button.primary

  init(viewport: Viewport, profile: InteractionProfile) {
    self.viewport = viewport
    self.profile = profile
  }

  /// Whether a gesture is going on, so that more of the same is to come.
  var isBusy: Bool { recognizer.isActive }

  /// Answers an event. One with numbers that are none is ignored; one from the past counts as now.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - scene: What is where.
  ///   - host: What only the host knows.
  /// - Returns: What follows, in order.
  mutating func handle(_ event: InputEvent, in scene: Scene, host: Host) -> [Effect] {
    guard event.isFinite else { return [] }
    let before = viewport
    now = max(now, event.time)
    var event = event
    event.time = now
    var step = Step(scene: scene, host: host, modifiers: event.modifiers)
    for gesture in recognizer.recognize(event, profile) { handle(gesture, &step) }
    switch event.action {
    case .scroll(let point, let offset): scroll(at: point, by: offset)
    case .pinch(let point, let factor): zoom(by: factor, about: point)
    case .key(let key): press(key, &step)
    default: break
    }
    viewport.limitOrigin()
    if viewport != before { step.effects.append(.changedViewport(viewport)) }
    return step.effects
  }

  /// What only the host knows; asking changes nothing.
  struct Host {
    let verdict: (OutputPort, InputPort) -> ConnectionVerdict
    let defaultNodeSize: () -> Size
  }

  /// What one event brings about.
  struct Step {
    let scene: Scene
    let host: Host
    let modifiers: InputEvent.Modifiers
    var effects: [Effect] = []
  }

  /// Ends what the pointers do, as if it had not begun, and waits until all are up.
  mutating func cancel(_ step: inout Step) {
    cancelActivity(&step)
    recognizer.spend()
  }

  /// Ignores the pointers that are down until all are up.
  mutating func ignorePointers() { recognizer.spend() }

  private mutating func handle(_ gesture: Gesture, _ step: inout Step) {
    switch gesture {
    case .press(let point, let button):
      pressed = target(at: point, step.scene)
      self.button = button
      switch profile.manner {
      case .touch: touch(&step)
      case .desktop: click(at: point, &step)
      }
    case .tap(let point, let count): tap(at: point, count: count, &step)
    case .longPress(let point): longPress(at: point, &step)
    case .dragBegan(let point): beginDrag(at: point, &step)
    case .dragged(let point): drag(to: point, &step)
    case .dragEnded: endDrag(&step)
    case .dragCancelled: cancelActivity(&step)
    case .pinch(let point, let factor, let offset):
      viewport.pan(by: offset)
      zoom(by: factor, about: point)
    case .hover: break
    }
  }

  /// What is at a view point.
  func target(at point: Point, _ scene: Scene) -> HitTarget {
    scene.hitTest(
      viewport.canvasPoint(point), portRadius: profile.portRadius / viewport.zoom,
      edgeRadius: profile.edgeRadius / viewport.zoom)
  }
}

// MARK: What gestures share

extension Interaction {
  /// The place on the canvas under a view point, kept where nodes can be.
  func place(under point: Point) -> Point { viewport.canvasPoint(point).limited }

  mutating func select(_ new: GraphSelection, _ step: inout Step) {
    guard new != selection else { return }
    selection = new
    step.effects.append(.selected(new))
  }

  mutating func setConnectionSource(_ source: OutputPort?, _ step: inout Step) {
    guard source != connectionSource else { return }
    connectionSource = source
    step.effects.append(.changedConnectionSource(source))
  }

  /// Toggles the connection if that is not refused, and says which.
  @discardableResult
  func toggle(_ source: OutputPort, _ target: InputPort, _ step: inout Step) -> Bool {
    if case .refused(let reason) = step.host.verdict(source, target) {
      step.effects.append(.refusedConnection(source, target, reason))
      return false
    }
    step.effects.append(.toggledConnection(source, target))
    return true
  }

  func isCandidate(_ source: OutputPort, _ target: InputPort, _ step: Step) -> Bool {
    if case .refused = step.host.verdict(source, target) { false } else { true }
  }

  private mutating func scroll(at point: Point, by offset: Point) {
    switch profile.manner {
    case .touch:
      viewport.pan(by: offset * -1)
      settleViewport()
    case .desktop:
      // 100 points of the wheel double the zoom or halve it; a wild wheel does so four times at most.
      let steps = max(-4, min(-offset.y / 100, 4))
      zoom(by: Self.powerOfTwo(steps), about: point)
    }
  }

  private mutating func zoom(by factor: Double, about point: Point) {
    viewport.setZoom(viewport.zoom * factor, about: point)
    settleViewport()
  }

  mutating func settleViewport() {
    if let bounds = profile.canvasBounds { viewport.stay(within: bounds) }
  }

  /// 2 to the power of a small number, without libm.
  private static func powerOfTwo(_ exponent: Double) -> Double {
    // Halving the exponent and squaring keeps the series of eˣ short.
    let x = exponent * 0.693_147_180_559_945_3 / 16
    var power = 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5))))
    for _ in 0..<4 { power *= power }
    return power
  }

  private mutating func press(_ key: InputEvent.Key, _ step: inout Step) {
    let isLong = step.modifiers.contains(.shift)
    let distance = (profile.gridSnap ?? profile.nudge) * (isLong ? 10 : 1)
    switch key {
    case .left: nudge(by: Point(-distance, 0), &step)
    case .right: nudge(by: Point(distance, 0), &step)
    case .up: nudge(by: Point(0, -distance), &step)
    case .down: nudge(by: Point(0, distance), &step)
    case .delete: deleteSelection(&step)
    case .escape: escape(&step)
    case .a:
      guard step.modifiers.contains(.command), profile.manner == .desktop else { return }
      let all = step.scene.nodes.sorted { $0.value.depth < $1.value.depth }.map(\.key)
      select(GraphSelection(nodes: all), &step)
    }
  }

  private func nudge(by offset: Point, _ step: inout Step) {
    guard activity == .idle, !selection.nodes.isEmpty else { return }
    for node in selection.nodes {
      if let frame = step.scene.nodes[node]?.frame { step.effects.append(.moved(node, snapped(frame.origin + offset))) }
    }
    step.effects.append(.endedMoving(selection.nodes))
  }

  private mutating func deleteSelection(_ step: inout Step) {
    guard activity == .idle else { return }
    let doomed = selection
    select(GraphSelection(), &step)
    for connection in doomed.connections {
      step.effects.append(.cut(connection))
    }
    if !doomed.nodes.isEmpty { step.effects.append(.requestedDeletion(doomed.nodes)) }
  }

  /// Ends the innermost of what is going on: a gesture, the creation mode, the selection.
  private mutating func escape(_ step: inout Step) {
    if activity != .idle || recognizer.isMeant {
      cancel(&step)
    } else if connectionSource != nil {
      setConnectionSource(nil, &step)
    } else {
      select(GraphSelection(), &step)
    }
  }
}
