// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An option of the command line: usage, the manual page and the completions of shells list it.
public struct CommandLineOption: Hashable, Sendable {
  /// What completes the value of an option.
  public enum Value: Hashable, Sendable {
    /// Text that nobody can guess.
    case text
    /// A path.
    case file
    /// One of these words.
    case words([String])
  }

  /// How it is spelt: `--get`.
  public let name: String
  /// What usage calls its value; nothing if it takes none.
  public let placeholder: String?
  /// What its value is.
  public let value: Value
  /// What it does, third person, without a full stop.
  public let help: String

  init(_ name: String, _ placeholder: String? = nil, _ value: Value = .text, help: String) {
    self.name = name
    self.placeholder = placeholder
    self.value = value
    self.help = help
  }

  /// The option with its value: `--get NAME`.
  public var usage: String { placeholder.map { "\(name) \($0)" } ?? name }

  /// All options of `nodecalc`.
  public static let all = [
    CommandLineOption("-e", "TEXT", .text, help: "runs the statements in TEXT"),
    CommandLineOption("--set", "NAME=VALUE", .text, help: "gives a name a value or a formula, after all statements"),
    CommandLineOption("--get", "NAME", .text, help: "prints the value of a name, last of all"),
    CommandLineOption("--json", help: "prints one JSON object for each statement"),
    CommandLineOption("--changes", help: "prints what each statement changed, old and new"),
    CommandLineOption("--keep-going", help: "goes on after a statement that was refused"),
    CommandLineOption("--graph", help: "prints the graph at the end: a line for each node, lanes for the values"),
    CommandLineOption("--box", help: "prints it as boxes with their ports, where the terminal is wide enough"),
    CommandLineOption("--svg", "OUT", .file, help: "writes it as an SVG picture; - is standard output"),
    CommandLineOption("--dot", "OUT", .file, help: "writes it in the language of Graphviz"),
    CommandLineOption(
      "--repair", "FILE", .file, help: "writes what is sound of a broken document, and says what was dropped"),
    CommandLineOption("-o", "OUT", .file, help: "where --repair writes it; standard output unless given"),
    CommandLineOption(
      "--completions", "SHELL", .words(ShellCompletions.allCases.map(\.rawValue)),
      help: "prints the completions for a shell: bash, zsh or fish"),
    CommandLineOption("--manual", help: "prints the manual page"),
    CommandLineOption("--help", help: "prints this"),
    CommandLineOption("--version", help: "prints the version"),
  ]

  /// The word that may stand in place of everything else.
  public static let bench = CommandLineOption(
    "bench", help: "measures for ten seconds how fast nodes are evaluated here; --json prints that as an object")

  /// How the command line is written, and how it ends.
  public static let usage: String = {
    let width = all.map(\.usage.count).max() ?? 0
    func row(_ first: String, _ second: String) -> String {
      "  " + first + String(repeating: " ", count: width - first.count + 2) + second
    }
    let rows = [
      row(bench.usage, bench.help),
      row("FILE", "runs a file of statements, or reads a document (.json, .nodegraph); - is standard input"),
    ]
    return
      (["usage: nodecalc [OPTION…] [FILE…]", "       nodecalc bench [--json]", ""] + rows
      + all.map { row($0.usage, $0.help) } + ["", endings])
      .joined(separator: "\n")
  }()

  static let endings = """
    Without FILE or -e, statements are read from standard input; at a terminal that is a prompt.
    Exit status: 0 done; 1 a statement was refused; 2 usage, or a file can't be read; 3 done, but what was asked for
    is an error value; 130 interrupted.
    """
}
