// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Scripts that complete the command line of `nodecalc` in a shell.
package enum ShellCompletions: String, CaseIterable, Sendable {
  /// For `eval "$(nodecalc --completions bash)"`.
  case bash
  /// For a file `_nodecalc` in a folder of `$fpath`.
  case zsh
  /// For `nodecalc --completions fish | source`.
  case fish

  /// The script.
  package var script: String {
    let header = "# Completes nodecalc. Made by nodecalc --completions \(rawValue).\n"
    switch self {
    case .bash: return header + bash
    case .zsh: return "#compdef nodecalc\n" + header + zsh
    case .fish: return header + fish
    }
  }

  /// All options, followed by the options of `sweep`; an option of both is listed once.
  private var options: [CommandLineOption] {
    let common = Set(CommandLineOption.all.map(\.name))
    return CommandLineOption.all + CommandLineOption.sweepOptions.filter { !common.contains($0.name) }
  }

  private var words: [CommandLineOption] { CommandLineOption.words }

  private var bash: String {
    func names(_ isMeant: (CommandLineOption) -> Bool) -> String {
      options.filter(isMeant).map(\.name).joined(separator: "|")
    }
    var cases: [String] = []
    for option in options {
      if case .words(let words) = option.valueWords, option.placeholder != nil {
        let list = words.joined(separator: " ")
        cases.append("    \(option.name)) mapfile -t COMPREPLY < <(compgen -W '\(list)' -- \"$word\"); return ;;")
      }
    }
    let texts = names { $0.placeholder != nil && $0.valueWords == .text }
    let files = names { $0.placeholder != nil && $0.valueWords == .file }
    return """
      _nodecalc() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        case $before in
      \(cases.joined(separator: "\n"))
          \(texts)) return ;;
          \(files)) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        esac
        if [[ $word == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W '\(options.map(\.name).joined(separator: " "))' -- "$word")
        else
          mapfile -t COMPREPLY < <(compgen -f -- "$word")
          if [[ $COMP_CWORD == 1 ]]; then
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '\(words.map(\.name).joined(separator: " "))' -- "$word")
          fi
        fi
      }
      complete -o filenames -F _nodecalc nodecalc

      """
  }

  private var zsh: String {
    let specifications = options.map { option -> String in
      let help = option.help.filter { $0 != "[" && $0 != "]" }.replacing("'", with: "'\\''")
      let star = option.placeholder == nil ? "" : "*"
      var specification = "\(star)\(option.name)[\(help)]"
      if let placeholder = option.placeholder {
        switch option.valueWords {
        case .text: specification += ":\(placeholder):"
        case .file: specification += ":\(placeholder):_files"
        case .words(let words): specification += ":\(placeholder):(\(words.joined(separator: " ")))"
        }
      }
      return "  '\(specification)' \\"
    }
    let first =
      "  '1:first:{_alternative \"words:command:(\(words.map(\.name).joined(separator: " ")))\" \"files:file:_files\"}' \\"
    return "_arguments \\\n" + (specifications + [first]).joined(separator: "\n") + "\n  '*:file:_files'\n"
  }

  private var fish: String {
    return words.map { "complete -c nodecalc -n __fish_use_subcommand -a \($0.name) -d '\($0.help)'\n" }.joined()
      + options.map { option in
        let isShort = !option.name.hasPrefix("--")
        var line = "complete -c nodecalc \(isShort ? "-s" : "-l") \(option.name.drop { $0 == "-" })"
        if option.placeholder != nil {
          switch option.valueWords {
          case .text: line += " -x"
          case .file: line += " -r -F"
          case .words(let words): line += " -x -a '\(words.joined(separator: " "))'"
          }
        }
        return line + " -d '\(option.help.replacing("'", with: "\\'"))'\n"
      }.joined()
  }
}
