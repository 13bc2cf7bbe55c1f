// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Connections that were made while nodes had no code, and that don't fit the kind that is registered later.
@Suite struct LateKindScriptTests {
  @Test func documentsThatDoNotFitAKindThatCameLaterAreNotMerged() async {
    let steps: [ScriptStep] = [
      .add(0, 0, 4), .add(0, 0, 4), .add(0, 0, 2), .add(), .connect(0, 0, 2), .reopenWithout(3), .connect(0, 0, 0, 1),
      .reopenWithout(2), .register(), .merge(),
    ]
    let complaint = await ScriptModel.play(steps)
    #expect(complaint == nil, "\(complaint?.description ?? "")")
  }

  @Test func whatIsSavedWhenRegisteringAKindWasUndoneOpensWithoutWhatDoesNotFit() async {
    let steps: [ScriptStep] = [
      .addState(), .addKeeping(), .addState(), .connect(0, 0, 2), .connect(0, 0, 1, 1), .reopenWithout(2),
      .connect(0, 0, 2, 2), .register(), .undo(), .reopen(),
    ]
    let complaint = await ScriptModel.play(steps)
    #expect(complaint == nil, "\(complaint?.description ?? "")")
  }

  @Test func aNodeWithoutCodeThatBecomesAnotherLeavesNoConversionOfTheWiresThatItLoses() async {
    let steps: [ScriptStep] = [
      .addKeeping(), .addState(), .add(0, 0, 2), .connect(0, 0, 0, 4), .connect(0, 0, 1), .reopenWithout(4),
      .setKind(0, 0, 1),
    ]
    let complaint = await ScriptModel.play(steps)
    #expect(complaint == nil, "\(complaint?.description ?? "")")
  }

  /// A document stores the state of the beginning of the tick. What the tick made of it is computed again if the code for that is
  /// present.
  @Test func aTickThatEndsWhereItsInputHasNoCodeLeavesTheStateOfItsBeginning() async {
    let steps: [ScriptStep] = [
      .add(0, 0, 35), .add(0, 0, 3), .addState(), .addState(), .addState(), .addState(), .connect(0, 0, 13),
      .connect(0, 0, 6, 2), .setLiteral(0, 0, 9, 38), .connect(0, 0, 0, 3), .reopenWithout(1), .remove(0, 0, 5),
      .connect(0, 0, 1, 3, 1),
    ]
    let complaint = await ScriptModel.play(steps)
    #expect(complaint == nil, "\(complaint?.description ?? "")")
  }

  @Test func registeringAKindDropsWhatOpeningADocumentWithItDrops() throws {
    let made = Evaluator(definitions: ScriptKind.all.map(\.definition))
    var nodes: [NodeID] = []
    try made.edit { edit in
      nodes = try [edit.add("So far"), edit.add("So far"), edit.add("Keep")]
      try edit.connect(nodes[0].output("sum"), to: nodes[1].input("tick"))
    }
    let live = try Evaluator(
      definitions: ScriptKind.all.filter { !$0.hasState }.map(\.definition), document: made.document())
    live.undoLimit = 1 << 20
    let (late, keep) = (
      live.graph.nodes.first { $0.slot == nodes[0].slot }, live.graph.nodes.first { $0.slot == nodes[2].slot }
    )
    // The type of this connection is unknown until the kind is registered.
    try live.edit { edit in try edit.connect(#require(late).output("sum"), to: #require(keep).input("a")) }
    let saved = try live.document()
    let lost = live.register(ScriptKind.remembersState.definition)
    var dropped: [DocumentError] = []
    let opened = try Evaluator(
      definitions: ScriptKind.all.map(\.definition), repairing: saved, dropped: &dropped)
    #expect(lost.map(\.code) == [.type])
    #expect(dropped.map(\.code) == [.type])
    #expect(try live.document() == opened.document())
    live.undo()
    #expect(try live.document() == saved)
    #expect(throws: DocumentError.self) {
      try Evaluator(definitions: ScriptKind.all.map(\.definition), document: saved)
    }
  }
}
