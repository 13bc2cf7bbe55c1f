// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Looks of members and connections, and frames, as edits change them.
@Suite struct LookTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  private var wire: Connection { Connection(from: price.output, to: total.input(0)) }

  @Test func whatIsShownIsPartOfUndoAndNothingToEvaluation() throws {
    let locked = NodeLook(isLocked: true, color: GraphColor(0x7e9bd0))
    let receipt = try evaluator.edit { edit in
      try edit.setLook(locked, of: rate)
      try edit.setLook(ConnectionLook(label: "net"), of: wire)
      try edit.addFrame(GraphFrame("Inputs", GraphRect(x: 0, y: 0, width: 10, height: 20)))
    }
    #expect(receipt.evaluated.isEmpty && receipt.changed.isEmpty)
    #expect(groups.look(of: rate) == locked && groups.look(of: price).isDefault)
    #expect(groups.look(of: wire).label == "net")
    #expect(groups.frames().map(\.frame.title) == ["Inputs"])
    let shown = ShownLooks(evaluator)
    let count = groups.lookCount
    evaluator.undo()
    #expect(ShownLooks(evaluator) == ShownLooks(try TaxGraph().evaluator) && groups.lookCount > count)
    evaluator.redo()
    #expect(ShownLooks(evaluator) == shown)
  }

  @Test func whatWasRestyledIsKnownAsFarBackAsAThousandChanges() throws {
    let start = groups.lookCount
    #expect(groups.members(restyledSince: start) == [])
    try evaluator.edit { edit in
      try edit.setLook(NodeLook(depth: 1), of: rate)
      try edit.setLook(ConnectionLook(label: "net"), of: wire)
      try edit.addFrame(GraphFrame("Inputs", GraphRect(x: 0, y: 0, width: 10, height: 20)))
    }
    #expect(groups.members(restyledSince: start) == [rate, total])
    let middle = groups.lookCount
    evaluator.undo()
    #expect(groups.members(restyledSince: middle).map(Set.init) == [rate, total])
    try evaluator.edit { try $0.setLook(NodeLook(depth: 2), of: price) }
    #expect(groups.members(restyledSince: groups.lookCount - 1) == [price])
    #expect(groups.members(restyledSince: start).map(Set.init) == [rate, total, price])
    #expect(groups.members(restyledSince: groups.lookCount + 1) == nil, "it has not come yet")
    for depth in 3..<2100 { try evaluator.edit { try $0.setLook(NodeLook(depth: depth), of: price) } }
    #expect(groups.members(restyledSince: start) == nil, "it is too long ago")
    #expect(groups.members(restyledSince: groups.lookCount - 1000) == [price])
  }

  @Test func whatGoesTakesItsLookAlongAndUndoBringsItBack() throws {
    try evaluator.edit { edit in
      try edit.setLook(NodeLook(depth: 2), of: price)
      try edit.setLook(ConnectionLook(label: "net"), of: wire)
    }
    let shown = ShownLooks(evaluator)
    try evaluator.edit { try $0.remove(price) }
    #expect(evaluator.brokenRules().isEmpty)
    evaluator.undo()
    #expect(ShownLooks(evaluator) == shown)
    try evaluator.edit { try $0.disconnect(total.input(0)) }
    try evaluator.edit { try $0.connect(price.output, to: total.input(0)) }
    #expect(groups.look(of: wire).isDefault, "a connection that is made again is a new one")
    for _ in 0..<2 { evaluator.undo() }
    #expect(ShownLooks(evaluator) == shown)
    try evaluator.edit { edit in
      try edit.disconnect(total.input(0))
      try edit.connect(price.output, to: total.input(0))
    }
    #expect(ShownLooks(evaluator) == shown, "within an edit it is the same one")
  }

  @Test func aPlainDisconnectionThatIsNotRememberedForgetsTheLook() throws {
    evaluator.undoLimit = 0
    try evaluator.edit { try $0.setLook(ConnectionLook(label: "net"), of: wire) }
    try evaluator.edit { try $0.disconnect(total.input(0)) }
    #expect(evaluator.brokenRules().isEmpty)
    try evaluator.edit { try $0.connect(price.output, to: total.input(0)) }
    #expect(groups.look(of: wire).isDefault)
  }

  @Test func anEditThatIsRevertedLeavesLooksAsTheyWere() throws {
    try evaluator.edit { try $0.setLook(NodeLook(depth: 1), of: rate) }
    let shown = ShownLooks(evaluator)
    #expect(throws: GraphError.noFrame(FrameID(7))) {
      try evaluator.edit { edit in
        try edit.setLook(NodeLook(depth: 9), of: rate)
        try edit.addFrame("all", around: [price, rate])
        try edit.addReroute(on: wire, at: GraphPoint(1, 1))
        try edit.remove(total)
        try edit.removeFrame(FrameID(7))
      }
    }
    #expect(ShownLooks(evaluator) == shown && evaluator.brokenRules().isEmpty)
  }

  @Test func reroutesComeWhereTheDetourIsShortest() throws {
    try evaluator.edit { edit in
      try edit.move(total, to: GraphPoint(300, 0))
      #expect(try edit.addReroute(on: wire, at: GraphPoint(100, 0)) == 0)
      #expect(try edit.addReroute(on: wire, at: GraphPoint(200, 0)) == 1)
      #expect(try edit.addReroute(on: wire, at: GraphPoint(150, 10)) == 1)
      #expect(try edit.addReroute(on: wire, at: GraphPoint(.nan, 10)) >= 0)
    }
    #expect(groups.look(of: wire).reroutes.map(\.x) == [100, 150, 200])
    try evaluator.edit { edit in
      try edit.moveReroute(1, of: wire, to: GraphPoint(160, 0))
      try edit.removeReroute(0, of: wire)
    }
    #expect(groups.look(of: wire).reroutes.map(\.x) == [160, 200])
    #expect(throws: GraphError.noReroute(wire, 2, count: 2)) {
      try evaluator.edit { try $0.removeReroute(2, of: wire) }
    }
    let missing = Connection(from: rate.output, to: total.input(0))
    #expect(throws: GraphError.notConnected(missing)) {
      try evaluator.edit { try $0.addReroute(on: missing, at: .zero) }
    }
  }

  @Test func aFrameGoesAroundMembersAndMovesWithWhatLiesInIt() throws {
    var (frame, inner): (FrameID?, FrameID?)
    try evaluator.edit { edit in
      try edit.move(total, to: GraphPoint(900, 0))
      inner = try edit.addFrame("inner", around: [tax])
      frame = try edit.addFrame("both", around: [rate, tax], nodeSize: GraphSize(400, 300))
      try edit.setLook(NodeLook(size: GraphSize(50, 60)), of: rate)
    }
    let outer = try #require(groups.frames().last)
    #expect(outer.id == frame && outer.frame.rect == GraphRect(x: -24, y: 52, width: 648, height: 372))
    let id = try #require(frame)
    try evaluator.edit { edit in
      try edit.addReroute(on: Connection(from: tax.output, to: total.input(1)), at: GraphPoint(300, 200))
      try edit.addReroute(on: Connection(from: tax.output, to: total.input(1)), at: GraphPoint(800, 200))
      try edit.moveFrame(id, by: GraphPoint(10, 1000))
    }
    #expect(groups.position(of: rate) == GraphPoint(10, 1100) && groups.position(of: total) == GraphPoint(900, 0))
    #expect(groups.position(of: price) == .zero, "the frame begins below it")
    #expect(groups.frames().map(\.frame.rect.minX) == [186, -14])
    let reroutes = groups.look(of: Connection(from: tax.output, to: total.input(1))).reroutes
    #expect(reroutes == [GraphPoint(310, 1200), GraphPoint(800, 200)])
    let removed = try #require(inner)
    try evaluator.edit { edit in
      try edit.removeFrame(removed)
      let next = try edit.addFrame(GraphFrame("next", GraphRect(x: .infinity, y: 0, width: 1, height: 1)))
      #expect(next > id, "a number is not used again")
      try edit.setFrame(id, to: GraphFrame("renamed", outer.frame.rect))
    }
    #expect(groups.frames().map(\.frame.title) == ["renamed", "next"])
    #expect(groups.frames().last?.frame.rect == GraphRect(.zero, .zero))
    #expect(throws: GraphError.noFrame(removed)) {
      try evaluator.edit { try $0.setFrame(removed, to: outer.frame) }
    }
  }

  @Test func groupingTakesLooksInAndUngroupingTakesThemOut() throws {
    let inner = Connection(from: rate.output, to: tax.input(1))
    let (into, out) = (
      Connection(from: price.output, to: tax.input(0)), Connection(from: tax.output, to: total.input(1))
    )
    try evaluator.edit { edit in
      try edit.move(total, to: GraphPoint(900, 0))
      try edit.move(price, to: GraphPoint(-500, 0))
      try edit.setLook(NodeLook(form: .compact), of: tax)
      try edit.setLook(NodeLook(isLocked: true), of: price)
      for wire in [inner, into, out, wire] { try edit.addReroute(on: wire, at: GraphPoint(7, 8)) }
      try edit.addFrame("members", around: [rate, tax])
      try edit.addFrame("all", around: [price, rate, tax])
    }
    let before = ShownLooks(evaluator)
    let group = try group()
    #expect(groups.frames(in: group).map(\.frame.title) == ["members"] && groups.frames().map(\.frame.title) == ["all"])
    #expect(groups.look(of: tax).form == .compact && groups.look(of: price).isLocked)
    #expect(groups.look(of: inner, in: group).reroutes == [GraphPoint(7, 8)])
    for connection in groups.connections(in: nil) {
      #expect(groups.look(of: connection).reroutes == [GraphPoint(7, 8)], "\(connection)")
    }
    #expect(evaluator.brokenRules().isEmpty)
    try evaluator.edit { try $0.ungroup(group) }
    #expect(ShownLooks(evaluator) == before)
    evaluator.undo()
    try evaluator.edit { edit in
      try edit.move(group.node, to: groups.position(of: group.node) + GraphPoint(0, 50))
      try edit.ungroup(group)
    }
    #expect(
      groups.look(of: inner).reroutes == [GraphPoint(7, 58)] && groups.look(of: out).reroutes == [GraphPoint(7, 8)])
    #expect(evaluator.brokenRules().isEmpty)
  }

  @Test(arguments: [false, true]) func theLookOfAWireFollowsThePortsOfANodeThatBecomesAnother(isInGroup: Bool) throws {
    let (x, y, z) = (ValuePort<Double>("x"), ValuePort<Double>("y"), ValuePort<Double>("z"))
    evaluator.register(NodeDefinition("Minus", inputs: x, y, output: z) { (x: Double, y: Double) in x - y })
    evaluator.register(NodeDefinition("Turned", inputs: y, x, output: z) { (y: Double, x: Double) in x - y })
    let (first, second) = try evaluator.edited { edit in
      let nodes = (try edit.add("Minus"), try edit.add("Minus"))
      try edit.connect(nodes.0.output, to: nodes.1.input("y"))
      return nodes
    }
    let scope = isInGroup ? try evaluator.edited { try $0.group([first, second], named: "G") } : nil
    func change(_ body: (Edit) throws -> Void) throws { try evaluator.edit { try $0.change(in: scope, body) } }
    try change {
      try $0.setLook(ConnectionLook(label: "less"), of: Connection(from: first.output, to: second.input(1)))
    }
    try change { try $0.setKind(of: second, to: "Turned", matching: .name) }
    #expect(groups.look(of: Connection(from: first.output, to: second.input(0)), in: scope).label == "less")
    #expect(evaluator.brokenRules().isEmpty)
  }

  @Test func inADefinitionLooksAreThoseOfAllItsInstances() throws {
    let group = try group()
    let definition = try #require(groups.definition(of: group))
    var other: InstanceID?
    try evaluator.edit { other = try $0.add(instanceOf: definition) }
    let twin = try #require(other)
    #expect(throws: GraphError.outsideScope(tax)) { try evaluator.edit { try $0.setLook(NodeLook(depth: 1), of: tax) } }
    let receipt = try evaluator.edit { edit in
      try edit.change(definition, lookingAt: group) { inner in
        try inner.setLook(NodeLook(depth: 3), of: tax)
        try inner.addReroute(on: Connection(from: rate.output, to: tax.input(1)), at: GraphPoint(1, 2))
        try inner.addFrame("inner", around: [rate])
      }
    }
    #expect(receipt.evaluated.isEmpty)
    for instance in [group, twin] {
      let members = groups.members(of: instance)
      #expect(members.map { groups.look(of: $0).depth }.sorted() == [0, 3])
      #expect(groups.connections(in: instance).map { groups.look(of: $0, in: instance).reroutes.count } == [1])
      #expect(groups.frames(in: instance).count == 1)
    }
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: group) { inner in
        try inner.disconnect(tax.input(1))
        try inner.remove(rate)
      }
    }
    #expect(evaluator.brokenRules().isEmpty && ShownLooks(evaluator).wires.isEmpty)
    #expect(evaluator.undoPath == GraphPath([group]))
  }

  @Test func anEditSaysWhatItShowedInAnotherWay() throws {
    var id: FrameID?
    try evaluator.edit { try $0.setLook(NodeLook(depth: 1), of: rate) }
    #expect(evaluator.undoTitle == "restyle rate" && evaluator.undoPath == GraphPath())
    try evaluator.edit { try $0.addReroute(on: wire, at: .zero) }
    #expect(evaluator.undoTitle == "restyle the wire from price to total")
    try evaluator.edit { id = try $0.addFrame("Inputs", around: [rate], nodeSize: GraphSize(100, 50)) }
    #expect(evaluator.undoTitle == "add frame Inputs")
    let frame = try #require(id)
    try evaluator.edit { try $0.moveFrame(frame, by: GraphPoint(0, 5000)) }
    #expect(evaluator.undoTitle == "move rate")
    try evaluator.edit { try $0.setFrame(frame, to: GraphFrame("In", GraphRect(x: 0, y: 0, width: 1, height: 1))) }
    #expect(evaluator.undoTitle == "change frame Inputs")
    try evaluator.edit { try $0.removeFrame(frame) }
    #expect(evaluator.undoTitle == "remove frame In")
    evaluator.undo()
    #expect(evaluator.redoTitle == "remove frame In")
  }

  @Test func aWireThatConvertsKeepsItsLookWhenWhatConvertsIsMadeAgain() throws {
    evaluator.convert(Int.self, to: Double.self) { Double($0) }
    let half = NodeDefinition("Half", inputs: ValuePort("x", default: 1.0), output: ValuePort("value")) {
      (x: Double) -> Double in x / 2
    }
    var node: NodeID?
    try evaluator.edit { edit in
      let added = try edit.add(own: half, named: "half")
      node = added
      try edit.connect(price.output, to: added.input(0))
    }
    let target = try #require(node)
    let converting = Connection(from: price.output, to: target.input(0))
    try evaluator.edit { try $0.setLook(ConnectionLook(label: "exact"), of: converting) }
    #expect(groups.look(of: converting).label == "exact" && evaluator.brokenRules().isEmpty)
    try evaluator.edit { try $0.group([target], named: "Half") }
    #expect(groups.connections(in: nil).map { groups.look(of: $0).label }.contains("exact"))
    #expect(evaluator.brokenRules().isEmpty)
  }

  @Test func aWireIsNoWiderAndNoMoreBrokenThanAWireCanBe() throws {
    let cases: [(Double?, [Double], Double?, [Double])] = [
      (3, [8, 4], 3, [8, 4]), (0, [], nil, []), (-1, [0, 0], nil, []), (.nan, [.nan, 1], nil, []),
      (.infinity, [1, .infinity], 64, []), (1e300, [1, -1], 64, []), (0.25, [0, 4], 0.25, [0, 4]), (nil, [5], nil, [5]),
    ]
    for (width, dash, shownWidth, shownDash) in cases {
      try evaluator.edit { try $0.setLook(ConnectionLook(width: width, dash: dash), of: wire) }
      #expect(groups.look(of: wire) == ConnectionLook(width: shownWidth, dash: shownDash))
    }
  }

  @Test func widthAndDashesAreUndoneAndGoWithTheirWire() throws {
    let look = ConnectionLook(width: 3, dash: [8, 4])
    try evaluator.edit { try $0.setLook(look, of: wire) }
    evaluator.undo()
    #expect(groups.look(of: wire).isDefault)
    evaluator.redo()
    #expect(groups.look(of: wire) == look)
    let joined = ConnectionLook(color: GraphColor(1)).joined(look)
    #expect(joined == ConnectionLook(color: GraphColor(1), width: 3, dash: [8, 4]))
    #expect(ConnectionLook(width: 2, dash: [1]).joined(look) == ConnectionLook(width: 2, dash: [1]))
    let parts = look.split(at: .zero, from: .zero, to: GraphPoint(9, 9))
    #expect(parts.first == look && parts.second == look)
    // A difference includes these properties.
    let before = try evaluator.document()
    try evaluator.edit { try $0.setLook(ConnectionLook(width: 3, dash: [2, 2]), of: wire) }
    let after = try evaluator.document()
    #expect(try GraphDiff(from: before, to: after).applied(to: before).looks == after.looks)
  }

  @Test func whatWouldBeMovedAwayFromAllNumbersStays() throws {
    let far = GraphPoint(1.5e308, 0)
    let id = try evaluator.edited { edit in
      try edit.move(price, to: far)
      try edit.setLook(ConnectionLook(reroutes: [far]), of: wire)
      return try edit.addFrame(GraphFrame("far", GraphRect(far - GraphPoint(1e300, 1), GraphSize(2e300, 2))))
    }
    let frame = try #require(groups.frames().first).frame
    try evaluator.edit { edit in try edit.moveFrame(id, by: far) }
    #expect(groups.frames().map(\.frame) == [frame] && groups.position(of: price) == far)
    #expect(groups.look(of: wire).reroutes == [far])
    let fragment = try evaluator.copy([price, total])
    try evaluator.edit { edit in try edit.paste(fragment, offset: far) }
    let document = try evaluator.document()
    #expect(document.looks.frames.values.allSatisfy { $0.rect.origin.isFinite })
    #expect(document.looks.connections.values.allSatisfy { $0.reroutes.allSatisfy(\.isFinite) })
  }
}
