// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport

/// Random actions on a view: gestures, noise, and a host that edits its graph on request and sometimes on its own.
final class ViewScript {
  let host = ViewHost()
  let view: GraphView
  var random: SplitMix64
  private(set) var stepsTaken = 0
  private(set) var lastEvent: InputEvent?
  /// The number of calls to the host, by the first word of their log lines.
  private(set) var tally: [String: Int] = [:]
  private var time = 0.0
  private var waiting: [InputEvent.Action] = []
  private var picture = ViewPicture()
  private var isEditing = false
  /// Whether the command key is held during the gesture.
  private var isCommanding = false

  init(seed: UInt64, _ profile: InteractionProfile) {
    random = SplitMix64(seed: seed)
    view = GraphView(size: GraphSize(1200, 900), profile: profile)
    host.view = view
    host.afterCall = { [unowned self] host in
      tally[String(host.log.last?.prefix { $0 != " " } ?? ""), default: 0] += 1
      if random.oneIn(30) { edit() }
    }
    host.accepts = { [unowned self] _, _ in random.oneIn(2) }
    host.beforeVerdict = { [unowned self] _ in if random.oneIn(300) { edit() } }
    for _ in 0..<8 { add() }
    view.present(host)
    check()
  }

  /// Handles one event, and returns a description of a fault; `nil` if none was found.
  func step() -> String? {
    stepsTaken += 1
    if random.oneIn(25) { edit() }
    if random.oneIn(300) { view.viewport = Viewport(size: view.viewport.size) }
    let event = nextEvent()
    lastEvent = event
    view.handle(event)
    host.log = []
    host.made = []
    host.reloads = []
    return check()
  }

  @discardableResult
  private func check() -> String? {
    if let fault = view.stateFault(host.graph) { return fault }
    if random.oneIn(4) {
      let region = view.takeDirtyRegion()
      let new = ViewPicture(view)
      defer { picture = new }
      if let fault = picture.fault(new, region, view.viewport.visible) { return fault }
    }
    if stepsTaken % 16 == 0 { view.checkInvariants() }
    if random.oneIn(40), let fault = view.freshFault(host) { return fault }
    if random.oneIn(20) { return view.searchFault(somewhere(), reach: random.oneIn(3) ? 2000 : 40) }
    return nil
  }

  // MARK: Events

  private func nextEvent() -> InputEvent {
    time += random.oneIn(30) ? 0.55 : random.oneIn(4) ? 0.1 : 0.01
    var modifiers: InputEvent.Modifiers = []
    if isCommanding, !waiting.isEmpty {
      modifiers = .command
    } else if random.oneIn(8) {
      modifiers = InputEvent.Modifiers(rawValue: random.below(8))
    }
    let now = random.oneIn(100) ? [time - 5, .nan, .infinity, -1e300].randomElement(using: &random) ?? 0 : time
    if waiting.isEmpty {
      begin()
      // Release pointers left down by noise, or by an event with invalid numbers.
      if random.oneIn(2) { waiting = (0..<3).map { .cancelled(pointer: $0) } + waiting }
    }
    return InputEvent(waiting.removeFirst(), time: now, modifiers: modifiers)
  }

  private func begin() {
    let button: InputEvent.Button = random.oneIn(12) ? .secondary : random.oneIn(12) ? .middle : .primary
    let start = somewhere()
    let down = InputEvent.Action.down(pointer: 0, at: start, button: button)
    isCommanding = false
    if random.oneIn(8), let line = anyLine() {
      // Adds or removes a reroute.
      isCommanding = random.oneIn(2)
      let reroutes = host.looks.connections[line.connection]?.reroutes ?? []
      let place = view.viewport.viewPoint(isCommanding ? line.path.labelPoint : reroutes.first ?? line.path.labelPoint)
      let press = InputEvent.Action.down(pointer: 0, at: place, button: .primary)
      let end = isCommanding ? somewhere() : place
      waiting = [press] + (isCommanding ? [.moved(pointer: 0, at: somewhere()), .moved(pointer: 0, at: end)] : [])
      waiting.append(.up(pointer: 0, at: end))
      if !isCommanding { waiting += waiting }
      return
    }
    switch random.below(12) {
    case 0: waiting = [down, .up(pointer: 0, at: start)]
    case 1: waiting = [down, .up(pointer: 0, at: start), down, .up(pointer: 0, at: start)]
    case 2: waiting = [down, .tick, .tick, .tick, .up(pointer: 0, at: start)]
    case 3, 4, 5:
      waiting = [down] + (0..<random.below(6)).map { _ in .moved(pointer: 0, at: somewhere()) }
      waiting += random.oneIn(8) ? [.key(.escape)] : random.oneIn(8) ? [.cancelled(pointer: 0)] : []
      waiting.append(.up(pointer: 0, at: somewhere()))
    case 6:
      waiting = [.scroll(at: start, by: GraphPoint(Double(random.below(400)) - 200, Double(random.below(400)) - 200))]
    case 7: waiting = [.pinch(at: start, factor: [0.9, 1.1, 0.01, 100, 0, -1].randomElement(using: &random) ?? 1)]
    case 8:
      let keys: [InputEvent.Key] = [.left, .right, .up, .down, .delete, .escape, .a]
      waiting = [.key(keys.randomElement(using: &random) ?? .up)]
    case 9, 10:
      // From an output or a random place to an input: by dragging, or by a long press and a tap.
      guard let from = port(isInput: random.oneIn(3)), let to = port(isInput: true) else { return begin() }
      let press = InputEvent.Action.down(pointer: 0, at: from, button: .primary)
      let tap = InputEvent.Action.down(pointer: 0, at: to + GraphPoint(40, 0), button: .primary)
      waiting = [press, .moved(pointer: 0, at: to), .up(pointer: 0, at: to)]
      if random.oneIn(2) { waiting = [press] + (0..<20).map { _ in .tick } + [.up(pointer: 0, at: from), tap] }
    default: waiting = (0..<4).map { _ in noise() }
    }
  }

