// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
struct Options {
  enum Input {
    case file(String)
    case expression(String)
  }

  var inputs: [Input] = []
  var settings: [(name: String, value: String)] = []
  var requests: [String] = []
  var isJSON = false
  var showsChanges = false
  var keepsGoing = false
  var wantsHelp = false
  var wantsVersion = false

  static let usage = """
    usage: nodecalc [FILE…] [-e TEXT]… [--set NAME=VALUE]… [--get NAME]… [--json] [--changes] [--keep-going]

      FILE              runs the statements of a file; - is standard input
      -e TEXT           runs the statements in TEXT
      --set NAME=VALUE  gives a name a value or a formula, after all statements
      --get NAME        prints the value of a name, last of all
      --json            prints one JSON object for each statement
      --changes         prints what each statement changed, old and new
      --keep-going      goes on after a statement that was refused
      --help, --version

    Without FILE or -e, statements are read from standard input; at a terminal that is a prompt.
    Exit status: 0 done; 1 a statement was refused; 2 usage, or a file can't be read; 3 done, but what was asked for
    is an error value; 130 interrupted.
    """

  struct UsageError: Error {
    let message: String
  }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    func value(of option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "-e": inputs.append(.expression(try value(of: "-e")))
      case "--get": requests.append(try value(of: "--get"))
      case "--set":
        let setting = try value(of: "--set")
        guard let sign = setting.firstIndex(of: "="), sign != setting.startIndex else {
          throw UsageError(message: "--set takes NAME=VALUE, not '\(setting)'")
        }
        let name = setting[..<sign].split(separator: " ").joined(separator: " ")
        settings.append((name, String(setting[setting.index(after: sign)...])))
      case "--json": isJSON = true
      case "--changes": showsChanges = true
      case "--keep-going": keepsGoing = true
      case "--help", "-h": wantsHelp = true
      case "--version": wantsVersion = true
      case "--":
        inputs += rest.map { .file($0) }
        rest = []
      case "-": inputs.append(.file("-"))
      default:
        guard !argument.hasPrefix("-") else { throw UsageError(message: "unknown option '\(argument)'") }
        inputs.append(.file(argument))
      }
    }
  }
}
