// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Testing

@Suite struct ScenarioCommandsTests: ConversingTests {
  let conversation = Conversation("price = 20 ± 1", "qty = 3", "total = price * qty")

  @Test func aSpreadIsDrawn() {
    let lines = say("spread total 1000")
    #expect(lines[0] == "  total: 1000 draws of price")
    #expect(lines[1].hasPrefix("  mean ") && lines[1].contains("  deviation "))
    #expect(lines[2].hasPrefix("  5% ") && lines[2].contains("  50% ") && lines[2].contains("  95% "))
    #expect(lines.dropFirst(3).allSatisfy { $0.contains(" … ") })
    #expect(say("spread total 1000") == lines)
    #expect(say("spread total")[0] == "  total: 10000 draws of price")
    #expect(say("spread qty")[0] == "  error[command]: qty depends on no uncertain input; write qty = 3 ± 5%")
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
