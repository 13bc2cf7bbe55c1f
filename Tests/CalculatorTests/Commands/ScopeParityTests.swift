// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
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
  ]

  /// The answers to lines, with the names as seen from the scope.
  private static func say(_ lines: String, to scope: (prefix: String, conversation: Conversation)) -> [String] {
    let said = lines.split(separator: ";").flatMap { scope.conversation.say(String($0)) }
    // Lists at the root name members by their paths, which makes columns wider.
    return said.map {
      $0.replacing(scope.prefix, with: "").replacing("`› ", with: "`").replacing(/`H › (\w+)`/) { "\($0.1)" }.replacing(
        /(\S) {2,}/
      ) { "\($0.1)  " }
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
