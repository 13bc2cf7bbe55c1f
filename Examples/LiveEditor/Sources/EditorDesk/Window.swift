// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeEval
import NodeGraph
import NodeView

/// One page with its view of the document.
///
/// The view is larger than the page by half of the page's size on each side, so that a page can pan before it receives more.
final class Window {
  /// The number of the window at the desk.
  private let number: Int
  unowned let desk: Desk
  let sendBytes: ([UInt8]) -> Void
  private(set) var view = GraphView(size: .zero, profile: .desktop, style: .light)
  private(set) var controller: SessionController?
  private(set) var surface = PageMessage.Surface(size: GraphSize(800, 600))
  /// The messages of the next frame.
  private var messages: [EditorMessage] = []
  private(set) var drawings = RetainedDrawings()
  private var frame = 0
  private var acknowledged = 0
  /// The hash of each frame that is not acknowledged yet.
  private var hashes: [Int: UInt32] = [:]
  private var shownGround: EditorMessage?
  private var shownStatus: EditorMessage.Status?
  /// Whether the page says how to begin.
  private var showsStart = false
  private var isStatusStale = true
  /// The nodes that the page has descriptions of.
  private var described = DescribedNodes()
  /// The change count of groups when nodes were last described.
  private var groupChanges = 0
  var fields = Fields()
  var keyboard = Keyboard()
  /// The position and the connections of a node that is to be added.
  var chosen: Addition?
  /// The number that is being dragged.
  var sliding: Sliding?
  /// The last camera in each scope.
  private var cameras: [GraphPath: PageMessage.Camera] = [:]
  /// The scope that the page shows to the user, with the titles of its path.
  private var shownPath: (path: GraphPath, titles: [String]) = (GraphPath(), [])
  /// The outer scope over whose part of the path the pointer carries nodes, and the one that the page highlights.
  var receiver: GraphPath?
  var shownReceiver: GraphPath?
  /// The element of the open menu.
  var menuTarget: HitTarget?
  /// The last position of the pointer, in view points.
  var pointer = GraphPoint.zero
  var tip: EditorMessage?
  /// The element of a hint, and the position of the hint.
  var hinted: (target: HitTarget, place: GraphPoint)?
  var cursor = EditorMessage.Cursor.arrow
  /// Whether the next changes are animated.
  var isMoving = false
  var showsAllValues = false
  private(set) var mismatchCount = 0
  /// The file that the page is sending.
  var upload = Upload()
  /// The number of the page's question that is not answered yet.
  private var asked: Int?
  /// The parts of the page beside and below the canvas.
  let panels: [any Panel] = Window.panelTypes.map { $0.init() }
  /// Whether the page shows a problem that the next edit clears.
  private var showsProblem = false
  /// The field in which the name of a group that was just made is edited, and the group.
  var naming: (field: Int, group: NodeID)?
  /// The fields of notes, with the texts that their notes have.
  var openNotes: [Int: String] = [:]
  /// Where the pointer went down last, in view points.
  private var pressed = GraphPoint.zero

  init(_ number: Int, of desk: Desk, _ send: @escaping ([UInt8]) -> Void) {
    self.number = number
    self.desk = desk
    sendBytes = send
  }

  var editor: SessionEditor { desk.editor }
  var session: Session { desk.editor.session }
  /// The groups that the user has entered in this page.
  var path: GraphPath { controller?.path ?? GraphPath() }
  /// Whether the page has authenticated itself.
  var isOpen: Bool { controller != nil }

  func send(_ message: EditorMessage) { messages.append(message) }

  func say(_ text: String, isProblem: Bool = false, action: String = "") {
    send(.toast(text, isProblem: isProblem, action: action))
    send(.announce(text))
    showsProblem = isProblem
  }

  func explain(_ diagnostic: Diagnostic) {
    let notes = diagnostic.notes.isEmpty ? "" : ": " + diagnostic.notes.joined(separator: "; ")
    say(diagnostic.message + notes + diagnostic.advice, isProblem: true)
  }

  func end(_ reason: String) { sendBytes(EditorMessage.bytes([.goodbye(reason)])) }

  /// Handles that the page has disconnected.
  func leave() {
    guard isOpen else { return }
    cancelSliding()
    view.handle(InputEvent(.dragLeft, time: 0))
    guard view.gesture != nil else { return }
    view.handle(InputEvent(.cancelled(pointer: 0), time: 0))
    view.handle(InputEvent(.key(.escape), time: 0))
  }

  // MARK: What pages say

