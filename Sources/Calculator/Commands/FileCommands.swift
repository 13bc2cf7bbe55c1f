// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Commands that read and write files.
enum FileCommands {
  static let all = [export, open, save, source]

  static let export = CommandDefinition(
    "export", .files,
    [CommandParameter("FORMAT", .option(["svg", "dot", "json", "html"])), CommandParameter("FILE", .file)],
    "writes everything as a picture, in the language of Graphviz, as JSON or as a page for a browser",
    examples: [
      CommandExample("export svg bill.svg", after: "a = 3", "b = a + 1"),
      CommandExample("export dot \"my bill.dot\"", after: "a = 3"),
    ]
  ) { call throws(Diagnostic) in
    let session = call.session
    let text =
      switch try call.option(0) {
      case "svg": SessionPicture(of: session).svg(title: call.dialogue.path)
      case "dot": SessionPicture(of: session).dot
      case "json": SessionExport(session: session).json
      default: SessionExport(session: session).html(title: call.dialogue.path ?? "nodecalc")
      }
    try call.write(text, to: call.words[1])
    call.print("exported \(call.words[1].text)")
  }

  static let open = CommandDefinition(
    "open", .files, [CommandParameter("FILE", .file)], isForPrompt: true,
    "reads a file in place of what there is; if any of it is refused, nothing changes",
    examples: [CommandExample("open Examples/tax.nc"), CommandExample("open Examples/tax.nc", after: "a = 3")]
  ) { call throws(Diagnostic) in
    let bytes = try call.read(call.words[0])
    let dialogue = call.dialogue
    let (session, evaluations) = (dialogue.session, dialogue.evaluations)
    dialogue.session = Dialogue.session(dialogue.manner, session.reportsChanges)
    // What is opened can't be undone statement by statement.
    dialogue.session.undoLimit = 0
    do throws(Diagnostic) {
      try call.run(bytes, of: call.words[0], keepsGoing: false)
    } catch {
      (dialogue.session, dialogue.evaluations) = (session, evaluations)
      throw Diagnostic(error.code, "\(error.message); nothing changed", error.range, notes: error.notes)
    }
    dialogue.session.undoLimit = session.undoLimit
    dialogue.watched = []
    dialogue.lastChanges = []
    dialogue.path = call.words[0].text
    call.result.changes = []
    let count = dialogue.session.names.count
    call.print("opened \(call.words[0].text): \(count) name\(count == 1 ? "" : "s")")
  }

  static let save = CommandDefinition(
    "save", .files, [CommandParameter("FILE", .file, .optional)],
    "writes everything as a script, to the file that was opened or saved last unless one is given",
    examples: [
      CommandExample("save bill.nc", after: "price = 20", "total = price * 3"),
      CommandExample("save", after: "open Examples/tax.nc", "price = 25"),
    ]
  ) { call throws(Diagnostic) in
    guard let path = call.words.first ?? call.dialogue.path.map({ SourceName($0, range: call.command.name.range) })
    else {
      throw Diagnostic(
        .command, "there is no file yet", call.command.name.range, hint: "usage: \(call.definition.usage)")
    }
    try call.write(call.session.text, to: path)
    call.dialogue.path = path.text
    let count = call.session.names.count
    call.print("saved \(path.text): \(count) name\(count == 1 ? "" : "s")")
  }

  static let source = CommandDefinition(
    "source", .files, [CommandParameter("FILE", .file)], "runs the statements of a file",
    examples: [CommandExample("source Examples/tax.nc"), CommandExample("source Examples/tax.nc;")]
  ) { call throws(Diagnostic) in
    try call.run(try call.read(call.words[0]), of: call.words[0], keepsGoing: true)
  }
}

extension Invocation {
  /// The contents of a file.
  func read(_ path: SourceName) throws(Diagnostic) -> [UInt8] {
    do throws(FileFailure) {
      return try dialogue.host.readFile(path.text)
    } catch {
      throw Diagnostic(.file, error.message, path.range)
    }
  }

  /// Writes a file.
  func write(_ text: String, to path: SourceName) throws(Diagnostic) {
    do throws(FileFailure) {
      try dialogue.host.writeFile(text, to: path.text)
    } catch {
      throw Diagnostic(.file, error.message, path.range)
    }
  }

  /// Runs the statements of a file. Values and what commands print come in order, changes together.
  ///
  /// - Throws: One ``Diagnostic`` that tells of all that were refused.
  mutating func run(_ bytes: [UInt8], of path: SourceName, keepsGoing: Bool) throws(Diagnostic) {
    guard dialogue.depth < 16 else { throw Diagnostic(.file, "files read each other without end", path.range) }
    dialogue.depth += 1
    defer { dialogue.depth -= 1 }
    let dialogue = dialogue
    var printed: [String] = []
    var refusals: [String] = []
    var changes = ChangeLog()
    var count = 0
    let script = Script(for: session, named: path.text) { command throws(Diagnostic) in
      let answer = try dialogue.run(command)
      printed += answer.lines
      return answer.result
    }
    let report = { (report: Script.Report) -> Script.Continuation in
      switch report.outcome {
      case .success(let result):
        if let value = result.value, !result.isQuiet { printed.append(dialogue.style.text(value)) }
        changes.add(result.changes)
        count += result.evaluatedCount
        return dialogue.host.isInterrupted ? .stop : .goOn
      case .failure(let diagnostic):
        refusals.append(diagnostic.rendered(line: report.line, location: report.location))
        return keepsGoing && !dialogue.host.isInterrupted ? .goOn : .stop
      }
    }
    session.grouped("\(definition.name) \(path.text)") { script.run(bytes, report: report) }
    lines += printed
    result.changes += changes.changes { dialogue.session.node(named: $0) != nil }
    result.evaluatedCount += count
    if dialogue.host.isInterrupted { throw Diagnostic(.file, "stopped before its end", path.range, notes: refusals) }
    guard !refusals.isEmpty else { return }
    let many = refusals.count == 1 ? "a statement was" : "\(refusals.count) statements were"
    throw Diagnostic(.file, "\(many) refused", path.range, notes: refusals)
  }
}
