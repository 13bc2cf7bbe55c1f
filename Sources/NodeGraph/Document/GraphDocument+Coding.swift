// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reading and writing documents. Unknown fields are kept.
extension GraphDocument: Codable {
  /// Reads a document and keeps fields that this version doesn't know.
  ///
  /// Only the form is examined: whether ids and connections are sound is found by ``check()``, or when a graph is made of
  /// the document. To read a damaged document as far as possible, decode a ``RepairedDocument``.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A ``DocumentError`` for the first field that can't be read, ``DocumentError/Code-swift.enum/format`` for other
  ///   data, ``DocumentError/Code-swift.enum/version`` for a document of a later version; an error of the decoder.
  public init(from decoder: any Decoder) throws {
    var faults = DocumentFaults(isRepairing: false)
    try self.init(from: decoder, &faults)
  }

  init(from decoder: any Decoder, _ faults: inout DocumentFaults) throws {
    guard let fields = try? decoder.container(keyedBy: Field.self) else {
      throw DocumentError(.format, at: DocumentPath(), "a document must be an object")
    }
    let reader = FieldReader(fields: fields, path: { DocumentPath() })
    guard try reader.readString("format", &faults) == Self.format else {
      throw DocumentError(.format, at: DocumentPath([.key("format")]), "expected \"\(Self.format)\"")
    }
    self.init()
    let version = try reader.read(Int.self, "version", &faults) ?? 1
    guard version <= Self.version else {
      throw DocumentError(
        .version, at: DocumentPath([.key("version")]),
        "version \(version) of the format is newer than version \(Self.version), the newest that this program reads")
    }
    if version < 1 { try faults.note(.version, at: DocumentPath([.key("version")]), "versions begin with 1") }
    header = try Header(reader, version: version, &faults)
    if !fields.contains("nodes") { try faults.note(.field, at: DocumentPath(), "'nodes' is missing") }
    try root.readMembers(reader, version: version, &faults)
    if version >= Self.versionOfGroups {
      let path = DocumentPath()
      definitions = try readObjects(fields, "definitions", at: path, &faults) {
        (container: KeyedDecodingContainer<DocumentDefinition.Field>, index, faults) throws(DocumentError) in
        try DocumentDefinition(container, at: .definition(index), version: version, &faults)
      }
    }
    if version >= Self.versionOfModes { try readModes(reader, &faults) }
  }

  private mutating func readModes(
    _ reader: FieldReader<Field>, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let path = DocumentPath([.key("modes")])
    for (key, value) in try reader.readValues("modes", &faults).sorted(by: { $0.key < $1.key }) {
      guard let member = DocumentText.member(key) else {
        try faults.note(.id, at: path.appending(key), "'\(VisibleText.standIns(key))' is not an id")
        continue
      }
      if case .string(let name) = value, let mode = NodeMode(rawValue: name) {
        modes[member] = mode == .active ? nil : mode
      } else {
        try faults.note(.field, at: path.appending(key), "expected \"muted\" or \"bypassed\"")
      }
    }
  }

  /// Writes a document in the oldest version of the format that can hold it (``version``).
  ///
  /// ```swift
  /// let encoder = JSONEncoder()
  /// encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
  /// let data = try encoder.encode(document)
  /// ```
  ///
  /// An unsound document is written too. Unknown fields with the name of a known field are left out.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder, for instance for a number in a value that is not finite.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    let version = neededVersion
    try header.encode(into: &fields, version: version)
    try fields.encode(Self.format, forKey: "format")
    try fields.encode(version, forKey: "version")
    if !modes.isEmpty {
      var container = fields.nestedContainer(keyedBy: DocumentKey.self, forKey: "modes")
      for (member, mode) in modes {
        try container.encode(mode.rawValue, forKey: DocumentKey(DocumentText.text(member)))
      }
    }
    if !definitions.isEmpty {
      var list = fields.nestedUnkeyedContainer(forKey: "definitions")
      for definition in definitions {
        var container = list.nestedContainer(keyedBy: DocumentDefinition.Field.self)
        try definition.encode(into: &container, version: version)
      }
    }
    try root.encodeMembers(into: &fields, version: version, isRoot: true)
  }

  /// The oldest version that can hold the document. A program that knows only an older version must not take a node made in
  /// code for one of a registered kind, nor open a graph without the content of its groups.
  private var neededVersion: Int {
    let version = definitions.reduce(looks.neededVersion) { max($0, $1.looks.neededVersion) }
    if !modes.isEmpty { return max(version, Self.versionOfModes) }
    if hasGroups { return max(version, Self.versionOfGroups) }
    return nodes.contains(where: \.isOwn) ? max(version, Self.versionOfOwnNodes) : version
  }

  struct Field: DocumentField {
    let stringValue: String

    init(_ name: String) { stringValue = name }

    static func isKnown(_ name: String) -> Bool {
      switch name {
      case "format", "kindsVersion", "nodes", "version", "view": true
      default: false
      }
    }

    static func isReserved(_ name: String, in version: Int) -> Bool {
      switch name {
      case "definitions", "instances": version >= versionOfGroups
      case "modes": version >= versionOfModes
      case "looks": version >= versionOfLooks
      default: isKnown(name)
      }
    }
  }
}

/// A field of a document. Its initializer from a string, which coders call, accepts unknown fields only: `allKeys`, which
/// creates a key for each name in a container, is then almost free if all fields are known.
protocol DocumentField: CodingKey, ExpressibleByStringLiteral {
  init(_ name: String)
  static func isKnown(_ name: String) -> Bool
  /// Returns whether the name has a meaning in a version of the format. An unknown field can't be written by such a name: it
  /// would be read as the known field, and coders trap if a name occurs twice.
  static func isReserved(_ name: String, in version: Int) -> Bool
}

extension DocumentField {
  var intValue: Int? { nil }

  init(stringLiteral name: String) { self.init(name) }

  static func isReserved(_ name: String, in version: Int) -> Bool { isKnown(name) }

  init?(stringValue: String) {
    if Self.isKnown(stringValue) { return nil }
    self.init(stringValue)
  }

  init?(intValue: Int) { nil }
}

/// Reads fields of an object, or records why one can't be read.
struct FieldReader<Field: DocumentField> {
  let fields: KeyedDecodingContainer<Field>
  let path: () -> DocumentPath

  /// Reads a field that may be missing; null counts as missing.
  func read<Value: Decodable>(
    _ type: Value.Type, _ field: Field, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Value? {
    do {
      return try fields.decodeIfPresent(type, forKey: field)
    } catch let error as DocumentError {
      try faults.note(error)
    } catch {
      try faults.note(.field, at: path().appending(field.stringValue), DocumentError(error).reason)
    }
    return nil
  }

  /// Reads a string that may be missing. It is not generic because coders take longer for generic types.
  func readString(_ field: Field, _ faults: inout DocumentFaults) throws(DocumentError) -> String? {
    do {
      return try fields.decodeIfPresent(String.self, forKey: field)
    } catch {
      try faults.note(.field, at: path().appending(field.stringValue), DocumentError(error).reason)
      return nil
    }
  }

  /// Reads a field that is kept unchanged.
  func readUnknown(_ field: Field, _ faults: inout DocumentFaults) throws(DocumentError) -> DocumentValue? {
    do {
      return try fields.decode(DocumentValue.self, forKey: field)
    } catch {
      try faults.note(DocumentError(error))
      return nil
    }
  }
}