  /// Handles a message of the page.
  ///
  /// - Returns: Whether the conversation continues.
  func handle(_ message: PageMessage) -> Bool {
    if case .hello(let token, let surface, let camera) = message {
      guard isSame(token, desk.host.token) else {
        end("the link is not that of this server")
        return false
      }
      self.surface = surface
      begin(camera)
      send(.commands(EditorCommand.lines))
      return true
    }
    guard isOpen else {
      end("the first message must be 'hello'")
      return false
    }
    switch message {
    case .hello: break
    case .input(let event): handle(event)
    case .key(let name, let modifiers): press(name, modifiers)
    case .text(let field, let text): commit(text, to: field)
    case .command(let name, let arguments): run(name, arguments)
    case .acknowledge(let frame, let hash): acknowledge(frame, hash)
    case .camera(let camera): setCamera(camera)
    case .surface(let surface):
      let (camera, wasDark) = (camera, self.surface.isDark)
      self.surface = surface
      setCamera(camera)
      if surface.isDark != wasDark {
        controller?.setStyle(style)
        for panel in panels { panel.didChangeStyle() }
      }
    case .ask(let number): asked = number
    case .stop: sayUnfinished()
    }
    return true
  }

  /// Says that an evaluation was stopped, and offers to go on.
  func sayUnfinished() {
    let count = session.evaluator.unfinished.count
    if count == 0 { return }
    say(
      "Stopped: \(count == 1 ? "1 node is" : "\(count) nodes are") not up to date", isProblem: true, action: "resume")
  }

  /// Takes the same time for all texts of a length, so that a token can't be found letter by letter.
  private func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private var style: GraphViewStyle { surface.isDark ? .dark : .light }

  /// Shows the document from its beginning.
  func begin(_ camera: PageMessage.Camera? = nil) {
    view = GraphView(size: .zero, profile: .editor, style: style)
    let controller = SessionController(of: editor, in: view)
    if showsAllValues { controller.valuesOnConnections = .all }
    (sliding, menuTarget, hinted, chosen, receiver, naming) = (nil, nil, nil, nil, nil, nil)
    controller.onRequest = { [weak self] request in self?.answer(request) }
    self.controller = controller
    fields = Fields()
    openNotes = [:]
    keyboard = Keyboard()
    (cameras, shownPath) = ([:], (GraphPath(), []))
    startOver()
    for panel in panels { panel.begin(in: self) }
    groupChanges = editor.groups.changeCount
    if let camera { setCamera(camera) } else { fit(least: 0.5) }
    desk.didChangeStatus()
  }

  /// Sends everything again.
  private func startOver() {
    messages = [.reset]
    drawings = RetainedDrawings()
    described.startOver()
    (shownGround, shownStatus, shownReceiver) = (nil, nil, nil)
    showsStart = false
    if !shownPath.titles.isEmpty { send(.path(shownPath.titles)) }
    (acknowledged, hashes) = (frame, [:])
    for panel in panels { panel.forgetShown() }
    didChangeStatus()
  }

  func didChangeStatus() {
    isStatusStale = true
    for panel in panels { panel.didChangeStatus() }
  }

  func didEdit(_ nodes: [NodeID]) {
    didChangeStatus()
    for panel in panels { panel.didEdit(nodes, in: self) }
    // An edit that is refused is explained after it was taken back.
    if showsProblem {
      showsProblem = false
      send(.toast("", isProblem: false, action: ""))
    }
    let (groups, scope) = (editor.groups, controller?.path.scope)
    if groups.changeCount != groupChanges {
      // Nodes can enter and leave groups without being edited themselves.
      groupChanges = groups.changeCount
      described.noteScope()
    }
    // A removed node is in no scope.
    described.note(nodes.map { groups.member(showing: $0, in: scope) ?? $0 } + editor.edges(of: scope))
  }

  // MARK: Where the page is

  var margin: GraphPoint { GraphPoint(surface.size.width / 2, surface.size.height / 2) }

  /// The visible part of the canvas, without the margin.
  var camera: PageMessage.Camera {
    PageMessage.Camera(origin: view.viewport.canvasPoint(margin), zoom: view.viewport.zoom)
  }

  /// The point of the canvas below the pointer; `nil` if the pointer was never over the page.
  var pointedPlace: GraphPoint? {
    GraphRect(margin, surface.size).contains(pointer) ? view.viewport.canvasPoint(pointer) : nil
  }

