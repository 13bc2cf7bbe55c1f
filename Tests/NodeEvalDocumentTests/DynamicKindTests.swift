// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Synchronization
import TestSupport
import Testing

/// Definitions made at run time, with several outputs, inputs that take many connections, and defaults.
@Suite struct DynamicKindTests {
  private static let number = PortType(Double.self)

  /// A kind that computes the scaled sum and the count of numbers.
  private static func statistics() -> NodeDefinition {
    .dynamic(
      "Statistics",
      inputs: [DynamicPort("scale", default: 2.0), DynamicPort("all", number, arity: .many), DynamicPort("x", number)],
      outputs: [DynamicPort("sum", number), DynamicPort("count", PortType(Int.self))]
    ) { inputs, outputs in
      let all = try inputs.values(1, as: Double.self)
      let extra = inputs.failure(2) == nil ? try inputs.value(2, as: Double.self) : 0
      outputs.set(0, to: (all.reduce(0, +) + extra) * (try inputs.value(0, as: Double.self)))
      outputs.set(1, to: all.count)
    }
  }

  /// A kind that passes on one of two values, whose type the node's code does not know, and reports which one.
  private static func gate(_ type: PortType) -> NodeDefinition {
    .dynamic(
      "Gate \(type)", inputs: [DynamicPort("first", default: true), DynamicPort("a", type), DynamicPort("b", type)],
      outputs: [DynamicPort("value", type), DynamicPort("is first", PortType(Bool.self))]
    ) { inputs, outputs in
      let isFirst = try inputs.value(0, as: Bool.self)
      try outputs.pass(isFirst ? 1 : 2, of: inputs, to: 0)
      outputs.set(1, to: isFirst)
    }
  }

