// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NodeEval
import NodeGraph
import Testing

/// Real documents of other editors, read in place: each opens with all nodes, wires, places and nesting.
///
/// The folder that `EDITOR_DOCUMENTS` names has them beside what somebody else read from them (`NAME.normalized.json`). Without it
/// these tests are skipped, and say so.
@Suite struct EditorImportTests {
  private static let folder = ProcessInfo.processInfo.environment["EDITOR_DOCUMENTS"]
  private static let isThere: Bool = folder.map { FileManager.default.fileExists(atPath: $0) } ?? false
  private static let skipped: Comment = "set EDITOR_DOCUMENTS to the folder of documents of other editors"

  private static let names = [
    "litegraph-subgraph", "litegraph-features", "comfyui-ltxv-image-to-video", "reactflow-flowise-sql-agent",
    "nodered-unicorn-basic",
  ]

  private static func read(_ name: String) throws -> DocumentValue {
    let data = try #require(FileManager.default.contents(atPath: "\(folder ?? "")/\(name).json"))
    return try JSONDecoder().decode(DocumentValue.self, from: data)
  }

  private static func load(_ name: String) throws -> EditorImport {
    let value = try read(name)
    if name.hasPrefix("reactflow") { return EditorImport(reactFlow: value) }
    return name.hasPrefix("nodered") ? EditorImport(nodeRED: value) : EditorImport(liteGraph: value)
  }

  @Test(.enabled(if: isThere, skipped), arguments: names)
  func aRealDocumentOpensWithAllNodesWiresAndPlaces(_ name: String) throws {
    let loaded = try Self.load(name)
    let expected = try Self.read("\(name).normalized")
    let evaluator = try Evaluator(document: loaded.document)
    let groups = evaluator.subgraphs
    let members = groups.members(of: nil)
    #expect(members.count == expected["nodes"].elements.count)
    for node in expected["nodes"].elements {
      let id = try #require(loaded.ids[node["id"].text])
      #expect(members.contains(id))
      #expect(groups.position(of: id) == GraphPoint(node["x"].double, node["y"].double))
      if InstanceID(id) == nil { #expect(try evaluator.graph.kind(of: id).name == node["type"].text) }
    }
    let wires = expected["edges"].elements.map { edge in
      [loaded.ids[edge["from"].text], loaded.ids[edge["to"].text]].compactMap { $0 }
    }
    let made = groups.connections(in: nil).map { [$0.source.node, $0.target.node] }
    #expect(Self.sorted(made) == Self.sorted(wires))
    let text = try DocumentKinds.json(try evaluator.document())
    let again = try Evaluator(document: DocumentKinds.document(text))
    #expect(try DocumentKinds.json(try again.document()) == text)
    evaluator.checkInvariants()
  }

  private static func sorted(_ wires: [[NodeID]]) -> [[NodeID]] {
    wires.sorted { ($0[0].slot, $0[1].slot) < ($1[0].slot, $1[1].slot) }
  }

  @Test(.enabled(if: isThere, skipped)) func aSubgraphOpensAsADefinitionWhoseBoundaryNodesArePorts() throws {
    let evaluator = try Evaluator(document: try Self.load("litegraph-subgraph").document)
    let groups = evaluator.subgraphs
    let definition = try #require(groups.definitions.first)
    #expect(groups.inputs(of: definition).map(\.name) == ["foo", "EV"])
    #expect(groups.outputs(of: definition).map(\.name) == ["faa", "EV"])
    let instance = try #require(groups.instances(of: definition).first)
    let kinds = try groups.members(of: instance).map { try evaluator.graph.kind(of: $0).name }
    #expect(kinds == ["math/floor", "events/delay"])
    #expect(groups.position(of: try #require(groups.members(of: instance).first)) == GraphPoint(872, 194))
    // It is dissolved and grouped again as any other.
    evaluator.undoLimit = 1 << 20
    let before = try evaluator.document()
    try evaluator.edit { edit in try edit.ungroup(instance) }
    #expect(groups.members(of: nil).count == 4 + 2 && evaluator.graph.connectionCount == 4)
    evaluator.undo()
    #expect(try evaluator.document() == before)
  }
}
