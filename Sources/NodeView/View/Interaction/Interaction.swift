// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What the user is doing with a view: a pure state machine.
///
/// ``handle(_:in:host:)`` turns a state and an event into a state and effects. It has neither a clock nor a screen: the
/// scene says where things are, and `host` what may be connected.
///
/// Invariant (see `checkInvariants`): an activity other than `idle` needs a pointer that is down, and the viewport's
/// numbers are finite.
struct Interaction: Hashable, Sendable {
  /// What the pointer that is down is doing.
  enum Activity: Hashable, Sendable {
    /// No activity, or none yet.
    case idle
    /// Drags nodes from the positions that they had when the drag began.
    case moving(NodeDrag)
    /// Moves the canvas; the last place of the pointer, in view points.
    case panning(GraphPoint)
    /// Pulls a wire.
    case wiring(Wire)
    /// Pulls a wire from an input.
    case feeding(InputWire)
    /// Selects the contents of a rectangle.
    case selecting(Marquee)
    /// Moves a point that a connection was put through.
    case rerouting(RerouteDrag)
    /// Moves a frame with its contents, begun at a point of the canvas.
    case framing(FrameDrag, from: GraphPoint)
    /// Resizes a frame from the size that it had, begun at a point of the canvas.
    case sizing(FrameID, GraphRect, from: GraphPoint)
    /// Resizes a node, begun at a point of the canvas.
    case resizing(ResizeDrag, from: GraphPoint)
  }

  /// The position of a node when a move began.
  struct Start: Hashable, Sendable {
    let node: NodeID
    let position: GraphPoint
  }

  var activity = Activity.idle
  var selection = GraphSelection()
  /// The lines that show with which neighbours the moved nodes are aligned.
  var guides: [AlignmentGuide] = []
  /// What is dragged over the view from outside.
  var offer: DropOffer?
  /// The output that waits for an input.
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

  /// The output that is being connected: the one of the wire being pulled, or the one that waits for an input.
  var pulledSource: OutputPort? { connectionSource ?? activity.wire?.source }

  /// Whether a gesture is in progress, so that further events of it will follow.
  var isBusy: Bool { recognizer.isActive }

  /// Handles an event. One with a number that is not finite is ignored; one from the past counts as now.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - scene: Where things are.
  ///   - host: What only the host knows.
  /// - Returns: The effects, in order.
  mutating func handle(_ event: InputEvent, in scene: Scene, host: Host) -> [GraphViewEffect] {
    guard event.isFinite else { return [] }
    let before = viewport
    now = max(now, event.time)
    var event = event
    event.time = now
    var reaction = Reaction(scene: scene, host: host, modifiers: event.modifiers)
    for gesture in recognizer.recognize(event, profile) { handle(gesture, &reaction) }
    switch event.action {
    case .scroll(let point, let offset): scroll(at: point, by: offset, event.modifiers)
    case .pinch(let point, let factor): zoom(by: factor, about: point)
    case .key(let key): press(key, &reaction)
    case .draggedOver, .dropped, .dragLeft: followOffer(event.action, &reaction)
    case .down, .moved, .up, .cancelled, .tick: break
    }
    viewport.limitOrigin()
    if viewport != before { reaction.effects.append(.changedViewport(viewport)) }
    return reaction.effects
  }

  /// Cancels what the pointers do, as if it had not begun, and waits until all are up.
  mutating func cancel(_ reaction: inout Reaction) {
    cancelActivity(&reaction)
    recognizer.spend()
  }

  /// Forgets what was pressed and tapped last.
  mutating func forgetPressed() { (pressed, tapped, offer) = (.background, .background, nil) }

  /// Ignores the pointers that are down until all are up.
  mutating func ignorePointers() { recognizer.spend() }

