// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Tables that accompany the graph, and the invariants between the parts: each is broken on purpose, and reported.
@Suite struct TopologyPartsTests {
  @Test func aNameOfTwoNodesIsReported() {
    var labels = Labels()
    labels.setName("one", of: 1)
    let sound = labels.checkInvariants()
    labels.setName("one", of: 2)
    let broken = labels.checkInvariants()
    #expect(sound == [])
    #expect(
      broken == [
        "names and nodes name each other, 'one' does not name slot 1", "every name belongs to one node",
      ])
  }

  @Test func aLiteralInACellOfSomethingElseIsReported() {
    var literals = Literals()
    var cells = CellTable()
    let other = cells.make(1, for: 0)
    let cell = literals.makeCell(0, words: 1, in: &cells)
    literals.set(InputPlace(node: 3, input: 0), to: cell)
    let sound = literals.checkInvariants(in: cells)
    literals.set(InputPlace(node: 3, input: 1), to: other)
    let broken = literals.checkInvariants(in: cells)
    #expect(sound == [])
    #expect(broken == ["every literal has a cell of its own, input 1 of slot 3 reads cell 0"])
  }

  @Test func theCellsOfLiteralsAreFoundWithTheirTypesUntilTheyAreReleased() {
    var literals = Literals()
    var cells = CellTable()
    let wide = literals.makeCell(2, words: 3, in: &cells)
    _ = cells.make(2, for: 5)
    let narrow = literals.makeCell(0, words: 1, in: &cells)
    let other = literals.makeCell(2, words: 3, in: &cells)
    var found: [[Int]] = []
    literals.forEachCell(in: cells) { cell, type in found.append([Int(cell), type]) }
    #expect(found == [[Int(wide), 2], [Int(narrow), 0], [Int(other), 2]])
    let released = literals.releaseCell(wide, in: &cells)
    let again = literals.releaseCell(wide, in: &cells)
    #expect(released == 2 && again == nil)
    found = []
    literals.forEachCell(in: cells) { cell, type in found.append([Int(cell), type]) }
    #expect(found == [[Int(narrow), 0], [Int(other), 2]])
  }

  @Test func stepsLeftBehindAnEditAreReported() {
    var journal = EditJournal()
    _ = journal.begin()
    journal.note(.added(1))
    journal.note(.named(1, before: nil, after: "one"))
    let sound = journal.checkInvariants()
    journal.end()
    let broken = journal.checkInvariants()
    #expect(sound == [])
    #expect(broken == ["steps are noted in an edit only, 2 are left"])
  }

  @Test func stepsThatAreNotWhereTheListSaysAreReported() {
    var steps = StepList()
    steps.append(.removed(1, rank: 2))
    let sound = steps.checkInvariants()
    steps.damage()
    let hidden = steps.checkInvariants()
    steps.append(.named(1, before: nil, after: "one"))
    let listed = steps.checkInvariants()
    steps.damage()
    let lost = steps.checkInvariants()
    #expect(sound == [])
    #expect(hidden == ["a list knows that a step hides something"])
    #expect(listed == hidden)
    #expect(lost == ["steps that hold memory are in the order of the list"])
  }

  @Test func stepsOutsideAnEditAreNotNoted() {
    var journal = EditJournal()
    journal.note(.added(1))
    let (count, broken) = (journal.steps.count, journal.checkInvariants())
    #expect(count == 0 && broken == [])
  }

  @Test func copiesOfPartsAreIndependent() {
    var labels = Labels()
    var literals = Literals()
    var journal = EditJournal()
    labels.setName("one", of: 1)
    labels.setPosition(GraphPoint(1, 2), of: 1)
    literals.set(InputPlace(node: 3, input: 0), to: 7)
    _ = journal.begin()
    journal.note(.added(1))
    let oldLabels = labels.copy()
    let oldLiterals = literals.copy()
    let oldJournal = journal.copy()
    labels.setName(nil, of: 1)
    labels.setPosition(nil, of: 1)
    literals.set(InputPlace(node: 3, input: 0), to: NodeRecord.none)
    journal.note(.added(2))
    let (name, node, position) = (oldLabels.name(of: 1), oldLabels.node(named: "one"), oldLabels.position(of: 1))
    #expect(name == "one" && node == 1 && position == GraphPoint(1, 2))
    let literal = oldLiterals[InputPlace(node: 3, input: 0)]
    #expect(literal == 7)
    let (steps, isOpen) = (oldJournal.steps.count, oldJournal.isOpen)
    #expect(steps == 1 && isOpen)
  }

  // MARK: Invariants between the parts

  private func broken(_ body: (inout Topology) -> Void) throws -> [String] {
    var graph = Graph(kinds: mixedKinds)
    let (one, sum) = (try graph.add("Number", named: "one"), try graph.add("Add"))
    try graph.connect(one.output, to: sum.input(0))
    body(&graph.storage.value)
    return graph.storage.value.brokenInvariants()
  }

  @Test func aSoundGraphBreaksNoRule() throws { #expect(try broken { _ in } == []) }

  @Test func anIdWithTheTagOfAnotherGraphIsReported() throws {
    let broken = try broken { topology in topology.wiring.records[1].stamp = 0 }
    #expect(broken == ["the id of a node has the tag of its graph, that of 1 has not"])
  }

  @Test func anUnconnectedInputThatReadsSomethingElseIsReported() throws {
    let broken = try broken { topology in
      let argument = topology.wiring.records[1].arguments + 1
      topology.wiring.arguments.cells[argument] = 0
    }
    #expect(broken == ["an unconnected input has its literal or default, input 1 of slot 1 has not"])
  }

  @Test func aSlotThatIsFreeAndInUseIsReported() throws {
    let broken = try broken { topology in
      topology.wiring.records[1].stamp &-= 1
      topology.releaseSlot(1)
      topology.wiring.records[1].stamp &-= 1
      topology.releaseSlot(1)
    }
    #expect(broken == ["a slot is free once", "a free slot has no node, 1 has"])
  }

  @Test func gapsLeftBehindAnEditAreReported() throws {
    let broken = try broken { topology in
      topology.wiring.arguments.gappedInputs.insert(InputPlace(node: 1, input: 0))
    }
    #expect(broken == ["gaps are closed when an edit ends"])
  }

  @Test func ranksNamesAndStepsOfAGraphAreChecked() throws {
    let broken = try broken { topology in
      topology.wiring.records[0].rank = 1
      topology.wiring.records[1].rank = 0
      topology.labels.setName("one", of: 1)
      topology.journal.steps.append(.added(0))
    }
    for rule in [
      "ranks and nodes name each other", "an edge leads to a higher rank", "names and nodes name each other",
      "steps are noted in an edit only",
    ] {
      #expect(broken.contains { $0.hasPrefix(rule) }, "\(rule): \(broken)")
    }
  }
}
