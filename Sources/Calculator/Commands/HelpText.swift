// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The text of help.
enum HelpText {
  /// The pages that don't describe a command, a function or a kind.
  static let pages: [(topic: String, lines: [String])] = [
    (
      "formulas",
      [
        "name = formula              makes a node, or changes one; what depends on it is computed again",
        "name = Kind(port: formula)  makes a node of a kind; help kinds",
        "name.port = formula         gives a port a value",
        "name -> other.port          connects a port",
        "name(x, y) = formula        makes a function, or changes one; help functions",
        "name(x) = (a: …, b: …)      makes a function of several results: name(3).a; n = name(3) gives n.a and n.b",
        "formula                     prints its value",
        "a; b;                       two statements; a last ; is quiet",
        "# comment                   from # and a blank to the end of the line",
        "",
        "Precedence, high to low: calls, list[place]; % (always /100); ^ and **, from the right; - + ! before a value;",
        "* /; + -; &; x..y; to, in; < <= > >= == !=, which chain; not; and, &&; or, ||; x where y; c ? x : y.",
        "There is no implicit multiplication.",
        "Also × · ÷ − ≤ ≥ ≠, x² and π. ans or _ is the last answer; a formula keeps the value that it has.",
        "In a function, parameters stand for arguments, other names for nodes: vat(x) = x * rate. None calls itself.",
        "A name with blanks is written in back-ticks: `net price`.",
      ]
    ),
    (
      "numbers",
      [
        "Double precision. 1_000, .5, 1e-9, 0xff and 0b101 are numbers, 1,000 is not.",
        "20% is 0.2; true and false are Booleans; #36c and #3366cc are colors; pi, tau and e are constants.",
        "Reports show 15 digits (set digits 6); files and JSON have as many as it takes to read back the same.",
        "Functions take a number with all of its digits: floor(0.29 * 100) is 28, since 0.29 * 100 is 28.999999999999996,",
        "shown as 29. Where hidden digits decide so, a note shows them. round and roundto take the decimals that it is saved with.",
        "Whole numbers are exact below 2^53 = 9007199254740992. A larger one is read if a number has all digits that are written:",
        "1e23 is, 9007199254740993 is refused, and stays a text in a file. Results are the nearest numbers: 2^53 + 1 == 2^53.",
        "mod, rem, gcd and lcm refuse what may have lost digits. powmod(x, n, y) is the remainder of a power.",
        "sum, mean, stdev, variance and sumproduct are rounded once: the order of what they take doesn't matter.",
        "No value is infinite or NaN: such a result is an error.",
      ]
    ),
    (
      "percent",
      [
        "20% is 0.2, wherever it is written: 50 * 20% is 10, and 20% of 50 as well.",
        "50 + 20% is 50.2: to add a part, write 50 * (1 + 20%), or a function: more(x, p) = x * (1 + p).",
        "x / y in % shows a share in percent, and in h/day a ratio of times; what is computed with it is the number.",
        "% is not the remainder: that is mod(x, y), with the sign of y, or rem(x, y), with that of x.",
      ]
    ),
    (
      "lists",
      [
        "[3, 4, 5] is a list, of numbers, texts, Booleans or colors; 1..10 and 0..1 step 0.1 count, 10..1 downwards.",
        "Operators and functions are applied to each element: prices * 2, prices * amounts. Lengths have to be the same.",
        "prices[2] is the second element: places are counted from 1. prices[2..4] and prices[[1, 3]] are lists.",
        "prices[2] = 7 writes one element of a list that is written out; in x..y dates and quantities count as well.",
        "prices where prices > 3 has those for which it is true; sum(amounts where names == \"tea\") adds some.",
        "sum, mean, min, max, product, median, stdev and count take lists; match and lookup find, sort and unique order.",
        "An element without a value is an error of the whole list; lists can't be in lists: join(x, y) makes one of two.",
        "and, or and if of a list look at each element, and compute all; of a Boolean they leave out what isn't needed.",
      ]
    ),
    (
      "units",
      [
        "3 km, 20 USD/h and 9.81 m/s^2 are quantities: a unit follows a number, with only blanks between them.",
        "A unit belongs to the number before it: 1/2 h is 1/(2 h), and half an hour is (1/2) h.",
        "Angles in degrees and turns are reduced before they become radians: sin(180 deg) is 0, sin(pi) is not.",
        "Elsewhere m and h are names: 3 * m is a product with the node m, and 20 km / h a quotient.",
        "x to mi, x in km/h: converts; it comes last, or in parentheses. 60 km/h * 30 min is 30 km, 10 km / (5 m) is 2000.",
        "What is added or compared has one dimension; the result has the unit on the left: 3 ft + 1 m. Else it is refused.",
        "k M G T P m µ n p c d h are prefixes of SI units; Ki Mi Gi Ti are those of B and bit. 5 kilometers reads as well.",
        "Temperatures are °C, °F (degC, degF) and K: 20 °C + 5 K is 25 °C, and 25 °C - 20 °C is 5 K.",
        "Currencies (USD, EUR …) have no rates: 100 USD * 0.9 EUR/USD. A year has 365.25 days, a month is its twelfth.",
        "sin, cos and tan take angles: sin(30 deg). sqrt halves exponents; exponents are constants: (3 m)^2. 3 m^2 are square meters.",
        "For the number divide by a unit: d / (1 km). JSON has {\"unit\":\"km\",\"value\":3}; ports of kinds take numbers only.",
      ] + units
    ),
    (
      "dates",
      [
        "2026-03-01 is a day of the Gregorian calendar, 0001-01-01 to 9999-12-31; 2026-03-01T12:30Z and",
        "2026-03-01T12:30:15.5+01:00 are moments, shown in UTC: a time of day needs its zone. With blanks, 2026 - 03 - 01",
        "are numbers. 2026-03-01 12:30 Berlin is a moment that is shown so, and x in Tokyo shows another: these are as equal as",
        "their moments. A time that clocks show twice needs its difference to UTC, and one that they skip is refused.",
        "2026-03-01 - 2026-01-15 is 45 d. 2026-03-01 + 30 d counts whole days; + 1 month or 1 year counts the calendar, and takes",
        "the last day of a shorter month: 2026-01-31 + 1 month is 2026-02-28. Moments differ by seconds, without leap",
        "seconds; (a - b) in h are hours. Days, weeks, months and years added to a moment count the calendar of its zone, or of",
        "UTC: clocks show the same time then. date(now) and now to date are the day there; hour and minute are of moments.",
        "date(2026, 3, 1), year, month, day, weekday (1 is Monday), adddays, addmonths, addseconds; dates are compared, sorted",
        "and looked up. 2026-03-01..2026-03-31 step 7 d is a list, and months are addmonths(2026-01-31, 0..11). sweep and plot",
        "take such ranges. A date before the year 1 or after 9999 is an error.",
        "today, tomorrow and yesterday are days where the machine is, now the second in UTC: a formula keeps the value.",
        "Zones are named by cities, as their letters are used for several; each since the year its clocks go as they do. A rule",
        "that changes needs a new nodecalc; moments before it, and other zones, are written with the difference to UTC.",
      ] + zones
    ),
    (
      "csv",
      [
        "csv(\"prices.csv\").price is a column of a file whose first line has names; csv(…).`net price` for other names.",
        "Numbers, true and false, dates, moments, or texts: what all cells are. csv(\"codes.csv\", \"text\").zip says what they are.",
        "Separator, header, decimal comma, encoding and what else there is are guessed: inspect \"prices.csv\" says what and why. By",
        "hand: csv(\"f.csv\", header: no, skip: 3, footer: 1, separator: \";\", quote: no, comment: \"#\", encoding: \"latin1\",",
        "decimal: \",\", thousands: \".\", dates: \"d/m/y\", zone: \"Berlin\", ragged: pad, names: \"day, price\", type: \"text\").",
        "Ragged rows are padded, or left out with skip, or refused. Columns without a name are column1, column2 and so on.",
        "A cell that makes a column one of texts is named. Whole numbers that would lose digits, and 007, stay texts.",
        "Records of JSON are read as well: [{\"a\":1}], or an object on each line. Paths begin at the current folder.",
        "At the prompt a file that has changed is read again before the next line, what depends on it is computed, and undo",
        "takes that back. A file that can no longer be used is reported, and what was read from it stays.",
        "export csv FILE NAME… writes lists as columns.",
      ]
    ),
    (
      "texts",
      [
        "\"tea\" is a text; \\\" and \\\\ in it are a quote and a backslash, \\n and \\t a line feed and a tab.",
        "& joins: \"total: \" & total; a number becomes what is printed of it. len, upper, lower, contains, number.",
        "== compares character by character: \"a\" and \"A\" differ. < orders texts by their characters.",
      ]
    ),
    (
      "uncertainty",
      [
        "price = 20 ± 1 (or 20 +/- 1) is 20, and says that its standard deviation is 1; 20 ± 5% is of the value, 3 m ± 10 cm has units.",
        "price ~ normal(20, 1), uniform(10, 30), lognormal(3, 0.1), triangular(10, 20, 30) say it by name. Constants only.",
        "Nothing becomes random: formulas read the middle. spread total draws the inputs that total depends on, each by itself, and",
        "shows mean, deviation, quantiles and a histogram; the same each time. price = 20 is certain again.",
        "scenario cheap: price = 10, qty = 5 keeps values by a name; compare shows nodes now and in each scenario, scenario! cheap",
        "gives the inputs the values, as one step. Inputs in groups can be neither uncertain nor part of a scenario.",
      ]
    ),
    (
      "errors",
      [
        "A statement that is refused changes nothing, and says why: error[name], error[type], error[cycle] …",
        "Statements after it, in its line, in lines pasted with it and in files, are not run, and are named; what was run before",
        "it stays. --keep-going runs the others of a file all the same.",
        "A formula without a value has an error instead: division by zero, overflow, domain, unset input.",
        "It propagates to all that depends on it, with the name of the node where it started, until its cause is gone.",
        "if(condition, x, y) computes one of two; iferror(x, y) and iserror(x) deal with errors.",
      ]
    ),
    (
      "pending",
      [
        "slow = Later(x: price, seconds: 2) is price, two seconds later. A change of price begins the time again.",
        "Until then it is pending, and so is all that depends on it; the last value is shown as what it was.",
        "The prompt takes what has come before each line, and prints what that changes; wait waits for it.",
        "Scripts wait before a formula alone, before a command, and before what the command line asks for.",
        "Undo cancels what a statement has asked for. Sweeps don't wait: there, what comes later comes at once.",
      ]
    ),
    (
      "groups",
      [
        "group Tax = rate tax makes a group: what it reads is its inputs, what is read of it its outputs. Values stay.",
        "Formulas outside read its outputs by their names; where several groups give one, by Tax.tax and Tax2.tax.",
        "Tax › rate is a name with its path, as reports have it: Tax › rate = 25% and why Tax › rate are about rate in Tax.",
        "enter Tax goes in, leave goes out. Inside, names are those of the group, and › total is the total outside.",
        "What is defined inside changes all instances of the group, which duplicate Tax makes, or none of them.",
        "A name from outside becomes an input there, and expose NAME makes an output. Tax2.price = 3 feeds one instance.",
        "delete, rename, move and mute take groups as well. expand Tax2 takes one apart with new names where others have them.",
        "Commands do inside what they do outside: rename, group, ungroup, duplicate, expand, kind, connect and so on, each in all",
        "instances and as one step. An output is renamed with the node that has its name, and formulas outside follow.",
        "graph, list and export show the group that was entered. Functions of one's own are those of the whole, wherever they are",
        "defined; a group calls those that read their parameters only. source runs a file as if it were typed",
        "there. Scripts make groups, but only documents are saved with them. watch Tax watches all that it gives.",
      ]
    ),
    (
      "looks",
      [
        "look price color=#7e9bd0 says how a node or a group is shown where positions are: color, size=200x120, depth=1 (a greater one",
        "is in front), form=compact or dot, flow=down (inputs on top; left, up), locked=on. look total.price label=\"net\" is about",
        "the wire to that port: label, color, width=3, dash=8,4, through=10,20/30,40, course=straight (curve, orthogonal, rounded, lanes).",
        "none in place of a value takes it away; look alone lists what is not shown as by default.",
        "reroute total.price 120 40 leads the wire through a point, unroute total.price takes its points away.",
        "frame Inputs price qty puts a frame around nodes, frame Inputs 0 0 400 200 at a place; color=#7e9bd0 colours it. frame alone",
        "lists frames with their contents, unframe Inputs removes one. Where nothing has a position, frame lays out everything.",
        "In a group all of this is the same wherever the group is used. It is undone like statements, and scripts and documents keep it.",
      ]
    ),
  ]

