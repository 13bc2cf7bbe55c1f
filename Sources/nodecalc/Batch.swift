// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt

/// Runs files and expressions of the command line and prints the results.
struct Batch {
  private let options: CommandLineOptions
  private let dialogue: Dialogue
  /// The output of a statement's commands.
  private var said = OutputLines()
  /// The notes that were printed.
  private var notes: Set<String> = []
  private var sequence = 0
  private var hasRefused = false
  private var hasErrorValue = false
  private var hasPrinted = false

  init(_ options: CommandLineOptions) {
    self.options = options
    dialogue = Dialogue(
      host: TerminalHost(), manner: .script, reportsChanges: options.isJSON || options.showsChanges)
  }

  private var session: Session { dialogue.session }

  mutating func run() -> Terminal.ExitCode {
    TerminalSignals.handleInterrupts(isOnce: true)
    let code = runAll()
    return TerminalSignals.isInterrupted ? .interrupted : code
  }

  private mutating func runAll() -> Terminal.ExitCode {
    let expressions = options.inputs.count { if case .expression = $0 { true } else { false } }
    var expression = 0
    for case .expression(let text) in options.inputs { dialogue.prepare(for: Array(text.utf8)) }
    for input in options.inputs.isEmpty ? [.file("-")] : options.inputs {
      switch input {
      case .file("-") where Terminal.inputArrives:
        if let error = runInput() {
          Terminal.printError("nodecalc: \(error.message)")
          return .usage
        }
      case .file(let path):
        switch Terminal.read(path) {
        case .success(let bytes):
          if DocumentFile.isDocument(path, holding: bytes) {
            guard open(bytes, named: path) else { return .usage }
          } else {
            run(bytes, named: path == "-" ? "stdin" : path)
          }
        case .failure(let error):
          if !TerminalSignals.isInterrupted { Terminal.printError("nodecalc: \(error.message)") }
          return .usage
        }
      case .expression(let text):
        expression += 1
        run(Array(text.utf8), named: expressions == 1 ? "-e" : "-e\(expression)")
      }
      if isOver { return .refused }
    }
    for (name, value) in options.settings {
      guard let line = session.statement(setting: name, to: value) else {
        Terminal.printError("nodecalc: \(CommandLineOptions.UsageError(setting: name, to: value).message)")
        return .usage
      }
      if !options.isJSON, !options.requests.contains(name), let remark = session.remark(settingNew: name) {
        Terminal.printError("--set: note: \(remark)")
      }
      run(Array(line.utf8), named: "--set")
      if isOver { return .refused }
    }
    // All requests wait until no value is pending.
    if session.hasPending { printLanded(dialogue.settle()) }
    if isOver { return .refused }
    for name in options.requests {
      printRequested(name)
      if isOver { return .refused }
    }
    let isAsked = hasPrinted || options.isJSON || !options.pictures.isEmpty || !options.requests.isEmpty
    if Terminal.isShown, !isAsked, !hasRefused { listNames() }
    for picture in options.pictures {
      if case .failure(let error) = write(picture) {
        Terminal.printError("nodecalc: \(error.message)")
        return .usage
      }
    }
    return hasRefused ? .refused : hasErrorValue ? .errorValue : .done
  }

  /// The greatest number of names that are listed by default.
  private static let listLimit = 40

  /// Lists the definitions of a file, if the command line requests no other output.
  private func listNames() {
    let (functions, names) = (session.functions, session.names)
    for function in functions.prefix(Self.listLimit) { print(function) }
    let shown = names.prefix(max(0, Self.listLimit - functions.count))
    let line = ".show " + shown.map { SourceName.spelling($0) }.joined(separator: " ")
    if !shown.isEmpty, let statement = try? session.parse(line.utf8).statements.first {
      (try? dialogue.run(statement))?.lines.forEachLine { print($0) }
    }
    let left = functions.count + names.count - Self.listLimit
    if left > 0 { print("… \(left) more: -e .list lists all") }
  }

  /// Whether the remaining work is skipped.
  private var isOver: Bool { hasRefused && !options.keepsGoing || TerminalSignals.isInterrupted }

