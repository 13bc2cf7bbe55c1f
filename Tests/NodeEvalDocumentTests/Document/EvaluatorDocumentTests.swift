// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct EvaluatorDocumentTests {
  @Test(arguments: 0..<20)
  func aRandomGraphIsReadBackAsItWas(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let evaluator = Evaluator(definitions: DocumentKinds.all)
    for round in 0..<6 {
      DocumentKinds.edit(evaluator, &random, steps: 40)
      let document = try evaluator.document()
      let json = try DocumentKinds.json(document)
      let copy = try DocumentKinds.load(try DocumentKinds.document(json))
      copy.checkInvariants()
      #expect(try DocumentKinds.json(try copy.document()) == json, "seed \(seed), round \(round)")
      #expect(DocumentKinds.state(copy) == DocumentKinds.state(evaluator), "seed \(seed), round \(round)")
    }
  }

  @Test func aLoadedGraphIsEditedLikeAnyOther() throws {
    var random = SplitMix64(seed: 7)
    let evaluator = Evaluator(definitions: DocumentKinds.all)
    DocumentKinds.edit(evaluator, &random, steps: 100)
    let copy = try DocumentKinds.load(try evaluator.document())
    DocumentKinds.edit(copy, &random, steps: 200)
    copy.checkInvariants()
    let again = try DocumentKinds.load(try copy.document())
    #expect(DocumentKinds.state(again) == DocumentKinds.state(copy))
  }

  @Test func loadingEvaluatesEachNodeOnce() throws {
    let runs = RunCounter()
    let square = NodeDefinition("Square", inputs: ValuePort("x", default: 1.0), output: ValuePort("y")) {
      (x: Double) -> Double in
      runs.add()
      return x * x
    }
    let document = try DocumentKinds.document(
      nodes: #"{"id":"3","kind":"Square","inputs":"x=9.y"}"#, #"{"id":"9","kind":"Square","inputs":"x=0.value"}"#,
      #"{"id":"0","kind":"Number","value":3}"#)
    let evaluator = try Evaluator(definitions: DocumentKinds.all + [square], document: document)
    #expect(runs.count == 2)
    let node = try #require(NodeID(documentText: "3"))
    let output = try #require(try evaluator.output(node.output, as: Double.self))
    #expect(evaluator[output] == 81)
    #expect(evaluator.graph.nodes.map(\.documentText) == ["0", "9", "3"])
  }

  @Test func onDemandLoadingEvaluatesWhatIsNeededAndWhatHasAState() throws {
    let runs = RunCounter()
    let square = NodeDefinition("Square", inputs: ValuePort("x", default: 1.0), output: ValuePort("y")) {
      (x: Double) -> Double in
      runs.add()
      return x * x
    }
    let sum = NodeDefinition(
      "Sum so far", tick: ValuePort<Double>("tick"), inputs: ValuePort("value", default: 0.0),
      output: ValuePort<Double>("sum"), state: 0.0
    ) { (sum: inout Double, value: Double) in
      sum += value
      return sum
    }
    let document = try DocumentKinds.document(
      nodes: #"{"id":"3","kind":"Square","inputs":"x=9.y"}"#, #"{"id":"9","kind":"Square","inputs":"x=0.value"}"#,
      #"{"id":"0","kind":"Number","value":3}"#, #"{"id":"5","kind":"Square","inputs":"x=3.y"}"#,
      #"{"id":"6","kind":"Square","inputs":"x=0.value"}"#,
      #"{"id":"7","kind":"Sum so far","inputs":"tick=0.value value=6.y"}"#)
    let evaluator = try Evaluator(
      definitions: DocumentKinds.all + [square, sum], document: document, policy: .onDemand)
    #expect(runs.count == 1)
    evaluator.checkInvariants()
    let nodes = try ["3", "5", "7"].map { try #require(NodeID(documentText: $0)) }
    #expect(evaluator.state(of: nodes[2]) == .current)
    #expect(evaluator.state(of: nodes[0]) == .stale)
    let need = evaluator.need(nodes[0])
    #expect(runs.count == 3)
    let output = try #require(try evaluator.output(nodes[0].output, as: Double.self))
    #expect(evaluator[output] == 81)
    #expect(evaluator.state(of: nodes[1]) == .stale)
    evaluator.policy = .eager
    #expect(runs.count == 4)
    withExtendedLifetime(need) {}
  }

  @Test func idsAreKeptUnlessTheyLieFarApart() throws {
    let near = try DocumentKinds.load(
      try DocumentKinds.document(nodes: #"{"id":"900:3","kind":"Number"}"#, #"{"id":"5","kind":"Number"}"#))
    #expect(near.graph.nodes.map(\.documentText) == ["900:3", "5"])
    // A free slot is reused.
    try near.edit { edit in
      let node = try edit.add("Number")
      #expect(node.documentText == "0")
    }

    var document = try DocumentKinds.document(
      nodes: #"{"id":"1073741823","kind":"Number","value":4}"#,
      #"{"id":"7","kind":"Add","inputs":"x=1073741823.value"}"#)
    document.view = GraphViewState(selection: [document.nodes[1].id, document.nodes[0].id])
    let far = try DocumentKinds.load(document)
    #expect(far.graph.nodes.map(\.documentText) == ["0", "1"])
    #expect(try far.document().view?.selection.map(\.documentText) == ["1", "0"])
    #expect(far.graph.connectionCount == 1)
  }

  @Test func whatDoesNotFitTheKindsIsRefused() throws {
    let number = #"{"id":"0","kind":"Number"}"#
    func expect(_ node: String, _ reason: String) throws {
      #expect(try DocumentKinds.refusal(nodes: number, node) == reason)
    }
    try expect(#"{"id":"1","kind":"Add","inputs":"z=0.value"}"#, "nodes[1].inputs: Add has no input 'z'")
    try expect(
      #"{"id":"1","kind":"Add","inputs":"x=0.sum"}"#,
      "nodes[1].inputs: Number has no output 'sum', which is connected to 'x'")
    try expect(
      #"{"id":"1","kind":"Length","inputs":"text=0.value"}"#,
      "nodes[1].inputs: 'text' takes String, but 'value' of Number gives Double")
    try expect(
      #"{"id":"1","kind":"Add","inputs":"x=0.value x=0.value"}"#, "nodes[1].inputs: 'x' takes only one connection")
    try expect(#"{"id":"1","kind":"Add","literals":{"w":1}}"#, "nodes[1].literals.w: Add has no input 'w'")
    try expect(
      #"{"id":"1","kind":"Total","literals":{"all":1}}"#,
      "nodes[1].literals.all: 'all' takes many connections, so it can't have a literal")
    try expect(
      #"{"id":"1","kind":"Add","literals":{"x":"three"}}"#, "nodes[1].literals.x: expected a number, not 'three'")
    try expect(
      #"{"id":"1","kind":"Total","literals":{"count":1.5}}"#,
      "nodes[1].literals.count: expected an integer, not a number")
    try expect(#"{"id":"1","kind":"Text","value":null}"#, "nodes[1].value: expected a string, not null")
    try expect(
      #"{"id":"1","kind":"Add","value":3}"#, "nodes[1].value: the value of Add is computed and can't be set")
  }

  @Test func whatDoesNotFitIsDroppedByARepair() throws {
    let document = try DocumentKinds.document(
      nodes: #"{"id":"0","kind":"Number","value":true}"#,
      #"{"id":"1","kind":"Add","inputs":"x=0.value the%20y=0.value z=0.value","literals":{"x":[],"the y":4}}"#,
      #"{"id":"2","kind":"Length","inputs":"text=1.sum","value":3}"#)
    var dropped: [DocumentError] = []
    let evaluator = try Evaluator(definitions: DocumentKinds.all, repairing: document, dropped: &dropped)
    evaluator.checkInvariants()
    #expect(
      dropped.map(\.description) == [
        "nodes[1].inputs: Add has no input 'z'",
        "nodes[2].inputs: 'text' takes String, but 'sum' of Add gives Double",
        "nodes[0].value: expected a number, not a boolean",
        "nodes[1].literals.x: expected a number, not an array",
        "nodes[2].value: the value of Length is computed and can't be set",
      ])
    let again = try DocumentKinds.load(try evaluator.document())
    #expect(DocumentKinds.state(again) == DocumentKinds.state(evaluator))
    #expect(again.graph.connectionCount == 2)
  }

  @Test func unknownKindsAndFieldsSurviveMovingAndReconnecting() throws {
    let text = """
      {
        "format" : "NodeGraph",
        "nodes" : [
          {
            "id" : "0",
            "kind" : "Number",
            "value" : 4
          },
          {
            "at" : "10 20",
            "frame" : {
              "color" : "red"
            },
            "id" : "1",
            "inputs" : "image=0.value image=0.value mask=0.value",
            "kind" : "Blur",
            "literals" : {
              "radius" : [
                1,
                2
              ]
            },
            "name" : "blur",
            "value" : {
              "cached" : 12345678901234567
            }
          },
          {
            "id" : "2",
            "inputs" : "x=1.blurred",
            "kind" : "Add",
            "literals" : {
              "the y" : 2
            },
            "note" : "keep me"
          }
        ],
        "owner" : "Ada",
        "version" : 1
      }
      """
    let evaluator = try DocumentKinds.load(try DocumentKinds.document(text))
    #expect(try DocumentKinds.json(try evaluator.document()) == text)
    let blur = try #require(evaluator.graph.node(named: "blur"))
    let sum = try #require(NodeID(documentText: "2"))
    #expect(evaluator.failure(of: blur)?.message == "unknown kind 'Blur'")
    #expect(evaluator.failure(of: sum)?.origin == blur)
    // The type of Blur's output is unknown, so it fits a text as well as a number.
    try evaluator.edit { edit in
      try edit.move(blur, to: GraphPoint(30, 40))
      try edit.disconnect(sum.input("x"))
      try edit.disconnect(blur.input("mask"))
      let text = try edit.add("Text", named: "text")
      try edit.connect(text.output, to: blur.input("radius"))
      let length = try edit.add("Length")
      try edit.connect(blur.output("blurred"), to: length.input("text"))
    }
    evaluator.checkInvariants()
    let output = try #require(try evaluator.output(sum.output, as: Double.self))
    #expect(evaluator[output] == 3.5)
    let expected =
      text.replacing("\"at\" : \"10 20\"", with: "\"at\" : \"30 40\"")
      .replacing("mask=0.value", with: "radius=3.text").replacing("      \"inputs\" : \"x=1.blurred\",\n", with: "")
      .replacing(
        "      \"note\" : \"keep me\"\n    }\n",
        with: """
                "note" : "keep me"
              },
              {
                "id" : "3",
                "kind" : "Text",
                "name" : "text",
                "value" : "?"
              },
              {
                "id" : "4",
                "inputs" : "text=1.blurred",
                "kind" : "Length"
              }

          """)
    #expect(try DocumentKinds.json(try evaluator.document()) == expected)
    let again = try DocumentKinds.load(try evaluator.document())
    #expect(try again.document() == evaluator.document())
  }

  @Test func aGraphThatBeginsIsOfTheVersionItIsGiven() throws {
    let evaluator = try DocumentKinds.load(GraphDocument())
    #expect(try evaluator.document().kindsVersion == 1)
    evaluator.kindsVersion = 3
    #expect(try evaluator.document().kindsVersion == 3)
    #expect(try DocumentKinds.load(try evaluator.document()).kindsVersion == 3)
  }

  @Test func aKindHasAtMost32Outputs() throws {
    let inputs = (0..<33).map { "all=0.o\(100 + $0)" }.joined(separator: " ")
    #expect(
      try DocumentKinds.refusal(
        nodes: #"{"id":"0","kind":"Wide"}"#, #"{"id":"1","kind":"Total","inputs":"\#(inputs)"}"#)
        == "nodes[1].inputs: Wide has no output 'o132', which is connected to 'all'")
  }

  @Test func literalsOfOtherTypesAreRegistered() throws {
    struct Size: Hashable, Sendable, Codable { var width: Int }
    let kinds: [NodeDefinition] = [.source("Size", output: ValuePort("size"), initial: Size(width: 1))]
    let evaluator = Evaluator(definitions: kinds)
    try evaluator.edit { edit in
      let node = try edit.add("Size", named: "s")
      try edit.set(node, to: Size(width: 5))
    }
    let error = #expect(throws: DocumentError.self) { try evaluator.document() }
    #expect(error?.description == "s: no codec is registered for Size")
    var literals = LiteralCoding()
    literals.register(Size.self) {
      DocumentValue(Int64($0.width))
    } decode: { value in
      guard case .number(let width) = value else { throw LiteralError.expected("a width", value) }
      return Size(width: Int(width))
    }
    evaluator.literals = literals
    let document = try evaluator.document()
    #expect(document.nodes[0].value == .number(5))
    let copy = try Evaluator(
      definitions: kinds, document: document, reading: DocumentReading(literals: literals))
    let node = try #require(copy.graph.node(named: "s"))
    #expect(try copy.output(node.output, as: Size.self).map { copy[$0] } == Size(width: 5))
    let refused = #expect(throws: DocumentError.self) { try Evaluator(definitions: kinds, document: document) }
    #expect(refused?.description == "nodes[0].value: no codec is registered for Size")
  }

  @Test func codableTypesNeedNoCode() throws {
    struct Style: Hashable, Sendable, Codable {
      enum Dash: String, Codable { case solid, dotted }
      var dash = Dash.dotted
      var widths: [Float?] = [1.5, nil]
      var id = UInt64.max
      var inner: [String: [Int8]] = ["a": [-1]]
      var title: String?
    }
    let kinds: [NodeDefinition] = [.source("Style", output: ValuePort("style"), initial: Style())]
    var literals = LiteralCoding()
    literals.register(Style.self)
    let evaluator = Evaluator(definitions: kinds)
    evaluator.literals = literals
    let style = Style(dash: .solid, widths: [], id: 1 << 60, inner: [:], title: "é")
    try evaluator.edit { edit in
      try edit.add("Style", named: "a")
      try edit.set(try edit.add("Style", named: "b"), to: style)
    }
    let document = try evaluator.document()
    #expect(
      document.nodes[0].value
        == .object([
          "dash": .string("dotted"), "widths": .array([.number(1.5), .null]), "id": .natural(.max),
          "inner": .object(["a": .array([.number(-1)])]),
        ]))
    let reading = DocumentReading(literals: literals)
    let json = try DocumentKinds.document(try DocumentKinds.json(document))
    let copy = try Evaluator(definitions: kinds, document: json, reading: reading)
    for (name, expected) in [("a", Style()), ("b", style)] {
      let node = try #require(copy.graph.node(named: name))
      #expect(try copy.output(node.output, as: Style.self).map { copy[$0] } == expected)
    }
    var broken = document
    broken.nodes[0].value = .object([
      "dash": .string("solid"), "widths": .array([.number(1), .string("2")]), "id": .number(1), "inner": .object([:]),
    ])
    let error = #expect(throws: DocumentError.self) {
      try Evaluator(definitions: kinds, document: broken, reading: reading)
    }
    #expect(error?.description == "nodes[0].value.widths[1]: expected a number")
  }
}
