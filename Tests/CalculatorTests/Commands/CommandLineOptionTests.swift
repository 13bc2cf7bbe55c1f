// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Testing

@Suite struct CommandLineOptionTests {
  private func refusal(_ arguments: String...) -> String? {
    do throws(CommandLineOptions.UsageError) {
      _ = try CommandLineOptions(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func everyOptionOfTheTableIsAccepted() {
    for option in CommandLineOption.all {
      let value: String
      switch option.value {
      case .words(let words): value = words[0]
      case .text, .file: value = "a=1"
      }
      let arguments = option.placeholder == nil ? [option.name] : [option.name, value]
      #expect(throws: Never.self, "\(option.name)") { try CommandLineOptions(arguments) }
    }
  }

  @Test func whatIsNoOptionIsAFile() throws {
    let options = try CommandLineOptions(["a.nc", "-", "-e", "a = 1", "--", "--json"])
    #expect(
      options.inputs.map { "\($0)" } == [#"file("a.nc")"#, #"file("-")"#, #"expression("a = 1")"#, #"file("--json")"#])
    #expect(!options.isJSON && !options.isEmpty)
  }

  @Test func noArgumentsAskForAPrompt() throws {
    #expect(try CommandLineOptions([]).isEmpty)
    #expect(try CommandLineOptions(["--json"]).isEmpty)
    #expect(try !CommandLineOptions(["--get", "a"]).isEmpty)
  }

  @Test(arguments: [
    (["--version", "--help"], "help"), (["--manual", "--version"], "version"), (["-h"], "help"),
    (["--repair", "a", "--completions", "zsh"], "completions(Calculator.ShellCompletions.zsh)"),
    (["--repair", "a", "--repair", "b", "c.nc"], "repair(\"b\")"), (["bench", "--json"], "benchmark"),
    (["bench", "--help"], "help"),
  ])
  func ofSeveralTasksOneIsDone(arguments: [String], task: String) throws {
    #expect(try CommandLineOptions(arguments).task.map { "\($0)" } == task)
  }

  @Test func mistakesAreNamed() {
    #expect(refusal("--jsn") == "unknown option '--jsn'")
    #expect(refusal("--get") == "--get needs a value")
    #expect(refusal("--set", "=3") == "--set takes NAME=VALUE, not '=3'")
    #expect(refusal("--completions", "sh") == "--completions takes bash, zsh, fish, not 'sh'")
    #expect(refusal("bench", "a") == "bench takes --json and nothing else")
    #expect(refusal("--set", " net  price = 3") == nil)
  }
}
