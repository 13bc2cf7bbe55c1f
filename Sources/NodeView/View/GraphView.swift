// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Shows a graph and lets a user edit it, without a screen: events go in, drawings and delegate calls come out.
///
/// Any toolkit, a terminal, a file or a web page can drive it.
///
/// ```swift
/// let view = GraphView(size: GraphSize(1024, 768))
/// view.present(controller)  // shows the controller's nodes
/// view.handle(InputEvent(.down(pointer: 0, at: GraphPoint(260, 30), button: .primary), time: 0))
/// view.draw(in: canvas)
/// ```
///
/// The view stores where nodes are, not what they are: after each change of the graph, reload the nodes that are
/// affected. A node that is not reloaded shows its old value and its old connections, and is hit where it was.
///
/// The view has neither a clock nor a timer: send ``InputEvent/Action/tick`` events while a pointer is down. It belongs
/// to one task or thread, and holds its host weakly, so keep the host alive yourself. Without a host it shows what it
/// loaded last, refuses every connection and drops requests.
public final class GraphView {
  /// Says what is shown. Setting it doesn't load anything yet: call ``reload()``.
  ///
  /// The view holds it weakly. When it is gone, the view keeps what it loaded last, and reloading has no effect.
  /// ``present(_:)`` sets all three references at once.
  public weak var dataSource: (any GraphViewDataSource)?
  /// Says what nodes look like. Setting another one drops all renderers, so that nodes are invisible until
  /// ``reload()``.
  ///
  /// Without a provider no node is loaded. The view holds it weakly.
  ///
  /// - Complexity: O(renderers) to set another one.
  public weak var rendererProvider: (any GraphViewRendererProvider)? {
    didSet {
      guard rendererProvider !== oldValue else { return }
      // Renderers are released when the presentation is whole again: their `deinit` is the host's code.
      withExtendedLifetime(presentation.takeRenderers()) { presentation.dirty.everything() }
    }
  }
  /// Receives what the user did, and decides what may be connected. Without a delegate every connection is refused, and
  /// requests are dropped.
  ///
  /// Set it before events are handled: a delegate that is set later doesn't receive what happened before, such as the
  /// selection. The view holds it weakly.
  public weak var delegate: (any GraphViewDelegate)? {
    didSet { candidates.forget() }
  }

  /// Sizes and colours of what the view draws itself.
  ///
  /// Setting another title height, or a palette where there was none and the other way round, reloads all nodes, which
  /// calls the data source and the renderer provider. Other changes only mark everything for drawing.
  ///
  /// - Complexity: O(entries of ``edgeAttributes``) to set; O(nodes + connections) for another title height, another
  ///   course of connections, or a change between a style with a palette and one without.
  public var style: GraphViewStyle {
    didSet {
      guard style != oldValue else { return }
      presentation.setStyle(style)
      measureLabels()
      if style.titleHeight != oldValue.titleHeight || (style.palette == nil) != (oldValue.palette == nil) { reload() }
      presentation.dirty.everything()
    }
  }

  /// Receives what has changed in the view: once for each event or call, and at most once for each tick while a gesture
  /// continues. Changes of the same thing are merged, and only the latest is reported.
  ///
  /// Setting `nil` discards changes that have not been reported; changes from before it was set are not reported.
  public var onChanges: (([GraphViewChange]) -> Void)? {
    didSet { presentation.changes.isTold = onChanges != nil }
  }

  /// Receives each event and each ``viewport`` that comes from outside, before it takes effect: for a ``Recorder``.
  /// Those that arrive while an event is handled are not reported, because they follow from that event.
  public var onStep: ((GraphViewStep) -> Void)?

  /// How single connections differ from the style: their labels, colours and movement. Connections without an entry
  /// follow their look and the style. Entries of connections that were removed stay until you remove them, or call
  /// ``clear()``.
  ///
  /// - Complexity: O(entries) to set, even for a single entry: set many at once.
  public var edgeAttributes: [Connection: EdgeAttributes] = [:] {
    didSet {
      guard edgeAttributes != oldValue else { return }
      measureLabels()
      presentation.dirty.everything()
    }
  }

