// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The options that the command line of `nodecalc` sets.
package struct CommandLineOptions: Sendable {
  /// A source of statements.
  package enum Input: Sendable {
    case file(String)
    case expression(String)
  }

  /// A picture of the whole session, drawn at the end.
  package enum Picture: Sendable {
    case lanes
    case boxes
    case svg(String)
    case dot(String)
  }

  /// The reason why the command line is refused.
  package struct UsageError: Error {
    package let message: String

    init(message: String) { self.message = message }

    /// Refuses a setting that is not one statement.
    package init(setting name: String, to value: String) {
      message = "--set takes NAME=VALUE, not '\(name)=\(value)'"
    }
  }

  package var inputs: [Input] = []
  package var settings: [(name: String, value: String)] = []
  package var requests: [String] = []
  package var pictures: [Picture] = []
  /// Whether pictures show the contents of groups.
  package var opensGroups = false
  /// The look of pictures in SVG.
  package var theme = PictureTheme.light
  package var isJSON = false
  package var showsChanges = false
  package var keepsGoing = false
  /// Whether a prompt follows the statements.
  package var goesOn = false
  /// The path for a repaired document; `-` is standard output.
  package var output = "-"
  /// The options of `sweep`.
  package var sweep = SweepOptions()
  /// The task; `nil` if statements are to be run.
  package private(set) var task: CommandLineTask?

  /// Whether the command line requests no work, which starts a prompt at a terminal.
  package var isEmpty: Bool {
    task == nil && inputs.isEmpty && settings.isEmpty && requests.isEmpty && pictures.isEmpty
  }

  /// Sets a task, unless a task of higher priority is already set.
  fileprivate mutating func ask(for new: CommandLineTask) {
    if task.map({ $0.order >= new.order }) ?? true { task = new }
  }

  /// Reads the arguments of the program.
  ///
  /// - Throws: A `UsageError`.
  package init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    if rest.first == CommandLineOption.bench.name, rest.last != "--help" {
      task = .benchmark
      isJSON = rest.dropFirst().first == "--json"
      guard rest.count == (isJSON ? 2 : 1) else {
        throw UsageError(message: "bench takes no argument other than --json")
      }
      return
    }
    if rest.first == CommandLineOption.work.name, rest.last != "--help" {
      guard rest.count == 2, let path = rest.last, !path.hasPrefix("-") else {
        throw UsageError(message: "work takes one argument, the file of a model")
      }
      task = .work(path)
      return
    }
    if rest.first == CommandLineOption.importing.name, rest.last != "--help" {
      try readImport(rest.dropFirst())
      return
    }
    if rest.first == CommandLineOption.sweep.name, rest.last != "--help" {
      try readSweep(rest.dropFirst())
      return
    }
    while let argument = rest.popFirst() {
      if let option = CommandLineOption.named(argument) {
        try option.apply(to: &self, &rest)
      } else if argument == "--" {
        inputs += rest.map { .file($0) }
        rest = []
      } else if argument == "-" || !argument.hasPrefix("-") {
        inputs.append(.file(argument))
      } else {
        let hint = Self.hint(for: argument, among: CommandLineOption.all)
        throw UsageError(message: "unknown option '\(argument)'\(hint)")
      }
    }
    for case .svg(let path) in pictures { try Self.refuseModel(path, "--svg") }
    for case .dot(let path) in pictures { try Self.refuseModel(path, "--dot") }
  }

  /// A hint for arguments such as `--get=total`.
  private static func hint(for argument: String, among options: [CommandLineOption]) -> String {
    guard let sign = argument.firstIndex(of: "="),
      let option = options.first(where: { $0.placeholder != nil && $0.name == argument[..<sign] })
    else { return "" }
    return "; write \(option.name) \(argument[argument.index(after: sign)...])"
  }

  /// Refuses to write a picture to the path of a model: `--svg tax.nc` means `tax.nc --svg -`, and would overwrite the model.
  private static func refuseModel(_ path: String, _ option: String) throws(UsageError) {
    guard DocumentFile.isModel(path) else { return }
    throw UsageError(
      message: "\(option) would overwrite the model with a picture: '\(path)'; write \(path) \(option) FILE")
  }
}

extension CommandLineOptions {
  /// Reads the arguments after `import`: a file, and the path for the document.
  private mutating func readImport(_ arguments: ArraySlice<String>) throws(UsageError) {
    var (rest, files) = (arguments, [String]())
    while let argument = rest.popFirst() {
      if argument == "-o" {
        guard let path = rest.popFirst() else { throw UsageError(message: "-o needs a value") }
        output = path
      } else if argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else {
        throw UsageError(message: "import has no option '\(argument)'; it takes FILE and -o OUT")
      }
    }
    guard files.count == 1 else { throw UsageError(message: "import takes one FILE, and -o OUT") }
    task = .importing(files[0])
  }

