// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The place of a record in a document. Its path is made only for an error, because there are many nodes.
struct RecordPlace {
  /// The path of the record, or of the list that contains it.
  let parent: DocumentPath
  /// The index of the record in the list.
  var index: Int?

  var path: DocumentPath { index.map { parent.appending($0) } ?? parent }
}

/// Reads fields of a record, or records why one can't be read.
struct FieldReader {
  let container: KeyedDecodingContainer<FieldKey>
  let place: RecordPlace
  /// The version of the document.
  let version: Int

  func path(of key: FieldKey) -> DocumentPath { place.path.appending(key.stringValue) }

  /// Reads a field that may be missing; null counts as missing. `reason` replaces the reason of the coder.
  func read<Value: Decodable>(
    _ type: Value.Type, _ key: FieldKey, else reason: String? = nil, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Value? {
    do {
      return try container.decodeIfPresent(type, forKey: key)
    } catch {
      try faults.note(.field, at: path(of: key), reason ?? DocumentError(error).reason)
      return nil
    }
  }

  /// Reads a string that may be missing. It is not generic because coders take longer for generic types.
  func readString(_ key: FieldKey, _ faults: inout DocumentFaults) throws(DocumentError) -> String? {
    do {
      return try container.decodeIfPresent(String.self, forKey: key)
    } catch {
      try faults.note(.field, at: path(of: key), DocumentError(error).reason)
      return nil
    }
  }

  /// Reads a field of any value.
  func readValue(_ key: FieldKey, _ faults: inout DocumentFaults) throws(DocumentError) -> DocumentValue? {
    do {
      return try container.decode(DocumentValue.self, forKey: key)
    } catch {
      try faults.note(DocumentError(error))
      return nil
    }
  }

  /// Reads an object whose names are not fields; `nil` if it is missing.
  func readMembers(
    _ key: FieldKey, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> KeyedDecodingContainer<DocumentKey>? {
    guard container.contains(key) else { return nil }
    if let members = try? container.nestedContainer(keyedBy: DocumentKey.self, forKey: key) { return members }
    try faults.note(.field, at: path(of: key), "expected an object")
    return nil
  }

  /// Reads the id of a node or an instance that is a name in the object of a field.
  func readMember(_ name: String, of key: FieldKey, _ faults: inout DocumentFaults) throws(DocumentError) -> NodeID? {
    if let member = DocumentText.member(name) { return member }
    try faults.note(.id, at: path(of: key).appending(name), "'\(VisibleText.standIns(name))' is not an id")
    return nil
  }
}

/// Writes fields of a record in a version of the format.
struct FieldWriter {
  var container: KeyedEncodingContainer<FieldKey>
  let version: Int
}
