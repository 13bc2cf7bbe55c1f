// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeGraph
import NodeView
import Testing

/// Values that hosts keep for an application, copy and save.
@Suite struct HostSavingTests {
  private struct Note: Codable, Equatable {
    var text: String
    var marks: [Int] = []
  }

  private let view = GraphView(size: GraphSize(1000, 900), profile: .editor, style: .light)
  private let one: NodeID
  private let sum: NodeID
  private let wire: Connection
  private let host: GraphHost

  init() throws {
    var graph = Graph(kinds: ViewHost.kinds)
    one = try graph.add("Number", named: "One", at: GraphPoint(20, 20))
    sum = try graph.add("Add", named: "Add", at: GraphPoint(400, 100))
    try graph.connect(one.output, to: sum.input(0))
    wire = Connection(from: one.output(0), to: sum.input(0))
    host = GraphHost(graph, in: view)
  }

  private func note(_ node: NodeID, in host: GraphHost? = nil) throws -> Note? {
    try (host ?? self.host).payload(of: node, as: Note.self)
  }

  private func reason<Result>(_ body: () throws -> Result) -> String {
    do {
      _ = try body()
      return "nothing was thrown"
    } catch let error as DocumentError {
      return error.description
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch { return "\(error)" }
  }

  // MARK: Payloads

  @Test func aPayloadIsAttachedAndTakenAwayInStepsOfUndo() throws {
    var edits = 0
    host.onEdit = { _ in edits += 1 }
    #expect(try note(sum) == nil)
    try host.setPayload(Note(text: "check"), of: sum)
    try host.setPayload(Note(text: "checked", marks: [1, 2]), of: sum)
    #expect(try note(sum) == Note(text: "checked", marks: [1, 2]) && edits == 2)
    // Setting an equal payload is not an undo step.
    try host.setPayload(Note(text: "checked", marks: [1, 2]), of: sum)
    #expect(edits == 2 && host.undo())
    #expect(try note(sum) == Note(text: "check"))
    #expect(host.redo())
    #expect(try note(sum)?.marks == [1, 2])
    try host.setPayload(Note?.none, of: sum)
    #expect(try note(sum) == nil && host.undo())
    #expect(try note(sum)?.marks == [1, 2])
    #expect(throws: DecodingError.self) { try host.payload(of: sum, as: Int.self) }
    #expect(throws: EncodingError.self) { try host.setPayload(Double.nan, of: sum) }
    #expect(try note(sum)?.marks == [1, 2])
  }

  @Test func aPayloadGoesWithItsNode() throws {
    try host.setPayload(Note(text: "check"), of: sum)
    try host.edit { graph throws(GraphError) in try graph.remove(sum) }
    #expect(try note(sum) == nil && host.contents.payloads.isEmpty)
    #expect(throws: GraphError.stale(sum)) { try host.setPayload(Note(text: "late"), of: sum) }
    // A new node that reuses the slot has no payload.
    var other: NodeID?
    try host.edit { graph throws(GraphError) in other = try graph.add("Add") }
    #expect(try note(try #require(other)) == nil)
    #expect(host.undo() && host.undo())
    #expect(try note(sum) == Note(text: "check"))
  }

  @Test func copiesTakeLooksAndPayloadsAlongAndArePastedAsOneStep() throws {
    try host.setPayload(Note(text: "check"), of: sum)
    host.editLooks { looks in
      looks.nodes[sum] = NodeLook(form: .compact)
      looks.connections[wire] = ConnectionLook(label: "net", reroutes: [GraphPoint(300, 60)])
    }
    view.select(GraphSelection(nodes: [sum, one]))
    let clip = host.copySelection()
    let ids = try host.paste(clip, offset: GraphPoint(24, 24))
    let (newOne, newSum) = (try #require(ids[one.inDocument]), try #require(ids[sum.inDocument]))
    #expect(host.graph.name(of: newSum) == "Add 2" && host.graph.position(of: newSum) == GraphPoint(424, 124))
    #expect(host.graph.sources(of: newSum.input(0)) == [newOne.output(0)])
    #expect(try note(newSum) == Note(text: "check") && host.looks.nodes[newSum]?.form == .compact)
    let look = host.looks.connections[Connection(from: newOne.output(0), to: newSum.input(0))]
    #expect(look == ConnectionLook(label: "net", reroutes: [GraphPoint(324, 84)]))
    #expect(Set(view.selection.nodes) == [newOne, newSum])
    #expect(host.undo() && host.graph.nodeCount == 2 && Set(view.selection.nodes) == [one, sum])
    // Nodes removed since the copy can be pasted, also into another host; wires from nodes that weren't copied are left out.
    view.select(GraphSelection(nodes: [sum]))
    let alone = host.copySelection()
    try host.edit { graph throws(GraphError) in try graph.remove(sum) }
    let back = try #require(try host.paste(alone)[sum.inDocument])
    #expect(host.graph.name(of: back) == "Add" && host.graph.sources(of: back.input(0)).isEmpty)
    let other = GraphHost(Graph(kinds: ViewHost.kinds), in: GraphView(size: GraphSize(100, 100)))
    let far = try other.paste(clip)
    #expect(try note(try #require(far[sum.inDocument]), in: other) == Note(text: "check"))
    #expect(other.graph.connections.count == 1)
    // A paste that fails changes nothing.
    let poor = GraphHost(Graph(), in: GraphView(size: GraphSize(100, 100)))
    #expect(reason { try poor.paste(clip) } == "nodes[0].kind: unknown kind 'Number'")
    #expect(poor.graph.nodeCount == 0 && !poor.undo())
  }

  // MARK: Documents

  @Test func aHostIsSavedWithLooksPayloadsAndView() throws {
    try host.setPayload(Note(text: "check", marks: [3]), of: sum)
    host.editLooks { looks in
      looks.nodes[sum] = NodeLook(isLocked: true)
      looks.connections[wire] = ConnectionLook(label: "net")
      looks.frames[FrameID(0)] = GraphFrame("All", GraphRect(x: 0, y: 0, width: 900, height: 400))
    }
    view.select(GraphSelection(nodes: [sum]))
    view.viewport.origin = GraphPoint(30, 40)
    let saved = host.document()
    let data = try JSONEncoder().encode(saved)
    let read = try JSONDecoder().decode(GraphDocument.self, from: data)
    #expect(read == saved)
    let otherView = GraphView(size: GraphSize(1000, 900), profile: .editor, style: .light)
    let other = GraphHost(Graph(kinds: ViewHost.kinds), in: otherView)
    try other.load(read)
    #expect(other.document() == saved)
    let again = try #require(other.graph.node(inDocument: sum.inDocument))
    #expect(try note(again, in: other) == Note(text: "check", marks: [3]))
    #expect(otherView.selection.nodes == [again] && otherView.viewport.origin == GraphPoint(30, 40))
    #expect(other.looks.frames == host.looks.frames && other.looks.connections.count == 1 && !other.undo())
    // Documents leave out the looks of removed nodes.
    try other.edit { graph throws(GraphError) in try graph.remove(again) }
    let rest = other.document()
    #expect(rest.nodes.count == 1 && rest.looks.nodes.isEmpty && rest.looks.connections.isEmpty)
    try rest.check()
  }

  @Test func whatADocumentSaysBesideIsWrittenAgain() throws {
    var document = host.document()
    document.nodes[0].value = .number(7)
    document.nodes[1].literals = ["y": .number(2)]
    document.nodes[1].others = ["text": .string("x + y")]
    document.modes = [sum.inDocument: .muted]
    document.others = ["author": .string("Ada")]
    document.kindsVersion = 3
    try host.load(document)
    #expect(host.document() == document)
    // Copies keep it as well.
    let ids = try host.paste(host.contents.copy(host.graph.nodes))
    let copy = try #require(ids[sum.inDocument])
    let node = try #require(host.document().nodes.first { $0.id == copy.inDocument })
    #expect(node.literals == ["y": .number(2)] && node.others == ["text": .string("x + y")])
  }

  @Test func aDocumentThatIsWrongIsRefusedAndTheHostStaysAsItWas() throws {
    try host.setPayload(1, of: sum)
    let good = host.document()
    func refusal(_ change: (inout GraphDocument) -> Void) -> String {
      var document = good
      change(&document)
      return reason { try host.load(document) }
    }
    #expect(refusal { $0.nodes[0].kind = "Nought" } == "nodes[0].kind: unknown kind 'Nought'")
    #expect(
      refusal { $0.looks.nodes[NodeID(slot: 9, generation: 0)] = NodeLook(isLocked: true) }
        == "looks.nodes[\"9\"]: no node or instance here has the id '9'"
        || refusal { $0.looks.nodes[NodeID(slot: 9, generation: 0)] = NodeLook(isLocked: true) }
          == "looks.nodes.9: no node or instance here has the id '9'"
    )
    #expect(
      refusal { document in
        let wire = DocumentLooks.Wire(from: .init(one, "value"), to: .init(sum, "y"))
        document.looks.connections[wire] = ConnectionLook(label: "x")
      }.hasPrefix("looks.connections: the connection from 0.value to 1.y does not exist"))
    #expect(
      refusal { $0.modes[NodeID(slot: 9, generation: 0)] = .muted }.hasSuffix("no node or instance has the id '9'"))
    #expect(host.document() == good && host.undo())
  }

  // MARK: Flows

  @Test func aFlowHostIsSavedWithPositionsAndStart() throws {
    let flow = FlowGraph<String, String> {
      step("home") { on("order") { next("cart") } }
      anyStep { on("quit") { restart(at: "home") } }
    }
    let places: [String?: GraphPoint] = [
      nil: GraphPoint(20, 300), "home": GraphPoint(20, 20), "cart": GraphPoint(260, 60.5),
    ]
    let flowHost = FlowHost(flow, in: GraphView(size: GraphSize(500, 500)), positions: places)
    flowHost.start = "home"
    let data = try JSONEncoder().encode(flowHost.saved)
    let read = try JSONDecoder().decode(SavedFlow<String, String>.self, from: data)
    #expect(read == flowHost.saved && read.positions == places && read.start == "home")
    let other = FlowHost(FlowGraph<String, String> {}, in: GraphView(size: GraphSize(500, 500)))
    other.load(read)
    #expect(other.saved == flowHost.saved && other.flow == flow && !other.undo())
    func refusal(_ change: (inout String) -> Void) -> String {
      var text = ##"{"flow":{"steps":["home"],"rules":[]},"positions":[{"step":"home","x":1,"y":2}],"start":"home"}"##
      change(&text)
      return reason { try JSONDecoder().decode(SavedFlow<String, String>.self, from: Data(text.utf8)) }
    }
    #expect(refusal { _ in } == "nothing was thrown")
    #expect(
      refusal { $0 = $0.replacing(#""start":"home""#, with: #""start":"away""#) } == "'away' is not a step of the flow")
    #expect(
      refusal { $0 = $0.replacing(#""step":"home""#, with: #""step":"away""#) } == "'away' is not a step of the flow")
    #expect(
      refusal { $0 = $0.replacing("}],", with: #"},{"step":"home","x":1,"y":2}],"#) } == "'home' has two positions")
    #expect(refusal { $0 = $0.replacing(#","y":2"#, with: "") } != "nothing was thrown")
  }
}
