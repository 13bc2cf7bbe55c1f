// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How the value of a field is read from a document and written to it.
protocol FieldForm<Value>: Sendable {
  associatedtype Value

  /// Whether values contain records, which may need a later version than their field.
  static var holdsRecords: Bool { get }
  /// Reads a field; `nil` if it is missing, or can't be read and the document is being repaired.
  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> Value?
  func write(_ value: Value, _ key: FieldKey, to writer: inout FieldWriter) throws
  /// Returns the oldest version of the format that can hold the records in a value.
  func neededVersion(of value: Value) -> Int
}

extension FieldForm {
  static var holdsRecords: Bool { false }

  func neededVersion(of value: Value) -> Int { 1 }
}

extension FieldForm where Value: Encodable {
  func write(_ value: Value, _ key: FieldKey, to writer: inout FieldWriter) throws {
    try writer.container.encode(value, forKey: key)
  }
}

/// The form of a value that may be `nil`.
struct OptionalForm<Form: FieldForm>: FieldForm {
  let form: Form
  static var holdsRecords: Bool { Form.holdsRecords }

  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> Form
    .Value??
  {
    try form.read(key, reader, &faults).map { .some($0) }
  }

  func write(_ value: Form.Value?, _ key: FieldKey, to writer: inout FieldWriter) throws {
    if let value { try form.write(value, key, to: &writer) }
  }

  func neededVersion(of value: Form.Value?) -> Int { value.map { form.neededVersion(of: $0) } ?? 1 }
}

extension FieldForm {
  /// The form of a value that may be `nil`.
  static func optional<Form>(_ form: Form) -> Self where Self == OptionalForm<Form> { OptionalForm(form: form) }
}

/// A value as a string.
struct TextForm<Value: Sendable>: FieldForm {
  let text: @Sendable (Value) -> String
  /// Reads a text; returns `nil` if it isn't a value.
  let value: @Sendable (String) -> Value?
  var code = DocumentError.Code.field
  /// Returns what is wrong with a text, which it gets in quotes; `nil` if the fault of the lacking field says it.
  var reason: (@Sendable (String) -> String)?
  /// The text that is read in place of a missing one.
  var missingText: String?
  /// The value in place of one that can't be read.
  var standIn: Value?

  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> Value? {
    guard let text = try reader.readString(key, &faults) ?? missingText else { return nil }
    if let value = value(text) { return value }
    if let reason { try faults.note(code, at: reader.path(of: key), reason("'\(VisibleText.standIns(text))'")) }
    return standIn
  }

  func write(_ value: Value, _ key: FieldKey, to writer: inout FieldWriter) throws {
    try writer.container.encode(text(value), forKey: key)
  }
}

/// Values as one string, with spaces between them. A piece that isn't a value is a fault of its own.
struct TextListForm<Element: Sendable>: FieldForm {
  /// Appends the text of an element.
  let append: @Sendable (Element, inout [UInt8]) -> Void
  let element: @Sendable (Substring) -> Element?
  let code: DocumentError.Code
  /// What is wrong with a piece of text, after the piece in quotes.
  let reason: String
  /// Whether two spaces are a fault.
  var isStrict = false

  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> [Element]?
  {
    guard let text = try reader.readString(key, &faults) else { return nil }
    var elements: [Element] = []
    var start = text.startIndex
    while start < text.endIndex {
      // Bytes are compared, because names of ports may end with scalars that form one character with the scalar after them.
      let end = text.utf8[start...].firstIndex(of: UInt8(ascii: " ")) ?? text.endIndex
      if let element = element(text[start..<end]) {
        elements.append(element)
      } else if isStrict || start < end {
        let piece = VisibleText.standIns(String(text[start..<end]))
        try faults.note(code, at: reader.path(of: key), "'\(piece)' \(reason)")
      }
      start = end < text.endIndex ? text.utf8.index(after: end) : end
    }
    return elements
  }

  func write(_ value: [Element], _ key: FieldKey, to writer: inout FieldWriter) throws {
    var bytes: [UInt8] = []
    for element in value {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      append(element, &bytes)
    }
    try writer.container.encode(String(decoding: bytes, as: UTF8.self), forKey: key)
  }
}

