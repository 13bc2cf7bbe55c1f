// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// Converts a document of another editor to a NodeGraph document, and lists omissions on standard error.
struct ImportCommand {
  let path: String
  let output: String

  func run() -> Terminal.ExitCode {
    do throws(FileFailure) {
      let bytes = try Terminal.read(path).mapError { FileFailure($0.message) }.get()
      let name = path == "-" ? "stdin" : path
      let made = try EditorImport.document(bytes, named: name, JSONDocuments())
      try Terminal.write(made.text, to: output).get()
      for note in made.notes { Terminal.printError("note: \(note)") }
      return .done
    } catch {
      Terminal.printError("nodecalc: \(error.text)")
      return .usage
    }
  }
}
