// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// What the command line asks for.
struct Options {
  enum Input {
    case file(String)
    case expression(String)
  }

  /// A picture of everything, asked for at the end.
  enum Picture {
    case lanes
    case boxes
    case svg(String)
    case dot(String)
  }

  var inputs: [Input] = []
  var settings: [(name: String, value: String)] = []
  var requests: [String] = []
  var pictures: [Picture] = []
  var isJSON = false
  var showsChanges = false
  var keepsGoing = false
  /// A document to be repaired.
  var repair: String?
  /// Where it is written; standard output unless given.
  var output = "-"
  var wantsHelp = false
  var wantsVersion = false
  var wantsManual = false
  var wantsBenchmark = false
  var completions: ShellCompletions?

  static let usage = CommandLineOption.usage

  struct UsageError: Error {
    let message: String
  }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    if rest.first == "bench", rest.last != "--help" {
      wantsBenchmark = true
      isJSON = rest.dropFirst().first == "--json"
      guard rest.count == (isJSON ? 2 : 1) else { throw UsageError(message: "bench takes --json and nothing else") }
      return
    }
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
      case "--graph": pictures.append(.lanes)
      case "--box": pictures.append(.boxes)
      case "--svg": pictures.append(.svg(try value(of: "--svg")))
      case "--dot": pictures.append(.dot(try value(of: "--dot")))
      case "--repair": repair = try value(of: "--repair")
      case "-o": output = try value(of: "-o")
      case "--help", "-h": wantsHelp = true
      case "--manual": wantsManual = true
      case "--completions":
        let shell = try value(of: "--completions")
        guard let known = ShellCompletions(rawValue: shell) else {
          let shells = ShellCompletions.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError(message: "--completions takes \(shells), not '\(shell)'")
        }
        completions = known
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
