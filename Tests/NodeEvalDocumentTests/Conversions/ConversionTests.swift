// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Connections between ports of different types.
@Suite struct ConversionTests {
  private let evaluator = ConversionKinds.evaluator()
  private let count: NodeID
  private let mean: NodeID
  private let add: NodeID

  private var groups: Subgraphs { evaluator.subgraphs }
  private let widening = Conversion(from: PortType(Int.self), to: PortType(Double.self), .lossless)
  private let narrowing = Conversion(from: PortType(Double.self), to: PortType(Int.self), .lossy)

  init() throws {
    let nodes = try evaluator.edited { edit in
      try [("Count", "count"), ("Mean", "mean"), ("Add", "add")].map { try edit.add($0.0, named: $0.1) }
    }
    (count, mean, add) = (nodes[0], nodes[1], nodes[2])
  }

  private func value<Value: Sendable>(_ node: NodeID, as type: Value.Type = Value.self) throws -> Value? {
    guard let output = try evaluator.output(node.output, as: Value.self) else { return nil }
    return try evaluator.value(of: output)
  }

  /// Connects count, mean and add in a chain.
  private func connect() throws {
    try evaluator.edit("connect") { edit in
      try edit.connect(count.output, to: mean.input("x"))
      try edit.connect(mean.output, to: add.input("x"))
    }
  }

  private var wires: [Connection] {
    [Connection(from: count.output, to: mean.input(0)), Connection(from: mean.output, to: add.input(0))]
  }

  @Test func aVerdictTellsTheConversionAndWhatItLoses() throws {
    #expect(groups.verdict(onConnecting: count.output, to: add.input(0)) == .allowed)
    #expect(groups.verdict(onConnecting: count.output, to: mean.input(0)) == .converting(widening, replacing: nil))
    #expect(groups.verdict(onConnecting: mean.output, to: add.input(0)) == .converting(narrowing, replacing: nil))
    let word = try evaluator.edited { edit in try edit.add("Word") }
    for target in [mean.input(0), add.input(0)] {
      guard case .refused(.typeMismatch) = groups.verdict(onConnecting: word.output, to: target) else {
        Issue.record("what has no conversion is refused")
        continue
      }
    }
    try connect()
    guard case .converting(widening, replacing: .some) = groups.verdict(onConnecting: count.output, to: mean.input(0))
    else {
      Issue.record("what is connected makes way")
      return
    }
    guard case .refused(.cycle) = groups.verdict(onConnecting: add.output, to: mean.input(1)) else {
      Issue.record("what would go round is refused")
      return
    }
    evaluator.edit { edit in
      #expect(edit.verdict(onConnecting: count.output, to: mean.input("y")) == .converting(widening, replacing: nil))
      #expect(edit.verdict(onConnecting: count.output, to: mean.input("z")).isRefused)
    }
    #expect(evaluator.conversion(from: PortType(Int.self), to: PortType(String.self)) == nil)
  }

  @Test func valuesAreConvertedOnTheWayAndTheWireShowsAsOne() throws {
    let before = evaluator.graph.nodeCount
    try connect()
    #expect(try value(add) == 0 && value(mean) == 0.5)
    try evaluator.edit { edit in try edit.set(count, to: 9) }
    #expect(try value(mean) == 4.5 && value(add) == 4)
    #expect(groups.members(of: nil) == [count, mean, add] && groups.connections(in: nil) == wires)
    #expect(wires.map(groups.conversion) == [widening, narrowing] && evaluator.graph.nodeCount == before + 2)
    #expect(groups.conversion(of: Connection(from: count.output, to: add.input(0))) == nil)
    evaluator.checkInvariants()
    evaluator.undo()
    evaluator.undo()
    #expect(evaluator.graph.nodeCount == before && groups.connections(in: nil).isEmpty)
    evaluator.redo()
    #expect(groups.connections(in: nil) == wires && evaluator.redo()?.evaluated == [])
    #expect(try value(add) == 4)
  }

