// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Any JSON value: a literal, or a field of a document that this version doesn't know and keeps unchanged.
///
/// Numbers have double precision. Integers that a double can't hold exactly have cases of their own, so that 64-bit
/// identifiers are preserved. A ``number(_:)`` that was written is read as the same ``number(_:)``, bit for bit. A number
/// that another program wrote may be read as an integer, with more digits than a double has: code that takes numbers
/// calls `number()` of NodeEval, which accepts both.
///
/// ```swift
/// node.others["comment"] = .string("measured")
/// node.literals["b"] = try DocumentValue(encoding: 4.0)
/// ```
///
/// Compare values with `==`: the order of an object's members doesn't matter. A `number` and an `integer` are never equal, even
/// if they stand for the same number.
public enum DocumentValue: Hashable, Sendable {
  /// JSON's `null`.
  case null
  /// True or false.
  case boolean(Bool)
  /// A finite number, or an integer of at most 53 bits.
  case number(Double)
  /// A larger integer that fits 64 bits with a sign.
  case integer(Int64)
  /// A larger integer that fits 64 bits without a sign.
  case natural(UInt64)
  /// Text.
  case string(String)
  /// Values in order.
  case array([DocumentValue])
  /// Values by name.
  case object([String: DocumentValue])

  /// The greatest nesting depth of arrays and objects in a document.
  ///
  /// Decoding and ``init(encoding:)`` throw for deeper values, so that code which traverses a value recursively, including
  /// its destruction, can't overflow the stack. Values composed in code from cases are not checked.
  public static let depthLimit = 64

  /// Below this, a double holds every integer exactly.
  static let exactLimit: Int64 = 1 << 53

  /// Creates the value of an integer.
  ///
  /// Up to 2^53 in magnitude it is a ``number(_:)``; beyond, where doubles don't hold every integer, it is an ``integer(_:)``.
  ///
  /// ```swift
  /// DocumentValue(3) == .number(3)  // true
  /// ```
  ///
  /// - Parameter integer: The integer.
  public init(_ integer: Int64) {
    let isExact = integer.magnitude <= UInt64(Self.exactLimit)
    self = isExact ? .number(Double(integer)) : .integer(integer)
  }

  /// The kind of JSON value with its article, as used in errors: `a string`, `an array`, `null`.
  ///
  /// ```swift
  /// throw DocumentError(.value, at: path, "it is \(value.kindName), not a string")
  /// ```
  public var kindName: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number, .integer, .natural: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension DocumentValue: Codable {
  /// Reads any value.
  ///
  /// The depth is counted from the root of the decoder, so a value inside a document may be less deep than by itself.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A ``DocumentError`` with code ``DocumentError/Code-swift.enum/nesting`` for values deeper than
  ///   ``depthLimit``, or ``DocumentError/Code-swift.enum/number`` for a number outside the range of doubles; an error of the
  ///   decoder.
  public init(from decoder: any Decoder) throws {
    // Numbers first: decoding a type that doesn't match creates an error, which is slow.
    let single = try decoder.singleValueContainer()
    if let number = try? single.decode(Double.self) {
      self = Self.exactly(number, in: single)
    } else if let string = try? single.decode(String.self) {
      self = .string(string)
    } else if let boolean = try? single.decode(Bool.self) {
      self = .boolean(boolean)
    } else if single.decodeNil() {
      self = .null
    } else if let integer = try? single.decode(Int64.self) {
      // Foundation decodes `0e1`, and numbers closer to 0 than any double, as integers only.
      self = DocumentValue(integer)
    } else {
      let path = DocumentPath(decoder.codingPath)
      if path.steps.count > Self.depthLimit {
        throw DocumentError(.nesting, at: path, "values are nested more than \(Self.depthLimit) levels deep")
      }
      if var list = try? decoder.unkeyedContainer() {
        var elements: [DocumentValue] = []
        while !list.isAtEnd { elements.append(try list.decode(DocumentValue.self)) }
        self = .array(elements)
      } else if let members = try? decoder.container(keyedBy: DocumentKey.self) {
        var object: [String: DocumentValue] = [:]
        for key in members.allKeys { object[key.stringValue] = try members.decode(DocumentValue.self, forKey: key) }
        self = .object(object)
      } else {
        throw DocumentError(.number, at: path, "the number is too large")
      }
    }
  }

  /// Returns the value of a number, as an integer if a double doesn't hold it exactly.
  private static func exactly(_ number: Double, in single: any SingleValueDecodingContainer) -> DocumentValue {
    guard abs(number) >= Double(exactLimit) else { return .number(number) }
    if let integer = try? single.decode(Int64.self) {
      return Int64(exactly: number) == integer ? .number(number) : .integer(integer)
    }
    if let natural = try? single.decode(UInt64.self) {
      return UInt64(exactly: number) == natural ? .number(number) : .natural(natural)
    }
    return .number(number)
  }

  /// Writes the value.
  ///
  /// Numbers of 2^53 or more that are 64-bit integers are written with all their digits: the shortest decimal digits that
  /// identify a double, padded with zeros, may be another integer.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder, for instance for a number that is not finite.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(element) }
    case .object(let object):
      var members = encoder.container(keyedBy: DocumentKey.self)
      for (name, value) in object { try members.encode(value, forKey: DocumentKey(name)) }
    default:
      var single = encoder.singleValueContainer()
      switch self {
      case .boolean(let boolean): try single.encode(boolean)
      case .number(let number) where abs(number) >= Double(Self.exactLimit):
        if let integer = Int64(exactly: number) {
          try single.encode(integer)
        } else if let natural = UInt64(exactly: number) {
          try single.encode(natural)
        } else {
          try single.encode(number)
        }
      case .number(let number): try single.encode(number)
      case .integer(let integer): try single.encode(integer)
      case .natural(let natural): try single.encode(natural)
      case .string(let string): try single.encode(string)
      default: try single.encodeNil()
      }
    }
  }
}

/// A key in a document that may have any name.
struct DocumentKey: CodingKey {
  let stringValue: String
  /// The index of an element of an array; `nil` for a name.
  private(set) var intValue: Int?

  init(_ name: String) { stringValue = name }

  init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
