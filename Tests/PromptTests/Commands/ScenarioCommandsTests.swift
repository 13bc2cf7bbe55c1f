// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct ScenarioCommandsTests: ConversingTests {
  let conversation = Conversation("price = 20 ± 1", "qty = 3", "total = price * qty")

  @Test func scenariosAreDefinedListedComparedAndApplied() {
    #expect(say("scenario") == ["  no scenarios are defined"])
    #expect(say("scenario cheap: price = 10, qty = 5") == [])
    #expect(say("scenario dear : qty=4") == [])
    #expect(say("scenario") == ["  cheap: price = 10, qty = 5", "  dear: qty = 4"])
    #expect(say("scenario cheap") == ["  cheap: price = 10, qty = 5"])
    #expect(
      say("compare") == [
        "         now  cheap                dear", "  total   60     50 (-10, -16.7%)    80 (+20, +33.3%)",
      ])
    #expect(say("scenario! cheap") == ["  price  20 → 10", "  total  60 → 50", "  qty    3 → 5"])
    #expect(say("show price") == ["  price = 10"])
    #expect(say("undo").first == "  undone: scenario! cheap")
    #expect(say("show price") == ["  price = 20    20 ± 1"])
    #expect(say("unscenario dear", "scenario") == ["  cheap: price = 10, qty = 5"])
    say("qty = price * 2")
    #expect(say("scenario cheap") == ["  cheap: price = 10"])
    #expect(say("scenario cheep")[0] == "  error[name]: unknown scenario 'cheep'; did you mean 'cheap'?")
    #expect(say("scenario!")[0].hasPrefix("  error[command]: wrong number of arguments"))
    #expect(say("scenario cheap: nope = 1")[1...] == ["    scenario cheap: nope = 1", "                    ^~~~"])
  }

  @Test func aSpreadIsDrawn() {
    let lines = say("spread total 1000")
    #expect(lines[0] == "  total: 1000 draws of price")
    #expect(lines[1].hasPrefix("  mean ") && lines[1].contains("  deviation "))
    #expect(lines[2].hasPrefix("  5% ") && lines[2].contains("  50% ") && lines[2].contains("  95% "))
    #expect(lines.dropFirst(3).allSatisfy { $0.contains(" … ") })
    #expect(say("spread total 1000") == lines)
    #expect(say("spread total")[0] == "  total: 10000 draws of price")
    #expect(say("spread qty")[0] == "  error[command]: qty does not depend on an uncertain input; write qty = 3 ± 5%")
    #expect(say("spread total 0.5")[0].hasPrefix("  error[number]: '0.5' is not a number of draws"))
    #expect(say("r = sqrt(price - 20)", "spread r 1000").last?.contains("draws have no value; the first: ") == true)
  }

  @Test func uncertaintyIsShownWhereFormulasAre() {
    #expect(say("list") == ["  price = 20    20 ± 1", "  qty = 3", "  total = 60    price * qty"])
    #expect(say("why total").contains { $0.contains("price = 20") && $0.hasSuffix("20 ± 1") })
    #expect(say("price = 21 ± 2") == ["  price  20 → 21", "  total  60 → 63"])
    #expect(say("history").last?.hasSuffix("price = 21 ± 2") == true)
  }
}
