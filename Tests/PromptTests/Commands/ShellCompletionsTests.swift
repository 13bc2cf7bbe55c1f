// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct ShellCompletionsTests {
  @Test func everyShellKnowsEveryOption() {
    for shell in ShellCompletions.allCases {
      for option in CommandLineOption.all + CommandLineOption.sweepOptions {
        let name = shell == .fish ? " \(option.name.drop { $0 == "-" }) " : option.name
        #expect(shell.script.contains(name), "\(shell) does not know \(option.name)")
      }
    }
  }

  @Test func anOptionIsCompletedByWhatItTakes() {
    #expect(ShellCompletions.fish.script.contains("-l completions -x -a 'bash zsh fish' -d "))
    #expect(ShellCompletions.fish.script.contains("-l svg -r -F -d "))
    #expect(ShellCompletions.fish.script.contains("-s e -x -d "))
    #expect(ShellCompletions.fish.script.contains("-d 'prints one JSON object for each statement'"))
    #expect(ShellCompletions.zsh.script.hasPrefix("#compdef nodecalc\n"))
    #expect(
      ShellCompletions.zsh.script.contains(
        "'*--svg[writes the graph as an SVG picture; - is standard output]:OUT:_files'"))
    #expect(ShellCompletions.bash.script.contains("    --svg|--dot|--repair|-o|--rows) mapfile"))
  }

  @Test func usageListsEveryOption() {
    for option in CommandLineOption.all + CommandLineOption.sweepOptions {
      #expect(CommandLineOption.usage.contains("\n  \(option.usage) "))
    }
  }
}