  private func noise() -> InputEvent.Action {
    let pointer = random.below(3)
    if random.oneIn(6) {
      let payload = (0..<random.below(4)).map { _ in GraphPayload(random.oneIn(2) ? "a" : "b") }
      return random.oneIn(4)
        ? .dropped(payload, at: somewhere()) : random.oneIn(5) ? .dragLeft : .draggedOver(payload, at: somewhere())
    }
    switch random.below(7) {
    case 0, 1: return .down(pointer: pointer, at: somewhere(), button: random.oneIn(5) ? .secondary : .primary)
    case 2, 3: return .up(pointer: pointer, at: somewhere())
    case 4: return .cancelled(pointer: pointer)
    case 5: return .tick
    default: return .moved(pointer: pointer, at: somewhere())
    }
  }

  /// A random view point: on or near a part of a node, anywhere in the view, or rarely an extreme value.
  private func somewhere() -> GraphPoint {
    if random.oneIn(500) {
      let wild = [1e9, -1e9, 1e18, 1e308, -1e308, .nan, .infinity, 0]
      return GraphPoint(wild.randomElement(using: &random) ?? 0, wild.randomElement(using: &random) ?? 0)
    }
    let frames = view.frames.sorted { $0.key < $1.key }
    if random.oneIn(5), let frame = frames.randomElement(using: &random)?.value.rect {
      let place = random.oneIn(2) ? GraphPoint(frame.maxX, frame.maxY) : frame.origin
      return view.viewport.viewPoint(place + GraphPoint(Double(random.below(24)) - 12, Double(random.below(24)) - 12))
    }
    let reroutes = host.graph.connections.flatMap { host.looks.connections[$0]?.reroutes ?? [] }
    if random.oneIn(5), let place = reroutes.randomElement(using: &random) {
      return view.viewport.viewPoint(place)
    }
    guard !random.oneIn(4), let node = anyNode(), let frame = view.frame(of: node) else {
      return GraphPoint(Double(random.below(1200)), Double(random.below(900)))
    }
    var place = frame.item.center
    switch random.below(6) {
    case 3: place = GraphPoint(frame.rect.maxX - 4, frame.rect.maxY - 4)
    case 0: place = frame.trash.center
    case 1 where !frame.inputHeights.isEmpty:
      place = frame.inputAnchor(random.below(frame.inputHeights.count)) + GraphPoint(random.oneIn(2) ? 60 : 0, 0)
    case 2 where !frame.outputHeights.isEmpty:
      place = frame.outputAnchor(random.below(frame.outputHeights.count)) - GraphPoint(random.oneIn(2) ? 60 : 0, 0)
    default: break
    }
    return view.viewport.viewPoint(place) + GraphPoint(Double(random.below(9)) - 4, Double(random.below(9)) - 4)
  }

  /// The view point of a port.
  private func port(isInput: Bool) -> GraphPoint? {
    guard let node = anyNode(), let frame = view.frame(of: node) else { return nil }
    let count = isInput ? frame.inputHeights.count : frame.outputHeights.count
    guard count > 0 else { return nil }
    let index = random.below(count)
    return view.viewport.viewPoint(isInput ? frame.inputAnchor(index) : frame.outputAnchor(index))
  }

  private func anyLine() -> (connection: Connection, path: EdgePath)? {
    let connection = host.graph.connections.randomElement(using: &random)
    return connection.flatMap { connection in view.path(of: connection).map { (connection, $0) } }
  }

  private func anyNode() -> NodeID? { host.graph.nodes.randomElement(using: &random) }
}

// MARK: Edits that the host makes on its own

extension ViewScript {
  private func add() {
    let kind = ViewHost.kinds[random.below(ViewHost.kinds.count)].name
    let far = random.oneIn(40) ? 1e10 : 1400.0
    let place = GraphPoint(
      Double.random(in: -200...far, using: &random), Double.random(in: -200...1000, using: &random))
    if let node = try? host.graph.add(kind, at: place) { view.reload(node) }
  }