  private func value<Value>(_ evaluator: Evaluator, _ port: OutputPort, as type: Value.Type) throws -> Value {
    evaluator[try #require(try evaluator.output(port, as: type))]
  }

  @Test func aNodeHasSeveralOutputsManyConnectionsAndDefaults() throws {
    let evaluator = Evaluator()
    let (a, b) = (evaluator.input("a", 1.0), evaluator.input("b", 2.0))
    let node = try evaluator.edited { edit in
      let node = try edit.add(own: Self.statistics(), named: "s")
      for source in [a, b, a] { try edit.connect(source.port, to: node.input("all")) }
      return node
    }
    let runs = Atomic<Int>(0)
    let count = try #require(try evaluator.output(node.output("count").resolved(in: evaluator.graph), as: Int.self))
    let reader = evaluator.node("reader", count) { count in
      runs.add(1, ordering: .relaxed)
      return count * 10
    }
    #expect(try value(evaluator, node.output(0), as: Double.self) == 8 && evaluator[reader] == 30)
    evaluator.set(a, to: 5)
    #expect(try value(evaluator, node.output(0), as: Double.self) == 24)
    // The count is unchanged.
    #expect(runs.load(ordering: .relaxed) == 1)
    try evaluator.edit { edit in
      try edit.setLiteral(node.input("scale"), to: 1.0)
      try edit.setLiteral(node.input("x"), to: 100.0)
    }
    #expect(try value(evaluator, node.output(0), as: Double.self) == 112)
    try evaluator.edit { edit in try edit.disconnect(node.input("all")) }
    #expect(try value(evaluator, node.output(0), as: Double.self) == 100 && evaluator[reader] == 0)
    evaluator.checkInvariants()
  }

  @Test func everyInputIsReadByItsPosition() throws {
    let inputs = (0..<6).map { NodeKind.Input("x\($0)", $0 % 2 == 0 ? Self.number : PortType(Int.self)) }
    let factor = 3.0
    @Sendable func sum(_ inputs: borrowing DynamicInputs) throws -> Double {
      var sum = 0.0
      for index in 0..<inputs.count {
        let digit =
          index % 2 == 0 ? try inputs.value(index, as: Double.self) : Double(try inputs.value(index, as: Int.self))
        sum = sum * 10 + digit
      }
      return sum * factor
    }
    let evaluator = Evaluator()
    let numbers = (0..<3).map { evaluator.input("n\($0)", Double($0 + 1)) }
    let integers = (0..<3).map { evaluator.input("i\($0)", $0 + 4) }
    let nodes = try evaluator.edited { edit in
      // The code in place is inlined, and the function is called.
      let definitions: [NodeDefinition] = [
        .dynamic("Sum", inputs: inputs, output: ValuePort<Double>("sum"), evaluate: sum),
        .dynamic("Digits", inputs: inputs, output: ValuePort<Double>("sum")) { inputs in
          let first = try inputs.value(0, as: Double.self) * 10 + Double(try inputs.value(1, as: Int.self))
          let second = try inputs.value(2, as: Double.self) * 10 + Double(try inputs.value(3, as: Int.self))
          let third = try inputs.value(4, as: Double.self) * 10 + Double(try inputs.value(5, as: Int.self))
          return ((first * 100 + second) * 100 + third) * 3
        },
      ]
      return try definitions.map { definition in
        let node = try edit.add(own: definition)
        for index in 0..<3 {
          try edit.connect(numbers[index].port, to: node.input(2 * index))
          try edit.connect(integers[index].port, to: node.input(2 * index + 1))
        }
        return node
      }
    }
    for node in nodes { #expect(try value(evaluator, node.output(0), as: Double.self) == 3 * 142536) }
    evaluator.set(numbers[2], to: 9)
    evaluator.set(integers[0], to: 7)
    for node in nodes { #expect(try value(evaluator, node.output(0), as: Double.self) == 3 * 172596) }
    evaluator.checkInvariants()
  }

  private final class Thing: Sendable {}

  /// Six words, which do not fit into the inline storage of an existential.
  private struct Large: Equatable, Sendable {
    var words = (1, 2, 3, 4, 5)
    var name = "large"
    static func == (left: Large, right: Large) -> Bool { left.words == right.words && left.name == right.name }
  }

  /// Switches between two values and back, and counts how often a reader runs.
  private func passes<Value: Sendable>(
    _ first: Value, _ second: Value, _ isSame: (Value, Value) -> Bool
  ) throws {
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 20
    let (a, b, switching) = (evaluator.input("a", first), evaluator.input("b", second), evaluator.input("s", true))
    let type = try evaluator.graph.kind(of: a.node).outputs[0].type
    let node = try evaluator.edited { edit in
      let node = try edit.add(own: Self.gate(type))
      try edit.connect(switching.port, to: node.input("first"))
      try edit.connect(a.port, to: node.input("a"))
      try edit.connect(b.port, to: node.input("b"))
      return node
    }
    let output = try #require(try evaluator.output(node.output(0), as: Value.self))
    #expect(isSame(evaluator[output], first))
    for _ in 0..<3 {
      evaluator.set(switching, to: false)
      #expect(isSame(evaluator[output], second))
      evaluator.set(switching, to: true)
      #expect(isSame(evaluator[output], first))
    }
    evaluator.set(switching, to: false)
    evaluator.undo()
    #expect(isSame(evaluator[output], first))
    evaluator.redo()
    #expect(isSame(evaluator[output], second))
    evaluator.checkInvariants()
  }

  @Test func aValueIsPassedOnWhateverItsTypeIs() throws {
    try passes(1, 2) { $0 == $1 }
    try passes("a text that doesn't fit in place", "b") { $0 == $1 }
    try passes([1.5, .nan], []) { $0.count == $1.count }
    try passes(Large(), Large(name: "other")) { $0 == $1 }
    try passes(Thing(), Thing()) { $0 === $1 }
    try passes(String?.none, "some") { $0 == $1 }
    try passes(SIMD4<Double>(1, 2, 3, 4), SIMD4<Double>()) { $0 == $1 }
  }

  @Test func aValueThatIsTheSameIsCutOff() throws {
    let evaluator = Evaluator()
    let (a, b, switching) = (evaluator.input("a", "x"), evaluator.input("b", "x"), evaluator.input("s", true))
    let node = try evaluator.edited { edit in
      let node = try edit.add(own: Self.gate(PortType(String.self)))
      try edit.connect(switching.port, to: node.input("first"))
      try edit.connect(a.port, to: node.input("a"))
      try edit.connect(b.port, to: node.input("b"))
      return node
    }
    let output = try #require(try evaluator.output(node.output(0), as: String.self))
    let reader = evaluator.node("reader", output) { $0 + "!" }
    let receipt = evaluator.set(switching, to: false)
    #expect(receipt.evaluated == [node])
    #expect(evaluator.set(b, to: "y").evaluated == [node, reader.node] && evaluator[reader] == "y!")
    // An input that is not passed on doesn't matter, whether or not it has failed.
    try evaluator.edit { edit in try edit.disconnect(node.input("a")) }
    #expect(evaluator.failure(of: node) == nil)
    evaluator.set(switching, to: true)
    #expect(evaluator.failure(of: node)?.message == "unset input 'a'")
    evaluator.set(switching, to: false)
    #expect(evaluator[reader] == "y!")
  }

  private struct Stop: Error {}

  @Test func codeThatThrowsOrForgetsAnOutputHasGivenNothing() throws {
    let evaluator = Evaluator()
    let number = PortType(String.self)
    let definition = NodeDefinition.dynamic(
      "Half", inputs: [DynamicPort("x", default: 0)], outputs: [DynamicPort("a", number), DynamicPort("b", number)]
    ) { inputs, outputs in
      let x = try inputs.value(0, as: Int.self)
      outputs.set(0, to: "a text that lies elsewhere \(x)")
      if x == 1 { throw Stop() }
      if x == 2 { return }
      outputs.set(1, to: "another text that lies elsewhere \(x)")
    }
    let node = try evaluator.edited { edit in
      let node = try edit.add(own: definition)
      try edit.setLiteral(node.input("x"), to: 1)
      return node
    }
    let a = try #require(try evaluator.output(node.output(0), as: String.self))
    let reader = evaluator.node("reader", a) { $0 }
    for (x, message) in [(2, "output 'b' was not given a value"), (1, "Stop()"), (3, nil), (1, "Stop()"), (3, nil)] {
      try evaluator.edit { edit in try edit.setLiteral(node.input("x"), to: x) }
      #expect(evaluator.failure(of: node)?.message == message)
      if message == nil { #expect(evaluator[reader] == "a text that lies elsewhere 3") }
      evaluator.checkInvariants()
    }
  }

  // MARK: Groups and documents

  @Test func theyLieInGroupsAndDocumentsAsOtherKindsDo() throws {
    let kinds = [NodeDefinition.source("Number", output: ValuePort("value"), initial: 1.0), Self.statistics()]
    let gate = Self.gate(Self.number)
    let evaluator = Evaluator(definitions: kinds)
    evaluator.undoLimit = 1 << 20
    var instances: [InstanceID] = []
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      nodes = [try edit.add("Number", named: "n"), try edit.add("Statistics", named: "s")]
      nodes += [try edit.add(own: gate, named: "g"), try edit.add("Number", named: "out")]
      let (n, s, g) = (nodes[0], nodes[1], nodes[2])
      for _ in 0..<2 { try edit.connect(n.output, to: s.input("all")) }
      try edit.connect(s.output("sum"), to: g.input("a"))
      try edit.setLiteral(g.input("b"), to: 7.0)
      let group = try edit.group([s, g], named: "Group")
      let definition = try #require(evaluator.subgraphs.definition(of: group))
      try edit.change(definition) { scope in
        try scope.expose(g.output("value"), as: "value")
        try scope.expose(g.input("first"), as: "first")
      }
      instances = [group, try edit.add(instanceOf: definition, named: "Other")]
      try edit.setLiteral(instances[1].node.input("first"), to: false)
    }
    let outputs = try instances.map { instance in
      try #require(evaluator.subgraphs.source(of: instance.node.output(0)))
    }
    #expect(try outputs.map { try value(evaluator, $0, as: Double.self) } == [4, 7])
    evaluator.checkInvariants()
    let document = try DocumentKinds.document(DocumentKinds.json(try evaluator.document()))
    // The graph is the same when opened with all code, opened with code that comes later, or pasted elsewhere.
    let reading = DocumentReading(own: ["Group › g": gate])
    let late = try Evaluator(definitions: [kinds[0]], document: document, reading: reading)
    #expect(try late.document() == document && late.register(kinds[1]).isEmpty)
    for opened in [try Evaluator(definitions: kinds, document: document, reading: reading), late] {
      opened.checkInvariants()
      #expect(try outputs.map { try value(opened, $0.node.inDocument.output($0.index), as: Double.self) } == [4, 7])
      #expect(try opened.document() == document)
    }
    let fragment = try evaluator.copy(nodes.prefix(1) + instances.map(\.node))
    let before = try evaluator.document()
    var ids: [NodeID: NodeID] = [:]
    try evaluator.edit { edit in ids = try edit.paste(fragment, reading: reading) }
    let pasted = try outputs.map { try #require(ids[$0.node.inDocument]).output($0.index) }
    #expect(try pasted.map { try value(evaluator, $0, as: Double.self) } == [4, 7])
    evaluator.checkInvariants()
    // Changes the definition of one node in all instances.
    let definition = try #require(evaluator.subgraphs.definition(of: instances[0]))
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: instances[0]) { scope in
        try scope.setDefinition(of: nodes[1], to: Self.scaled())
      }
    }
    #expect(try outputs.map { try value(evaluator, $0, as: Double.self) } == [-2, 7])
    evaluator.checkInvariants()
    evaluator.undo()
    evaluator.undo()
    #expect(try evaluator.document() == before)
    #expect(try outputs.map { try value(evaluator, $0, as: Double.self) } == [4, 7])
    while evaluator.undo() != nil {}
    #expect(evaluator.graph.nodeCount == 0)
  }

  /// A kind with some ports of the same names as those of `statistics`, and one other port.
  private static func scaled() -> NodeDefinition {
    .dynamic(
      "Scaled", inputs: [DynamicPort("all", number, arity: .many), DynamicPort("by", default: -1.0)],
      outputs: [DynamicPort("count", PortType(Int.self)), DynamicPort("sum", number)]
    ) { inputs, outputs in
      let all = try inputs.values(0, as: Double.self)
      outputs.set(1, to: all.reduce(0, +) * (try inputs.value(1, as: Double.self)))
      outputs.set(0, to: all.count)
    }
  }

  // MARK: Mistakes

  @Test func portsAreGivenWhatTheyAre() async {
    let given = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let node = NodeDefinition.dynamic("Node", inputs: [], outputs: [DynamicPort("y", PortType(Int.self))]) {
        $1.set(0, to: "text")
      }
      try Evaluator().edit { _ = try $0.add(own: node) }
    }
    #expect(given?.sentence == "output 'y' gives Int and is given String")
    let passed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let node = NodeDefinition.dynamic(
        "Node", inputs: [DynamicPort("x", default: "")], outputs: [DynamicPort("y", PortType(Int.self))]
      ) { try $1.pass(0, of: $0, to: 0) }
      try Evaluator().edit { _ = try $0.add(own: node) }
    }
    #expect(passed?.sentence == "output 'y' gives Int and is passed String")
    let many = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ports = [DynamicPort("x", PortType(Int.self), arity: .many)]
      let node = NodeDefinition.dynamic("Node", inputs: ports, outputs: [DynamicPort("y", PortType(Int.self))]) {
        $1.set(0, to: try $0.value(0, as: Int.self))
      }
      try Evaluator().edit { _ = try $0.add(own: node) }
    }
    #expect(many?.sentence == "input 'x' takes many connections; read it with values(_:as:)")
    let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DynamicPort("x", .unknown)
    }
    #expect(unknown?.sentence == "a port has a type, that of 'x' is unknown")
    let output = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NodeDefinition.dynamic("Node", inputs: [], outputs: [DynamicPort("y", default: 1)]) { _, _ in }
    }
    #expect(output?.sentence == "outputs take no connections and have no default, unlike those of 'Node'")
  }
}
