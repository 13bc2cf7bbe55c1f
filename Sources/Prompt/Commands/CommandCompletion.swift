// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Dialogue {
  /// The completions at the cursor: commands, names, functions, kinds, ports, options, files or topics.
  ///
  /// After `->` these are the ports that accept the node's type without closing a cycle.
  ///
  /// - Parameters:
  ///   - line: The line so far.
  ///   - cursor: The number of bytes before the cursor; the rest of the line is ignored.
  /// - Returns: The completions in the order of display.
  /// - Complexity: O(nodes + connections + line).
  package func completions(of line: String, cursor: Int) -> [Completion] {
    let scope = CompletionScope(session: session) { [host] in host.entries(of: $0) }
    var completion = CommandCompletion(
      of: Array(line.utf8.prefix(max(0, cursor))), in: scope, isPrompt: manner == .prompt)
    return completion.all()
  }
}

/// Completes a line that is a command or a formula.
private struct CommandCompletion {
  /// The kind of word at the cursor.
  private enum Place {
    /// A command after its dot.
    case command
    /// A word of a command.
    case argument(CommandParameter, given: [SourceName])
    /// A word of a formula; the first may be a command at the prompt.
    case formula(CompletionPlace)
  }

  private let bytes: [UInt8]
  private let scope: CompletionScope
  /// Whether a command needs no dot.
  private let isPrompt: Bool
  private var reader: CompletionReader

  init(of bytes: [UInt8], in scope: CompletionScope, isPrompt: Bool) {
    self.bytes = bytes
    self.scope = scope
    self.isPrompt = isPrompt
    reader = CompletionReader(bytes, in: scope.session)
  }

  /// The completions in the order of display.
  mutating func all() -> [Completion] {
    guard let place = place() else { return [] }
    let candidates = CompletionCandidates(in: scope, reader)
    switch place {
    case .command: return commands(candidates)
    case .argument(let parameter, let given): return words(for: parameter, given, candidates)
    case .formula(.start) where isPrompt: return commands(candidates) + candidates.all(at: .start)
    case .formula(let place): return candidates.all(at: place)
    }
  }

  /// The kind of word at the cursor; `nil` in a comment, and where only an operator is possible.
  private mutating func place() -> Place? {
    guard reader.findStatement() else { return nil }
    let start = reader.start
    var nameStart = start
    if start < bytes.count, bytes[start] == UInt8(ascii: "."), !(start + 1 < bytes.count && bytes[start + 1].isDigit) {
      nameStart += 1
    } else if start < bytes.count, bytes[start] == UInt8(ascii: "?"), isPrompt {
      return CommandTable["help"].flatMap { argument($0, from: start + 1) }
    }
    let ends = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "!")]
    let nameEnd = bytes[nameStart...].firstIndex { ends.contains($0) }
    let isCommand = nameStart > start || isPrompt && nameEnd.map { beginsCommand(nameStart..<$0) } ?? false
    guard isCommand else { return reader.place().map(Place.formula) }
    guard let nameEnd else {
      reader.range = nameStart..<bytes.count
      return .command
    }
    let word = SourceName(String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self), range: nameStart..<nameEnd)
    guard let command = try? CommandTable.find(word, allowsPrefix: isPrompt) else { return nil }
    return argument(command, from: bytes[nameEnd] == UInt8(ascii: "!") ? nameEnd + 1 : nameEnd)
  }

  /// Whether a first word is a command rather than the beginning of a formula, because no operator follows.
  private func beginsCommand(_ word: Range<Int>) -> Bool {
    let text = String(decoding: bytes[word], as: UTF8.self)
    guard scope.session.node(named: text) == nil,
      let name = StatementParser.command(matching: text, among: CommandTable.names)
    else { return false }
    // A path may begin with a character that is an operator elsewhere.
    if CommandTable[name]?.parameters.first?.kind == .file { return true }
    if CommandTable[name]?.canInsist == true, bytes[word.upperBound...].starts(with: "! ".utf8) { return true }
    var lexer = Lexer(bytes, at: word.upperBound)
    lexer.skipBlanks()
    guard let token = try? lexer.next() else { return true }
    return token.isWord && token.kind != .and && token.kind != .or || token.kind == .number || token.kind == .end
  }

  /// Finds the word of a command that contains the cursor.
  private mutating func argument(_ command: CommandDefinition, from position: Int) -> Place? {
    var words: [Range<Int>] = []
    var wordStart: Int?
    var quote: UInt8?
    for position in position..<bytes.count {
      let byte = bytes[position]
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      if quote == nil, isBlank {
        if let start = wordStart { words.append(start..<position) }
        wordStart = nil
        continue
      }
      if wordStart == nil { wordStart = position }
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
    }
    reader.range = (wordStart ?? bytes.count)..<bytes.count
    guard let parameter = command.parameter(at: words.count) else { return nil }
    let given = words.map { SourceName(String(decoding: bytes[$0], as: UTF8.self), range: $0).withoutBackticks }
    return .argument(parameter, given: given)
  }

  // MARK: Words

  private func commands(_ candidates: CompletionCandidates) -> [Completion] {
    CommandTable.commands.filter { isPrompt || !$0.isForPrompt }
      .compactMap { candidates.completion($0.name, help: $0.help) }.sorted { $0.text < $1.text }
  }

  private func words(
    for parameter: CommandParameter, _ given: [SourceName], _ candidates: CompletionCandidates
  ) -> [Completion] {
    switch parameter.kind {
    case .node: candidates.names(except: Set(given.map(\.text))) + candidates.groups
    case .glob, .rest: candidates.names()
    case .port: candidates.targets(given.first?.text)
    case .kind: candidates.kinds(suffix: "")
    // An option that needs a value is not complete.
    case .option(let options):
      options.compactMap { candidates.completion($0, isWhole: $0.count == 1 || !$0.hasSuffix("=")) }
    case .topic: HelpText.topics.sorted().compactMap { candidates.completion($0) }
    case .file: candidates.files(isText: false)
    case .group: candidates.groups
    case .scenario: given.isEmpty ? candidates.scenarios : []
    case .scenarioAndRest: given.isEmpty ? candidates.scenarios : candidates.names()
    case .newName, .number: []
    }
  }
}
