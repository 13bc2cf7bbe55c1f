// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Ids, positions and connections as strings. Reading accepts only what writing produces.
enum DocumentText {
  // MARK: Ids

  /// Returns the text of an id: `12`, or `12:3` for the fourth node in that slot; `#3` for an instance.
  static func text(_ id: NodeID) -> String {
    if let instance = InstanceID(id), id != .missing { return "#\(instance.index)" }
    return id.generation == 0 ? "\(id.slot)" : "\(id.slot):\(id.generation)"
  }

  /// Reads the id of a node or an instance; `nil` for any other text.
  static func member(_ text: some StringProtocol) -> NodeID? {
    guard text.utf8.first == UInt8(ascii: "#") else { return id(text) }
    guard let number = id(text.dropFirst()), number.generation == 0 else { return nil }
    return InstanceID(index: number.slot, tag: 0).node
  }

  /// Reads the assignment of a member to a node: `0=12`.
  static func membership(_ text: Substring) -> DocumentInstance.Member? {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let inner = member(parts[0]), let node = member(parts[1]),
      (InstanceID(inner) == nil) == (InstanceID(node) == nil)
    else { return nil }
    return DocumentInstance.Member(inner, is: node)
  }

  /// Returns the text of a member's port: `12.x`.
  static func text(_ end: DocumentDefinition.End) -> String {
    var bytes: [UInt8] = []
    append(end.member, end.port, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Splits a text at separators. Bytes are compared, because names of ports may end with scalars that form one character
  /// with the scalar after them.
  static func split(
    _ text: some StringProtocol, at separator: Unicode.Scalar, omittingEmptyPieces: Bool = true
  ) -> [Substring] {
    Substring(text).utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: omittingEmptyPieces).map {
      Substring($0)
    }
  }

  /// Reads a member's port; `nil` for any other text.
  static func end(_ text: Substring) -> DocumentDefinition.End? {
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")), let member = member(text[..<dot]),
      let port = unescaped(text[text.utf8.index(after: dot)...])
    else { return nil }
    return DocumentDefinition.End(member, port)
  }

  /// Reads the id of a node; `nil` for any other text.
  static func id(_ text: some StringProtocol) -> NodeID? {
    var reader = text.utf8.makeIterator()
    guard let slot = number(&reader), slot.value < 1 << 30 else { return nil }
    guard let end = slot.end else { return NodeID(slot: slot.value, generation: 0) }
    guard end == UInt8(ascii: ":"), let generation = number(&reader), generation.end == nil, generation.value > 0,
      generation.value < NodeID.generations
    else { return nil }
    return NodeID(slot: slot.value, generation: generation.value)
  }

  /// Reads the number of a definition or a frame; `nil` for any other text.
  static func number(_ text: String) -> UInt32? {
    guard let id = id(text), id.generation == 0 else { return nil }
    return id.slot
  }

  /// Reads a number without leading zeros, and the byte after it.
  private static func number(_ reader: inout some IteratorProtocol<UInt8>) -> (value: UInt32, end: UInt8?)? {
    var value: UInt64 = 0
    var count = 0
    while let byte = reader.next() {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return finished(byte) }
      value = value * 10 + UInt64(byte - UInt8(ascii: "0"))
      count += 1
      if count > 10 || value > UInt32.max || (count == 2 && value < 10) { return nil }
    }
    return finished(nil)

    func finished(_ end: UInt8?) -> (UInt32, UInt8?)? { count == 0 ? nil : (UInt32(value), end) }
  }

  // MARK: Positions

  /// Returns both coordinates with a space between them.
  static func text(_ position: GraphPoint) -> String { "\(text(position.x)) \(text(position.y))" }

  static func text(_ number: Double) -> String {
    if let integer = Int(exactly: number), abs(number) < 1e15 { return String(integer) }
    return "\(number)"
  }

  /// Reads a position; `nil` for any other text and for coordinates that aren't finite.
  static func position(_ text: String) -> GraphPoint? {
    guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")),
      let x = Double(text[..<space]), let y = Double(text[text.utf8.index(after: space)...])
    else { return nil }
    let position = GraphPoint(x, y)
    return position.isFinite && abs(x) != .infinity && abs(y) != .infinity ? position : nil
  }

  // MARK: Connections

  /// Returns the text of a connection: `x=12.sum`.
  static func text(_ connection: DocumentConnection) -> String {
    var bytes: [UInt8] = []
    append(connection, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of a connection.
  static func append(_ connection: DocumentConnection, to bytes: inout [UInt8]) {
    appendEscaped(connection.input, to: &bytes)
    bytes.append(UInt8(ascii: "="))
    append(connection.source, connection.output, to: &bytes)
  }

  private static func append(_ member: NodeID, _ port: String, to bytes: inout [UInt8]) {
    if InstanceID(member) == nil, member.generation == 0 {
      append(member.slot, to: &bytes)
    } else {
      bytes += text(member).utf8
    }
    bytes.append(UInt8(ascii: "."))
    appendEscaped(port, to: &bytes)
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    var divisor: UInt32 = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// Reads a connection; `nil` for any other text.
  static func connection(_ text: Substring) -> DocumentConnection? {
    let bytes = text.utf8
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let source = bytes.index(after: sign)
    guard let dot = bytes[source...].firstIndex(of: UInt8(ascii: ".")), let member = member(text[source..<dot]),
      let input = unescaped(text[..<sign]), let output = unescaped(text[bytes.index(after: dot)...])
    else { return nil }
    return DocumentConnection(input, from: member, output)
  }

  /// Appends a name of a port with the characters that would end it percent-encoded.
  private static func appendEscaped(_ name: String, to bytes: inout [UInt8]) {
    for byte in name.utf8 {
      if isSpecial(byte) {
        bytes += "%\(String(byte, radix: 16))".utf8
      } else {
        bytes.append(byte)
      }
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "=")
  }

  private static func unescaped(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard let special = UInt8(digits, radix: 16), isSpecial(special) else { return nil }
      bytes.append(special)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension NodeID {
  /// The id as text of a document: `12`, or `12:3` for the fourth node in that slot; `#3` for an instance.
  ///
  /// The text doesn't contain the tag of the graph. Reading the text of a node gives an id equal to ``inDocument``.
  ///
  /// ```swift
  /// let text = node.documentText
  /// NodeID(documentText: text) == node.inDocument  // true
  /// ```
  public var documentText: String { DocumentText.text(self) }

  /// Reads the id of a node from the text that documents have for it.
  ///
  /// The id has no tag: pass it to a graph, or to ``Graph/node(inDocument:)``, but don't compare it with ids of a graph.
  ///
  /// - Parameter documentText: `12` or `12:3`. The result is `nil` for any other text, including the text of an instance.
  public init?(documentText: String) {
    guard let id = DocumentText.id(documentText) else { return nil }
    self = id
  }
}
