// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct GraphViewPartTests {
  private func demo() throws -> Demo {
    let demo = try Demo(.desktop)
    demo.view.style = .light
    return demo
  }

  private func parts(_ view: GraphView) -> [GraphViewPart] {
    view.parts(in: view.viewport.visible).sorted { $0.depth < $1.depth }
  }

  private func drawings(of parts: [GraphViewPart], _ view: GraphView) -> [GraphViewPart: RecordingCanvas] {
    var canvases: [GraphViewPart: RecordingCanvas] = [:]
    view.draw(parts) { part in
      let canvas = RecordingCanvas()
      canvases[part] = canvas
      return canvas
    }
    return canvases
  }

  /// The drawings inside all groups with a name, without the beginnings and ends of these groups.
  private func drawings(in name: String, of canvas: RecordingCanvas) -> [RecordingCanvas.Drawing] {
    var (found, depth): ([RecordingCanvas.Drawing], Int) = ([], 0)
    for drawing in canvas.drawings {
      if depth > 0 {
        if case .beginGroup = drawing { depth += 1 }
        if case .endGroup = drawing { depth -= 1 }
        if depth > 0 { found.append(drawing) }
      } else if case .beginGroup(let group) = drawing, group.id == name {
        depth = 1
      }
    }
    return found
  }

  @Test(arguments: [1, 0.5, 0.2])
  func allPartsTogetherAreTheView(zoom: Double) throws {
    let demo = try demo()
    let view = demo.view
    view.viewport.setZoom(zoom, about: .zero)
    // One has two connections, and one of them is selected.
    try demo.host.graph.connect(demo.one.output, to: demo.sum.input(1))
    view.reload(demo.sum)
    view.select(GraphSelection(connections: [Connection(from: demo.one.output, to: demo.sum.input(0))]))
    let whole = RecordingCanvas()
    view.draw(in: whole)
    let parts = parts(view)
    let canvases = drawings(of: parts, view)
    var (nodes, connections): ([RecordingCanvas.Drawing], [RecordingCanvas.Drawing]) = ([], [])
    for part in parts {
      guard let canvas = canvases[part] else { continue }
      if case .node = part.content {
        nodes += canvas.drawings
      } else {
        #expect(nodes.isEmpty, "nodes cover connections")
        connections += drawings(in: "connections", of: canvas)
      }
    }
    #expect(nodes == drawings(in: "nodes", of: whole))
    // At small scales, the whole view draws all connections of one colour as one stroke.
    if zoom >= 0.3 { #expect(connections == drawings(in: "connections", of: whole)) }
    #expect(Set(parts.map(\.depth)).count == parts.count)
    #expect(parts.allSatisfy { $0.depth >= 0 && $0.depth < 1 << 51 })
  }

  @Test func aNodeThatMovesKeepsItsDrawingAtAnotherOrigin() throws {
    let demo = try demo()
    let view = demo.view
    func moved(_ canvas: RecordingCanvas, by offset: GraphPoint) -> [GraphRect] {
      canvas.drawings.compactMap { drawing in
        guard case .fill(let path, _) = drawing, let first = path.elements.first, case .move(let point) = first else {
          return nil
        }
        // Coordinates are far from 0, so that the last bits differ.
        let place = point - offset
        return GraphRect(x: (place.x * 64).rounded() / 64, y: (place.y * 64).rounded() / 64, width: 0, height: 0)
      }
    }
    let before = try #require(parts(view).first { $0.content == .node(demo.one) })
    let old = try #require(drawings(of: [before], view)[before])
    try demo.host.graph.move(demo.one, to: GraphPoint(310, 110))
    view.reload(demo.one)
    let after = try #require(parts(view).first { $0.content == .node(demo.one) })
    let new = try #require(drawings(of: [after], view)[after])
    #expect(after.origin == GraphPoint(310, 110))
    #expect(moved(old, by: before.origin) == moved(new, by: after.origin))
    #expect(!moved(old, by: before.origin).isEmpty)
  }

  @Test func whatIsSelectedOrPulledIsAPartOfItsOwn() throws {
    let demo = try demo()
    let view = demo.view
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    #expect(parts(view).map(\.content).contains(.connections(demo.one.output)))
    view.select(GraphSelection(connections: [connection]))
    let contents = parts(view).map(\.content)
    #expect(contents.contains(.connection(connection)))
    // It was the only connection of its output.
    #expect(!contents.contains(.connections(demo.one.output)))
    #expect(!contents.contains(.gesture))

    let output = try #require(view.frame(of: demo.two)).outputAnchor(0)
    demo.send(.down(pointer: 0, at: output, button: .primary))
    demo.send(.moved(pointer: 0, at: GraphPoint(500, 40)))
    let pulled = parts(view)
    #expect(pulled.last?.content == .gesture)
    let canvases = drawings(of: pulled, view)
    #expect(canvases[try #require(pulled.last)]?.drawings.isEmpty == false)
  }

  /// Adds nodes that read the node Two, without telling the view.
  private func addReaders(_ count: Int, _ demo: Demo) throws -> [Connection] {
    try (0..<count).map { index in
      let node = try demo.host.graph.add("Add", at: GraphPoint(600 + Double(index) * 10, 300))
      try demo.host.graph.connect(demo.two.output, to: node.input(0))
      return Connection(from: demo.two.output, to: node.input(0))
    }
  }

  @Test func eachOfMoreThan24ConnectionsOfANodeIsAPartOfItsOwn() throws {
    let demo = try demo()
    let view = demo.view
    view.viewport.size = GraphSize(4000, 4000)
    func contents() -> Set<GraphViewPart.Content> { Set(parts(view).map { $0.content }) }
    // The graph has one already.
    let all = try addReaders(23, demo)
    view.reload()
    #expect(contents().contains(.connections(demo.two.output)))
    #expect(contents().isDisjoint(with: all.map { .connection($0) }))
    let more = all + (try addReaders(1, demo))
    view.reload()
    #expect(!contents().contains(.connections(demo.two.output)))
    #expect(contents().isSuperset(of: more.map { .connection($0) }))
    // The whole view draws them alike.
    let whole = RecordingCanvas()
    view.draw(in: whole)
    let shown = parts(view)
    let canvases = drawings(of: shown, view)
    let single = shown.flatMap { part in canvases[part].map { drawings(in: "connections", of: $0) } ?? [] }
    let expected = drawings(in: "connections", of: whole)
    #expect(single.count == expected.count && single.allSatisfy(expected.contains))
  }

  @Test func manyConnectionsOfANodeAreFaint() throws {
    let demo = try demo()
    let view = demo.view
    view.viewport = Viewport(size: GraphSize(4000, 4000), zoomRange: 0.1...3)
    let own = try #require(view.style.palette).types.number
    /// The colours of the lines that leave the node Two.
    func paints(_ zoom: Double) -> Set<Paint> {
      view.viewport.setZoom(zoom, about: .zero)
      let wires = parts(view).filter {
        if case .connection(let one) = $0.content { one.source == demo.two.output } else { false }
      }
      return Set(
        drawings(of: wires, view).values.flatMap(\.drawings).compactMap { drawing in
          if case .stroke(_, let stroke) = drawing { stroke.paint } else { nil }
        })
    }
    _ = try addReaders(100, demo)
    view.reload()
    var faint = own
    faint.opacity = 0.7 * 0.7 * 0.7
    #expect(paints(1) == [faint])
    // From far away they don't show through each other, or many would be as dark as one of another node.
    let far = paints(0.2)
    #expect(far.count == 1)
    #expect(far.allSatisfy { $0.opacity == 1 && $0.red > own.red && $0.red < view.style.background.red })
  }

  @Test(arguments: [24, 48])
  func allConnectionsOfANodeAreDrawnAgainWhenTheyBecomeFainter(count: Int) throws {
    let demo = try demo()
    let view = demo.view
    view.viewport.size = GraphSize(4000, 4000)
    _ = try addReaders(count - 1, demo)
    let far = try demo.host.graph.add("Add", at: GraphPoint(300, 2000))
    view.reload()
    _ = view.takeDirtyRegion()
    try demo.host.graph.connect(demo.two.output, to: far.input(0))
    view.reload(far)
    guard case .parts(let dirty)? = view.takeDirtyRegion() else {
      Issue.record("more than some parts are drawn again")
      return
    }
    for connection in view.connections(in: view.viewport.visible) where connection.source == demo.two.output {
      let end = try #require(view.path(of: connection)).target
      #expect(dirty.contains { $0.contains(end) })
    }
  }

  @Test func partsOfARegionAreThoseThatTouchIt() throws {
    let demo = try demo()
    let frame = try #require(demo.view.frame(of: demo.one)).rect
    let near = demo.view.parts(in: GraphRect(x: frame.minX + 1, y: frame.minY + 1, width: 2, height: 2))
    #expect(near.map(\.content) == [.node(demo.one)])
    #expect(demo.view.parts(in: GraphRect(x: 4000, y: 4000, width: 10, height: 10)).isEmpty)
  }

  @Test func aViewInTheClassicLookHasNoParts() throws {
    let demo = try Demo(.desktop)
    #expect(parts(demo.view).isEmpty)
  }
}