  /// Reads the arguments after `sweep`.
  private mutating func readSweep(_ arguments: ArraySlice<String>) throws(UsageError) {
    var rest = arguments
    task = .sweep
    while let argument = rest.popFirst() {
      if let option = CommandLineOption.sweepOptions.first(where: { $0.name == argument }) {
        try option.apply(to: &self, &rest)
      } else if argument == "-" || !argument.hasPrefix("-") {
        sweep.files.append(argument)
      } else {
        let hint = Self.hint(for: argument, among: CommandLineOption.sweepOptions)
        throw UsageError(message: "sweep has no option '\(argument)'\(hint)")
      }
    }
    if sweep.isMerging {
      guard !sweep.files.isEmpty else { throw UsageError(message: "sweep --merge takes the files of summaries") }
      return
    }
    guard sweep.files.count == 1 else { throw UsageError(message: "sweep takes the file of one model") }
    guard !sweep.outputs.isEmpty else { throw UsageError(message: "sweep needs --get NAME, the node to evaluate") }
  }
}

/// A task that replaces running statements.
package enum CommandLineTask: Sendable {
  case help
  case version
  case manual
  case completions(ShellCompletions)
  /// Repairs the document at a path.
  case repair(String)
  case benchmark
  /// Evaluates the rows of a sweep.
  case sweep
  /// Evaluates rows that are requested on standard input.
  case work(String)
  /// Converts a document of another editor.
  case importing(String)
}

extension CommandLineTask {
  /// The priority among several tasks: the task with the lowest order is executed.
  fileprivate var order: Int {
    switch self {
    case .help: 0
    case .version: 1
    case .manual: 2
    case .completions: 3
    case .repair: 4
    case .benchmark, .sweep, .work, .importing: 5
    }
  }
}

