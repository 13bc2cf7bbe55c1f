// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// Runs what the command line names and prints what it asks for.
struct Batch {
  private let options: Options
  private let session: Session
  private var sequence = 0
  private var hasRefused = false
  private var hasErrorValue = false

  init(_ options: Options) {
    self.options = options
    session = Session(reportsChanges: options.isJSON || options.showsChanges)
  }

  mutating func run() -> Terminal.ExitCode {
    let expressions = options.inputs.count { if case .expression = $0 { true } else { false } }
    var expression = 0
    for input in options.inputs.isEmpty ? [.file("-")] : options.inputs {
      switch input {
      case .file(let path):
        switch Terminal.read(path) {
        case .success(let bytes): run(bytes, named: path == "-" ? "stdin" : path)
        case .failure(let error):
          Terminal.printError("nodecalc: \(error.message)")
          return .usage
        }
      case .expression(let text):
        expression += 1
        run(Array(text.utf8), named: expressions == 1 ? "-e" : "-e\(expression)")
      }
      if hasRefused && !options.keepsGoing { return .refused }
    }
    for setting in options.settings {
      guard let line = line(of: setting) else {
        Terminal.printError("nodecalc: --set takes NAME=VALUE, not '\(setting.name)=\(setting.value)'")
        return .usage
      }
      run(Array(line.utf8), named: "--set")
      if hasRefused && !options.keepsGoing { return .refused }
    }
    for name in options.requests {
      printRequested(name)
      if hasRefused && !options.keepsGoing { return .refused }
    }
    return hasRefused ? .refused : hasErrorValue ? .errorValue : .done
  }

  /// A setting as one statement: of a node, or of a port of one as in `soft.multiplier=128`.
  private func line(of setting: (name: String, value: String)) -> String? {
    var name = SourceName.spelling(setting.name)
    if session.value(of: setting.name) == nil, let dot = setting.name.lastIndex(of: ".") {
      let (node, port) = (String(setting.name[..<dot]), String(setting.name[setting.name.index(after: dot)...]))
      if session.value(of: node) != nil { name = "\(SourceName.spelling(node)).\(SourceName.spelling(port))" }
    }
    let line = "\(name) = \(setting.value)"
    guard let parsed = try? session.parse(line.utf8) else { return setting.name.contains("`") ? nil : line }
    return parsed.statements.count == 1 ? line : nil
  }

  private mutating func run(_ bytes: [UInt8], named name: String) {
    let session = session
    let script = Script(for: session, named: name) { command throws(Diagnostic) in
      try Commands.run(command, session, isPrompt: false)
    }
    script.run(bytes) { report in
      printReport(report)
      if case .failure = report.outcome { hasRefused = true }
      return hasRefused && !options.keepsGoing ? .stop : .goOn
    }
  }

  private mutating func printReport(_ report: Script.Report) {
    sequence += 1
    switch report.outcome {
    case .success(let result):
      if result.value?.isFailure == true { hasErrorValue = true }
      if options.isJSON {
        print(JSONOutput(seq: sequence, src: report.location, result: result).text)
      } else {
        printResult(result)
      }
    case .failure(let diagnostic):
      if options.isJSON {
        print(JSONOutput(seq: sequence, src: report.location, diagnostic: diagnostic, line: report.line).text)
      } else {
        Terminal.printError(diagnostic.rendered(line: report.line, location: report.location))
      }
    }
  }

  private func printResult(_ result: Session.Result) {
    if result.isQuiet { return }
    if let value = result.value { print(value.text) }
    if options.showsChanges {
      for line in ChangeReport(result.changes, limit: nil).lines { print(line) }
    }
  }

  private mutating func printRequested(_ name: String) {
    guard let value = session.value(of: name) else {
      hasRefused = true
      let hint = Suggestion.hint(for: name, among: session.names)
      let diagnostic = Diagnostic(.name, "unknown name '\(name)'", 0..<name.utf8.count, hint: hint)
      let report = Script.Report(location: "--get", line: Array(name.utf8), outcome: .failure(diagnostic))
      return printReport(report)
    }
    if value.isFailure { hasErrorValue = true }
    if options.isJSON {
      sequence += 1
      print(JSONOutput(seq: sequence, src: "--get", node: name, value: value).text)
    } else {
      print(value.text)
    }
  }
}
