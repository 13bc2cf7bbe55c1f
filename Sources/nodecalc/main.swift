// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt

Terminal.occupyClosedStreams()
Terminal.dieQuietlyOnClosedPipe()
Terminal.outliveLargeFiles()

do {
  let options = try CommandLineOptions(CommandLine.arguments.dropFirst())
  switch options.task {
  case .help: print(CommandLineOption.usage)
  case .version: print(CommandLineOption.version)
  case .manual: print(ManualPage.text, terminator: "")
  case .completions(let shell): print(shell.script, terminator: "")
  case .repair(let path): Terminal.exit(Repair(path: path, output: options.output).run())
  case .importing(let path): Terminal.exit(ImportCommand(path: path, output: options.output).run())
  case .benchmark: Terminal.exit(BenchmarkCommand.run(isJSON: options.isJSON))
  case .sweep: Terminal.exit(SweepCommand.run(options.sweep))
  case .work(let path): Terminal.exit(WorkCommand.run(path))
  case nil where options.isEmpty && Terminal.isInteractive:
    var prompt = PromptLoop()
    Terminal.exit(prompt.run())
  case nil where options.goesOn && Terminal.isInteractive:
    var prompt = PromptLoop()
    Terminal.exit(prompt.run(after: options))
  case nil:
    var batch = Batch(options)
    Terminal.exit(batch.run())
  }
} catch {
  Terminal.printError("nodecalc: \(error.message)\nnodecalc --help lists the options")
  Terminal.exit(.usage)
}
