// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct TranscriptTests {
  @Test func aSessionReadsAsItIsDocumented() { check(Self.transcript) }

  @Test func aSessionOfUnitsListsAndDatesReadsAsItIsDocumented() { check(Self.quantities) }

  private func check(_ transcript: String) {
    let expected = transcript.split(separator: "\n").map(String.init)
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

  /// A line without colour codes.
  private static func withoutColor(_ line: String) -> String {
    line.split(separator: "\u{1b}", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 0 ? part : part.drop { $0 != "m" }.dropFirst()
    }.joined()
  }

  private static let quantities = """
    > distance = 3 km
      distance = 3 km
    > time = 20 min
      time = 20 min
    > speed = distance / time in km/h
      speed = 9 km/h
    > distance = 5 mi
      distance  3 km → 5 mi
      speed     9 km/h → 24.14016 km/h
    > why speed
      speed = 24.14016 km/h     distance / time in km/h
      ├─ distance = 5 mi        you set it: 3 km → 5 mi
      └─ time = 20 min
    > distance = 3 kg
      error[type]: speed = distance / time in km/h needs a speed, and distance / time would be a quantity of mass/time
        distance = 3 kg
        ^
    > pay = 20 USD/h
      pay = 20 USD/h
    > worked = [8 h, 7.5 h, 6 h]
      worked = [8 h, 7.5 h, 6 h]
    > earned = sum(worked * pay)
      earned = 430 USD
    > worked = [8 h, 450 min, 7 h]
      worked  [8 h, 7.5 h, 6 h] → [8 h, 7.5 h, 7 h]
      earned  430 USD → 450 USD
    > earned * 0.9 EUR/USD
      405 EUR
    > start = 2026-03-01
      start = 2026-03-01
    > stop = start + 6 weeks
      stop = 2026-04-12
    > due = today + 1 month
      due = 2026-12-23
    > show due
      due = 2026-12-23    2026-11-23 + 1 month
    > start = 2026-03-15
      start  2026-03-01 → 2026-03-15
      stop   2026-04-12 → 2026-04-26
    > undo
      undone: start = 2026-03-15
      start  2026-03-15 → 2026-03-01
      stop   2026-04-26 → 2026-04-12
    > temp = 20 °C
      temp = 20 °C
    > temp to °F
      68 °F
    > temp * 2
      error[type]: '*' needs a temperature in K, 'temp' is a temperature in °C; convert it: (20 °C to K)
        temp * 2
        ^~~~
    > m = 3
      m = 3
    > x = 5 m
      note: 'm' after a number is the unit; to use the node, write 3 * m
      x = 5 m
    > hist worked
      7 h … 7.5 h  ████████████████████████████████████████████████████████████ 1
      7.5 h … 8 h  ████████████████████████████████████████████████████████████ 1
      8 h … 8.5 h  ████████████████████████████████████████████████████████████ 1
    > sweep time 10 min..30 min step 10 min : speed
      time          10 min         20 min         30 min
      speed  48.28032 km/h  24.14016 km/h  16.09344 km/h   █▂▁
    > quit
    """

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
