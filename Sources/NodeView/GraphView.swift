// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Shows a graph and lets a person edit it, without a screen: events go in, drawings and delegate calls come out.
///
/// Any toolkit, a terminal, a file or a web page can feed it. Mirrors the seed's `SNView`.
///
/// ```swift
/// let view = GraphView(size: Size(1024, 768))
/// view.present(controller)                                     // shows what the controller says
/// view.handle(InputEvent(.down(pointer: 0, at: Point(260, 30), button: .primary), time: 0))
/// view.draw(in: canvas)
/// ```
///
/// The view keeps where things are, not what they are: whoever changes the graph reloads the nodes that are affected.
/// It belongs to one task or thread. It keeps weak references to its host.
public final class GraphView {
  /// Says what is shown.
  public weak var dataSource: (any GraphViewDataSource)?
  /// Says how it looks. Another one is asked from the next ``reload()`` on.
  public weak var rendererProvider: (any GraphViewRendererProvider)? {
    didSet {
      guard rendererProvider !== oldValue else { return }
      renderers = [:]
      dirty.everything()
    }
  }
  /// Hears what a person did.
  public weak var delegate: (any GraphViewDelegate)?

  /// Sizes and colours of what the view draws itself.
  public var style: GraphViewStyle {
    didSet {
      guard style != oldValue else { return }
      scene.showsTrash = style.showsTrash
      if style.edgeStyle != oldValue.edgeStyle { scene.setEdgeStyle(style.edgeStyle) }
      if style.titleHeight != oldValue.titleHeight { reload() }
      dirty.everything()
    }
  }

  /// Told, once for each event or call and at most once for each tick while a gesture goes on, what has changed in
  /// the view. Changes of the same thing are told as one.
  public var onChanges: (([GraphViewChange]) -> Void)?

  /// How single connections differ from the style: their labels, colours and movement. Connections without an entry
  /// look as the style says; an entry may outlive its connection.
  ///
  /// Setting it, be it a single entry, takes O(entries): many are better set at once.
  public var edgeAttributes: [Connection: EdgeAttributes] = [:] {
    didSet {
      guard edgeAttributes != oldValue else { return }
      labelReach = Self.reach(ofLabels: edgeAttributes)
      dirty.everything()
    }
  }
  /// How far the labels of connections reach from their lines.
  private(set) var labelReach = 0.0

  package internal(set) var scene: Scene
  var interaction: Interaction {
    didSet { markActivity(from: oldValue.activity, to: interaction.activity) }
  }
  var renderers: [NodeID: NodeRenderers] = [:]
  var dirty = DirtyNotes()
  var changes = PendingChanges()
  /// What was selected when it was last marked to be drawn.
  var shownSelection = GraphSelection()

  private var waitingEvents: [InputEvent] = []
  private var waitingEffects: [Effect] = []
  private var isDraining = false
  /// What the host had the view do while it was asked; it is done when the event that asked has been answered.
  private var waitingCalls: [(inout Interaction, inout Interaction.Step) -> Void] = []
  private var isAsking = false

  /// A view that shows nothing yet.
  ///
  /// - Parameters:
  ///   - size: How big it is, in view points.
  ///   - profile: What gestures mean.
  ///   - style: Sizes and colours.
  public init(size: Size, profile: InteractionProfile = .touch, style: GraphViewStyle = GraphViewStyle()) {
    self.style = style
    scene = Scene(style)
    interaction = Interaction(viewport: Viewport(size: size), profile: profile)
  }

  /// Makes one host answer everything, and shows its nodes.
  ///
  /// - Parameter host: The host; the view keeps a weak reference.
  public func present(_ host: any NodeGraphDelegate) {
    dataSource = host
    rendererProvider = host
    delegate = host
    reload()
  }
}

@available(*, unavailable)
extension GraphView: Sendable {}

// MARK: Events

extension GraphView {
  /// What gestures mean. A gesture that is going on is cancelled when this changes.
  public var profile: InteractionProfile {
    get { interaction.profile }
    set {
      guard newValue != interaction.profile else { return }
      perform { interaction, step in
        interaction.cancel(&step)
        interaction.profile = newValue
      }
    }
  }

  /// Answers an event: changes the view, tells the delegate, and says what happened.
  ///
  /// An event handed in while the delegate is being told is answered after it.
  ///
  /// - Parameter event: What a person did. With numbers that are none it is ignored; from the past it counts as now.
  /// - Returns: What followed, in order, what the host's answers led to included; at the end what has to be
  ///   drawn anew since an event last said so, after calls such as ``reload()`` too.
  /// - Complexity: O(things around the pointer, connections of the nodes that move).
  @discardableResult
  public func handle(_ event: InputEvent) -> [Effect] {
    waitingEvents.append(event)
    if isDraining { return [] }
    var done = drain()
    if let region = dirty.tell(within: interaction.viewport.visible) { done.append(.dirty(region)) }
    return done
  }

  /// Changes what a person is doing from outside, and tells the delegate.
  func perform(_ body: @escaping (inout Interaction, inout Interaction.Step) -> Void) {
    if isAsking { waitingCalls.append(body) } else { enqueue(effects(of: body)) }
  }

  /// The step ends here, so that it doesn't hold on to the scene while that changes.
  private func effects(of body: (inout Interaction, inout Interaction.Step) -> Void) -> [Effect] {
    var step = Interaction.Step(scene: scene, host: host, modifiers: [])
    body(&interaction, &step)
    return step.effects
  }

  /// Carries out effects, after those that are already being carried out.
  func enqueue(_ effects: [Effect]) {
    waitingEffects += effects
    drain()
  }

  @discardableResult
  private func drain() -> [Effect] {
    if isDraining { return [] }
    isDraining = true
    var done: [Effect] = []
    var isTick = false
    while true {
      if !waitingEffects.isEmpty {
        let effects = waitingEffects
        waitingEffects = []
        for effect in effects where apply(effect) { done.append(effect) }
      } else if !waitingEvents.isEmpty {
        let event = waitingEvents.removeFirst()
        if event.action == .tick { isTick = true }
        // A copy, because the host may look at the view while it is asked.
        var next = interaction
        isAsking = true
        let told = next.handle(event, in: scene, host: host)
        isAsking = false
        interaction = next
        waitingEffects += told
        let calls = waitingCalls
        waitingCalls = []
        for call in calls { waitingEffects += effects(of: call) }
      } else {
        break
      }
    }
    isDraining = false
    tellChanges(isTick: isTick)
    return done
  }

  private var host: Interaction.Host {
    Interaction.Host { [weak self] source, target in
      guard let self, let delegate = self.delegate else { return .refused(.stale(target.node)) }
      return delegate.graphView(self, verdictOnConnecting: source, to: target)
    } defaultNodeSize: { [weak self] in
      guard let self, let delegate = self.delegate else { return .zero }
      let size = delegate.defaultNodeSize(for: self)
      return size.width.isFinite && size.height.isFinite ? size : .zero
    }
  }

  func tellChanges(isTick: Bool = false) {
    if isDraining || changes.isEmpty || interaction.isBusy && !isTick { return }
    let told = changes.take()
    onChanges?(told)
  }
}