  /// What connections carry, for connections that have no label of their own. A themed view draws it in a pill next to
  /// the line, cut in the middle where it is longer than ``EdgeContent/width``; a view without a palette ignores it.
  ///
  /// - Complexity: O(entries of ``edgeAttributes``) to set.
  public var edgeContent: EdgeContent? {
    didSet {
      measureLabels()
      presentation.dirty.everything()
    }
  }

  var presentation: Presentation
  var interaction: Interaction {
    didSet {
      if oldValue.pulledSource != interaction.pulledSource { candidates.forget() }
      markOffer(from: oldValue.offer, to: interaction.offer)
      if oldValue.guides != interaction.guides {
        for guide in oldValue.guides + interaction.guides { presentation.dirty.add(guide.bounds.expanded(by: 2)) }
        presentation.dirty.parts.addGesture()
      }
      guard oldValue.activity != interaction.activity else { return }
      presentation.markActivity(from: oldValue.activity, to: interaction.activity)
    }
  }
  private var queue = EventQueue()
  let candidates = ConnectionCandidates()
  var pointedAt = PointedAt()
  var snapshots = SnapshotGenerations()

  /// Makes a view that shows no node yet. Call ``present(_:)`` next.
  ///
  /// - Parameters:
  ///   - size: The size of the view, in view points. Set ``viewport`` to change it later.
  ///   - profile: What gestures mean.
  ///   - style: Sizes and colours.
  public init(size: GraphSize, profile: InteractionProfile = .touch, style: GraphViewStyle = GraphViewStyle()) {
    self.style = style
    presentation = Presentation(style)
    interaction = Interaction(viewport: Viewport(size: size), profile: profile)
  }

  /// Returns the memory of many nodes to the system, which may have been needed only for a layout.
  deinit {
    let (count, bytesPerNode) = (presentation.scene.nodes.count, 2048)
    presentation = Presentation(style)
    GrowingMemory.returnFreedMemory(count * bytesPerNode)
  }

  /// Makes one host the data source, the renderer provider and the delegate, and shows its nodes. If another host was
  /// the data source, everything that belonged to it is forgotten, as by ``clear()``, without notifying it;
  /// ``edgeAttributes`` stay.
  ///
  /// Presenting the same host again keeps selection and viewport, as ``reload()`` does. The viewport always stays: call
  /// ``fitToContent(margin:extendingZoomRange:)`` to show all nodes.
  ///
  /// ```swift
  /// let view = GraphView(size: GraphSize(800, 600), profile: .desktop)
  /// view.present(host)  // keep the host alive: the view doesn't
  /// view.fitToContent()
  /// ```
  ///
  /// - Parameter host: The host; the view keeps a weak reference.
  /// - Complexity: O(nodes + connections).
  public func present(_ host: any NodeGraphDelegate) {
    if dataSource !== host, !scene.nodes.isEmpty || interaction.isBusy {
      delegate = nil
      let attributes = edgeAttributes
      clear()
      edgeAttributes = attributes
    }
    dataSource = host
    rendererProvider = host
    delegate = host
    reload()
  }

  /// Whether the view shows a node.
  func isShown(_ node: NodeID) -> Bool { presentation.scene.nodes[node] != nil }

  package var scene: Scene {
    @inline(__always) get { presentation.scene }
  }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() {
    presentation.checkInvariants()
    interaction.checkInvariants()
    queue.checkInvariants()
    snapshots.checkInvariants()
  }
}

@available(*, unavailable)
extension GraphView: Sendable {}

// MARK: Events

extension GraphView {
  /// What gestures mean. Setting another profile cancels the gesture in progress, and what it moved is put back.
  ///
  /// Pointers that are down have no effect until all of them are up. Setting an equal profile has no effect.
  public var profile: InteractionProfile {
    get { interaction.profile }
    set {
      guard newValue != interaction.profile else { return }
      perform { interaction, reaction in
        interaction.cancel(&reaction)
        interaction.profile = newValue
      }
    }
  }