  private mutating func handle(_ gesture: Gesture, _ reaction: inout Reaction) {
    switch gesture {
    case .press(let point, let button):
      pressed = target(at: point, reaction.scene)
      self.button = button
      switch profile.manner {
      case .touch: touch(&reaction)
      case .desktop: click(at: point, &reaction)
      }
    case .tap(let point, let count): tap(at: point, count: count, &reaction)
    case .longPress(let point):
      if waitsForRectangle { break }
      longPress(at: point, &reaction)
      // The press is used up: it doesn't drag.
      recognizer.spend()
    case .longPressEnded(let point): if waitsForRectangle { requestNode(at: point, &reaction) }
    case .dragBegan(let point, afterLongPress: true):
      if waitsForRectangle { beginRectangle(at: point, adding: true, &reaction) }
    case .dragBegan(let point, afterLongPress: false): beginDrag(at: point, &reaction)
    case .dragged(let point): drag(to: point, &reaction)
    case .dragEnded: endDrag(&reaction)
    case .dragCancelled: cancelActivity(&reaction)
    case .pinch(let point, let factor, let offset):
      if profile.canPan { viewport.pan(by: offset) }
      zoom(by: factor, about: point)
    case .hover: break
    }
  }

  /// Checks every invariant and stops with the rule that is broken.
  func checkInvariants() {
    recognizer.checkInvariants()
    precondition(activity == .idle || recognizer.isActive, "what a pointer does ends when it is up")
    precondition(guides.isEmpty || activity.isMoving, "guides belong to nodes that are moved")
    precondition(viewport.origin.isFinite && viewport.zoom.isFinite, "the viewport is a place")
  }

  /// The target at a view point.
  func target(at point: GraphPoint, _ scene: Scene) -> HitTarget {
    scene.hitTest(
      viewport.canvasPoint(point), portRadius: profile.portRadius / viewport.zoom,
      edgeRadius: profile.edgeRadius / viewport.zoom)
  }
}

// MARK: What gestures share

extension Interaction {
  /// The point of the canvas at a view point, limited to where nodes can be.
  func place(under point: GraphPoint) -> GraphPoint { viewport.canvasPoint(point).limited }

  mutating func select(_ new: GraphSelection, _ reaction: inout Reaction) {
    guard new != selection else { return }
    selection = new
    reaction.effects.append(.selected(new))
  }

  /// Selects for a gesture or a key, if the profile allows that.
  mutating func choose(_ new: GraphSelection, _ reaction: inout Reaction) {
    let isPossible = profile.canSelect && (profile.canSelectSeveral || new.count <= 1)
    if isPossible || new.isPart(of: selection) { select(new, &reaction) }
  }

  mutating func setConnectionSource(_ source: OutputPort?, _ reaction: inout Reaction) {
    guard source != connectionSource else { return }
    connectionSource = source
    reaction.effects.append(.changedConnectionSource(source))
  }

  /// Toggles the connection, unless that is refused.
  ///
  /// - Returns: Whether it was toggled.
  @discardableResult
  func toggle(_ source: OutputPort, _ target: InputPort, _ reaction: inout Reaction) -> Bool {
    let effect = reaction.toggled(source, target)
    reaction.effects.append(effect)
    if case .toggledConnection = effect { return true }
    return false
  }

  private mutating func scroll(at point: GraphPoint, by offset: GraphPoint, _ modifiers: InputEvent.Modifiers) {
    if profile.manner == .touch || profile.scrollMovesCanvas && !modifiers.contains(.command) {
      return pan(by: offset * -1)
    }
    // 100 points of the wheel double the zoom or halve it; a wild wheel does so four times at most.
    let steps = max(-4, min(-offset.y / 100, 4))
    zoom(by: Self.powerOfTwo(steps), about: point)
  }

  mutating func pan(by offset: GraphPoint) {
    guard profile.canPan else { return }
    viewport.pan(by: offset)
    settleViewport()
  }

  private mutating func zoom(by factor: Double, about point: GraphPoint) {
    if profile.canZoom { viewport.setZoom(viewport.zoom * factor, about: point) }
    settleViewport()
  }

  mutating func settleViewport() {
    if let bounds = profile.canvasBounds { viewport.stay(within: bounds) }
  }

