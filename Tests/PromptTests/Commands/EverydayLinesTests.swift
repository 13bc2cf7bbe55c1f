// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import Testing

/// Lines typed by people who know other calculators, and the answers: a value, or advice what to write instead.
@Suite struct EverydayLinesTests {
  /// Lines typed one after another, each list with the output of its last line.
  private static let lines: [(typed: [String], answer: String)] = [
    (["1 + 1"], "2"),
    (["2 * (3 + 4)"], "14"),
    (["10 / 4"], "2.5"),
    (["2 ^ 10"], "1024"),
    (["2 ** 10"], "1024"),
    (["-2 ^ 2"], "-4"),
    (["2 ^ -1"], "0.5"),
    (["2 ^ 3 ^ 2"], "512"),
    (["1e3 + 1"], "1001"),
    ([".5 * 4"], "2"),
    (["1_000_000 / 3"], "333333.333333333"),
    (["0xff + 0b101 + 0o17"], "275"),
    (["2 × 3 ÷ 4 − 1"], "0.5"),
    (["3²"], "9"),
    (["x = 3", "2 * x²"], "18"),
    (["10⁻²"], "0.01"),
    (["π"], "3.14159265358979"),
    (["r = 2", "π * r²"], "12.5663706143592"),
    (["τ / π"], "2"),
    (["e ^ 2"], "7.38905609893065"),
    (["sqrt(2)"], "1.4142135623731"),
    (["√2"], "error[syntax]: unexpected character '√' (U+221A); write sqrt(x)"),
    (["cbrt(27)"], "3"),
    (["abs(-3)"], "3"),
    (["|-3|"], "error[syntax]: unexpected character '|'; write 'or', and abs(x) for a magnitude"),
    (["round(3.14159, 2)"], "3.14"),
    (["round(2.5)"], "3"),
    (["roundto(17, 5)"], "15"),
    (["roundto(1.26, 0.05)"], "1.25"),
    (["floor(-1.5)"], "-2"),
    (["10 / 3 - 3"], "0.333333333333334"),
    (["mod(-7, 3)"], "2"),
    (["7 % 3"], "error[syntax]: expected an operator before '3'; '%' divides by 100, and the remainder is mod(x, y)"),
    (["7 mod 3"], "error[syntax]: expected an operator before 'mod'; write mod(x, y)"),
    (["x = 7", "x % -2"], "-1.93 | note: '%' divides by 100, as in (x%) - y; the remainder is mod(x, y)"),
    (["10 // 3"], "error[syntax]: expected a value before '/'; floor(x / y) is the whole part"),
    (["5!"], "error[syntax]: expected an operator before '!'; the factorial is factorial(x)"),
    (["factorial(20)"], "2.43290200817664e18"),
    (["factorial(5)"], "120"),
    (["gcd(12, 18)"], "6"),
    (["lcm(4, 6, 10)"], "60"),
    (["sum(1, 2, 3)"], "6"),
    (["mean(1, 2, 3, 4)"], "2.5"),
    (["median(3, 1, 2)"], "2"),
    (["stdev(2, 4, 4, 4, 5, 5, 7, 9)"], "2.1380899352994"),
    (["min(3, 1)", "max(3, 1)"], "3"),
    (["hypot(3, 4)", "hypot(1, 2, 2)"], "3"),
    (["sin(pi / 6)"], "0.5"),
    (["sin(30)"], "-0.988031624092862"),
    (["sin(180 deg)"], "0"), (["cos(90°)"], "0"), (["tan(0.5 turn)"], "0"), (["a = 90 deg", "sin(a + 90 deg)"], "0"),
    (["tan(90 deg)"], "⚠ domain"),
    (["20 / 200 in %"], "10%"), (["20 / 200 to percent"], "10%"), (["x = 20 / 200 in %", "x * 50"], "5"),
    (["(20 / 200 in %) * 50"], "5"), (["20 / 200 in % == 10%"], "true"), (["[0.1, 0.25] in %"], "[10%, 25%]"),
    (["f(x) = x / 200 in %", "f(20) + 1"], "1.1"), (["x = 0.1 in %", "f(y) = y * x", "f(x)"], "0.01"),
    (["5 km in %"], "error[type]: a conversion to % needs a Number, '5 km' is a length"),
    (["40 h/week in h/day"], "5.71428571428571 h/d"), (["40 h/week"], "0.238095238095238"),
    (["2 mg/kg in g/t"], "2 g/t"),
    (["x = 40 h/week in h/day", "x * 7 d in h"], "40 h"),
    (["1/2 h"], "0.5 h⁻¹ | note: a unit belongs to the number before it: this is 1/(2 h); a part of one is (1/2) h"),
    (
      ["100/3 USD"],
      "33.3333333333333 USD⁻¹ | note: a unit belongs to the number before it: this is 100/(3 USD); a part of one is (100/3) USD"
    ),
    (
      ["3 pm"],
      "3 pm | note: 'pm' is picometres; a time of day is written with its day and zone, as in 2026-12-24T15:00Z"
    ),
    (["(1/2) h"], "0.5 h"), (["(96/60) h in min"], "96 min"), (["(1/3) cup in tbsp"], "5.33333333333333 tbsp"),
    (
      ["(2 + 1) in m"],
      "error[type]: a conversion to m needs a length, '(2 + 1)' is a Number; multiply by a unit: x * 1 m"
    ),
    (["([1, 2] * 2) km"], "[2 km, 4 km]"), (["x = 3", "(x) km"], "3 km"),
    (["(3 km) h"], "error[type]: a unit needs a number before it, '(3 km)' is a length; convert it: (3 km) in m"),
    (
      ["1/3 cup in tbsp"],
      "error[type]: a conversion to tbsp needs a volume, '1/3 cup' is a quantity of 1/length³; a unit belongs to the number before it: write (1/3) cup"
    ),
    (["x = 3 km", "x / 20 min in km/h"], "9 km/h"), (["6/3 mg/kg"], "2000000"),
    (["sum(1e16, 1, -1e16)"], "1"), (["sum([1e308, 1e308, -1e308])"], "1e308"), (["mean(1e308, 1e308)"], "1e308"),
    (["mean(1, 2, [3, 4])"], "2.5"), (["sumproduct([1e16, 1, -1e16], [1, 1, 1])"], "1"), (["variance(1, 2, 6)"], "7"),
    (["stdev(1e200, -1e200)"], "1.4142135623731e200"), (["variance(1 m, 3 m)"], "2 m²"),
    (["hypot(3 m, 4 m, 12 m)"], "13 m"),
    (
      ["mod(27^28, 29)"],
      "⚠ its last digits are lost: whole numbers are exact below 2^53; powmod(x, n, y) is the remainder of a power"
    ),
    (["powmod(27, 28, 29)"], "1"),
    (
      ["9007199254740993"],
      "error[number]: '9007199254740993' has more digits than a number keeps; write 9.007199254740992e15, or a text in quotes; whole numbers are exact below 2^53"
    ),
    (["1.5e-400"], "error[number]: '1.5e-400' is too small: the smallest number is 5e-324"),
    (["π = 3"], "error[name]: 'π' is a constant and cannot be redefined; as a name, it needs back-ticks: `π`"),
    (["τ = 6"], "error[name]: 'τ' is a constant and cannot be redefined; as a name, it needs back-ticks: `τ`"),
    (["x = 6", "y = 7", "x·y"], "42"), (["3·4"], "12"), (["3⋅4"], "12"), (["3∙4 · 2"], "24"), (["2 N·m · 3"], "6 N·m"),
    (["sin 30"], "error[syntax]: 'sin' is a function; write sin(x)"),
    (["asinh(1)"], "0.881373587019543"),
    (["acosh(1)"], "0"),
    (["atanh(0.5)"], "0.549306144334055"),
    (["ln(e)"], "1"),
    (["log(100)"], "error[syntax]: log needs a base; ln or log10?"),
    (["log10(100)"], "2"),
    (["log(8, 2)"], "3"),
    (["exp(1)"], "2.71828182845905"),
    (["20% of 50"], "10"),
    (["50 * 20%"], "10"), (["100 + 20% of 50"], "110"), (["25% of 200 - 10"], "40"),
    (["hypot(3)"], "error[syntax]: 'hypot' takes at least 2 arguments, not 1; write hypot(x, y, …)"),
    (["50 + 20%"], "50.2 | note: 20% is 0.2; a part of what is before it is 50 * (1 + 20%)"),
    (["price = 50", "price - 5%"], "49.95 | note: 5% is 0.05; a part of what is before it is price * (1 - 5%)"),
    (["10% + 5%"], "0.15"),
    (["50 * (1 + 20%)"], "60"),
    (["3 > 2"], "true"),
    (["1 < 2 < 3"], "true"),
    (["1 == 1.0"], "true"),
    (["3 > 2 ? 10 : 20"], "10"),
    (["x = 5", "x < 0 ? -1 : x == 0 ? 0 : 1"], "1"),
    (["if(3 > 2, 10, 20)"], "10"),
    (["if 3 > 2 then 10 else 20"], "error[syntax]: 'if' is a function; write if(condition, x, y)"),
    (["true and not false"], "true"),
    (["true && !false || false"], "true"),
    (["3 and 4"], "error[type]: 'and' needs booleans, '3' is a Number; compare it, as in x != 0"),
    (["!3"], "error[type]: '!' needs a boolean, '3' is a Number; compare it, as in x != 0"),
    (["5 & 3"], "error[type]: '&' needs a text on one side, '5' is a Number and '3' is a Number"),
    (["5 | 3"], "error[syntax]: unexpected character '|'; write 'or', and abs(x) for a magnitude"),
    (["5 xor 3"], "error[syntax]: expected an operator before 'xor'; write x != y"),
    (["1 << 4"], "error[syntax]: expected a value before '<'; x * 2^n shifts"),
    (["16 >> 2"], "error[syntax]: expected a value before '>'; floor(x / 2^n) shifts"),
    (["~5"], "error[syntax]: unexpected character '~'; write '!' or 'not'"),
    (["3 + 4", "ans * 2"], "14"),
    (["3 + 4", "_ * 2"], "14"),
    (["ans"], "error[name]: no formula alone has been evaluated yet; 'ans' is the value of the last formula alone"),
    (
      ["x = 3", "x = x + 1"],
      "error[cycle]: x would depend on itself; nothing changed; a formula can't use the name that it defines; for its new value write x = 4"
    ),
    (
      ["x = 3", "x += 1"],
      "error[cycle]: x would depend on itself; nothing changed; a formula can't use the name that it defines; for its new value write x = 4"
    ),
    (
      ["x = 3", "x *= 2 + 1"],
      "error[cycle]: x would depend on itself; nothing changed; a formula can't use the name that it defines; for its new value write x = 9"
    ),
    (["x += 1"], "error[name]: unknown name 'x'"),
    (
      ["x = 3", "x++"],
      "error[syntax]: expected a value at the end of the line; give the name its new value: name = …"
    ),
    (["x := 3"], "error[syntax]: unexpected ':'; write name = formula"),
    (["let x = 3"], "error[syntax]: expected an operator before 'x'; write name = formula"),
    (["x == 3"], "error[name]: unknown name 'x'"),
    (["10 = x"], "error[syntax]: the left side of '=' must be a name or a port; '==' compares"),
    (["vat(x) = x * 20%", "vat(80)"], "16"),
    (["f(x, y) = x ^ y", "f(2, 10)"], "1024"), (["f(x) = x / 2", "help f"], "f(x) = x / 2"),
    (["f(x) = x / 2", "show f"], "f(x) = x / 2"),
    (["f(x) = x / 2", "f"], "error[name]: 'f' is a function, not a node; f(x) is a value"),
    (["f(x) = f(x - 1)"], "error[cycle]: f would call itself; nothing changed"),
    (["f(2) = 3"], "error[syntax]: the parameters of a function are names; write f(x, y) = x * y; '==' compares"),
    (["square(3)"], "error[name]: unknown function 'square'; write x ^ 2"),
    (["2x"], "error[number]: '2x' is not a number; to multiply write 2*x"),
    (["x = 3", "2 x"], "error[syntax]: expected an operator before 'x'; multiply with '*'"),
    (["2 pi"], "error[syntax]: expected an operator before 'pi'; multiply with '*'"),
    (["3 4"], "error[syntax]: expected an operator before '4'; multiply with '*'"),
    (["(1 + 2)(3)"], "error[syntax]: expected an operator before '('; multiply with '*'"),
    (
      ["1,000"],
      "error[number]: '1,000' has a comma in it; write 1_000, or a space after the comma between arguments"
    ),
    (["1.000.000"], "error[number]: '1.000.000' has more than one decimal point; write 1_000_000"),
    (["1 000"], "error[syntax]: expected an operator before '000'; write 1_000"),
    (["5."], "error[number]: a digit must follow the decimal point of '5.'"),
    (["$5"], "error[syntax]: unexpected character '$'; write the currency after the number, as in 5 USD or 5 AUD"),
    (["€5"], "error[syntax]: unexpected character '€' (U+20AC); write 5 EUR"),
    (["5 km"], "5 km"),
    (["5 km to m"], "5000 m"),
    (["5km in mi"], "3.10685596118667 mi"),
    (["3 ft + 1 m"], "6.28083989501312 ft"),
    (["3 km / 20 min in km/h"], "9 km/h"),
    (["60 mph to km/h"], "96.56064 km/h"),
    (
      ["20 C in F"],
      "error[type]: a conversion to F needs a capacitance, '20 C' is a charge; temperatures are in °C or °F, degC or degF"
    ),
    (["20 °C in °F"], "68 °F"),
    (["98.6 degF to degC"], "37 °C"),
    (["a = 3", "b = a + 1", "c = b * 2", "group G = b", "move c into G"], "G: a →"),
    (["a = 3", "b = a + 1", "c = b * 2", "group G = b c", "move G › c out"], "G: a → b"),
    (
      ["a = 3", "move a out"],
      "error[command]: 'a' is not in a group; a member needs its path, as in move Tax › rate out; or enter its group first"
    ),
    (["20° C"], "error[syntax]: expected an operator before 'C'; write 20 °C"),
    (["68 ° F in °C"], "error[syntax]: expected an operator before 'F'; write 68 °F"),
    (["20 deg C"], "error[syntax]: expected an operator before 'C'; write 20 °C"),
    (["20 degrees celsius"], "error[syntax]: expected an operator before 'celsius'; write 20 °C"),
    (["floor(0.29 * 100)"], "28 | note: 0.29 * 100 is 28.999999999999996, shown as 29"),
    (["0.1 + 0.2 == 0.3"], "false | note: 0.1 + 0.2 is 0.30000000000000004, shown as 0.3"),
    (["1 cup in mL"], "236.5882365 mL"),
    (["2 tbsp + 1 tsp in tbsp"], "2.33333333333333 tbsp"),
    (["150 lb in kg"], "68.0388555 kg"),
    (["70 kg / (1.75 m)^2"], "22.8571428571429 kg/m²"),
    (["1 GB / (10 Mbit/s) in min"], "13.3333333333333 min"),
    (["2 GiB in MB"], "2147.483648 MB"),
    (["100 W * 24 h to kWh"], "2.4 kWh"),
    (["20 USD/h * 7.5 h"], "150 USD"),
    (["pay = 20 USD/h", "hours = 7.5 h", "pay * hours"], "150 USD"),
    (["15% of 42 USD"], "6.3 USD"),
    (
      ["42 USD + 15%"],
      "error[type]: '+' needs two values of one dimension, '42 USD' is an amount of USD and '15%' is a Number; a part of it is x * (1 + 15%)"
    ),
    (
      ["10 USD to EUR"],
      "error[type]: a conversion to EUR needs an amount of EUR, '10 USD' is an amount of USD; no rates are known: multiply by one, as in 100 USD * 0.9 EUR/USD"
    ),
    (["10 USD * 0.92 EUR/USD"], "9.2 EUR"),
    (["5 ft 11 in"], "error[syntax]: expected an operator before '11'; write 5 ft + 11 in"),
    (["5 ft + 11 in to cm"], "180.34 cm"),
    (["2 h + 45 min in min"], "165 min"),
    (["1 week in h"], "168 h"),
    (["90 km / (1 h + 15 min)"], "72 km/h"),
    (["6 L / 100 km * 350 km"], "21 L"),
    (["sqrt(2 * 9.81 m/s^2 * 10 m)"], "14.0071410359145 m/s"),
    (["sin(30 deg)"], "0.5"),
    (["2 m * 3 m"], "6 m²"),
    (["3 m + 2 s"], "error[type]: '+' needs two values of one dimension, '3 m' is a length and '2 s' is a time"),
    (["m = 3", "5 * m"], "15"),
    (
      ["m = 3", "5 m"],
      "5 m | note: 'm' after a number is the unit; to use the node, write 3 * m"
    ),
    (["5 * km"], "error[name]: unknown name 'km'; a unit follows a number: 1 km"),
    (["20 km / h"], "error[name]: unknown name 'h'; units are written without blanks: write km/h"),
    (["5 kilometer in miles"], "3.10685596118667 mi"),
    (["2024-01-01"], "2024-01-01"),
    (["2024 - 1 - 1"], "2022"),
    (["2026-11-22 + 30 days"], "2026-12-22"),
    (["2026-12-24 - 2026-11-23"], "31 d"),
    (["2026-12-24 - 2026-11-23 in weeks"], "4.42857142857143 week"),
    (["2026-01-31 + 1 month"], "2026-02-28"),
    (["2024-02-29 + 1 year"], "2025-02-28"),
    (["today"], "2026-11-23"),
    (["now"], "2026-11-22T23:30:00Z"),
    (["today + 2 weeks"], "2026-12-07"),
    (["due = today + 14 d", "show due"], "due = 2026-12-07    2026-11-23 + 14 d"),
    (["weekday(2026-11-23)"], "1"),
    (["2026-03-01T09:00+01:00"], "2026-03-01T08:00:00Z"),
    (["2026-03-01T09:00Z + 90 min"], "2026-03-01T10:30:00Z"),
    (
      ["2026-03-01 9:00"],
      "error[number]: a time of day needs its zone; write 12:30Z for UTC, 12:30±HH:MM with the difference to UTC, or a city, as in 12:30 Berlin"
    ),
    (["2026-03-01 9:00 Berlin"], "2026-03-01 09:00 Berlin"),
    (["2026-03-01 9:00 Berlin in Tokyo"], "2026-03-01 17:00 Tokyo"),
    (["now in New York"], "2026-11-22 18:30 New York"),
    (["now in EST"], "error[name]: unknown zone or unit 'EST'; zones are named by cities, as in New York or Brisbane"),
    (
      ["dep = 2026-12-20 9:35 Berlin", "arr = 2026-12-20 13:50 New York", "arr - dep"],
      "36900 s | note: that is 10.25 h; to show it so, end with 'in h'"
    ),
    (["tomorrow - yesterday"], "2 d"),
    (["2026-03-01 + 36 h"], "⚠ a date has no time of day; a moment does, such as 2026-03-01T12:00Z"),
    (["70 kg * 5 mg/kg in mg"], "350 mg"),
    (["20 USD/h * 8 h/day * 21 days"], "3360 USD"),
    (["60 W * 24 h * 0.30 EUR/kWh"], "0.432 EUR"),
    (["52000 EUR / year"], "error[name]: unknown name 'year'; units are written without blanks: write EUR/year"),
    (
      ["42 USD - 15%"],
      "error[type]: '-' needs two values of one dimension, '42 USD' is an amount of USD and '15%' is a Number; a part of it is x * (1 - 15%)"
    ),
    (["2026-02-30"], "error[number]: 2026-02-30 is not in the calendar"),
    (
      ["2026-03-01 + 5"],
      "error[type]: '+' needs two values of one dimension, '2026-03-01' is a date and '5' is a Number; days are 5 d"
    ),
    (["l = [1, 2]", "l[2] = 7"], "l  [1, 2] → [1, 7]"),
    (["l = [1, 2]", "l[0]"], "⚠ element 0 does not exist: the list has 2 elements, the first is element 1"),
    (["l = [1, 2]", "l[1:2]"], "error[syntax]: unexpected ':'; write a range as 2..4"),
    (["[1 2 3]"], "error[syntax]: expected an operator or ']' before '2'; a comma separates elements: [3, 4, 5]"),
    (["[1; 2]"], "error[syntax]: '[' is never closed; a comma separates elements: [3, 4, 5]"),
    (["(1, 2, 3)"], "error[syntax]: unexpected ','; a list is [1, 2, 3]"),
    (["{1, 2}"], "error[syntax]: unexpected character '{'; write a list in brackets: [3, 4, 5]"),
    (["1:10"], "error[syntax]: unexpected ':'; a range is 2..4; hours and minutes are 8 h + 30 min"),
    (
      ["17:15 - 8:30"],
      "error[syntax]: unexpected ':'; a range is 2..4; hours and minutes are 8 h + 30 min"
    ),
    (["name = 'Bob'"], #"error[syntax]: unexpected character '''; texts need double quotes: "tea""#),
    (["l = [1, 2]", "average l"], "error[syntax]: expected an operator before 'l'; write average(x, …)"),
    (["l = [1, 2]", "length l"], "error[syntax]: expected an operator before 'l'; write count(x)"),
    (
      ["l = [1, 2]", "append(l, 3)"],
      "error[name]: unknown function 'append'; join(x, y) makes one list of two; '&' joins texts"
    ),
    (["SUMIF(3)"], #"error[name]: unknown function 'SUMIF'; write sum(amounts where names == "tea")"#),
    (
      ["pmt(1%, 12, 5)"],
      "error[name]: unknown function 'pmt'; define it: pmt(rate, n, loan) = loan * rate / (1 - (1 + rate)^-n)"
    ),
    (["250k"], "error[number]: '250k' is not a number; write 250e3"),
    (["1e3k"], "error[number]: '1e3k' is not a number; write 1e3 * 1e3"),
    (
      ["x = 7", "y = 2", "x % y"],
      "error[syntax]: expected an operator before 'y'; '%' divides by 100, and the remainder is mod(x, y)"
    ),
    (
      ["x = 7", "y = 9", "x / y in %"], "77.7777777777778%"
    ),
    (["12/24/2026"], "0.000246791707798618 | note: these are quotients; a date is 2026-12-24"),
    (["12 / 24 / 2026"], "0.000246791707798618"),
    (["24.12.2026"], "error[number]: '24.12.2026' has more than one decimal point; a date is 2026-12-24"),
    (["24 Dec 2026"], "error[syntax]: expected an operator before 'Dec'; a date is 2026-12-24"),
    (["Dec 24 2026"], "error[syntax]: expected an operator before '24'; a date is 2026-12-24"),
    (
      ["now to Europe/Berlin"], "2026-11-23 00:30 Berlin"
    ),
    (["2026-12-24..2026-12-26"], "[2026-12-24, 2026-12-25, 2026-12-26]"),
    (["1 km..2 km step 500 m"], "[1 km, 1.5 km, 2 km]"),
    (
      ["3 m^2.0"],
      "error[syntax]: a power after a unit applies to the unit: it is a whole number up to 64, but not 0; for the power of the quantity, write (3 m)^x"
    ),
    (["3 m^2"], "3 m²"), (["(3 m)^2.0"], "9 m²"),
    (
      ["f(h) = 3 h"],
      "f(h) = 3 h | note: 'h' after a number is the unit; to use the parameter, write 3 * h"
    ),
    (["x = 3", "ls"], "x = 3"), (["x = 3", "rm x", "x"], "error[name]: unknown name 'x'"),
    (["week = 3", "2 weeks in d"], "14 d"),
    (["5 m2"], "error[syntax]: expected an operator before 'm2'; did you mean 'm^2'?"),
    (["9007199254740992"], "9007199254740992"),
    (["2 ^ 53 - 1"], "9007199254740991"),
    (["1 / 3"], "0.333333333333333"),
    (["0.1 + 0.2"], "0.3"),
    (["1e400"], "error[number]: '1e400' is too large: the largest number is 1.7976931348623157e308"),
    (["10 / 0"], "⚠ division by zero"),
    (["0 / 0"], "⚠ division by zero"),
    (["sqrt(-1)"], "⚠ domain"),
    (["inf"], "error[name]: unknown name 'inf'"),
    (["∞"], "error[syntax]: unexpected character '∞' (U+221E); values are finite"),
    (["hex 255"], "0xff"),
    (["hex(255)"], "error[name]: unknown function 'hex'; the command is 'hex', without brackets"),
    (["bin 10"], "0b1010"),
    (["0xff"], "255"),
    (
      ["255 to hex"],
      "error[name]: unknown unit 'hex'; hex and bin print numbers in other bases: hex 255"
    ),
    (["#36c"], "#3366cc"),
    (["red(#3366cc)"], "51"),
    (["½"], "error[syntax]: unexpected character '½' (U+00BD); write 0.5"),
    (["total?"], "error[syntax]: '?' needs two values; write condition ? x : y"),
    (["(1 + 2"], "error[syntax]: '(' is never closed"),
    (["5\u{a0}km in m"], "5000 m"),
    (["5\u{202f}km\u{2009}in\u{a0}m"], "5000 m"),
    (["5\tkm in m"], "5000 m"),
    (["1\u{202f}000\u{202f}000 + 1"], "error[syntax]: expected an operator before '000'; write 1_000_000"),
    (["1 000 000 + 1"], "error[syntax]: expected an operator before '000'; write 1_000_000"),
    (["“tea”"], "error[syntax]: unexpected character '“' (U+201C); texts need double quotes: \"tea\""),
    (["'tea'"], "error[syntax]: unexpected character '''; texts need double quotes: \"tea\""),
    (["5 – 3"], "error[syntax]: unexpected character '–' (U+2013); subtract with '-'"),
    (["5 − 3"], "2"),
    (["5 ‐ 3"], "error[syntax]: unexpected character '‐' (U+2010); subtract with '-'"),
    (["20 ℃ in ℉"], "68 °F"),
    (["20 ºC in °F"], "68 °F"),
    (["5′ 11″"], "error[syntax]: unexpected character '′' (U+2032); feet and inches are added: 5 ft + 11 in"),
    (["5' 11\""], "error[syntax]: unexpected character '''; feet and inches are added: 5 ft + 11 in"),
    (["5ft11in"], "error[number]: '5ft11in' is not a number; feet and inches are added: 5 ft + 11 in"),
    (["6 foot four"], "error[syntax]: expected an operator before 'four'; write 6 foot + 4 in"),
    (["6 feet 2 inches in cm"], "error[syntax]: expected an operator before '2'; write 6 feet + 2 inches"),
    (["6 feet + 2 inches in cm"], "187.96 cm"),
    (["6 foot 4"], "error[syntax]: expected an operator before '4'; write 6 foot + 4 in"),
    (["1 h 30 min"], "error[syntax]: expected an operator before '30'; write 1 h + 30 min"),
    (["1 1/2 cups in mL"], "error[syntax]: expected an operator before '1'; write (1 + 1/2) cups"),
    (["(1 + 1/2) cups in mL"], "354.88235475 mL"),
    (["2 1/2"], "error[syntax]: expected an operator before '1'; write (2 + 1/2)"),
    (["7 div 2"], "error[syntax]: expected an operator before 'div'; floor(x / y) is the whole part"),
    (
      ["20 ± 3"],
      "error[syntax]: '±' is allowed only in the definition of an input, between two constants; write price = 20 ± 1, or price ~ normal(20, 1)"
    ),
    (["left(\"2024W05\", 4)"], "\"2024\""),
    (
      ["substr(\"2024W05\", 5)"],
      "error[name]: unknown function 'substr'; write mid(text, place, count)"
    ),
    (["2½ cups in mL"], "error[syntax]: unexpected character '½' (U+00BD); write 2.5"),
    (["⅓"], "error[syntax]: unexpected character '⅓' (U+2153); write 1/3"),
    (["1⁄2"], "0.5"),
    (["$5 * 3"], "error[syntax]: unexpected character '$'; write the currency after the number, as in 5 USD or 5 AUD"),
    (["₹500"], "error[syntax]: unexpected character '₹' (U+20B9); write 5 INR"),
    (["5 million"], "error[syntax]: expected an operator before 'million'; write 5e6"),
    (["3 dozen"], "error[syntax]: expected an operator before 'dozen'; write 3 * 12"),
    (["two + two"], "error[name]: unknown name 'two'; write 2"),
    (["3 ✕ 4"], "error[syntax]: unexpected character '✕' (U+2715); multiply with '*'"),
    (["x ≈ 3"], "error[syntax]: unexpected character '≈' (U+2248); write abs(x - y) < 0.001"),
    (["５ ＋ ３"], "error[syntax]: unexpected character '５' (U+FF15); write '5'"),
    (["1 Mb in kB"], "error[syntax]: expected an operator before 'Mb'; write Mbit for bits, or MB for bytes"),
    (["100 kb"], "error[syntax]: expected an operator before 'kb'; write kbit for bits, or kB for bytes"),
    (["8 Gb"], "error[syntax]: expected an operator before 'Gb'; write Gbit for bits, or GB for bytes"),
    (["16 GIB in GB"], "error[syntax]: expected an operator before 'GIB'; write Gibit for bits, or GiB for bytes"),
    (["50 Mbps"], "error[syntax]: expected an operator before 'Mbps'; write Mbit/s for bits, or MB/s for bytes"),
    (["100 kmh in mph"], "error[syntax]: expected an operator before 'kmh'; write km/h"),
    (["5 Miles in km"], "error[syntax]: expected an operator before 'Miles'; did you mean 'miles'?"),
    (["30 MINS in h"], "error[syntax]: expected an operator before 'MINS'; did you mean 'mins'?"),
    (["5 mins in s"], "300 s"),
    (["3 KG in g"], "error[syntax]: expected an operator before 'KG'; did you mean 'kg'?"),
    (["1 kg*m/s^2 in N"], "error[name]: unknown name 'm'; a unit follows a number: write kg * 1 m/s^2"),
    (["1 kg * 1 m/s^2 in N"], "1 N"),
    (["3 km * h"], "error[name]: unknown name 'h'; a unit follows a number: write km * 1 h"),
    (["(96/60) h"], "1.6 h"),
    (
      ["x = 3", "x km"],
      "error[syntax]: expected an operator before 'km'; a unit follows a number: write x * 1 km"
    ),
    (["2 pi rad"], "error[syntax]: expected an operator before 'pi'; multiply with '*'"),
    (["now in Kuala Lumpur"], "2026-11-23 07:30 Kuala Lumpur"),
    (["now in kuala lumpur"], "2026-11-23 07:30 Kuala Lumpur"),
    (["now in Ho Chi Minh City"], "2026-11-23 06:30 Hanoi"),
    (
      ["now in Timbuktu"],
      "error[name]: unknown zone or unit 'Timbuktu'; help dates lists the zones; for others write the difference to UTC, as in 14:00±HH:MM"
    ),
    (
      ["now in San Juan"],
      "error[name]: unknown zone or unit 'San Juan'; help dates lists the zones; for others write the difference to UTC, as in 14:00±HH:MM"
    ),
    (["now in Teheran"], "error[name]: unknown zone or unit 'Teheran'; did you mean 'Tehran'?"),
    (
      ["2016-01-01 12:00 Istanbul"],
      "error[number]: clocks in Istanbul are known only from 2017 on; write the difference to UTC at that time, as in 12:00±HH:MM"
    ),
    (
      ["2026-03-01 12:00 Springfield"],
      "error[number]: unknown zone 'Springfield'; help dates lists the zones; for others write the difference to UTC, as in 14:00±HH:MM"
    ),
    (["2026-03-01T24:00Z"], "error[number]: a day ends with 00:00 of the next; write 2026-03-02T00:00Z"),
    (["2026-03-01T25:00Z"], "error[number]: hours are 0 to 23, not 25"),
    (["2026-03-01T9:00Z"], "error[number]: after 'T', hours have two digits; write 2026-03-01T09:00Z"),
    (["2026-03-01 9:00 pm Berlin"], "error[number]: hours are 0 to 23; write 21:00"),
    (["2026-03-01 9:00+0100"], "2026-03-01T08:00:00Z"),
    (
      ["2026-03-01 09:00 CET"],
      "error[number]: no one zone is named 'CET'; zones are named by cities, as in Berlin or Paris"
    ),
    (["date(now)"], "2026-11-22"),
    (["now to date"], "2026-11-22"),
    (["now in Tokyo to date"], "2026-11-23"),
    (["year(now)"], "2026"),
    (["weekday(now)"], "7"),
    (["hour(2026-03-01 9:30 Berlin)"], "9"),
    (["now + 3 days"], "2026-11-25T23:30:00Z"),
    (["now + 1 month"], "2026-12-22T23:30:00Z"),
    (["2026-03-28 12:00 Berlin + 1 day"], "2026-03-29 12:00 Berlin"),
    (["2026-03-28 12:00 Berlin + 24 h"], "2026-03-29 13:00 Berlin"),
    (["2026-01-31 9:00 New York + 1 month"], "2026-02-28 09:00 New York"),
    (
      ["2026-10-25 in Berlin"],
      "error[type]: a conversion to Berlin needs a moment, '2026-10-25' is a date; a day has no hour: write 2026-03-01 12:30 Berlin"
    ),
    (["price = 20", "look price color=red"], "error[command]: 'red' is not a colour; write color=#ff0000"),
    (
      ["price = 20", "look price color=bright"],
      "error[command]: 'bright' is not a colour; write color=#7e9bd0, or color=none"
    ),
    (["5 pounds in kilos"], "error[name]: unknown unit 'kilos'; write kg"),
    (["12 stone in kg"], "error[syntax]: expected an operator before 'stone'; write 14 lb"),
    (["50 dollars"], "error[syntax]: expected an operator before 'dollars'; write USD"),
    (["exit()"], "error[name]: unknown function 'exit'; the command is 'quit', without brackets"),
    (
      ["help percent"],
      "20% is always 0.2: 50 * 20% is 10, and so is 20% of 50. | 50 + 20% is 50.2. To add a percentage, write 50 * (1 + 20%), or define a function: more(x, p) = x * (1 + p). | x / y in % shows a ratio in percent, and x / y in h/day shows a ratio of times. Formulas that use it read the plain number. | % is not the remainder: use mod(x, y), which has the sign of y, or rem(x, y), which has the sign of x."
    ),
    (["version"], "nodecalc 0.1.0"),
    (["vars"], ""),
  ]

  @Test func everydayLinesGiveTheValueOrSayWhatToWrite() {
    #expect(Self.lines.count >= 100)
    for (typed, answer) in Self.lines {
      let host = RecordingHost()
      let dialogue = Dialogue(host: host)
      for line in typed.dropLast() { dialogue.answer(line) }
      host.lines = []
      dialogue.answer(typed.last ?? "")
      // The first line of a refusal is the message; the next two show the place.
      let lines = host.lines.map { String($0.dropFirst(2)) }
      let shown = lines.first?.hasPrefix("error") == true ? lines[0] : lines.joined(separator: " | ")
      #expect(shown == answer, "\(typed.joined(separator: "; "))")
    }
  }

  /// The advice that can be typed: the text after "write" in an answer, alternatives separated, placeholders filled in.
  private static func advices(in answer: String) -> [String] {
    guard answer.hasPrefix("error"), let write = answer.firstRange(of: "write ") else { return [] }
    var text = String(answer[write.upperBound...])
    if let end = text.firstRange(of: "; ") { text = String(text[..<end.lowerBound]) }
    if let example = text.firstRange(of: "as in ") { text = String(text[example.upperBound...]) }
    if let example = text.firstRange(of: ", as ") { text = String(text[example.upperBound...]) }
    for (placeholder, value) in [("±HH:MM", "+01:00"), ("…", "1"), (", or ", " or "), (", and ", " or ")] {
      text = text.replacing(placeholder, with: value)
    }
    return text.replacing(" or ", with: "\n").split(separator: "\n").compactMap { piece in
      var piece = String(piece)
      for end in [" for ", " with the ", " in place "] {
        if let range = piece.firstRange(of: end) { piece = String(piece[..<range.lowerBound]) }
      }
      // A description in words can't be typed.
      return piece.hasPrefix("a ") ? nil : piece
    }
  }

  /// Whether a piece of advice is a line, a unit, a time of day, an operator or a setting that is accepted.
  private static func canBeTyped(_ advice: String) -> Bool {
    func parses(_ text: String) -> Bool { (try? Session().parse(text.utf8)) != nil }
    if advice.hasPrefix("color=") { return advice == "color=none" || RGBColor(String(advice.dropFirst(6))) != nil }
    if advice.hasPrefix("'"), advice.hasSuffix("'") {
      let sign = advice.dropFirst().dropLast()
      return parses("1 \(sign) 1") || parses("\(sign) 1") || parses("1\(sign)")
    }
    return parses(advice) || UnitOfMeasure(advice) != nil || parses("2026-03-01 \(advice)")
      || parses("2026-03-01 \(advice) Berlin")
  }

  @Test func whatIsAdvisedCanBeTyped() {
    var count = 0
    for (typed, answer) in Self.lines {
      for advice in Self.advices(in: answer) {
        count += 1
        #expect(Self.canBeTyped(advice), "\(typed.joined(separator: "; ")): \(answer)")
      }
    }
    #expect(count >= 60, "\(count)")
    #expect(!Self.canBeTyped("5*·10") && !Self.canBeTyped("2*½"))
  }
}
