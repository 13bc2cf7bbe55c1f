// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Commands that read and write files.
enum FileCommands {
  static let all = [export, open, recover, save, source]

  static let export = CommandDefinition(
    "export", .files,
    [
      CommandParameter("FORMAT", .option(["svg", "dot", "json", "html", "csv", "plot", "hist", "tornado"])),
      CommandParameter("FILE", .file),
      CommandParameter("--open|NAME", .node, .any),
    ],
    "writes everything as an SVG picture, as DOT for Graphviz, as JSON or as a page for a browser, or lists as CSV, or as an "
      + "SVG picture of curves (plot), of a histogram (hist) or of how much inputs change a node (tornado); svg, dot and html with --open show the contents of groups",
    examples: [
      CommandExample("export csv prices.csv p q", after: "p = [3, 4.5]", "q = p * 2"),
      CommandExample("export plot prices.svg p q", after: "p = [3, 4.5]", "q = p * 2"),
    ]
  ) { call throws(Diagnostic) in
    let session = call.session
    let format = try call.option(0)
    let path = call.words[1]
    try call.refuseModel(path, format)
    let names = Array(call.words.dropFirst(2))
    let opensGroups = names.map(\.text) == ["--open"] && ["svg", "dot", "html"].contains(format)
    if let name = names.first, !opensGroups, !["csv", "plot", "hist", "tornado"].contains(format) {
      throw Diagnostic(.command, "\(format) contains everything, so it takes no names", name.range)
    }
    let text =
      switch format {
      case "csv": try ListExport(of: names, in: session, at: call.command.name.range).text
      case "plot", "hist": try call.chart(format)
      case "tornado": try call.tornado(names)
      case "svg": SessionPicture(of: session, openingGroups: opensGroups).svg(title: call.dialogue.path)
      case "dot": SessionPicture(of: session, openingGroups: opensGroups).dot
      case "json": SessionExport(session: session).json
      default: SessionPage(of: session, title: call.dialogue.path ?? "nodecalc", openingGroups: opensGroups).html
      }
    try call.write(text, to: path)
    // On a terminal or in a pipe, the message would be part of the output.
    if call.dialogue.host.standing(of: path.text) != .noFile { call.print("exported \(path.text)") }
  }

  static let open = CommandDefinition(
    "open", .files, [CommandParameter("FILE", .file)], isForPrompt: true, canInsist: true, trace: .restart,
    "reads a script or a document, replacing the current session, which recover restores; comments of scripts become notes",
    examples: [
      CommandExample("open Examples/tax.nc"), CommandExample("open bill.json", after: "a = 3", "save bill.json"),
    ]
  ) { call throws(Diagnostic) in
    let path = call.words[0]
    let bytes = try call.read(path)
    try call.requireSafety()
    let dialogue = call.dialogue
    let (old, evaluations) = (dialogue.session, dialogue.timer.evaluations)
    do throws(Diagnostic) {
      if DocumentFile.isDocument(path.text, holding: bytes) {
        dialogue.session = try call.session(of: bytes, path)
      } else {
        dialogue.session = Dialogue.session(dialogue.manner, old.reportsChanges, dialogue.host.clock)
        // The statements of an opened file are not steps of the history.
        dialogue.session.undoLimit = 0
        try call.run(bytes, of: path, isKept: false)
      }
    } catch {
      (dialogue.session, dialogue.timer.evaluations) = (old, evaluations)
      throw Diagnostic(
        error.code, "\(error.message); nothing changed", error.range, hint: error.hint, notes: error.notes)
    }
    let session = dialogue.session
    session.undoLimit = old.undoLimit
    session.evaluator.measuresRuns = old.evaluator.measuresRuns
    let left = dialogue.leave(old, for: path.text)
    call.result.changes = []
    let count = session.names.count
    call.print("opened \(path.text): \(MessageText.counted(count, "name"))")
    for note in session.documentNotes { call.print("note: \(note)") }
    for name in session.shadowedFunctions { call.print("note: \(ShadowedFunctions.remark(name))") }
    call.lines += left
    let file = Journal.File(path: dialogue.host.wholePath(path.text), contents: Fingerprint(bytes))
    dialogue.log.journal.restart(session, session.text, file: file)
    if case .held(let other) = dialogue.host.hold(path.text) {
      call.print("another session is using it as well\(other.map { " (\($0))" } ?? ""); only save! replaces it")
    }
  }

