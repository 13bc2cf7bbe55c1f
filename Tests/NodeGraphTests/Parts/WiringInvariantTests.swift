// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Each invariant between the tables of connections is broken on purpose, and reported.
@Suite struct WiringInvariantTests {
  /// Two numbers, a sum of both, and a total of the first number and that sum. Slots are 0 to 3.
  private func makeGraph() throws -> Graph {
    var graph = Graph(kinds: mixedKinds)
    let (one, two) = (try graph.add("Number"), try graph.add("Number"))
    let (sum, total) = (try graph.add("Add"), try graph.add("Sum"))
    try graph.connect(one.output, to: sum.input(0))
    try graph.connect(two.output, to: sum.input(1))
    try graph.connect(one.output, to: total.input(0))
    try graph.connect(sum.output, to: total.input(0))
    return graph
  }

  /// The invariants that are broken once `body` has changed the tables of a valid graph.
  private func broken(_ body: (inout Wiring) -> Void) throws -> [String] {
    let graph = try makeGraph()
    #expect(graph.storage.value.brokenInvariants() == [])
    body(&graph.storage.value.wiring)
    return graph.storage.value.brokenInvariants()
  }

  @Test func anArgumentIsConnectedWithoutACell() throws {
    let broken = try broken { wiring in
      let argument = wiring.records[2].arguments
      wiring.arguments.cells[argument] = NodeRecord.none
    }
    #expect(broken.first?.hasPrefix("a connected argument has a cell") == true, "\(broken)")
  }

  @Test func aFreeArgumentIsNotClear() throws {
    let broken = try broken { wiring in
      let last = wiring.arguments.cells.count - 1
      wiring.arguments.cells[last] = 0
    }
    #expect(broken.first?.hasPrefix("free arguments are clear") == true, "\(broken)")
  }

  @Test func aFreeCellHasAnOwner() throws {
    let broken = try broken { wiring in
      let last = wiring.cells.owners.count - 1
      wiring.cells.owners[last] = 0
    }
    #expect(broken.first?.hasPrefix("free cells have no owner") == true, "\(broken)")
  }

  @Test func aCellHasNoOwner() throws {
    let broken = try broken { wiring in wiring.cells.owners = Buffer() }
    #expect(broken.first?.hasPrefix("each cell has an owner") == true, "\(broken)")
  }

  @Test func aNodeDoesNotOwnItsOutputCells() throws {
    let broken = try broken { wiring in
      let cell = wiring.records[3].output
      wiring.cells.owners[cell] = 0
    }
    #expect(broken == ["a node owns its output cells, slot 3 does not own 6"], "\(broken)")
  }

  @Test func aConsumerListIsLongerThanItsRoom() throws {
    let broken = try broken { wiring in wiring.records[1].consumers.count = 3 }
    #expect(broken.first == "a consumer list is not longer than its room, that of slot 1 is", "\(broken)")
  }

  @Test func aListLosesAConsumer() throws {
    let broken = try broken { wiring in wiring.records[1].consumers.count = 0 }
    #expect(broken.first?.hasPrefix("the connection count is right") == true, "\(broken)")
  }

  @Test func anEntryIsRemovedWithoutItsArgument() throws {
    let broken = try broken { wiring in
      let list = wiring.consumerList(of: 1, output: 0)
      _ = wiring.consumers.remove(0, of: list, &wiring.records)
    }
    #expect(broken.contains("both ends know a connection, the source of input 1 of slot 2 does not"), "\(broken)")
  }

  @Test func consumersLieApartFromTheirArguments() throws {
    let broken = try broken { wiring in wiring.consumers.nodes.append(0) }
    #expect(broken == ["consumers and their arguments are adjacent"], "\(broken)")
  }

  @Test func aPositionNamesAnotherEntry() throws {
    let broken = try broken { wiring in
      let argument = wiring.records[2].arguments
      wiring.arguments.positions[argument] = 1
    }
    #expect(broken.contains("both ends know a connection, the source of input 0 of slot 2 does not"), "\(broken)")
  }

  @Test func anArgumentReadsAnotherCellThanItsListSays() throws {
    let broken = try broken { wiring in
      let argument = wiring.records[2].arguments
      wiring.arguments.cells[argument] = wiring.records[1].output
    }
    #expect(
      broken.contains("a consumer reads the output it is listed under, one of slot 0 does not"), "\(broken)")
  }

  @Test func aConnectionLeadsFromNoOutput() throws {
    let broken = try broken { wiring in
      let argument = wiring.records[2].arguments
      wiring.arguments.cells[argument] = wiring.cells.make(1, for: CellTable.Owner.ofLiteral(0))
    }
    #expect(broken.contains("a connection leads from an output, that of input 0 of slot 2 does not"), "\(broken)")
  }

  @Test func aConnectionJoinsTypesThatDoNotFit() throws {
    var graph = try makeGraph()
    let label = try graph.add("Label")
    try graph.add("Negate")
    let input = InputPlace(node: 5, input: 0)
    graph.storage.value.wiring.link(
      graph.storage.value.arguments(of: input).lowerBound, of: 5, to: label.slot, output: 0)
    #expect(
      graph.storage.value.brokenInvariants() == [
        "a connection joins types that fit, that of input 0 of slot 5 does not"
      ])
  }

  @Test func anInputThatTakesManyHasAGap() throws {
    let broken = try broken { wiring in
      let argument = wiring.arguments(of: InputPlace(node: 3, input: 0)).lowerBound
      wiring.unlink(argument, leaving: NodeRecord.none)
    }
    #expect(broken == ["an input that takes many has no gap, input 0 of slot 3 has"], "\(broken)")
  }

  @Test func aNodeHasNoShape() throws {
    let broken = try broken { wiring in wiring.records[0].shape = 1000 }
    #expect(broken == ["a node has a shape, that in slot 0 has none"], "\(broken)")
  }

  @Test func aRegisteredShapeIsFree() throws {
    let broken = try broken { wiring in
      let shape = wiring.records[0].shape
      wiring.shapes.release(shape, &wiring.cells)
    }
    #expect(broken.contains("a registered kind keeps its shape"), "\(broken)")
    #expect(broken.contains("the name of a kind names its shape, 'Number' does not"), "\(broken)")
  }

  @Test func aTableOfShapesChecksItself() throws {
    var shapes = ShapeTable()
    var cells = CellTable()
    let shape = shapes.make(mixedKinds[0], isOwn: true, &cells)
    let sound = shapes.checkInvariants()
    shapes.release(shape, &cells)
    shapes.release(shape, &cells)
    let broken = shapes.checkInvariants()
    #expect(sound == [])
    #expect(broken == ["an index is free once, and was handed out: 0 of ports", "a shape is free once"], "\(broken)")
  }
}