  private func edit() {
    // Reloading may notify the delegate, which may edit again.
    guard !isEditing else { return }
    isEditing = true
    defer { isEditing = false }
    guard host.graph.nodeCount > 3 else { return add() }
    guard host.graph.nodeCount < 14, let node = anyNode(), let other = anyNode() else {
      return anyNode().map(host.delete) ?? ()
    }
    let readers = host.graph.downstream(of: node)
    switch random.below(17) {
    case 14, 15, 16: restyle(node, other)
    case 0, 1: add()
    case 2: host.delete(node)
    case 3:
      let kind = ViewHost.kinds[random.below(ViewHost.kinds.count)].name
      try? host.graph.setKind(of: node, to: kind)
      view.reload([node] + readers)
    case 4, 5, 6:
      // Repeated connections where an input takes many.
      let (source, target) = (node.output(random.below(3)), other.input(random.below(3)))
      try? host.graph.connect(source, to: target, replacing: true)
      view.reload(other)
    case 7:
      try? host.graph.disconnect(node.input(random.below(3)))
      view.reload(node)
    case 8:
      try? host.graph.rename(node, to: "n\(random.below(99))")
      if random.oneIn(2) { host.failing = [host.name(node)] }
      view.reload(node)
    case 9:
      try? host.graph.move(node, to: GraphPoint(Double(random.below(1200)), Double(random.below(900))))
      view.reload([node, node])
    case 10:
      if host.hidden.remove(node) == nil { host.hidden = [node] }
      view.reload()
    case 11:
      let sources = host.graph.connections(of: other)
      view.select(GraphSelection(nodes: [node, other, node], connections: sources + sources))
    case 12:
      view.beginConnecting(from: random.oneIn(3) ? nil : node.output(random.below(4)))
    default: change()
    }
  }

  /// Changes looks and frames of existing and of removed items.
  private func restyle(_ node: NodeID, _ other: NodeID) {
    func place() -> GraphPoint { GraphPoint(Double(random.below(1200)), Double(random.below(900))) }
    switch random.below(6) {
    case 0, 1:
      host.looks.nodes[node] = NodeLook(
        size: random.oneIn(2)
          ? nil : GraphSize(Double(random.below(500)), [300, -5, .nan].randomElement(using: &random) ?? 0),
        depth: random.below(3) - 1, isLocked: random.oneIn(4),
        form: NodeLook.Form.allCases.randomElement(using: &random) ?? .full,
        flow: random.oneIn(2) ? .right : NodeLook.Flow.allCases.randomElement(using: &random) ?? .right,
        color: random.oneIn(2) ? nil : GraphColor(0x7e9bd0))
      if random.oneIn(3) { host.resizable.formSymmetricDifference([node]) }
      let side = NodeSide.allCases.randomElement(using: &random)
      switch random.below(6) {
      case 0: host.inputSides[node.input(random.below(3))] = side
      case 1: host.outputSides[node.output] = side
      case 2: (host.inputSides[node.input(0)], host.outputSides[node.output]) = (nil, nil)
      default: break
      }
      view.reload([node] + host.graph.downstream(of: node))
    case 2, 3:
      guard let connection = host.graph.connections(of: other).randomElement(using: &random) else { return }
      var points = (0..<random.below(3)).map { _ in place() }
      if random.oneIn(20) { points.append(GraphPoint(.nan, 0)) }
      host.looks.connections[connection] = ConnectionLook(
        label: random.oneIn(2) ? nil : "a label", color: random.oneIn(2) ? nil : GraphColor(0xb58abf), reroutes: points,
        course: random.oneIn(2) ? nil : ConnectionLook.Course.allCases.randomElement(using: &random),
        width: random.oneIn(2) ? nil : [1, 9, 500, .nan].randomElement(using: &random),
        dash: random.oneIn(2) ? [] : [[8, 4], [-1, 2]].randomElement(using: &random) ?? [])
      host.courses[connection] = random.oneIn(2) ? nil : OddCourse(kind: random.below(5))
      view.reload(connection.target.node)
    case 4:
      let rect = GraphRect(
        place(), GraphSize(Double(random.below(900)), random.oneIn(30) ? -1 : Double(random.below(600))))
      host.looks.frames[FrameID(UInt32(random.below(4)))] = GraphFrame("frame", rect)
      view.reloadFrames()
    default:
      host.looks.frames[FrameID(UInt32(random.below(4)))] = nil
      view.reloadFrames()
    }
  }

  private func change() {
    switch random.below(8) {
    case 0: view.fitToContent()
    case 1: view.profile.gridSnap = random.oneIn(2) ? nil : 25
    case 2: view.viewport.origin = GraphPoint(Double(random.below(500)), Double(random.below(500)))
    case 3:
      view.style.edgeStyle =
        [
          .curve, .straight, .orthogonal, .smoothStep(radius: 8), .lanes(radius: 12),
        ][random.below(5)]
    case 4: view.style.titleHeight = random.oneIn(2) ? 44 : 28
    case 5: view.profile.canvasBounds = nil
    case 6:
      view.profile.canSelectSeveral = !random.oneIn(3)
      view.profile.tapsToggleSelection = random.oneIn(2)
      view.profile.longPressOpensRectangle = random.oneIn(2)
    default: view.handle(InputEvent(noise(), time: time))
    }
  }
}
