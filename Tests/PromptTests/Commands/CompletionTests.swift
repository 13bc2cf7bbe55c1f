// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct CompletionTests {
  let conversation = Conversation(
    "price = 20", "`net price` = 18", "brand = #3366cc", "total = price * 3",
    "soft = ColorAdjust(color: brand, multiplier: 128)", "bill = Add(x: price)", "twice = Add(x: bill)")

  /// The completions of a line with the cursor at its end.
  func completed(_ line: String) -> [String] {
    let bytes = Array(line.utf8)
    return conversation.dialogue.completions(of: line, cursor: bytes.count).map { completion in
      #expect(completion.range.upperBound == bytes.count)
      return String(decoding: bytes[..<completion.range.lowerBound], as: UTF8.self) + completion.text
    }
  }

  @Test func aLineBeginsWithACommandANameOrAFunction() {
    #expect(completed("tot") == ["total"])
    #expect(completed("so") == ["solve", "source", "soft", "sort("])
    #expect(completed("1; so") == ["1; solve", "1; source", "1; soft", "1; sort("])
    #expect(completed(".so") == [".solve", ".source"])
    #expect(completed("sq") == ["sqrt("])
    #expect(completed("net") == ["`net price`"])
    #expect(completed("`net p") == ["`net price`"])
    #expect(completed(".5").isEmpty)
    #expect(completed("# to").isEmpty)
  }

  @Test func scenariosAreCompletedWhereTheirNamesAreMeant() {
    conversation.say("scenario cheap: price = 10")
    conversation.say("scenario `che apest`: price = 5")
    for start in ["unscenario", "scenario", "scenario!"] {
      #expect(completed("\(start) che") == ["\(start) `che apest`", "\(start) cheap"])
      #expect(completed("\(start) tot").isEmpty)
    }
    #expect(completed("scenario new: tot") == ["scenario new: total"])
  }

  @Test func aFileOfRowsIsCompletedWithItsOptions() {
    conversation.host.files["prices 2024.csv"] = "a\n1\n"
    #expect(completed(#"x = csv("Ex"#) == [#"x = csv("Examples/"#])
    #expect(completed(#"csv("prices"#) == [#"csv("prices 2024.csv""#])
    #expect(completed(#"csv("f.csv", he"#) == [#"csv("f.csv", header: "#])
    #expect(completed(#"sum(csv("f.csv", header: no, h"#) == [])
    #expect(completed(#"csv("f.csv", "#).count == 14)
    #expect(completed(#"csv("f.csv", ragged: "#) == ["pad", "skip", "refuse"].map { #"csv("f.csv", ragged: "# + $0 })
    #expect(completed(#"csv("f.csv", encoding: "la"#) == [#"csv("f.csv", encoding: "latin1""#])
    #expect(completed(#"csv("f.csv", header: n"#) == [#"csv("f.csv", header: no"#])
    #expect(completed(#"csv("f.csv", skip: "#) == [])
    #expect(completed(#"max("f"#) == [] && completed(#""f"#) == [])
  }

  @Test func aFormulaTakesNamesWhereAValueIsExpected() {
    #expect(completed("x = to") == ["x = total"])
    #expect(completed("x = 2 * (to") == ["x = 2 * (total"])
    #expect(completed("max(1, to") == ["max(1, total"])
    #expect(completed("x = A") == ["x = Add("])
    #expect(completed("x = 1 + A").isEmpty)
    #expect(completed("total ").isEmpty)
    #expect(completed("total t").isEmpty)
  }

  @Test func aKindTakesTheLabelsThatAreNotGiven() {
    #expect(completed("x = Add(") == ["x = Add(x: ", "x = Add(y: ", "x = Add(z: "])
    #expect(completed("x = Add(x: max(1, 2), ") == ["x = Add(x: max(1, 2), y: ", "x = Add(x: max(1, 2), z: "])
    #expect(completed("x = Add(x: to") == ["x = Add(x: total"])
    #expect(completed("x = ColorAdjust(m") == ["x = ColorAdjust(multiplier: "])
  }

  @Test func anArrowTakesPortsOfItsTypeThatCloseNoCycle() {
    #expect(completed("brand -> ") == ["brand -> soft.color"])
    #expect(
      completed("bill -> ") == ["bill -> soft.multiplier", "bill -> twice.x", "bill -> twice.y", "bill -> twice.z"])
    #expect(completed("twice -> ") == ["twice -> soft.multiplier"])
    #expect(completed("price -> twice.") == ["price -> twice.x", "price -> twice.y", "price -> twice.z"])
    #expect(completed("twice -> bill.").isEmpty)
    #expect(completed("connect brand ") == ["connect brand soft.color"])
    #expect(completed("connect brand so") == ["connect brand soft.color"])
  }

  @Test func aDotIsFollowedByPorts() {
    #expect(completed("soft.") == ["soft.color", "soft.multiplier"])
    #expect(completed("soft.mu") == ["soft.multiplier"])
    #expect(completed("total.").isEmpty)
  }

  @Test func aCommandTakesWhatItsParametersAre() {
    #expect(completed("show to") == ["show total"])
    #expect(completed("show total to").isEmpty)
    #expect(completed("sh net") == ["sh `net price`"])
    #expect(completed("add Col") == ["add Color", "add ColorAdjust"])
    #expect(completed("timer o") == ["timer on", "timer off"])
    #expect(completed("timer on o").isEmpty)
    #expect(completed("help sho") == ["help show"])
    #expect(completed("?num") == ["?number", "?numbers"])
    #expect(completed("move total ") == ["move total into", "move total out"])
    #expect(completed("set d") == ["set digits"])
    #expect(completed("sweep price 1..3 : tot") == ["sweep price 1..3 : total"])
    #expect(completed("undo 2").isEmpty)
  }

  @Test func aFileIsLookedForInItsFolder() {
    conversation.host.files["my bill.nc"] = ""
    conversation.host.files[".hidden"] = ""
    #expect(completed("source ") == ["source Examples/", "source \"my bill.nc\""])
    #expect(completed("source Examples/t") == ["source Examples/tax.nc"])
    #expect(completed("source \"my") == ["source \"my bill.nc\""])
    #expect(completed("source .h") == ["source .hidden"])
    #expect(completed("save! Examples/t") == ["save! Examples/tax.nc"])
    #expect(completed("recover d") == ["recover drop"])
  }

  @Test func whatFollowsTheCursorIsNotLookedAt() {
    let completions = conversation.dialogue.completions(of: "größe = to * 2", cursor: 12)
    #expect(completions.map(\.text) == ["total"])
    #expect(completions.map(\.range) == [10..<12])
  }

  @Test func aScriptHasCommandsBehindDotsOnly() {
    let dialogue = Dialogue(host: RecordingHost(), manner: .script)
    #expect(dialogue.completions(of: "qui", cursor: 3).isEmpty)
    #expect(dialogue.completions(of: ".qui", cursor: 4).isEmpty)
    #expect(dialogue.completions(of: ".lis", cursor: 4).map(\.text) == ["list"])
  }

  @Test func anyBytesAreAnswered() {
    for line in ["", ";", ".", "?", "`", "\"", "a -> ", "-> ", ". ", "(", "Add(", "a.b.", "1,000", "é", "set "] {
      for cursor in -1...(line.utf8.count + 1) { _ = conversation.dialogue.completions(of: line, cursor: cursor) }
    }
  }
}