  /// Handles an event: changes the view, notifies the delegate, and returns what happened.
  ///
  /// Send all events of one session here, in order; a pointer that is down without a later `up` or `cancelled` event
  /// never ends its gesture. An event that the delegate sends from one of its methods is queued and handled afterwards:
  /// that call returns no effects, and the outer call returns them.
  ///
  /// - Parameter event: What the user did. An event with a number that is not finite is ignored; one with an earlier
  ///   time than the last counts as happening now.
  /// - Returns: The effects, in order, including those of the host's own calls. The last one may be
  ///   ``GraphViewEffect/dirty(_:)``: what has to be drawn again since an event last reported it, because of calls such
  ///   as ``reload()`` too.
  /// - Complexity: O(things around the pointer + connections of the nodes that move); where the selection changes, O(k
  ///   log k) for k things that are selected, before and after.
  @discardableResult
  public func handle(_ event: InputEvent) -> [GraphViewEffect] {
    if event.isFinite { tellStep(.event(event)) }
    guard queue.beginDraining(orAdding: event) else { return [] }
    let wasMoving = interaction.activity.isMoving
    var done = drain(event)
    endDropTarget(afterMoving: wasMoving)
    follow(event)
    if let region = presentation.dirty.tell(within: interaction.viewport.visible) { done.append(.dirty(region)) }
    return done
  }

  func tellStep(_ step: GraphViewStep) {
    if !queue.isDraining { onStep?(step) }
  }

  /// Changes the interaction from outside, and notifies the delegate.
  func perform(_ call: @escaping EventQueue.Call) {
    if queue.isAsking { queue.add(call) } else { enqueue(effects(of: call)) }
  }

  /// Returns the effects of a call. The reaction ends here, so that it doesn't retain the scene while the scene
  /// changes.
  private func effects(of call: EventQueue.Call) -> [GraphViewEffect] {
    var reaction = Interaction.Reaction(scene: presentation.scene, host: host, modifiers: [])
    call(&interaction, &reaction)
    return reaction.effects
  }

  /// Carries out effects, after those that are already being carried out.
  package func enqueue(_ effects: [GraphViewEffect]) {
    if queue.beginDraining(with: effects) { _ = drain(nil) }
  }

  /// Handles an event, if one is given, then processes the queue until it is empty. Returns the effects.
  private func drain(_ first: InputEvent?) -> [GraphViewEffect] {
    var done: [GraphViewEffect] = []
    var isTick = false
    if let first {
      isTick = first.action == .tick
      react(to: first)
    }
    while let work = queue.next() {
      switch work {
      case .effects(let effects):
        for effect in effects where apply(effect) { done.append(effect) }
      case .event(let event):
        if event.action == .tick { isTick = true }
        react(to: event)
      }
    }
    tellChanges(isTick: isTick)
    return done
  }

  private func react(to event: InputEvent) {
    // A copy, because the host may read the view while it answers.
    var next = interaction
    queue.beginAsking()
    let told = next.handle(event, in: presentation.scene, host: host)
    let calls = queue.endAsking(told)
    interaction = next
    for call in calls { queue.add(effects(of: call)) }
  }

  private var host: Interaction.Host { Interaction.Host(of: self) }

  func tellChanges(isTick: Bool = false) {
    if queue.isDraining || presentation.changes.isEmpty || interaction.isBusy && !isTick { return }
    let told = presentation.changes.take()
    onChanges?(told)
  }

  /// Carries out an effect and notifies the delegate.
  ///
  /// - Returns: Whether it still applied.
  private func apply(_ effect: GraphViewEffect) -> Bool {
    guard let remaining = effect.remaining(in: self) else { return false }
    effect.change(&presentation, of: self)
    if case .resized(let node, _) = effect { fitFrame(of: node) }
    delegate?.graphView(self, did: remaining)
    return true
  }
}

// MARK: Reloading

