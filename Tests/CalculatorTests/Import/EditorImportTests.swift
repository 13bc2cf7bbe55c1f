// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Imports a text.
func imported(_ text: String) throws -> (document: GraphDocument, notes: [String]) {
  let made = try EditorImport.document(Array(text.utf8), named: "f.json", TestDocuments())
  return (try TestDocuments().document(Array(made.text.utf8)), made.notes)
}

/// The reason why a text is not imported.
func importRefusal(_ text: String) throws -> String {
  do throws(FileFailure) {
    _ = try EditorImport.document(Array(text.utf8), named: "f.json", TestDocuments())
    return "it was not refused"
  } catch {
    return error.text
  }
}

extension GraphDocument {
  /// The wires between members of the canvas, by names: `a.out → b.in`.
  var wires: [String] {
    var names = Dictionary(nodes.map { ($0.id, $0.name ?? "?") }) { first, _ in first }
    for instance in instances { names[instance.id.node] = "#\(instance.id.index)" }
    let lists = nodes.map { ($0.id, $0.connections) } + instances.map { ($0.id.node, $0.connections) }
    return lists.flatMap { id, connections in
      connections.map { "\(names[$0.source] ?? "?").\($0.output) → \(names[id] ?? "?").\($0.input)" }
    }
  }
}

@Suite struct EditorImportTests {
  // MARK: LiteGraph and ComfyUI

