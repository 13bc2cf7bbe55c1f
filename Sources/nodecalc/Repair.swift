// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// Writes the sound parts of a broken document, and lists on standard error what was dropped.
struct Repair {
  let path: String
  let output: String

  func run() -> Terminal.ExitCode {
    do throws(FileFailure) {
      let bytes = try Terminal.read(path).mapError { FileFailure($0.message) }.get()
      let (text, dropped) = try DocumentFile.repaired(bytes, named: path, JSONDocuments())
      try Terminal.write(text, to: output).get()
      for line in dropped { Terminal.printError("dropped: \(line)") }
      return .done
    } catch {
      Terminal.printError("nodecalc: \(error.message)")
      return .usage
    }
  }
}