extension GraphView {
  /// Shows what the data source says. Nodes that stay keep their depth and their selection.
  ///
  /// Call it when the list of nodes has changed as a whole; after an edit, ``reload(_:)-([NodeID])`` of the affected
  /// nodes is cheaper. It has no effect without a data source. The selection, a gesture or a pulled wire that belongs
  /// to a removed node ends.
  ///
  /// - Complexity: O(nodes + connections).
  public func reload() {
    guard let dataSource else { return }
    let nodes = dataSource.nodes(for: self)
    let shown = Set(nodes)
    candidates.forget()
    presentation.dirty.everything()
    let gone = scene.nodes.keys.filter { !shown.contains($0) }
    for node in gone { remove(node) }
    presentation.setFrames(dataSource.frames(for: self))
    let graph = dataSource.graph(for: self)
    // An estimate: the average of the whole graph, of which this may be a part.
    let connections = nodes.count * graph.connectionCount / max(graph.nodeCount, nodes.count, 1)
    presentation.reserveCapacity(nodes: nodes.count, connections: connections)
    let hasLost = load(nodes, consume graph, dataSource)
    finishLoading(hasLost: hasLost || !gone.isEmpty)
  }

  /// Shows a node as it is now: its value, title, position, ports and connections. Adds it if it is new, and removes it
  /// if it no longer exists. Rows of other nodes that show its value are reloaded too, but no other nodes.
  ///
  /// - Parameter node: The node.
  /// - Complexity: O(k log k) for the connections of the node and the rows of the nodes that read it.
  public func reload(_ node: NodeID) { reload([node]) }

  /// Shows nodes as they are now, as ``reload(_:)-(NodeID)`` does for each, with one call of
  /// ``GraphViewDataSource/graph(for:)``.
  ///
  /// Pass all nodes that an edit affected, not only those whose value changed: a connection that was cut disappears
  /// when the node it led to is reloaded. Order and repetitions don't matter, and ids from a document stand for the
  /// nodes that have them there.
  ///
  /// ```swift
  /// view.reload(try evaluator.edit { edit throws(GraphError) in try edit.remove(node) }.affected)
  /// ```
  ///
  /// - Parameter nodes: The nodes, for example those that a receipt names.
  /// - Complexity: O(k log k) for the connections of the nodes and the rows of the nodes that read them.
  public func reload(_ nodes: [NodeID]) {
    guard let dataSource else { return }
    let graph = dataSource.graph(for: self)
    // Under the id of a document a node would be shown twice.
    let nodes = nodes.map { $0.isInDocument ? graph.node(inDocument: $0) ?? $0 : $0 }
    let hasLost = load(nodes, consume graph, dataSource)
    let inputs = scene.inputs(fedBy: nodes)
    for (place, input) in inputs.enumerated() {
      reloadRow(input)
      // Once for each node, after the last of its rows: it reads all of them.
      if place + 1 == inputs.count || inputs[place + 1].node != input.node { fitFrame(of: input.node) }
    }
    finishLoading(hasLost: hasLost)
  }

  /// Loads nodes. It consumes the graph before the delegate is notified, so that a host that edits the graph then
  /// doesn't copy it.
  ///
  /// - Returns: Whether nodes, ports or connections may be gone.
  private func load(_ nodes: [NodeID], _ graph: consuming Graph, _ dataSource: any GraphViewDataSource) -> Bool {
    candidates.forget()
    var hasLost = false
    for node in nodes {
      let isShown = dataSource.graphView(self, shows: node, in: graph)
      if isShown ? load(node, graph, dataSource) : remove(node) { hasLost = true }
    }
    return hasLost
  }

  /// Drops the selection and gestures of what no longer exists, but only if something may be gone: a delegate that
  /// reloads each of many nodes while they are dragged would otherwise have all of them checked each time.
  private func finishLoading(hasLost: Bool) {
    // The verdicts on connections may have changed, anywhere.
    if connectionSource != nil || interaction.activity.wire != nil { presentation.dirty.everything() }
    if hasLost {
      let wasMoving = interaction.activity.isMoving
      defer { endDropTarget(afterMoving: wasMoving) }
      perform { interaction, reaction in reaction.effects += interaction.forget(missingFrom: reaction.scene) }
    }
    tellChanges()
  }

