// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import Testing

@Suite struct CalculatorControllerTests {
  private func select(_ name: String, in log: ReloadLog) throws {
    log.view.select(GraphSelection(nodes: [try log.node(name)]))
    _ = log.take()
  }

  @Test func settingAValueReloadsTheNodeItsDescendantsAndNothingElse() throws {
    let log = ReloadLog()
    try select("One", in: log)
    try log.controller.setValue(5)
    // Add's first row is reloaded as part of Add, and because it shows One's value.
    #expect(Set(log.take()) == ["Add", "Add output", "Add.0", "Add.1", "Add.2", "One", "One output"])
    #expect(log.model.lastReceipt.evaluatedCount == 1)
  }

  @Test func aSliderGivesWholeNumbersFrom0To255() throws {
    let log = ReloadLog()
    try select("One", in: log)
    let one = try log.node("One")
    for (place, value) in [
      (2.4, 2.0), (2.5, 3.0), (-7.0, 0.0), (-0.2, 0.0), (254.6, 255.0), (300.0, 255.0), (.infinity, 255.0),
    ] {
      try log.controller.slide(to: place)
      #expect(try log.model.value(of: one).get() == .number(value), "\(place)")
    }
  }

  @Test func settingTheValueThatIsThereReloadsNothing() throws {
    let log = ReloadLog()
    try select("One", in: log)
    try log.controller.setValue(1)
    #expect(log.take() == [])
  }

  @Test func aRowElsewhereThatShowsTheValueIsReloadedEvenIfItsNodeKeepsItsOwn() throws {
    let log = ReloadLog()
    // A colour clamps its components: 300 and 400 give one result.
    let color = log.model.addNode(at: .zero)
    try log.model.setKind("Color", of: color)
    try log.model.toggleConnection(from: try log.node("One"), to: color.input("red"))
    log.view.reload()
    try select("One", in: log)
    try log.controller.setValue(300)
    _ = log.take()
    try log.controller.setValue(400)
    let reloads = log.take()
    #expect(reloads.filter { $0.hasPrefix("New 1") } == ["New 1.0"])
    #expect(reloads.contains("One"))
  }

  @Test func aConnectionReloadsItsTargetAndWhatHangsOnIt() throws {
    let log = ReloadLog()
    let (two, add) = (try log.node("Two"), try log.node("Add"))
    log.controller.graphView(log.view, didToggleConnectionFrom: two.output, to: add.input(1))
    #expect(Set(log.take()) == ["Add", "Add output", "Add.0", "Add.1", "Add.2"])
    #expect(log.view.path(of: Connection(from: two.output, to: add.input(1))) != nil)
    #expect(log.controller.lastRefusal == nil)
  }

  @Test func aRefusedConnectionChangesNothingAndIsRemembered() throws {
    let log = ReloadLog()
    let add = try log.node("Add")
    log.controller.graphView(log.view, didToggleConnectionFrom: add.output, to: add.input(1))
    #expect(log.take() == [])
    #expect(log.controller.lastRefusal == .cycle([add.input(1)]))
    #expect(log.view.path(of: Connection(from: add.output, to: add.input(1))) == nil)
  }

  @Test func deletingANodeTakesItOutOfTheViewAndReloadsWhatReadIt() throws {
    let log = ReloadLog()
    let one = try log.node("One")
    log.controller.graphView(log.view, didRequestDeletionOf: [one])
    #expect(log.view.frame(of: one) == nil)
    #expect(Set(log.take()) == ["Add", "Add output", "Add.0", "Add.1", "Add.2"])
    #expect(log.view.nodes == log.model.nodes)
  }

  @Test func aRequestedNodeIsAddedWhereItWasAskedForAndSelected() {
    let controller = CalculatorController()
    controller.graphView(controller.view, didRequestNodeAt: GraphPoint(30, 40))
    let node = controller.model.nodes[3]
    #expect(controller.selectedNode == node)
    #expect(controller.view.frame(of: node)?.rect == GraphRect(x: 30, y: 40, width: 202, height: 288))
    #expect(controller.model.evaluator.graph.position(of: node) == GraphPoint(30, 40))
  }

  @Test func anotherKindBringsItsPorts() throws {
    let log = ReloadLog()
    try select("Two", in: log)
    try log.controller.setKind("Color")
    let two = try log.node("Two")
    // The title is 44 high, the item 200, and each of three inputs and one output 44.
    #expect(log.view.frame(of: two)?.rect.size == GraphSize(202, 420))
    // Add took a number from Two.
    #expect(log.view.path(of: Connection(from: two.output, to: try log.node("Add").input(2))) == nil)
    #expect(throws: GraphError.unknownKind("Nope")) { try log.controller.setKind("Nope") }
    #expect(throws: GraphError.self) { try log.controller.setValue(3) }
  }

  @Test func aNodeThatHasFailedCanBeASource() throws {
    let controller = CalculatorController()
    let (model, view) = (controller.model, controller.view)
    let divide = model.addNode(at: GraphPoint(800, 500))
    try model.setKind("Divide", of: divide)
    view.reload(divide)
    #expect(try model.value(of: divide).isFailure)
    let add = model.nodes[2]
    #expect(controller.graphView(view, verdictOnConnecting: divide.output, to: add.input(1)) == .allowed)
    view.beginConnecting(from: divide.output)
    #expect(!view.isDimmed(add.input(1)))
    #expect(view.isDimmed(divide.input(0)))
  }

  @Test func twelveDiamondsCostThirtySixEvaluations() throws {
    let controller = CalculatorController()
    let model = controller.model
    var top = model.nodes[0]
    for _ in 0..<12 {
      let made = (0..<3).map { _ in model.addNode(at: .zero) }
      for node in made { try model.setKind("Add", of: node) }
      try model.toggleConnection(from: top, to: made[0].input(0))
      try model.toggleConnection(from: top, to: made[1].input(0))
      try model.toggleConnection(from: made[0], to: made[2].input(0))
      try model.toggleConnection(from: made[1], to: made[2].input(1))
      top = made[2]
    }
    try model.toggleConnection(from: model.nodes[0], to: model.nodes[2].input(0))
    controller.view.reload()
    controller.view.select(GraphSelection(nodes: [model.nodes[0]]))
    try controller.setValue(2)
    #expect(model.lastReceipt.evaluatedCount == 36)
    #expect(try model.value(of: top).get() == .number(8192))
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
