// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension FileCommands {
  static let recover = CommandDefinition(
    "recover", .files,
    [CommandParameter("drop", .option(["drop"]), .optional), CommandParameter("SESSION", .rest, .optional)],
    isForPrompt: true, canInsist: true, trace: .restart,
    "restores a session that was not saved, replacing the current one; lists them if there are several; recover! drop "
      + "deletes one",
    examples: [CommandExample("recover"), CommandExample("recover drop 2")]
  ) { call throws(Diagnostic) in
    guard let store = call.dialogue.log.journal.store else {
      return call.print("sessions without a journal can't be recovered")
    }
    var words = call.words[...]
    let drops = words.first?.text == "drop"
    if drops { words.removeFirst() }
    let all = call.dialogue.endedSessions.sessions(in: store, call.dialogue.host)
    // The list of sessions may be incomplete.
    if call.dialogue.host.isInterrupted {
      throw Diagnostic(.file, "stopped; nothing changed", call.command.name.range)
    }
    if all.isEmpty { return call.print("nothing to recover") }
    guard let word = words.first else {
      if all.count == 1 { return try call.recover(all[0], drops, store) }
      return call.list(call.dialogue.endedSessions.listAgain(in: store, call.dialogue.host), drops)
    }
    if drops, word.text == "all", words.count == 1 {
      try call.requireConsent(all, "all")
      for ended in all { store.forget(ended.session.entry) }
      return call.print("forgot \(MessageText.counted(all.count, "session"))")
    }
    guard let number = Int(word.text), words.count == 1, let ended = all.first(where: { $0.number == number }) else {
      let isGone = call.dialogue.endedSessions.hadNumber(word.text)
      throw Diagnostic(
        .command, "session \(word.text) \(isGone ? "no longer exists" : "does not exist")",
        word.range, hint: "recover lists them")
    }
    try call.recover(ended, drops, store)
  }
}

extension Invocation {
  /// Lists ended sessions and the commands for them.
  fileprivate mutating func list(_ all: [NumberedSession], _ drops: Bool) {
    let width = all.last.map { "\($0.number)".utf8.count } ?? 0
    for ended in all {
      let number = "\(ended.number)"
      print("\(String(repeating: " ", count: width - number.utf8.count))\(number)  \(ended.session.summary)")
      print("\(String(repeating: " ", count: width))  \(ended.session.lastLine)")
    }
    print(
      drops ? "recover! drop 1 deletes the first, recover! drop all deletes all" : "recover 1 restores the first")
  }

  /// Refuses to forget sessions without a `!`, because they can't be restored afterwards.
  fileprivate func requireConsent(_ all: [NumberedSession], _ word: String) throws(Diagnostic) {
    if insists { return }
    let range = command.name.range.lowerBound..<command.arguments.range.upperBound
    let hint = "to do so, write \(definition.name)! drop \(word)"
    guard all.count == 1, let ended = all.first?.session else {
      throw Diagnostic(
        .file, "this would permanently delete \(all.count) sessions", range, hint: hint,
        notes: all.map { "\($0.number)  \($0.session.summary)" })
    }
    throw Diagnostic(
      .file, "this would permanently delete the session of \(ended.summary)", range, hint: hint,
      notes: ended.lastLine.isEmpty ? [] : ["its last line: \(ended.lastLine)"])
  }

  /// Restores a session, or forgets it.
  fileprivate mutating func recover(
    _ numbered: NumberedSession, _ drops: Bool, _ store: any JournalStore
  ) throws(Diagnostic) {
    let ended = numbered.session
    if drops {
      try requireConsent([numbered], "\(numbered.number)")
      store.forget(ended.entry)
      return print("deleted the session of \(ended.summary)")
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
    dialogue.log.journal.resume(journal, in: new)
    print("recovered \(MessageText.counted(journal.count, "line"))")
    if !replay.isWhole { print("part of the text that the session began with was refused") }
    if let file = journal.file, let path = ended.path {
      let host = dialogue.host
      let base = Fingerprint(dialogue.log.journal.base(of: new).utf8)
      if let bytes = try? host.readFile(file.path), Fingerprint(bytes) == base {
        dialogue.log.journal.restart(new, new.text, file: Journal.File(path: file.path, contents: Fingerprint(bytes)))
        print("\(path) already contains \(journal.count == 1 ? "it" : "them")")
      } else {
        print("save writes \(path)")
      }
      host.hold(file.path)
    }
    lines += left
    // The ended session is forgotten only after the journal of this session contains it.
    if dialogue.log.journal.failure == nil { store.forget(ended.entry) }
  }
}
