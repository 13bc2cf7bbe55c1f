// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct ChangedPartsTests {
  /// Drawings of all parts, replaced as a view says.
  private struct Kept {
    private var drawings: [GraphViewPart.Content: [RecordingCanvas.Drawing]] = [:]

    static func drawings(
      of parts: [GraphViewPart], _ view: GraphView
    ) -> [GraphViewPart.Content: [RecordingCanvas.Drawing]] {
      var canvases: [(GraphViewPart.Content, RecordingCanvas)] = []
      view.draw(parts) { part in
        let canvas = RecordingCanvas()
        canvases.append((part.content, canvas))
        return canvas
      }
      return Dictionary(uniqueKeysWithValues: canvases.map { ($0, $1.drawings) })
    }

    /// Draws what has changed, and returns the number of parts that were drawn.
    @discardableResult
    mutating func update(_ view: GraphView) -> Int {
      let region = view.viewport.visible
      guard let changed = view.takeChangedParts() else {
        drawings = Self.drawings(of: view.parts(in: region), view)
        return drawings.count
      }
      let parts = changed.compactMap { view.part($0, in: region) }
      for content in changed { drawings[content] = nil }
      drawings.merge(Self.drawings(of: parts, view)) { $1 }
      return parts.count
    }

    /// How they differ from what the view shows; `nil` if they don't.
    func fault(_ view: GraphView) -> String? {
      let parts = view.parts(in: view.viewport.visible)
      for part in parts where view.part(part.content, in: view.viewport.visible) != part {
        return "the part \(part) is another one by its content"
      }
      let expected = Self.drawings(of: parts, view)
      for content in Set(expected.keys).union(drawings.keys) where expected[content] != drawings[content] {
        let (old, new) = (drawings[content] ?? [], expected[content] ?? [])
        let place = zip(old, new).first { $0 != $1 }
        return "\(content) has \(old.count) drawings, not \(new.count); \(place.map { "\($0) is \($1)" } ?? "")"
      }
      return nil
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func drawingsThatFollowChangedPartsAreThoseOfTheView(seed: UInt64) {
    let script = ViewScript(seed: seed, .editor)
    script.view.style = .light
    var kept = Kept()
    for _ in 0..<4000 {
      _ = script.step()
      guard script.random.oneIn(3) else { continue }
      kept.update(script.view)
      if let fault = kept.fault(script.view) {
        let event = script.lastEvent.map { "\($0)" } ?? ""
        Issue.record("seed \(seed), step \(script.stepsTaken), after \(event): \(fault)")
        return
      }
    }
  }

  /// A graph in which 40 nodes, in layers of ten, read one.
  private func hub() throws -> Demo {
    let demo = try Demo(.desktop)
    var graph = demo.host.graph
    var column = [demo.one, demo.one]
    for index in 0..<40 {
      let node = try graph.add("Add", named: "reader \(index)")
      try graph.connect(demo.two.output, to: node.input(0))
      try graph.connect(column[index % 2].output, to: node.input(1))
      if index % 10 > 7 { column[index % 2] = node }
    }
    demo.host.graph = graph
    demo.view.style = .light
    demo.view.viewport = Viewport(size: GraphSize(20_000, 20_000), zoomRange: 0.1...3)
    demo.view.reload()
    demo.view.arrange { graph, _ in LayeredLayout(laneSpacing: 8).layout(graph) }
    return demo
  }

  private func contents(_ view: GraphView) -> Set<GraphViewPart.Content> {
    Set(view.parts(in: view.viewport.visible).map(\.content))
  }

  @Test func routedConnectionsOfAnOutputWithManyShareTrunks() throws {
    let demo = try hub()
    let view = demo.view
    let own = view.connections(in: view.viewport.visible).filter { $0.source == demo.two.output }
    #expect(own.count == 41)
    let trunks = contents(view).filter { if case .trunk(demo.two.output, _, _) = $0 { true } else { false } }
    #expect(!trunks.isEmpty && trunks.count < 12)
    // Those that run straight are routed by no one.
    #expect(own.filter { contents(view).contains(.connection($0)) }.count < 12)
    // Each line is drawn once: where they all begin is in one piece, not in 41.
    let drawn = Kept.drawings(of: view.parts(in: view.viewport.visible).filter { trunks.contains($0.content) }, view)
    let start = try #require(view.path(of: own[0])).source
    var beginnings = 0
    for case .stroke(let path, let stroke) in drawn.values.joined() {
      #expect(stroke.paint.opacity == 1)
      for case .move(let point) in path.elements where point.distance(to: start) < 6 { beginnings += 1 }
    }
    #expect(beginnings == 1)
    view.checkInvariants()
  }

  @Test func aMovedReaderLeavesTheTrunksAndThenChangesAlone() throws {
    let demo = try hub()
    let view = demo.view
    let reader = try #require(demo.host.graph.node(named: "reader 30"))
    let wire = Connection(from: demo.two.output, to: reader.input(0))
    var kept = Kept()
    kept.update(view)
    let place = try #require(view.frame(of: reader)).rect.origin
    for step in 1...4 {
      try demo.host.graph.move(reader, to: place + GraphPoint(Double(step) * 7, 9))
      view.reload(reader)
      let count = kept.update(view)
      #expect(kept.fault(view) == nil)
      #expect(contents(view).contains(.connection(wire)))
      // The node, two wires that it reads, and those that it feeds; at first also the trunks that it leaves.
      if step > 1 { #expect(count <= 5) }
      view.checkInvariants()
    }
  }

  @Test func aSelectedOrPulledConnectionIsDrawnOverItsTrunk() throws {
    let demo = try hub()
    let view = demo.view
    let reader = try #require(demo.host.graph.node(named: "reader 30"))
    let wire = Connection(from: demo.two.output, to: reader.input(0))
    var kept = Kept()
    kept.update(view)
    view.select(GraphSelection(connections: [wire]))
    #expect(kept.update(view) < 4)
    #expect(contents(view).contains(.connection(wire)) && kept.fault(view) == nil)
    view.select(GraphSelection())
    kept.update(view)
    #expect(!contents(view).contains(.connection(wire)) && kept.fault(view) == nil)
  }

  @Test func aNodeWithFewerConnectionsAgainHasNoTrunks() throws {
    let demo = try hub()
    let view = demo.view
    let read = demo.host.graph.connections.filter { $0.source == demo.two.output && $0.target.node != demo.sum }
    for connection in read.prefix(20) {
      try demo.host.graph.disconnect(connection.target)
      view.reload(connection.target.node)
      view.checkInvariants()
    }
    #expect(contents(view).contains(.connections(demo.two.output)))
    #expect(!contents(view).contains { if case .trunk(demo.two.output, _, _) = $0 { true } else { false } })
  }
}
