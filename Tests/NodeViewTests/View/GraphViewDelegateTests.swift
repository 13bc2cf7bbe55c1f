// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// Each method of ShinpuruNodeUI's delegate has a counterpart that is called exactly when it should be.
@Suite struct GraphViewDelegateTests {
  @Test func theDataSourceSaysWhichNodesAreShown() throws {
    let demo = try Demo()
    #expect(demo.view.nodes == [demo.one, demo.two, demo.sum])
    demo.host.hidden = [demo.two]
    demo.view.reload()
    #expect(demo.view.nodes == [demo.one, demo.sum])
    #expect(demo.view.frame(of: demo.two) == nil)
  }

  @Test func eachPartOfEachNodeGetsARendererOfItsOwn() throws {
    let demo = try Demo()
    #expect(
      demo.host.made == [
        "item One", "row One.value", "item Two", "row Two.value", "item Add", "row Add.x ← One.value",
        "row Add.y ← –", "row Add.z ← Two.value", "row Add.sum",
      ])
    demo.host.made = []
    demo.view.reload()
    demo.view.reload(demo.sum)
    #expect(demo.host.made.isEmpty, "what is there is kept")
  }

  @Test func aRowGetsAnotherRendererWhenSomethingElseIsConnectedAndNoOtherPartDoes() throws {
    let demo = try Demo()
    demo.host.made = []
    demo.host.toggle(demo.two.output, demo.sum.input(0))
    #expect(demo.host.made == ["row Add.x ← Two.value"])
  }

  @Test func aNodeOfAnotherKindGetsAllRenderersAnew() throws {
    let demo = try Demo()
    demo.host.made = []
    try demo.host.graph.setKind(of: demo.sum, to: "Label")
    demo.view.reload(demo.sum)
    #expect(demo.host.made == ["item Add", "row Add.x ← One.value", "row Add.text"])
    #expect(demo.changes.last?.contains(.replaced(demo.sum)) == true)
    #expect(demo.view.frame(of: demo.sum)?.rect.size == GraphSize(202, 332))
  }

  @Test func everyOutputGetsARow() throws {
    let demo = try Demo()
    demo.host.made = []
    let split = try demo.host.graph.add("Split", named: "Split", at: GraphPoint(0, 700))
    demo.view.reload(split)
    #expect(demo.host.made == ["item Split", "row Split.x ← –", "row Split.low", "row Split.label", "row Split.high"])
  }

  @Test func aSelectionIsToldOnceAndNotRepeated() throws {
    let demo = try Demo()
    #expect(demo.log { demo.tap(Demo.oneItem) } == ["select One"])
    #expect(demo.log { demo.tap(Demo.oneItem) }.isEmpty)
    #expect(demo.log { demo.view.select(GraphSelection(nodes: [demo.one])) }.isEmpty)
    #expect(demo.log { demo.tap(Demo.twoItem) } == ["select Two"])
    #expect(demo.log { demo.tap(Demo.nowhere) } == ["select nothing"])
    #expect(demo.log { demo.tap(Demo.nowhere) }.isEmpty)
  }

  @Test func movesAreToldAsTheyHappenAndTheirEndOnce() throws {
    let demo = try Demo()
    let lines = demo.log { demo.drag(Demo.oneItem, Demo.oneItem + GraphPoint(20, 40)) }
    #expect(lines == ["select One", "move One to (220.0, 30.0)", "move One to (230.0, 50.0)", "moved One"])
    #expect(demo.host.graph.position(of: demo.one) == GraphPoint(230, 50))
  }

  @Test func aNodeIsAskedForAndNotMade() throws {
    let demo = try Demo()
    demo.host.carriesOut = false
    #expect(demo.log { demo.longPress(Demo.nowhere) } == ["create at (799.0, -84.0)"])
    #expect(demo.view.nodes.count == 3)
    demo.host.carriesOut = true
    demo.longPress(Demo.nowhere)
    #expect(demo.view.nodes.count == 4)
  }

  @Test func deletionIsAskedForAndShowsOnceTheModelHasDeleted() throws {
    let demo = try Demo()
    demo.host.carriesOut = false
    let trash = try #require(demo.view.frame(of: demo.one)).trash.center
    #expect(demo.log { demo.tap(trash) } == ["delete One"])
    #expect(demo.view.frame(of: demo.one) != nil)
    demo.host.carriesOut = true
    demo.tap(trash)
    #expect(demo.view.frame(of: demo.one) == nil && demo.connections == ["Two.value→Add.z"])
  }

  @Test func aToggledConnectionIsAskedForByItsPorts() throws {
    let demo = try Demo()
    demo.host.carriesOut = false
    demo.view.beginConnecting(from: demo.one.output)
    #expect(demo.log { demo.tap(Demo.yRow) } == ["source none", "toggle One.value→Add.y"])
    #expect(demo.connections == ["One.value→Add.x", "Two.value→Add.z"])
  }

  @Test func theDefaultSizeIsAskedForWhenANodeIs() throws {
    let demo = try Demo()
    #expect(demo.log { demo.longPress(GraphPoint(950, 800)) } == ["create at (849.0, 656.0)"])
  }

  @Test func verdictsAreAskedForOnlyWhileAnOutputWaits() throws {
    let demo = try Demo()
    let canvas = CountingCanvas()
    demo.view.draw(in: canvas)
    demo.drag(Demo.sumItem, Demo.sumItem + GraphPoint(50, 0))
    demo.tap(Demo.yRow)
    #expect(demo.host.verdicts == 0)
    demo.view.beginConnecting(from: demo.one.output)
    demo.view.draw(in: canvas)
    #expect(demo.host.verdicts == 3, "one for each row that is drawn")
  }

  @Test func verdictsAreKeptUntilANodeIsReloaded() throws {
    let demo = try Demo()
    let canvas = CountingCanvas()
    demo.view.beginConnecting(from: demo.one.output)
    for _ in 0..<3 { demo.view.draw(in: canvas) }
    #expect(!demo.view.isDimmed(demo.sum.input(0)) && demo.host.verdicts == 3)
    demo.host.refusal = .stale(demo.one)
    demo.view.reload(demo.two)
    demo.view.draw(in: canvas)
    #expect(demo.view.isDimmed(demo.sum.input(0)) && demo.host.verdicts == 6)
    demo.view.beginConnecting(from: demo.two.output)
    demo.view.draw(in: canvas)
    #expect(demo.host.verdicts == 9, "another output has others")
    demo.view.beginConnecting(from: nil)
    demo.view.beginConnecting(from: demo.two.output)
    demo.view.draw(in: canvas)
    #expect(demo.host.verdicts == 12, "what was asked for one connection is not known for the next")
    demo.view.delegate = demo.host
    demo.view.draw(in: canvas)
    #expect(demo.host.verdicts == 15)
  }

  @Test func anAnswerThatIsOvertakenWhileItIsGivenIsNotKept() throws {
    let demo = try Demo()
    demo.view.beginConnecting(from: demo.one.output)
    demo.host.beforeVerdict = { host in
      host.beforeVerdict = nil
      host.view?.reload(demo.two)
      host.refusal = .stale(demo.one)
    }
    #expect(demo.view.isDimmed(demo.sum.input(0)))
    demo.host.refusal = nil
    demo.view.reload(demo.two)
    #expect(!demo.view.isDimmed(demo.sum.input(0)))
  }

  @Test func aWireThatIsPulledAsksOnceForAnInputNearby() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneOutput)
    demo.move(Demo.y + GraphPoint(-60, 0))
    for step in 0..<20 { demo.move(Demo.y + GraphPoint(-Double(step % 2) - 1, 0)) }
    #expect(demo.host.verdicts <= 2, "the first is asked before the wire is there")
  }

  @Test func theModelEnforcesWhatTheViewWasTold() throws {
    var host = try Demo().host.graph
    let nodes = host.nodes
    let (one, sum) = (nodes[0], nodes[2])
    let verdict = host.verdict(onConnecting: sum.output, to: sum.input(1))
    #expect(verdict == .refused(.cycle([sum.input(1)])))
    #expect(throws: GraphError.cycle([sum.input(1)])) { try host.connect(sum.output, to: sum.input(1)) }
    #expect(
      host.verdict(onConnecting: one.output, to: sum.input(2))
        == .replacing(Connection(from: nodes[1].output, to: sum.input(2))))
  }

  @Test func aHostThatWentAwayIsNotAsked() throws {
    let view = GraphView(size: GraphSize(100, 100))
    do {
      let host = ViewHost()
      _ = try host.graph.add("Number", at: .zero)
      view.present(host)
      #expect(view.nodes.count == 1)
    }
    #expect(view.dataSource == nil && view.delegate == nil && view.rendererProvider == nil)
    view.reload()
    view.handle(InputEvent(.down(pointer: 0, at: GraphPoint(5, 5), button: .primary), time: 0))
    #expect(view.selection.nodes.count == 1, "what was loaded stays usable")
  }

  @Test func whatAHostDoesInACallIsAnsweredAfterIt() throws {
    let demo = try Demo()
    let two = demo.two
    demo.host.afterCall = { host in
      host.afterCall = nil
      host.view?.select(GraphSelection(nodes: [two]))
      host.note("end of the call")
    }
    #expect(demo.log { demo.down(Demo.oneItem) } == ["select One", "end of the call", "select Two"])
    #expect(demo.view.selection.nodes == [two])
  }

  @Test func ofNodesThatTheHostDeletedMeanwhileNothingIsTold() throws {
    let demo = try Demo(.desktop)
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    let one = demo.one
    // When the selection becomes empty, the host itself deletes one of the two nodes.
    demo.host.afterCall = { host in
      host.afterCall = nil
      host.delete(one)
    }
    #expect(demo.log { demo.key(.delete) } == ["select nothing", "delete Two"])
  }

  @Test func aConnectionWhoseEndTheHostDeletedMeanwhileIsNotToggled() throws {
    let demo = try Demo(.desktop)
    let line = Connection(from: demo.one.output, to: demo.sum.input(0))
    demo.view.select(GraphSelection(nodes: [demo.one], connections: [line]))
    let one = demo.one
    demo.host.afterCall = { host in
      host.afterCall = nil
      host.delete(one)
    }
    #expect(demo.log { demo.key(.delete) } == ["select nothing"])
  }

  @Test func whatAHostDoesWhileItIsAskedIsDoneAfterTheEvent() throws {
    let demo = try Demo(.desktop)
    let two = demo.two
    demo.view.select(GraphSelection(nodes: [demo.one]))
    demo.host.beforeVerdict = { host in
      host.beforeVerdict = nil
      host.view?.select(GraphSelection(nodes: [two]))
      host.view?.viewport.size = GraphSize(800, 600)
      host.view?.profile = .touch
    }
    #expect(
      demo.log {
        demo.down(Demo.oneOutput)
        demo.move(Demo.y)
      } == ["select Two", "show (0.0, 0.0) at 1.0"])
    #expect(demo.view.selection.nodes == [two])
    #expect(demo.view.viewport.size == GraphSize(800, 600) && demo.view.profile == .touch)
  }

  @Test func aHostThatDeletesWhatIsSelectedWhileItIsAskedIsToldOnce() throws {
    let demo = try Demo(.desktop)
    let two = demo.two
    demo.view.select(GraphSelection(nodes: [demo.one, two]))
    demo.host.beforeVerdict = { host in
      host.beforeVerdict = nil
      host.delete(two)
    }
    #expect(
      demo.log {
        demo.down(Demo.oneOutput)
        demo.move(Demo.y)
      } == ["select One"])
  }
}
