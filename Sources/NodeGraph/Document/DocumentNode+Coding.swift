// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension DocumentNode {
  /// Reads a node; `nil` if it has no kind and the document is being repaired.
  init?(
    _ fields: KeyedDecodingContainer<Field>, at place: Place, version: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let reader = FieldReader(fields: fields, path: { place.path })
    guard let kind = try reader.readString("kind", &faults) else {
      try faults.note(.field, at: place.path, "'kind' is missing")
      return nil
    }
    self.init(id: try reader.readID(&faults) ?? .missing, kind: kind)
    name = try reader.readString("name", &faults)
    position = try reader.readPosition("at", &faults)
    connections = try reader.readConnections("inputs", &faults)
    try readValues(reader, at: place, knowsOwn: version >= GraphDocument.versionOfOwnNodes, &faults)
  }

  /// Reads the fields that few nodes have, and unknown fields.
  private mutating func readValues(
    _ reader: FieldReader<Field>, at place: Place, knowsOwn: Bool, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for field in reader.fields.allKeys {
      switch field.stringValue {
      case "literals": try readLiterals(reader.fields, at: place, &faults)
      case "value": value = try reader.readUnknown(field, &faults)
      case "own" where knowsOwn: isOwn = try reader.read(Bool.self, field, &faults) ?? false
      default: others[field.stringValue] = try reader.readUnknown(field, &faults)
      }
    }
  }

  private mutating func readLiterals(
    _ fields: KeyedDecodingContainer<Field>, at place: Place, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    literals = try FieldReader(fields: fields, path: { place.path }).readValues("literals", &faults)
  }

  func encode(into fields: inout KeyedEncodingContainer<Field>, version: Int) throws {
    for (name, value) in others where !Field.isReserved(name, in: version) {
      try fields.encode(value, forKey: Field(name))
    }
    try fields.encode(DocumentText.text(id), forKey: "id")
    try fields.encode(kind, forKey: "kind")
    if isOwn { try fields.encode(true, forKey: "own") }
    if let name { try fields.encode(name, forKey: "name") }
    if let position { try fields.encode(DocumentText.text(position), forKey: "at") }
    if !connections.isEmpty { try fields.encode(DocumentText.text(connections), forKey: "inputs") }
    if !literals.isEmpty {
      var members = fields.nestedContainer(keyedBy: DocumentKey.self, forKey: "literals")
      for (port, value) in literals { try members.encode(value, forKey: DocumentKey(port)) }
    }
    if let value { try fields.encode(value, forKey: "value") }
  }

  /// The place of a node in a document. Its path is made only for an error, because there are many nodes.
  struct Place {
    /// The path of the root or of a definition.
    let scope: DocumentPath
    let index: Int

    var path: DocumentPath { scope.appending("nodes").appending(index) }
  }

  struct Field: DocumentField {
    let stringValue: String

    init(_ name: String) { stringValue = name }

    /// Returns whether the field is read by name in every node.
    static func isKnown(_ name: String) -> Bool {
      switch name {
      case "at", "id", "inputs", "kind", "name": true
      default: false
      }
    }

    static func isReserved(_ name: String, in version: Int) -> Bool {
      switch name {
      case "literals", "value": true
      case "own": version >= GraphDocument.versionOfOwnNodes
      default: isKnown(name)
      }
    }
  }
}

extension NodeID {
  /// The placeholder for an id that could not be read; no node has it.
  static var missing: NodeID { NodeID(slot: .max, generation: .max) }
}
