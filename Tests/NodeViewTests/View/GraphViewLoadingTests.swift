// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct GraphViewLoadingTests {
  @Test func reloadingANodeReloadsItsPartsAndTheRowsThatShowItsValueAndNoOthers() throws {
    let demo = try Demo()
    demo.host.reloads = []
    demo.view.reload(demo.one)
    #expect(demo.host.reloads == ["item One", "row One.value", "row Add.x ← One.value"])
    demo.host.reloads = []
    demo.view.reload(demo.sum)
    #expect(
      demo.host.reloads == [
        "item Add", "row Add.x ← One.value", "row Add.y ← –", "row Add.z ← Two.value", "row Add.sum",
      ])
  }

  @Test func aReloadAsksForTheGraphOnceHoweverManyNodes() throws {
    let demo = try Demo()
    demo.host.graphs = 0
    demo.view.reload([demo.one, demo.two, demo.sum])
    #expect(demo.host.graphs == 1)
  }

  @Test func aNodeThatIsGoneOrHiddenIsNoLongerShownNorWhatWasSelectedOfIt() throws {
    let demo = try Demo()
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    demo.view.select(GraphSelection(nodes: [demo.one, demo.sum], connections: [connection]))
    demo.view.beginConnecting(from: demo.one.output)
    demo.host.hidden = [demo.one]
    #expect(demo.log { demo.view.reload(demo.one) } == ["source none", "select Add"])
    #expect(demo.view.frame(of: demo.one) == nil && demo.view.path(of: connection) == nil)
    demo.host.hidden = []
    demo.view.reload(demo.one)
    #expect(demo.view.path(of: connection)?.source == Demo.oneOutput, "its line is back")
  }

  @Test func aConnectionToWhatIsNotShownCannotBeSelected() throws {
    let demo = try Demo()
    demo.host.hidden = [demo.one]
    demo.view.reload()
    demo.view.select(GraphSelection(connections: [Connection(from: demo.one.output, to: demo.sum.input(0))]))
    #expect(demo.view.selection.isEmpty)
  }

  @Test func aNodeWithFewerPortsLosesWhatWasThere() throws {
    let demo = try Demo()
    let split = try demo.host.graph.add("Split", named: "Split", at: GraphPoint(0, 500))
    demo.view.reload(split)
    demo.view.beginConnecting(from: split.output(2))
    #expect(demo.view.connectionSource == split.output(2))
    try demo.host.graph.setKind(of: split, to: "Number")
    #expect(demo.log { demo.view.reload(split) } == ["source none"])
  }

  @Test func anOutputThatGoesAwayUnderAFingerDoesNotWait() throws {
    let demo = try Demo()
    let split = try demo.host.graph.add("Split", named: "Split", at: GraphPoint(0, 300))
    demo.view.reload(split)
    demo.down(try #require(demo.view.frame(of: split)).outputRow(2).center)
    try demo.host.graph.setKind(of: split, to: "Number")
    demo.view.reload(split)
    #expect(demo.log { demo.send(.tick, after: 1) }.isEmpty && demo.view.connectionSource == nil)
  }

  @Test func portsThatAreNotThereAreRefused() throws {
    let demo = try Demo()
    for index in [-1, 1, Int.max, Int.min] {
      demo.view.beginConnecting(from: demo.one.output(index))
      #expect(demo.view.connectionSource == nil)
    }
    demo.view.beginConnecting(from: demo.one.output)
    for index in [-1, 3, Int.max] { #expect(demo.view.isDimmed(demo.sum.input(index))) }
    demo.view.select(GraphSelection(connections: [Connection(from: demo.one.output(9), to: demo.sum.input(-4))]))
    #expect(demo.view.selection.isEmpty)
  }

  @Test func aRowThatGrowsWithTheValueItShowsMakesItsNodeGrow() throws {
    let demo = try Demo()
    let row = RowOfAnySize()
    demo.view.rendererProvider = row
    demo.view.reload()
    try demo.host.graph.setKind(of: demo.sum, to: "Label")
    demo.view.reload(demo.sum)
    #expect(demo.view.frame(of: demo.sum)?.inputHeights == [44])
    row.height = 60
    demo.changes = []
    _ = demo.view.takeDirtyRegion()
    demo.view.reload(demo.one)
    let frame = try #require(demo.view.frame(of: demo.sum))
    #expect(frame.inputHeights == [60] && frame.outputAnchor(0).y == 170 + 44 + 200 + 60 + 22)
    #expect(demo.changes == [[.resized(demo.sum, frame.rect.size)]])
    let region = demo.view.takeDirtyRegion()
    guard case .parts(let parts) = region else {
      Issue.record("\(String(describing: region))")
      return
    }
    #expect(parts.contains { $0.contains(frame.rect) })
  }

  @Test func nodesThatStayKeepTheirDepthAndTheirSelection() throws {
    let demo = try Demo()
    demo.tap(Demo.oneItem)
    demo.view.reload()
    #expect(demo.view.nodes == [demo.two, demo.sum, demo.one] && demo.view.selection.nodes == [demo.one])
  }

  @Test func theTitleIsTheNodesNameOrItsKinds() throws {
    let demo = try Demo()
    let node = try demo.host.graph.add("Label", at: .zero)
    demo.view.reload(node)
    #expect(demo.view.scene.nodes[node]?.title == "Label" && demo.view.scene.nodes[demo.one]?.title == "One")
    try demo.host.graph.rename(demo.one, to: "Uno")
    demo.view.reload(demo.one)
    #expect(demo.view.scene.nodes[demo.one]?.title == "Uno")
  }

  @Test func whatASourceShowsThatTheGraphHasNotIsNotShown() throws {
    final class Insists: GraphViewDataSource {
      let host: ViewHost
      init(_ host: ViewHost) { self.host = host }
      func nodes(for view: GraphView) -> [NodeID] { host.graph.nodes }
      func graph(for view: GraphView) -> Graph { host.graph }
      func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool { true }
    }
    let demo = try Demo()
    let source = Insists(demo.host)
    demo.view.dataSource = source
    demo.host.delete(demo.one)
    #expect(demo.view.nodes == [demo.two, demo.sum])
  }

  @Test func aFailedNodeIsMarked() throws {
    let demo = try Demo()
    demo.host.failing = ["Odd"]
    let odd = try demo.host.graph.add("Number", named: "Odd", at: .zero)
    demo.view.reload(odd)
    #expect(demo.view.scene.nodes[odd]?.isFailed == true && demo.view.scene.nodes[demo.one]?.isFailed == false)
  }

  @Test func aReloadFromInsideAVerdictIsNoticed() throws {
    let demo = try Demo()
    demo.view.beginConnecting(from: demo.one.output)
    demo.view.select(GraphSelection(nodes: [demo.two]))
    let two = demo.two
    demo.host.carriesOut = false
    demo.host.beforeVerdict = { host in
      host.beforeVerdict = nil
      host.delete(two)
    }
    #expect(demo.log { demo.tap(Demo.yRow) }.contains("toggle One.value→Add.y"))
    #expect(demo.view.frame(of: two) == nil && demo.view.selection.isEmpty)
  }

  @Test func aRendererMayLookAtTheViewWhenItIsReleased() throws {
    let demo = try Demo()
    let provider = ReleasedParts()
    demo.view.rendererProvider = provider
    demo.view.reload()
    let view = demo.view
    var released = 0
    provider.onRelease = {
      view.checkInvariants()
      view.draw(in: RecordingCanvas())
      released += 1
    }
    // A kind with other ports, a row with another source, a removed node, and another provider.
    try demo.host.graph.setKind(of: demo.two, to: "Add")
    view.reload(demo.two)
    #expect(released == 2)
    try demo.host.graph.disconnect(demo.sum.input(0))
    view.reload(demo.sum)
    #expect(released == 3)
    demo.host.delete(demo.one)
    #expect(released == 5)
    view.rendererProvider = nil
    #expect(released == 15)
  }

  @Test func aHostMayDrawWhenItIsAskedForTheSizeOfARow() throws {
    let demo = try Demo()
    let rows = RowOfAnySize()
    demo.view.rendererProvider = rows
    demo.view.reload()
    let view = demo.view
    var drawings = 0
    rows.beforeSize = {
      view.draw(in: RecordingCanvas())
      drawings += 1
    }
    // No input rows, then three, then none again.
    for kind in ["Add", "Number"] {
      try demo.host.graph.setKind(of: demo.one, to: kind)
      demo.view.reload(demo.one)
    }
    #expect(drawings > 3)
  }
}

/// Makes rows of one height for nodes of any kind.
private final class RowOfAnySize: GraphViewRendererProvider {
  private final class Part: ItemRenderer, InputRowRenderer, OutputRowRenderer {
    private let size: () -> GraphSize

    init(_ size: @escaping () -> GraphSize) { self.size = size }

    var intrinsicContentSize: GraphSize { size() }

    func reload() {}

    func draw(in canvas: any DrawingCanvas, size: GraphSize) {}
  }

  var height = 44.0
  var beforeSize: (() -> Void)?

  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer { Part { GraphSize(200, 200) } }

  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer {
    Part { [weak self] in
      self?.beforeSize?()
      return GraphSize(200, self?.height ?? 0)
    }
  }

  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    Part { GraphSize(200, 44) }
  }
}

/// Makes renderers that call a closure when they are released.
private final class ReleasedParts: GraphViewRendererProvider {
  var onRelease: (() -> Void)?

  private final class Part: ItemRenderer, InputRowRenderer, OutputRowRenderer {
    let intrinsicContentSize = GraphSize(100, 20)
    private unowned let parts: ReleasedParts

    init(_ parts: ReleasedParts) { self.parts = parts }

    deinit { parts.onRelease?() }

    func reload() {}

    func draw(in canvas: any DrawingCanvas, size: GraphSize) {}
  }

  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer { Part(self) }

  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer { Part(self) }

  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer { Part(self) }
}
