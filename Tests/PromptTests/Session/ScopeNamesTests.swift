// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Prompt
import TestSupport
import Testing

@Suite struct ScopeNamesTests {
  /// The node that a name stands for, by an exhaustive search.
  private func search(_ name: String, in session: Session) -> NodeID? {
    let groups = session.evaluator.subgraphs
    let scope = session.path.scope
    if let scope {
      let member = groups.members(of: scope).first { InstanceID($0) == nil && groups.name(of: $0) == name }
      if let member { return member }
      let inputs = groups.definition(of: scope).map { groups.inputs(of: $0) } ?? []
      if let index = inputs.firstIndex(where: { $0.name == name }) {
        return groups.targets(of: scope.node.input(index)).first.flatMap {
          session.evaluator.graph.sources(of: $0).first?.node
        }
      }
    } else if let node = session.evaluator.graph.node(named: name) {
      return node
    }
    var (plain, qualified): ([NodeID], [NodeID]) = ([], [])
    for group in groups.members(of: scope).compactMap({ InstanceID($0) }) {
      let outputs = groups.definition(of: group).map { groups.outputs(of: $0) } ?? []
      for (index, output) in outputs.enumerated() {
        guard let node = groups.source(of: group.node.output(index))?.node else { continue }
        if output.name == name { plain.append(node) }
        if "\(groups.title(of: group)).\(output.name)" == name { qualified.append(node) }
      }
    }
    if plain.count == 1 { return plain[0] }
    return plain.isEmpty && qualified.count == 1 ? qualified[0] : nil
  }

  @Test func namesStandForWhatASearchFinds() throws {
    let names = ["p", "r", "t", "u", "q", "G", "t2", "a.b", "G.t", "G2.t", "G3.t", "G2.u", "H.t", "H.u", "G.r", "x.y"]
    let lines = [
      "p = 2", "r = 3", "t = p * r", "u = t + r", "q = 5", "`a.b` = 1", "group G = r t", "group H = u", "group H = G u",
      "duplicate G", "duplicate H", "ungroup G", "ungroup H", "ungroup G2", "enter G", "enter G2", "enter H", "leave",
      "expose r", "expose u", "t = r * 2", "t = p * r + q", "u = 4", "delete t", "delete q", "undo", "undo 2", "redo",
      "rename q x", "G.p = 7", "disconnect G.p", "q -> G2.p",
    ]
    var found = 0
    for seed in UInt64(1)...12 {
      var random = SplitMix64(seed: seed)
      let conversation = Conversation("p = 2", "r = 3", "t = p * r", "u = t + r", "q = 5", "group G = r t")
      for _ in 0..<60 {
        let line = lines[Int(random.next() % UInt64(lines.count))]
        conversation.say(line)
        let session = conversation.dialogue.session
        for name in names {
          let node = search(name, in: session)
          if node != nil { found += 1 }
          #expect(session.node(named: name) == node, "\(name) after \(line), seed \(seed)")
        }
      }
      conversation.dialogue.session.checkInvariants()
    }
    #expect(found > 1000)
  }

  /// Checks that statements search all groups only after groups have changed.
  @Test func statementsThatChangeNoGroupLookThroughNone() throws {
    let conversation = Conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax")
    for _ in 0..<40 { conversation.say("duplicate Tax") }
    let session = conversation.dialogue.session
    _ = session.node(named: "Tax7.tax")
    let before = session.formulas.indexCount
    for index in 1...30 {
      conversation.say("price = \(index)")
      conversation.say("n\(index) = Tax7.tax + `Tax\(index + 1).tax`")
      conversation.say("list n*")
      conversation.say("unknown + 1")
    }
    #expect(session.formulas.indexCount == before)
    #expect(conversation.say("n30") == ["  12"])
    // A copy requests one number and takes one or two searches, for any number of groups.
    let asked = session.formulas.numbers.askedCount
    conversation.say("duplicate Tax")
    #expect(session.formulas.numbers.askedCount - asked <= 2)
    #expect(session.formulas.indexCount - before <= 3)
  }

