// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The functions of a file whose names have become those of built-in functions since the file was written.
///
/// A name that refers to a built-in function only where it is called (`year`, `date`) may be the name of a function in an
/// older file. There the file's own function is meant. Its name is put in back-ticks, in which it is free, where it is defined
/// and where it is called; in a script only from its definition on, because a script runs line by line as it arrives.
package struct ShadowedFunctions {
  /// The names of these functions.
  private(set) var names: Set<String> = []

  /// The remark on the definition of such a function.
  package static func remark(_ name: String) -> String {
    "'\(name)' is now a built-in function; this file uses its own function of that name, `\(name)`"
  }

  /// Adds the names of such functions that a line defines.
  ///
  /// - Returns: Whether any of them is new.
  @discardableResult
  mutating func note(_ line: [UInt8]) -> Bool {
    var lexer = Lexer(line)
    var isNew = false
    var isStart = true
    while let token = lexer.nextPassingUnits(), token.kind != .end {
      if isStart, token.kind == .function, token.function.row.needsCall, definesFunction(after: lexer) {
        isNew = names.insert(token.function.row.name).inserted || isNew
      }
      isStart = token.kind == .semicolon
    }
    return isNew
  }

  /// The line with the names in back-ticks where they are called. Complexity: O(bytes)
  func spelled(_ line: [UInt8]) -> [UInt8] {
    if names.isEmpty { return line }
    var lexer = Lexer(line)
    var result: [UInt8] = []
    var end = 0
    while let token = lexer.nextPassingUnits(), token.kind != .end {
      guard token.kind == .function, names.contains(token.function.row.name) else { continue }
      result += line[end..<token.start]
      result += "`\(token.function.row.name)`".utf8
      end = token.end
    }
    return result + line[end...]
  }

  /// The text with the names in back-ticks where they are called.
  func spelled(_ text: String) -> String {
    names.isEmpty ? text : String(decoding: spelled(Array(text.utf8)), as: UTF8.self)
  }

  /// Whether `(x, y) =` follows.
  private func definesFunction(after lexer: Lexer) -> Bool {
    var lexer = lexer
    guard (try? lexer.next())?.kind == .leftParenthesis else { return false }
    while let token = try? lexer.next() {
      if token.kind == .rightParenthesis { return (try? lexer.next())?.kind == .assign }
      guard token.isWord || token.kind == .comma else { return false }
    }
    return false
  }
}
