// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reads and writes documents as JSON. The library has no JSON coder; a host wraps Foundation's, for example.
public protocol DocumentCoder {
  /// Reads a document.
  ///
  /// - Throws: A ``NodeGraph/DocumentError``, or what the coder throws.
  func document(_ bytes: [UInt8]) throws -> GraphDocument

  /// Reads the sound parts of a broken document.
  ///
  /// - Throws: A ``NodeGraph/DocumentError`` if no part is sound, or what the coder throws.
  func repairedDocument(_ bytes: [UInt8]) throws -> RepairedDocument

  /// Writes a document, with sorted names and one line per value. A large document is written by several calls, each
  /// with some of the nodes, and then joined: the text of a node must not depend on its neighbours.
  ///
  /// - Throws: What the coder throws.
  func text(of document: GraphDocument) throws -> String
}

/// Reads and writes documents in files; error messages name the line of a fault.
public enum DocumentFile {
  /// Whether a path is the path of a document, judged by its extension; any other file is a script.
  ///
  /// - Parameter path: The path; the case of its letters is ignored.
  /// - Returns: Whether it ends in `.json` or `.nodegraph`.
  public static func isDocument(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".json") || path.hasSuffix(".nodegraph")
  }

  /// Whether a file is a document, judged by its extension, or by its contents if these are a document of another
  /// editor, which no script is.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The contents of the file.
  /// - Returns: Whether the file is to be opened as a document, or refused as a document of another editor.
  /// - Complexity: O(bytes) for contents that begin as a list or an object.
  package static func isDocument(_ path: String, holding bytes: [UInt8]) -> Bool {
    isDocument(path) || ForeignEditor(bytes) != nil
  }

  /// Whether a path has the extension of a document or a script.
  package static func isModel(_ path: String) -> Bool { isDocument(path) || path.lowercased().hasSuffix(".nc") }

  /// Reads a session from a document.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name in messages.
  ///   - coder: Reads JSON.
  ///   - reportsChanges: Whether results of the session say what a statement changed.
  ///   - promptCommands: The commands that need no dot, as at a prompt; `nil` in scripts.
  ///   - clock: The clock for delayed values of ``CalculatorKinds/later(by:)``; with `nil` they arrive immediately.
  /// - Returns: The session.
  /// - Throws: A ``Formulas/FileFailure`` with place and fault: `bill.json:7:12: nodes[0].kind: expected a string`. It
  ///   mentions the repair if a repair can recover anything.
  public static func session(
    _ bytes: [UInt8], named path: String, _ coder: any DocumentCoder, reportsChanges: Bool = true,
    promptCommands: [String]? = nil, clock: (any Clock<Duration>)? = ContinuousClock()
  ) throws(FileFailure) -> Session {
    do throws(FileFailure) {
      return try located(bytes, path) { lostDigits in
        let session = try Session(
          document: try coder.document(bytes), reportsChanges: reportsChanges, promptCommands: promptCommands,
          clock: clock)
        if let lostDigits {
          session.documentNotes = [
            "\(location(lostDigits.lowerBound, bytes, path)): \(SourceText.quote(bytes, lostDigits)) has more digits than a "
              + "number keeps; the nearest number is read"
          ]
        }
        return session
      }
    } catch {
      if let editor = ForeignEditor(bytes) { throw editor.failure(path) }
      guard isRepairable(bytes, coder) else { throw error }
      throw FileFailure(error.message, hint: "nodecalc --repair \(path) writes its sound parts")
    }
  }

  /// Whether a repair recovers anything, found out by trying it.
  private static func isRepairable(_ bytes: [UInt8], _ coder: any DocumentCoder) -> Bool {
    var dropped: [DocumentError] = []
    do throws(JSONScanner.Fault) { _ = try JSONScanner.check(bytes) } catch { return false }
    guard let repaired = try? coder.repairedDocument(bytes),
      let session = try? Session(repairing: repaired.document, dropped: &dropped), !session.names.isEmpty
    else { return false }
    return (try? DocumentWriter(session, coder).text()) != nil
  }

  /// Repairs a document by writing only its sound parts.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name in messages.
  ///   - coder: Reads and writes JSON.
  /// - Returns: The sound document as text, and a line for each fault that was dropped.
  /// - Throws: A ``Formulas/FileFailure`` if no part is sound.
  public static func repaired(
    _ bytes: [UInt8], named path: String, _ coder: any DocumentCoder
  ) throws(FileFailure) -> (text: String, dropped: [String]) {
    try located(bytes, path) { _ in
      let repaired = try coder.repairedDocument(bytes)
      var dropped = repaired.dropped
      let session = try Session(repairing: repaired.document, dropped: &dropped)
      // Once a part was dropped, the places of later faults refer to the rest of the document.
      return (
        try DocumentWriter(session, coder).text(), dropped.map(\.sentence)
      )
    }
  }

  /// Writes a session as a document.
  ///
  /// - Throws: A ``Formulas/FileFailure`` for a value that no document can hold.
  package static func text(of session: Session, _ path: String, _ coder: any DocumentCoder) throws(FileFailure)
    -> String
  {
    do {
      return try DocumentWriter(session, coder).text()
    } catch {
      throw FileFailure("can't write '\(path)': \(DocumentError(error).sentence)")
    }
  }

  /// Checks that a document is JSON, calls `body` with the first number that loses digits, and adds the line to
  /// errors that `body` throws.
  private static func located<Value>(
    _ bytes: [UInt8], _ path: String, _ body: (_ lostDigits: Range<Int>?) throws -> Value
  ) throws(FileFailure) -> Value {
    let lostDigits: Range<Int>?
    do throws(JSONScanner.Fault) {
      lostDigits = try JSONScanner.check(bytes)
    } catch {
      throw FileFailure("\(location(error.offset, bytes, path)): \(MessageText.shortened(error.reason))")
    }
    do {
      return try body(lostDigits)
    } catch {
      let error = DocumentError(error)
      let offset = JSONScanner.offset(of: error.path, in: bytes)
      throw FileFailure("\(location(offset, bytes, path)): \(error.sentence)")
    }
  }

  private static func location(_ offset: Int, _ bytes: [UInt8], _ path: String) -> String {
    let place = JSONScanner.lineAndColumn(of: offset, in: bytes)
    return "\(path):\(place.line):\(place.column)"
  }
}

extension DocumentError {
  /// Place and reason, shortened to a readable length.
  ///
  /// A coder may throw an error without a text of its own, as the system's coder does for a number that is not whole.
  /// The reason is then the name of the error in code, `numberIsNotRepresentableInSwift(parsed: "1.5")`, and words
  /// are chosen by it.
  fileprivate var sentence: String {
    let start = reason.utf8.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: " ") }
    // A sentence has a blank before any bracket; a name in code does not.
    let isSentence = start.count < reason.utf8.count && reason.utf8[start.endIndex] == UInt8(ascii: " ")
    guard !isSentence else { return MessageText.shortened(description) }
    let name = String(Substring(start)).lowercased()
    let words =
      if name.contains("number") {
        "the number is too large, or not a whole number where one is required"
      } else if ["surrogate", "unicode", "utf", "escape"].contains(where: name.contains) {
        "its text has an escape that is not a valid character"
      } else {
        "it can't be read"
      }
    return MessageText.shortened(DocumentError(code, at: path, words).description)
  }
}
