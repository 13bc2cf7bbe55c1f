// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt

/// Reads lines and answers them; lines that were pasted together are answered together.
struct PromptLoop {
  private let dialogue: Dialogue
  private let editor: LineEditor
  private var history = PromptHistory()
  private var hasExplainedContinuation = false

  init() {
    let dialogue = Dialogue(host: TerminalHost())
    self.dialogue = dialogue
    TerminalSignals.handleInterrupts()
    TerminalSignals.handleChanges()
    editor = LineEditor(history: history.lines) { Self.candidates(dialogue, $0, $1) }
  }

  mutating func run(after options: CommandLineOptions? = nil) -> Terminal.ExitCode {
    print("nodecalc: type a formula, 'help' or 'quit'")
    for line in dialogue.greeting() { print("  \(line)") }
    if let options { answer(options) }
    while !dialogue.isOver {
      TerminalSignals.clear()
      dialogue.land()
      var lines: [String] = []
      var isLast = false
      repeat {
        switch readWhole() {
        case .line(let line): lines.append(line)
        case .interrupted: lines = []
        case .end: isLast = true
        }
      } while !isLast && !lines.isEmpty && TerminalInput.hasLine
      // Values that have arrived while a line was typed are reported before its answer.
      dialogue.land()
      if lines.count == 1 { dialogue.answer(lines[0]) } else { dialogue.answer(pasted: lines) }
      if isLast { break }
      if TerminalSignals.isInterrupted { TerminalInput.discard() }
    }
    editor.end()
    for line in dialogue.farewell() { print("  \(line)") }
    return .done
  }

  /// Answers the statements of the command line as if they were typed; after a refusal, the prompt continues.
  private func answer(_ options: CommandLineOptions) {
    var command = "open"
    for input in options.inputs {
      switch input {
      case .file(let path):
        dialogue.answer("\(command) \"\(path)\"")
        command = "source"
      case .expression(let text): dialogue.answer(pasted: text.split(separator: "\n").map { String($0) })
      }
    }
    for (name, value) in options.settings {
      if let line = dialogue.session.statement(setting: name, to: value) {
        dialogue.answer(line)
      } else {
        print("  \(CommandLineOptions.UsageError(setting: name, to: value).message)")
      }
    }
    for name in options.requests { dialogue.answer(SourceName.spelling(name)) }
  }

  /// Reads a line and, while it continues, the next one. ^C drops all of it; ^D and an empty line end it.
  private mutating func readWhole() -> LineEditor.Input {
    var input = editor.read(dialogue.promptText)
    guard case .line(var line) = input else { return input }
    while dialogue.session.parser.continues(line) {
      explainContinuation()
      input = editor.read("… ")
      if case .interrupted = input { return input }
      guard case .line(let next) = input else { break }
      line = StatementParser.joined(line, next)
      if next.allSatisfy(\.isWhitespace) { break }
    }
    if history.add(line) { editor.remember(line) }
    return .line(line)
  }

  /// Says once how to leave a statement that continues, unless its next line has been pasted.
  private mutating func explainContinuation() {
    guard !hasExplainedContinuation, !TerminalInput.hasLine else { return }
    hasExplainedContinuation = true
    print("  the statement continues on the next line; an empty line ends it, Ctrl C drops it")
  }

  /// The completions of the word at the end of a line. A completion may begin before the word, at a back-tick, or
  /// within it, after a dot.
  private static func candidates(_ dialogue: Dialogue, _ line: String, _ word: String) -> [LineCompletion] {
    let bytes = Array(line.utf8)
    let start = bytes.count - word.utf8.count
    return dialogue.completions(of: line, cursor: bytes.count).compactMap { completion in
      let from = completion.range.lowerBound
      if from >= start {
        let kept = String(decoding: bytes[start..<from], as: UTF8.self)
        return LineCompletion(text: kept + completion.text, isWhole: completion.isWhole)
      }
      let given = bytes[from..<start]
      guard completion.text.utf8.starts(with: given) else { return nil }
      let rest = String(decoding: completion.text.utf8.dropFirst(given.count), as: UTF8.self)
      return LineCompletion(text: rest, isWhole: completion.isWhole)
    }
  }
}
