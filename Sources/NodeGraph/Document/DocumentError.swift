// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A place in a document: `nodes[3].literals.x`.
///
/// A user finds the cause of a ``DocumentError`` by its path; an editor can follow the steps.
///
/// ```swift
/// DocumentPath.node(3).appending("literals").appending("x").description  // "nodes[3].literals.x"
/// ```
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
  /// One step into a value.
  public enum Step: Hashable, Sendable {
    /// Into the member of an object with a name.
    case key(String)
    /// Into the element of an array at an index.
    case index(Int)
  }

  /// The steps, from the outermost value inward; empty for the document as a whole.
  ///
  /// An editor can follow them to select the faulty node:
  ///
  /// ```swift
  /// let steps = error.path.steps
  /// if steps.count > 1, steps[0] == .key("nodes"), case .index(let index) = steps[1] { select(document.nodes[index].id) }
  /// ```
  public var steps: [Step]

  /// Creates a path from its steps.
  ///
  /// - Parameter steps: The steps from the outermost value inward; without any, the path names the whole document.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Creates a path from the coding path of a coder: keys with an integer value become indices.
  ///
  /// - Parameter codingPath: The coding path of a decoder, an encoder, or the context of one of their errors.
  public init(_ codingPath: [any CodingKey]) {
    steps = codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }
  }

  /// Returns the path of a member of the object at this path.
  ///
  /// - Parameter key: The name of the member.
  /// - Returns: The path with one more step. Complexity: O(steps).
  public func appending(_ key: String) -> DocumentPath { DocumentPath(steps + [.key(key)]) }

  /// Returns the path of an element of the array at this path.
  ///
  /// - Parameter index: The index of the element, from 0.
  /// - Returns: The path with one more step. Complexity: O(steps).
  public func appending(_ index: Int) -> DocumentPath { DocumentPath(steps + [.index(index)]) }

  /// Returns the path of a node outside of instances: `nodes[3]`.
  ///
  /// - Parameter index: The index in ``GraphDocument/nodes``, which is not the id of the node.
  /// - Returns: The path.
  public static func node(_ index: Int) -> DocumentPath { DocumentPath([.key("nodes"), .index(index)]) }

  /// Returns the path of a definition.
  package static func definition(_ index: Int) -> DocumentPath { DocumentPath([.key("definitions"), .index(index)]) }

  /// Returns the path of an instance.
  package static func instance(_ index: Int) -> DocumentPath { DocumentPath([.key("instances"), .index(index)]) }

  /// The steps in the notation of code: `nodes[3].literals.x`; `document` for an empty path.
  ///
  /// A key that is not an identifier is quoted in brackets, with control characters replaced: `["unit price"]`.
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

