// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

/// The root and the inside of a group accept the same lines, and answer and undo them alike.
@Suite struct ScopeParityTests {
  private static let model = [
    "qty = 2", "price = 10", "net = qty * price", "tax = net * 20%", "total = net + tax", "b = Add(x: qty, y: 5)",
    "s = Later(x: qty, seconds: 0)", "c = #336699", "words = [\"a\", \"b\"]", "late = 3", "free = 4",
  ]

  /// Prompts with the model at the root, in a group, and in a group inside a group.
  private static func scopes() -> [(prefix: String, conversation: Conversation)] {
    let group = "group G = qty price net tax total b s c words late free"
    return [
      ("", conversation(model)), ("G › ", conversation(model + [group, "enter G"])),
      ("K › G › ", conversation(model + [group, "group K = G", "enter K", "enter G"])),
    ]
  }

  private static func conversation(_ lines: [String]) -> Conversation {
    let conversation = Conversation()
    for line in lines { #expect(conversation.say(line).allSatisfy { !$0.contains("error") }, "\(line)") }
    return conversation
  }

  private static let lines = [
    "total", "qty + 1", "nosuch", "qty = 7", "qty = 7 + 1", "net = qty + price", "net = qty * 3; tax",
    "new = total * 2",
    "new = nosuch", "qty =", "net = total + 1", "net = net + 1", "qty = qty + 1", "c = #ff0000", "words = [\"x\"]",
    "words[1] = \"z\"", "words[9] = \"z\"", "qty = 1 / 0", "free = \"text\"", "late = true", "free = 5 km",
    "price = [1, 2]", "price = \"a\"", "qty = true", "qty = 2 km", "price = 3 km; net = 5", "tax = #ff0000",
    "tax = net > 5",
    "free = [1]; free = 2", "kind price Add", "price = csv(\"nosuch.csv\", \"a\")", "late = [1, 2]; net = late * 2",
    "net = late > 1; why total", "qty = 3 m; price = 2 m; undo", "b = Multiply(x: qty, y: 5); qty = [1]",
    "group H = net; price = [4, 5]", "group H = net tax; price = [4, 5]; undo",
    "group H = price; enter H; price = [1, 2]; leave",
    "group H = price; enter H; price = true; leave", "group H = qty price; enter H; price = [1, 2]; leave; undo",
    "delete free", "delete total", "delete nosuch", "delete b", "delete tax", "delete net", "delete qty",
    "delete tax; why total", "delete tax; inspect total", "delete tax; tax = 5", "delete tax; tax = [1, 2]",
    "delete tax; tax = total * 2", "delete tax; tax = Add(x: 1, y: 2)", "delete tax; rename free tax",
    "delete tax; rename late tax; undo", "delete tax; rename net tax", "delete tax; expand total",
    "delete tax; duplicate total", "delete tax; total = 5; tax = 1", "delete tax; group H = total",
    "delete tax; duplicate free; rename free2 tax", "delete tax; delete net; tax = 1; net = 2", "delete tax; add tax",
    "group H = tax total; enter H; delete tax; leave; ungroup H; tax = 3",
    "group H = net tax; enter H; delete net; leave; undo", "rename tax t", "rename tax net", "rename nosuch x",
    "rename free `a b`",
    "duplicate tax", "duplicate nosuch", "duplicate b", "expand net", "expand tax", "expand qty", "expand nosuch",
    "b.y = 8", "b.y = qty * 2", "b.z = 3", "b.y = \"a\"", "b.y = b", "tax.net = 3", "connect tax b.y",
    "connect words b.x", "connect c b.x", "connect nosuch b.y",
    "connect qty tax.net", "connect b b.x", "disconnect b.x", "disconnect b.y", "disconnect tax.net", "toggle tax b.y",
    "toggle qty b.x", "kind free Multiply", "kind b Multiply", "kind nosuch Add", "kind free Nosuch", "add Multiply",
    "add Nosuch", "n = Number(value: 3)", "b = Multiply(x: qty, y: 5)", "x = Nosuch()",
    "mute tax", "bypass tax", "bypass b", "activate tax", "mute nosuch", "look tax color=#ff0000", "look tax color=red",
    "format tax 0.00",
    "note tax of the year", "note tax none", "note tax", "note nosuch x", "note tax \"a\\nb\"; inspect tax",
    "format tax 0.0.0", "format tax none", "format tax",
    "look nosuch color=#ff0000", "look b.x color=#00ff00", "look b.y color=#00ff00", "frame F net tax",
    "frame F nosuch",
    "unframe F", "move tax 10 20", "move nosuch 1 1", "reroute b.x 5 5", "unroute b.x",
    "group H = net tax", "group H = net net", "group H = nosuch", "group net = tax", "group H = net; ungroup H",
    "ungroup net", "enter net", "enter nosuch", "inspect nosuch", "upstream total", "upstream nosuch", "downstream tax",
    "why total", "why nosuch", "show net", "show nosuch", "hex qty", "bin qty",
    "f(x) = x * 2; b.y = f(3); f(x) = x * 5; b", "f(x) = x; n = Number(value: 3); n = f(4); f(x) = x * 5; n",
    "b.y = c", "n = Number(value: 1 / 0)", "z = Add(x: z)", "z = z + 1", "move tax 10 20; duplicate tax; inspect tax2",
    "group H = net; move tax into H", "group H = net tax; enter H; move net out; leave",
    "group H = net; move nosuch into H",
    "group H = net tax; move H into H",
    "group H = net; rename H net", "group H = net tax; enter H; expand tax; leave",
    "f(x) = x * 2; net = f(qty)", "watch total; qty = 5; unwatch total",
    "tax -> b.y", "nosuch -> b.y", "group H = net; rename H K2; list K2",
    "group H = net tax; rename H T; enter T; leave",
    "group H = net; duplicate H; both = H.net + H2.net; qty = 4",
    "group H = net; duplicate H; rename H2 J; enter J; net; leave",
    "group H = net tax; duplicate H; enter H2; tax = net * 2; leave",
    "group H = net; duplicate H; delete H2; ungroup H",
    "group H = b; duplicate H; H2.qty = 9; inspect H2", "group H = net tax; duplicate H; expand H2",
    "duplicate net tax",
    "duplicate net net", "group H = net; delete H", "group H = free; delete H; list H",
    "add Multiply m; add Multiply m",
    "\(split); r = split(qty); r; r.low + r.high; show r; why r.low; qty = 4",
    "\(split); r = split(qty); s2 = r.low * 2; r = split(price); delete r; r = split(7)",
    "\(split); r = split(qty); s2 = r.high; \(single); r = one(3); s2 = 1; r = one(3); r",
    "\(split); r = split(qty); t = r.low; rename r p; p.low; t; rename p qty; rename r x",
    "\(split); r = split(nosuch)",
    "\(split); tax = split(3)",
    "\(split); r = split(3); r = 5; r(x) = x; `r.low` = 4; delete `r.low`; rename `r.low` z",
    "\(split); `r.low` = 3; r = split(5)", "\(split); r = split(3); group r = net; add Add r; rename net r",
    "\(split); r = split(qty); split(x) = (low: x, high: x, mid: x); r; split(x) = (low: x); r; split(x) = x",
    "\(split); r = split(qty); u = r.high; split(x) = (low: x)", "\(split); r = split(r.low); r = split(total)",
    "\(split); r = split(qty); group H = r.low net; enter H; r.low; leave; ungroup H; r",
    "\(split); r = split(qty); r + 1; r.nosuch; tax.net; r.low -> b.y; duplicate r.low; delete r; watch r.low",
    "\(split); r = split(qty); r = other(qty); other(x) = (low: x > 1, high: 3); r = other(qty); u = r.high + 1",
    "\(split); delete b; r = split(late); v = r.low + late; late = [1, 2]; late = true",
    "cancel s", "cancel", "wait", "look tax; frame; unframe 1", "frame F tax; unframe F; frame",
    "reroute b.x 5 5; unroute b.x 1; unroute b.x", "functions; vars; kinds", "gradient total; sensitivity total",
    "sweep qty 1..3 step 1 : total", "plot qty 1..3 : total", "solve total = 50 for qty", "hist words; hist late",
    "order", "graph", "stats",
  ]

  private static let split = "split(x) = (low: x / 4, high: x - x / 4)"
  private static let single = "one(x) = (low: x)"

  /// The commands that have no line, each with its reason.
  private static let withoutLine: [String: String] = [
    "changes": "changes what the prompt prints", "clear": "clears the screen", "compare": "compares scenarios",
    "export": "writes a file", "expose": "only a group has outputs", "help": "prints texts",
    "history": "lists all steps",
    "open": "replaces the session", "quit": "ends the prompt", "recover": "reads a journal",
    "redo": "each line is undone and redone", "run": "evaluates what is pending",
    "save": "writes a file", "scenario": "only inputs of the root have values in scenarios",
    "set": "changes the prompt",
    "source": "prints the script of the root", "spread": "needs uncertain inputs", "runs": "prints times",
    "timer": "prints times",
    "unscenario": "only inputs of the root have values in scenarios", "version": "prints a text",
  ]

  /// Every command has a line, and every form of statement.
  @Test func everyVerbHasALine() {
    var words: Set<String> = []
    for statement in Self.lines.flatMap({ $0.split(separator: ";") }) {
      let parts: [Substring] = statement.split(separator: " ")
      if let word = parts.first { words.insert(String(word)) }
    }
    let missing = CommandTable.names.filter { !words.contains($0) && Self.withoutLine[$0] == nil }
    #expect(missing == [])
    #expect(Self.withoutLine.keys.filter { words.contains($0) || CommandTable[$0] == nil } == [])
  }

  /// The answers to lines, with the names as seen from the scope.
  private static func say(_ lines: String, to scope: (prefix: String, conversation: Conversation)) -> [String] {
    let said = lines.split(separator: ";").flatMap { scope.conversation.say(String($0)) }
    // Lists at the root name members by their paths, which makes columns wider.
    return said.map {
      $0.replacing(scope.prefix, with: "").replacing("`› ", with: "`").replacing(/`?\b(?:H2?|J|T|K2)(?: › |\.)(\w+)`?/)
      { "\($0.1)" }
      .replacing(/(\S) {2,}/) { "\($0.1)  " }
    }
  }

  private static let shown = ["show net tax total b s c words", "upstream total", "upstream b"]

  @Test func linesAreAnsweredAlikeAtTheRootAndInGroups() throws {
    for line in Self.lines {
      var expected: [[String]]?
      for scope in Self.scopes() {
        let session = scope.conversation.dialogue.session
        let before = session.text
        let count = session.history.count
        var answers = [Self.say(line, to: scope)]
        answers += Self.shown.map { Self.say($0, to: scope) }
        let steps = session.history.count - count
        answers.append(["\(steps) steps"])
        if steps > 0 {
          answers.append(Self.say("undo \(steps)", to: scope))
          #expect(session.text == before, "\(line) in '\(scope.prefix)'")
          answers.append(Self.say("redo \(steps)", to: scope))
        }
        answers += Self.shown.map { Self.say($0, to: scope) }
        if let expected { #expect(answers == expected, "\(line) in '\(scope.prefix)'") } else { expected = answers }
      }
    }
  }
}
