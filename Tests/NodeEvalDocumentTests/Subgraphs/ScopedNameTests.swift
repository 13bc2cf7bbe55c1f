// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Members of instances are described with their path.
@Suite struct ScopedNameTests {
  /// Two voices of an oscillator, each a group, in which the filter is a group of its own: osc → filter(cut → out) → mix.
  private struct Voices {
    struct Silence: Error {}

    let evaluator = Evaluator(definitions: [
      .source("Number", output: ValuePort("value"), initial: 1),
      NodeDefinition("Divide", inputs: ValuePort<Int>("x"), ValuePort("by", default: 1), output: ValuePort("quotient"))
      {
        (x: Int, by: Int) throws -> Int in
        if by == 0 { throw Silence() }
        return x / by
      },
    ])
    let nodes: [String: NodeID]
    let voices: [InstanceID]
    let filter: InstanceID

    init() throws {
      let evaluator = evaluator
      var nodes: [String: NodeID] = [:]
      var voices: [InstanceID] = []
      var inner: InstanceID?
      try evaluator.edit { edit in
        for (name, kind) in [("pitch", "Number"), ("osc", "Divide"), ("cut", "Divide"), ("mix", "Divide")] {
          nodes[name] = try edit.add(kind, named: name)
        }
        let find = { (name: String) throws -> NodeID in try #require(nodes[name]) }
        try edit.set(find("pitch"), to: 100)
        try edit.connect(find("pitch").output, to: find("osc").input("x"))
        try edit.connect(find("osc").output, to: find("cut").input("x"))
        try edit.connect(find("cut").output, to: find("mix").input("x"))
        let filter = try edit.group([find("cut")], named: "Filter")
        inner = filter
        voices.append(try edit.group([find("osc"), filter.node], named: "Voice"))
        let definition = try #require(evaluator.subgraphs.definition(of: voices[0]))
        voices.append(try edit.add(instanceOf: definition, named: "Voice 2"))
        try edit.connect(find("pitch").output, to: voices[1].input("x"))
      }
      evaluator.undoLimit = 1 << 20
      self.nodes = nodes
      self.voices = voices
      filter = try #require(inner)
    }

    var groups: Subgraphs { evaluator.subgraphs }

    func node(_ name: String) throws -> NodeID { try #require(nodes[name]) }

    /// Returns a member of the second voice by its scoped name.
    func member(_ name: String) throws -> NodeID { try #require(groups.member(scopedName: name)) }
  }

  private let voices: Voices

  init() throws { voices = try Voices() }

  private var evaluator: Evaluator { voices.evaluator }
  private var groups: Subgraphs { evaluator.subgraphs }

  @Test func aScopedNameLeadsToWhatHasIt() throws {
    for (name, node) in voices.nodes {
      #expect(groups.member(scopedName: groups.scopedName(of: node)) == node, "\(name)")
    }
    let cut = try voices.member("Voice 2 › Filter › cut")
    #expect(groups.scopedName(of: cut) == "Voice 2 › Filter › cut" && cut != voices.nodes["cut"])
    #expect(try voices.member("Voice 2") == voices.voices[1].node)
    #expect(try voices.member("Voice › Filter") == voices.filter.node)
    for name in ["cut", "Voice › cut", "Voice › Filter › ", "Voice 2 › Filter › cut › x", "", " › "] {
      #expect(groups.member(scopedName: name) == nil, "\(name)")
    }
  }

  @Test func aFailureAndWhatItBlocksAreToldWithTheWayToIt() throws {
    let cut = try voices.node("cut")
    let receipt = try evaluator.edit { edit in try edit.setLiteral(cut.input("by"), to: 0) }
    let mix = try voices.node("mix")
    let failure = try #require(evaluator.failure(of: mix))
    #expect(groups.describe(failure) == "Voice › Filter › cut: Silence()")
    let blocked = try #require(evaluator.explain(mix))
    #expect(groups.describe(blocked) == "mix is blocked by Voice › Filter › cut: Silence()")
    let failed = try #require(evaluator.explain(cut))
    #expect(groups.describe(failed) == "Voice › Filter › cut has failed: Silence()")
    #expect(receipt.changes.map(groups.describe) == ["set Voice › Filter › cut.by"])
  }

  @Test func anExplanationTellsTheWayThroughInstances() throws {
    try evaluator.edit { edit in try edit.set(voices.node("pitch"), to: 50) }
    let text = { (name: String) throws -> String in
      let node = try voices.member(name)
      let explanation = try #require(evaluator.explain(node))
      return groups.describe(explanation)
    }
    #expect(try text("pitch") == "pitch was given a value")
    #expect(try text("mix") == "mix changed: pitch → Voice › osc → Voice › Filter › cut → mix")
    #expect(try text("Voice 2 › osc") == "Voice 2 › osc changed: pitch → Voice 2 › osc")
    try evaluator.edit { edit in try edit.setLiteral(try voices.node("mix").input("by"), to: 1) }
    #expect(try text("mix") == "mix ran and stayed the same: mix")
  }

  @Test func aCycleIsToldWithTheWayThroughInstances() throws {
    let mix = try voices.node("mix")
    do {
      try evaluator.edit { edit in
        do throws(GraphError) {
          try edit.connect(mix.output, to: voices.voices[0].input("x"), replacing: true)
        } catch {
          #expect(edit.describe(error) == groups.describe(error))
          throw error
        }
      }
      Issue.record("a cycle is refused")
    } catch let error as GraphError {
      #expect(
        groups.describe(error)
          == "connecting mix to Voice › osc.x would close a cycle: "
          + "mix → Voice › osc.x → Voice › Filter › cut.x → mix.x")
    }
  }

  @Test func aReceiptTellsWhatAScopeShowsOfIt() throws {
    let cut = try voices.member("Voice 2 › Filter › cut")
    let receipt = try evaluator.edit { edit in try edit.setLiteral(cut.input("by"), to: 2) }
    #expect(groups.affected(by: receipt, in: nil) == [voices.voices[1].node])
    #expect(groups.affected(by: receipt, in: voices.voices[0]).isEmpty)
    #expect(groups.affected(by: receipt, in: voices.voices[1]).map(groups.scopedName) == ["Voice 2 › Filter"])
    #expect(groups.affected(by: receipt, in: InstanceID(try voices.member("Voice 2 › Filter"))) == [cut])
    let all = try evaluator.edit { edit in try edit.set(voices.node("pitch"), to: 7) }
    let shown = groups.affected(by: all, in: nil).map(groups.scopedName)
    #expect(shown.sorted() == ["Voice", "Voice 2", "mix", "pitch"])
    try evaluator.edit { edit in try edit.remove(voices.voices[1]) }
    #expect(groups.member(showing: cut, in: nil) == nil)
    #expect(groups.member(showing: voices.voices[1].node, in: nil) == nil)
    #expect(groups.member(showing: voices.filter.node, in: nil) == voices.voices[0].node)
    #expect(groups.member(showing: try voices.node("mix"), in: voices.voices[0]) == nil)
  }

  @Test func changesAreToldInWords() throws {
    var made: NodeID?
    let receipt = try evaluator.edit { edit in
      let node = try edit.add("Divide", named: "half")
      made = node
      try edit.connect(voices.voices[1].output("quotient"), to: node.input("x"))
      try edit.move(node, to: GraphPoint(1, 1))
      try edit.rename(node, to: "third")
      try edit.setKind(of: try voices.node("mix"), to: "Number")
    }
    let half = try #require(made)
    #expect(
      receipt.changes.map(groups.describe) == [
        "add third", "call \(half) half", "connect Voice 2 › Filter › cut to third.x", "move third",
        "rename half to third", "disconnect Voice › Filter › cut from mix.0", "change mix",
      ])
  }

