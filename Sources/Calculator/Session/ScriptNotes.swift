// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Collects the comments of a script that is opened.
///
/// Lines of comments above a definition, and the comment at its end, are the note of its node. The comment at the head of the
/// file belongs to no node, and neither does one above an empty line, a function, a command or an expression. In a saved session,
/// which begins with `# nodecalc 1`, the comments after the definitions describe what a script can't express: they are left out.
struct ScriptNotes {
  /// The notes of nodes, by the names that the script defines.
  private(set) var named: [(name: String, text: String)] = []
  /// The lines of comments that directly precede the next line.
  private var open: [String] = []
  private var isOpenAtHead = false
  private var isAtHead = true
  private var isSaved = false

  private static let mark = "nodecalc 1"

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line.
  ///   - number: Its number, from 1.
  ///   - statements: Its statements; `nil` if it can't be parsed.
  /// - Returns: A comment that belongs to no node, if it ends here.
  mutating func read(_ line: [UInt8], number: Int, _ statements: [Statement]?) -> String? {
    guard let statements else { return end() }
    let comment = Self.comment(of: line, after: statements.last?.range.upperBound ?? 0)
    guard !statements.isEmpty else {
      guard let comment else {
        // The line for the system that names the program is empty, too.
        if !line.isEmpty || number > 1 { isAtHead = false }
        return endAboveGap()
      }
      if number == 1, comment == Self.mark {
        (isSaved, isAtHead) = (true, false)
        return nil
      }
      if open.isEmpty { isOpenAtHead = isAtHead }
      isAtHead = false
      open.append(comment)
      return nil
    }
    isAtHead = false
    let own = comment.map { [$0] } ?? []
    guard let name = statements.lazy.compactMap(Self.definedNode).first else {
      open += own
      return end()
    }
    let free = isOpenAtHead ? endAboveGap() : nil
    let lines = open + own
    open = []
    if !lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { named.append((name, lines.joined(separator: "\n"))) }
    return free
  }

  /// Ends the comment at the end of the file, or above a line that defines no node.
  mutating func end() -> String? { isSaved ? drop() : endAboveGap() }

  private mutating func drop() -> String? {
    open = []
    return nil
  }

  private mutating func endAboveGap() -> String? {
    defer { (open, isOpenAtHead) = ([], false) }
    return open.allSatisfy { $0.allSatisfy(\.isWhitespace) } ? nil : open.joined(separator: "\n")
  }

  /// The node that a statement defines.
  private static func definedNode(_ statement: Statement) -> String? {
    switch statement.form {
    case .definition(let name, _), .construction(let name, _): name.text
    default: nil
    }
  }

  /// The comment of a line after its statements.
  private static func comment(of line: [UInt8], after end: Int) -> String? {
    guard line[end...].contains(UInt8(ascii: "#")) else { return nil }
    let lexer = Lexer(line)
    guard let start = line.indices.dropFirst(end).first(where: lexer.isCommentStart) else { return nil }
    return String(decoding: line[start...].dropFirst(start + 1 < line.count ? 2 : 1), as: UTF8.self)
  }

  // MARK: Writing

  /// Whether comments can hold a text, so that it reads back unchanged.
  static func isComment(_ text: String) -> Bool {
    !text.allSatisfy(\.isWhitespace) && text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isHidden }
  }

  /// The lines of comments for a text.
  static func comment(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "#" : "# \($0)" }
  }
}

extension GraphFrame {
  /// Whether it is a note that a script can have as a comment.
  var isComment: Bool { title.isEmpty && ScriptNotes.isComment(text) }
}

extension Session {
  /// Gives nodes their notes from the comments of a script, and places those that belong to no node above all nodes.
  func take(_ notes: ScriptNotes) {
    var noted: [NodeID: String] = [:]
    for (name, text) in notes.named {
      guard let node = evaluator.graph.node(named: name) ?? namedResults(name)?.nodes.first else {
        looseComments.append(text)
        continue
      }
      noted[node] = noted[node].map { "\($0)\n\(text)" } ?? text
    }
    let comments = looseComments
    looseComments = []
    if noted.isEmpty, comments.isEmpty { return }
    // What the script refuses is reported with its statements; a comment is never refused.
    try? changeLooks("notes of the script", 0..<0) { inner in
      for (node, note) in noted.sorted(by: { $0.key.slot < $1.key.slot }) {
        var look = evaluator.subgraphs.look(of: node)
        look.note = note
        try inner.setLook(look, of: node)
      }
      for frame in frames(for: comments) { try inner.addFrame(frame) }
    }
  }

  /// Notes side by side, above all members that have positions, or above the origin, where layouts begin.
  private func frames(for texts: [String]) -> [GraphFrame] {
    let (width, gap) = (320.0, 24.0)
    let places = evaluator.subgraphs.members(of: nil).map { evaluator.subgraphs.position(of: $0) }
    let others = evaluator.subgraphs.frames(in: nil).map(\.frame.rect.origin)
    let left = places.map(\.x).min() ?? 0
    let bottom = ((places + others).map(\.y).min() ?? 0) - 2 * gap
    return texts.enumerated().map { index, text in
      let height = max(ScopePlacing.height(ofNote: text, width: width), 40).rounded(.up)
      let origin = GraphPoint(left + Double(index) * (width + gap), bottom - height)
      return GraphFrame("", GraphRect(origin, GraphSize(width, height)), text: text)
    }
  }
}
