// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

Terminal.occupyClosedStreams()
Terminal.dieQuietlyOnClosedPipe()
Terminal.outliveLargeFiles()

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    print(Options.usage)
  } else if options.wantsVersion {
    print("nodecalc 0.1.0")
  } else if options.wantsManual {
    print(ManualPage.text, terminator: "")
  } else if let completions = options.completions {
    print(completions.script, terminator: "")
  } else if let path = options.repair {
    Terminal.exit(Repair(path: path, output: options.output).run())
  } else if options.wantsBenchmark {
    Terminal.exit(BenchmarkCommand.run(isJSON: options.isJSON))
  } else if options.inputs.isEmpty && options.settings.isEmpty && options.requests.isEmpty && options.pictures.isEmpty
    && Terminal.isInteractive
  {
    var prompt = Prompt()
    Terminal.exit(prompt.run())
  } else {
    var batch = Batch(options)
    Terminal.exit(batch.run())
  }
} catch {
  Terminal.printError("nodecalc: \(error.message)\n\(Options.usage)")
  Terminal.exit(.usage)
}
