// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// What `nodecalc bench` does.
enum BenchmarkCommand {
  /// Measures, and prints what was found; after ^C what there is until then.
  static func run(isJSON: Bool) -> Terminal.ExitCode {
    TerminalSignals.noteInterrupts(isOnce: true)
    do {
      let report = try Benchmark().run(on: TerminalHost())
      if isJSON {
        print(report.json)
      } else {
        for line in report.lines { print(line) }
      }
      return report.isComplete ? .done : .interrupted
    } catch {
      Terminal.printError("nodecalc: \(error.message)")
      return .refused
    }
  }
}