  @Test func nodesOfLiteGraphKeepIDsKindsPlacesModesAndWires() throws {
    let (document, notes) = try imported(
      """
      {"last_node_id":3,"nodes":[
      {"id":1,"type":"math/add","pos":[10,20.5],"mode":2,"outputs":[{"name":"sum"}],"properties":{"k":7}},
      {"id":2,"type":"watch","pos":{"0":30,"1":-40},"mode":4,"color":"#f80","inputs":[{"name":""},{"name":"b"}]}],
      "links":[[1,1,0,2,0,"number"],[2,1,0,2,1,"number"]],"groups":[{"title":"G","bounding":[0,1,200,100],"color":"#112233"}]}
      """)
    #expect(notes == [])
    #expect(document.nodes.map(\.name) == ["1", "2"] && document.nodes.map(\.kind) == ["math/add", "watch"])
    #expect(document.nodes.map(\.position) == [GraphPoint(10, 20.5), GraphPoint(30, -40)])
    #expect(document.wires == ["1.sum → 2.0", "1.sum → 2.b"])
    #expect(document.modes.values.map(\.rawValue).sorted() == ["bypassed", "muted"])
    #expect(document.nodes[0].others["imported"] == .object(["properties": .object(["k": .number(7)])]))
    #expect(document.looks.nodes.values.map(\.color) == [GraphColor(0xff8800)])
    #expect(
      document.looks.frames.values.map { $0 } == [
        GraphFrame("G", GraphRect(x: 0, y: 1, width: 200, height: 100), color: GraphColor(0x112233))
      ])
  }

  @Test func subgraphsOfComfyUIAreGroupsAtAnyDepth() throws {
    let (document, notes) = try imported(
      """
      {"nodes":[{"id":1,"type":"outer","pos":[1,2],"title":"Pair","inputs":[{"name":"x"}],"outputs":[{"name":"y"}]},
      {"id":2,"type":"outer","pos":[3,4]},{"id":3,"type":"Load","outputs":[{"name":"MODEL"}],"widgets_values":[1]}],
      "links":[[9,3,0,1,0,"M"]],
      "definitions":{"subgraphs":[
      {"id":"outer","name":"Outer","inputNode":{"id":-10},"outputNode":{"id":-20},"inputs":[{"name":"x"}],"outputs":[{"name":"y"}],
      "nodes":[{"id":5,"type":"inner","inputs":[{"name":"i"}],"outputs":[{"name":"o"}]}],
      "links":[{"id":1,"origin_id":-10,"origin_slot":0,"target_id":5,"target_slot":0},
      {"id":2,"origin_id":5,"origin_slot":0,"target_id":-20,"target_slot":0}]},
      {"id":"inner","name":"Inner","inputNode":{"id":-10},"outputNode":{"id":-20},"inputs":[{"name":"i"}],"outputs":[{"name":"o"}],
      "nodes":[{"id":7,"type":"Blur","mode":2,"inputs":[{"name":"image"}],"outputs":[{"name":"IMAGE"}]}],
      "links":[{"id":1,"origin_id":-10,"origin_slot":0,"target_id":7,"target_slot":0},
      {"id":2,"origin_id":7,"origin_slot":0,"target_id":-20,"target_slot":0}]}]}}
      """)
    #expect(notes == [])
    let evaluator = try Evaluator(document: document)
    evaluator.checkInvariants()
    let groups = evaluator.subgraphs
    #expect(groups.definitions.compactMap { groups.name(of: $0) }.sorted() == ["Inner", "Outer"])
    #expect(document.instances.count == 4 && evaluator.graph.nodeCount == 3)
    #expect(document.modes.values.allSatisfy { $0 == .muted } && document.modes.count == 2)
    #expect(evaluator.graph.connectionCount == 1)
  }

  @Test func aPromptOfComfyUIHasNodesWithoutPlaces() throws {
    let (document, notes) = try imported(
      """
      {"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615,"model":["4",0]},"_meta":{"title":"S"}},
      "4":{"class_type":"Load","inputs":{"name":"m","gone":["8",1]}}}
      """)
    #expect(document.wires == ["4.0 → 3.model"] && document.nodes.map(\.kind) == ["KSampler", "Load"])
    #expect(
      document.nodes[0].others["imported"]
        == .object(["_meta": .object(["title": .string("S")]), "inputs": .object(["seed": .natural(.max)])]))
    #expect(notes == ["f.json:2:5: the wire from '8' to '4' is left out: node '8' does not exist"])
  }

  // MARK: Node-RED

  @Test func tabsAndSubflowsOfNodeREDAreGroupsAndItsGroupsAreFrames() throws {
    let (document, notes) = try imported(
      """
      [{"id":"t1","type":"tab","label":"One"},{"id":"t2","type":"tab","label":"Two","disabled":true},
      {"id":"s","type":"subflow","name":"Sub","in":[{"wires":[{"id":"f"}]}],"out":[{"wires":[{"id":"f","port":0}]}]},
      {"id":"f","type":"function","z":"s","x":5,"y":6,"wires":[[]]},
      {"id":"a","type":"inject","z":"t1","x":1,"y":2,"wires":[["u"],["u"]]},
      {"id":"u","type":"subflow:s","z":"t1","x":3,"y":4,"wires":[["b"]]},
      {"id":"b","type":"debug","z":"t1","x":5,"y":6,"d":true,"wires":[]},
      {"id":"c","type":"debug","z":"t2","x":7,"y":8,"wires":[["b"]]},
      {"id":"g","type":"group","z":"t1","name":"G","x":0,"y":0,"w":90,"h":80,"style":{"fill":"#ff0000"}},
      {"id":"q","type":"mqtt-broker","port":1883}]
      """)
    #expect(notes == ["f.json:7:1: the wire from 'c' to 'b' leads into another flow, and is left out"])
    let definitions = Dictionary(document.definitions.map { ($0.name, $0) }) { first, _ in first }
    #expect(definitions.keys.sorted() == ["One", "Sub", "Two"])
    #expect(definitions["One"]?.nodes.map(\.name) == ["a", "b"])
    #expect(definitions["One"]?.instances.map(\.connections.count) == [2])
    #expect(definitions["One"]?.looks.frames.values.map(\.title) == ["G"])
    #expect(definitions["Sub"]?.inputs.map(\.name) == ["in"] && definitions["Sub"]?.outputs.map(\.name) == ["0"])
    #expect(document.nodes.map(\.name) == ["q"] && document.nodes[0].position == nil)
    #expect(document.modes.count == 2)
    try Evaluator(document: document).checkInvariants()
  }

  @Test func theOnlyTabOfNodeREDIsTheCanvas() throws {
    let (document, notes) = try imported(
      #"{"rev":"1","flows":[{"id":"t","type":"tab"},{"id":"a.b","type":"inject","z":"t","x":1,"y":2,"wires":[["a.b2"]]},"#
        + #"{"id":"a.b2","type":"formula","z":"t","x":3,"y":4,"wires":[]}]}"#)
    // An imported kind with the name of an existing kind gets a prefix.
    #expect(notes == [] && document.nodes.map(\.kind) == ["inject", "Node-RED formula"])
    #expect(document.definitions.isEmpty && document.wires == ["a.b.0 → a.b2.in"])
  }

  // MARK: React Flow

  @Test func parentsOfReactFlowAreFramesAndTheirChildrenStandOnTheCanvas() throws {
    let (document, notes) = try imported(
      """
      {"nodes":[{"id":"p","type":"group","position":{"x":100,"y":50},"style":{"width":300,"height":200},"data":{"label":"P"}},
      {"id":"a","position":{"x":10,"y":20},"parentId":"p","data":{"label":"A"}},
      {"id":"b","type":"output","position":{"x":-5,"y":0}},
      {"id":"x","position":{"x":1,"y":1},"parentNode":"y"},{"id":"y","position":{"x":2,"y":2},"parentNode":"x"}],
      "edges":[{"id":"e","source":"a","target":"b","label":"go"},{"source":"x","target":"y","sourceHandle":"s","targetHandle":"t"}]}
      """)
    #expect(notes == [])
    #expect(
      document.nodes.map(\.name) == ["a", "b", "x", "y"]
        && document.nodes.map(\.kind).prefix(2) == ["default", "output"])
    #expect(document.nodes.map(\.position).prefix(2) == [GraphPoint(110, 70), GraphPoint(-5, 0)])
    #expect(document.wires == ["a.output → b.input", "x.s → y.t"])
    #expect(
      document.looks.frames.values.map { $0 } == [GraphFrame("P", GraphRect(x: 100, y: 50, width: 300, height: 200))])
    #expect(document.looks.connections.values.map(\.label) == ["go"])
  }

  // MARK: Problems

  @Test func whatCanNotBeKeptIsSaidWithItsPlace() throws {
    let (document, notes) = try imported(
      """
      [{"id":"a","type":"f","z":"t","wires":[["b","zz"]]},
      {"id":"b","type":"f","z":"t","wires":[["a"]]},
      {"id":"b","type":"g","z":"t","wires":[]},
      {"type":"h","z":"t","wires":[]}]
      """)
    #expect(
      notes == [
        "f.json:1:2: the wire from 'a' to 'zz' is left out: node 'zz' does not exist",
        "f.json:2:1: 'in' closes a cycle: b → a → b; the wire is left out",
        "f.json:3:1: the id 'b' is used twice: wires lead to the first node that has it",
        "f.json:4:1: a node without an id is left out",
      ])
    #expect(document.nodes.count == 3 && document.wires.count == 1)
  }

  @Test func ofManyNotesTheFirstAreListed() throws {
    let wires = (0..<30).map { "\"z\($0)\"" }.joined(separator: ",")
    let (_, notes) = try imported(#"[{"id":"a","type":"f","wires":[[\#(wires)]]}]"#)
    #expect(notes.count == EditorImport.noteLimit + 1 && notes.last == "… 10 more")
  }

  @Test(arguments: [
    ("{\"nodes\":[", "f.json:1:11: the text ends where a value is expected"),
    ("{\"nodes\":[],\n\"nodes\":[]}", "f.json:2:1: the name 'nodes' comes twice"),
    ("{}", "'f.json' is not a document of ComfyUI, LiteGraph, Node-RED or React Flow"),
    ("[]", "'f.json' is not a document of ComfyUI, LiteGraph, Node-RED or React Flow"),
    ("", "f.json:1:1: the text ends where a value is expected"),
    (#"[{"a":1},{"a":2}]"#, "'f.json' is not a document of ComfyUI, LiteGraph, Node-RED or React Flow"),
    (#"{"format":"NodeGraph","version":1,"nodes":[]}"#, "'f.json' is already a document of NodeGraph"),
  ])
  func whatIsNoDocumentOfSuchAnEditorIsRefused(_ text: String, reason: String) throws {
    #expect(try importRefusal(text) == reason)
  }

  @Test func groupsThatAmountToTooManyNodesAreRefusedAndOneThatContainsItselfIsNot() throws {
    func document(_ definitions: [String]) -> String {
      #"{"nodes":[{"id":1,"type":"d0"}],"links":[],"definitions":{"subgraphs":[\#(definitions.joined(separator: ","))]}}"#
    }
    let tenfold = (0..<12).map { depth in
      let nodes = (0..<10).map { #"{"id":\#($0),"type":"d\#(depth + 1)"}"# }.joined(separator: ",")
      return #"{"id":"d\#(depth)","name":"D\#(depth)","nodes":[\#(nodes)],"links":[]}"#
    }
    #expect(
      try importRefusal(document(tenfold)) == "f.json:1:11: nested groups have more than 8388608 nodes")
    let (result, notes) = try imported(
      document([#"{"id":"d0","name":"D","nodes":[{"id":4,"type":"d0"},{"id":5,"type":"x"}],"links":[]}"#]))
    #expect(
      notes.map { $0.drop { $0 != " " } } == [" the group '4' contains itself, and was imported without its content"])
    #expect(result.instances.count == 1)
  }

  /// Checks that randomly damaged texts are imported or refused with a place, and that imported ones open.
  @Test func noBrokenDocumentStopsTheImport() throws {
    let sound = [
      #"{"nodes":[{"id":1,"type":"g","pos":[1,2],"subgraph":{"nodes":[{"id":2,"type":"graph/input","properties":{"name":"x"}},{"id":3,"type":"k"}],"links":[[1,2,0,3,0]]}},{"id":4,"type":"k"}],"links":[[1,4,0,1,0,0]]}"#,
      #"[{"id":"t","type":"tab"},{"id":"s","type":"subflow","in":[{"wires":[{"id":"f"}]}],"out":[]},{"id":"f","type":"f","z":"s","wires":[["f"]]},{"id":"a","type":"subflow:s","z":"t","x":1,"y":2,"wires":[["a"]]}]"#,
      #"{"nodes":[{"id":"a","position":{"x":1,"y":2}},{"id":"b","position":{"x":1,"y":2},"parentId":"a"}],"edges":[{"source":"a","target":"b"}]}"#,
    ]
    let pieces = ["null", "-1", "1e400", "[]", "{}", "\"\"", "\"a\"", "\"`\"", "true", "[[]]", "\"graph/output\""]
    var random = SplitMix64(seed: 7)
    for text in sound {
      for _ in 0..<60 {
        var bytes = Array(text.utf8)
        let starts = bytes.indices.filter { ":[,".utf8.contains(bytes[$0]) }
        let start = starts[Int(random.next() % UInt64(starts.count))] + 1
        if random.next() % 4 == 0 {
          bytes.removeSubrange(start...)
        } else {
          let end = bytes[start...].firstIndex { ",]}".utf8.contains($0) } ?? bytes.count
          bytes.replaceSubrange(start..<end, with: pieces[Int(random.next() % UInt64(pieces.count))].utf8)
        }
        let broken = String(decoding: bytes, as: UTF8.self)
        guard let made = try? imported(broken) else {
          #expect(try importRefusal(broken).hasPrefix("f.json:") || importRefusal(broken).contains("is not a document"))
          continue
        }
        do { try Evaluator(document: made.document).checkInvariants() } catch { Issue.record("\(error): \(broken)") }
      }
    }
  }
}
