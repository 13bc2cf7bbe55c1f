// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

/// A file that a page sends in parts, because a message of the socket has a limit.
struct Upload {
  /// The greatest size of a file, in bytes. Pages know it too, and don't begin to send larger files.
  static let limit = 8 << 20

  private var number = ""
  private var bytes: [UInt8] = []
  private var isRefused = false

  /// Adds a part: each byte is a character from U+0000 to U+00FF, so that any file can be sent as text. A part with another
  /// number begins another file.
  mutating func append(_ part: String, of number: String) {
    if number != self.number { self = Upload(number: number) }
    guard !isRefused else { return }
    for scalar in part.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value), bytes.count < Self.limit else {
        (bytes, isRefused) = ([], true)
        return
      }
      bytes.append(byte)
    }
  }

  /// Ends the file with a number, and returns its bytes; `nil` if it was not sent, or is too large.
  mutating func take(_ number: String) -> [UInt8]? {
    defer { self = Upload() }
    return number == self.number && !isRefused ? bytes : nil
  }
}

// MARK: Files

extension Window {
  /// Executes a command about files or tables.
  ///
  /// - Returns: Whether the command exists.
  func runTables(_ name: String, _ arguments: [String]) -> Bool {
    switch name {
    case "upload": if arguments.count == 2 { upload.append(arguments[1], of: arguments[0]) }
    case "open-file":
      guard arguments.count >= 2 else { return true }
      guard let bytes = upload.take(arguments[0]) else {
        say("The file was not sent as a whole, or is larger than \(Upload.limit >> 20) MB", isProblem: true)
        return true
      }
      let place = arguments.dropFirst(2).compactMap { Double($0) }.filter(\.isFinite)
      open(bytes, named: Self.fileName(arguments[1]), at: place.count == 2 ? GraphPoint(place[0], place[1]) : nil)
    case "left-out":
      guard let names = arguments.first else { return true }
      let others = "not opened: \(names.prefix(400))"
      if desk.askAboutOffer(in: self, others) { return true }
      say("One document can be opened at a time; \(others)", isProblem: true)
    default: return false
    }
    return true
  }

  /// The last part of a path, of limited length.
  private static func fileName(_ path: String) -> String {
    let name = String((path.split { $0 == "/" || $0 == "\\" }.last ?? "").prefix(120))
    return name.isEmpty ? "table.csv" : name
  }

  /// Opens a file by the ending of its name, or if that can be anything, by its content.
  private func open(_ bytes: [UInt8], named name: String, at place: GraphPoint?) {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let isTable: Bool
    switch ending {
    case "csv", "tsv", "tab": isTable = true
    case "json", "nodegraph", "nc": isTable = false
    default:
      isTable =
        (String(validating: bytes, as: UTF8.self).flatMap { try? desk.host.read(name, $0) }) == nil
        && SessionEditor.isTable(bytes)
    }
    if isTable { return addTable(bytes, named: name, at: place) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return say("\(name) is not UTF-8 text", isProblem: true)
    }
    desk.open(text, named: name, for: self)
  }

  /// Adds the columns of a file near a point of the page, or at its upper left corner.
  private func addTable(_ bytes: [UInt8], named name: String, at place: GraphPoint?) {
    let point = view.viewport.canvasPoint((place ?? free.origin) + margin)
    attempt { () throws(Diagnostic) in
      let table = try editor.addTable(bytes, named: name, near: point, in: path)
      select(table.nodes)
      reveal(table.frame)
      say(Self.summary(of: table, name), action: "undo")
    }
  }

  /// What was read, with the first of the things that the user has to know.
  private static func summary(of table: SessionEditor.AddedTable, _ name: String) -> String {
    let (rows, lists) = (table.rowCount, table.nodes.count)
    let read = "\(name): \(lists) list\(lists == 1 ? "" : "s") of \(rows) element\(rows == 1 ? "" : "s")"
    guard let first = table.notes.first else { return read }
    let count = table.notes.count
    return read + (count == 1 ? ". Note: " : ". \(count) notes, the first: ") + first
  }
}