  /// 2 to the power of a number between −4 and 4.
  ///
  /// `pow` and `exp2` are functions of libm, which a program without Foundation doesn't link, and their results differ
  /// in the last bit between systems: a recorded session would play back to another picture. The error of this series
  /// is below 10⁻⁶, far less than a step of the wheel.
  private static func powerOfTwo(_ exponent: Double) -> Double {
    // A sixteenth of the exponent keeps the series of eˣ short; squaring four times makes up for it.
    let x = exponent * 0.693_147_180_559_945_3 / 16
    var power = 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5))))
    for _ in 0..<4 { power *= power }
    return power
  }

  private mutating func press(_ key: InputEvent.Key, _ reaction: inout Reaction) {
    let isLong = reaction.modifiers.contains(.shift)
    let distance = (profile.gridSnap ?? profile.nudge) * (isLong ? 10 : 1)
    switch key {
    case .left: nudge(by: GraphPoint(-distance, 0), &reaction)
    case .right: nudge(by: GraphPoint(distance, 0), &reaction)
    case .up: nudge(by: GraphPoint(0, -distance), &reaction)
    case .down: nudge(by: GraphPoint(0, distance), &reaction)
    case .delete: deleteSelection(&reaction)
    case .escape: escape(&reaction)
    case .a:
      guard reaction.modifiers.contains(.command), profile.manner == .desktop else { return }
      let all = reaction.scene.nodes.sorted { $0.value.depth < $1.value.depth }.map(\.key)
      choose(GraphSelection(nodes: all), &reaction)
    }
  }

  private func nudge(by offset: GraphPoint, _ reaction: inout Reaction) {
    guard activity == .idle, !selection.nodes.isEmpty else { return }
    let moved = selection.nodes.filter { reaction.scene.nodes[$0]?.isLocked == false }
    for node in moved {
      if let frame = reaction.scene.nodes[node]?.frame {
        reaction.effects.append(.moved(node, profile.snapped(frame.origin + offset)))
      }
    }
    if !moved.isEmpty { reaction.effects.append(.endedMoving(moved)) }
  }

  private mutating func deleteSelection(_ reaction: inout Reaction) {
    guard activity == .idle else { return }
    var doomed = selection
    let locked = doomed.nodes.filter { reaction.scene.nodes[$0]?.isLocked == true }
    choose(GraphSelection(nodes: locked), &reaction)
    for node in locked { doomed.chosenNodes.remove(node) }
    if !doomed.isEmpty { reaction.effects.append(.requestedDeletion(doomed)) }
  }

  /// Ends the innermost of the gesture, the creation mode and the selection.
  private mutating func escape(_ reaction: inout Reaction) {
    if activity != .idle || recognizer.isMeant {
      cancel(&reaction)
    } else if connectionSource != nil {
      setConnectionSource(nil, &reaction)
    } else {
      choose(GraphSelection(), &reaction)
    }
  }
}

// MARK: After the host has changed something

extension Interaction {
  /// Drops what no longer exists. The creation mode never outlives its source, nor a wire what it was pulled from.
  mutating func forget(missingFrom scene: Scene) -> [GraphViewEffect] {
    var reaction = Reaction(scene: scene, host: .nobody, modifiers: [])
    let lives = { (node: NodeID) in scene.nodes[node] != nil }
    if let source = connectionSource, !scene.contains(source) { setConnectionSource(nil, &reaction) }
    select(selection.filtered(nodes: lives, connections: scene.contains), &reaction)
    switch activity {
    case .idle, .panning: break
    case .moving(var drag):
      let count = drag.starts.count
      drag.forget(missingFrom: scene)
      if drag.starts.count < count { guides = [] }
      if drag.starts.isEmpty { cancel(&reaction) } else { activity = .moving(drag) }
    case .wiring(let wire):
      if !scene.contains(wire.source) || wire.taken.map(scene.contains) == false {
        cancel(&reaction)
      } else if let target = wire.target, !scene.contains(target) {
        activity = .wiring(Wire(source: wire.source, taken: wire.taken, end: wire.end))
      }
    case .feeding(let wire):
      if !scene.contains(wire.target) || wire.taken.map(scene.contains) == false {
        cancel(&reaction)
      } else if let source = wire.source, !scene.contains(source) {
        activity = .feeding(InputWire(target: wire.target, taken: wire.taken, end: wire.end))
      }
    case .selecting(var marquee):
      marquee.before = marquee.before.filtered(nodes: lives, connections: scene.contains)
      activity = .selecting(marquee)
    case .rerouting(let drag): if !scene.contains(drag.connection) { cancel(&reaction) }
    case .framing(var drag, let from):
      drag.nodes.removeAll { !lives($0.node) }
      if scene.frames[drag.id] == nil { cancel(&reaction) } else { activity = .framing(drag, from: from) }
    case .sizing(let id, _, _): if scene.frames[id] == nil { cancel(&reaction) }
    case .resizing(let drag, _): if !lives(drag.node) { cancel(&reaction) }
    }
    if let target = offer?.target, !target.isThere(in: scene) { offer = nil }
    if !pressed.isThere(in: scene) {
      // A finger on what was removed doesn't act on what is now below it.
      pressed = .background
      if activity == .idle { ignorePointers() }
    }
    return reaction.effects
  }
}