/// An option of the command line. Parsing, usage, the manual page and the completions of shells use the rows of `all`.
package struct CommandLineOption: Sendable {
  /// The words that complete the value of an option.
  package enum ValueWords: Hashable, Sendable {
    /// Any text.
    case text
    /// A path.
    case file
    /// One of these words.
    case words([String])
  }

  /// The name with its dashes: `--get`.
  package let name: String
  /// The name of the value in usage; `nil` if the option has no value.
  package let placeholder: String?
  /// The words that complete the value.
  package let valueWords: ValueWords
  /// One sentence, third person, without a full stop.
  package let help: String
  /// Stores the option; the text is its value, empty if it has none.
  private let set: @Sendable (inout CommandLineOptions, String) throws(CommandLineOptions.UsageError) -> Void

  private init(
    _ name: String, _ placeholder: String? = nil, _ valueWords: ValueWords = .text, help: String,
    set: @escaping @Sendable (inout CommandLineOptions, String) throws(CommandLineOptions.UsageError) -> Void
  ) {
    self.name = name
    self.placeholder = placeholder
    self.valueWords = valueWords
    self.help = help
    self.set = set
  }

  /// The option with its value: `--get NAME`.
  package var usage: String { placeholder.map { "\(name) \($0)" } ?? name }

  /// The option with a name; `-h` is `--help`.
  fileprivate static func named(_ name: String) -> CommandLineOption? {
    all.first { $0.name == (name == "-h" ? "--help" : name) }
  }

  /// Takes the value of the option from the remaining arguments, and stores the option.
  fileprivate func apply(
    to options: inout CommandLineOptions, _ rest: inout ArraySlice<String>
  ) throws(CommandLineOptions.UsageError) {
    guard placeholder != nil else { return try set(&options, "") }
    guard let text = rest.popFirst() else { throw CommandLineOptions.UsageError(message: "\(name) needs a value") }
    if case .words(let words) = valueWords, !words.contains(text) {
      throw CommandLineOptions.UsageError(message: "\(name) takes \(words.joined(separator: ", ")), not '\(text)'")
    }
    try set(&options, text)
  }

  /// The version that `--version` prints.
  package static let version = "nodecalc 0.1.0"

  /// All options of `nodecalc`.
  package static let all: [CommandLineOption] = inputs + outputs + tasks

  private static let inputs: [CommandLineOption] = [
    CommandLineOption("-e", "TEXT", help: "runs the statements in TEXT") { $0.inputs.append(.expression($1)) },
    CommandLineOption("--set", "NAME=VALUE", help: "sets a name to a value or a formula, after all statements") {
      (options, setting) throws(CommandLineOptions.UsageError) in
      guard let sign = setting.firstIndex(of: "="), sign != setting.startIndex else {
        throw CommandLineOptions.UsageError(message: "--set takes NAME=VALUE, not '\(setting)'")
      }
      let name = setting[..<sign].split(separator: " ").joined(separator: " ")
      options.settings.append((name, String(setting[setting.index(after: sign)...])))
    },
    CommandLineOption("--get", "NAME", help: "prints the value of a name at the end") { $0.requests.append($1) },
  ]

  private static let outputs: [CommandLineOption] = [
    CommandLineOption("--json", help: "prints one JSON object for each statement") { options, _ in
      options.isJSON = true
    },
    CommandLineOption("--changes", help: "prints what each statement changed, old and new") { options, _ in
      options.showsChanges = true
    },
    CommandLineOption("-i", help: "continues at the prompt after files and -e, at a terminal") { options, _ in
      options.goesOn = true
    },
    CommandLineOption("--keep-going", help: "continues after a statement that was refused") { options, _ in
      options.keepsGoing = true
    },
    CommandLineOption("--graph", help: "prints the graph at the end: a line for each node, lanes for the values") {
      options, _ in options.pictures.append(.lanes)
    },
    CommandLineOption("--box", help: "prints the graph as boxes with their ports, if the terminal is wide enough") {
      options, _ in options.pictures.append(.boxes)
    },
    CommandLineOption("--svg", "OUT", .file, help: "writes the graph as an SVG picture; - is standard output") {
      $0.pictures.append(.svg($1))
    },
    CommandLineOption(
      "--theme", "NAME", .words(PictureTheme.allCases.map(\.rawValue)),
      help: "the theme of --svg: light, dark or classic"
    ) { options, name in
      if let theme = PictureTheme(rawValue: name) { options.theme = theme }
    },
    CommandLineOption("--dot", "OUT", .file, help: "writes the graph in the language of Graphviz") {
      $0.pictures.append(.dot($1))
    },
    CommandLineOption("--open", help: "pictures show the contents of groups, each in a frame") { options, _ in
      options.opensGroups = true
    },
  ]

  private static let tasks: [CommandLineOption] = [
    CommandLineOption(
      "--repair", "FILE", .file, help: "writes the sound parts of a broken document, and lists what was dropped"
    ) { $0.ask(for: .repair($1)) },
    CommandLineOption("-o", "OUT", .file, help: "the output file of --repair and import; standard output by default") {
      $0.output = $1
    },
    CommandLineOption(
      "--completions", "SHELL", .words(ShellCompletions.allCases.map(\.rawValue)),
      help: "prints the completions for a shell: bash, zsh or fish"
    ) { options, shell in
      if let shell = ShellCompletions(rawValue: shell) { options.ask(for: .completions(shell)) }
    },
    CommandLineOption("--manual", help: "prints the manual page") { options, _ in options.ask(for: .manual) },
    CommandLineOption("--help", help: "prints this") { options, _ in options.ask(for: .help) },
    CommandLineOption("--version", help: "prints the version") { options, _ in options.ask(for: .version) },
  ]

  /// The word that replaces all arguments for a benchmark.
  package static let bench = CommandLineOption(
    "bench", help: "measures for ten seconds how fast nodes are evaluated; --json prints the result as an object"
  ) { options, _ in options.ask(for: .benchmark) }

  /// The word before the arguments for `sweepOptions`.
  package static let sweep = CommandLineOption(
    "sweep", "MODEL", help: "evaluates nodes for each row of input values, and prints CSV"
  ) { $0.sweep.files.append($1) }

  /// The word before the model of a worker.
  package static let work = CommandLineOption(
    "work", "MODEL", help: "reads requests from standard input, a line of JSON each, and answers with lines of JSON"
  ) { $0.ask(for: .work($1)) }

  /// The word before a document of another editor.
  package static let importing = CommandLineOption(
    "import", "FILE", .file,
    help: "converts a document of \(ForeignEditor.names) to one of NodeGraph, and lists what is left out"
  ) { $0.ask(for: .importing($1)) }

  /// The words that may replace all options, in alphabetical order.
  package static let words = [bench, importing, sweep, work]

  /// Splits `NAME=TEXT`.
  private static func pair(
    _ option: String, _ text: String
  ) throws(CommandLineOptions.UsageError) -> (String, String) {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw CommandLineOptions.UsageError(message: "\(option) takes NAME=VALUE, not '\(text)'")
    }
    let name = text[..<sign].split(separator: " ").joined(separator: " ")
    return (name, String(text[text.index(after: sign)...]))
  }

  /// The options of `sweep`.
  package static let sweepOptions: [CommandLineOption] = [
    CommandLineOption(
      "--each", "NAME=A..B:STEP", help: "varies an input; several make a grid; also NAME=1,2,5, or dates"
    ) {
      (options, text) throws(CommandLineOptions.UsageError) in
      options.sweep.each.append(try pair("--each", text))
    },
    CommandLineOption("--zip", help: "varies the inputs of --each together instead of in a grid") { options, _ in
      options.sweep.isZipped = true
    },
    CommandLineOption(
      "--rows", "FILE", .file,
      help: "reads the inputs from records of JSON, or a CSV file with names in its first line"
    ) {
      $0.sweep.rows = $1
    },
    CommandLineOption(
      "--read", "OPTION=VALUE",
      help: "reads the file of --rows as csv(…, OPTION: VALUE) does; repeat it for several options"
    ) { (options, text) throws(CommandLineOptions.UsageError) in
      let (name, value) = try pair("--read", text)
      let plain =
        value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"") ? String(value.dropFirst().dropLast()) : value
      guard TableOptions.names.contains(name), name != "type" else {
        throw CommandLineOptions.UsageError(message: "--read has no option '\(name)'; help csv lists them")
      }
      guard options.sweep.reading.set(name, to: plain) else {
        throw CommandLineOptions.UsageError(message: TableOptions.expectation(name))
      }
    },
    CommandLineOption(
      "--draw", "NAME=DISTRIBUTION",
      help: "draws an input: uniform(a, b), normal(mean, deviation), lognormal, triangular"
    ) { (options, text) throws(CommandLineOptions.UsageError) in
      options.sweep.draws.append(try pair("--draw", text))
    },
    CommandLineOption("--repeat", "N", help: "repeats each row N times, with new draws each time") {
      (options, text) throws(CommandLineOptions.UsageError) in
      guard let number = Int(text), number > 0 else {
        throw CommandLineOptions.UsageError(message: "--repeat takes a whole number of at least 1, not '\(text)'")
      }
      options.sweep.repetitions = number
    },
    CommandLineOption("--seed", "N", help: "the seed of draws, which also depend on name and row; 0 by default") {
      (options, text) throws(CommandLineOptions.UsageError) in
      guard let number = UInt64(text) else {
        throw CommandLineOptions.UsageError(message: "--seed takes a whole number of at least 0, not '\(text)'")
      }
      options.sweep.seed = number
    },
    CommandLineOption("--set", "NAME=VALUE", help: "sets a name to a value or a formula before the sweep") {
      (options, text) throws(CommandLineOptions.UsageError) in
      options.sweep.settings.append(try pair("--set", text))
    },
    CommandLineOption("--get", "NAME", help: "the node to evaluate") { $0.sweep.outputs.append($1) },
    CommandLineOption(
      "--shard", "I/N", help: "evaluates part I of N of the rows; the parts in order make the whole output"
    ) {
      (options, text) throws(CommandLineOptions.UsageError) in
      let fields = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard fields.count == 2, let number = fields[0], let count = fields[1], number >= 1, number <= count else {
        throw CommandLineOptions.UsageError(message: "--shard takes I/N with I from 1 to N, not '\(text)'")
      }
      options.sweep.shard = (number, count)
    },
    CommandLineOption(
      "--workers", "N", help: "evaluates with at most N threads; one for each core by default"
    ) {
      (options, text) throws(CommandLineOptions.UsageError) in
      guard let number = Int(text), number > 0 else {
        throw CommandLineOptions.UsageError(message: "--workers takes a whole number of at least 1, not '\(text)'")
      }
      options.sweep.workers = number
    },
    CommandLineOption("--json", help: "prints a JSON object for each row") { options, _ in options.sweep.isJSON = true
    },
    CommandLineOption(
      "--summary",
      help: "prints mean, deviation, quantiles (within 0.1 %) and a histogram instead of the rows"
    ) { options, _ in
      options.sweep.isSummary = true
    },
    CommandLineOption("--merge", help: "merges the FILEs that --summary --json has written for the parts") {
      options, _ in
      options.sweep.isMerging = true
    },
  ]

  /// The syntax of the command line, all options, and the exit statuses.
  package static let usage: String = {
    let width = (all + sweepOptions).map(\.usage.count).max() ?? 0
    func row(_ first: String, _ second: String) -> String {
      "  " + first + String(repeating: " ", count: width - first.count + 2) + second
    }
    let rows =
      words.map { row($0.usage, $0.help) } + [
        row("FILE", "runs a file of statements, or reads a document (.json, .nodegraph); - is standard input")
      ]
    return
      ([
        "usage: nodecalc [OPTION…] [FILE…]", "       nodecalc bench [--json]",
        "       nodecalc import FILE [-o OUT]",
        "       nodecalc sweep MODEL [SWEEP-OPTION…] --get NAME [--get NAME…]", "       nodecalc work MODEL", "",
      ] + rows + all.map { row($0.usage, $0.help) } + ["", "Options of sweep:"]
      + sweepOptions.map { row($0.usage, $0.help) } + ["", endings])
      .joined(separator: "\n")
  }()

  static let endings = """
    Without FILE or -e, statements are read from standard input; at a terminal that is a prompt.
    Exit status: 0 done; 1 a statement was refused; 2 wrong usage, or a file can't be read; 3 done, but a requested
    value is an error; 130 interrupted.
    """
}
