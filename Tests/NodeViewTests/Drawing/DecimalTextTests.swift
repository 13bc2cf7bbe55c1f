// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeView
import Testing

@Suite struct DecimalTextTests {
  @Test func thousandthsOfNegativeNumbersAreTheNearestToo() {
    let texts: KeyValuePairs = [
      0.0016: "0.002", 0.0014: "0.001", 1.2346: "1.235", 2.9996: "3", 12.5: "12.5", 0.0004: "0",
    ]
    for (number, text) in texts {
      #expect(DecimalText.thousandths(number) == text)
      #expect(DecimalText.thousandths(-number) == (text == "0" ? "0" : "-\(text)"))
    }
  }
}
