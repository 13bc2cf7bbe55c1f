// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import Testing

/// Pictures of sessions with groups, closed and open.
@Suite struct GroupPictureTests {
  private let session: Session

  init() throws {
    session = try DocumentFile.session(Array(TestDocuments.nestedGroups.utf8), named: "m", TestDocuments())
  }

  @Test func aGroupThatGivesNothingLooksLikeNoFailure() throws {
    func fills(_ session: Session) -> Set<Substring> {
      let picture = SessionPicture(of: session).svg(style: .classic)
      return Set(picture.split(separator: "fill=\"").dropFirst().map { $0.prefix { $0 != "\"" } })
    }
    let (sound, failing) = (Session(), Session())
    try sound.run("a = 1")
    try sound.run("b = a / 2")
    try failing.run("a = 0")
    try failing.run("b = 1 / a")
    let failed = fills(failing).subtracting(fills(sound))
    #expect(!failed.isEmpty)
    let text = #"""
      {
        "definitions" : [
          { "id" : "1", "inputs" : [ { "leads" : "0.x", "name" : "net" } ], "name" : "Log",
            "nodes" : [ { "id" : "0", "kind" : "Add", "name" : "kept" } ] } ],
        "format" : "NodeGraph",
        "instances" : [ { "id" : "#0", "inputs" : "net=0.value", "members" : "0=1", "of" : "1" } ],
        "nodes" : [ { "formula" : "100", "id" : "0", "kind" : "formula", "name" : "price" } ],
        "version" : 3
      }
      """#
    let quiet = try DocumentFile.session(Array(text.utf8), named: "m", TestDocuments())
    #expect(fills(quiet).isDisjoint(with: failed))
  }

  @Test func aGroupIsOneLineWithItsOutputsOrItsMembersWithTheirPaths() {
    #expect(
      SessionPicture(of: session).lanes() == [
        "○  price    = 100", "●  sub      = 300                  price * 3",
        "●  Invoice  total = 360, tax = 60  2 nodes",
        "◆  ratio    = 6                    total / tax",
      ])
    #expect(
      SessionPicture(of: session, openingGroups: true).lanes() == [
        "○    price                 = 100", "●    sub                   = 300  price * 3",
        "│ ○  Invoice › Tax › rate  = 0.2  Number", "├─●  Invoice › Tax › tax   = 60   net * rate",
        "●─┤  Invoice › total       = 360  net + tax", "◆─┘  ratio                 = 6    total / tax",
      ])
    // Up to a name: that node and the nodes it needs.
    #expect(SessionPicture(of: session, upTo: ["sub"], openingGroups: true).lanes().count == 2)
    #expect(SessionPicture(of: session, upTo: ["ratio"]).lanes().count == 4)
    #expect(SessionPicture(of: session, upTo: ["sub"]).boxes()?.contains { $0.contains("Invoice") } == false)
  }

  @Test func anOpenGroupIsABoxAroundItsMembers() {
    #expect(
      SessionPicture(of: session, openingGroups: true).boxes() == [
        "                                                                                             ┌ ratio ──────┐",
        "                                                                                             │ 6    Number ○",
        "                                  ┌ Invoice ─────────────────────────────────────────────┐   │ total / tax │",
        "                                  │ total = 360                             total Number ●───● total       │",
        "                                  │ tax = 60                                  tax Number ●───● tax         │",
        "                 ┌ sub ───────┐   │ 2 nodes                                              │   └─────────────┘",
        "                 │ 300 Number ●───● net                                                  │",
        "┌ price ─────┐   │ price * 3  │   │                                       ┌ total ─────┐ │",
        "│ 100 Number ●───● price      │   │                                       │ 360 Number ○ │",
        "└────────────┘   └────────────┘   │                                       │ net + tax  │ │",
        "                                  │ ┌ Tax ────────────────────────────┐   ○ net        │ │",
        "                                  │ │ 60                       Number ●───● tax        │ │",
        "                                  │ │ 2 nodes                         │   └────────────┘ │",
        "                                  │ ○ net                             │                  │",
        "                                  │ │                  ┌ tax ───────┐ │                  │",
        "                                  │ │                  │ 60  Number ○ │                  │",
        "                                  │ │                  │ net * rate │ │                  │",
        "                                  │ │ ┌ rate ──────┐   ○ net        │ │                  │",
        "                                  │ │ │ 0.2 Number ●───● rate       │ │                  │",
        "                                  │ │ │ Number     │   └────────────┘ │                  │",
        "                                  │ │ └────────────┘                  │                  │",
        "                                  │ └─────────────────────────────────┘                  │",
        "                                  └──────────────────────────────────────────────────────┘",
      ])
    let closed = SessionPicture(of: session).boxes() ?? []
    #expect(closed.count == 10 && closed.contains { $0.contains("│ total = 360 total Number ●───● total") })
    #expect(SessionPicture(of: session, openingGroups: true).boxes(width: 80) == nil)
  }

  @Test func anOpenGroupIsAClusterInDOT() {
    let (closed, open) = (SessionPicture(of: session).dot, SessionPicture(of: session, openingGroups: true).dot)
    #expect(!closed.contains("cluster") && closed.contains("<b>Invoice</b>"))
    #expect(
      closed.contains("total = 360, tax = 60  (2 nodes)")
        && closed.split(separator: "\n").count { $0.contains("->") } == 4)
    let shape = open.split(separator: "\n").filter {
      $0.contains("cluster") || $0.contains(" label=<") || $0.hasSuffix(" }")
    }
    #expect(
      shape == [
        "  subgraph cluster_0 {", "    label=<Invoice>;", "    subgraph cluster_1 {", "      label=<Tax>;", "    }",
        "  }",
      ])
    #expect(open.contains("<b>rate</b>") && open.split(separator: "\n").count { $0.contains("->") } == 7)
  }

  @Test func anOpenGroupIsAFrameInSVGAndAClosedOneAPileOfCards() {
    let (closed, open) = (SessionPicture(of: session).svg(), SessionPicture(of: session, openingGroups: true).svg())
    let palette = GraphPalette.light
    let ground = "fill=\"\(palette.blocks.group.hexadecimal)\" fill-opacity=\"0.1\""
    #expect(open.split(separator: "\n").count { $0.contains(ground) && $0.contains("rx=\"14\"") } == 2)
    #expect(open.contains(">Invoice</text>") && open.contains(">Tax</text>") && open.contains(">rate</text>"))
    #expect(!closed.contains(ground) && closed.contains(">Invoice</text>") && closed.contains(">2 nodes</text>"))
    #expect(!closed.contains(">rate</text>") && closed.contains(palette.heads.group.hexadecimal))
    // Each output has its name and its value.
    #expect(closed.contains(">360</text>") && closed.contains(">60</text>"))
    for style in [GraphViewStyle(), .themed(.dark)] {
      let svg = SessionPicture(of: session, openingGroups: true).svg(style: style)
      #expect(svg.contains(">Tax</text>") && svg.contains("rx=\"14\""))
    }
  }

  @Test func aFailureInAGroupShowsAtItsOutputs() throws {
    let failing = TestDocuments.nestedGroups.replacing("net * rate", with: "net / (rate - 0.2)")
    let session = try DocumentFile.session(Array(failing.utf8), named: "m", TestDocuments())
    let lanes = SessionPicture(of: session).lanes()
    #expect(lanes[2].contains("total = ⚠ from Invoice › Tax › tax") && lanes[2].contains("tax = ⚠ division by zero"))
    #expect(SessionPicture(of: session).svg().contains(">division by zero</text>"))
  }
}
