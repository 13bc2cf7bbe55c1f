// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphDocumentTests {
  private func id(_ text: String) throws -> NodeID { try #require(NodeID(documentText: text)) }

  @Test func whatWasReadIsWrittenAgain() throws {
    let text = """
      {
        "author" : {
          "name" : "Ada",
          "serial" : 9223372036854775807,
          "tags" : [
            null,
            true,
            18446744073709551615,
            0.1,
            -0,
            "x"
          ]
        },
        "format" : "NodeGraph",
        "kindsVersion" : 3,
        "nodes" : [
          {
            "id" : "0",
            "kind" : "Number",
            "name" : "größe\\n",
            "value" : 9007199254740993
          },
          {
            "at" : "210 -10.5",
            "color" : "#123456",
            "id" : "7:2",
            "inputs" : "x=0.value a%20%3d%25=0.the%20sum",
            "kind" : "Add",
            "literals" : {
              "x" : 1,
              "y" : [
                {
                  "deep" : "nan"
                }
              ]
            }
          }
        ],
        "version" : 1,
        "view" : {
          "grid" : 8,
          "selection" : "7:2 0",
          "viewport" : {
            "origin" : {
              "x" : 1,
              "y" : 2
            },
            "size" : {
              "height" : 4,
              "width" : 3
            },
            "zoom" : 1,
            "zoomRange" : [
              0.5,
              2
            ]
          }
        }
      }
      """
    let document = try JSON.document(text)
    #expect(try JSON.text(document) == text)
    #expect(document.kindsVersion == 3)
    #expect(document.nodes[1].id == (try id("7:2")))
    #expect(document.nodes[1].position == GraphPoint(210, -10.5))
    #expect(
      document.nodes[1].connections == [
        DocumentConnection("x", from: try id("0"), "value"),
        DocumentConnection("a =%", from: try id("0"), "the sum"),
      ])
    #expect(document.nodes[0].value == .integer(9_007_199_254_740_993))
    #expect(document.view?.selection == [try id("7:2"), try id("0")])
    #expect(document.nodes[1].others == ["color": .string("#123456")])
    try document.check()
  }

  @Test(arguments: ["0", "12", "12:3", "1073741823:65534"])
  func anIDIsReadAsItIsWritten(text: String) throws { #expect(try id(text).documentText == text) }

  @Test(arguments: [
    "", "a", "01", "1:", "1:0", ":1", "-1", "+1", " 1", "1 ", "1:2:3", "1.2", "1073741824", "1:65535", "1:4294967295",
    "99999999999999999999", "１",
  ])
  func whatIsNoIDIsRefused(text: String) { #expect(NodeID(documentText: text) == nil) }

  @Test(arguments: [
    ("[]", "document: a document must be an object"),
    ("{}", #"format: expected "NodeGraph""#),
    (#"{"format":"Other"}"#, #"format: expected "NodeGraph""#),
    (#"{"format":7}"#, "format: expected a string"),
    (
      #"{"format":"NodeGraph","version":6,"nodes":3}"#,
      "version: version 6 of the format is newer than version 5, the newest that this program reads"
    ),
    (#"{"format":"NodeGraph","version":0,"nodes":[]}"#, "version: versions begin with 1"),
    (#"{"format":"NodeGraph","version":"1","nodes":[]}"#, "version: expected a number"),
    (#"{"format":"NodeGraph","version":1}"#, "document: 'nodes' is missing"),
    (#"{"format":"NodeGraph","version":1,"nodes":{}}"#, "nodes: expected an array"),
    (#"{"format":"NodeGraph","version":1,"nodes":[],"view":7}"#, "view: expected an object"),
    (#"{"format":"NodeGraph","nodes":[],"view":{"selection":"0 x"}}"#, "view.selection: 'x' is not an id"),
    (#"{"format":"NodeGraph","nodes":[],"view":{"viewport":7}}"#, "view.viewport: expected an object"),
    (#"{"format":"NodeGraph","nodes":[],"big":[1e400]}"#, "big[0]: the number is too large"),
  ])
  func whatIsNoDocumentIsRefused(text: String, reason: String) { #expect(JSON.refusal(text) == reason) }

  @Test(arguments: [
    ("7", "nodes[1]: expected an object"),
    ("{}", "nodes[1]: 'kind' is missing"),
    (#"{"kind":"A"}"#, "nodes[1]: 'id' is missing"),
    (#"{"kind":7,"id":"1"}"#, "nodes[1].kind: expected a string"),
    (#"{"kind":"A","id":1}"#, "nodes[1].id: expected a string"),
    (#"{"kind":"A","id":"x\u0001"}"#, "nodes[1].id: 'x␁' is not an id"),
    (#"{"kind":"A","id":"0"}"#, "nodes[1].id: the id '0' is already used by nodes[0]"),
    (#"{"kind":"A","id":"0:1"}"#, "nodes[1].id: the id '0:1' is already used by nodes[0]"),
    (#"{"kind":"A","id":"1","name":"a"}"#, "nodes[1].name: the name 'a' is already used by nodes[0]"),
    (#"{"kind":"A","id":"1","name":["a"]}"#, "nodes[1].name: expected a string"),
    (#"{"kind":"A","id":"1","at":"1"}"#, "nodes[1].at: '1' is not a position"),
    (#"{"kind":"A","id":"1","at":"1 nan"}"#, "nodes[1].at: '1 nan' is not a position"),
    (#"{"kind":"A","id":"1","at":"1 inf"}"#, "nodes[1].at: '1 inf' is not a position"),
    (
      #"{"kind":"A","id":"1","inputs":"x=0.a y"}"#,
      "nodes[1].inputs: 'y' is not a connection; write it like 'x=12.sum'"
    ),
    (
      #"{"kind":"A","id":"1","inputs":"x=0.%zz"}"#,
      "nodes[1].inputs: 'x=0.%zz' is not a connection; write it like 'x=12.sum'"
    ),
    (
      #"{"kind":"A","id":"1","inputs":"x=5.a"}"#,
      "nodes[1].inputs: 'x=5.a' has no source: no node has the id '5'"
    ),
    (
      #"{"kind":"A","id":"1","inputs":"x=0:1.a"}"#,
      "nodes[1].inputs: 'x=0:1.a' has no source: no node has the id '0:1'"
    ),
    (#"{"kind":"A","id":"1","name":"b","inputs":"x=1.a"}"#, "nodes[1].inputs: 'x' closes a cycle: b → b"),
    (#"{"kind":"A","id":"1","literals":[]}"#, "nodes[1].literals: expected an object"),
    (#"{"kind":"A","id":"1","literals":{"a b":1e999}}"#, #"nodes[1].literals["a b"]: the number is too large"#),
  ])
  func whatIsNoNodeIsRefused(node: String, reason: String) {
    #expect(JSON.refusal(JSON.text([#"{"kind":"A","id":"0","name":"a"}"#, node])) == reason)
  }

  @Test func aCycleIsToldInTheDirectionOfValues() {
    let text = JSON.text([
      #"{"kind":"A","id":"0","name":"a","inputs":"x=2.v"}"#, #"{"kind":"A","id":"1","name":"b","inputs":"x=0.v"}"#,
      #"{"kind":"A","id":"2","inputs":"x=1.v"}"#,
    ])
    #expect(JSON.refusal(text) == "nodes[1].inputs: 'x' closes a cycle: b → 2 → a → b")
  }

  @Test func aLongCycleIsToldInPart() {
    let nodes = (0..<100).map { #"{"kind":"A","id":"\#($0)","inputs":"x=\#(($0 + 99) % 100).v"}"# }
    let reason = JSON.refusal(JSON.text(nodes))
    #expect(
      reason == "nodes[1].inputs: 'x' closes a cycle: 1 → 2 → 3 → 4 → 5 → 6 → … 90 more … → 97 → 98 → 99 → 0 → 1")
  }

  @Test func valuesNestToALimit() throws {
    func nested(_ depth: Int) -> String {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return #"{"format":"NodeGraph","nodes":[],"x":\#(value)}"#
    }
    #expect(try JSON.document(nested(64)).others.count == 1)
    #expect(JSON.refusal(nested(66)).hasSuffix(": values are nested more than 64 levels deep"))
  }

  @Test func onlyADocumentWithNodesMadeInCodeNeedsALaterVersion() throws {
    let node = DocumentNode(id: try id("0"), kind: "Node", isOwn: true, name: "a")
    let text = try JSON.text(GraphDocument(nodes: [node]))
    #expect(text.contains(#""own" : true"#) && text.contains(#""version" : 2"#))
    #expect(try JSON.document(text).nodes == [node])
    let plain = try JSON.text(GraphDocument(nodes: [DocumentNode(id: node.id, kind: "Node")]))
    #expect(plain.contains(#""version" : 1"#) && !plain.contains("own"))
    // In documents of version 1, 'own' is a field without a meaning, and is kept.
    let old = #"{"format":"NodeGraph","version":1,"nodes":[{"id":"0","kind":"A","own":"Ada"}]}"#
    #expect(try JSON.document(old).nodes[0].others == ["own": .string("Ada")])
    #expect(
      JSON.refusal(old.replacing(#""version":1"#, with: #""version":2"#)) == "nodes[0].own: expected a boolean")
  }

  @Test func aFieldThatIsKnownIsNotWrittenAsAnother() throws {
    let node = DocumentNode(id: try id("0"), kind: "A", literals: ["x": .number(1)], value: .number(2))
    let view = GraphViewState(selection: [node.id])
    let document = GraphDocument(nodes: [node], view: view)
    var odd = document
    for name in ["at", "id", "inputs", "kind", "literals", "name", "value", "format", "version", "nodes", "view"] {
      odd.others[name] = .string("odd")
      odd.nodes[0].others[name] = .string("odd")
    }
    odd.view?.others["selection"] = .string("odd")
    odd.view?.others["viewport"] = .string("odd")
    let again = try JSON.document(try JSON.text(odd))
    #expect(again.nodes[0].literals == node.literals && again.nodes[0].value == node.value)
    #expect(again.nodes[0].others.keys.sorted() == ["format", "nodes", "version", "view"])
    #expect(again.others.keys.sorted() == ["at", "id", "inputs", "kind", "literals", "name", "value"])
    #expect(again.view == view)
  }

  @Test func aFieldOfALaterVersionIsNotWrittenWhereItHasAMeaning() throws {
    let later = ["definitions", "instances", "looks", "modes"]
    let fields = later.map { #""\#($0)":7"# }.joined(separator: ",")
    let old = try JSON.document(
      #"{"format":"NodeGraph","version":1,\#(fields),"nodes":[{"id":"0","kind":"A","own":true}]}"#)
    #expect(try JSON.document(JSON.text(old)) == old)
    let node = DocumentNode(id: try id("1"), kind: "A", isOwn: true)
    var definition = DocumentDefinition(id: DefinitionID(1), name: "D")
    definition.others["looks"] = .number(7)
    var look = NodeLook()
    look.depth = 1
    for (change, kept) in [
      ({ $0.nodes.append(node) }, later),
      ({ $0.definitions = [definition] }, ["looks", "modes"]),
      ({ $0.modes[node.id] = .muted }, ["looks"]),
      ({ $0.looks.nodes[node.id] = look }, []),
    ] as [((inout GraphDocument) -> Void, [String])] {
      var document = old
      change(&document)
      let again = try JSON.document(JSON.text(document))
      #expect(again.others.keys.sorted() == kept)
      #expect(!again.nodes[0].isOwn && again.nodes[0].others.isEmpty)
      #expect(again.definitions.map(\.others) == document.definitions.map(\.others))
      document.definitions = [definition]
      let written = try JSON.document(JSON.text(document)).definitions[0]
      #expect(written.others.isEmpty == !document.looks.isEmpty)
    }
  }

  @Test func aNameOfAPortMayEndWithWhatJoinsTheCharacterBehindIt() throws {
    let port = "x\u{600}"
    let document = try JSON.document(
      #"""
      {"format":"NodeGraph","version":3,"nodes":[],
        "definitions":[{"id":"1","name":"D","inputs":[{"name":"x","leads":"0.\#(port) 1.y"}]}],
        "instances":[{"id":"#0","of":"1","orders":"0.\#(port)=1,0 1.y=0"}]}
      """#)
    let nodes = [try id("0"), try id("1")]
    #expect(document.definitions[0].inputs[0].ends == [.init(nodes[0], port), .init(nodes[1], "y")])
    #expect(document.instances[0].orders == [.init(of: nodes[0], port, [1, 0]), .init(of: nodes[1], "y", [0])])
    #expect(try JSON.document(JSON.text(document)) == document)
  }

  @Test func repairKeepsWhatIsSound() throws {
    let repaired = try JSON.repaired(
      JSON.text([
        #"{"kind":"A","id":"0","name":"a","inputs":"x=1.v"}"#,
        #"{"kind":"A","id":"1","name":"b","inputs":"x=0.v y=0.v"}"#,
        "7", "{}", #"{"kind":"A","id":"0","name":"c","at":7,"literals":{"x":1e999,"y":2}}"#,
        #"{"kind":"A","id":"z","name":"a","inputs":"x=9.v y=1.v !","other":1e999}"#,
      ]))
    #expect(
      repaired.dropped.map(\.description) == [
        "nodes[2]: expected an object",
        "nodes[3]: 'kind' is missing",
        "nodes[4].at: expected a string",
        "nodes[4].literals.x: the number is too large",
        "nodes[5].id: 'z' is not an id",
        "nodes[5].inputs: '!' is not a connection; write it like 'x=12.sum'",
        "nodes[5].other: the number is too large",
        "nodes[2].id: the id '0' is already used by nodes[0]",
        "nodes[3].name: the name 'a' is already used by nodes[0]",
        "nodes[3].inputs: 'x=9.v' has no source: no node has the id '9'",
        "nodes[1].inputs: 'x' closes a cycle: b → a → b",
        "nodes[1].inputs: 'y' closes a cycle: b → a → b",
      ])
    let text = try JSON.text(repaired.document)
    try JSON.document(text).check()
    #expect(repaired.document.nodes.map(\.id.documentText) == ["0", "1", "2", "3"])
    #expect(repaired.document.nodes[2].literals == ["y": .number(2)])
    #expect(repaired.document.nodes[3].connections == [DocumentConnection("y", from: try id("1"), "v")])
    #expect(try JSON.repaired(text).dropped.isEmpty)
    #expect(try JSON.text(try JSON.repaired(text).document) == text)
  }

  /// Each cycle is as long as all nodes before it, and each dropped connection precedes one that stays. An implementation
  /// that traverses either for each of them would take minutes.
  @Test func whatRepairDropsMayBeAsMuchAsThereIs() throws {
    let count = largeCount(20_000)
    let chain = (0..<count).map { #"{"kind":"A","id":"\#($0)","inputs":"x=\#(($0 + 1) % count).v y=0.v"}"# }
    var cycles = try JSON.document(JSON.text(chain))
    #expect(cycles.repair().count == count + 1)
    let connections = Array(repeating: "x=0.v x=9.v", count: count).joined(separator: " ")
    var dangling = try JSON.document(
      JSON.text([#"{"kind":"A","id":"0"}"#, #"{"kind":"A","id":"1","inputs":"\#(connections)"}"#]))
    #expect(dangling.repair().count == count)
    #expect(dangling.nodes[1].connections.count == count)
  }

  @Test func idsFarApartAreUniqueToo() throws {
    let far = "1073741823"
    func refusal(_ nodes: String...) -> String {
      JSON.refusal(JSON.text([#"{"kind":"A","id":"\#(far):2","name":"a"}"#] + nodes))
    }
    #expect(refusal(#"{"kind":"A","id":"7","inputs":"x=\#(far):2.v"}"#) == "it was not refused")
    for id in ["\(far):2", "\(far):1", far] {
      #expect(
        refusal(#"{"kind":"A","id":"7"}"#, #"{"kind":"A","id":"\#(id)"}"#)
          == "nodes[2].id: the id '\(id)' is already used by nodes[0]")
    }
    // A connection identifies a node by its generation, too.
    #expect(
      refusal(#"{"kind":"A","id":"7","inputs":"x=\#(far).v"}"#)
        == "nodes[1].inputs: 'x=\(far).v' has no source: no node has the id '\(far)'")
    var document = try JSON.nodes(
      #"{"kind":"A","id":"\#(far):2"}"#, #"{"kind":"B","id":"\#(far):2"}"#, #"{"kind":"C","id":"\#(far)"}"#,
      #"{"kind":"D","id":"0","inputs":"x=\#(far):2.v x=\#(far).v"}"#)
    #expect(document.repair().count == 3)
    #expect(document.nodes.map(\.id.documentText) == ["\(far):2", "1", "2", "0"])
    #expect(document.nodes[3].connections.map(\.source.documentText) == ["\(far):2"])
    #expect(document.repair().isEmpty)
  }

  @Test func repairRefusesDocumentsOfTheFuture() {
    #expect(throws: DocumentError.self) {
      try JSON.repaired(#"{"format":"NodeGraph","version":6,"nodes":[]}"#)
    }
  }

  @Test func aLongChainIsCheckedWithoutRecursion() throws {
    var document = GraphDocument()
    let count: UInt32 = 200_000
    for index in (0..<count).reversed() {
      var node = DocumentNode(id: NodeID(slot: index, generation: 0), kind: "A")
      if index > 0 {
        node.connections = [DocumentConnection("x", from: NodeID(slot: index - 1, generation: 0), "v")]
      }
      document.nodes.append(node)
    }
    try document.check()
    document.nodes[Int(count) - 1].connections = [DocumentConnection("x", from: document.nodes[0].id, "v")]
    #expect(throws: DocumentError.self) { try document.check() }
    #expect(document.repair().count == 1)
    try document.check()
  }

  /// A definition with `ports` nodes that all read a sum of `ports` inputs. Each input of the sum and each node has a port.
  private func definition(ports: UInt32) throws -> DocumentDefinition {
    let sum = NodeID(slot: 0, generation: 0)
    let nodes = (1...ports).map { DocumentConnection("x", from: sum, "sum").reader(NodeID(slot: $0, generation: 0)) }
    return DocumentDefinition(
      id: DefinitionID(1), name: "D", inputs: (1...ports).map { .init("in \($0)", leadingTo: [.init(sum, "x\($0)")]) },
      outputs: nodes.map { .init("out \($0.id.slot)", leadingTo: [.init($0.id, "y")]) },
      nodes: [DocumentNode(id: sum, kind: "Sum")] + nodes)
  }

  /// If each output listed all inputs on which it depends, the lists would have 450,000,000 entries.
  @Test func outputsThatDependOnTheSameInputsAreCheckedAsOne() throws {
    let (ports, count): (UInt32, UInt32) = (3_000, 50)
    let source = NodeID(slot: count * (ports + 1), generation: 0)
    var document = GraphDocument(
      nodes: [DocumentNode(id: source, kind: "Number")], definitions: [try definition(ports: ports)])
    let connections = (1...ports).map { DocumentConnection("in \($0)", from: source, "value") }
    document.instances = (0..<count).map { index in
      let members = (0...ports).map { NodeID(slot: $0, generation: 0) }.map {
        DocumentInstance.Member($0, is: NodeID(slot: index * (ports + 1) + $0.slot, generation: 0))
      }
      return DocumentInstance(
        id: InstanceID(index: index, tag: 0), of: DefinitionID(1), connections: connections, members: members)
    }
    #expect(throws: Never.self) { try expectWithinAMinute { try document.check() } }
  }

  /// A definition of two sums, each with an output: one depends on the first `count` inputs, the other on all inputs.
  @Test(arguments: [1, 63, 64, 65, 130]) func aCycleIsFoundAtThePortsThroughWhichItGoes(count: UInt32) throws {
    let sums = (0...1).map { NodeID(slot: $0, generation: 0) }
    let (first, others) = (1...count, (count + 1)...(count + 70))
    var inputs = first.map { DocumentDefinition.Port("in \($0)", leadingTo: [.init(sums[0], "x\($0)")]) }
    inputs += others.map { DocumentDefinition.Port("in \($0)", leadingTo: [.init(sums[1], "x\($0)")]) }
    let inner = DocumentDefinition(
      id: DefinitionID(1), name: "Inner", inputs: inputs,
      outputs: [.init("few", leadingTo: [.init(sums[0], "sum")]), .init("all", leadingTo: [.init(sums[1], "sum")])],
      nodes: [
        DocumentNode(id: sums[0], kind: "Sum"),
        DocumentNode(id: sums[1], kind: "Sum", connections: [DocumentConnection("x", from: sums[0], "sum")]),
      ])
    // An instance of this definition, inside another one with the same ports.
    let instance = InstanceID(index: 7, tag: 0)
    let outer = DocumentDefinition(
      id: DefinitionID(2), name: "Outer",
      inputs: inputs.map { .init($0.name, leadingTo: [.init(instance.node, $0.name)]) },
      outputs: ["all", "few"].map { .init($0, leadingTo: [.init(instance.node, $0)]) },
      instances: [DocumentInstance(id: instance, of: DefinitionID(1))])
    let members = [DocumentInstance.Member(instance.node, is: InstanceID(index: 1, tag: 0).node)]
    let own = sums.map { DocumentInstance.Member($0, is: $0) }
    var document = GraphDocument(
      definitions: [inner, outer],
      instances: [
        DocumentInstance(id: InstanceID(index: 0, tag: 0), of: DefinitionID(2), members: members),
        DocumentInstance(id: InstanceID(index: 1, tag: 0), of: DefinitionID(1), members: own),
      ])
    let reader = NodeID(slot: 2, generation: 0)
    for output in ["few", "all"] {
      for input in 1...(count + 70) {
        document.nodes = [
          DocumentNode(
            id: reader, kind: "Reader",
            connections: [DocumentConnection("x", from: InstanceID(index: 0, tag: 0).node, output)])
        ]
        document.instances[0].connections = [DocumentConnection("in \(input)", from: reader, "y")]
        let error: DocumentError? = {
          do throws(DocumentError) { try document.check() } catch { return error }
          return nil
        }()
        #expect(error?.code == (output == "all" || input <= count ? .cycle : nil), "\(output), \(input)")
      }
    }
  }

  @Test func manyMembersThatAreMissingAreMadeAtOnce() throws {
    let nodes = (0..<30_000).map { DocumentNode(id: NodeID(slot: $0, generation: 0), kind: "Number") }
    var document = GraphDocument(definitions: [DocumentDefinition(id: DefinitionID(1), name: "D", nodes: nodes)])
    document.instances = [DocumentInstance(id: InstanceID(index: 0, tag: 0), of: DefinitionID(1))]
    #expect(expectWithinAMinute { document.repair() }.count == nodes.count)
    #expect(document.instances[0].members.map(\.inner) == nodes.map(\.id))
    #expect(throws: Never.self) { try document.check() }
  }
}

extension DocumentConnection {
  /// A node that has only this connection.
  fileprivate func reader(_ id: NodeID) -> DocumentNode { DocumentNode(id: id, kind: "Reader", connections: [self]) }
}
