// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A running command: its words, its dialogue, its output and its result.
struct Invocation {
  let dialogue: Dialogue
  let definition: CommandDefinition
  let command: Command
  /// Whether a `!` follows its name.
  let insists: Bool
  /// The output of the command.
  var lines = OutputLines()
  /// The changes that the command has made.
  var result = Session.Result()

  init(_ definition: CommandDefinition, _ command: Command, in dialogue: Dialogue) {
    self.dialogue = dialogue
    self.definition = definition
    insists = definition.canInsist && command.isFollowedByMark
    self.command = insists ? command.withoutMark : command
  }

  var session: Session { dialogue.session }
  var words: [SourceName] { command.words }

  /// Refuses a wrong number of words.
  func requireWords() throws(Diagnostic) {
    if definition.wordCounts.contains(words.count) { return }
    throw Diagnostic(
      .command, "wrong number of arguments", command.name.range.lowerBound..<command.arguments.range.upperBound,
      hint: "usage: \(definition.usage)")
  }

  /// Refuses more than one word.
  func requireOneWord() throws(Diagnostic) {
    if words.count == 1 { return }
    throw Diagnostic(
      .command, "wrong number of arguments", command.name.range.lowerBound..<command.arguments.range.upperBound,
      hint: "usage: \(definition.usage)")
  }

  /// The greatest number of columns in a line, without its indentation.
  var width: Int { dialogue.host.width - (dialogue.manner == .prompt ? 2 : 0) }

  mutating func print(_ line: String) { lines.append(line) }

  /// Prints rows in two columns, the second of which is aligned.
  mutating func print(rows: [(String, String)]) {
    let width = rows.map { TextWidth.columns(of: $0.0) }.max() ?? 0
    for (first, second) in rows {
      let gap = String(repeating: " ", count: width - TextWidth.columns(of: first) + 2)
      print(second.isEmpty ? first : first + gap + second)
    }
  }

  /// Adds the changes of a statement of the session.
  mutating func add(_ other: Session.Result) {
    result.changes += other.changes
    result.evaluatedCount += other.evaluatedCount
  }

  // MARK: Words

  /// A word as a name, without its back-ticks.
  func name(_ position: Int) -> SourceName { words[position].withoutBackticks }

  /// The node that a word names.
  func node(_ position: Int) throws(Diagnostic) -> NodeID { try session.formulas.node(name(position)) }

  /// The port that a word names.
  func port(_ position: Int) throws(Diagnostic) -> PortReference { try words[position].portReference() }

  /// The number that a word stands for.
  func number(_ position: Int) throws(Diagnostic) -> Double {
    let word = words[position]
    if let parsed = try? session.parser.parse(word.text.utf8), parsed.statements.count == 1,
      case .expression(let formula)? = parsed.statements.first?.form, formula.names.isEmpty,
      case .value(.number(let number)) = try session.formulas.evaluate(formula)
    {
      return number
    }
    throw Diagnostic(.number, "'\(word.text)' is not a number", word.range)
  }

  /// The kind of nodes that a word names.
  func kind(_ position: Int) throws(Diagnostic) -> NodeKind {
    let word = words[position]
    let kinds = CalculatorKinds.known
    if let kind = kinds.first(where: { $0.name == word.text }) { return kind }
    throw Diagnostic(
      .kind, "unknown kind '\(word.text)'", word.range, hint: Suggestion.hint(for: word.text, among: kinds.map(\.name)))
  }

  /// The option that a word names; a unique beginning is sufficient.
  func option(_ position: Int) throws(Diagnostic) -> String {
    let word = words[position]
    guard case .option(let options)? = definition.parameter(at: position)?.kind else { return word.text }
    if let option = StatementParser.command(matching: word.text, among: options) { return option }
    throw Diagnostic(
      .command, "'\(word.text)' is not one of \(options.joined(separator: ", "))", word.range,
      hint: Suggestion.hint(for: word.text, among: options))
  }
}

extension Invocation {
  /// Refuses to leave a session with changes that are neither in a file nor in a journal.
  func requireSafety() throws(Diagnostic) {
    guard dialogue.manner == .prompt, !insists, !dialogue.log.journal.isSafe(session) else { return }
    let name = command.name
    throw Diagnostic(
      .file, "unsaved changes would be lost, because no journal keeps them", name.range,
      hint: "save them first, or discard them with \(name.text)!")
  }

  /// Refuses to replace a file that this session has neither read nor written, or whose comments the new text lacks.
  func requirePermission(_ path: SourceName, _ standing: FileStanding, for text: String) throws(Diagnostic) {
    let reason: String
    switch standing {
    case .absent, .noFile: return
    case .held(let other):
      reason = "another session is using '\(path.text)'\(other.map { " (\($0))" } ?? "")"
    case .free:
      let bytes: [UInt8]
      do throws(FileFailure) {
        bytes = try dialogue.host.readFile(path.text)
      } catch {
        // A file that was not read completely may contain any comments.
        if dialogue.host.isInterrupted { throw Diagnostic(.file, "stopped; nothing was written", path.range) }
        return
      }
      let known = dialogue.log.journal.file
      if known?.path != dialogue.host.wholePath(path.text) {
        reason = "'\(path.text)' already exists"
      } else if known?.contents != Fingerprint(bytes) {
        reason = "'\(path.text)' was changed by another program since it was opened or saved"
      } else if !DocumentFile.isDocument(path.text), loses(commentsOf: bytes, in: text) {
        reason = "'\(path.text)' has comments, which would be lost"
      } else {
        return
      }
    }
    throw Diagnostic(
      .file, reason, path.range, hint: "save! replaces it, or save to another file")
  }
}

extension Invocation {
  /// Whether a script has comments that another text lacks.
  private func loses(commentsOf script: [UInt8], in text: String) -> Bool {
    let parser = StatementParser(kinds: session.parser.kinds)
    return !parser.comments(of: script).isSubset(of: parser.comments(of: Array(text.utf8)))
  }
}

extension Command {
  /// Whether a `!` follows directly after the name.
  fileprivate var isFollowedByMark: Bool {
    words.first?.text == "!" && words.first?.range.lowerBound == name.range.upperBound
  }

  fileprivate var withoutMark: Command {
    Command(name: name, arguments: rest(from: 1), words: Array(words.dropFirst()))
  }

  /// The arguments from a word on, as they are written.
  func rest(from position: Int) -> SourceName {
    let end = arguments.range.upperBound
    let start = words.indices.contains(position) ? words[position].range.lowerBound : end
    let text = String(decoding: arguments.text.utf8.dropFirst(start - arguments.range.lowerBound), as: UTF8.self)
    return SourceName(text, range: start..<end)
  }
}
