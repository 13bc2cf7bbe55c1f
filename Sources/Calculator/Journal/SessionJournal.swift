// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a session at the prompt has since it was opened or saved, and the journal that keeps it.
///
/// A line is added to the journal where carrying it out again, behind all others, does the same. Where it would not, as
/// after `source`, ^C, or an `undo` that goes behind the beginning of the journal, the journal begins anew with the
/// text of the session.
struct SessionJournal {
  /// Where it is written; nothing where there is no such place.
  let store: (any JournalStore)?
  /// Writes what scripts can't hold: the journal of a document begins with a document.
  let documents: (any DocumentCoder)?
  /// The file that was opened or saved last.
  private(set) var file: Journal.File?
  /// The text of the session when it was opened or saved last.
  private(set) var saved = Journal().saved
  /// How many lines were accepted since then.
  private(set) var count = 0

  private var text = JournalText()
  private var isWritten = false
  /// Why it doesn't hold all lines.
  private(set) var failure: FileFailure?
  /// How many steps could be taken back and done again where the journal begins: those it knows nothing about.
  private var unknownSteps = (done: 0, undone: 0)

  init(store: (any JournalStore)?, documents: (any DocumentCoder)?) {
    self.store = store
    self.documents = documents
  }

  /// All that there is, as the file would have it: kinds that nobody knows and the like are in documents only.
  func base(of session: Session) -> String {
    guard let documents, let path = file?.path, DocumentFile.isDocument(path) else { return session.text }
    return (try? DocumentFile.text(of: session, path, documents)) ?? session.text
  }

  /// Whether the session may have what no file has. Complexity: O(session), if there were lines.
  func isUnsaved(_ session: Session) -> Bool { count > 0 && Fingerprint(session.text.utf8) != saved }

  /// Whether leaving the session loses nothing.
  ///
  /// - Complexity: O(session), if there were lines.
  mutating func isSafe(_ session: Session) -> Bool {
    if failure != nil { write(Journal(base: base(of: session)), in: session) }
    return store != nil && failure == nil || !isUnsaved(session)
  }

  // MARK: Writing

  /// Takes a line, or several that were pasted together.
  mutating func accept(_ block: [String], _ effect: LineEffect, in session: Session) {
    guard effect.isEdit else { return }
    count += block.count
    guard let store else { return }
    // What was done since then has made it impossible to do those again.
    if !effect.isTravel, unknownSteps.undone > 0, session.undoneHistory.isEmpty { unknownSteps.undone = 0 }
    // A line feed within a line, which is refused, would make two of it.
    let isRepeatable = effect.isRepeatable && !block.contains { $0.utf8.contains(UInt8(ascii: "\n")) }
    guard isRepeatable, failure == nil, !effect.isTravel || isKnown(session) else {
      return write(Journal(base: base(of: session)), in: session)
    }
    guard isWritten else { return write(Journal(blocks: [block]), in: session, knowsAll: true) }
    do throws(FileFailure) {
      try store.append(text.lines(block))
    } catch {
      failure = error
    }
  }

  /// Whether only steps were taken back or done again that the journal knows.
  private func isKnown(_ session: Session) -> Bool {
    session.history.count >= unknownSteps.done && session.undoneHistory.count >= unknownSteps.undone
  }

  /// Begins anew with a session that has just been opened or saved.
  mutating func restart(_ session: Session, _ text: String, file: Journal.File?) {
    self.file = file
    saved = Fingerprint(text.utf8)
    count = 0
    isWritten = false
    write(Journal(base: base(of: session)), in: session)
    // What it would bring back is older than the file.
    if failure != nil { store?.remove() }
  }

  /// Goes on with a session that was made from a journal.
  mutating func resume(_ journal: Journal, in session: Session) {
    (file, saved, count) = (journal.file, journal.saved, journal.count)
    write(journal, in: session, knowsAll: true)
  }

  /// Ends the journal, for it to be brought back if there is something that no file has.
  ///
  /// - Returns: How many lines it keeps.
  mutating func end(_ session: Session) -> Int {
    defer { self = SessionJournal(store: store, documents: documents) }
    guard isUnsaved(session) else {
      store?.remove()
      return 0
    }
    return isSafe(session) && store?.archive() == true ? count : 0
  }

  private mutating func write(_ journal: Journal, in session: Session, knowsAll: Bool = false) {
    guard let store else { return }
    var journal = journal
    (journal.file, journal.saved) = (file, saved)
    journal.countInBase = count - journal.blocks.reduce(0) { $0 + $1.count }
    let (bytes, next) = JournalText.whole(journal)
    do throws(FileFailure) {
      try store.replace(bytes)
      (text, isWritten, failure) = (next, true, nil)
      unknownSteps = knowsAll ? (0, 0) : (session.history.count, session.undoneHistory.count)
    } catch {
      failure = error
    }
  }
}
