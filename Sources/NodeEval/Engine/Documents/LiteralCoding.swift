// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How values of types are written into documents and read from them: literals of inputs, and values of sources.
///
/// `Double`, `Float`, `Int`, `Bool` and `String` are registered from the beginning. A finite number is read back bit for bit,
/// negative zero included; an integer with more digits than the type has is read as the nearest number. NaN and infinities are
/// written as the strings `nan`, `inf` and `-inf`; a NaN is read back without its sign and payload. Other types can be registered:
///
/// ```swift
/// var literals = LiteralCoding()
/// literals.register(GraphSize.self)  // which is Codable
/// literals.register(RGBColor.self) { .string($0.description) } decode: { try RGBColor(text: $0.text()) }
/// literals.register(Angle.self) { .number($0.degrees) } decode: { Angle(degrees: try $0.number()) }
/// ```
public struct LiteralCoding: Sendable {
  struct Codec: Sendable {
    let type: ValueType
    let encode: @Sendable (Any) throws -> DocumentValue
    let decode: @Sendable (DocumentValue) throws -> any Sendable
    /// Sets a literal inside an edit.
    let setLiteral: @Sendable (Evaluator, InputPort, DocumentValue) throws -> Void
    let setValue: @Sendable (Evaluator, NodeID, DocumentValue) throws -> Void
  }

  private var codecs: [PortType: Codec] = [:]

  /// Makes a coding of numbers, booleans and text.
  public init() {
    register(Double.self) {
      Self.value(of: $0)
    } decode: {
      try Self.number($0)
    }
    register(Float.self) {
      Self.value(of: Double($0))
    } decode: {
      try Self.number($0)
    }
    register(Int.self) {
      DocumentValue(Int64($0))
    } decode: {
      try Self.integer($0)
    }
    register(Bool.self) {
      .boolean($0)
    } decode: { value in
      guard case .boolean(let boolean) = value else { throw LiteralError.expected("true or false", value) }
      return boolean
    }
    register(String.self) {
      .string($0)
    } decode: {
      try $0.text()
    }
  }

  /// Registers the coding of a type.
  ///
  /// Documents of other programs may contain a number as an integer with more digits than doubles have; `DocumentValue.number()`
  /// accepts it. If `decode` refuses such an integer, it is called with the nearest number, and the result is used if `encode`
  /// writes it as the same number: integers are not rounded.
  ///
  /// - Parameters:
  ///   - type: The type; an earlier coding is replaced.
  ///   - encode: Returns the document's form of a value, of which `decode` makes the same value.
  ///   - decode: Returns the value of a document's form, or throws an error whose description gives the reason.
  public mutating func register<Value: Sendable>(
    _ type: Value.Type, encode: @escaping @Sendable (Value) throws -> DocumentValue,
    decode: @escaping @Sendable (DocumentValue) throws -> Value
  ) {
    let decode = { @Sendable (value: DocumentValue) throws -> Value in
      do {
        return try decode(value)
      } catch {
        guard let rounded = value.roundingIntegers, let result = try? decode(rounded),
          let written = try? encode(result), written == rounded || written == value
        else { throw error }
        return result
      }
    }
    let codec = Codec(
      type: ValueType(type),
      encode: { value in
        guard let value = value as? Value else { preconditionFailure("a value is written as what it is") }
        return try encode(value)
      },
      decode: { try decode($0) },
      setLiteral: { evaluator, input, value in try evaluator.state.writeLiteral(input, try decode(value)) },
      setValue: { evaluator, node, value in
        guard let variable = try evaluator.variable(node, as: Value.self) else {
          throw GraphError.notGivable(node, PortType(Value.self))
        }
        evaluator.set(variable, to: try decode(value))
      })
    codecs[codec.type.port] = codec
  }

  /// Registers a type that can be encoded and decoded.
  ///
  /// - Parameter type: The type; an earlier coding is replaced.
  public mutating func register<Value: Codable & Sendable>(_ type: Value.Type) {
    register(type) {
      try DocumentValue(encoding: $0)
    } decode: {
      try $0.decoded(as: Value.self)
    }
  }

  func codec(of type: PortType) -> Codec? { codecs[type] }