  private mutating func write(_ picture: CommandLineOptions.Picture) -> Result<Void, FileFailure> {
    let drawn = SessionPicture(of: session, openingGroups: options.opensGroups)
    switch picture {
    case .lanes: return writeLanes(of: drawn)
    case .boxes:
      do {
        let boxes = try drawn.boxPicture(width: Terminal.width)
        return show(of: "--box") { boxes.forEachLine(isASCII: !Terminal.showsUnicode, $0) }
      } catch {
        Terminal.printError("nodecalc: \(SessionPicture.text(error))")
        return writeLanes(of: drawn)
      }
    case .svg(let path): return write(drawn.svg(title: title, style: options.theme.style), to: path, of: "--svg")
    case .dot(let path): return write(drawn.dot, to: path, of: "--dot")
    }
  }

  private mutating func writeLanes(of drawn: SessionPicture) -> Result<Void, FileFailure> {
    show(of: "--graph") { drawn.forEachLane(isASCII: !Terminal.showsUnicode, width: Terminal.width, $0) }
  }

  /// Writes a picture; with `--json`, to standard output as an object.
  private mutating func write(
    _ text: String, to path: String, of option: String
  ) -> Result<Void, FileFailure> {
    guard options.isJSON, path == "-" else { return Terminal.write(text, to: path) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    return show(of: option) { body in for line in lines.last == "" ? lines.dropLast() : lines { body(line) } }
  }

  /// Prints lines as they are generated; with `--json`, as one object.
  private mutating func show(of option: String, _ forEachLine: ((String) -> Void) -> Void) -> Result<Void, FileFailure>
  {
    if options.isJSON {
      sequence += 1
      JSONOutput(seq: sequence, src: option, hasLines: true).print(withLines: forEachLine)
    } else {
      forEachLine { print($0) }
    }
    return .success(())
  }

  /// The title of pictures: the names of the files.
  private var title: String? {
    let paths = options.inputs.compactMap { if case .file(let path) = $0, path != "-" { path } else { nil } }
    let names = paths.map { $0.split(separator: "/").last.map { String($0) } ?? $0 }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// Reads a document, unless it is broken.
  private func open(_ bytes: [UInt8], named path: String) -> Bool {
    do throws(FileFailure) {
      try dialogue.read(document: bytes, named: path)
      for note in session.documentNotes { Terminal.printError("nodecalc: note: \(note)") }
      return true
    } catch {
      Terminal.printError("nodecalc: \(error.text)")
      return false
    }
  }

  private mutating func run(_ bytes: [UInt8], named name: String) {
    dialogue.prepare(for: bytes)
    let progress = Progress("loading", name)
    run(named: name, progress) { script, report in script.run(bytes, progress: progress.update, report: report) }
    progress.erase()
  }

  /// Runs the statements of standard input, each as soon as its line has arrived. Returns the error if the input can't be read.
  private mutating func runInput() -> Terminal.FileError? {
    // It isn't known yet whether a later statement uses the history. Long input rarely does, and is three times as
    // fast without it.
    let session = session
    var hasAsked = session.undoLimit > 0
    session.undoLimit = Session.defaultUndoLimit
    var (input, count) = (Terminal.Input(), 0)
    run(named: "stdin", nil) { script, report in
      script.run(
        reading: {
          Terminal.flush()
          guard let bytes = input.next() else { return nil }
          count += bytes.count
          hasAsked = hasAsked || Dialogue.asksForHistory(bytes)
          session.undoLimit = hasAsked || count < 1 << 17 ? Session.defaultUndoLimit : 0
          return bytes
        }, report: report)
    }
    return TerminalSignals.isInterrupted ? nil : input.error
  }

  private mutating func run(
    named name: String, _ progress: Progress?,
    _ body: (Script, (Script.Report) -> Script.Continuation) -> UnrunStatements?
  ) {
    let dialogue = dialogue
    var said = OutputLines()
    var landings = Landings()
    // Notes would be a step of the history.
    let script = Script(
      for: session, named: name, keepsComments: session.undoLimit == 0, settle: { landings.add(dialogue.settle()) },
      command: { command throws(Diagnostic) in
        let answer = try dialogue.run(command)
        said = answer.lines
        return answer.result
      })
    let unrun = body(script) { report in
      if TerminalSignals.isInterrupted { return .stop }
      printLanded(landings.result(in: dialogue.session))
      landings = Landings()
      self.said = said
      said = OutputLines()
      if isPrinted(report) { progress?.erase() }
      printReport(report)
      if case .failure = report.outcome { hasRefused = true }
      return hasRefused && !options.keepsGoing ? .stop : .proceed
    }
    if let unrun, !options.isJSON { Terminal.printError("\(name): \(unrun.text)") }
  }

  private func isPrinted(_ report: Script.Report) -> Bool {
    guard case .success(let result) = report.outcome, !options.isJSON else { return true }
    return !result.isQuiet && (result.value != nil || !result.results.isEmpty || options.showsChanges)
  }

  private mutating func printReport(_ report: Script.Report) {
    sequence += 1
    if isPrinted(report) || report.location.hasPrefix("-") { hasPrinted = true }
    switch report.outcome {
    case .success(let result):
      if result.value?.isFailure == true || result.results.contains(where: \.value.isFailure) { hasErrorValue = true }
      var lines = said
      said = OutputLines()
      let later = dialogue.afterwards(result, isReported: options.showsChanges && !result.isQuiet)
      if options.isJSON {
        lines += later
        JSONOutput(seq: sequence, src: report.location, result: result, hasLines: !lines.isEmpty).print {
          lines.forEachLine($0)
        }
      } else {
        printResult(result, lines)
        // Remarks are not printed for files, whose text is intended as it is, except where the language has changed since.
        let isShadowed = dialogue.session.shadowedFunctions.contains { result.function?.hasPrefix("`\($0)`(") == true }
        if let remark = result.remark, report.location.hasPrefix("-e") || isShadowed, !result.isQuiet {
          Terminal.printError("\(report.location): note: \(remark)")
        }
        if !result.isQuiet {
          for note in result.notes { Terminal.printError("\(report.location): note: \(note)") }
          notes.formUnion(result.notes)
        }
        for line in later { print(line) }
      }
    case .failure(var diagnostic):
      if let hint = session.hintOfDot(for: diagnostic, in: report.line) { diagnostic.hint = hint }
      if options.isJSON {
        print(JSONOutput(seq: sequence, src: report.location, diagnostic: diagnostic, line: report.line).text)
      } else {
        Terminal.printError(diagnostic.rendered(line: report.line, location: report.location))
      }
    }
  }

  /// Prints the changes of delayed values.
  private mutating func printLanded(_ result: Session.Result) {
    if result.evaluatedCount == 0 { return }
    let lines = OutputLines(dialogue.afterwards(result, isReported: options.showsChanges))
    if options.isJSON {
      sequence += 1
      JSONOutput(seq: sequence, src: "later", result: result, hasLines: !lines.isEmpty).print { lines.forEachLine($0) }
      return
    }
    if options.showsChanges {
      hasPrinted = true
      for line in ChangeReport(result.changes, limit: nil).lines { print(line) }
    }
    lines.forEachLine { print($0) }
  }

  private func printResult(_ result: Session.Result, _ lines: OutputLines) {
    if result.isQuiet { return }
    lines.forEachLine { print($0) }
    let style = dialogue.style
    if let value = result.value { print(style.formatted(result.format).wholeText(value)) }
    for (name, value) in result.results { print("\(SourceName.readSpelling(name)) = \(style.wholeText(value))") }
    if options.showsChanges {
      if let function = result.function { print(function) }
      for line in ChangeReport(result.changes, limit: nil).lines { print(line) }
    }
  }

  private mutating func printRequested(_ name: String) {
    guard let value = session.value(of: name) else {
      hasRefused = true
      let hint = session.formulas.hint(for: name)
      let diagnostic = Diagnostic(.name, "unknown name '\(name)'", 0..<name.utf8.count, hint: hint)
      let report = Script.Report(location: "--get", line: Array(name.utf8), outcome: .failure(diagnostic))
      return printReport(report)
    }
    if value.isFailure { hasErrorValue = true }
    let note = session.digitNote(on: name)
    if options.isJSON {
      sequence += 1
      let notes = note.map { [$0] } ?? []
      print(JSONOutput(seq: sequence, src: "--get", node: name, value: value, notes: notes).text)
    } else {
      print(dialogue.style.formatted(session.format(of: name)).wholeText(value))
      // The statement that defined the node may have printed the note already.
      if let note, !notes.contains(where: note.hasSuffix) { Terminal.printError("--get: note: \(note)") }
    }
  }
}
