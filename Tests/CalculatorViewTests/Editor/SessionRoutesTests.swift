// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView
import Testing

/// What views of a session do after a layout, and after moves.
@Suite struct SessionRoutesTests {
  /// A data source in place of a controller that notes which nodes a view loads.
  private final class LoadLog: GraphViewDataSource {
    let controller: SessionController
    var loaded: Set<NodeID> = []

    init(_ controller: SessionController) {
      self.controller = controller
      controller.view.dataSource = self
    }

    func nodes(for view: GraphView) -> [NodeID] { controller.nodes(for: view) }

    func graph(for view: GraphView) -> Graph { controller.graph(for: view) }

    func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint {
      loaded.insert(node)
      return controller.graphView(view, positionOf: node, in: graph)
    }

    func take() -> Set<NodeID> {
      defer { loaded = [] }
      return loaded
    }
  }

  private let session = Session()
  private let editor: SessionEditor
  private let one: SessionController

  init() throws {
    for line in ["price = 20", "qty = 3", "sub = price * qty", "total = sub + sub * 20%", "each = total / qty"] {
      try session.run(line)
    }
    editor = SessionEditor(session)
    one = Self.controller(editor)
    one.layOut()
  }

  private static func controller(_ editor: SessionEditor) -> SessionController {
    SessionController(of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .desktop, style: .light))
  }

  @Test func aViewThatIsMadeAfterALayoutLaysEachLineOnce() throws {
    let two = Self.controller(editor)
    let connections = session.evaluator.graph.connections
    #expect(two.view.scene.laidLineCount == connections.count)
    #expect(connections.contains { !two.view.route(of: $0).isEmpty })
    for connection in connections { #expect(two.view.path(of: connection) == one.view.path(of: connection)) }
  }

  @Test func aDragLoadsTheNodeInOtherViewsOnly() throws {
    let (price, two) = (try #require(session.node(named: "price")), Self.controller(editor))
    let (own, other) = (LoadLog(one), LoadLog(two))
    let start = try #require(one.view.frame(of: price)).rect
    let grip = GraphPoint(start.minX + 20, start.midY)
    one.view.handle(InputEvent(.down(pointer: 0, at: grip, button: .primary), time: 0))
    one.view.handle(InputEvent(.moved(pointer: 0, at: grip + GraphPoint(30, 60)), time: 1))
    one.view.handle(InputEvent(.up(pointer: 0, at: grip + GraphPoint(30, 60)), time: 2))
    #expect(own.take() == [] && other.take() == [price])
    #expect(one.view.frame(of: price)?.origin == two.view.frame(of: price)?.origin)
    #expect(one.view.frame(of: price)?.origin != start.origin)
    editor.undo()
    #expect(own.take() == [price] && other.take() == [price])
    // A node that has another value too is loaded.
    editor.move(price, to: start.origin + GraphPoint(0, 40))
    try editor.commit("30", to: .definition(price))
    #expect(own.take().contains(price))
    #expect(one.view.frame(of: price)?.origin == start.origin + GraphPoint(0, 40))
  }

  @Test func aLayoutLoadsNoNodeInTheViewThatItIsMadeIn() throws {
    let price = try #require(session.node(named: "price"))
    editor.move(price, to: GraphPoint(-900, 5000))
    editor.endMoving()
    let (two, own) = (Self.controller(editor), LoadLog(one))
    one.layOut()
    #expect(own.take() == [])
    #expect(one.view.frame(of: price)?.origin.y ?? 5000 < 1000)
    for node in one.view.nodes { #expect(one.view.frame(of: node) == two.view.frame(of: node)) }
  }
}