  @Test func titlesOfGroupsThatAreGoneAreGivenAgain() {
    let conversation = Conversation("a = 1", "b = a + 1", "group G = b", "duplicate G", "duplicate G")
    #expect(conversation.say("ungroup G2").isEmpty == false)
    #expect(conversation.say("duplicate G").first?.contains("G2 is another instance of G") == true)
    conversation.say("undo")
    #expect(conversation.say("duplicate G").first?.contains("G2 is another instance of G") == true)
    #expect(conversation.say("duplicate G").first?.contains("G4 is another instance of G") == true)
  }

  // MARK: Inputs

  @Test func aFormulaThatFedAnInputGoesWithIt() {
    let conversation = Conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax")
    let session = conversation.dialogue.session
    conversation.say("duplicate Tax")
    let count = session.evaluator.graph.nodeCount
    conversation.say("Tax.price = price * 3")
    conversation.say("Tax2.price = price * 4")
    #expect(session.evaluator.graph.nodeCount == count + 2)
    let before = session.text
    conversation.say("enter Tax")
    conversation.say("tax = rate * 2")
    #expect(session.evaluator.graph.nodeCount == count)
    session.checkInvariants()
    conversation.say("undo")
    #expect(session.evaluator.graph.nodeCount == count + 2 && session.text == before)
    // A formula with another reader stays.
    conversation.say("more = price + 1")
    conversation.say("tax = rate * 2")
    #expect(session.evaluator.graph.nodeCount == count + 4)
    conversation.say("delete more")
    #expect(session.evaluator.graph.nodeCount == count)
    session.checkInvariants()
  }