  /// Ends a drop target with the drag that it is for, however that ends, or with its connection.
  private func endDropTarget(afterMoving wasMoving: Bool) {
    guard let target = dropTarget else { return }
    if wasMoving && !interaction.activity.isMoving || !scene.contains(target) { dropTarget = nil }
  }

  /// Removes a node from the view.
  ///
  /// - Returns: Whether it was shown.
  @discardableResult
  func remove(_ node: NodeID) -> Bool {
    guard isShown(node) else { return false }
    snapshots.end(node)
    withExtendedLifetime(presentation.remove(node)) {}
    return true
  }

  private func reloadRow(_ input: InputPort) {
    guard let parts = presentation.renderers[input.node], let node = scene.nodes[input.node], scene.contains(input)
    else { return }
    parts.inputs[input.index].reload()
    presentation.dirty.add(node.frame.inputRow(input.index))
    presentation.dirty.parts.add(input.node)
  }

  /// Gives a node that is shown the frame that its parts need now.
  func fitFrame(of node: NodeID) {
    guard let parts = presentation.renderers[node], let shown = scene.nodes[node] else { return }
    presentation.resize(node, to: parts.frame(at: shown.frame.origin, titled: shown.title, style))
  }

  /// - Returns: Whether ports or connections may be gone.
  private func load(_ node: NodeID, _ graph: Graph, _ dataSource: any GraphViewDataSource) -> Bool {
    guard let kind = dataSource.graphView(self, kindOf: node, in: graph) else { return remove(node) }
    guard let provider = rendererProvider else { return false }
    let sources = kind.inputs.indices.map { index in
      dataSource.graphView(self, sourcesOf: node.input(index), in: graph)
    }
    let old = scene.nodes[node]
    presentation.mark(node, withConnections: true)

    var parts: NodeRenderers
    var hasLost = false
    if let known = presentation.renderers[node], known.kind == kind, let old {
      parts = known
      for (index, sources) in sources.enumerated() where sources != old.sources[index] {
        parts.inputs[index] = provider.graphView(
          self, inputRowRendererFor: node.input(index), connectedTo: sources)
        hasLost = true
      }
    } else {
      hasLost = old != nil
      snapshots.end(node)
      parts = NodeRenderers(of: node, kind, sources, from: provider, in: self)
      if old != nil { presentation.changes.note(.replaced(node)) }
    }
    parts.look = dataSource.graphView(self, lookOf: node, in: graph)
    parts.isResizable = dataSource.graphView(self, canResize: node, in: graph)
    parts.reload()
    parts.appearance = style.palette == nil ? NodeAppearance() : provider.graphView(self, appearanceOf: node)
    let origin = dataSource.graphView(self, positionOf: node, in: graph)
    let title = dataSource.graphView(self, titleOf: node, in: graph)
    let frame = parts.frame(at: origin, titled: title, style)
    let isFailed = parts.item.isFailed
    var looks: [(connection: Connection, look: ConnectionLook)] = []
    var courses: [(connection: Connection, course: (any EdgeCourse)?)] = []
    for (index, sources) in sources.enumerated() {
      for source in sources {
        let connection = Connection(from: source, to: node.input(index))
        let look = dataSource.graphView(self, lookOf: connection, in: graph)
        if !look.isDefault || presentation.looks[connection] != nil { looks.append((connection, look)) }
        let course = look.course.map(EdgeStyle.init) ?? provider.graphView(self, courseOf: connection)
        if !scene.hasCourse(course, connection) { courses.append((connection, course)) }
      }
    }
    // All at once, after the last answer: a host that draws while it answers finds a renderer for each row.
    withExtendedLifetime(
      presentation.set(
        node, parts, frame: frame, replacing: old?.frame, title: title, sources: sources, isFailed: isFailed)
    ) {}
    for (connection, look) in looks { presentation.setLook(look, of: connection) }
    for (connection, course) in courses { presentation.setCourse(course, of: connection) }
    return hasLost
  }
}