  /// The units with names of their own, several per line.
  private static var units: [String] {
    words("Units:", UnitSymbol.table.lazy.filter { !$0.isCalendar }.map(\.name), " ")
  }

  private static var zones: [String] { words("Zones:", ZoneName.table.map(\.name), ", ") }

  /// Words below a title, in lines of limited length.
  private static func words(_ title: String, _ words: some Sequence<String>, _ separator: String) -> [String] {
    var lines = ["", title]
    for (index, word) in words.enumerated() {
      let last = lines[lines.count - 1]
      let start = index == 0 ? last + " " : last + separator
      if last.count + word.count < 110 {
        lines[lines.count - 1] = start + word
      } else {
        lines[lines.count - 1] = start.hasSuffix(", ") ? last + "," : last
        lines.append("  " + word)
      }
    }
    return lines
  }

  /// All topics of help.
  static var topics: [String] {
    CommandTable.names + ["syntax"] + pages.map(\.topic) + FormulaFunction.table.map(\.name)
      + CalculatorKinds.known.map(\.name)
  }

  /// The lines about a topic, or about all commands.
  ///
  /// - Throws: A ``Diagnostic`` with a suggestion if the topic does not exist.
  static func lines(about topic: SourceName?) throws(Diagnostic) -> [String] {
    guard let topic else { return overview }
    let text = topic.text == "syntax" ? "formulas" : topic.text
    // Commands have priority: `kinds` and `functions` are commands that list all kinds and functions.
    if let command = CommandTable[text] { return lines(about: command) }
    if let page = pages.first(where: { $0.topic == text }) { return page.lines }
    if let function = FormulaFunction.table.first(where: { $0.name == text }) {
      let example = function.example
      return [function.signature, function.help, "", "\(example.formula) is \(example.value)"]
    }
    if let index = CalculatorKinds.known.firstIndex(where: { $0.name == text }) {
      return [CalculatorKinds.help[index]]
    }
    throw Diagnostic(
      .command, "there is no help about '\(text)'", topic.range, hint: Suggestion.hint(for: text, among: topics))
  }

  private static var overview: [String] {
    var lines = ["name = formula makes a node; a formula alone is evaluated.", ""]
    for group in CommandGroup.allCases {
      let names = CommandTable.commands.filter { $0.group == group }.map(\.name)
      guard !names.isEmpty else { continue }
      let heading = group.rawValue
      lines.append(heading + String(repeating: " ", count: 9 - heading.count) + names.joined(separator: " "))
    }
    return lines + words("help TOPIC explains a command, a function, a kind, or", pages.map(\.topic), ", ")
  }

  private static func lines(about command: CommandDefinition) -> [String] {
    let sentence = command.help.prefix(1).uppercased() + command.help.dropFirst() + "."
    return [command.usage, sentence, "", "Examples:"] + command.examples.map { "  \($0.line)" }
  }
}