  func setCamera(_ camera: PageMessage.Camera) {
    var viewport = Viewport(
      size: GraphSize(surface.size.width * 2, surface.size.height * 2), zoom: camera.zoom,
      zoomRange: Self.leastZoom...3)
    viewport.origin = camera.origin - margin * (1 / viewport.zoom)
    if viewport.zoom == view.viewport.zoom, viewport.size == view.viewport.size {
      if viewport.origin != view.viewport.origin { drawings.pan(view, to: viewport) }
    } else {
      view.viewport = viewport
    }
  }

  /// The least zoom of a page.
  static let leastZoom = 0.01

  /// The point of the canvas in the middle of the page.
  var middle: GraphPoint {
    view.viewport.canvasPoint(GraphPoint(view.viewport.size.width / 2, view.viewport.size.height / 2))
  }

  /// The part of the page that neither the tools nor the line at its foot cover, in points of the page.
  var free: GraphRect {
    let side = min(40, surface.size.width / 16)
    // On a narrow page the tools are at the foot.
    let (top, bottom): (Double, Double) = (76, max(surface.size.width > 720 ? 56 : 104, covered.height + 24))
    return GraphRect(
      x: side, y: top, width: max(surface.size.width - 2 * side - covered.width, 1),
      height: max(surface.size.height - top - bottom, 1))
  }

  /// Shows all nodes, never enlarged, and notifies the page.
  ///
  /// - Parameter least: The least zoom. If not all nodes fit at this zoom, as many as possible of the first are shown.
  func fit(least: Double = leastZoom) {
    var viewport = Viewport(size: free.size, zoomRange: least...1)
    if let content = view.contentBounds {
      viewport.fit(content, margin: 0)
      let visible = viewport.visible
      if content.width > visible.width { viewport.origin.x = content.minX }
      if content.height > visible.height { viewport.origin.y = fullest(viewport.visible, content) }
    }
    show(PageMessage.Camera(origin: viewport.canvasPoint(.zero - free.origin), zoom: viewport.zoom))
  }

  /// The upper edge at which a part of the canvas with this left edge and size shows most nodes completely; of several
  /// the uppermost.
  private func fullest(_ part: GraphRect, _ content: GraphRect) -> Double {
    let column = GraphRect(x: part.minX, y: content.minY, width: part.width, height: content.height)
    let rects = view.nodes(in: column).compactMap { view.frame(of: $0)?.rect }.filter { $0.maxX <= part.maxX }
    let (tops, ends) = (rects.map(\.minY).sorted(), rects.map(\.maxY).sorted())
    var (best, most, above, ended) = (content.minY, 0, 0, 0)
    for top in tops {
      while ended < ends.count, ends[ended] <= top + part.height { ended += 1 }
      while above < tops.count, tops[above] < top { above += 1 }
      // Of those that end above the lower edge, those that begin above the upper edge are cut or invisible.
      if ended - above > most { (best, most) = (top, ended - above) }
    }
    return min(best, content.maxY - part.height)
  }

  func show(_ camera: PageMessage.Camera) {
    setCamera(camera)
    send(.camera(self.camera))
  }

  /// Pans the view as far as necessary to show a node.
  func reveal(_ node: NodeID) {
    if let rect = view.frame(of: node)?.rect { reveal(rect) }
  }

  /// Pans the view as far as necessary to show a rectangle, or its upper left corner if it is too large.
  func reveal(_ rect: GraphRect) {
    var camera = camera
    let margin = 24 / camera.zoom
    func move(_ origin: inout Double, _ room: Double, _ low: Double, _ high: Double) {
      origin = min(max(origin, high + margin - room), low - margin)
    }
    move(&camera.origin.x, (surface.size.width - covered.width) / camera.zoom, rect.minX, rect.maxX)
    // The tools at the top cover a larger part.
    move(
      &camera.origin.y, (surface.size.height - covered.height) / camera.zoom, rect.minY - 48 / camera.zoom, rect.maxY)
    if camera != self.camera { show(camera) }
  }

  // MARK: Groups

  /// Shows another scope, as it was left or as a whole.
  func go(to path: GraphPath) {
    guard let controller else { return }
    cancelSliding()
    keyboard.end()
    setFocus(nil)
    cameras[controller.path] = camera
    controller.go(to: path)
    showPath()
  }

