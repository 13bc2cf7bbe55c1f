// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The manual page of `nodecalc`, in the language of `man`.
package enum ManualPage {
  /// The page. It is checked in as `man/nodecalc.1`, which `nodecalc --manual` writes.
  package static let text: String = {
    var lines = [
      #".\" This file is part of NodeGraph. It is made by nodecalc --manual."#,
      #".\" SPDX-License-Identifier: Apache-2.0"#,
      ".TH NODECALC 1",
      ".SH NAME", #"nodecalc \- a calculator in which every name is a node"#,
      ".SH SYNOPSIS", ".B nodecalc", "[OPTION...] [FILE...]", ".PP", ".B nodecalc bench",
      escaped("[--json]"), ".PP", ".B nodecalc import", escaped("FILE [-o OUT]"), ".PP", ".B nodecalc sweep",
      escaped("MODEL [SWEEP-OPTION...] --get NAME..."), ".PP",
      ".B nodecalc work", "MODEL",
      ".SH DESCRIPTION",
      "Each definition makes a node. Change one, and everything that depends on it, and nothing else, is computed",
      "again; what changed is printed.", ".PP",
    ]
    lines += CommandLineOption.endings.split(separator: "\n").map { escaped(String($0)) }
    lines.append(".SH OPTIONS")
    for option in CommandLineOption.words + CommandLineOption.all { lines += entry(option.usage, option.help) }
    lines.append(".SH OPTIONS OF SWEEP")
    for option in CommandLineOption.sweepOptions { lines += entry(option.usage, option.help) }
    lines.append(".SH FORMULAS")
    for page in HelpText.pages {
      lines += [".SS \(page.topic.prefix(1).uppercased())\(page.topic.dropFirst())", ".nf"]
      lines += page.lines.map { $0.isEmpty ? ".sp" : escaped($0) } + [".fi"]
    }
    lines += [
      ".SH COMMANDS",
      "Scripts write them with a dot, as in .list; at the prompt none is needed, and the beginning of a name is enough.",
    ]
    for group in CommandGroup.allCases {
      let commands = CommandTable.commands.filter { $0.group == group }
      if commands.isEmpty { continue }
      lines.append(".SS \(group.rawValue.prefix(1).uppercased())\(group.rawValue.dropFirst())")
      for command in commands {
        lines += entry(command.usage, command.help)
        lines += [".RS", ".nf"] + command.examples.map { escaped("> \($0.line)") } + [".fi", ".RE"]
      }
    }
    lines.append(".SH FUNCTIONS")
    for function in FormulaFunction.table {
      lines += [".TP", ".B \(escaped(function.signature))", escaped(function.help)]
    }
    lines += [".SH KINDS", ".nf"] + CalculatorKinds.help.map(escaped) + [".fi"]
    return lines.joined(separator: "\n") + "\n"
  }()

  private static func entry(_ usage: String, _ help: String) -> [String] {
    [".TP", ".B \(escaped(usage))", escaped("\(help.prefix(1).uppercased())\(help.dropFirst()).")]
  }

  /// Escapes a text so that no character is a command of the formatter.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      case "^": result += #"\(ha"#
      case "~": result += #"\(ti"#
      case "`": result += #"\(ga"#
      case "'": result += #"\(aq"#
      case "→": result += #"\(->"#
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result.first == "." ? #"\&"# + result : result
  }
}
