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
    guard let container = try? decoder.container(keyedBy: FieldKey.self) else {
      throw DocumentError(.format, at: DocumentPath(), "a document must be an object")
    }
    let place = RecordPlace(parent: DocumentPath())
    let stamps = FieldReader(container: container, place: place, version: 1)
    guard try stamps.readString(FieldKey("format"), &faults) == Self.format else {
      throw DocumentError(.format, at: DocumentPath([.key("format")]), "expected \"\(Self.format)\"")
    }
    let version = try stamps.read(Int.self, FieldKey("version"), &faults) ?? 1
    guard version <= Self.version else {
      throw DocumentError(
        .version, at: DocumentPath([.key("version")]),
        "version \(version) of the format is newer than version \(Self.version), the newest that this program reads")
    }
    if version < 1 { try faults.note(.version, at: DocumentPath([.key("version")]), "versions begin with 1") }
    self =
      try GraphDocument(FieldReader(container: container, place: place, version: max(1, version)), &faults) ?? .blank
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
    try write(into: encoder.container(keyedBy: FieldKey.self), version: Self.fields.neededVersion(of: [self]))
  }
}

extension GraphDocument: ScopeRecord {
  static var blank: GraphDocument { GraphDocument() }

  /// A program that knows only an older version must not take a node made in code for one of a registered kind, nor open a
  /// graph without the content of its groups. Therefore fields have the version that introduced them.
  static let fields = RecordFields<GraphDocument>(
    [
      .stamp("format") { _ in format }, .stamp("version") { $0 },
      DocumentField("kindsVersion", \.kindsVersion, .integer, unless: 1),
      DocumentField("view", \.view, .view),
      .unknown(get: { $0.others }, set: { $0.others = $1 }),
    ] + members(isRoot: true) + [
      DocumentField("definitions", \.definitions, .definitions, unless: [], since: versionOfGroups),
      DocumentField("modes", \.modes, .modes, unless: [:], since: versionOfModes),
    ])
}
