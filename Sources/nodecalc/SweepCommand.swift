// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt

/// Loads the model of `nodecalc sweep` and `nodecalc work` without printing its output.
struct ModelFile {
  let session: Session
  /// The fingerprint of the file.
  let fingerprint: Fingerprint

  /// Reads a model.
  ///
  /// - Throws: The exit code, after the reason was printed.
  init(_ path: String) throws(Terminal.ExitCode) {
    let bytes: [UInt8]
    switch Terminal.read(path) {
    case .success(let read): bytes = read
    case .failure(let error):
      if TerminalSignals.isInterrupted { throw .interrupted }
      Terminal.printError("nodecalc: \(error.message)")
      throw .usage
    }
    fingerprint = Fingerprint(bytes)
    let dialogue = Dialogue(host: TerminalHost(clock: nil), manner: .script, reportsChanges: false)
    dialogue.session.notesDigits = false
    if DocumentFile.isDocument(path, holding: bytes) {
      do throws(FileFailure) {
        try dialogue.read(document: bytes, named: path)
      } catch {
        Terminal.printError("nodecalc: \(error.text)")
        throw .usage
      }
    } else {
      let script = Script(for: dialogue.session, named: path == "-" ? "stdin" : path) { command throws(Diagnostic) in
        try dialogue.run(command).result
      }
      var isRefused = false
      script.run(bytes) { report in
        guard case .failure(let diagnostic) = report.outcome else { return .proceed }
        Terminal.printError(diagnostic.rendered(line: report.line, location: report.location))
        isRefused = true
        return .stop
      }
      if isRefused { throw .refused }
      if TerminalSignals.isInterrupted { throw .interrupted }
    }
    session = dialogue.session
  }
}

/// Implements `nodecalc sweep`.
enum SweepCommand {
  static func run(_ options: SweepOptions) -> Terminal.ExitCode {
    TerminalSignals.handleInterrupts(isOnce: true)
    do {
      return try options.isMerging ? merge(options) : sweep(options)
    } catch let code as Terminal.ExitCode {
      return code
    } catch let diagnostic as Diagnostic {
      if TerminalSignals.isInterrupted { return .interrupted }
      Terminal.printError("nodecalc: \(diagnostic.summary)")
      return .refused
    } catch {
      if TerminalSignals.isInterrupted { return .interrupted }
      let usage = (error as? CommandLineOptions.UsageError)?.message
      Terminal.printError("nodecalc: \(usage ?? (error as? FileFailure)?.text ?? "\(error)")")
      return .usage
    }
  }

  private static func sweep(_ options: SweepOptions) throws -> Terminal.ExitCode {
    let session = try ModelFile(options.files[0]).session
    for (name, value) in options.settings {
      guard let line = session.statement(setting: name, to: value) else {
        throw CommandLineOptions.UsageError(setting: name, to: value)
      }
      if !options.outputs.contains(name), let remark = session.remark(settingNew: name) {
        Terminal.printError("nodecalc: note: \(remark)")
      }
      try session.run(line)
    }
    let scenarios = try options.scenarios(
      readFile: { path throws(FileFailure) in try Terminal.read(path).mapError { FileFailure($0.message) }.get() },
      report: { Terminal.printError("nodecalc: note: \($0)") })
    let run = try SweepRun(options, scenarios, of: session)
    let progress = Progress("sweeping", options.files[0])
    let outcome = run.run(
      isInterrupted: { TerminalSignals.isInterrupted }, progress: progress.update,
      write: { text in
        if Terminal.isShown { progress.erase() }
        return Terminal.writeLines(text)
      })
    progress.erase()
    switch outcome {
    case .done: return .done
    case .someFailed: return .errorValue
    case .stopped: return .interrupted
    case .unwritten: return .usage
    }
  }

  private static func merge(_ options: SweepOptions) throws -> Terminal.ExitCode {
    var files: [(name: String, bytes: [UInt8])] = []
    for path in options.files {
      files.append((path, try Terminal.read(path).mapError { FileFailure($0.message) }.get()))
    }
    let summaries = try SweepRun.merged(files)
    return Terminal.writeLines(SweepRun.text(of: summaries, isJSON: options.isJSON)) ? .done : .usage
  }
}
