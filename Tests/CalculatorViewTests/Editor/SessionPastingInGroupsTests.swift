// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeEval
import NodeGraph
import Testing

/// Nodes of a group as text, copies of nodes and groups, and pasting into a group.
@Suite struct SessionPastingInGroupsTests {
  private let session: Session
  private let editor: SessionEditor
  private let path: GraphPath
  private let before: String

  init() throws {
    let session = Session()
    try session.run(
      "price = 20; rate = 20%; tax = price * rate; both = Add(x: price + 1, y: tax, z: 3); total = price + tax + both")
    let editor = SessionEditor(session)
    let nodes = try ["rate", "tax", "both"].map { try #require(session.node(named: $0)) }
    let group = try editor.group(nodes, as: "Tax")
    path = try #require(editor.groups.path(entering: group, from: GraphPath()))
    _ = try session.duplicate([SourceName("Tax", range: 0..<0)])
    try session.run("Tax2.price = 100")
    before = session.text
    (self.session, self.editor) = (session, editor)
  }

  private func member(_ name: String, of scope: GraphPath? = nil) throws -> NodeID {
    let groups = editor.groups
    return try #require(groups.members(of: (scope ?? path).scope).first { groups.name(of: $0) == name })
  }

  private func value(_ node: NodeID) -> String { editor.value(of: node.output).text }

  @Test func nodesOfAGroupAreTextByTheNamesThere() throws {
    let nodes = try [member("both"), member("rate"), member("tax")]
    #expect(
      editor.text(of: nodes) == """
        rate = 20%
        .move rate 0 0
        tax = price * rate
        .move tax 0 0
        both = Add(x: price + 1, y: tax, z: 3)
        .move both 0 0

        """)
  }

  @Test func whatIsCopiedInAGroupIsPastedThereInAllInstancesAndAnywhereElse() throws {
    let text = editor.text(of: try [member("tax"), member("both")])
    let made = try editor.paste(text, in: path)
    #expect(made == (try [member("tax2"), member("both2")]))
    // price + price * rate + 1 + 3
    #expect(value(made[1]) == "28" && made.map { editor.groups.counterparts(of: $0).count } == [2, 2])
    let other = try #require(editor.groups.counterparts(of: made[1]).first { $0 != made[1] })
    #expect(value(other) == "124" && session.history.last == "Tax › paste")
    session.checkInvariants()
    #expect(editor.undo() == "Tax › paste" && session.text == before)
    // Outside, the text's names stand for outer nodes, or are unknown.
    try session.run("rate = 50%")
    let outside = try editor.paste(text)
    #expect(outside.map(value) == ["10", "34"])
    session.checkInvariants()
  }

  @Test func whatIsCopiedOutsideReadsInAGroupByInputsOfIt() throws {
    try session.run("fee = 7; other = fee + price")
    let made = try editor.paste("more = fee * 2 + rate\n.move more 10 20\n", in: path)
    #expect(value(made[0]) == "14.2" && editor.groups.position(of: made[0]) == GraphPoint(34, 44))
    #expect(editor.summary(of: path.instances[0].node).inputs == ["price", "fee"])
    session.checkInvariants()
    // A text that can't be read there leaves no traces.
    let text = session.text
    for wrong in ["a = nosuch", "a = Add(q: 1)", ".delete tax", "a = 1; a = a + 1"] {
      #expect(throws: Diagnostic.self, "\(wrong)") { try editor.paste(wrong.replacing("; ", with: "\n"), in: path) }
      #expect(session.text == text, "\(wrong)")
    }
    try session.run("ungroup_ = 1")
    #expect(throws: Diagnostic.self) { try editor.paste("a = 1", in: GraphPath([InstanceID(index: 99, tag: 0)])) }
  }

  @Test func copiesOfGroupsAndNodesAreOneStep() throws {
    let price = try #require(session.node(named: "price"))
    let group = path.instances[0].node
    let made = try editor.duplicate([group, price])
    #expect(made.count == 2 && session.source(of: "price2") == "20")
    #expect(editor.groups.name(of: made[1]) == "Tax3" && session.history.last == "duplicate")
    session.checkInvariants()
    #expect(editor.undo() == "duplicate" && session.text == before)
    let inside = try editor.duplicate([try member("both")], in: path)
    #expect(editor.groups.name(of: inside[0]) == "both2" && value(inside[0]) == "28")
    session.checkInvariants()
  }
}
