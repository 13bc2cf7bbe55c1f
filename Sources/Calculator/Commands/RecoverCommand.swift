// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension FileCommands {
  static let recover = CommandDefinition(
    "recover", .files,
    [CommandParameter("drop", .option(["drop"]), .optional), CommandParameter("SESSION", .rest, .optional)],
    isForPrompt: true, canInsist: true,
    "brings back a session that was not saved in place of what there is, or forgets it; lists them if there are several",
    examples: [CommandExample("recover"), CommandExample("recover drop 2")]
  ) { call throws(Diagnostic) in
    guard let store = call.dialogue.journal.store else { return call.print("no journals are kept here") }
    let all = EndedSession.all(in: store, call.dialogue.host, includesLaidAside: true)
    if all.isEmpty { return call.print("there is nothing to recover") }
    var words = call.words[...]
    let drops = words.first?.text == "drop"
    if drops { words.removeFirst() }
    guard let word = words.first else {
      if all.count == 1 { return try call.recover(all[0], drops, store) }
      for (index, ended) in all.enumerated() {
        call.print(rows: [("\(index + 1)", ended.summary), ("", ended.lastLine)])
      }
      return call.print(
        drops ? "recover drop 1 forgets the first, recover drop all" : "recover 1 brings back the first")
    }
    if drops, word.text == "all" {
      for ended in all { store.forget(ended.entry) }
      return call.print("forgot \(all.count) session\(all.count == 1 ? "" : "s")")
    }
    guard let number = Int(word.text), all.indices.contains(number - 1), words.count == 1 else {
      throw Diagnostic(
        .command, "'\(word.text)' is none of the \(all.count) sessions", word.range,
        hint: "usage: \(call.definition.usage)")
    }
    try call.recover(all[number - 1], drops, store)
  }
}

extension Invocation {
  /// Brings back a session, or forgets it.
  fileprivate mutating func recover(
    _ ended: EndedSession, _ drops: Bool, _ store: any JournalStore
  ) throws(Diagnostic) {
    if drops {
      store.forget(ended.entry)
      return print("forgot the session of \(ended.summary)")
    }
    let name = command.name
    guard let journal = ended.journal else {
      throw Diagnostic(.file, "this version can't read the journal of \(ended.entry.time)", name.range)
    }
    try requireSafety()
    let replay = Replay(journal, host: dialogue.host)
    if dialogue.host.isInterrupted { throw Diagnostic(.file, "stopped; nothing changed", name.range) }
    let (old, new) = (session, replay.session)
    let left = dialogue.leave(old, for: ended.path)
    dialogue.session = new
    dialogue.journal.resume(journal, in: new)
    print("recovered \(journal.count) line\(journal.count == 1 ? "" : "s")")
    if !replay.isWhole { print("some of the text they began with was refused") }
    if let file = journal.file, let path = ended.path {
      let host = dialogue.host
      let base = Fingerprint(dialogue.journal.base(of: new).utf8)
      if let bytes = try? host.readFile(file.path), Fingerprint(bytes) == base {
        dialogue.journal.restart(new, new.text, file: Journal.File(path: file.path, contents: Fingerprint(bytes)))
        print("\(path) has \(journal.count == 1 ? "it" : "them") already")
      } else {
        print("save writes \(path)")
      }
      host.hold(file.path)
    }
    lines += left
    // Not before this session's own journal has it.
    if dialogue.journal.failure == nil { store.forget(ended.entry) }
  }
}
