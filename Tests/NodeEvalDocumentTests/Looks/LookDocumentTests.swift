// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Looks in documents, fragments and differences.
@Suite struct LookDocumentTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  private func style() throws {
    try evaluator.edit { edit in
      try edit.move(tax, to: GraphPoint(600, 100))
      try edit.move(total, to: GraphPoint(900, 0))
      try edit.setLook(
        NodeLook(
          size: GraphSize(200, 80), depth: -1, isLocked: true, form: .compact, flow: .up, color: GraphColor(0x7e9bd0),
          format: "#,##0.00", note: "of **one**\n- \"piece\""),
        of: price)
      let wire = Connection(from: price.output, to: total.input(0))
      try edit.setLook(
        ConnectionLook(
          label: "net", color: GraphColor(1), reroutes: [GraphPoint(1, 2), GraphPoint(3.5, 4)], course: .orthogonal,
          width: 3, dash: [8, 2.5]),
        of: wire)
      try edit.addFrame("Inputs", around: [price, rate], color: GraphColor(0xffffff), text: "both\nof them")
    }
  }

  @Test func aDocumentHasLooksOnlyIfThereAreAnyAndIsReadAsItWasWritten() throws {
    #expect(!(try DocumentKinds.json(try evaluator.document())).contains("looks"))
    try style()
    let group = try group()
    try evaluator.edit { edit in
      try edit.setLook(NodeLook(depth: 4), of: group.node)
      try edit.change(try #require(groups.definition(of: group)), lookingAt: group) { inner in
        try inner.setLook(NodeLook(form: .dot), of: rate)
        try inner.setLook(ConnectionLook(label: "rate"), of: Connection(from: rate.output, to: tax.input(1)))
        try inner.addFrame("inside", around: [tax])
      }
    }
    let text = try DocumentKinds.json(try evaluator.document())
    #expect(text.contains(#""version" : 5"#))
    #expect(text.contains(#""flow" : "up""#) && text.contains(#""course" : "orthogonal""#))
    #expect(text.contains(#""width" : 3"#) && text.contains(#""dash" : "8 2.5""#))
    #expect(text.contains(#""through" : "1 2 3.5 4""#) && text.contains(#""from" : "0.value""#))
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: DocumentKinds.document(text))
    #expect(ShownLooks(opened) == ShownLooks(evaluator) && opened.brokenRules().isEmpty)
    #expect(try DocumentKinds.json(try opened.document()) == text)
    var document = try DocumentKinds.document(text)
    try document.check()
    #expect(document.repair().isEmpty)
    #expect(DocumentMigrations([]).version == 1)
  }

  private static let looks = "LOOKS"
  private static let text = #"""
    {"format":"NodeGraph","version":5,"nodes":[{"id":"0","kind":"Number"},{"id":"1","kind":"Add","inputs":"x=0.value"}],
    "looks":LOOKS}
    """#
  private static let faults: [(String, DocumentError.Code, String)] = [
    ("[]", .field, "looks"), (#"{"nodes":[]}"#, .field, "looks.nodes"),
    (#"{"nodes":{"0":1}}"#, .field, "looks.nodes.0"),
    (#"{"nodes":{"7":{"depth":1}}}"#, .id, "looks.nodes.7"),
    (##"{"nodes":{"#0":{"depth":1}}}"##, .id, ##"looks.nodes["#0"]"##),
    (#"{"nodes":{"x":{"depth":1}}}"#, .id, "looks.nodes.x"),
    (#"{"nodes":{"0":{"depth":0.5}}}"#, .field, "looks.nodes.0.depth"),
    (#"{"nodes":{"0":{"form":"round"}}}"#, .field, "looks.nodes.0.form"),
    (#"{"nodes":{"0":{"flow":"upwards"}}}"#, .field, "looks.nodes.0.flow"),
    (#"{"nodes":{"0":{"size":"-1 2"}}}"#, .field, "looks.nodes.0.size"),
    (#"{"nodes":{"0":{"size":3}}}"#, .field, "looks.nodes.0.size"),
    (#"{"nodes":{"0":{"locked":1}}}"#, .field, "looks.nodes.0.locked"),
    (#"{"nodes":{"0":{"color":"red"}}}"#, .field, "looks.nodes.0.color"),
    (#"{"connections":{}}"#, .field, "looks.connections"), (#"{"connections":[1]}"#, .field, "looks.connections[0]"),
    (#"{"connections":[{"to":"1.x","label":"l"}]}"#, .connection, "looks.connections[0].from"),
    (#"{"connections":[{"from":"0.value","to":"1.y","label":"l"}]}"#, .connection, "looks.connections"),
    (#"{"connections":[{"from":"0.value","to":"1.x","through":"1 2 3"}]}"#, .field, "looks.connections[0].through"),
    (#"{"connections":[{"from":"0.value","to":"1.x","course":7}]}"#, .field, "looks.connections[0].course"),
    (#"{"connections":[{"from":"0.value","to":"1.x","course":"bent"}]}"#, .field, "looks.connections[0].course"),
    (#"{"connections":[{"from":"0.value","to":"1.x","width":"3"}]}"#, .field, "looks.connections[0].width"),
    (#"{"connections":[{"from":"0.value","to":"1.x","width":0}]}"#, .field, "looks.connections[0].width"),
    (#"{"connections":[{"from":"0.value","to":"1.x","width":64.5}]}"#, .field, "looks.connections[0].width"),
    (#"{"connections":[{"from":"0.value","to":"1.x","dash":[8,4]}]}"#, .field, "looks.connections[0].dash"),
    (#"{"connections":[{"from":"0.value","to":"1.x","dash":"8 -4"}]}"#, .field, "looks.connections[0].dash"),
    (#"{"connections":[{"from":"0.value","to":"1.x","dash":"0 0"}]}"#, .field, "looks.connections[0].dash"),
    (#"{"connections":[{"from":"0.value","to":"1.x","dash":"8 x"}]}"#, .field, "looks.connections[0].dash"),
    (#"{"connections":[{"from":"0.value","to":"1.x","dash":"nan 1"}]}"#, .field, "looks.connections[0].dash"),
    (#"{"frames":[{"id":"a","at":"0 0","size":"1 1"}]}"#, .id, "looks.frames[0]"),
    (#"{"frames":[{"id":"0","size":"1 1"}]}"#, .field, "looks.frames[0]"),
    (
      #"{"frames":[{"id":"0","at":"0 0","size":"1 1"},{"id":"0","at":"0 0","size":"2 2"}]}"#, .id,
      "looks.frames[1].id"
    ),
  ]

  @Test func aLookOfWhatIsNotThereAndOneThatCannotBeReadIsAFaultWithAPlace() throws {
    for (looks, code, path) in Self.faults {
      let text = Self.text.replacing(Self.looks, with: looks)
      do throws(DocumentError) {
        let document = try DocumentError.catching { try DocumentKinds.document(text) }
        #expect(throws: DocumentError.self) { try document.check() }
        _ = try Evaluator(definitions: SubgraphScript.kinds, document: document)
        Issue.record("\(looks) is refused")
      } catch {
        #expect(error.code == code && error.path.description == path, "\(looks): \(error)")
      }
    }
    var dropped: [DocumentError] = []
    let looks =
      ##"{"nodes":{"0":{"depth":1},"#7":{"depth":1}},"connections":[{"from":"1.sum","to":"0.x","label":"l"}]}"##
    let document = try DocumentKinds.document(Self.text.replacing(Self.looks, with: looks))
    let evaluator = try Evaluator(definitions: SubgraphScript.kinds, repairing: document, dropped: &dropped)
    #expect(dropped.count == 2 && evaluator.subgraphs.look(of: evaluator.graph.nodes[0]).depth == 1)
  }

  @Test(arguments: ["nodes", "connections", "frames"]) func nullIsNoList(field: String) throws {
    let document = try DocumentKinds.document(Self.text.replacing(Self.looks, with: "{\"\(field)\":null}"))
    try document.check()
    #expect(document.looks.isEmpty)
  }

  /// What can't be shown is dropped in whatever way it arrives: documents in memory are not checked when they are read.
  @Test(arguments: [false, true]) func looksThatCannotBeShownAreDropped(isPasted: Bool) throws {
    var document = try isPasted ? evaluator.copy([price, total]) : evaluator.document()
    let wire = DocumentLooks.Wire(
      from: .init(price.inDocument, "value"), to: .init(total.inDocument, "x"))
    document.root.looks.nodes[price.inDocument] = NodeLook(size: GraphSize(.infinity, 1), depth: 3)
    document.root.looks.connections[wire] = ConnectionLook(
      label: "net", reroutes: [GraphPoint(.nan, 0), GraphPoint(1, 2)], width: -1, dash: [.nan])
    document.root.looks.frames[FrameID(0)] = GraphFrame("far", GraphRect(GraphPoint(.nan, 0), GraphSize(1, 1)))
    let other =
      try isPasted
      ? Evaluator(definitions: SubgraphScript.kinds) : Evaluator(definitions: SubgraphScript.kinds, document: document)
    if isPasted { try other.edit { edit in try edit.paste(document, offset: .zero) } }
    let looks = try other.document().looks
    #expect(looks.nodes.values.map { $0 } == [NodeLook(depth: 3)])
    #expect(looks.connections.values.map { $0 } == [ConnectionLook(label: "net", reroutes: [GraphPoint(1, 2)])])
    #expect(looks.frames.values.map(\.rect) == [GraphRect(.zero, .zero)])
    #expect(other.brokenRules().isEmpty)
  }

  @Test func anOlderDocumentKeepsAFieldOfThatName() throws {
    let text = Self.text.replacing("5", with: "4").replacing(Self.looks, with: #""mine""#)
    let document = try DocumentKinds.document(text)
    #expect(document.others["looks"] == .string("mine") && document.looks.isEmpty)
    #expect(try DocumentKinds.json(document).contains(#""looks" : "mine""#))
  }

  @Test func looksFollowPortsThatHaveOtherNames() throws {
    let looks = #"{"connections":[{"from":"0.value","to":"1.x","label":"l"}]}"#
    var document = try DocumentKinds.document(Self.text.replacing(Self.looks, with: looks))
    try DocumentMigrations([
      [.renameOutput(kind: "Number", "value", to: "out"), .renameInput(kind: "Add", "x", to: "a")]
    ]).migrate(&document)
    try document.check()
    #expect(document.looks.connections.keys.map { "\($0.source.port) \($0.target.port)" } == ["out a"])
    try DocumentMigrations([[], [.dropInput(kind: "Add", "a")]]).migrate(&document)
    #expect(document.looks.isEmpty)
    try document.check()
  }

  @Test func whatIsPastedIsShownAsItWasAndSoAreFramesAroundNothingElse() throws {
    try style()
    let alone = try evaluator.copy([price, total])
    #expect(alone.looks.nodes.count == 1 && alone.looks.connections.count == 1 && alone.looks.frames.isEmpty)
    let fragment = try evaluator.copy([price, rate, total])
    #expect(fragment.looks.frames.count == 1)
    var ids: [NodeID: NodeID] = [:]
    try evaluator.edit { ids = try $0.paste(fragment, offset: GraphPoint(1000, 0)) }
    let (copy, sum) = (try #require(ids[price.inDocument]), try #require(ids[total.inDocument]))
    #expect(groups.look(of: copy) == groups.look(of: price))
    let look = groups.look(of: Connection(from: copy.output, to: sum.input(0)))
    #expect(look.reroutes == [GraphPoint(1001, 2), GraphPoint(1003.5, 4)] && look.label == "net")
    #expect(groups.frames().map(\.frame.rect.minX) == [-24, 976])
    evaluator.undo()
    #expect(groups.frames().count == 1 && evaluator.brokenRules().isEmpty)
    let group = try group()
    let definition = try #require(groups.definition(of: group))
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: group) { try $0.paste(alone, offset: GraphPoint(0, 1)) }
    }
    #expect(groups.members(of: group).map { groups.look(of: $0).depth }.contains(-1))
    #expect(ShownLooks(evaluator).wires.keys.contains { $0.scope == group.inDocument })
    #expect(evaluator.brokenRules().isEmpty)
    let inside = try evaluator.copy([rate, tax] + groups.members(of: group))
    #expect(inside.looks.nodes.count == 1 && inside.looks.connections.count == 1)
  }

  @Test func aDifferenceLeadsFromOneLookToAnother() throws {
    let plain = try evaluator.document()
    try style()
    let group = try group()
    let styled = try evaluator.document()
    for (old, new) in [(plain, styled), (styled, plain)] {
      let difference = GraphDiff(from: old, to: new)
      #expect(try difference.applied(to: old) == new)
      let other = try Evaluator(definitions: SubgraphScript.kinds, document: old)
      try other.edit { try $0.apply(difference) }
      #expect(try other.document().looks == new.looks && other.brokenRules().isEmpty)
    }
    try evaluator.edit { edit in
      try edit.setLook(NodeLook(depth: 1), of: group.node)
      try edit.setLook(NodeLook(depth: 1), of: price)
      try edit.moveFrame(FrameID(0), by: GraphPoint(3, 3))
      try edit.addReroute(on: Connection(from: price.output, to: total.input(0)), at: .zero)
    }
    let difference = GraphDiff(from: styled, to: try evaluator.document())
    #expect(try difference.applied(to: styled) == evaluator.document())
    #expect("\(difference)".contains("restyle the wire from 0.value to 3.x") && "\(difference)".contains("restyle #0"))
    #expect(throws: GraphDiffError.self) { try difference.applied(to: plain) }
    let other = try Evaluator(definitions: SubgraphScript.kinds, document: plain)
    #expect(throws: GraphDiffError.self) { try other.edit { try $0.apply(difference) } }
    #expect(ShownLooks(other) == ShownLooks(try TaxGraph().evaluator))
  }
}
