// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension DocumentValue {
  /// Decodes a value of a type from this form of it. Reverses ``init(encoding:)``.
  ///
  /// ```swift
  /// let value = try DocumentValue(encoding: [1, 2, 3])
  /// let numbers = try value.decoded(as: [Int].self)
  /// ```
  ///
  /// A number is read as any integer type that holds it exactly; otherwise decoding throws. Enumerations with raw values,
  /// optionals, arrays, dictionaries with string keys and `Codable` structures are read as they were encoded.
  ///
  /// - Parameter type: The type of the value that was encoded.
  /// - Returns: The decoded value.
  /// - Throws: The error of decoding the type: a `DecodingError` whose coding path starts at this value.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try ValueDecoder(value: self, codingPath: []).decode(type)
  }

  /// Returns the members of an object; `nil` for any other value.
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key>? {
    try? ValueDecoder(value: self, codingPath: []).container(keyedBy: type)
  }
}

/// Decodes a value of a document; it is also the container of single values.
private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: DocumentValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(MemberReader<Key>(object: object, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let array) = value else { throw mismatch([Any].self) }
    return ElementReader(array: array, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let simple: Any?
    switch type {
    case is DocumentValue.Type: simple = value
    case is Bool.Type: if case .boolean(let boolean) = value { simple = boolean } else { simple = nil }
    case is String.Type: if case .string(let string) = value { simple = string } else { simple = nil }
    case is Double.Type: simple = number(Double.self)
    case is Float.Type: simple = number(Float.self)
    case let type as any FixedWidthInteger.Type: simple = integer(type)
    default: return try type.init(from: self)
    }
    guard let simple = simple as? Value else { throw mismatch(type) }
    return simple
  }

  private func number<Number: BinaryFloatingPoint>(_ type: Number.Type) -> Number? {
    switch value {
    case .number(let number): Number(number)
    case .integer(let integer): Number(integer)
    case .natural(let natural): Number(natural)
    default: nil
    }
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    switch value {
    case .number(let number): Integer(exactly: number)
    case .integer(let integer): Integer(exactly: integer)
    case .natural(let natural): Integer(exactly: natural)
    default: nil
    }
  }

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    DecodingError.typeMismatch(
      type, DecodingError.Context(codingPath: codingPath, debugDescription: "it is \(value.kindName)"))
  }
}

private struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: [String: DocumentValue]
  let codingPath: [any CodingKey]
  var allKeys: [Key] { object.keys.sorted().compactMap { Key(stringValue: $0) } }

  private func decoder(_ key: some CodingKey) throws -> ValueDecoder {
    guard let value = object[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "it is missing"))
    }
    return ValueDecoder(value: value, codingPath: codingPath + [key])
  }

  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(DocumentKey("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct ElementReader: UnkeyedDecodingContainer {
  let array: [DocumentValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(array: [DocumentValue], codingPath: [any CodingKey]) {
    self.array = array
    self.codingPath = codingPath
  }

  var count: Int? { array.count }
  var isAtEnd: Bool { currentIndex >= array.count }

  /// Reads the next element; if that fails, it is still the next.
  private mutating func next<Value>(_ body: (ValueDecoder) throws -> Value) throws -> Value {
    let path = codingPath + [DocumentKey(index: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self, DecodingError.Context(codingPath: path, debugDescription: "the array has ended"))
    }
    let value = try body(ValueDecoder(value: array[currentIndex], codingPath: path))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd || array[currentIndex] != .null { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
