// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt

/// Implements `nodecalc bench`.
enum BenchmarkCommand {
  /// Measures and prints the figures; after ^C, the figures so far.
  static func run(isJSON: Bool) -> Terminal.ExitCode {
    TerminalSignals.handleInterrupts(isOnce: true)
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
