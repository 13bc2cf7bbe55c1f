// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import FormulaTestSupport
import Prompt
import Testing

@Suite struct CommandTableTests {
  @Test func everyExampleDoesWhatItShows() {
    for command in CommandTable.commands {
      for example in command.examples {
        let conversation = Conversation()
        for line in example.setup { conversation.say(line) }
        let refusals = (conversation.host.lines + conversation.say(example.line)).filter { $0.hasPrefix("  error[") }
        #expect(refusals.isEmpty, "\(command.name): \(example.line)")
        let name = example.line.drop { $0 == "." }.prefix { $0 != " " && $0 != ";" }
        #expect(name == command.name || name.hasPrefix("?"), "an example of \(command.name) is about something else")
      }
    }
  }

  @Test func everyCommandHasTwoExamplesAndASentence() {
    for command in CommandTable.commands {
      #expect(command.examples.count >= 2, "\(command.name)")
      #expect(!command.help.isEmpty && !command.help.hasSuffix("."), "\(command.name)")
    }
    #expect(Set(CommandTable.names).count == CommandTable.names.count)
  }

  @Test func aWrongNumberOfWordsIsRefusedWithTheUsage() {
    #expect(
      Conversation().say("connect a") == [
        "  error[command]: wrong number of arguments; usage: connect NODE NODE.PORT", "    connect a", "    ^~~~~~~~~",
      ])
    #expect(
      Conversation().say("show")[0]
        == "  error[command]: wrong number of arguments; usage: show NODE…")
    #expect(Conversation().say("list a b")[0] == "  error[command]: wrong number of arguments; usage: list [GLOB]")
  }

  @Test func anUnknownCommandIsRefusedWithASuggestion() {
    let expected = "  error[command]: unknown command 'shwo'; did you mean 'show'?"
    #expect(Conversation("a = 3").say("shwo a")[0] == expected)
    #expect(Conversation("a = 3").say(".shwo a")[0] == expected)
    #expect(Conversation().say("lits")[0] == "  error[name]: unknown name 'lits'; did you mean 'list'?")
  }

  @Test func theBeginningOfANameIsEnoughAtThePrompt() {
    #expect(Conversation("a = 3").say("li") == ["  a = 3"])
    #expect(Conversation("a = 3").say(".li") == ["  a = 3"])
    #expect(Conversation("a = 3").say("unw a") == ["  error[name]: 'a' is not watched", "    unw a", "        ^"])
  }

  @Test func theBeginningOfSeveralNamesIsRefusedWithAll() {
    #expect(Conversation("a = 3").say("sh a") == ["  a = 3"])
    #expect(
      Conversation("a = 3").say("d a")[0] == "  error[command]: 'd' may be delete, disconnect, duplicate, downstream")
    #expect(
      Conversation("a = 3").say(".d a")[0] == "  error[command]: 'd' may be delete, disconnect, duplicate, downstream")
  }

  @Test func wordsThatNameNothingAreRefusedWhereTheyStand() {
    let conversation = Conversation("a = 3", "sum1 = Add(x: a)", "b = a + 1")
    let refusals = [
      "show a nope": "error[name]: unknown name 'nope'",
      "add Ad": "error[kind]: unknown kind 'Ad'; did you mean 'Add'?",
      "add Add a": "error[name]: 'a' already exists",
      "add Add pi": "error[name]: 'pi' is not a name; as a name, it needs back-ticks: `pi`",
      "connect a sum1": "error[port]: 'sum1' is not a port; write node.port",
      "connect a sum1.w": "error[port]: sum1 has no input 'w'; it has x, y, z",
      "disconnect sum1.y": "error[port]: nothing is connected to sum1.y",
      "disconnect b.a": "error[port]: b is a formula: its inputs are the names in it",
      "move a x 3": "error[number]: 'x' is not a number",
      "timer maybe": "error[command]: 'maybe' is not one of on, off",
      "runs maybe": "error[command]: 'maybe' is not one of on, off",
      "set digits 99": "error[command]: digits are a whole number from 1 to 17",
      "set digits": "error[command]: 'digits' needs a value; usage: set [KEY] [VALUE]",
      "export svg /a": "error[file]: can't write '/a': Permission denied",
      "source nowhere.nc": "error[file]: can't read 'nowhere.nc': No such file or directory",
      "undo 0": "error[number]: '0' is not a number of steps",
      "sweep a 1..3 b": "error[command]: expected ':' and what to evaluate; usage: sweep NODE a..b [step s] : NODE…",
      "save": "error[command]: the session has no file yet; usage: save [FILE]",
      "help xyzw": "error[command]: unknown help topic 'xyzw'",
    ]
    let before = conversation.say("list")
    for (line, refusal) in refusals { #expect(conversation.say(line)[0] == "  " + refusal) }
    #expect(conversation.say("list") == before)
  }

  @Test func aBracketBehindAWordContinuesInTheNextLine() {
    let prompt = StatementParser(kinds: [], promptCommands: CommandTable.names)
    for line in ["sin(", "max(", "round(", "f(", "r(", "exp(1 +"] { #expect(prompt.continues(line), "\(line)") }
    #expect(refusal("s-*3", parser: prompt).hasPrefix("error[syntax]: expected a value before '*'\n"))
    #expect(refusal("h+)", parser: prompt).hasPrefix("error[syntax]: expected a value before ')'\n"))
  }
}