  static let save = CommandDefinition(
    "save", .files, [CommandParameter("FILE", .file, .optional)], canInsist: true, trace: .restart,
    "writes all nodes as a script, with names in alphabetical order and notes as comments, or as a document if FILE ends "
      + "in .json or .nodegraph; at the prompt, save! replaces files that save does not",
    examples: [
      CommandExample("save bill.json", after: "price = 20", "total = price * 3"),
      CommandExample("save", after: "price = 20", "save bill.json", "price = 25"),
    ]
  ) { call throws(Diagnostic) in
    let dialogue = call.dialogue
    guard let path = call.words.first ?? dialogue.path.map({ SourceName($0, range: call.command.name.range) })
    else {
      throw Diagnostic(
        .command, "the session has no file yet", call.command.name.range, hint: "usage: \(call.definition.usage)")
    }
    let standing = dialogue.host.standing(of: path.text)
    let text = try call.text(for: path)
    if dialogue.manner == .prompt, !call.insists { try call.requirePermission(path, standing, for: text) }
    try call.write(text, to: path)
    let count = call.session.names.count
    call.print("saved \(path.text): \(MessageText.counted(count, "name"))")
    // Text that was written to a pipe is not saved.
    if standing == .noFile { return }
    dialogue.path = path.text
    guard dialogue.manner == .prompt else { return }
    let file = Journal.File(path: dialogue.host.wholePath(path.text), contents: Fingerprint(text.utf8))
    dialogue.log.journal.restart(call.session, call.session.text, file: file)
    dialogue.host.hold(path.text)
  }

  static let source = CommandDefinition(
    "source", .files, [CommandParameter("FILE", .file)], trace: .reading,
    "runs the statements of a file, in the group that is entered, if any",
    examples: [CommandExample("source Examples/tax.nc"), CommandExample("source Examples/tax.nc;")]
  ) { call throws(Diagnostic) in
    let bytes = try call.read(call.words[0])
    if let editor = ForeignEditor(bytes) {
      let failure = editor.failure(call.words[0].text)
      throw Diagnostic(.file, failure.message, call.words[0].range, hint: failure.hint)
    }
    try call.run(bytes, of: call.words[0], isKept: true)
  }
}

extension Invocation {
  /// Refuses to export to the path of a model, as the options for pictures do, because that would overwrite the model.
  fileprivate func refuseModel(_ path: SourceName, _ format: String) throws(Diagnostic) {
    let host = dialogue.host
    let isOpen = dialogue.path.map { host.wholePath($0) == host.wholePath(path.text) } ?? false
    let isModel = DocumentFile.isModel(path.text) && !(format == "json" && path.text.lowercased().hasSuffix(".json"))
    guard isOpen || isModel else { return }
    throw Diagnostic(
      .command, "\(format) would overwrite the model '\(path.text)'", path.range,
      hint: "export \(format) to another file")
  }

  /// Draws how much inputs change a node.
  fileprivate func tornado(_ names: [SourceName]) throws(Diagnostic) -> String {
    guard names.count == 1 else {
      throw Diagnostic(
        .command, "tornado takes one node", names.last?.range ?? command.name.range,
        hint: "write export tornado FILE NODE")
    }
    let sensitivity = try session.sensitivity(of: names[0].withoutBackticks, within: 0.01, ranges: [:])
    return TornadoPicture(sensitivity).svg()
  }

  /// Draws lists.
  fileprivate func chart(_ format: String) throws(Diagnostic) -> String {
    guard words.count > 2 else {
      throw Diagnostic(
        .command, "\(format) needs the names of lists", command.name.range, hint: "write export \(format) FILE NAME")
    }
    guard format == "plot" || words.count == 3 else {
      throw Diagnostic(.command, "hist takes one list", words[3].range)
    }
    var lists: [ChartList] = []
    for position in 2..<words.count {
      let list = try list(position).formatted(session.format(of: name(position).text))
      if list.numbers.isEmpty { throw Diagnostic(.domain, "'\(list.name)' is empty", words[position].range) }
      let first = lists.first ?? list
      guard let converted = list.converted(to: first.unit) else {
        func unit(_ list: ChartList) -> String { list.unit.map { "in \($0)" } ?? "without a unit" }
        // A list becomes comparable to one without a unit if it is divided by its unit, which is impossible for dates
        // and temperatures.
        let divided = list.unit == nil ? first : first.unit == nil ? list : nil
        let divisor = divided?.unit.flatMap { $0.isCalendar || $0.zero != nil ? nil : $0 }
        throw Diagnostic(
          .type,
          "the lists must have one dimension: '\(list.name)' is \(unit(list)), and '\(first.name)' \(unit(first))",
          words[position].range,
          hint: "export them separately"
            + (divisor.map { ", or divide by a unit: \(divided?.name ?? "") / (1 \($0))" } ?? ""))
      }
      lists.append(converted)
    }
    return ChartPicture(format == "plot" ? .line : .histogram, of: lists).svg
  }

