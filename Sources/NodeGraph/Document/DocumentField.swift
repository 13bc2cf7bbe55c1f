// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An object of a document.
///
/// Its fields are stated once, in a list. Reading with all faults, writing, the names of known fields and the version that a
/// document needs follow from the list. To add a field, add an entry:
///
/// ```swift
/// DocumentField("locked", \.isLocked, .flag, unless: false, since: 5)
/// ```
protocol DocumentRecord: SendableMetatype {
  /// A record whose fields have not been read.
  static var blank: Self { get }
  /// The fields, in the order in which they are read.
  static var fields: RecordFields<Self> { get }
}

/// The fields of a record.
struct RecordFields<Record: DocumentRecord>: Sendable, ExpressibleByArrayLiteral {
  let list: [DocumentField<Record>]
  /// The fields that may need a later version than 1.
  let versioned: [DocumentField<Record>]

  init(_ list: [DocumentField<Record>]) {
    assert(Set(list.map(\.key.stringValue)).count == list.count, "each field of a record has a name of its own")
    assert(
      !list.contains(where: \.isRare) || list.contains(where: \.keepsUnknown),
      "a record with rare fields keeps unknown fields, among which rare ones are found")
    self.list = list
    versioned = list.filter { $0.since > 1 || $0.holdsRecords }
  }

  init(arrayLiteral list: DocumentField<Record>...) { self.init(list) }

  /// Returns the oldest version of the format that can hold some records.
  func neededVersion(of records: [Record]) -> Int { versioned.reduce(1) { max($0, $1.neededVersion(records)) } }

  /// Returns the field with a name in a version of the format; `nil` for an unknown field.
  func field(_ name: String, in version: Int) -> DocumentField<Record>? {
    list.first { $0.key.stringValue == name && $0.since <= version && !$0.keepsUnknown }
  }
}

/// A field of a record: its name, its place in the record, and its form in a document.
struct DocumentField<Record: DocumentRecord>: Sendable {
  /// Reads the field; returns `false` if the record doesn't have it, or its value can't be read.
  typealias Reading =
    @Sendable (inout Record, FieldReader, FieldKey, inout DocumentFaults) throws(DocumentError) -> Bool

  /// What a record without a readable value of a field means.
  struct Lack: Sendable {
    let code: DocumentError.Code
    /// The reason, noted at the place of the record; `nil` if the fault of the value says it.
    let reason: String?
    /// Whether a repair drops the record.
    let drops: Bool

    /// The record is dropped.
    static func dropped(_ code: DocumentError.Code = .field, _ reason: String? = nil) -> Lack {
      Lack(code: code, reason: reason, drops: true)
    }

    /// The record is kept, with the value that a blank record has.
    static func noted(_ code: DocumentError.Code, _ reason: String) -> Lack {
      Lack(code: code, reason: reason, drops: false)
    }
  }

  let key: FieldKey
  /// The first version of the format with the field. Documents of earlier versions may have an unknown field of its name.
  let since: Int
  /// Whether few records have the field, so that it is searched for among the names of a record and not the other way
  /// round. Such a record must keep unknown fields.
  let isRare: Bool
  let lack: Lack?
  /// Whether this entry stands for all unknown fields.
  let keepsUnknown: Bool
  let holdsRecords: Bool
  let read: Reading
  let write: @Sendable (Record, inout FieldWriter) throws -> Void
  /// Returns the oldest version that can hold the field of some records. It takes all of them so that none is copied.
  let neededVersion: @Sendable ([Record]) -> Int
}

