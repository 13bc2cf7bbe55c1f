// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Testing

/// What people type who know other calculators, and what they are answered: the value, or what to write instead.
@Suite struct EverydayLinesTests {
  /// Lines that are typed one after another, and what the last one prints.
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
    (["ans"], "error[name]: there is no answer yet; 'ans' is the value of the last formula alone"),
    (
      ["x = 3", "x = x + 1"],
      "error[cycle]: x would depend on itself; nothing changed; a name is what its formula says; for its new value write x = 4"
    ),
    (["x = 3", "x += 1"], "error[syntax]: expected a value before '='; give the name its new value: name = …"),
    (
      ["x = 3", "x++"],
      "error[syntax]: expected a value at the end of the line; give the name its new value: name = …"
    ),
    (["x := 3"], "error[syntax]: unexpected ':'; write name = formula"),
    (["let x = 3"], "error[syntax]: expected an operator before 'x'; write name = formula"),
    (["x == 3"], "error[name]: unknown name 'x'"),
    (["10 = x"], "error[syntax]: only a name or a port can stand before '='; '==' compares"),
    (["vat(x) = x * 20%", "vat(80)"], "16"),
    (["f(x, y) = x ^ y", "f(2, 10)"], "1024"), (["f(x) = x / 2", "help f"], "f(x) = x / 2"),
    (["f(x) = x / 2", "show f"], "f(x) = x / 2"),
    (["f(x) = x / 2", "f"], "error[name]: 'f' is a function, not a node; f(x) is a value"),
    (["f(x) = f(x - 1)"], "error[cycle]: f would call itself; nothing changed"),
    (["f(2) = 3"], "error[syntax]: the parameters of a function are names; write f(x, y) = x * y; '==' compares"),
    (["square(3)"], "error[name]: unknown function 'square'; define it as square(x) = …"),
    (["2x"], "error[number]: '2x' is not a number; to multiply write 2*x"),
    (["x = 3", "2 x"], "error[syntax]: expected an operator before 'x'; multiply with '*'"),
    (["2 pi"], "error[syntax]: expected an operator before 'pi'; multiply with '*'"),
    (["3 4"], "error[syntax]: expected an operator before '4'; multiply with '*'"),
    (["(1 + 2)(3)"], "error[syntax]: expected an operator before '('; multiply with '*'"),
    (
      ["1,000"],
      "error[number]: '1,000' has a comma in it; write 1_000, or a space after the comma between arguments"
    ),
    (["1.000.000"], "error[number]: '1.000.000' has more than one decimal point"),
    (["1 000"], "error[syntax]: expected an operator before '000'; multiply with '*'"),
    (["5."], "error[number]: a digit must follow the decimal point of '5.'"),
    (["$5"], "error[syntax]: unexpected character '$'; write the number alone"),
    (["5 km"], "error[syntax]: expected an operator before 'km'; multiply with '*'"),
    (["5 km to m"], "error[syntax]: expected an operator before 'km'; multiply with '*'"),
    (["9007199254740992"], "9007199254740992"),
    (["2 ^ 53 - 1"], "9007199254740991"),
    (["1 / 3"], "0.333333333333333"),
    (["0.1 + 0.2"], "0.3"),
    (["1e400"], "error[number]: '1e400' is too large: the largest number is 1.7976931348623157e308"),
    (["10 / 0"], "⚠ division by zero"),
    (["0 / 0"], "⚠ division by zero"),
    (["sqrt(-1)"], "⚠ domain"),
    (["inf"], "error[name]: unknown name 'inf'"),
    (["∞"], "error[syntax]: unexpected character '∞' (U+221E); no value is infinite"),
    (["hex 255"], "0xff"),
    (["hex(255)"], "error[name]: unknown function 'hex'; the command is 'hex', without brackets"),
    (["bin 10"], "0b1010"),
    (["0xff"], "255"),
    (
      ["255 to hex"],
      "error[syntax]: expected an operator before 'to'; there are no units; hex and bin print numbers in other bases"
    ),
    (["#36c"], "#3366cc"),
    (["red(#3366cc)"], "51"),
    (["½"], "error[syntax]: unexpected character '½' (U+00BD); write 1/2"),
    (["total?"], "error[syntax]: '?' needs two values; write condition ? x : y"),
    (["(1 + 2"], "error[syntax]: '(' is never closed"),
    (["exit()"], "error[name]: unknown function 'exit'; the command is 'quit', without brackets"),
    (
      ["help percent"],
      "20% is 0.2, wherever it stands: 50 * 20% is 10, and 20% of 50 as well. | 50 + 20% is 50.2: to add a part, write 50 * (1 + 20%), or a function: more(x, p) = x * (1 + p). | % is no remainder: that is mod(x, y), with the sign of y, or rem(x, y), with that of x."
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
      // A refusal is told in its first line; the next two show the place.
      let lines = host.lines.map { String($0.dropFirst(2)) }
      let shown = lines.first?.hasPrefix("error") == true ? lines[0] : lines.joined(separator: " | ")
      #expect(shown == answer, "\(typed.joined(separator: "; "))")
    }
  }
}