  /// Creates the session of a document.
  func session(of bytes: [UInt8], _ path: SourceName) throws(Diagnostic) -> Session {
    do throws(FileFailure) {
      return try dialogue.openedSession(bytes, named: path.text)
    } catch {
      throw Diagnostic(.file, error.message, path.range, hint: error.hint)
    }
  }

  /// The text for a file with this name: a document or a script.
  func text(for path: SourceName) throws(Diagnostic) -> String {
    if DocumentFile.isDocument(path.text) {
      guard let coder = dialogue.host.documents else {
        throw Diagnostic(.file, "no documents are written here", path.range)
      }
      do throws(FileFailure) {
        return try DocumentFile.text(of: session, path.text, coder)
      } catch {
        throw Diagnostic(.file, error.message, path.range)
      }
    }
    return try session.script(for: path.range)
  }

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

  /// Runs the statements of a file, up to the first that is refused. Values and the output of commands are printed in
  /// order, changes together.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name.
  ///   - isKept: Whether the statements before a refusal keep their effect, and are reported together with the
  ///     statements that were not run.
  /// - Throws: A ``Formulas/Diagnostic`` with a note about the statement that was refused.
  mutating func run(_ bytes: [UInt8], of path: SourceName, isKept: Bool) throws(Diagnostic) {
    guard dialogue.depth < 16 else { throw Diagnostic(.file, "the files read each other in a circle", path.range) }
    dialogue.depth += 1
    defer { dialogue.depth -= 1 }
    let dialogue = dialogue
    var printed = OutputLines()
    var refusals: [String] = []
    var changes = ChangeLog()
    var count = 0
    var landings = Landings()
    let script = Script(
      for: session, named: path.text, keepsComments: !isKept, settle: { landings.add(dialogue.settle()) },
      command: { command throws(Diagnostic) in
        let answer = try dialogue.run(command)
        printed += answer.lines
        return answer.result
      })
    let add = { (result: Session.Result) in
      changes.add(result.changes)
      count += result.evaluatedCount
    }
    let report = { (report: Script.Report) -> Script.Continuation in
      switch report.outcome {
      case .success(let result):
        if let value = result.value, !result.isQuiet {
          printed.append(dialogue.style.formatted(result.format).text(value))
        }
        add(result)
        return dialogue.host.isInterrupted ? .stop : .proceed
      case .failure(var diagnostic):
        if let hint = dialogue.session.hintOfDot(for: diagnostic, in: report.line) { diagnostic.hint = hint }
        refusals.append(diagnostic.rendered(line: report.line, location: report.location))
        // A nested file may have been run in part.
        let begun = dialogue.takeBegun()
        printed += begun.lines
        add(begun.result)
        return .stop
      }
    }
    var unrun: UnrunStatements?
    session.grouped(session.stepTitle("\(definition.name) \(path.text)")) { unrun = script.run(bytes, report: report) }
    add(landings.result(in: session))
    lines += printed
    result.changes += changes.changes { dialogue.session.node(named: $0) != nil }
    result.evaluatedCount += count
    let isStopped = dialogue.host.isInterrupted
    guard isStopped || !refusals.isEmpty else { return }
    if isKept {
      dialogue.begun = Dialogue.Answer(result: result, lines: lines)
      if let unrun { refusals.append(unrun.text) }
    }
    if isStopped { throw Diagnostic(.file, "stopped before the end of the file", path.range, notes: refusals) }
    let stays = isKept && !result.changes.isEmpty ? "; the statements before it keep their effect" : ""
    throw Diagnostic(.file, "a statement was refused\(stays)", path.range, notes: refusals)
  }
}
