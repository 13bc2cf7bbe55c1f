// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import Testing

@Suite struct TextPictureTests {
  @Test func theDemoIsReadableInATerminalWithoutColours() {
    let view = CalculatorController().view
    let canvas = TextCanvas(size: view.viewport.size, cell: GraphSize(14, 28), usesColor: false)
    view.draw(in: canvas)
    let drawn = canvas.lines.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
    #expect(
      drawn == """
                       ┌─────────────┐
                       │One        ◦ │
                       │Number       │
                       │             │
                       │             │
                       │1            │
                       │             │          ┌Add─────────◦─┐
                       │             │          │              │
                       │             │          │ Add          │
                       │───────Number│──┐       │              │
                       └─────────────┘  └─┐     │              │
                                          │     │ 3            │
                       ┌──────────────┐   └┐    │              │
                       │Two         ◦ │    │    │              │
                       │ Number       │    └─┐  │              │
                       │              │      └──│x     One = 1 │
                       │              │         │──────────────│
                       │              │         │y           0 │
                       │ 2            │      ┌──│z     Two = 2 │
                       │              │    ┌─┘  │──────────────│
                       │              │   ┌┘    │       Number │
                       │──────────────│┌──┘     └──────────────┘
                       └───────Number─┘┘
        """)
  }

  @Test func aSessionsBoxesDoWithoutFormulasWhereOnlyThatFits() throws {
    let session = Session()
    for line in ["price = 20", "net = price * (1 - 20%)"] { try session.run(line) }
    let picture = SessionPicture(of: session)
    #expect(
      picture.boxes() == [
        "                ┌ net ──────────────┐", "                │ 16         Number ○",
        "┌ price ────┐   │ price * (1 - 20%) │", "│ 20 Number ●───● price             │",
        "└───────────┘   └───────────────────┘",
      ])
    #expect(
      picture.boxes(width: 29) == [
        "                ┌ net ──────┐", "┌ price ────┐   │ 16 Number ○", "│ 20 Number ●───● price     │",
        "└───────────┘   └───────────┘",
      ])
    #expect(
      picture.boxes(isASCII: true, width: 29) == [
        "                + net ------+", "+ price ----+   | 16 Number o", "| 20 Number *---* price     |",
        "+-----------+   +-----------+",
      ])
    #expect(picture.boxes(width: 28) == nil)
  }
}
