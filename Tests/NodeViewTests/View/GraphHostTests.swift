// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct GraphHostTests {
  private let view = GraphView(size: GraphSize(1000, 900), profile: .editor, style: .light)
  private let one: NodeID
  private let two: NodeID
  private let sum: NodeID
  private let host: GraphHost

  init() throws {
    var graph = Graph(kinds: ViewHost.kinds)
    one = try graph.add("Number", named: "One", at: GraphPoint(20, 20))
    two = try graph.add("Number", named: "Two", at: GraphPoint(20, 200))
    sum = try graph.add("Add", named: "Add", at: GraphPoint(400, 100))
    try graph.connect(one.output, to: sum.input(0))
    host = GraphHost(graph, in: view)
  }

  private var texts: [String] {
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    return canvas.drawings.compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
  }

  private func drag(_ start: GraphPoint, _ end: GraphPoint) {
    view.handle(InputEvent(.down(pointer: 0, at: start, button: .primary), time: 0))
    for step in 1...4 {
      let place = start + (end - start) * (Double(step) / 4)
      view.handle(InputEvent(.moved(pointer: 0, at: place), time: Double(step)))
    }
    view.handle(InputEvent(.up(pointer: 0, at: end), time: 9))
  }

  @Test func aGraphIsShownWithItsPortsAndTexts() throws {
    #expect(Set(texts) == ["One", "Two", "Add", "value", "x", "y", "z", "sum"])
    host.text = { [sum] in $0.node == sum ? "42" : nil }
    #expect(texts.contains("42"))
    // A text that doesn't fit makes its node wider, and is truncated at the greatest width.
    let width = try #require(view.frame(of: sum)).rect.width
    host.text = { _ in "a text that is longer than that" }
    #expect(try #require(view.frame(of: sum)).rect.width > width)
    view.style = .classic
    #expect(texts.contains("sum"))
  }

  @Test func whatIsDoneInTheViewIsDoneInTheGraphAndTakenBack() throws {
    var graphs = 0
    host.onEdit = { _ in graphs += 1 }
    let frame = try #require(view.frame(of: sum))
    drag(frame.inputAnchor(1), try #require(view.frame(of: two)).outputAnchor(0))
    #expect(host.graph.sources(of: sum.input(1)) == [two.output])
    // A wire to a connected input replaces its connection.
    drag(try #require(view.frame(of: two)).outputAnchor(0), frame.inputAnchor(0))
    #expect(host.graph.sources(of: sum.input(0)) == [two.output])
    drag(GraphPoint(440, 112), GraphPoint(540, 212))
    #expect(host.graph.position(of: sum) == GraphPoint(500, 200))
    #expect(graphs == 3)
    #expect(host.undo())
    #expect(host.graph.position(of: sum) == GraphPoint(400, 100))
    #expect(view.frame(of: sum)?.origin == GraphPoint(400, 100))
    #expect(host.undo() && host.undo() && !host.undo())
    #expect(host.graph.sources(of: sum.input(0)) == [one.output] && host.graph.sources(of: sum.input(1)) == [])
    #expect(host.redo() && host.redo() && host.redo() && !host.redo())
    #expect(host.graph.position(of: sum) == GraphPoint(500, 200) && graphs == 9)
  }

  @Test func whatWasDeletedComesBackSelected() throws {
    view.select(GraphSelection(nodes: [one, sum]))
    view.handle(InputEvent(.key(.delete), time: 0))
    #expect(view.nodes == [two] && host.graph.nodeCount == 1)
    #expect(host.undo())
    #expect(view.selection.nodes == [one, sum] && host.graph.nodeCount == 3)
    #expect(view.path(of: Connection(from: one.output, to: sum.input(0))) != nil)
  }

  @Test func aSelectionIsDeletedInOneStepAndComesBackSelected() throws {
    host.edit { graph in try? graph.connect(two.output, to: sum.input(1)) }
    let (first, second) = (
      Connection(from: one.output, to: sum.input(0)), Connection(from: two.output, to: sum.input(1))
    )
    var (graphs, refusals) = (0, 0)
    host.onEdit = { _ in graphs += 1 }
    host.onRefusal = { _ in refusals += 1 }
    // One wire is deleted with its node, the other on its own.
    let selection = GraphSelection(nodes: [one], connections: [first, second])
    view.select(selection)
    view.handle(InputEvent(.key(.delete), time: 0))
    #expect(host.graph.nodes.count == 2 && host.graph.connections.isEmpty && graphs == 1 && refusals == 0)
    #expect(view.selection.isEmpty && host.undo())
    #expect(Set(host.graph.connections) == [first, second] && view.selection == selection)
    #expect(host.redo() && host.graph.connections.isEmpty && host.undo())
    // Everything is selected by a rectangle.
    view.select(GraphSelection())
    drag(GraphPoint(5, 5), GraphPoint(990, 890))
    #expect(Set(view.selection.nodes) == [one, two, sum] && Set(view.selection.connections) == [first, second])
    let effects = view.handle(InputEvent(.key(.delete), time: 20))
    #expect(effects.count { if case .requestedDeletion = $0 { true } else { false } } == 1)
    #expect(!effects.contains { if case .cut = $0 { true } else { false } })
    #expect(host.graph.nodes.isEmpty && view.nodes.isEmpty && host.undo())
    #expect(Set(view.selection.nodes) == [one, two, sum] && Set(view.selection.connections) == [first, second])
    // A wire is deleted alone, and locked nodes stay.
    view.select(GraphSelection(connections: [second]))
    view.handle(InputEvent(.key(.delete), time: 21))
    #expect(host.graph.connections == [first] && host.undo() && view.selection.connections == [second])
    host.editLooks { $0.nodes[sum] = NodeLook(isLocked: true) }
    view.select(GraphSelection(nodes: [sum, two], connections: [first, second]))
    view.handle(InputEvent(.key(.delete), time: 22))
    #expect(Set(host.graph.nodes) == [one, sum] && host.graph.connections.isEmpty && view.selection.nodes == [sum])
  }

  @Test func aHostThatKnowsNoSelectionIsToldOfWhatIsLeftToCut() {
    let selection = GraphSelection(
      nodes: [one],
      connections: [Connection(from: one.output, to: sum.input(0)), Connection(from: two.output, to: sum.input(1))])
    #expect(selection.remainingConnections == [Connection(from: two.output, to: sum.input(1))])
  }

  @Test func anEditThatFailsAndADragBackAreNoSteps() throws {
    #expect(throws: GraphError.self) {
      try host.edit { graph throws(GraphError) in
        try graph.remove(one)
        try graph.connect(sum.output, to: sum.input(0))
      }
    }
    #expect(host.graph.contains(one) && !host.undo())
    view.handle(InputEvent(.down(pointer: 0, at: GraphPoint(440, 112), button: .primary), time: 0))
    view.handle(InputEvent(.moved(pointer: 0, at: GraphPoint(500, 300)), time: 1))
    view.handle(InputEvent(.key(.escape), time: 2))
    #expect(host.graph.position(of: sum) == GraphPoint(400, 100) && !host.undo())
  }

  /// A host that implements only the required members.
  private final class Least: GraphViewDataSource, GraphViewRendererProvider {
    var shown = Graph(kinds: ViewHost.kinds)

    func nodes(for view: GraphView) -> [NodeID] { shown.nodes }

    func graph(for view: GraphView) -> Graph { shown }
  }

  @Test func aHostThatDrawsNothingItselfIsDrawn() throws {
    let least = Least()
    _ = try least.shown.add("Add", named: "Sum", at: GraphPoint(10, 10))
    view.dataSource = least
    view.rendererProvider = least
    view.reload()
    #expect(Set(texts) == ["Sum", "x", "y", "z", "sum"])
  }

  @Test func anEditInTheMidstOfADragIsAStepOfItsOwn() throws {
    let start = host.graph.position(of: sum)
    view.handle(InputEvent(.down(pointer: 0, at: GraphPoint(440, 112), button: .primary), time: 0))
    view.handle(InputEvent(.moved(pointer: 0, at: GraphPoint(500, 212)), time: 1))
    view.handle(InputEvent(.moved(pointer: 0, at: GraphPoint(540, 212)), time: 2))
    let moved = host.graph.position(of: sum)
    #expect(moved != start)
    try host.edit { graph throws(GraphError) in try graph.remove(sum) }
    view.handle(InputEvent(.up(pointer: 0, at: GraphPoint(540, 212)), time: 3))
    #expect(host.undo())
    #expect(host.graph.position(of: sum) == moved)
    #expect(host.undo())
    #expect(host.graph.position(of: sum) == start)
    #expect(!host.undo())
  }
}
