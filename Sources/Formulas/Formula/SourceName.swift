// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A name in a statement, and its position in the line.
public struct SourceName: Hashable, Sendable {
  /// The name itself, without back-ticks.
  public var text: String
  /// The bytes of the line the name was read from, back-ticks included.
  public var range: Range<Int>

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - text: The name without back-ticks.
  ///   - range: The bytes of the line that it comes from, for diagnostics; any range if it is not from a line.
  public init(_ text: String, range: Range<Int>) {
    self.text = text
    self.range = range
  }

  /// Creates a name that is not part of a line.
  package init(naming text: String) { self.init(text, range: 0..<0) }

  /// The name as a formula spells it: in back-ticks unless it is an identifier without another meaning.
  ///
  /// A name with a back-tick can't be spelt; the parser never makes one.
  ///
  /// - Parameter name: The name.
  /// - Returns: Text that a formula reads as the name.
  public static func spelling(_ name: String) -> String {
    let bytes = Array(name.utf8)
    var lexer = Lexer(bytes)
    if !bytes.contains(0xe2) || !name.contains("›"), let token = try? lexer.next(), token.kind == .name,
      token.range == 0..<bytes.count
    {
      return name
    }
    return "`\(name)`"
  }

  /// The name of a user-defined function as a formula spells it: in back-ticks also if the language has such a function.
  package static func functionSpelling(_ name: String) -> String {
    if Vocabulary.call(Array(name.utf8)[...]) != nil { return "`\(name)`" }
    return spelling(name)
  }

  /// The name as a formula may spell it to read its value: `s.net` needs no back-ticks there. A statement that
  /// assigns a value to `s.net` needs them, because the name would mean a port otherwise.
  package static func readSpelling(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return spelling(name) }
    let (owner, part) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    return isPart(part) && spelling(owner) == owner ? name : spelling(name)
  }

  /// Whether a text is one word, reserved or not.
  package static func isPart(_ name: String) -> Bool {
    var lexer = Lexer(Array(name.utf8))
    guard let token = try? lexer.next() else { return false }
    return token.isWord && token.kind != .quotedName && token.range == 0..<name.utf8.count
  }

  /// The name of a node or function with several results and the name of a result, for a name such as `s.net`; `nil` for others.
  package static func parts(_ name: String) -> (owner: String, part: String)? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
    let part = String(name[name.index(after: dot)...])
    return isPart(part) ? (String(name[..<dot]), part) : nil
  }

  /// The name as a formula spells it.
  package var spelling: String { Self.spelling(text) }

  /// Whether a formula can spell a name: it has no back-tick and no invisible character.
  package static func isSpellable(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains(UInt8(ascii: "`")) && (try? SourceText.check(Array(name.utf8))) != nil
  }
}

// MARK: Words of commands

extension SourceName {
  /// The name that a word stands for, without back-ticks.
  package var withoutBackticks: SourceName {
    let quote = UInt8(ascii: "`")
    let bytes = text.utf8
    guard bytes.count > 2, bytes.first == quote, bytes.last == quote else { return self }
    return SourceName(String(text.dropFirst().dropLast()), range: range)
  }

  /// Reads `node.port`; both names may be in back-ticks.
  package func portReference() throws(Diagnostic) -> PortReference {
    var lexer = Lexer(Array(text.utf8))
    if let node = try? lexer.next(), node.isWord, let dot = try? lexer.next(), dot.kind == .dot,
      let port = try? lexer.next(), port.isWord, port.end == lexer.bytes.count
    {
      // The text of a word in double quotes begins one byte after the word.
      let start = range.lowerBound + (range.count - lexer.bytes.count) / 2
      return PortReference(
        node: SourceName(lexer.name(node).text, range: start + node.start..<start + node.end),
        port: SourceName(lexer.name(port).text, range: start + port.start..<start + port.end))
    }
    throw Diagnostic(.port, "'\(text)' is not a port", range, hint: "write node.port")
  }
}
