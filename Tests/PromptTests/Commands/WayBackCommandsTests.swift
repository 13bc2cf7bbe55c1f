// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import Testing

@Suite struct WayBackCommandsTests: ConversingTests {
  let conversation = Conversation("price = 20", "qty = 3", "fee = 5", "total = price * qty + fee")

  @Test func aSolutionIsShownAndApplied() {
    #expect(say("solve total = 95 for price") == ["  price = 30", "  solve! applies it"])
    #expect(say("show price") == ["  price = 20"])
    #expect(say("solve! total = 95 for price") == ["  price  20 → 30", "  total  65 → 95"])
    #expect(say("undo").first == "  undone: price = 30")
    #expect(say("solve total=fee*10+5 for qty")[0] == "  qty = 2.5")
    say("y = (qty - 1) * (qty - 4)")
    #expect(say("solve y = 0 for qty") == ["  qty = 1", "  qty = 4", "  solve! applies the nearest one"])
    #expect(say("solve! y = 0 for qty")[0] == "  qty    3 → 4")
  }

  @Test func whatHasNoSolutionSaysWhy() {
    #expect(
      say("solve total = 100 for price in 1..10") == [
        "  no price from 1 to 10 was found for which total is 100", "  nearest is price = 10, where total is 35",
      ])
    say("steps = floor(qty) * 10")
    #expect(say("solve steps = 25 for qty")[0] == "  steps jumps from 20 to 30 at qty = 3")
    #expect(say("solve steps = 20 for qty")[0] == "  qty = 2 … 2.9999999999999996")
    let refusal = say("solve! steps = 25 for qty")
    #expect(refusal[0] == "  error[domain]: steps jumps from 20 to 30 at qty = 3")
    #expect(say("show qty") == ["  qty = 3"])
    say("never = qty / (qty - qty)", "flat = 0 * qty + 7")
    #expect(say("solve never = 1 for qty")[0] == "  never has no value for any qty that was tried")
    #expect(say("solve flat = 1 for qty")[0] == "  flat is 7 whatever qty is")
  }

  @Test func unitsAndDatesAreSolvedFor() {
    say("r = 2 m", "area = pi * r^2", "start = 2026-03-01", "end = start + 45 d")
    #expect(say("solve area = 50000 cm^2 for r in 1 m..10 m")[0] == "  r = 1.26156626101008 m")
    #expect(say("solve end = 2026-05-01 for start")[0] == "  start = 2026-03-17")
    #expect(
      say("solve end = 2026-05-01 for start in 2026-01-01..2026-02-01")[0].hasPrefix("  no start from 2026-01-01"))
    #expect(say("solve area = 3 for r")[0].hasPrefix("  error[type]: 'area' is an area, and the value is a Number"))
    #expect(say("solve area = 3 m^2 for r in 1..2")[0].hasPrefix("  error[type]: 'r' is a length"))
  }

  @Test func onlyNumbersAreSolvedFor() {
    say("word = \"a\"", "isLarge = true")
    #expect(say("solve total = 3 for word")[0] == "  error[type]: 'word' is a Text, not a number")
    #expect(say("solve total = 3 for isLarge")[0] == "  error[type]: 'isLarge' is a Boolean, not a number")
    #expect(say("solve word = 3 for price")[0] == "  error[type]: 'word' is a Text, not a number")
  }

  @Test(arguments: [
    ("solve", "wrong number of arguments"), ("solve total", "wrong number of arguments"),
    ("solve total for price", "expected '=' and a value"), ("solve total = 3", "expected 'for' and an input"),
    ("solve total = for price", "expected a value after '='"),
    ("solve total = 3 for", "expected an input after 'for'"),
    ("solve nope = 3 for price", "unknown name 'nope'"), ("solve total = 3 for nope", "unknown name 'nope'"),
    (
      "solve total = 3 for total",
      "'total' is not given a number, so it can't be varied; it is computed: vary what it depends on"
    ),
    ("solve qty = 3 for price", "'qty' doesn't depend on 'price'"),
    ("solve total = price for price", "'price' changes with 'price'"),
    ("solve total = 3 for price in 5..5", "the range has one value only"),
    ("solve total = 3 for price in 5", "expected a range"), ("solve total = 1/0 for price", "division by zero"),
    ("sensitivity total -3%", "is not a part such as 5%"), ("sensitivity total : nope 1..2", "unknown name 'nope'"),
    ("sensitivity total : qty 1..2, qty 2..3", "'qty' has two ranges"), ("gradient nope", "unknown name 'nope'"),
  ])
  func badInputIsRefused(_ line: String, _ reason: String) {
    let answer = say(line)
    #expect(answer.first?.hasPrefix("  error[") == true && answer.joined().contains(reason), "\(answer)")
    #expect(say("show price") == ["  price = 20"])
  }

  @Test func aTornadoHasTheGreatestChangeOnTop() {
    #expect(
      say("sensitivity total") == [
        "  total is 65 now",
        "  price  19.8 … 20.2  64.4   ████████████████████│████████████████████  65.6",
        "  qty    2.97 … 3.03  64.4   ████████████████████│████████████████████  65.6",
        "  fee    4.95 … 5.05  64.95                    ██│██                    65.05",
      ])
    let ranges = say("sensitivity total 10% : fee 0..100, qty 1..5")
    #expect(ranges.dropFirst().map { String($0.dropFirst(2).prefix { $0 != " " }) } == ["fee", "qty", "price"])
    say("price = 20 ± 5")
    #expect(say("sensitivity total")[1].hasPrefix("  price  15 … 25"))
    say("half = 1 / (qty - 3.03)")
    #expect(say("sensitivity half")[1].contains("⚠"))
  }

  @Test func gradientsHaveUnits() {
    #expect(say("gradient total") == ["  price  3", "  qty    20", "  fee    1"])
    say("d = 90 km", "t = 2 h", "v = d / t", "start = 2026-03-01", "end = start + 45 d")
    #expect(say("gradient v") == ["  d  0.5 km/h for 1 km", "  t  -22.5 km/h for 1 h"])
    #expect(say("gradient end") == ["  start  1 d for 1 d  by differences"])
    say("most = max(qty, 3)")
    #expect(say("gradient most") == ["  qty  none: there is a corner, a jump or an error"])
    #expect(say("gradient qty") == ["  qty  1"])
  }

  @Test func modelsThatGoRowByRowAreSearchedAsWell() {
    say("y = price * 3", "z = y + 1", "bypass y")
    #expect(say("solve z = 10 for price")[0] == "  price = 9")
    #expect(say("gradient z") == ["  price  1  by differences"])
  }

  @Test func pathsOfGroupsAreFollowed() {
    say("rate = 20%", "tax = total * rate", "gross = total + tax", "group Tax = rate tax")
    let gradient = say("gradient gross")
    #expect(gradient.contains { $0.contains("Tax › rate") && $0.hasSuffix("65") }, "\(gradient)")
    #expect(
      say("solve gross = 130 for `Tax › rate`")[0] == "  `Tax › rate` = 1",
      "\(say("solve gross = 130 for `Tax › rate`"))")
  }

  @Test func numbersWithoutBoundsNeitherHangNorCrash() {
    say("d = 2024-01-01", "n = d - 2020-01-01")
    // Dates end with the calendar, and above 2^53 not all whole numbers are representable.
    #expect(say("solve n = 1e17 d for d")[0] == "  no d was found for which n is 1e17 d")
    #expect(say("solve! n = 1e15 d for d")[0].hasPrefix("  error[domain]: no d was found"))
    say("price = 1.79e308", "tenth = price / 10")
    #expect(say("sensitivity tenth").count == 2)
    say("price = 1", "wide = 1.7e308 * price")
    #expect(say("sensitivity wide : price -1..1")[1].contains("-1.7e308"))
    #expect(say("sensitivity price 1e308").count == 2)
    say("price ~ lognormal(700, 20)")
    #expect(say("sensitivity price").count == 2)
  }

  @Test func theInputStaysWhereItSolvesAlready() {
    say("most = max(price - 30, 0)")
    #expect(say("solve! most = 0 for price") == ["  price = 20"])
    #expect(say("show price") == ["  price = 20"])
  }

  @Test func periodsAreSolvedNearTheInput() {
    say("angle = 17.3 deg", "wave = sin(angle)", "rest = mod(qty, 2)")
    #expect(say("solve! wave = 0.5 for angle")[0] == "  angle  17.3 deg → 30 deg")
    let lines = say("solve rest = 1 for qty")
    // Equal samples are not an interval.
    #expect(lines.contains { $0.hasPrefix("  qty = 3") } && !lines.contains { $0.contains("…") })
  }

  @Test func rootsAtTheEndOfTheDomainAndNearMissesAreToldApart() {
    say("edge = sqrt(7.3 - qty)", "near = 1e12 * (qty - 5432.1)^2 + 50")
    #expect(say("solve edge = 0 for qty")[0] == "  qty = 7.3")
    #expect(say("solve near = 0 for qty in 0..9999")[0].hasPrefix("  no qty from 0 to 9999 was found"))
  }

  @Test func conditionsAtTheirBoundaryHaveNoGradient() {
    say("qty = 1", "a = if(qty <= 1, qty, 2 * qty)", "b = qty > 1", "c = if(b, qty, 0)", "half = if(b, 0, qty / 2)")
    for name in ["a", "c"] {
      #expect(say("gradient \(name)") == ["  qty  none: there is a corner, a jump or an error"])
    }
    say("qty = 0.5")
    #expect(say("gradient half") == ["  qty  0.5"])
  }

  @Test func temperaturesDifferByKelvins() {
    say("t = 20 °C", "f = t in °F", "g = 68 °F", "c = g in °C")
    #expect(say("gradient f") == ["  t  1 K for 1 K"])
    #expect(say("gradient c") == ["  g  1 K for 1 K"])
  }
}