  @Test func anInputWithALiteralHasThatValueInside() {
    let conversation = Conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax")
    conversation.say("Tax.price = 50")
    conversation.say("enter Tax")
    #expect(conversation.say("price * 2 + rate") == ["  100.2"])
    #expect(conversation.say("price") == ["  50"])
    #expect(conversation.say("list").first == "  price = 50")
    #expect(conversation.say("show price") == ["  price = 50"])
    #expect(conversation.say("why price") == ["  price = 50     an input of Tax"])
    #expect(
      conversation.say("inspect price") == [
        "  price = 50", "    kind   input of Tax", "    gives  Number  → Tax › tax",
      ])
    #expect(conversation.say("upstream price") == ["  nothing"])
    #expect(conversation.say("downstream price").first == "  tax = 10    price * rate")
    #expect(
      conversation.say("watch price").first
        == "  error[name]: 'price' is an input with the value 50, not a node; outside the group, NODE -> Tax.price connects it"
    )
    // A definition can read the input, whatever its value.
    #expect(conversation.say("half = price / 2") == ["  half = 25"])
    conversation.say("leave")
    #expect(conversation.say("Tax.price = 60").contains { $0.hasPrefix("  tax") && $0.hasSuffix("10 → 12") })
    #expect(conversation.say("price -> Tax.price").contains { $0.hasPrefix("  tax") && $0.hasSuffix("12 → 4") })
    conversation.dialogue.session.checkInvariants()
  }

  /// Checks an input that has neither a connection nor a value.
  @Test func anInputThatReadsNothingIsKnownInside() {
    let conversation = Conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = tax", "group Tax = rate tax", "disconnect Tax.price",
      "enter Tax")
    #expect(conversation.say("list").first == "  price = ⚠ unset input")
    #expect(conversation.say("why price") == ["  price = ⚠ unset input     an input of Tax"])
    #expect(
      conversation.say("price + 1").first
        == "  error[name]: 'price' is an input that is not connected; outside the group, NODE -> Tax.price connects it, "
        + "and Tax.price = 3 sets its value")
    #expect(conversation.say("half = price / 2") == ["  half = ⚠ unset input 'price'"])
    conversation.say("leave")
    #expect(conversation.say("Tax.price = 10").first == "  tax    ⚠ unset input 'price' → 2")
    conversation.dialogue.session.checkInvariants()
  }

  /// Checks that an input of the group takes precedence over an inner group's output of the same name.
  @Test func anInputGoesBeforeAnOutput() {
    let conversation = Conversation("p = 5", "q = p + 1", "group A = p", "duplicate A", "z = q", "enter A2", "leave")
    conversation.say("group Outer = A2 q")
    conversation.say("enter A")
    conversation.say("leave")
    conversation.say("enter Outer")
    let session = conversation.dialogue.session
    let groups = session.evaluator.subgraphs
    #expect(conversation.say("list").prefix(2) == ["  p = 5", "  q = 6    p + 1"])
    let inner = groups.members(of: session.path.scope).compactMap { InstanceID($0) }
    #expect(
      inner.count == 1 && inner.allSatisfy { groups.source(of: $0.node.output(0))?.node != session.node(named: "p") })
    conversation.dialogue.session.checkInvariants()
  }

  // MARK: Files

  /// Checks that such changes alter the session's text, so that they can't be lost unsaved.
  @Test func outputsAndModesOfGroupsAreChanges() {
    let conversation = Conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax")
    let session = conversation.dialogue.session
    conversation.say("enter Tax")
    var texts = [session.text]
    for line in ["expose rate", "mute rate", "bypass rate", "leave", "mute Tax"] {
      conversation.say(line)
      if line != "leave" { texts.append(session.text) }
    }
    #expect(Set(texts).count == texts.count)
  }

  @Test func aFormulaThatFeedsAGroupNeedsNoNameInADocument() throws {
    let conversation = Conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax")
    conversation.say("Tax.price = price * 3")
    let session = conversation.dialogue.session
    let loaded = try Session(document: session.document())
    #expect(loaded.names == session.names && loaded.text == session.text)
    #expect(loaded.evaluator.graph.nodeCount == session.evaluator.graph.nodeCount)
    try loaded.run("Tax.price = price")
    #expect(loaded.evaluator.graph.nodeCount == session.evaluator.graph.nodeCount - 1)
    loaded.checkInvariants()
  }

  // MARK: Watching

  @Test func allThatAGroupGivesIsWatchedByItsTitle() {
    let conversation = Conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax", "enter Tax",
      "expose rate", "leave", "duplicate Tax")
    #expect(conversation.say("watch Tax") == ["  Tax.tax = 4    price * rate", "  Tax.rate = 0.2    20%"])
    #expect(conversation.say("price = 30;") == ["  Tax.tax  4 → 6"])
    #expect(conversation.say("watch Tax2 price").count == 3 && conversation.say("watch").count == 5)
    #expect(conversation.say("unwatch Tax2").isEmpty && conversation.say("watch").count == 3)
    #expect(conversation.say("unwatch Tax2").first == "  error[name]: 'Tax2' is not watched")
    #expect(conversation.say("watch Nobody").first?.contains("unknown name 'Nobody'") == true)
    conversation.say("enter Tax")
    conversation.say("rename tax levy")
    #expect(conversation.say("rate = 10%;") == ["  levy  6 → 3", "  rate  0.2 → 0.1"])
    conversation.say("leave")
    #expect(conversation.say("watch").first == "  Tax.levy = 3    price * rate")
    conversation.dialogue.session.checkInvariants()
  }

  @Test func whatGroupsGiveIsWatchedByTheNameItHas() {
    let conversation = Conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax")
    conversation.say("total = 0")
    #expect(conversation.say("watch tax") == ["  tax = 4    price * rate"])
    #expect(conversation.say("price = 30;") == ["  tax  4 → 6"])
    #expect(conversation.say("watch") == ["  tax = 6    price * rate"])
    conversation.say("duplicate Tax")
    #expect(conversation.say("price = 40;") == ["  Tax.tax  6 → 8"])
    conversation.say("enter Tax")
    #expect(conversation.say("rate = 10%;") == ["  tax  8 → 4"])
    // Members of a group are watched by their paths; inside a group, outer nodes can be watched as well.
    #expect(conversation.say("watch rate") == ["  rate = 0.1    10%"])
    #expect(conversation.say("leave").isEmpty && conversation.say("watch `Tax2 › rate`").count == 1)
    conversation.say("enter Tax")
    #expect(conversation.say("rate = 20%;").prefix(2) == ["  tax            4 → 8", "  rate           0.1 → 0.2"])
    #expect(
      conversation.say("unwatch tax rate").isEmpty && conversation.say("watch") == ["  `Tax2 › rate` = 0.2    20%"])
    conversation.say("leave")
    conversation.say("ungroup Tax2")
    #expect(conversation.say("unwatch").isEmpty && conversation.say("price = 50;").isEmpty)
    conversation.dialogue.session.checkInvariants()
  }
}