  /// The codec that reads values of a type.
  func codec(of type: PortType, at path: @autoclosure () -> DocumentPath) throws(DocumentError) -> Codec {
    if let codec = codecs[type] { return codec }
    throw DocumentError(.value, at: path(), "no codec is registered for \(type)")
  }

  // MARK: Numbers

  private static func value(of number: Double) -> DocumentValue {
    if number.isFinite { return .number(number) }
    return .string(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
  }

  private static func number<Number: BinaryFloatingPoint>(_ value: DocumentValue) throws(LiteralError) -> Number {
    switch value {
    case .string("nan"): .nan
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    default: try value.floatingPoint()
    }
  }

  private static func integer(_ value: DocumentValue) throws(LiteralError) -> Int {
    switch value {
    case .number(let number): if let integer = Int(exactly: number) { return integer }
    case .integer(let integer): if let integer = Int(exactly: integer) { return integer }
    case .natural, .null, .boolean, .string, .array, .object: break
    }
    throw .expected("an integer", value)
  }
}

/// The reason why a literal could not be read or written.
public enum LiteralError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A value of another kind was expected.
  case expected(String, DocumentValue)

  /// The expected kind and the actual value.
  public var description: String {
    switch self {
    case .expected(let what, .string(let text)): "expected \(what), not '\(text)'"
    case .expected(let what, let value): "expected \(what), not \(value.kindName)"
    }
  }
}

extension DocumentValue {
  /// The text of a string.
  ///
  /// - Throws: A ``LiteralError`` if it is not a string.
  public func text() throws(LiteralError) -> String {
    guard case .string(let text) = self else { throw .expected("a string", self) }
    return text
  }
}

extension DocumentValue {
  /// The number, however it is stored; an integer that doubles can't represent is rounded to the nearest.
  ///
  /// ```swift
  /// literals.register(Angle.self) { .number($0.degrees) } decode: { Angle(degrees: try $0.number()) }
  /// ```
  ///
  /// - Throws: A ``LiteralError`` if it is not a number.
  public func number() throws(LiteralError) -> Double { try floatingPoint() }

  /// A copy with integers that doubles can't represent rounded to the nearest number; `nil` if it contains none.
  ///
  /// No integer is rounded to 2^53: a codec of integers may write that as a number, which would hide the rounding.
  fileprivate var roundingIntegers: DocumentValue? {
    switch self {
    case .integer(let integer) where Double(integer).magnitude > 0x1p53: return .number(Double(integer))
    case .natural(let natural): return .number(Double(natural))
    case .array(let elements):
      let rounded = elements.map(\.roundingIntegers)
      guard rounded.contains(where: { $0 != nil }) else { return nil }
      return .array(zip(elements, rounded).map { $1 ?? $0 })
    case .object(let members):
      let rounded = members.compactMapValues(\.roundingIntegers)
      return rounded.isEmpty ? nil : .object(members.merging(rounded) { $1 })
    case .null, .boolean, .number, .integer, .string: return nil
    }
  }

  fileprivate func floatingPoint<Number: BinaryFloatingPoint>() throws(LiteralError) -> Number {
    switch self {
    case .number(let number): return Number(number)
    case .integer(let integer): return Number(integer)
    case .natural(let natural): return Number(natural)
    case .null, .boolean, .string, .array, .object: throw .expected("a number", self)
    }
  }
}

extension LiteralCoding {
  /// Writes a value of a type. The path is used only in errors.
  func encode(
    _ value: Any, _ type: PortType, at path: @autoclosure () -> DocumentPath
  ) throws(DocumentError) -> DocumentValue {
    guard let codec = codec(of: type) else {
      throw DocumentError(.value, at: path(), "no codec is registered for \(type)")
    }
    do {
      return try codec.encode(value)
    } catch {
      throw DocumentError(coding: error, at: path())
    }
  }
}

extension DocumentError {
  /// Wraps an error that reading or writing a value at a path has thrown.
  init(coding error: any Error, at path: DocumentPath) {
    switch error {
    case is DecodingError, is EncodingError:
      let inner = DocumentError(error)
      self.init(.value, at: DocumentPath(path.steps + inner.path.steps), inner.reason)
    default: self.init(.value, at: path, "\(error)")
    }
  }
}