/// A boolean, an integer or another type that coders know.
struct SimpleForm<Value: Codable & Sendable>: FieldForm {
  /// Adapts a value to the range of the field; returns `nil` for one outside.
  var limited: @Sendable (Value) -> Value? = { $0 }
  /// What is wrong with a value; `nil` for the reason of the coder.
  var reason: String?

  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> Value? {
    guard let read = try reader.read(Value.self, key, else: reason, &faults) else { return nil }
    let value = limited(read)
    if value == nil, let reason { try faults.note(.field, at: reader.path(of: key), reason) }
    return value
  }
}

/// Any value, null included.
struct ValueForm: FieldForm {
  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError)
    -> DocumentValue?
  {
    reader.container.contains(key) ? try reader.readValue(key, &faults) : nil
  }
}

/// An object of values by name.
struct ValuesForm: FieldForm {
  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> [String:
    DocumentValue]?
  {
    guard let members = try reader.readMembers(key, &faults) else { return nil }
    var values: [String: DocumentValue] = [:]
    for key in members.allKeys {
      do {
        values[key.stringValue] = try members.decode(DocumentValue.self, forKey: key)
      } catch {
        try faults.note(DocumentError(error))
      }
    }
    return values
  }

  func write(_ value: [String: DocumentValue], _ key: FieldKey, to writer: inout FieldWriter) throws {
    var members = writer.container.nestedContainer(keyedBy: DocumentKey.self, forKey: key)
    for (name, value) in value { try members.encode(value, forKey: DocumentKey(name)) }
  }
}

/// An object with the fields of a record.
struct RecordForm<Value: DocumentRecord>: FieldForm {
  static var holdsRecords: Bool { true }

  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> Value? {
    guard reader.container.contains(key) else { return nil }
    let place = RecordPlace(parent: reader.path(of: key))
    guard let container = try? reader.container.nestedContainer(keyedBy: FieldKey.self, forKey: key) else {
      try faults.note(.field, at: place.path, "expected an object")
      return nil
    }
    return try Value(FieldReader(container: container, place: place, version: reader.version), &faults)
  }

  func write(_ value: Value, _ key: FieldKey, to writer: inout FieldWriter) throws {
    try value.write(
      into: writer.container.nestedContainer(keyedBy: FieldKey.self, forKey: key), version: writer.version)
  }

  func neededVersion(of value: Value) -> Int { Value.fields.neededVersion(of: [value]) }
}

/// A list of records.
struct RecordsForm<Element: DocumentRecord>: FieldForm {
  /// The number of a frame, which no other in the list may have.
  var number: (@Sendable (Element) -> UInt32)?
  static var holdsRecords: Bool { true }

  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> [Element]?
  {
    guard reader.container.contains(key) else { return nil }
    let path = reader.path(of: key)
    guard var list = try? reader.container.nestedUnkeyedContainer(forKey: key) else {
      try faults.note(.field, at: path, "expected an array")
      return []
    }
    var elements: [Element] = []
    var numbers: Set<UInt32> = []
    elements.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd {
      let place = RecordPlace(parent: path, index: list.currentIndex)
      if let container = try? list.nestedContainer(keyedBy: FieldKey.self) {
        let inner = FieldReader(container: container, place: place, version: reader.version)
        guard let element = try Element(inner, &faults) else { continue }
        elements.append(element)
        guard let number = number?(element), !numbers.insert(number).inserted else { continue }
        try faults.note(.id, at: place.path.appending("id"), "the id '\(number)' is already used by another frame")
      } else {
        try faults.note(.field, at: place.path, "expected an object")
        // A coder that can't skip an element would never reach the end.
        guard (try? list.decode(SkippedElement.self)) != nil else { return elements }
      }
    }
    return elements
  }

  func write(_ value: [Element], _ key: FieldKey, to writer: inout FieldWriter) throws {
    var list = writer.container.nestedUnkeyedContainer(forKey: key)
    for element in value {
      try element.write(into: list.nestedContainer(keyedBy: FieldKey.self), version: writer.version)
    }
  }

  func neededVersion(of value: [Element]) -> Int { Element.fields.neededVersion(of: value) }
}

/// An element of a list that is skipped without being read.
private struct SkippedElement: Decodable {
  init(from decoder: any Decoder) {}
}