extension DocumentField {
  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - path: Its place in a record.
  ///   - form: Its form in a document.
  ///   - since: The first version of the format that has it.
  ///   - lack: What a record without it means; `nil` if it may be missing.
  ///   - isWritten: Whether a value is written.
  init<Form: FieldForm>(
    _ name: String, _ path: WritableKeyPath<Record, Form.Value> & Sendable, _ form: Form, since: Int = 1,
    lack: Lack? = nil, writtenIf isWritten: @escaping @Sendable (Form.Value) -> Bool = { _ in true }
  ) {
    self.init(
      name, form, since: since, lack: lack, writtenIf: isWritten, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
  }

  /// Creates a field that is written unless it has the value of most records.
  init<Form: FieldForm>(
    _ name: String, _ path: WritableKeyPath<Record, Form.Value> & Sendable, _ form: Form,
    unless ordinary: Form.Value, since: Int = 1
  ) where Form.Value: Equatable & Sendable {
    self.init(name, path, form, since: since, writtenIf: { $0 != ordinary })
  }

  /// Creates a field that is written unless it is `nil`.
  init<Form: FieldForm>(
    _ name: String, _ path: WritableKeyPath<Record, Form.Value?> & Sendable, _ form: Form,
    writtenIf isWritten: @escaping @Sendable (Form.Value) -> Bool = { _ in true }
  ) {
    self.init(name, path, OptionalForm(form: form), writtenIf: { value in value.map(isWritten) ?? false })
  }

  /// Creates a field of a record of which there are many: going along a key path takes 700 instructions.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - form: Its form in a document.
  ///   - since: The first version of the format that has it.
  ///   - isRare: Whether few records have it.
  ///   - lack: What a record without it means; `nil` if it may be missing.
  ///   - isWritten: Whether a value is written.
  ///   - get: Returns the value of a record.
  ///   - set: Gives a record a value.
  init<Form: FieldForm>(
    _ name: String, _ form: Form, since: Int = 1, isRare: Bool = false, lack: Lack? = nil,
    writtenIf isWritten: @escaping @Sendable (Form.Value) -> Bool = { _ in true },
    get: @escaping @Sendable (Record) -> Form.Value, set: @escaping @Sendable (inout Record, Form.Value) -> Void
  ) {
    let key = FieldKey(name)
    self.init(
      key: key, since: since, isRare: isRare, lack: lack, keepsUnknown: false,
      holdsRecords: Form.holdsRecords,
      read: { (record, reader, key, faults) throws(DocumentError) in
        guard let value = try form.read(key, reader, &faults) else { return false }
        set(&record, value)
        return true
      },
      write: { record, writer in
        let value = get(record)
        if isWritten(value) { try form.write(value, key, to: &writer) }
      },
      neededVersion: { records in
        var version = 1
        for index in records.indices {
          let value = get(records[index])
          if isWritten(value) { version = max(version, since, form.neededVersion(of: value)) }
        }
        return version
      })
  }

  /// Creates a field of a constant value, which the reader of the record examines before all others.
  static func stamp(_ name: String, _ value: @escaping @Sendable (_ version: Int) -> some Encodable & SendableMetatype)
    -> DocumentField
  {
    let key = FieldKey(name)
    return DocumentField(
      key: key, since: 1, isRare: false, lack: nil, keepsUnknown: false, holdsRecords: false,
      read: { (_, _, _, _) throws(DocumentError) in true },
      write: { _, writer in try writer.container.encode(value(writer.version), forKey: key) }, neededVersion: { _ in 1 }
    )
  }

  /// Creates the entry of the unknown fields, which are kept, and of rare fields.
  static func unknown(
    get: @escaping @Sendable (Record) -> [String: DocumentValue],
    set: @escaping @Sendable (inout Record, [String: DocumentValue]) -> Void
  ) -> DocumentField {
    DocumentField(
      key: FieldKey(""), since: 1, isRare: false, lack: nil, keepsUnknown: true, holdsRecords: false,
      read: { (record, reader, _, faults) throws(DocumentError) in
        var keys = reader.container.allKeys
        if Record.self != DocumentNode.self { keys += FieldKey.common.filter { reader.container.contains($0) } }
        var unknown: [String: DocumentValue] = [:]
        for key in keys {
          if let field = Record.fields.field(key.stringValue, in: reader.version) {
            if field.isRare { _ = try field.read(&record, reader, key, &faults) }
          } else {
            unknown[key.stringValue] = try reader.readValue(key, &faults)
          }
        }
        if !unknown.isEmpty { set(&record, unknown) }
        return true
      },
      write: { record, writer in
        for (name, value) in get(record) where Record.fields.field(name, in: writer.version) == nil {
          try writer.container.encode(value, forKey: FieldKey(name))
        }
      }, neededVersion: { _ in 1 })
  }
}

/// The key of a field. Its initializer from a string, which coders call, refuses common names: `allKeys`, which creates a key
/// for each name in a container, is then almost free for most nodes.
struct FieldKey: CodingKey {
  /// The names of fields that most nodes have.
  static let common = DocumentNode.fields.list.filter { $0.since == 1 && !$0.isRare && !$0.keepsUnknown }.map(\.key)

  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init?(stringValue: String) {
    for key in Self.common where key.stringValue == stringValue { return nil }
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }
}

extension DocumentRecord {
  /// Reads a record; `nil` if it lacks a field that it needs and the document is being repaired.
  init?(_ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) {
    self = .blank
    let fields = Self.fields.list
    for index in fields.indices where fields[index].since <= reader.version && !fields[index].isRare {
      if try fields[index].read(&self, reader, fields[index].key, &faults) { continue }
      guard let lack = fields[index].lack else { continue }
      if let reason = lack.reason { try faults.note(lack.code, at: reader.place.path, reason) }
      if lack.drops { return nil }
    }
  }

  /// Writes the fields. An unknown field with the name of a known one is left out: it would be read as the known field, and
  /// coders trap if a name occurs twice.
  func write(into container: KeyedEncodingContainer<FieldKey>, version: Int) throws {
    var writer = FieldWriter(container: container, version: version)
    let fields = Self.fields.list
    for index in fields.indices { try fields[index].write(self, &writer) }
  }
}