  // MARK: Undo

  @Test func untitledEditsInInstancesAreCalledByScopedNames() throws {
    let cut = try voices.node("cut")
    let definition = try #require(groups.definition(of: voices.filter))
    try evaluator.edit { edit in try edit.setLiteral(cut.input("by"), to: 3) }
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: voices.filter) { try $0.add("Divide", named: "more") }
    }
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: voices.filter) { inner in
        guard let more = inner.node(named: "more") else { return }
        try inner.connect(cut.output, to: more.input("x"))
      }
    }
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: voices.filter) { inner in
        if let more = inner.node(named: "more") { try inner.remove(more) }
      }
    }
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: voices.filter) { try $0.rename(cut, to: "cutoff") }
    }
    try evaluator.edit { edit in try edit.setMode(.muted, of: voices.filter.node) }
    let titles = [
      "set Voice › Filter › cut", "add Voice › Filter › more",
      "connect Voice › Filter › cut to Voice › Filter › more", "delete Voice › Filter › more", "change Filter",
      "mute Voice › Filter",
    ]
    #expect(evaluator.undoTitles == titles)
    for count in 1...titles.count {
      #expect(evaluator.undo()?.evaluated == [])
      #expect(evaluator.undoTitles + evaluator.redoTitles == titles, "\(count) undone")
    }
  }

  @Test func undoTellsWhereItHappened() throws {
    let path: GraphPath = [voices.voices[0], voices.filter]
    let definition = try #require(groups.definition(of: voices.filter))
    var paths: [GraphPath?] = []
    func edit(_ expected: GraphPath?, _ body: (Edit) throws -> Void) throws {
      try evaluator.edit(nil, body)
      #expect(evaluator.undoPath == expected, "\(evaluator.undoTitle ?? "")")
      paths.append(expected)
    }
    #expect(evaluator.undoPath == nil && evaluator.redoPath == nil)
    try edit([]) { try $0.set(voices.node("pitch"), to: 3) }
    try edit(path) { edit in try edit.change(definition, lookingAt: voices.filter) { try $0.add("Number") } }
    try edit([voices.voices[1]]) { try $0.setLiteral(voices.member("Voice 2 › osc").input("by"), to: 3) }
    // An instance's input shows in the root, although it belongs to a node inside the instance.
    try edit([]) { try $0.disconnect(voices.voices[1].input("x")) }
    try edit([]) { try $0.setLiteral(voices.voices[1].input("x"), to: 9) }
    try edit([voices.voices[0]]) { try $0.setMode(.muted, of: voices.filter.node) }
    try edit([]) { try $0.rename(voices.voices[1], to: "Second") }
    try edit([]) { edit in
      try edit.setMode(.bypassed, of: voices.filter.node)
      try edit.setMode(.bypassed, of: voices.node("mix"))
    }
    try edit([]) { try $0.ungroup(voices.voices[0]) }
    try edit([]) { try $0.remove(voices.voices[1]) }
    try edit([]) { try $0.add("Number") }
    while evaluator.canUndo {
      let before = evaluator.undoPath
      #expect(before == paths.popLast())
      evaluator.undo()
      #expect(evaluator.redoPath == before)
    }
  }

  @Test func whatReadsAFailureOfAnInstanceStopsWithItsScopedName() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let voices = try Voices()
      try voices.evaluator.edit { edit in try edit.setLiteral(voices.node("cut").input("by"), to: 0) }
      guard let cut = try voices.evaluator.output(voices.node("cut").output, as: Int.self) else { return }
      _ = voices.evaluator[cut]
    }
    #expect(result?.sentence?.hasPrefix("'Voice › Filter › cut' has no value: Silence()") == true)
  }

  @Test func titlesThatAreWrittenOtherwiseOrTwiceAreFound() throws {
    let voices = try Voices()
    let second = voices.voices[1]
    try voices.evaluator.edit { edit in
      // The composed and the decomposed form are equal texts of different lengths.
      try edit.rename(voices.voices[0].node, to: "Voix e\u{301}")
    }
    #expect(voices.groups.member(scopedName: "Voix \u{e9}") == voices.voices[0].node)
    #expect(voices.groups.member(scopedName: "Voix \u{e9} › Filter") == voices.filter.node)
    #expect(voices.groups.member(scopedName: "Voix \u{e9} › Filter › cut") == (try voices.node("cut")))
    // Both instances have the same name, and only one of them contains a node of this name.
    try voices.evaluator.edit { edit in
      try edit.rename(voices.voices[0].node, to: "Voice 2")
      let own = try edit.makeIndependent(second)
      try edit.change(own, lookingAt: second) { try $0.add("Number", named: "extra") }
    }
    let extra = try #require(voices.groups.member(scopedName: "Voice 2 › extra"))
    #expect(voices.groups.scope(of: extra) == second)
    #expect(voices.groups.member(scopedName: "Voice 2 › nothing") == nil)
  }
}