  @Test func theConversionGoesWithTheWireHoweverThatGoes() throws {
    let other = try evaluator.edited { edit in try edit.add("Measure") }
    let length = try #require(ConversionKinds.all.last)
    let ways: [(String, (Edit) throws -> Void)] = [
      ("its input is cut", { [mean] in try $0.disconnect(mean.input("x")) }),
      ("it is cut", { [count, mean] in try $0.disconnect(count.output, from: mean.input("x")) }),
      ("its source goes", { [count] in try $0.remove(count) }),
      ("its target goes", { [mean] in try $0.remove(mean) }),
      (
        "another takes its place",
        { [mean, other] in try $0.connect(other.output, to: mean.input("x"), replacing: true) }
      ),
      ("its source is of another kind", { [count] in try $0.setKind(of: count, to: "Word") }),
      ("its target is of another kind", { [mean] in try $0.setKind(of: mean, to: "Length") }),
      (
        "its target gets ports of another type",
        { [mean] in try $0.setDefinition(of: mean, to: length) }
      ),
    ]
    for (way, body) in ways {
      try evaluator.edit("connect") { edit in try edit.connect(count.output, to: mean.input("x")) }
      #expect(evaluator.graph.nodes.contains { ConversionKinds.isConversion($0, in: evaluator) })
      try evaluator.edit("cut", body)
      #expect(!evaluator.graph.nodes.contains { ConversionKinds.isConversion($0, in: evaluator) }, "\(way)")
      evaluator.checkInvariants()
      evaluator.undo()
      #expect(groups.connections(in: nil) == [wires[0]] && evaluator.undo() != nil, "\(way)")
      #expect(groups.connections(in: nil).isEmpty)
    }
  }

  @Test func aConversionThatFailsFailsTheWireAndSaysSo() throws {
    try connect()
    try evaluator.edit { edit in try edit.set(count, to: 5000) }
    let failure = try #require(evaluator.failure(of: add))
    #expect(groups.describe(failure) == "mean → add.x: TooLarge()" && failure.underlying is ConversionKinds.TooLarge)
    #expect(groups.failure(of: wires[1]) == failure && groups.failure(of: wires[0]) == nil)
    #expect(try value(mean) == 2500.0)
    try evaluator.edit { edit in try edit.set(count, to: 20) }
    #expect(try value(add) == 10 && groups.failure(of: wires[1]) == nil)
  }

