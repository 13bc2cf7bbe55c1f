// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorDesk
import Foundation
import NodeGraph

/// The file that is edited, its unsaved changes, and the secret of the link.
///
/// Changes are written to a place other than the file, so that they survive if the program is killed, and saving
/// remains the user's decision.
final class DocumentStore {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var title: String
  let token: String
  private(set) var notes: [String] = []
  private let file: URL?
  private var isOpened = false
  /// Whether unsaved changes would be lost.
  private(set) var isChanged = false
  private let folder: URL
  /// The contents of the file when it was last read or written.
  private var known: Data?
  private var lastKept = Date.distantPast
  /// The duration of the last `keep`, in seconds.
  private var cost = 0.0

  init(_ options: Options) throws {
    file = options.file.map { URL(fileURLWithPath: $0).standardizedFileURL }
    title = file?.lastPathComponent ?? "calculator"
    let environment = ProcessInfo.processInfo.environment
    let base =
      options.state.map { URL(fileURLWithPath: $0) }
      ?? environment["XDG_STATE_HOME"].map { URL(fileURLWithPath: $0).appendingPathComponent("nodegraph-editor") }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/state/nodegraph-editor")
    // Each file has a folder, named by a hash of its path.
    let name = (file?.path ?? "demo").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    folder = base.appendingPathComponent(String(name, radix: 16))
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    token = try Self.token(in: folder)
  }

  /// 128 random bits, which stay the same as long as the folder exists, so that a page finds a restarted server.
  private static func token(in folder: URL) throws -> String {
    let place = folder.appendingPathComponent("token")
    if let text = try? String(contentsOf: place, encoding: .utf8), text.count == 32 { return text }
    var random = SystemRandomNumberGenerator()
    let digits = "0123456789abcdef".map(\.self)
    let token = String((0..<32).map { _ in digits[Int(random.next(upperBound: 16 as UInt64))] })
    guard
      FileManager.default.createFile(
        atPath: place.path, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
    else { throw Fault(description: "can't write \(place.path)") }
    return token
  }

  /// The name of a document that a page has opened in place of the file.
  private var opened: URL { folder.appendingPathComponent("opened") }

  private var unsaved: URL { folder.appendingPathComponent("unsaved.json") }

  /// The contents of the file to which the unsaved changes were made.
  private var base: URL { folder.appendingPathComponent("base") }

  /// The document: with the unsaved changes of the last time, or the file.
  func session() throws -> Session {
    if let file {
      do { known = try Data(contentsOf: file) } catch {
        throw Fault(description: "can't read \(file.path): \(error.localizedDescription)")
      }
    }
    if let session = try unsavedSession() {
      // Contents that another program has written since must not be replaced.
      if file != nil { known = (try? Data(contentsOf: base)) ?? known }
      if let name = try? String(contentsOf: opened, encoding: .utf8) {
        // Saving it must not replace the file.
        (title, isOpened) = (name, true)
      }
      isChanged = true
      notes.append("With the changes that were not saved the last time; remove \(unsaved.path) to begin without them.")
      return session
    }
    try? FileManager.default.removeItem(at: opened)
    guard let known, let file else { return try Self.demo() }
    return try Self.read(file.lastPathComponent, known)
  }

  /// The unsaved document of the last time; `nil` if there is none.
  private func unsavedSession() throws -> Session? {
    guard FileManager.default.fileExists(atPath: unsaved.path) else { return nil }
    do {
      return try Self.document(try Data(contentsOf: unsaved), "unsaved.json")
    } catch {
      throw Fault(
        description: "the changes that were not saved the last time can't be read (\(error)): "
          + "move \(unsaved.path) away to begin without them")
    }
  }

  static func demo() throws -> Session { try script(Array(Demo.script.utf8), "the demo") }

  static func read(_ name: String, _ content: Data) throws -> Session {
    DocumentFile.isDocument(name) ? try document(content, name) : try script(Array(content), name)
  }

  private static func document(_ content: Data, _ name: String) throws -> Session {
    do throws(FileFailure) {
      return try DocumentFile.session(Array(content), named: name, JSONDocuments())
    } catch {
      throw Fault(description: error.text)
    }
  }

  /// Runs a script; only commands that saved sessions contain are allowed.
  private static func script(_ bytes: [UInt8], _ name: String) throws -> Session {
    let session = Session()
    let script = Script(for: session, named: name, keepsComments: true) { command throws(Diagnostic) in
      try session.run(saved: command)
    }
    var fault: Fault?
    script.run(bytes) { report in
      guard case .failure(let diagnostic) = report.outcome else { return .proceed }
      fault = Fault(description: "\(report.location): \(diagnostic.message)")
      return .stop
    }
    if let fault { throw fault }
    return session
  }

  static func text(_ session: Session) throws -> String {
    try JSONDocuments().text(of: try session.document())
  }

  private static func script(_ session: Session) throws -> String {
    do throws(Diagnostic) {
      return try session.script()
    } catch {
      throw Fault(description: error.message + error.advice)
    }
  }

  // MARK: Keeping and saving

  var host: Desk.Host {
    var save: ((Session) throws -> String)?
    if file != nil, !isOpened { save = { try self.save($0) } }
    var host = Desk.Host(
      token: token, keep: { self.keep($0, $1, $2) }, save: save, text: { try Self.text($0) },
      // The name only determines the format; it is not used as a path.
      read: { try Self.read($0, Data($1.utf8)) })
    host.examples = Demo.examples
    return host
  }

  /// Writes the changed document, unless a gesture is in progress and it was written recently.
  private func keep(_ session: Session, _ name: String?, _ goesOn: Bool) -> Bool {
    let begin = Date()
    if goesOn, begin.timeIntervalSince(lastKept) < max(0.5, 20 * cost) { return false }
    do {
      if let name {
        // The name is written first, so that a document without a file is never taken for the file's.
        try Data(name.utf8).write(to: opened, options: .atomic)
      }
      if !isChanged, let known { try known.write(to: base, options: .atomic) }
      try Data(try Self.text(session).utf8).write(to: unsaved, options: .atomic)
      isChanged = true
    } catch {
      FileHandle.standardError.write(Data("LiveEditor: can't keep what was changed: \(error)\n".utf8))
    }
    lastKept = Date()
    cost = lastKept.timeIntervalSince(begin)
    return true
  }

  private func save(_ session: Session) throws -> String {
    guard let file else { throw Fault(description: "the document has no file") }
    if let there = try? Data(contentsOf: file), there != known {
      throw Fault(description: "\(title) was changed by another program, so it was not overwritten")
    }
    let text = DocumentFile.isDocument(file.path) ? try Self.text(session) : try Self.script(session)
    let data = Data(text.utf8)
    do { try data.write(to: file, options: .atomic) } catch { throw Fault(description: "can't write \(title)") }
    known = data
    isChanged = false
    for left in [unsaved, opened, base] { try? FileManager.default.removeItem(at: left) }
    return "Saved \(title)"
  }
}

/// Reads and writes documents as JSON with the system's coders.
private struct JSONDocuments: DocumentCoder {
  func document(_ bytes: [UInt8]) throws -> GraphDocument {
    try JSONDecoder().decode(GraphDocument.self, from: Data(bytes))
  }

  func repairedDocument(_ bytes: [UInt8]) throws -> RepairedDocument {
    try JSONDecoder().decode(RepairedDocument.self, from: Data(bytes))
  }

  func text(of document: GraphDocument) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }
}
