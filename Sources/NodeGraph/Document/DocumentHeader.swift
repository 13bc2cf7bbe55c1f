// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension GraphDocument {
  /// What a document says of itself, apart from its graph: how the graph was looked at, the version of the kinds, and unknown fields.
  ///
  /// Its fields are written flat, as those of the document. Whatever takes a document in and writes one keeps the header whole, so
  /// that a further field of it is declared, read and written here only.
  public struct Header: Hashable, Sendable {
    /// The version of the application's kinds, which migrations count up from 1.
    public var kindsVersion: Int
    /// How the graph was looked at.
    public var view: GraphViewState?
    /// Fields that this version doesn't know, by name. One with the name of a known field is not written.
    public var others: [String: DocumentValue]

    /// A header.
    ///
    /// - Parameters:
    ///   - kindsVersion: The version of the application's kinds.
    ///   - view: How the graph was looked at.
    ///   - others: Further fields.
    public init(kindsVersion: Int = 1, view: GraphViewState? = nil, others: [String: DocumentValue] = [:]) {
      self.kindsVersion = kindsVersion
      self.view = view
      self.others = others
    }

    init(
      _ reader: FieldReader<Field>, version: Int, _ faults: inout DocumentFaults
    ) throws(DocumentError) {
      self.init(kindsVersion: try reader.read(Int.self, .kindsVersion, &faults) ?? 1)
      if reader.fields.contains(.view) {
        do {
          view = try GraphViewState(from: reader.fields.superDecoder(forKey: .view), &faults)
        } catch {
          try faults.note(DocumentError(error))
        }
      }
      for field in reader.fields.allKeys where !Field.isReserved(field.stringValue, in: version) {
        others[field.stringValue] = try reader.readUnknown(field, &faults)
      }
    }

    func encode(into fields: inout KeyedEncodingContainer<Field>, version: Int) throws {
      for (name, value) in others where !Field.isReserved(name, in: version) {
        try fields.encode(value, forKey: Field(name))
      }
      if kindsVersion != 1 { try fields.encode(kindsVersion, forKey: .kindsVersion) }
      try fields.encodeIfPresent(view, forKey: .view)
    }
  }
}