  @Test func whatIsRefusedLeavesNoConversion() throws {
    try connect()
    let nodes = evaluator.graph.nodes
    let refusal = { (body: (Edit) throws(GraphError) -> Void) -> String? in
      do throws(GraphError) {
        try evaluator.edit(body)
        return nil
      } catch {
        return groups.describe(error)
      }
    }
    #expect(
      refusal { edit throws(GraphError) in try edit.connect(add.output, to: mean.input("y")) }
        == "connecting add to mean.y would close a cycle: add → mean.y → add.x")
    #expect(
      refusal { edit throws(GraphError) in try edit.connect(count.output, to: mean.input("x")) }?
        .hasPrefix("mean.x is already connected to count") == true)
    // The refusal is caught inside the edit, which continues without the connection.
    try evaluator.edit { edit in
      do {
        try edit.connect(add.output, to: mean.input("y"))
      } catch {
        try edit.move(mean, to: GraphPoint(1, 1))
      }
    }
    #expect(evaluator.graph.nodes == nodes)
    evaluator.checkInvariants()
  }

  @Test func manyConnectionsAreConvertedEachAndKeepTheirOrder() throws {
    let total = try evaluator.edited { edit in
      let total = try edit.add("Total")
      try edit.connect(contentsOf: [Connection(from: count.output, to: total.input(0))])
      try edit.connect(mean.output, to: total.input("terms"))
      try edit.connect(add.output, to: total.input("terms"))
      try edit.set(count, to: 7)
      try edit.setLiteral(add.input("x"), to: 100)
      return total
    }
    let sources = { groups.connections(in: nil).filter { $0.target.node == total }.map(\.source.node) }
    #expect(try value(total) == 107.0 && sources() == [count, mean, add])
    try evaluator.edit { edit in try edit.disconnect(count.output, from: total.input("terms")) }
    #expect(try value(total) == 100.0 && sources() == [mean, add])
  }

  // MARK: Groups

  @Test func aGroupTakesTheConversionsBetweenItsMembers() throws {
    try connect()
    let nodes = evaluator.graph.nodes
    for selection in [[count, mean], [mean, add], [count, mean, add], [mean], [add]] {
      let group = try evaluator.edited { edit in try edit.group(selection, named: "Group") }
      #expect(groups.members(of: group) == selection.sorted { $0.slot < $1.slot })
      let inside = wires.filter { selection.contains($0.source.node) && selection.contains($0.target.node) }
      #expect(groups.connections(in: group) == inside && groups.connections(in: nil).count == 2 - inside.count)
      #expect(groups.connections(in: group).allSatisfy { groups.conversion(of: $0) != nil })
      #expect(groups.connections(in: nil).allSatisfy { groups.conversion(of: $0) != nil }, "\(selection)")
      evaluator.checkInvariants()
      try evaluator.edit { edit in try edit.ungroup(group) }
      #expect(evaluator.graph.nodes == nodes && groups.connections(in: nil) == wires)
    }
  }

  @Test func aDefinitionConvertsInAllItsInstances() throws {
    let group = try evaluator.edited { edit in try edit.group([count, mean], named: "Group") }
    let definition = try #require(groups.definition(of: group))
    let others = try evaluator.edited { edit in try (0..<3).map { _ in try edit.add(instanceOf: definition) } }
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: group) { inner in
        // The refusal is caught. The connection is made in no instance.
        do {
          try inner.connect(mean.output, to: mean.input("x"))
          Issue.record("a cycle is refused")
        } catch {}
        try inner.connect(count.output, to: mean.input("x"))
        #expect(inner.members == [count, mean])
      }
    }
    for instance in [group] + others {
      let wire = try #require(groups.connections(in: instance).first)
      #expect(groups.conversion(of: wire) == widening && groups.members(of: instance).count == 2)
      #expect(try value(wire.target.node) == 0.5)
    }
    evaluator.checkInvariants()
    // Connects from outside, through a port.
    try evaluator.edit { edit in
      try edit.change(definition) { inner in try inner.expose(mean.output, as: "mean") }
      try edit.connect(others[0].output("mean"), to: add.input("y"))
    }
    #expect(try value(add) == 0 && groups.connections(in: nil).map(groups.conversion) == [narrowing])
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: group) { inner in try inner.disconnect(mean.input("x")) }
    }
    #expect(groups.members(of: others[1]).count == 2 && evaluator.graph.nodeCount == 10)
    try evaluator.edit { edit in try edit.remove(others[0]) }
    #expect(evaluator.graph.nodeCount == 7)
    evaluator.checkInvariants()
  }

  // MARK: Documents

  @Test func documentsKeepConversionsAndWaitForThem() throws {
    try connect()
    try evaluator.edit { edit in try edit.set(count, to: 9) }
    let document = try evaluator.document()
    let early = try Evaluator(definitions: ConversionKinds.all, document: document)
    let node = try #require(early.graph.node(named: "add"))
    #expect(early.failure(of: node) != nil)
    ConversionKinds.declare(in: early)
    #expect(
      early.subgraphs.connections(in: nil).map(\.inDocument) == wires.map(\.inDocument)
        && early.failure(of: node) == nil)
    #expect(try early.document() == document)
    // A copied conversion converts where it is pasted.
    let fragment = try evaluator.copy([count, mean])
    let ids = try evaluator.edited { edit in try edit.paste(fragment) }
    let (from, to) = (try #require(ids[count.inDocument]), try #require(ids[mean.inDocument]))
    let pasted = Connection(from: from.output, to: to.input(0))
    #expect(groups.connections(in: nil).contains(pasted) && groups.conversion(of: pasted) == widening)
    #expect(try value(to) == 4.5)
  }

  @Test func aDifferenceWithConversionsIsAppliedWhole() throws {
    let plain = try evaluator.document()
    try connect()
    let converting = try evaluator.document()
    try evaluator.edit { edit in try edit.apply(GraphDiff(from: converting, to: plain)) }
    #expect(groups.connections(in: nil).isEmpty && evaluator.graph.nodeCount == 3)
    try evaluator.edit { edit in try edit.apply(GraphDiff(from: plain, to: converting)) }
    #expect(groups.connections(in: nil) == wires && wires.map(groups.conversion) == [widening, narrowing])
  }

  @Test func aShapeThatIsGivenBackConvertsNothingAnyMore() throws {
    struct GivenUp: Error {}
    for _ in 0..<3 {
      _ = try? evaluator.edit { edit in
        evaluator.register(NodeDefinition.conversion(String.self, to: Double.self, .lossy) { Double($0.count) })
        throw GivenUp()
      }
    }
    let own = try evaluator.edited { edit in
      let own = try edit.add(
        own: NodeDefinition("Own", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) in x + 1 })
      try edit.connect(count.output, to: own.input("x"))
      try edit.connect(own.output, to: add.input("x"))
      return own
    }
    #expect(groups.members(of: nil).contains(own))
    #expect(groups.connections(in: nil).contains(Connection(from: count.output, to: own.input(0))))
    // The types that it would have converted can't be connected either.
    #expect(evaluator.conversion(from: PortType(String.self), to: PortType(Double.self)) == nil)
    let word = try evaluator.edited { try $0.add("Word") }
    #expect(throws: GraphError.self) { try evaluator.edit { try $0.connect(word.output, to: mean.input("y")) } }
    try evaluator.edit { try $0.disconnect(add.input("x")) }
    #expect(evaluator.graph.contains(own))
    // The same conversion can be registered again.
    evaluator.register(NodeDefinition.conversion(String.self, to: Double.self, .lossy) { Double($0.count) })
    #expect(evaluator.conversion(from: PortType(String.self), to: PortType(Double.self)) != nil)
  }

  @Test func whileTheFirstOfTwoConversionsIsUndoneTheSecondConverts() throws {
    evaluator.edit { _ in evaluator.convert(String.self, to: Double.self, .lossy, named: "A") { Double($0.count) } }
    evaluator.convert(String.self, to: Double.self, named: "B") { -Double($0.count) }
    func loss() -> Conversion.Loss? {
      evaluator.conversion(from: PortType(String.self), to: PortType(Double.self))?.loss
    }
    #expect(loss() == .lossy)
    evaluator.undo()
    #expect(loss() == .lossless)
    evaluator.redo()
    #expect(loss() == .lossy)
    evaluator.undo()
    // The edit can't be redone any more, so the conversion that it registered is forgotten.
    let word = try evaluator.edited { try $0.add("Word") }
    #expect(evaluator.redoTitles == [] && loss() == .lossless)
    try evaluator.edit { try $0.connect(word.output, to: mean.input("y")) }
    #expect(try value(mean) == -0.5)
  }

  @Test func aConversionThatWasUndoneIsRegisteredAgainInAnEdit() throws {
    func register() {
      evaluator.edit { _ in evaluator.convert(String.self, to: Double.self, named: "A") { Double($0.count) } }
    }
    register()
    evaluator.undo()
    register()
    let word = try evaluator.edited { try $0.add("Word") }
    #expect(evaluator.conversion(from: PortType(String.self), to: PortType(Double.self)) != nil)
    try evaluator.edit { try $0.connect(word.output, to: mean.input("y")) }
    #expect(try value(mean) == 0.5)
  }

  @Test func copyingInsideAGroupTakesWiresThatConvertAlong() throws {
    try connect()
    try evaluator.edit { _ = try $0.group([count, mean, add], named: "Chain") }
    let fragment = try evaluator.copy([count, mean])
    let other = ConversionKinds.evaluator()
    try other.edit { _ = try $0.paste(fragment) }
    #expect(other.subgraphs.members(of: nil).count == 2)
    #expect(other.subgraphs.connections(in: nil).count == 1)
  }

  @Test func aNodeBetweenTypesThatNothingConvertsIsDissolvedByACut() throws {
    let (word, length) = try evaluator.edited { edit in
      (
        try edit.add("Word"),
        try edit.add(
          own: NodeDefinition(
            "Length", inputs: ValuePort("x", default: ""), output: ValuePort("y")
          ) { (x: String) in x.count })
      )
    }
    try evaluator.edit { edit in
      try edit.connect(word.output, to: length.input("x"))
      try edit.connect(length.output, to: mean.input("x"))
      try edit.dissolve(length)
    }
    #expect(!evaluator.graph.contains(length))
    #expect(groups.connections(in: nil).isEmpty)
  }
}

