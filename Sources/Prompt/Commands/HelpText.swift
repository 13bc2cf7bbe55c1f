// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The text of help.
enum HelpText {
  /// The pages that don't describe a command, a function or a kind.
  static let pages: [(topic: String, lines: [String])] = [
    (
      "formulas",
      [
        "name = formula              makes or changes a node; the nodes that depend on it are computed again",
        "name = Kind(port: formula)  makes a node of a kind; help kinds",
        "name.port = formula         sets the value of a port",
        "name -> other.port          connects a port",
        "name(x, y) = formula        makes or changes a function; help functions",
        "name(x) = (a: …, b: …)      makes a function with several results: name(3).a; n = name(3) makes n.a and n.b",
        "formula                     prints its value",
        "a; b;                       two statements; a ; at the end suppresses the output",
        "# comment                   begins with # and a blank, up to the end of the line",
        "",
        "Precedence, high to low: calls, list[place]; % (always /100); ^ and **, from the right; - + ! before a value;",
        "* /; + -; &; x..y; to, in; < <= > >= == !=, which chain; not; and, &&; or, ||; x where y; c ? x : y.",
        "There is no implicit multiplication.",
        "× · ÷ − ≤ ≥ ≠, x² and π work as well. ans or _ is the last answer; a formula with it keeps the present value.",
        "In a function, names other than its parameters are nodes: vat(x) = x * rate. A function can't call itself.",
        "A name with blanks is written in back-ticks: `net price`.",
      ]
    ),
    (
      "numbers",
      [
        "Numbers have double precision. 1_000, .5, 1e-9, 0xff and 0b101 are numbers, 1,000 is not.",
        "20% is 0.2; true and false are Booleans; #36c and #3366cc are colours; pi, tau and e are constants.",
        "Reports show 15 digits (set digits 6); files and JSON have as many as are needed to read the same number again.",
        "Functions use all digits of a number: floor(0.29 * 100) is 28, because 0.29 * 100 is 28.999999999999996, shown",
        "as 29. A note shows hidden digits that decide a result. round and roundto use the decimals that a number is saved with.",
        "Whole numbers are exact below 2^53 = 9007199254740992. A larger one is read only if no digit of it would be lost:",
        "1e23 is read; 9007199254740993 is refused, and stays a text in a file. Results are rounded: 2^53 + 1 == 2^53.",
        "mod, rem, gcd and lcm refuse numbers that may have lost digits. powmod(x, n, y) is the remainder of a power.",
        "sum, mean, stdev, variance, sumproduct and sumby are rounded once, so the order of their arguments doesn't matter.",
        "No value is infinite or NaN: such a result is an error.",
      ]
    ),
    (
      "percent",
      [
        "20% is always 0.2: 50 * 20% is 10, and so is 20% of 50.",
        "50 + 20% is 50.2. To add a percentage, write 50 * (1 + 20%), or define a function: more(x, p) = x * (1 + p).",
        "x / y in % shows a ratio in percent, and x / y in h/day shows a ratio of times. Formulas that use it read the plain number.",
        "% is not the remainder: use mod(x, y), which has the sign of y, or rem(x, y), which has the sign of x.",
      ]
    ),
    (
      "lists",
      [
        "[3, 4, 5] is a list; its elements are numbers, texts, Booleans or colours. 1..10 and 0..1 step 0.1 count, 10..1 downwards.",
        "Operators and functions are applied to each element: prices * 2, prices * amounts. The lists must have equal lengths.",
        "prices[2] is the second element: places are counted from 1. prices[2..4] and prices[[1, 3]] are lists.",
        "prices[2] = 7 changes an element of a list that is written out. x..y also counts dates and quantities.",
        "prices where prices > 3 selects the elements that meet the condition, as in sum(amounts where names == \"tea\").",
        "sum, mean, min, max, product, median, stdev and count take lists; match and lookup search them; sort and unique return lists.",
        "unique(regions) and sumby(amounts, regions) are the regions and the total of each, at the same places.",
        "An element without a value is an error of the whole list. A list can't contain lists: join(x, y) makes one of two.",
        "With a list, and, or and if compute every element; with a Boolean, they skip the operands that aren't needed.",
      ]
    ),
    (
      "units",
      [
        "3 km, 20 USD/h and 9.81 m/s^2 are quantities: a unit follows its number, with only blanks between them.",
        "A unit belongs to the number before it: 1/2 h is 1/(2 h), and half an hour is (1/2) h.",
        "Angles in degrees and turns are reduced before they become radians: sin(180 deg) is 0, sin(pi) is not.",
        "Elsewhere m and h are names: 3 * m is a product with the node m, and 20 km / h a quotient by the node h.",
        "x to mi and x in km/h convert; a conversion comes last, or in parentheses. 60 km/h * 30 min is 30 km, 10 km / (5 m) is 2000.",
        "Quantities that are added or compared must have one dimension; the result has the unit on the left: 3 ft + 1 m.",
        "k M G T P m µ n p c d h are prefixes of SI units; Ki Mi Gi Ti are those of B and bit. Words work as well: 5 kilometres.",
        "Temperatures are °C, °F (degC, degF) and K: 20 °C + 5 K is 25 °C, and 25 °C - 20 °C is 5 K.",
        "Currencies (USD, EUR …) have no rates: write 100 USD * 0.9 EUR/USD. A year has 365.25 days, a month a twelfth of that.",
        "sin, cos and tan take angles: sin(30 deg). sqrt halves exponents; exponents must be constants: (3 m)^2. 3 m^2 is 3 square metres.",
        "To get a plain number, divide by a unit: d / (1 km). JSON has {\"unit\":\"km\",\"value\":3}. Ports of kinds take only numbers.",
      ] + units
    ),
    (
      "dates",
      [
        "2026-03-01 is a day of the Gregorian calendar, 0001-01-01 to 9999-12-31; 2026-03-01T12:30Z and",
        "2026-03-01T12:30:15.5+01:00 are moments, shown in UTC: a time of day needs its zone. With blanks, 2026 - 03 - 01",
        "are numbers. 2026-03-01 12:30 Berlin is a moment shown in Berlin's time; x in Tokyo shows it in Tokyo's. They are equal if",
        "their moments are. A time that clocks show twice needs its difference to UTC, and one that they skip is refused.",
        "2026-03-01 - 2026-01-15 is 45 d. 2026-03-01 + 30 d counts whole days; + 1 month or 1 year follows the calendar, and takes",
        "the last day of a shorter month: 2026-01-31 + 1 month is 2026-02-28. Moments differ by seconds, without leap",
        "seconds; (a - b) in h is in hours. Days, weeks, months and years added to a moment follow the calendar of its zone, or of",
        "UTC: clocks show the same time then. date(now) and now to date are its day there; hour and minute take moments.",
        "date(2026, 3, 1), year, month, day, weekday (1 is Monday), adddays, addmonths, addseconds; dates are compared, sorted",
        "and looked up. 2026-03-01..2026-03-31 step 7 d is a list, and months are addmonths(2026-01-31, 0..11). sweep and plot",
        "take such ranges. A date before the year 1 or after 9999 is an error.",
        "today, tomorrow and yesterday are days in the time zone of this machine, now is the moment in UTC; a formula keeps the value.",
        "Zones are named by cities, because abbreviations are ambiguous. Each is known from the year of its current rules on. A rule",
        "that changes needs a new nodecalc. Write earlier moments, and those of other zones, with the difference to UTC.",
      ] + zones
    ),
    (
      "csv",
      [
        "csv(\"prices.csv\").price is a column of a file whose first line has names; csv(…).`net price` for other names.",
        "Its type is the one that fits all cells: numbers, Booleans, dates, moments or texts. csv(\"codes.csv\", \"text\").zip sets it.",
        "Separator, header, decimal comma, encoding and so on are guessed; inspect \"prices.csv\" shows the guesses and reasons. By",
        "hand: csv(\"f.csv\", header: no, skip: 3, footer: 1, separator: \";\", quote: no, comment: \"#\", encoding: \"latin1\",",
        "decimal: \",\", thousands: \".\", dates: \"d/m/y\", zone: \"Berlin\", ragged: pad, names: \"day, price\", type: \"text\").",
        "Ragged rows are padded, left out with skip, or refused. Columns without a name are column1, column2 and so on.",
        "A note names a cell that makes its column a list of texts. Whole numbers that would lose digits, and 007, stay texts.",
        "Records of JSON are read as well: [{\"a\":1}], or an object on each line. Paths are relative to the current folder.",
        "At the prompt, a file that has changed is read again before the next line, and nodes that depend on it are computed; undo",
        "reverts that. A file that can no longer be used is reported, and the values read from it stay.",
        "export csv FILE NAME… writes lists as columns.",
      ]
    ),
    (
      "texts",
      [
        "\"tea\" is a text; in it, \\\" and \\\\ are a quote and a backslash, \\n and \\t a line feed and a tab.",
        "& joins texts: \"total: \" & total; a number is joined as it is printed. Functions: len, upper, lower, contains, number.",
        "== compares character by character: \"a\" and \"A\" differ. < orders texts by their characters.",
      ]
    ),
    (
      "uncertainty",
      [
        "price = 20 ± 1 (or 20 +/- 1) is 20 with a standard deviation of 1. 20 ± 5% is a part of the value, 3 m ± 10 cm has units.",
        "price ~ normal(20, 1) sets the distribution; also uniform(10, 30), lognormal(3, 0.1), triangular(10, 20, 30). Constants only.",
        "Formulas read the middle, so no value is random. spread total draws the inputs that total depends on, independently, and",
        "shows mean, deviation, quantiles and a histogram, which are the same each time. price = 20 makes price certain again.",
        "scenario cheap: price = 10, qty = 5 names a set of values. compare shows nodes now and in each scenario; scenario! cheap",
        "sets the inputs to the values, as one step. Inputs in groups can be neither uncertain nor part of a scenario.",
      ]
    ),
    (
      "errors",
      [
        "A refused statement changes nothing, and reports the reason: error[name], error[type], error[cycle] …",
        "The statements after it in its line, in lines pasted with it and in its file are listed and not run; those before it keep",
        "their effect. --keep-going runs the other statements of a file in spite of it.",
        "A formula without a value has an error instead: division by zero, overflow, domain, unset input.",
        "It propagates to all nodes that depend on it, with the name of the node where it started, until its cause is removed.",
        "if(condition, x, y) computes only one of x and y; iferror(x, y) and iserror(x) handle errors.",
      ]
    ),
    (
      "pending",
      [
        "slow = Later(x: price, seconds: 2) is price, two seconds later. A change of price restarts the time.",
        "Until then slow is pending, and so are the nodes that depend on it; they are shown with their last values.",
        "Before each line, the prompt takes over values that have arrived, and prints the changes; wait waits for them.",
        "Scripts wait before a formula alone, before a command, and before values that the command line requests.",
        "Undo cancels the pending values of a statement. Sweeps compute pending values at once.",
      ]
    ),
    (
      "groups",
      [
        "group Tax = rate tax makes a group. Its inputs are the nodes that it reads, its outputs those that others read. Values stay.",
        "Formulas outside read its outputs by name, or as Tax.tax and Tax2.tax if several groups have an output of that name.",
        "Tax › rate is a path, as reports show it: Tax › rate = 25% and why Tax › rate refer to rate in Tax.",
        "enter Tax enters a group, leave leaves it. Inside, names are those of the group, and › total is the total outside.",
        "duplicate Tax makes another instance of the group. A statement inside changes all instances, or is refused.",
        "Inside, a name from outside becomes an input; expose NAME makes an output. Tax2.price = 3 sets an input of one instance.",
        "delete, rename, move and mute take groups as well. expand Tax2 takes one apart, with new names for names in use.",
        "Commands work inside as they do outside: rename, group, ungroup, duplicate, expand, kind, connect and so on, in all",
        "instances and as one step. An output is renamed with the node that has its name, and formulas outside follow.",
        "graph, list and export show the group that was entered. User-defined functions belong to the whole session, wherever they are",
        "defined; formulas in groups can call those that read only their parameters. source runs a file in the group that was",
        "entered. Scripts can make groups, but only documents can be saved with them. watch Tax watches the outputs of Tax.",
      ]
    ),
    (
      "looks",
      [
        "look price color=#7e9bd0 sets how a node or a group is drawn: color, size=200x120, depth=1 (a greater one",
        "is in front), form=compact or dot, flow=down (inputs on top; left, up), locked=on. look total.price label=\"net\" sets",
        "the wire to that port: label, color, width=3, dash=8,4, through=10,20/30,40, course=straight (curve, orthogonal, rounded, lanes).",
        "The value none removes a setting; look alone lists the settings that differ from the default.",
        "reroute total.price 120 40 routes the wire through a point, unroute total.price removes its points.",
        "frame Inputs price qty draws a frame around nodes, frame Inputs 0 0 400 200 at a position; color=#7e9bd0 colours it. frame",
        "alone lists frames with their contents, unframe Inputs removes one. If no node has a position, frame lays out all nodes.",
        "All instances of a group have the same looks. Looks are undone like statements, and scripts and documents keep them.",
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
  /// - Throws: A ``Formulas/Diagnostic`` with a suggestion if the topic does not exist.
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
      .command, "unknown help topic '\(text)'", topic.range, hint: Suggestion.hint(for: text, among: topics))
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
