// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Storage of literals: in the argument of an unconnected input; in a table while the input is connected.
@Suite struct LiteralsTests {
  private struct Stopped: Error {}

  /// A Number and an Add whose second input has a literal, with that literal's cell.
  private func makeGraph() throws -> (graph: Graph, one: NodeID, sum: NodeID, cell: UInt32) {
    var graph = Graph(kinds: mixedKinds)
    let (one, sum) = (try graph.add("Number"), try graph.add("Add"))
    let cell = graph.storage.value.makeLiteralCell(words: 1, index: 0)
    graph.edit { graph in graph.storage.value.setLiteral(InputPlace(node: 1, input: 1), cell: cell) }
    return (graph, one, sum, cell)
  }

  private let place = InputPlace(node: 1, input: 1)

  /// The cell that the input reads, the cell kept in the table while it is connected, and the cell reported as its literal.
  private func cells(_ graph: Graph) -> [UInt32?] {
    let topology = graph.storage
    let argument = topology.value.arguments(of: place).lowerBound
    graph.checkInvariants()
    return [
      topology.value.wiring.arguments.cells[argument], topology.value.literals[place], topology.value.literal(place),
    ]
  }

  @Test func aLiteralLiesInTheArgumentUntilTheInputIsConnected() throws {
    var (graph, one, sum, cell) = try makeGraph()
    let output = graph.storage.value.cell(of: 0, output: 0)
    #expect(cells(graph) == [cell, nil, cell])
    try graph.connect(one.output, to: sum.input(1))
    #expect(cells(graph) == [output, cell, cell])
    try graph.disconnect(sum.input(1))
    #expect(cells(graph) == [cell, nil, cell])
    try graph.connect(contentsOf: [Connection(from: one.output, to: sum.input(1))])
    #expect(cells(graph) == [output, cell, cell])
    try graph.remove(one)
    #expect(cells(graph) == [cell, nil, cell])
  }

  @Test func aLiteralThatIsGivenBehindAConnectionIsReadWhenThatIsCut() throws {
    var graph = Graph(kinds: mixedKinds)
    let (one, sum) = (try graph.add("Number"), try graph.add("Add"))
    try graph.connect(one.output, to: sum.input(1))
    let cell = graph.storage.value.makeLiteralCell(words: 1, index: 0)
    graph.edit { graph in graph.storage.value.setLiteral(place, cell: cell) }
    #expect(cells(graph) == [graph.storage.value.cell(of: 0, output: 0), cell, cell])
    try graph.disconnect(sum.input(1))
    #expect(cells(graph) == [cell, nil, cell])
    graph.edit { graph in graph.storage.value.setLiteral(place, cell: NodeRecord.none) }
    #expect(cells(graph) == [NodeRecord.none, nil, nil])
  }

  @Test func aFailedEditPutsLiteralsBackWhereTheyWere() throws {
    var (graph, one, sum, cell) = try makeGraph()
    for isConnected in [false, true] {
      if isConnected { try graph.connect(one.output, to: sum.input(1)) }
      let before = cells(graph)
      #expect(throws: Stopped.self) {
        try graph.edit { graph in
          if isConnected { try graph.disconnect(sum.input(1)) }
          try graph.connect(one.output, to: sum.input(1))
          try graph.remove(sum)
          throw Stopped()
        }
      }
      #expect(cells(graph) == before && before[2] == cell)
    }
  }

  @Test func literalsOfUnconnectedInputsTakeNoTable() throws {
    var (graph, one, sum, _) = try makeGraph()
    let before = graph.storage.value.literals.byteCount
    try graph.connect(one.output, to: sum.input(1))
    #expect(before == 0 && graph.storage.value.literals.byteCount > 0)
  }

  @Test func anEditThatOnlyGivesLiteralsHidesNothing() throws {
    var steps = StepList()
    steps.append(.literal(place, before: NodeRecord.none, after: 3))
    let (hides, sound) = (steps.hidesSomething, steps.checkInvariants())
    steps.append(.literal(place, before: 3, after: NodeRecord.none))
    let hidesLater = steps.hidesSomething
    #expect(!hides && sound == [] && hidesLater)
  }

  @Test func aLiteralThatWaitsBehindNoConnectionIsReported() throws {
    let (graph, _, _, cell) = try makeGraph()
    let argument = graph.storage.value.arguments(of: place).lowerBound
    graph.storage.value.literals.set(place, to: cell)
    graph.storage.value.wiring.arguments.cells[argument] = NodeRecord.none
    #expect(
      graph.storage.value.brokenInvariants()
        == ["a literal is set aside while its input is connected, input 1 of slot 1 is not"])
  }

  @Test func aLiteralOfTwoInputsIsReported() throws {
    let (graph, _, _, cell) = try makeGraph()
    let argument = graph.storage.value.arguments(of: place).lowerBound
    graph.storage.value.wiring.arguments.cells[argument - 1] = cell
    #expect(
      graph.storage.value.brokenInvariants() == [
        "every literal has a cell of its own, input 1 of slot 1 reads cell \(cell)"
      ])
  }
}
