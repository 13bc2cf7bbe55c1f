// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import TestSupport
import Testing

/// Printed names with a path can be read again everywhere.
@Suite struct ScopedNamesTests {
  private func conversation() -> (RecordingHost, Dialogue) {
    let host = RecordingHost()
    let dialogue = Dialogue(host: host)
    for line in ["x = 1", "w = x + 1", "y = w * 2", "z = y * 10", "group G = w y"] { dialogue.answer(line) }
    host.lines = []
    return (host, dialogue)
  }

  private func say(_ line: String, _ to: (RecordingHost, Dialogue)) -> [String] {
    to.0.lines = []
    to.1.answer(line)
    return to.0.lines.map { String($0.drop { $0 == " " }) }
  }

  @Test func aDefinitionOfANameWithAPathChangesTheMember() {
    for line in ["`G › y` = w + 5", "G › y = w + 5", "G  ›  y = w + 5", "G › `y` = G › w + 5"] {
      let talk = conversation()
      _ = say(line, talk)
      #expect(talk.1.session.value(of: "z")?.text == "70", "\(line)")
      #expect(talk.1.session.node(named: "G › y") == nil && talk.1.session.names.count { $0.contains("›") } == 0)
      #expect(talk.1.session.path.isRoot)
      _ = say("undo", talk)
      #expect(talk.1.session.value(of: "z")?.text == "40", "\(line)")
      talk.1.session.checkInvariants()
    }
  }

  @Test func whatIsPrintedOfAChangeInAGroupCanBeTypedBack() {
    let talk = conversation()
    let shown = say("G › w = x + 3", talk)
    #expect(shown.contains { $0.hasPrefix("z  ") } && shown.contains { $0.contains("G › w") }, "\(shown)")
    for line in shown {
      let name = String(line.split(separator: "  ")[0])
      #expect(!say("why \(name)", talk)[0].hasPrefix("error"), "\(name)")
      #expect(!say("\(name) * 1", talk)[0].hasPrefix("error"), "\(name)")
    }
  }

  @Test func valuesOfNamesWithPathsAreRead() {
    let talk = conversation()
    #expect(say("G › w + 1", talk) == ["3"])
    #expect(say("`G › w`", talk) == ["2"])
    #expect(talk.1.session.value(of: "G › w")?.text == "2")
    #expect(say("upstream G › y", talk).contains { $0.contains("w") })
    #expect(say("sweep x 1..2 : G › w", talk)[1].hasPrefix("`G › w`  2  3"))
  }

  @Test func formulasReadWhatTheGroupGivesByItsNameThere() {
    let talk = conversation()
    #expect(say("t = G › y + 1", talk) == ["t = 5"])
    #expect(talk.1.session.source(of: "t") == "y + 1")
    #expect(
      say("u = G › w + 1", talk)[0]
        == "error[name]: 'G › w' can't be read here: it is in G, which doesn't expose it; enter G, and expose w")
  }

  @Test func commandsDoInTheGroupWhatIsAskedOfItsNames() {
    let talk = conversation()
    #expect(say("rename G › w v", talk)[0].hasPrefix("renamed w → v"))
    #expect(say("G › v", talk) == ["2"])
    _ = say("look G › v color=#ff0000", talk)
    #expect(say("enter G", talk).isEmpty && say("look", talk).contains { $0.contains("v") })
    _ = say("leave", talk)
    #expect(say("delete G › v x", talk)[0] == "error[name]: unknown name 'x'")
    #expect(say("delete G › y", talk)[0] == "error[name]: z reads 'y'; nothing changed; change z first")
    #expect(say("delete G › v", talk)[0] == "y  4 → ⚠ unset input 'v'")
    #expect(say("G › v = 3", talk).contains { $0.hasSuffix("⚠ unset input 'v' → 6") })
    _ = say("undo 2", talk)
    _ = say("q = 5", talk)
    #expect(say("rename q `G › q`", talk)[0].hasPrefix("error["))
    #expect(talk.1.session.node(named: "q") != nil)
  }

  @Test func nestedGroupsHaveLongerPaths() {
    let talk = conversation()
    _ = say("group H = G", talk)
    #expect(say("H › G › w", talk) == ["2"])
    _ = say("H › G › w = x + 10", talk)
    #expect(talk.1.session.value(of: "z")?.text == "220")
    _ = say("enter H › G", talk)
    #expect(talk.1.promptText == "H › G> ")
  }

  @Test func namesWithoutAGroupAreRefused() {
    let talk = conversation()
    #expect(say("`Q › y` = 5", talk)[0] == "error[name]: unknown group 'Q'")
    #expect(say("G › yy", talk)[0] == "error[name]: unknown name 'yy' in G; did you mean 'y'?")
    let empty = (RecordingHost(), Dialogue(host: RecordingHost()))
    #expect(throws: Diagnostic.self) { try empty.1.session.run("`G › y` = 5") }
    #expect(say("›", talk)[0].hasSuffix("write a path as a group and a name: Tax › rate"))
  }

  @Test func namesWithBlanksAndArrowsHavePaths() {
    let talk = conversation()
    _ = say("rename G › w `net → price`", talk)
    #expect(say("`G › net → price`", talk) == ["2"])
    #expect(say("G › `net → price` = x + 2", talk).contains { $0.hasPrefix("z") })
  }

  @Test func completionOffersPathsOnceTheGroupWasBegun() {
    let talk = conversation()
    let offered = talk.1.completions(of: "why G", cursor: 5).map(\.text)
    #expect(offered.contains("`G › w`") && offered.contains("`G › y`"), "\(offered)")
    #expect(!talk.1.completions(of: "why ", cursor: 4).contains { $0.text.contains("›") })
  }

  @Test func settingsTakePaths() throws {
    let talk = conversation()
    let line = try #require(talk.1.session.statement(setting: "G › w", to: "9"))
    _ = try talk.1.session.run(line)
    #expect(talk.1.session.value(of: "z")?.text == "180")
  }
}
