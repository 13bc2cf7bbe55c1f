// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import Testing

/// The four tables in a folder next to the repository, compared with the facts in their description.
@Suite(.enabled(if: SharedData("tables").isThere, "there is no folder of tables next to the repository"))
struct SharedTableTests {
  private let conversation = Conversation()

  init() {
    for name in ["sales.csv", "account.csv", "sensor.tsv", "wide.csv"] {
      conversation.host.binaries[name] = SharedData("tables").bytes(name)
    }
  }

  private func answer(_ formula: String) -> String {
    conversation.say(formula).first { !$0.hasPrefix("  note") } ?? ""
  }

  @Test func salesHaveTheirTotalsByRegionAndNotesOfTwoLines() {
    _ = conversation.say(#"region = csv("sales.csv").region"#)
    _ = conversation.say(#"amount = csv("sales.csv").price * csv("sales.csv").qty"#)
    for (region, total) in [
      ("east", "35123.2"), ("north", "39776.49"), ("south", "37048.62"), ("west", "34772.97"),
    ] {
      #expect(answer("sum(amount where region == \"\(region)\")") == "  \(total)")
    }
    #expect(answer("sum(amount)") == "  146721.28")
    #expect(answer("count(amount)") == "  2000")
    _ = conversation.say(#"note = csv("sales.csv").note"#)
    #expect(answer(#"count(note where contains(note, "\n"))"#) == "  325")
  }

  @Test func anAccountHas180BookingsAndARowWithTheirSum() {
    let notes = conversation.say(#"csv("account.csv").Betrag[181]"#)
    #expect(notes.first == "  451.5")
    #expect(notes.contains("  note: account.csv:185: the last row is called 'Summe'; csv(…, footer: 1) leaves it out"))
    #expect(answer(#"count(csv("account.csv", footer: 1).Betrag)"#) == "  180")
    #expect(answer(#"sum(csv("account.csv", footer: 1).Betrag)"#) == "  451.5")
    #expect(answer(#"csv("account.csv", footer: 1).Datum[1]"#) == "  2025-01-01")
    #expect(answer(#"csv("account.csv").Empfänger[1]"#) == #"  "Café Größe""#)
  }

  @Test func aSensorHasRowsWithoutAHeader() {
    #expect(answer(#"count(csv("sensor.tsv").column1)"#) == "  1000")
    #expect(answer(#"csv("sensor.tsv").column1[1]"#) == "  0")
    #expect(answer(#"csv("sensor.tsv").column4[1]"#) == "  true")
    let said = conversation.say(#"csv("sensor.tsv").column3[1]"#)
    #expect(said.first == #"  "24.884""#)
    #expect(said.contains { $0.hasPrefix("  note: sensor.tsv:34:24: 'NA' is not a number, nor are 22 other cells") })
    #expect(
      conversation.say(#"csv("sensor.tsv").column2[1]"#).contains {
        $0.contains("have no zone and are read as UTC") && $0.contains("zone: \"Berlin\"")
      })
  }

  @Test func aWideTableKeepsItsIDsAndZipCodes() {
    #expect(answer(#"count(unique(csv("wide.csv").id))"#) == "  300")
    #expect(answer(#"csv("wide.csv").id[1]"#) == #"  "9007199254740993""#)
    #expect(answer(#"csv("wide.csv").zip[2]"#) == #"  "01450""#)
    #expect(answer(#"csv("wide.csv").`2023 in`[1]"#) == "  117")
    #expect(answer(#"csv("wide.csv").`2024 out`[2]"#) == "  630")
  }
}
