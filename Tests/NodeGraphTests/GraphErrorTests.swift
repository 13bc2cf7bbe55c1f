// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphErrorTests {
  /// The nodes one → first → second → third, and a text label of the third.
  private struct Chain {
    var graph = Graph(kinds: mixedKinds)
    let one, first, second, third, label: NodeID

    init() throws {
      one = try graph.add("Number", named: "one")
      first = try graph.add("Negate", named: "first")
      second = try graph.add("Add", named: "second")
      third = try graph.add("Negate")
      label = try graph.add("Label", named: "label")
      try graph.connect(one.output, to: first.input(0))
      try graph.connect(first.output, to: second.input("y"))
      try graph.connect(second.output, to: third.input(0))
      try graph.connect(third.output, to: label.input(0))
    }

    /// Makes a change that must be refused, and checks that the graph stays unchanged. Returns the error.
    mutating func refusal(
      _ change: (inout Graph) throws -> Void, location: SourceLocation = #_sourceLocation
    ) throws -> GraphError {
      let before = try GraphPicture(graph)
      let error = try #require(throws: GraphError.self, sourceLocation: location) { try change(&graph) }
      graph.checkInvariants()
      #expect(try GraphPicture(graph) == before, "a refusal changes nothing", sourceLocation: location)
      return error
    }
  }

  @Test func closingAChainReportsTheWholePath() throws {
    var chain = try Chain()
    let (first, second, third) = (chain.first, chain.second, chain.third)
    let error = try chain.refusal { try $0.connect(third.output, to: first.input("x"), replacing: true) }
    #expect(error == .cycle([first.input(0), second.input(1), third.input(0)]))
    #expect(error.description == "connecting #3 to #1.0 would close a cycle: #3 → #1.0 → #2.1 → #3.0")
    #expect(
      chain.graph.describe(error)
        == "connecting #3 to first.x would close a cycle: #3 → first.x → second.y → #3.x")
  }

  @Test func theReportedPathIsAShortestOne() throws {
    var chain = try Chain()
    let (first, second, third) = (chain.first, chain.second, chain.third)
    let total = try chain.graph.add("Sum", named: "total")
    try chain.graph.connect(third.output, to: total.input(0))
    try chain.graph.connect(first.output, to: total.input(0))
    try chain.graph.connect(second.output, to: total.input(0))
    let error = try chain.refusal { try $0.connect(total.output, to: first.input(0), replacing: true) }
    #expect(error == .cycle([first.input(0), total.input(0)]))
  }

  @Test func aNodeIsNotConnectedToItself() throws {
    var chain = try Chain()
    let second = chain.second
    let error = try chain.refusal { try $0.connect(second.output, to: second.input("x")) }
    #expect(error == .cycle([second.input(0)]))
    #expect(error.description == "connecting #2 to #2.0 would close a cycle: #2 → #2.0")
    #expect(
      chain.graph.describe(error) == "connecting second to second.x would close a cycle: second → second.x")
    let bulk = try chain.refusal {
      try $0.connect(contentsOf: [Connection(from: second.output, to: second.input(0))])
    }
    #expect(bulk == error)
  }

  @Test func aCycleIsReportedEvenWhereTheInputIsTaken() throws {
    var chain = try Chain()
    let (first, third) = (chain.first, chain.third)
    let error = try chain.refusal { try $0.connect(third.output, to: first.input(0)) }
    #expect(chain.graph.verdict(onConnecting: third.output, to: first.input(0)) == .refused(error))
    guard case .cycle = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func aWrongTypeIsRefusedWithBothTypes() throws {
    var chain = try Chain()
    let (label, second) = (chain.label, chain.second)
    let error = try chain.refusal { try $0.connect(label.output("text"), to: second.input("x")) }
    #expect(error == .typeMismatch(source: label.output, text, target: second.input(0), number))
    #expect(error.description == "#4 gives Text, but #2.0 takes Number")
    #expect(chain.graph.describe(error) == "label gives Text, but second.x takes Number")
  }

  @Test func aTakenInputIsRefusedWithItsConnection() throws {
    var chain = try Chain()
    let (one, first, second) = (chain.one, chain.first, chain.second)
    let error = try chain.refusal { try $0.connect(one.output, to: second.input("y")) }
    #expect(error == .occupied(Connection(from: first.output, to: second.input(1))))
    #expect(error.description == "#2.1 is already connected to #1")
    #expect(chain.graph.describe(error) == "second.y is already connected to first")
  }

  @Test func whatIsNotConnectedIsNotDisconnected() throws {
    var chain = try Chain()
    let (one, second, label) = (chain.one, chain.second, chain.label)
    let error = try chain.refusal { try $0.disconnect(one.output, from: second.input("y")) }
    #expect(error == .notConnected(Connection(from: one.output, to: second.input(1))))
    #expect(error.description == "#0 is not connected to #2.1")
    #expect(chain.graph.describe(error) == "one is not connected to second.y")
    let unlike = try chain.refusal { try $0.disconnect(label.output, from: second.input("y")) }
    #expect(unlike == .notConnected(Connection(from: label.output, to: second.input(1))))
  }

  @Test func anIndexThatNoPortCanHaveIsTheNearestOf32Bits() throws {
    let one = try Chain().one
    #expect(one.input(.max) == one.input(Int(Int32.max)))
    #expect(one.output(.min).index == Int(Int32.min))
    #expect(MemoryLayout<InputPort>.stride == 12 && MemoryLayout<OutputPort>.stride == 12)
  }

  @Test func portsThatANodeHasNotAreRefused() throws {
    var chain = try Chain()
    let (one, second) = (chain.one, chain.second)
    for index in [-1, 2, Int(Int32.max), Int(Int32.min)] {
      let connecting = try chain.refusal { try $0.connect(one.output, to: second.input(index)) }
      #expect(connecting == .noSuchInput(second, .index(index), among: ["x", "y"]))
      #expect(connecting.description == "#2 has no input \(index); its inputs are 'x' and 'y'")
      #expect(try chain.refusal { try $0.disconnect(second.input(index)) } == connecting)
      #expect(try chain.refusal { try $0.disconnect(one.output, from: second.input(index)) } == connecting)
    }
    for index in [-1, 1, Int(Int32.max), Int(Int32.min)] {
      let connecting = try chain.refusal { try $0.connect(one.output(index), to: second.input(0)) }
      #expect(connecting == .noSuchOutput(one, .index(index), among: ["value"]))
      #expect(chain.graph.describe(connecting) == "one has no output \(index); its only output is 'value'")
      #expect(try chain.refusal { try $0.disconnect(one.output(index), from: second.input(0)) } == connecting)
    }
    let input = try chain.refusal { try $0.connect(one.output, to: second.input("z")) }
    #expect(input == .noSuchInput(second, .name("z"), among: ["x", "y"]))
    #expect(chain.graph.describe(input) == "second has no input 'z'; its inputs are 'x' and 'y'")
    let output = try chain.refusal { try $0.connect(one.output("z"), to: second.input("x")) }
    #expect(output == .noSuchOutput(one, .name("z"), among: ["value"]))
    #expect(output.description == "#0 has no output 'z'; its only output is 'value'")
  }

  @Test func everyVerbRefusesANodeThatIsGone() throws {
    var chain = try Chain()
    let (one, second) = (chain.one, chain.second)
    let removed = try chain.graph.add("Add")
    try chain.graph.remove(removed)
    var failed: NodeID?
    #expect(throws: EditScript.Abandoned.self) {
      try chain.graph.edit { graph in
        failed = try graph.add("Add")
        throw EditScript.Abandoned()
      }
    }
    let heir = try chain.graph.add("Add")
    #expect(heir.slot == removed.slot, "the slot is used again")
    let unborn = NodeID(slot: 1000, generation: 0)
    for id in [removed, try #require(failed), unborn] {
      #expect(id != heir)
      #expect(!chain.graph.contains(id))
      #expect(chain.graph.name(of: id) == nil)
      #expect(chain.graph.position(of: id) == .zero)
      #expect(chain.graph.connections(of: id).isEmpty)
      #expect(chain.graph.sources(of: id.input(0)).isEmpty)
      #expect(chain.graph.consumers(of: id.output).isEmpty)
      #expect(chain.graph.upstream(of: id).isEmpty && chain.graph.downstream(of: id).isEmpty)
      #expect(!chain.graph.isUpstream(id, of: one) && !chain.graph.isUpstream(one, of: id))
      let verbs: [(inout Graph) throws -> Void] = [
        { try $0.remove(id) }, { try $0.rename(id, to: "x") }, { try $0.move(id, to: .zero) },
        { try $0.setKind(of: id, to: "Add") }, { try $0.disconnect(id.input(0)) },
        { try $0.disconnect(id.input("x")) }, { try $0.connect(id.output, to: second.input(0)) },
        { try $0.connect(id.output("sum"), to: second.input(0)) }, { try $0.connect(one.output, to: id.input(0)) },
        { try $0.connect(one.output, to: id.input("x")) }, { _ = try $0.kind(of: id) },
        { try $0.disconnect(id.output, from: second.input(0)) }, { try $0.disconnect(one.output, from: id.input(0)) },
        { try $0.connect(contentsOf: [Connection(from: one.output, to: id.input(0))]) },
      ]
      for verb in verbs { #expect(try chain.refusal(verb) == .stale(id)) }
    }
    #expect(GraphError.stale(removed).description == "node #5 does not exist; it may have been removed")
    #expect(chain.graph.describe(.stale(heir)) == "node #5.2 does not exist; it may have been removed")
  }

  @Test func aTakenNameIsRefused() throws {
    var chain = try Chain()
    let (one, third) = (chain.one, chain.third)
    let error = try chain.refusal { try $0.add("Add", named: "one") }
    #expect(error == .duplicateName("one", one))
    #expect(error.description == "the name 'one' is already used by node #0")
    #expect(chain.graph.describe(error) == "the name 'one' is already used by node #0")
    #expect(try chain.refusal { try $0.add(own: label, named: "one") } == error)
    #expect(try chain.refusal { try $0.rename(third, to: "one") } == error)
    try chain.graph.rename(one, to: "one")
    try chain.graph.rename(one, to: nil)
    try chain.graph.rename(third, to: "one")
    #expect(chain.graph.node(named: "one") == third)
  }

  @Test func anUnknownKindIsRefused() throws {
    var chain = try Chain()
    let one = chain.one
    let error = try chain.refusal { try $0.add("Divide") }
    #expect(error == .unknownKind("Divide"))
    #expect(error.description == "unknown kind 'Divide'")
    #expect(chain.graph.describe(error) == error.description)
    #expect(try chain.refusal { try $0.setKind(of: one, to: "Divide") } == error)
  }

  @Test func reasonsAnEvaluatorGivesReadAsSentences() throws {
    let chain = try Chain()
    let target = chain.second.input(0)
    let literal = GraphError.literalMismatch(text, target: target, number)
    #expect(literal.description == "#2.0 takes Number, not Text")
    #expect(chain.graph.describe(literal) == "second.x takes Number, not Text")
    #expect(
      chain.graph.describe(.takesNoLiteral(target)) == "second.x takes many connections, so it can't have a literal")
    #expect(chain.graph.describe(.notGivable(chain.one, text)) == "one can't be given a value of type Text")
    #expect(GraphError.cycle([]).description == "the connection would close a cycle")
  }
}
