// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A place in a document: `nodes[3].literals.x`.
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
  /// One step into a value.
  public enum Step: Hashable, Sendable {
    /// Into an object.
    case key(String)
    /// Into an array.
    case index(Int)
  }

  /// The steps, from the outermost value.
  public var steps: [Step]

  /// The place these steps lead to.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The place a coder is at.
  public init(_ codingPath: [any CodingKey]) {
    steps = codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }
  }

  /// The place of a member of the value that is here.
  public func appending(_ key: String) -> DocumentPath { DocumentPath(steps + [.key(key)]) }

  /// The place of an element of the array that is here.
  public func appending(_ index: Int) -> DocumentPath { DocumentPath(steps + [.index(index)]) }

  /// The place of a node.
  public static func node(_ index: Int) -> DocumentPath { DocumentPath([.key("nodes"), .index(index)]) }

  /// The place of a definition.
  package static func definition(_ index: Int) -> DocumentPath { DocumentPath([.key("definitions"), .index(index)]) }

  /// The place of an instance.
  package static func instance(_ index: Int) -> DocumentPath { DocumentPath([.key("instances"), .index(index)]) }

  /// The steps as one writes them in code; `document` for the whole.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Self.isPlain(key): text += (text.isEmpty ? "" : ".") + key
      case .key(let key): text += "[\"\(VisibleText.standIns(key))\"]"
      }
    }
    return text.isEmpty ? "document" : text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9") ~= $0 }
  }
}

/// Why a document was refused, or what a repair has dropped from it.
public struct DocumentError: Error, Hashable, Sendable {
  /// What an error is about.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is no JSON, or holds a name twice.
    case syntax
    /// It is no document of this library.
    case format
    /// It was written by a later version.
    case version
    /// A field is missing, or not of the type it has to be.
    case field
    /// Values lie in each other too deep.
    case nesting
    /// A number can't be held.
    case number
    /// An id is no id, or used twice.
    case id
    /// A name is used twice.
    case name
    /// A connection leads nowhere.
    case connection
    /// Connections close a cycle.
    case cycle
    /// A kind has no such port, or more than it may.
    case port
    /// What is connected is not of the type of the input.
    case type
    /// A literal, or the value of a source, can't be read or written.
    case value
    /// A node can't be made.
    case kind
  }

  /// What it is about.
  public let code: Code
  /// The place it is about.
  public let path: DocumentPath
  /// One sentence without a full stop that a person can act on.
  public let reason: String

  /// An error at a place.
  public init(_ code: Code, at path: DocumentPath, _ reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// What a coder complains of, as an error of the document; an error of the document is itself.
  public init(_ error: any Error) {
    switch error {
    case let error as DocumentError: self = error
    case DecodingError.keyNotFound(let key, let context):
      self.init(.field, at: DocumentPath(context.codingPath), "'\(key.stringValue)' is missing")
    case DecodingError.typeMismatch(let type, let context):
      self.init(.field, at: DocumentPath(context.codingPath), "it is not \(Self.name(of: type))")
    case DecodingError.valueNotFound(let type, let context):
      self.init(.field, at: DocumentPath(context.codingPath), "it is null, not \(Self.name(of: type))")
    case DecodingError.dataCorrupted(let context):
      self.init(.field, at: DocumentPath(context.codingPath), context.debugDescription)
    case EncodingError.invalidValue(_, let context):
      self.init(.value, at: DocumentPath(context.codingPath), context.debugDescription)
    default: self.init(.field, at: DocumentPath(), "\(error)")
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "a boolean"
    case is Double.Type, is Float.Type, is any FixedWidthInteger.Type: "a number"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    default: "a \(type)"
    }
  }
}

extension DocumentError: CustomStringConvertible {
  /// Place and reason: `nodes[3].name: the name 'a' is already used by nodes[0]`.
  public var description: String { "\(path): \(reason)" }
}

extension DocumentError {
  /// A connection comes from an output that does not exist.
  package static func noOutput(
    _ output: String, of giver: String, for input: String, at path: DocumentPath
  ) -> DocumentError {
    let (output, input) = (VisibleText.standIns(output), VisibleText.standIns(input))
    return DocumentError(.port, at: path, "\(giver) has no output '\(output)', which is connected to '\(input)'")
  }

  /// A connection or a literal names an input that does not exist.
  package static func noInput(_ input: String, of taker: String, at path: DocumentPath) -> DocumentError {
    DocumentError(.port, at: path, "\(taker) has no input '\(VisibleText.standIns(input))'")
  }

  /// An output gives what an input does not take.
  package static func misfit(
    _ input: String, takes taken: PortType, _ output: String, of giver: String, gives given: PortType,
    at path: DocumentPath
  ) -> DocumentError {
    let (output, input) = (VisibleText.standIns(output), VisibleText.standIns(input))
    return DocumentError(.type, at: path, "'\(input)' takes \(taken), but '\(output)' of \(giver) gives \(given)")
  }

  /// An end of a port takes one connection and the port many, or the other way round.
  package static func otherArity(_ end: String, of port: String, at path: DocumentPath) -> DocumentError {
    let (end, port) = (VisibleText.standIns(end), VisibleText.standIns(port))
    return DocumentError(.port, at: path, "'\(end)' takes another number of connections than '\(port)'")
  }

  /// The ends of a port have different types.
  package static func otherEnd(
    _ end: String, takes type: PortType, but other: PortType, at path: DocumentPath
  ) -> DocumentError {
    DocumentError(.type, at: path, "'\(VisibleText.standIns(end))' takes \(type), and another end \(other)")
  }

  /// An input that takes one connection has another, or is a port of its definition.
  package static func occupied(_ input: String, isPort: Bool = false, at path: DocumentPath) -> DocumentError {
    let reason = isPort ? "is a port, and takes no connection here" : "takes one connection only"
    return DocumentError(.connection, at: path, "'\(VisibleText.standIns(input))' \(reason)")
  }
}
