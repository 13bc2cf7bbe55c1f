// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension DocumentValue {
  /// Encodes a value into the form that documents have. ``decoded(as:)`` reverses it.
  ///
  /// Integers up to 2^53 in magnitude become a ``number(_:)``; larger ones keep all digits and must fit 64 bits.
  ///
  /// ```swift
  /// struct Comment: Codable { var author: String; var text: String }
  /// document.others["comment"] = try DocumentValue(encoding: Comment(author: "Ada", text: "checked"))
  /// ```
  ///
  /// - Parameter value: A value that can be encoded. All of its numbers must be finite.
  /// - Throws: The error of encoding the value: an `EncodingError` for a number that is not finite, an integer that doesn't
  ///   fit 64 bits, or values deeper than ``depthLimit``.
  public init(encoding value: some Encodable) throws {
    let storage = Storage()
    try storage.put(value, at: [])
    self = storage.value
  }
}

/// Collects the parts of a value of a document. It is a class because containers are handed out before they are filled.
private final class Storage {
  private enum Content {
    case single(DocumentValue)
    case array([Storage])
    case object([String: Storage])
  }

  private var content = Content.object([:])
  private var isEmpty = true

  /// The collected value. Its depth is within the limit, which is checked when values are added.
  var value: DocumentValue {
    switch content {
    case .single(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.mapValues(\.value))
    }
  }

  var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }

  func becomeArray() { if isEmpty { set(.array([])) } }

  func becomeObject() { if isEmpty { set(.object([:])) } }

  func append() -> Storage {
    let element = Storage()
    guard case .array(var elements) = content else { return element }
    // Removed in the meantime, so that the list isn't copied.
    content = .object([:])
    elements.append(element)
    content = .array(elements)
    return element
  }

  func member(_ name: String) -> Storage {
    let member = Storage()
    guard case .object(var members) = content else { return member }
    content = .object([:])
    members[name] = member
    content = .object(members)
    return member
  }

  private func set(_ content: Content) {
    self.content = content
    isEmpty = false
  }

  func putNull() { set(.single(.null)) }

  func put(_ value: some Encodable, at path: [any CodingKey]) throws {
    switch value {
    case let value as DocumentValue: set(.single(value))
    case let value as Bool: set(.single(.boolean(value)))
    case let value as String: set(.single(.string(value)))
    case let value as Double: set(.single(try number(value, at: path)))
    case let value as Float: set(.single(try number(Double(value), at: path)))
    case let value as any BinaryInteger: set(.single(try integer(value, at: path)))
    default:
      if path.count > DocumentValue.depthLimit { throw error(value, path, "the value is nested too deeply") }
      try value.encode(to: ValueEncoder(storage: self, codingPath: path))
    }
  }

  private func number(_ value: Double, at path: [any CodingKey]) throws -> DocumentValue {
    guard value.isFinite else { throw error(value, path, "the number is not finite") }
    return .number(value)
  }

  private func integer(_ value: some BinaryInteger, at path: [any CodingKey]) throws -> DocumentValue {
    if let integer = Int64(exactly: value) { return DocumentValue(integer) }
    guard let natural = UInt64(exactly: value) else { throw error("\(value)", path, "the integer is too large") }
    return UInt64(exactly: Double(natural)) == natural ? .number(Double(natural)) : .natural(natural)
  }

  private func error(_ value: Any, _ path: [any CodingKey], _ reason: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: reason))
  }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let storage: Storage
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    storage.becomeObject()
    return KeyedEncodingContainer(Members<Key>(storage: storage, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    storage.becomeArray()
    return Elements(storage: storage, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { storage.putNull() }

  func encode<Value: Encodable>(_ value: Value) throws { try storage.put(value, at: codingPath) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let storage: Storage
  let codingPath: [any CodingKey]

  private func encoder(_ key: some CodingKey) -> ValueEncoder {
    ValueEncoder(storage: storage.member(key.stringValue), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { encoder(key).encodeNil() }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder(DocumentKey("super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct Elements: UnkeyedEncodingContainer {
  let storage: Storage
  let codingPath: [any CodingKey]
  var count: Int { storage.count }

  private func next() -> ValueEncoder {
    let path = codingPath + [DocumentKey(index: count)]
    return ValueEncoder(storage: storage.append(), codingPath: path)
  }

  func encodeNil() { next().encodeNil() }

  func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

  func superEncoder() -> any Encoder { next() }
}