  /// Notifies the page of the current scope, also after a group was removed or renamed. A scope is shown as it was left.
  private func showPath() {
    guard let controller else { return }
    let titles = editor.groups.titles(along: controller.path)
    let (old, oldTitles) = shownPath
    if controller.path == old, titles == oldTitles { return }
    shownPath = (controller.path, titles)
    send(.path(titles))
    didChangeStatus()
    guard controller.path != old else { return }
    if let camera = cameras[controller.path] { show(camera) } else { fit() }
    // The descriptions of both scopes are updated: those of the old nodes are removed, those of the new ones added.
    described.noteScope()
    (hinted, menuTarget, chosen) = (nil, nil, nil)
    send(.announce(titles.isEmpty ? "In \(desk.title)" : "In \(titles.joined(separator: ", in "))"))
  }

  // MARK: Devices

  private func handle(_ event: InputEvent) {
    var event = event
    switch event.action {
    case .down(let number, let place, let button):
      event.action = .down(pointer: number, at: place + margin, button: button)
      (pointer, pressed) = (place + margin, place + margin)
      keyboard.end()
      setFocus(nil)
      view.handle(event)
      if button == .primary { beginSliding(number, event.modifiers) }
      return
    case .moved(let number, let place):
      event.action = .moved(pointer: number, at: place + margin)
      pointer = place + margin
      if slide(number, event) { return }
    case .up(let number, let place):
      event.action = .up(pointer: number, at: place + margin)
      pointer = place + margin
      if endSliding(number) { return }
      dropOnPath()
    case .cancelled(let number): if sliding?.pointer == number { cancelSliding() }
    case .draggedOver(let payload, let place): event.action = .draggedOver(payload, at: place + margin)
    case .dropped(let payload, let place): event.action = .dropped(payload, at: place + margin)
    case .scroll, .pinch, .key, .dragLeft, .tick: break
    }
    view.handle(event)
    if case .up = event.action { follow(from: pressed) }
  }

  // MARK: Frames

  private func acknowledge(_ number: Int, _ hash: UInt32) {
    acknowledged = max(acknowledged, number)
    if let expected = hashes[number], expected != hash {
      // The contents of the page are not as expected, so everything is sent again.
      mismatchCount += 1
      startOver()
    }
    hashes = hashes.filter { $0.key > number }
  }

  /// Sends the changes since the last frame. If two frames are not acknowledged yet, the changes are sent later.
  func show() {
    guard isOpen, frame - acknowledged < 2 else { return }
    if let palette = view.style.palette {
      let ground = EditorMessage.ground(
        canvas: isWiring ? palette.wiringCanvas : palette.canvas, dot: palette.dot, isWiring: isWiring)
      if ground != shownGround {
        shownGround = ground
        send(ground)
      }
    }
    showPath()
    let count = messages.count
    drawings.update(from: view, &messages)
    if isMoving, messages.count > count { messages.insert(.motion, at: count) }
    isMoving = false
    checkOpenNotes()
    describe()
    showReceiver()
    for panel in panels { panel.show(in: self) }
    showTip()
    showCursor()
    showStatus()
    if messages.isEmpty { return }
    frame += 1
    hashes[frame] = drawings.hash
    send(.frame(frame, hash: drawings.hash))
    desk.onStep?(.frame(window: number, number: frame, hash: drawings.hash))
    sendBytes(EditorMessage.bytes(messages))
    messages = []
  }

  /// Answers the question of the page, even if that has not acknowledged its frames yet.
  func answer() {
    guard let asked else { return }
    self.asked = nil
    sendBytes(EditorMessage.bytes([.answer(asked)]))
  }

  /// Whether edits belong to a gesture in progress.
  var isDragging: Bool { view.gesture != nil || sliding?.isMeant == true }

  private var isWiring: Bool {
    switch view.gesture {
    case .wiring?, .feeding?: true
    default: view.connectionSource != nil
    }
  }

  private func describe() {
    let seen = GraphRect(camera.origin, GraphSize(surface.size.width / camera.zoom, surface.size.height / camera.zoom))
    guard let (new, removed) = described.changes(in: view, seen: seen, focus: keyboard.node) else { return }
    send(
      .tree(
        new.map { Describing.node($0, desk.number(of: $0), editor) }, removed: removed.map { desk.number(of: $0) }))
  }

  private func showStatus() {
    guard isStatusStale else { return }
    isStatusStale = false
    let isEmpty = path.isRoot && view.nodeCount == 0
    if isEmpty != showsStart {
      showsStart = isEmpty
      send(.start(isEmpty: isEmpty, isEmpty ? desk.host.examples.map(\.line) : []))
    }
    let status = Describing.status(of: desk)
    if status == shownStatus { return }
    shownStatus = status
    send(.status(status))
  }
}

extension Desk {
  /// The windows whose pages have authenticated themselves.
  var openWindows: [Window] { windowList.filter(\.isOpen) }
}