/// A fault of a document: why it was refused, or what a repair has dropped.
///
/// Reading, checking, migrating and loading throw the first fault and leave their target unchanged;
/// ``GraphDocument/repair()`` and ``RepairedDocument`` return all of them.
///
/// ```swift
/// do {
///   document = try JSONDecoder().decode(GraphDocument.self, from: data)
/// } catch {
///   print(DocumentError(error))  // nodes[3].name: the name 'a' is already used by nodes[0]
/// }
/// ```
public struct DocumentError: Error, Hashable, Sendable {
  /// The category of a fault, for code that handles some faults itself.
  ///
  /// Compare codes and not ``DocumentError/reason``, whose wording may change.
  ///
  /// ```swift
  /// switch error.code {
  /// case .version: print("Please update the application.")
  /// case .format, .syntax: print("This is not a document of this application.")
  /// default: print("The document is damaged: \(error)")
  /// }
  /// ```
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text isn't JSON, or an object has the same name twice.
    case syntax
    /// The data isn't a document of this library, or has groups where only a plain graph can be read.
    case format
    /// The document was written by a later version of the library or of the application's kinds.
    case version
    /// A field is missing or has the wrong type.
    case field
    /// Values are nested deeper than ``DocumentValue/depthLimit``.
    case nesting
    /// A number is outside the range of doubles.
    case number
    /// An id is malformed, missing, used twice, or names something that doesn't exist.
    case id
    /// A name is used twice.
    case name
    /// A connection is malformed, has an end that doesn't exist, or leads to an occupied input.
    case connection
    /// Connections close a cycle.
    case cycle
    /// A kind or definition doesn't have a port, or an end of a definition's port is not possible.
    case port
    /// A connected output doesn't have the type of the input.
    case type
    /// A literal or the value of a source can't be read or written.
    case value
    /// A node or an instance can't be made: its kind or definition is unknown.
    case kind
  }

  /// The category of the fault.
  ///
  /// For instance ``Code-swift.enum/version`` tells an application to suggest an update.
  public let code: Code
  /// The place of the fault in the document.
  ///
  /// Its indices refer to the arrays of the ``GraphDocument``, not to ids of nodes.
  public let path: DocumentPath
  /// One sentence without a full stop that tells a user what is wrong.
  ///
  /// It doesn't repeat the place; ``description`` has both. Control characters of names are replaced, so it is safe to print.
  public let reason: String

  /// Creates an error, for instance in code that reads an application's own fields.
  ///
  /// - Parameters:
  ///   - code: The category of the fault.
  ///   - path: The place of the fault.
  ///   - reason: One sentence without a full stop.
  public init(_ code: Code, at path: DocumentPath, _ reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// Converts any error of reading or writing a document, so that an application has one kind of error to show.
  ///
  /// A `DocumentError` is copied. A `DecodingError` becomes ``Code-swift.enum/field`` at its coding path, also for text that
  /// isn't JSON, which Foundation reports as corrupted data; an `EncodingError` becomes ``Code-swift.enum/value``. The
  /// description of another error becomes the reason of a ``Code-swift.enum/field`` at the whole document.
  ///
  /// - Parameter error: The error that a coder or this library has thrown.
  public init(_ error: any Error) {
    switch error {
    case let error as DocumentError: self = error
    case DecodingError.keyNotFound(let key, let context):
      self.init(.field, at: DocumentPath(context.codingPath), "'\(key.stringValue)' is missing")
    case DecodingError.typeMismatch(let type, let context):
      self.init(.field, at: DocumentPath(context.codingPath), "expected \(Self.name(of: type))")
    case DecodingError.valueNotFound(let type, let context):
      self.init(.field, at: DocumentPath(context.codingPath), "expected \(Self.name(of: type)), not null")
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
  /// The place and the reason: `nodes[3].name: the name 'a' is already used by nodes[0]`.
  ///
  /// It is meant for users and logs. For code, use ``code`` and ``path``.
  public var description: String { "\(path): \(reason)" }
}

extension DocumentError {
  /// Returns the error for a connection from an output that does not exist.
  package static func noOutput(
    _ output: String, of giver: String, for input: String, at path: DocumentPath
  ) -> DocumentError {
    let (output, input) = (VisibleText.standIns(output), VisibleText.standIns(input))
    return DocumentError(.port, at: path, "\(giver) has no output '\(output)', which is connected to '\(input)'")
  }

  /// Returns the error for a connection to, or a literal of, an input that does not exist.
  package static func noInput(_ input: String, of taker: String, at path: DocumentPath) -> DocumentError {
    DocumentError(.port, at: path, "\(taker) has no input '\(VisibleText.standIns(input))'")
  }

  /// Returns the error for a connection between ports of different types.
  package static func misfit(
    _ input: String, takes taken: PortType, _ output: String, of giver: String, gives given: PortType,
    at path: DocumentPath
  ) -> DocumentError {
    let (output, input) = (VisibleText.standIns(output), VisibleText.standIns(input))
    return DocumentError(.type, at: path, "'\(input)' takes \(taken), but '\(output)' of \(giver) gives \(given)")
  }

  /// Returns the error for a port of a definition that takes one connection while its end takes many, or vice versa.
  package static func otherArity(_ end: String, of port: String, at path: DocumentPath) -> DocumentError {
    let (end, port) = (VisibleText.standIns(end), VisibleText.standIns(port))
    return DocumentError(
      .port, at: path, "'\(end)' and its port '\(port)' differ in whether they take many connections")
  }

  /// Returns the error for a port of a definition whose ends have different types.
  package static func otherEnd(
    _ end: String, takes type: PortType, but other: PortType, at path: DocumentPath
  ) -> DocumentError {
    DocumentError(
      .type, at: path, "'\(VisibleText.standIns(end))' takes \(type), but another end of the port takes \(other)")
  }

  /// Returns the error for a second connection to an input that takes one, or a connection to an input that is exposed as a
  /// port of its definition.
  package static func occupied(_ input: String, isPort: Bool = false, at path: DocumentPath) -> DocumentError {
    let reason =
      isPort ? "is exposed as a port of the definition, so it can't be connected here" : "takes only one connection"
    return DocumentError(.connection, at: path, "'\(VisibleText.standIns(input))' \(reason)")
  }
}
