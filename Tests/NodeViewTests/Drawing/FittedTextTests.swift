// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct FittedTextTests {
  @Test func typeShrinksBeforeAShorterFormIsTaken() {
    let forms = ["123 456.789", "≈123 457"]
    func fitted(_ room: Double) -> FittedText { FittedText(forms, in: room, sizes: [18, 14, 12], isBold: true) }
    let widths = forms.map { TextWidth.points(of: $0, size: 1, isBold: true) }
    #expect(fitted(widths[0] * 18) == fitted(1000))
    #expect(fitted(1000).size == 18 && fitted(1000).text == forms[0])
    #expect(fitted(widths[0] * 18 - 0.1).size == 14)
    #expect(fitted(widths[0] * 12).text == forms[0] && fitted(widths[0] * 12).size == 12)
    let shorter = fitted(widths[0] * 12 - 0.1)
    #expect(shorter.text == forms[1] && shorter.size >= 12)
    // If no form fits, the canvas receives the shortest one and truncates it.
    for room in [0, -5, .nan, 3] { #expect(fitted(room).text == forms[1] && fitted(room).size == 12) }
  }
}
