// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeEval
import NodeGraph
import Prompt
import TestSupport
import Testing

/// Random sessions inside and outside groups, compared with a model without groups.
@Suite struct GroupWalkTests {
  private static let steps = fuzzSteps(600)

  private var random = SplitMix64(seed: 0)
  private var conversation = Conversation()
  /// The session's texts after each step of the history.
  private var texts: [String] = []
  private var lines: [String] = []
  private var accepted: [String: Int] = [:]
  private var seed: UInt64 = 0

  private var session: Session { conversation.dialogue.session }
  private var comment: Comment { "seed \(seed): \(lines.suffix(100).joined(separator: "; "))" }

  private mutating func pick(_ choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
  private mutating func node() -> String { pick(["a", "b", "c", "d", "e", "f"]) }

  /// A random name; most of the time one that exists in the scope.
  private mutating func known() -> String {
    let names = session.shownNames
    return random.next() % 4 == 0 || names.isEmpty ? node() : SourceName.spelling(pick(names))
  }

  private mutating func title() -> String {
    let groups = session.evaluator.subgraphs
    let titles = groups.instances(in: session.path.scope).map { groups.title(of: $0) }
    return random.next() % 5 == 0 || titles.isEmpty ? pick(["G", "H", "K"]) : SourceName.spelling(pick(titles))
  }

  private mutating func input() -> String {
    let groups = session.evaluator.subgraphs
    if random.next() % 2 == 0 { return "\(known()).\(pick(["x", "y"]))" }
    let instances = groups.instances(in: session.path.scope)
    guard !instances.isEmpty else { return "\(title()).\(node())" }
    let group = instances[Int(random.next() % UInt64(instances.count))]
    let inputs = groups.definition(of: group).map { groups.inputs(of: $0).map(\.name) } ?? []
    let title = SourceName.spelling(groups.title(of: group))
    return "\(title).\(SourceName.spelling(inputs.isEmpty ? "a" : pick(inputs)))"
  }

  private mutating func expression() -> String {
    switch random.next() % 5 {
    case 0:
      pick(["\(random.next() % 9 + 1)", "\(random.next() % 9 + 1)", "[1, \(random.next() % 9)]", "3 km", "2 > 1"])
    case 4: "\(pick(["f", "g", "h"]))(\(known())) - \(random.next() % 4)"
    case 1: known()
    case 2: "\(known()) + \(known()) * 2"
    default: "\(known()) - \(random.next() % 9)"
    }
  }

  private mutating func line() -> String {
    switch random.next() % 35 {
    case 0, 1: return "\(node()) = \(expression())"
    case 2, 3: return "\(known()) = \(expression())"
    case 4:
      let kind = pick(["Add", "Multiply", "Subtract"])
      return "\(node()) = \(kind)(x: \(expression()), y: \(expression()))"
    case 5: return "group \(pick(["G", "H", "K"])) = \(known()) \(known())"
    case 6: return "group \(pick(["G", "H"])) = \(known())"
    case 7: return "group \(pick(["G", "H", "K"])) = \(title()) \(known())"
    case 8: return "ungroup \(title())"
    case 9: return "expand \(title())"
    case 10: return "expand \(known())"
    case 11: return "duplicate \(title())"
    case 12: return "duplicate \(known()) \(known())"
    case 13: return "duplicate \(known())"
    case 14...17: return "enter \(title())"
    case 18: return "leave"
    case 19: return "expose \(known())"
    case 20: return "rename \(known()) \(node())"
    case 21: return "rename \(title()) \(pick(["G", "H", "K", "L"]))"
    case 22: return "delete \(random.next() % 2 == 0 ? known() : title())"
    case 23: return "\(input()) = \(expression())"
    case 24: return "\(known()) -> \(input())"
    case 25: return "disconnect \(input())"
    case 26: return "toggle \(known()) \(input())"
    case 27: return "kind \(known()) \(pick(["Add", "Subtract", "Number"]))"
    case 30:
      return
        "look \(random.next() % 2 == 0 ? title() : known()) depth=\(random.next() % 3) color=\(pick(["#abc", "none"])) "
        + "format=\(pick(["0.0", "none"])) note=\(pick(["\"a b\"", "none"]))"
    case 31: return "look \(input()) label=\(pick(["\"net price\"", "none", "tax"]))"
    case 32:
      return random.next() % 2 == 0
        ? "frame \(pick(["F", "\"G H\""])) \(known()) \(title()) text=\"a\\nb\""
        : "frame \(pick(["F", "K"])) \(known())"
    case 33:
      return random.next() % 2 == 0 ? "unframe \(pick(["1", "F"]))" : "reroute \(input()) 30 \(random.next() % 9)"
    case 28:
      return "\(pick(["f", "g", "h"]))(x) = x + \(random.next() % 2 == 0 ? expression() : "x * \(random.next() % 9)")"
    case 29:
      let lines = [line(), line(), line()].map { $0.hasPrefix("source") ? "# \($0)" : dotted($0) }
      conversation.host.files["walk.nc"] = lines.joined(separator: "\n")
      self.lines.append("walk.nc: \(lines)")
      return "source walk.nc"
    default: return "move \(known()) 10 20"
    }
  }

  /// A line as in files, where commands begin with a dot.
  private func dotted(_ line: String) -> String {
    let verbs = [
      "group", "ungroup", "expand", "duplicate", "enter", "leave", "expose", "rename", "delete", "disconnect",
    ]
    let first = String(line.prefix { $0 != " " })
    return (verbs + ["toggle", "kind", "move", "look", "format", "frame", "unframe", "reroute"]).contains(first)
      ? "." + line : line
  }

  private mutating func travel(_ verb: String) {
    let count = Int(random.next() % 3) + 1
    conversation.say("\(verb) \(count)")
    lines.append("\(verb) \(count)")
    #expect(session.text == texts[session.history.count], comment)
  }

  private mutating func reopen() throws {
    let text = session.text
    let loaded = try Session(document: session.document(), promptCommands: CommandTable.names)
    #expect(loaded.text == text, comment)
    loaded.checkInvariants()
    var model = GroupExpansionModel(of: loaded)
    #expect(try model.differences() == [], "loaded, \(comment)")
    // The walk continues with the saved session.
    guard random.next() % 4 == 0 else { return }
    for line in ["save! walk.json", "open walk.json"] {
      conversation.say(line)
      lines.append(line)
    }
    #expect(session.text == text && session.history.isEmpty, comment)
    texts = [text]
  }

  private mutating func step() throws {
    switch random.next() % 14 {
    case 0: return travel("undo")
    case 1: return travel("redo")
    case 2: return try reopen()
    default: break
    }
    let isInside = !session.path.isRoot
    let (line, before, history) = (line(), session.text, session.history)
    lines.append(line)
    let printed = conversation.say(line)
    if printed.first?.hasPrefix("  error") == true {
      // After a refusal in a file, its other statements are still run.
      if line.hasPrefix("source") {
        accepted["\(isInside ? "in " : "")source", default: 0] += 1
        noteStep(after: history)
        return
      }
      #expect(session.text == before && session.history == history, "refused, \(comment)")
      return
    }
    let verb =
      line.utf8.contains(UInt8(ascii: "=")) && !line.hasPrefix("group") && !line.hasPrefix("look")
      ? "=" : String(line.prefix { $0 != " " })
    accepted["\(isInside ? "in " : "")\(verb)", default: 0] += 1
    guard session.history != history else {
      #expect(session.text == before, comment)
      return
    }
    noteStep(after: history)
  }

  private mutating func noteStep(after history: [String]) {
    if session.history == history { return }
    #expect(session.history.count == history.count + 1, comment)
    texts.removeLast(max(texts.count - session.history.count, 0))
    texts.append(session.text)
  }

  @Test func aCopyOfAGroupHasTheFormulaOfAPortForItself() throws {
    let conversation = Conversation(
      "x = 3", "b = 4", "d = b * 2", "z = d + 1", "group G = d", "G.b = x - 4", "duplicate G")
    let session = conversation.dialogue.session
    #expect(try Session(document: session.document(), promptCommands: CommandTable.names).text == session.text)
    conversation.say("G2.b = x - 5")
    #expect(session.value(of: "z")?.text == "-1")
  }

  @Test func aCopyOfAGroupInAGroupHasTheFormulaOfAPortForItself() throws {
    let conversation = Conversation(
      "x = 3", "b = 4", "d = b * 2", "z = d + 1", "group G = d", "group H = G z x", "enter H", "G.b = x - 4",
      "duplicate G")
    let session = conversation.dialogue.session
    #expect(try Session(document: session.document(), promptCommands: CommandTable.names).text == session.text)
    conversation.say("G2.b = x - 5")
    #expect(session.value(of: "z")?.text == "-1")
    #expect(try Session(document: session.document(), promptCommands: CommandTable.names).text == session.text)
  }

  @Test func anInputThatOnlyInnerGroupsReadHasNoNameOfAMember() throws {
    let conversation = Conversation(
      "a = 2", "b = 3", "c = a * b", "group K = c", "K.a = a + 5", "group H = K a", "enter H", "ungroup K")
    let session = conversation.dialogue.session
    #expect(session.value(of: "a")?.text == "2")
    #expect(session.value(of: "c")?.text == "21")
    var model = GroupExpansionModel(of: session)
    #expect(try model.differences() == [])
    let definition = try #require(session.path.scope.flatMap(session.evaluator.subgraphs.definition))
    #expect(session.evaluator.subgraphs.inputs(of: definition).map(\.name) == ["a 2", "b"])
  }

  @Test func aGroupIsNotTakenApartIfAMemberHasTheNameOfAnInputThatItReads() throws {
    let made = Conversation("a = 2", "b = 3", "c = a * b", "group K = c", "K.a = a + 5", "group H = K a")
    // Documents can give an input the name of a member.
    let text = try TestDocuments().text(of: made.dialogue.session.document())
      .replacing("a 2", with: "a").replacing("a%202", with: "a")
    let conversation = Conversation()
    conversation.host.files["a.json"] = text
    conversation.say("open a.json")
    conversation.say("enter H")
    let session = conversation.dialogue.session
    #expect(session.path.scope != nil)
    let before = session.text
    #expect(conversation.say("ungroup K").first?.hasPrefix("  error") == true)
    #expect(session.text == before)
    conversation.say("rename a d")
    conversation.say("ungroup K")
    #expect(session.value(of: "c")?.text == "21")
    var model = GroupExpansionModel(of: session)
    #expect(try model.differences() == [])
  }

  @Test mutating func whateverHappensInGroupsValuesAreThoseOfTheFormulas() throws {
    for seed in fuzzSeeds(1...8) {
      self.seed = seed
      random = SplitMix64(seed: seed)
      lines = []
      conversation = Conversation(
        "a = 2", "b = 3", "h(x) = x * 2", "c = a * b", "d = c + b", "e = h(d) - a", "group G = b c")
      session.undoLimit = 0
      session.undoLimit = 1 << 30
      texts = [session.text]
      for _ in 0..<Self.steps {
        try step()
        session.checkInvariants()
        var model = GroupExpansionModel(of: session)
        let differences = try model.differences()
        #expect(differences == [], comment)
        // After a difference, later ones are meaningless.
        if !differences.isEmpty { break }
      }
    }
    let wanted = [
      "=", "rename", "group", "duplicate", "expand", "delete", "move", "enter", "leave", "source",
      "look",
    ]
    // Short walks rarely have frames or nested groups.
    for verb in wanted + (Self.steps < 400 ? [] : ["frame", "unframe", "ungroup"]) {
      #expect(accepted["in \(verb)", default: 0] > 0, "\(verb) inside of a group: \(accepted)")
    }
  }
}
