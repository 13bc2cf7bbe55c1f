// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reading and writing documents. Unknown fields are kept.
extension GraphDocument: Codable {
  /// Reads a document. Whether its ids and connections make sense is for ``check()`` to say.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: A ``DocumentError``, for a document of a later version for instance, or what the decoder throws.
  public init(from decoder: any Decoder) throws {
    var faults = DocumentFaults(isRepairing: false)
    try self.init(from: decoder, &faults)
  }

  init(from decoder: any Decoder, _ faults: inout DocumentFaults) throws {
    guard let fields = try? decoder.container(keyedBy: Field.self) else {
      throw DocumentError(.format, at: DocumentPath(), "a document is an object")
    }
    let reader = FieldReader(fields: fields, path: { DocumentPath() })
    guard try reader.readString(.format, &faults) == Self.format else {
      throw DocumentError(.format, at: DocumentPath([.key("format")]), "it is not \"\(Self.format)\"")
    }
    self.init()
    let version = try reader.read(Int.self, .version, &faults) ?? 1
    guard version <= Self.version else {
      throw DocumentError(
        .version, at: DocumentPath([.key("version")]),
        "version \(version) of the format is newer than \(Self.version), the newest that is known here")
    }
    if version < 1 { try faults.note(.version, at: DocumentPath([.key("version")]), "versions begin with 1") }
    kindsVersion = try reader.read(Int.self, .kindsVersion, &faults) ?? 1
    if fields.contains(.view) {
      do {
        view = try GraphViewState(from: fields.superDecoder(forKey: .view), &faults)
      } catch {
        try faults.note(DocumentError(error))
      }
    }
    for field in fields.allKeys { others[field.stringValue] = try reader.readUnknown(field, &faults) }
    try readNodes(fields, version: version, &faults)
  }

  private mutating func readNodes(
    _ fields: KeyedDecodingContainer<Field>, version: Int, _ faults: inout DocumentFaults
  ) throws {
    let path = DocumentPath([.key("nodes")])
    guard fields.contains(.nodes) else { return try faults.note(.field, at: DocumentPath(), "'nodes' is missing") }
    guard var list = try? fields.nestedUnkeyedContainer(forKey: .nodes) else {
      return try faults.note(.field, at: path, "it is not an array")
    }
    nodes.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd {
      let index = list.currentIndex
      guard let container = try? list.nestedContainer(keyedBy: DocumentNode.Field.self) else {
        try faults.note(.field, at: path.appending(index), "it is not an object")
        _ = try list.decode(Skipped.self)
        continue
      }
      if let node = try DocumentNode(container, at: index, version: version, &faults) { nodes.append(node) }
    }
  }

  /// Takes a place in a list and looks at nothing.
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// Writes a document.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: What the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    for (name, value) in others where !Field.isReserved(name) { try fields.encode(value, forKey: Field(name)) }
    try fields.encode(Self.format, forKey: .format)
    // Whoever knows an older version only must not take a node that was made in code for one of a kind.
    let isOld = !nodes.contains(where: \.isOwn)
    try fields.encode(isOld ? Self.versionOfOwnNodes - 1 : Self.version, forKey: .version)
    if kindsVersion != 1 { try fields.encode(kindsVersion, forKey: .kindsVersion) }
    try fields.encodeIfPresent(view, forKey: .view)
    var list = fields.nestedUnkeyedContainer(forKey: .nodes)
    for node in nodes {
      var container = list.nestedContainer(keyedBy: DocumentNode.Field.self)
      try node.encode(into: &container)
    }
  }

  struct Field: DocumentField {
    let stringValue: String
    static var format: Field { Field("format") }
    static var kindsVersion: Field { Field("kindsVersion") }
    static var nodes: Field { Field("nodes") }
    static var version: Field { Field("version") }
    static var view: Field { Field("view") }

    init(_ name: String) { stringValue = name }

    static func isKnown(_ name: String) -> Bool {
      switch name {
      case "format", "kindsVersion", "nodes", "version", "view": true
      default: false
      }
    }
  }
}

/// A field of a document. When a coder makes one of its name it is of the unknown ones only: so that `allKeys`, which
/// has every name of a container made, costs next to nothing where all fields are known.
protocol DocumentField: CodingKey {
  init(_ name: String)
  static func isKnown(_ name: String) -> Bool
  /// Whether it has a meaning, so that no other field can be written by its name: coders trap if a name comes twice.
  static func isReserved(_ name: String) -> Bool
}

extension DocumentField {
  var intValue: Int? { nil }

  static func isReserved(_ name: String) -> Bool { isKnown(name) }

  init?(stringValue: String) {
    if Self.isKnown(stringValue) { return nil }
    self.init(stringValue)
  }

  init?(intValue: Int) { nil }
}

/// Reads fields of an object, or notes why one can't be read.
struct FieldReader<Field: DocumentField> {
  let fields: KeyedDecodingContainer<Field>
  let path: () -> DocumentPath

  /// A field that may be missing; null counts as missing.
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

  /// A string that may be missing. Coders take longer over types they have to be told.
  func readString(_ field: Field, _ faults: inout DocumentFaults) throws(DocumentError) -> String? {
    do {
      return try fields.decodeIfPresent(String.self, forKey: field)
    } catch {
      try faults.note(.field, at: path().appending(field.stringValue), DocumentError(error).reason)
      return nil
    }
  }

  /// A field that is kept as it is.
  func readUnknown(_ field: Field, _ faults: inout DocumentFaults) throws(DocumentError) -> DocumentValue? {
    do {
      return try fields.decode(DocumentValue.self, forKey: field)
    } catch {
      try faults.note(DocumentError(error))
      return nil
    }
  }
}