// MARK: With fingers

extension Interaction {
  /// Handles a finger that comes down: in creation mode, on a candidate's row it toggles, on anything else it leaves
  /// the mode. On a node it also selects it and brings it to the front.
  mutating func touch(_ reaction: inout Reaction) {
    if let source = connectionSource {
      setConnectionSource(nil, &reaction)
      if let input = pressed.input, toggle(source, input, &reaction) {
        // The touch is used up: it neither drags nor becomes a long press.
        ignorePointers()
        return
      }
      // The trash too: a touch on it leaves the mode only.
      if pressed == .background || pressed.isTrash {
        ignorePointers()
        return
      }
    }
    guard let node = pressed.node, !pressed.isTrash else { return }
    reaction.effects.append(.raised(node))
    if profile.tapsToggleSelection { return }
    choose(changed(\.chosenNodes, node, by: reaction.modifiers), &reaction)
  }

  /// Handles a finger or button that came up where it had come down.
  mutating func tap(at point: GraphPoint, count: Int, _ reaction: inout Reaction) {
    // Two taps on different things are not a double tap: the trash may have removed the first thing.
    let isSame = tapped.node == pressed.node && (pressed.node != nil || tapped == pressed)
    let isDouble = count.isMultiple(of: 2) && isSame
    tapped = pressed
    switch pressed {
    case .trash(let node):
      guard target(at: point, reaction.scene) == pressed else { return }
      choose(GraphSelection(), &reaction)
      reaction.effects.append(.requestedDeletion(GraphSelection(nodes: [node])))
    case .background where isDouble && profile.manner == .desktop: requestNode(at: point, &reaction)
    case .background where keepsSelection(reaction.modifiers): break
    case .background: choose(GraphSelection(), &reaction)
    case .connection(let connection) where isDouble:
      reaction.effects.append(.activatedConnection(connection, place(under: point)))
    case .reroute(let connection, let index) where isDouble:
      reaction.effects.append(.requestedRerouteRemoval(connection, index))
    case .frame(let id):
      if isDouble {
        reaction.effects.append(.activatedFrame(id))
      } else if let rect = reaction.scene.frames[id]?.rect {
        let mode = Marquee.Mode(reaction.modifiers, togglesWithoutKeys: profile.tapsToggleSelection)
        choose(mode.selection(of: reaction.scene.nodes(lyingIn: rect), [], with: selection), &reaction)
      }
    case .connection(let connection), .reroute(let connection, _):
      // With a mouse it was selected when the button came down, unless each tap toggles. It may have been removed
      // meanwhile.
      if profile.manner == .touch || profile.tapsToggleSelection, reaction.scene.contains(connection) {
        choose(changed(\.chosenConnections, connection, by: reaction.modifiers), &reaction)
      }
    case .frameCorner: break
    default:
      guard let node = pressed.node else { return }
      if isDouble {
        reaction.effects.append(.activated(node))
      } else if profile.tapsToggleSelection {
        choose(changed(\.chosenNodes, node, by: reaction.modifiers), &reaction)
      } else if profile.manner == .desktop, reaction.modifiers.isEmpty {
        choose(GraphSelection(nodes: [node]), &reaction)
      }
    }
  }

