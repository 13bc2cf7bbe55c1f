// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FoundationEssentials
import NodeEval
import NodeGraph
import Testing

/// Real documents of other editors, compared with an independent reading of them (`NAME.normalized.json`).
@Suite struct RealEditorDocumentTests {
  private static let data = SharedData("editors")
  private static let skipped: Comment = "there is no folder of documents of other editors next to the repository"

  /// The normalized content of an editor's document.
  private struct Expected: Decodable {
    struct Node: Decodable {
      let id: String
      let type: String
      let x: Double
      let y: Double
    }

    struct Edge: Decodable {
      let from: String
      let to: String
    }

    let nodes: [Node]
    let edges: [Edge]
  }

  private func document(_ name: String) throws -> GraphDocument {
    let bytes = try #require(Self.data.bytes("\(name).json"))
    let made = try EditorImport.document(bytes, named: name, TestDocuments())
    #expect(made.notes == [])
    return try TestDocuments().document(Array(made.text.utf8))
  }

  @Test(
    .enabled(if: data.isThere, skipped),
    arguments: [
      "litegraph-subgraph", "litegraph-features", "comfyui-ltxv-image-to-video", "reactflow-flowise-sql-agent",
      "nodered-unicorn-basic",
    ])
  func aRealDocumentIsImportedWithAllNodesWiresAndPlaces(_ name: String) throws {
    let document = try document(name)
    let bytes = try #require(Self.data.bytes("\(name).normalized.json"))
    let expected = try JSONDecoder().decode(Expected.self, from: Data(bytes))
    let evaluator = try Evaluator(document: document)
    let groups = evaluator.subgraphs
    let members = groups.members(of: nil)
    #expect(members.count == expected.nodes.count)
    var ids: [String: NodeID] = [:]
    for member in members where InstanceID(member) == nil {
      if let name = evaluator.graph.name(of: member) { ids[name] = member }
    }
    // A group is named by its title.
    let group = expected.nodes.filter { ids[$0.id] == nil }
    let instances = members.filter { InstanceID($0) != nil }
    #expect(group.count == instances.count)
    for (node, instance) in zip(group, instances) { ids[node.id] = instance }
    for node in expected.nodes {
      let id = try #require(ids[node.id])
      #expect(groups.position(of: id) == GraphPoint(node.x, node.y))
      if InstanceID(id) == nil { #expect(try evaluator.graph.kind(of: id).name == node.type) }
    }
    let wires = expected.edges.map { [ids[$0.from], ids[$0.to]].compactMap { $0?.slot } }
    let made = groups.connections(in: nil).map { [$0.source.node.slot, $0.target.node.slot] }
    #expect(Self.sorted(made) == Self.sorted(wires))
    #expect(try Session(document: document).document() == document)
    evaluator.checkInvariants()
  }

  private static func sorted(_ wires: [[UInt32]]) -> [[UInt32]] { wires.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) } }

  @Test(.enabled(if: data.isThere, skipped)) func aSubgraphIsAGroupWhoseBoundaryNodesArePorts() throws {
    let evaluator = try Evaluator(document: try document("litegraph-subgraph"))
    let groups = evaluator.subgraphs
    let definition = try #require(groups.definitions.first)
    #expect(groups.inputs(of: definition).map(\.name) == ["foo", "EV"])
    #expect(groups.outputs(of: definition).map(\.name) == ["faa", "EV"])
    let instance = try #require(groups.instances(of: definition).first)
    let kinds = try groups.members(of: instance).map { try evaluator.graph.kind(of: $0).name }
    #expect(kinds == ["math/floor", "events/delay"])
    #expect(groups.position(of: try #require(groups.members(of: instance).first)) == GraphPoint(872, 194))
    // It can be ungrouped and grouped again like any other group.
    evaluator.undoLimit = 1 << 20
    let before = try evaluator.document()
    try evaluator.edit { edit in try edit.ungroup(instance) }
    #expect(groups.members(of: nil).count == 4 + 2 && evaluator.graph.connectionCount == 4)
    evaluator.undo()
    #expect(try evaluator.document() == before)
  }
}
