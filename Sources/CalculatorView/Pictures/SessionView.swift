// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Shows a session's nodes in a view. Positions belong to the view, since formulas have none.
///
/// The view can't edit the session.
final class SessionView {
  let view: GraphView
  private let contents: PictureContents
  private let shown: [NodeID]
  let renderers: CalculatorRenderers
  private var positions: [NodeID: GraphPoint] = [:]
  private var frames: [FrameID: GraphFrame] = [:]
  /// Whether nodes are shown at their positions in the session, with the reroutes of wires.
  private var isPlaced = false

  /// Creates a view of the nodes of a picture. ``arrange(margin:)`` positions them.
  init(of contents: PictureContents, nodes: [NodeID], style: GraphViewStyle) {
    self.contents = contents
    shown = nodes
    renderers = CalculatorRenderers(values: CardValues(of: contents), look: .fitting(style)) { node in
      contents.title(node, inFrames: true)
    } detail: { node in
      contents.detail(node)
    }
    view = GraphView(size: .zero, profile: .desktop, style: style)
    view.present(self)
  }

  /// Shows the nodes at their positions in the session, or lays them out if they would hide each other there. Makes the view as
  /// large as they need.
  func arrange(margin: Double = 24) {
    showPlaces()
    if !isPlaced { layOut() }
    let content = (view.contentBounds ?? GraphRect(.zero, .zero)).expanded(by: margin)
    view.viewport = Viewport(size: content.size, origin: content.origin)
  }

  /// Shows the nodes at their positions in the session, if all positions differ and no node hides another.
  private func showPlaces() {
    if contents.outline?.frames.isEmpty == false || shown.contains(where: contents.isInput) { return }
    for node in shown { positions[node] = contents.position(node) }
    isPlaced = Set(positions.values).count == positions.count && shown.count > 1
    if !isPlaced {
      positions = [:]
      return
    }
    view.reload()
    isPlaced = shown.allSatisfy { node in
      view.frame(of: node).map { view.nodes(in: $0.rect) == [node] } ?? true
    }
    // A layout finds other routes than the reroutes.
    if !isPlaced { return view.reload() }
    frames = Dictionary(uniqueKeysWithValues: contents.frames.map { ($0.id, $0.frame) })
    view.reloadFrames()
  }

  private func layOut() {
    let layout =
      view.style.palette == nil
      ? LayeredLayout() : LayeredLayout(layerSpacing: 56, nodeSpacing: 20, laneSpacing: 8)
    let boxes = shownBoxes
    let notes = contents.frames.map(\.frame).filter { $0.title.isEmpty && !$0.text.isEmpty }
    view.arrange { graph, _ in
      if boxes.isEmpty { return layout.layout(graph) }
      let framed = FramedLayout(graph, in: boxes.map { .init($0.places, in: $0.enclosing) }, by: layout)
      for (index, rect) in framed.rects.enumerated() {
        frames[FrameID(UInt32(index))] = GraphFrame(
          boxes[index].title, rect, color: boxes[index].color, text: boxes[index].text)
      }
      return framed.result
    }
    showAbove(notes)
    view.reloadFrames()
  }

  /// Shows notes that enclose no nodes side by side above everything.
  private func showAbove(_ notes: [GraphFrame]) {
    let shown = Set(frames.values.map(\.text))
    guard let content = view.contentBounds else { return }
    var x = content.minX
    for note in notes where !shown.contains(note.text) {
      var note = note
      note.rect.origin = GraphPoint(x, content.minY - note.rect.height - 32)
      frames[FrameID(UInt32(frames.count))] = note
      x += note.rect.width + 24
    }
  }
}

extension SessionView {
  /// A frame that has shown nodes in it, with these nodes by their positions in layout graphs.
  private struct Box {
    let title: String
    let color: GraphColor?
    let text: String
    let places: [Int]
    let enclosing: Int?
  }

  private var shownBoxes: [Box] {
    let all = contents.boxes(around: shown)
    let ordered = shown.sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
    let places = Dictionary(uniqueKeysWithValues: zip(ordered, ordered.indices))
    let nodes = all.map { $0.nodes.compactMap { places[$0] } }
    var isShown = nodes.map { !$0.isEmpty }
    for index in all.indices.reversed() where isShown[index] {
      if let enclosing = all[index].enclosing { isShown[enclosing] = true }
    }
    var found: [Box] = []
    var numbers: [Int: Int] = [:]
    for (index, box) in all.enumerated() where isShown[index] {
      numbers[index] = found.count
      found.append(
        Box(
          title: box.title, color: box.color, text: box.text, places: nodes[index],
          enclosing: box.enclosing.flatMap { numbers[$0] }))
    }
    return found
  }
}

extension SessionView: GraphViewDataSource, CalculatorRendererProvider, GraphViewDelegate {
  func nodes(for view: GraphView) -> [NodeID] { shown }

  func graph(for view: GraphView) -> Graph { contents.graph }

  func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint { positions[node] ?? .zero }

  func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook { contents.look(node) }

  func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    var look = contents.look(connection)
    // A layout finds its own routes.
    if !isPlaced { look.reroutes = [] }
    return look
  }

  func frames(for view: GraphView) -> [FrameID: GraphFrame] { frames }

  func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String {
    contents.title(node, inFrames: true)
  }

  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) { positions[node] = position }
}