  /// Handles a finger that stayed down: on a node its output waits for an input, on the background a node is requested.
  mutating func longPress(at point: GraphPoint, _ reaction: inout Reaction) {
    if let node = pressed.node {
      // The node under the finger, wherever on it. ShinpuruNodeUI took the node selected before if the finger was on an
      // input row.
      let source = pressed.output ?? node.output
      if reaction.scene.contains(source) { setConnectionSource(source, &reaction) }
    } else {
      requestNode(at: point, &reaction)
    }
  }

  /// Whether a pointer that has stayed down for long opens a rectangle when it moves.
  private var waitsForRectangle: Bool {
    profile.longPressOpensRectangle && profile.canSelect && profile.canSelectSeveral && pressed == .background
  }

  /// Requests a node whose middle is at a view point.
  private func requestNode(at point: GraphPoint, _ reaction: inout Reaction) {
    let size = reaction.host.defaultNodeSize()
    let corner = place(under: point) - GraphPoint(size.width, size.height) * 0.5
    reaction.effects.append(.requestedNode(corner.limited))
  }
}

// MARK: With a mouse

extension Interaction {
  /// Handles a button that comes down: a node comes to the front and is selected, unless it is one of several that may
  /// be dragged.
  mutating func click(at point: GraphPoint, _ reaction: inout Reaction) {
    if let source = connectionSource, button == .primary {
      setConnectionSource(nil, &reaction)
      if let input = pressed.input {
        toggle(source, input, &reaction)
        ignorePointers()
        return
      }
    }
    switch button {
    case .primary: break
    case .middle: return
    case .secondary:
      if let node = pressed.node, !selection.contains(node) { choose(GraphSelection(nodes: [node]), &reaction) }
      reaction.effects.append(.requestedMenu(pressed, place(under: point)))
      ignorePointers()
      return
    }
    if reaction.modifiers.contains(.space) { return }
    switch pressed {
    case .connection(let connection), .reroute(let connection, _):
      if !profile.tapsToggleSelection {
        choose(changed(\.chosenConnections, connection, by: reaction.modifiers), &reaction)
      }
    case .trash, .outputPort, .frame, .frameCorner, .background: break
    case .inputPort(let port):
      // Without a connection to pull off or to make, only the node can be dragged.
      if !profile.pullsWiresFromInputs, Wire(from: pressed, at: point, in: reaction.scene) == nil {
        pick(port.node, &reaction)
      }
    case .titleBar(let node), .item(let node), .nodeCorner(let node):
      pick(node, &reaction)
    case .inputRow(let port): pick(port.node, &reaction)
    case .outputRow(let port): pick(port.node, &reaction)
    }
  }

  private mutating func pick(_ node: NodeID, _ reaction: inout Reaction) {
    reaction.effects.append(.raised(node))
    if profile.tapsToggleSelection { return }
    if reaction.modifiers.isDisjoint(with: [.shift, .command]) {
      if !selection.contains(node) { choose(GraphSelection(nodes: [node]), &reaction) }
    } else {
      choose(changed(\.chosenNodes, node, by: reaction.modifiers), &reaction)
    }
  }

  /// Whether a tap on the background keeps the selection, because other taps add to it.
  private func keepsSelection(_ modifiers: InputEvent.Modifiers) -> Bool {
    profile.tapsToggleSelection || !modifiers.isDisjoint(with: [.shift, .command])
  }

  /// Returns the selection with a thing alone in it, added with shift, or toggled with command or by each tap. Where
  /// only one thing can be selected, it is that one instead of one more.
  private func changed<Thing>(
    _ things: WritableKeyPath<GraphSelection, OrderedThings<Thing>>, _ thing: Thing, by modifiers: InputEvent.Modifiers
  ) -> GraphSelection {
    var new = keepsSelection(modifiers) ? selection : GraphSelection()
    let isNew = new[keyPath: things].append(thing)
    if !isNew, profile.tapsToggleSelection || modifiers.contains(.command) { new[keyPath: things].remove(thing) }
    guard isNew, !profile.canSelectSeveral else { return new }
    new = GraphSelection()
    _ = new[keyPath: things].append(thing)
    return new
  }
}
