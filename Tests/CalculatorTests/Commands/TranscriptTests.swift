// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Testing

@Suite struct TranscriptTests {
  @Test func aSessionReadsAsItIsDocumented() {
    let expected = Self.transcript.split(separator: "\n").map(String.init)
    let host = RecordingHost()
    host.usesColor = true
    let dialogue = Dialogue(host: host)
    for line in expected where line.hasPrefix("> ") {
      #expect(!dialogue.isOver)
      host.lines.append(line)
      dialogue.answer(String(line.dropFirst(2)))
    }
    let printed = host.lines.map(Self.withoutColor)
    for (number, (line, wanted)) in zip(printed, expected).enumerated() where line != wanted {
      Issue.record("line \(number + 1) is '\(line)' instead of '\(wanted)'")
      return
    }
    #expect(printed.count == expected.count)
    #expect(dialogue.isOver)
  }

  /// A line without what sets colours.
  private static func withoutColor(_ line: String) -> String {
    line.split(separator: "\u{1b}", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 0 ? part : part.drop { $0 != "m" }.dropFirst()
    }.joined()
  }

  private static let transcript = """
    > price = 20
      price = 20
    > qty = 3
      qty = 3
    > sub = price * qty
      sub = 60
    > rate = 20%
      rate = 0.2
    > tax = sub * rate
      tax = 12
    > total = sub + tax
      total = 72
    > price = 25
      price  20 → 25
      sub    60 → 75
      tax    12 → 15
      total  72 → 90
    > brand = #3366cc
      brand = #3366cc ██
    > soft = ColorAdjust(color: brand, multiplier: 128)
      soft = #1a3366 ██
    > undo
      undone: soft = ColorAdjust(color: brand, multiplier: 128)
    > why total
      total = 90           sub + tax
      ├─ sub = 75          price * qty
      │  ├─ price = 25     you set it: 20 → 25
      │  └─ qty = 3
      └─ tax = 15          sub * rate
         ├─ sub ↑
         └─ rate = 0.2
    > price = total / 2
      error[cycle]: price would depend on itself; nothing changed
        price = total / 2
                ^~~~~
        price → sub → total → price
    > totl * 2
      error[name]: unknown name 'totl'; did you mean 'total'?
        totl * 2
        ^~~~
    > z = 0
      z = 0
    > avg = total / z
      avg = ⚠ division by zero
    > margin = avg * 2
      margin = ⚠ from avg: division by zero
    > z = 4
      z       0 → 4
      avg     ⚠ division by zero → 22.5
      margin  ⚠ from avg → 45
    > rename avg mean
      renamed avg → mean; rewrote margin
    > sweep price 10..50 step 10 : total
      price  10  20   30   40   50
      total  36  72  108  144  180   ▁▂▄▆█
    > quit
    """
}