extension ConversionTests {
  @Test func aNodeOfADefinitionIsDissolvedIntoAWireThatConverts() throws {
    let (more, group) = try evaluator.edited { edit in
      let more = try edit.add("Add", named: "more")
      try edit.connect(count.output, to: more.input("x"))
      try edit.connect(more.output, to: mean.input("x"))
      return (more, try edit.group([count, more, mean], named: "Group"))
    }
    let definition = try #require(groups.definition(of: group))
    try evaluator.edit { edit in try edit.change(definition) { inner in try inner.dissolve(more) } }
    #expect(groups.connections(in: group) == [Connection(from: count.output, to: mean.input(0))])
    #expect(groups.connections(in: group).map(groups.conversion) == [widening])
    evaluator.checkInvariants()
  }
}

extension ConversionTests {
  /// Readers of the dissolved node may not be able to read what that node read.
  @Test func aDissolvedNodeLeavesNoWireThatNothingConverts() throws {
    evaluator.convert(String.self, to: Int.self) { $0.utf8.count }
    let (word, more) = try evaluator.edited { edit in (try edit.add("Word"), try edit.add("Add")) }
    try evaluator.edit { edit in
      try edit.connect(word.output, to: more.input("x"))
      try edit.connect(more.output, to: mean.input("x"))
    }
    let wires = groups.connections(in: nil).count
    try evaluator.edit { edit in try edit.dissolve(more) }
    #expect(groups.connections(in: nil).count == wires - 2 && !evaluator.graph.contains(more))
    #expect(evaluator.graph.sources(of: mean.input(0)).isEmpty)
    evaluator.checkInvariants()
  }

  /// Dissolving must not connect a group's output to its own input, even where the nodes inside could be connected.
  @Test func aDissolvedNodeLeavesNoWireOfAGroupToItself() throws {
    let (first, second, between) = try evaluator.edited { edit in
      (try edit.add("Add"), try edit.add("Add"), try edit.add("Add"))
    }
    let group = try evaluator.edited { edit in
      try edit.connect(first.output, to: between.input("x"))
      try edit.connect(between.output, to: second.input("x"))
      return try edit.group([first, second], named: "Both")
    }
    try evaluator.edit { edit in try edit.dissolve(between) }
    #expect(evaluator.graph.sources(of: second.input(0)).isEmpty)
    #expect(groups.connections(in: nil).allSatisfy { $0.source.node != group.node || $0.target.node != group.node })
    evaluator.checkInvariants()
    evaluator.undo()
    #expect(evaluator.graph.sources(of: second.input(0)).map(\.node) == [between])
  }
}

extension ConnectionVerdict {
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
