// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The changes that a session at the prompt has made since it was opened or saved, and the journal that stores them.
///
/// A line is added to the journal if running it again, after all previous lines, has the same effect. Otherwise, as
/// after `source`, ^C, or an `undo` of a step made before the journal, the journal is rewritten and starts with the
/// text of the session.
struct SessionJournal {
  /// Where the journal is stored; `nil` if journals can't be stored.
  let store: (any JournalStore)?
  /// The coder of documents: the journal of a document starts with a document, because a script can't hold all of it.
  let documents: (any DocumentCoder)?
  /// The file that was opened or saved last.
  private(set) var file: Journal.File?
  /// The fingerprint of the session's text when it was last opened or saved.
  private(set) var saved = Journal().saved
  /// How many lines were accepted since then.
  private(set) var count = 0

  private var text = JournalText()
  private var isWritten = false
  /// Why the journal lacks lines; `nil` if it has them all.
  private(set) var failure: FileFailure?
  /// How many steps could be undone and redone when the journal was started; the journal doesn't know these steps.
  private var unknownSteps = (done: 0, undone: 0)

  init(store: (any JournalStore)?, documents: (any DocumentCoder)?) {
    self.store = store
    self.documents = documents
  }

  /// The text of the session as its file would contain it: only documents can contain unknown kinds.
  func base(of session: Session) -> String {
    let path = file?.path ?? ""
    guard let documents, DocumentFile.isDocument(path) || !session.evaluator.subgraphs.isEmpty else {
      return session.text
    }
    return (try? DocumentFile.text(of: session, path, documents)) ?? session.text
  }

  /// Whether the session may have changes that no file holds. Complexity: O(session), if there were lines.
  func isUnsaved(_ session: Session) -> Bool { count > 0 && Fingerprint(session.text.utf8) != saved }

  /// Whether leaving the session loses no changes.
  ///
  /// - Complexity: O(session), if there were lines.
  mutating func isSafe(_ session: Session) -> Bool {
    if failure != nil { write(Journal(base: base(of: session)), in: session) }
    return store != nil && failure == nil || !isUnsaved(session)
  }

  // MARK: Writing

  /// Adds a line, or several that were pasted together.
  mutating func accept(_ block: [String], _ effect: LineEffect, in session: Session) {
    guard effect.isEdit else { return }
    count += block.count
    guard let store else { return }
    // A new statement has dropped the steps that could be redone.
    if !effect.isTravel, unknownSteps.undone > 0, !session.evaluator.canRedo { unknownSteps.undone = 0 }
    // A refused line may contain a line feed, which would split the record into two lines.
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

  /// Whether the journal knows all steps that were undone or redone.
  private func isKnown(_ session: Session) -> Bool {
    session.evaluator.undoCount >= unknownSteps.done && session.evaluator.redoCount >= unknownSteps.undone
  }

  /// Starts a new journal for a session that was just opened or saved.
  mutating func restart(_ session: Session, _ text: String, file: Journal.File?) {
    self.file = file
    saved = Fingerprint(text.utf8)
    count = 0
    isWritten = false
    write(Journal(base: base(of: session)), in: session)
    // The old journal is older than the file.
    if failure != nil { store?.remove() }
  }

  /// Continues with a session that was restored from a journal.
  mutating func resume(_ journal: Journal, in session: Session) {
    (file, saved, count) = (journal.file, journal.saved, journal.count)
    write(journal, in: session, knowsAll: true)
  }

  /// Ends the journal, and archives it if it has changes that no file holds.
  ///
  /// - Returns: How many lines were archived.
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
    // The base doesn't contain the scope that the session is in.
    if journal.blocks.isEmpty, !session.path.isRoot {
      journal.blocks = [session.breadcrumb.map { "enter \(SourceName.spelling($0))" }]
      count += session.breadcrumb.count
    }
    journal.countInBase = count - journal.blocks.reduce(0) { $0 + $1.count }
    let (bytes, next) = JournalText.whole(journal)
    do throws(FileFailure) {
      try store.replace(bytes)
      (text, isWritten, failure) = (next, true, nil)
      unknownSteps = knowsAll ? (0, 0) : (session.evaluator.undoCount, session.evaluator.redoCount)
    } catch {
      failure = error
    }
  }
}
