// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
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
      switch option.valueWords {
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

  @Test func aPictureIsNotWrittenIntoAModel() {
    for file in ["tax.nc", "tax.json", "tax.nodegraph"] {
      #expect(
        refusal("--svg", file) == "--svg would overwrite the model with a picture: '\(file)'; write \(file) --svg FILE")
      #expect(refusal("--dot", file)?.hasPrefix("--dot would overwrite the model with a picture") == true)
    }
    #expect(refusal("tax.nc", "--svg", "tax.svg", "--dot", "-") == nil)
  }

  @Test func noArgumentsAskForAPrompt() throws {
    #expect(try CommandLineOptions([]).isEmpty)
    #expect(try CommandLineOptions(["--json"]).isEmpty)
    #expect(try !CommandLineOptions(["--get", "a"]).isEmpty)
  }

  @Test(arguments: [
    (["--version", "--help"], "help"), (["--manual", "--version"], "version"), (["-h"], "help"),
    (["--repair", "a", "--completions", "zsh"], "completions(Prompt.ShellCompletions.zsh)"),
    (["--repair", "a", "--repair", "b", "c.nc"], "repair(\"b\")"), (["bench", "--json"], "benchmark"),
    (["bench", "--help"], "help"),
  ])
  func ofSeveralTasksOneIsDone(arguments: [String], task: String) throws {
    #expect(try CommandLineOptions(arguments).task.map { "\($0)" } == task)
  }

  @Test func mistakesAreNamed() {
    #expect(refusal("--jsn") == "unknown option '--jsn'")
    #expect(refusal("--get=total") == "unknown option '--get=total'; write --get total")
    #expect(refusal("sweep", "a.nc", "--seed=4") == "sweep has no option '--seed=4'; write --seed 4")
    #expect(refusal("--get") == "--get needs a value")
    #expect(refusal("--set", "=3") == "--set takes NAME=VALUE, not '=3'")
    #expect(refusal("--completions", "sh") == "--completions takes bash, zsh, fish, not 'sh'")
    #expect(refusal("bench", "a") == "bench takes no argument other than --json")
    #expect(refusal("--set", " net  price = 3") == nil)
    #expect(refusal("work") == "work takes one argument, the file of a model")
    #expect(refusal("work", "a.nc", "b.nc") == "work takes one argument, the file of a model")
    #expect(refusal("sweep", "--get", "a") == "sweep takes the file of one model")
    #expect(refusal("sweep", "a.nc") == "sweep needs --get NAME, the node to evaluate")
    #expect(refusal("sweep", "a.nc", "--svg", "b") == "sweep has no option '--svg'")
    #expect(refusal("sweep", "a.nc", "--each", "b") == "--each takes NAME=VALUE, not 'b'")
    #expect(refusal("sweep", "a.nc", "--shard", "0/2") == "--shard takes I/N with I from 1 to N, not '0/2'")
    #expect(refusal("sweep", "a.nc", "--shard", "3/2") == "--shard takes I/N with I from 1 to N, not '3/2'")
    #expect(refusal("sweep", "a.nc", "--shard", "1") == "--shard takes I/N with I from 1 to N, not '1'")
    #expect(refusal("sweep", "a.nc", "--seed", "-1") == "--seed takes a whole number of at least 0, not '-1'")
    #expect(refusal("sweep", "a.nc", "--repeat", "0") == "--repeat takes a whole number of at least 1, not '0'")
    #expect(refusal("sweep", "a.nc", "--workers", "0") == "--workers takes a whole number of at least 1, not '0'")
    #expect(refusal("sweep", "--merge") == "sweep --merge takes the files of summaries")
  }

  @Test func everyOptionOfSweepIsAccepted() {
    let values = ["--shard": "2/3", "--seed": "4", "--repeat": "5", "--read": "header=no", "--workers": "2"]
    for option in CommandLineOption.sweepOptions {
      let arguments = option.placeholder == nil ? [option.name] : [option.name, values[option.name] ?? "a=1"]
      #expect(throws: Never.self, "\(option.name)") {
        try CommandLineOptions(["sweep", "a.nc", "--get", "a"] + arguments)
      }
    }
  }

  @Test func aThemeIsOneOfThoseThatAreKnown() throws {
    #expect(try CommandLineOptions(["--theme", "dark"]).theme == .dark)
    #expect(try CommandLineOptions([]).theme == .light)
    #expect(throws: CommandLineOptions.UsageError.self) { try CommandLineOptions(["--theme", "pink"]) }
    #expect(throws: CommandLineOptions.UsageError.self) { try CommandLineOptions(["--theme"]) }
  }
}
