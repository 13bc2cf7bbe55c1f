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
  /// Place and reason: `nodes[3].name: the name 'a' belongs to nodes[0]`.
  public var description: String { "\(path): \(reason)" }
}

/// Collects what is wrong with a document, or stops at the first such thing.
package struct DocumentFaults {
  package let isRepairing: Bool
  package private(set) var dropped: [DocumentError] = []

  package init(isRepairing: Bool) { self.isRepairing = isRepairing }

  /// Notes what is dropped.
  ///
  /// - Throws: The error, unless the document is being repaired.
  package mutating func note(
    _ code: DocumentError.Code, at path: @autoclosure () -> DocumentPath, _ reason: @autoclosure () -> String
  ) throws(DocumentError) {
    try note(DocumentError(code, at: path(), reason()))
  }

  /// Notes that a mode is said of something that is not there.
  package mutating func noteMode(of member: NodeID) throws(DocumentError) {
    let text = DocumentText.text(member)
    try note(.id, at: DocumentPath([.key("modes"), .key(text)]), "there is no node or instance \(text)")
  }

  /// Notes an id that something before has.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - owner: Where that stands which has the id.
  ///   - path: Where the id stands a second time.
  /// - Throws: The error, unless the document is being repaired.
  mutating func note(_ id: NodeID, of owner: DocumentPath, at path: DocumentPath) throws(DocumentError) {
    try note(.id, at: path.appending("id"), "the id '\(DocumentText.text(id))' is that of \(owner) already")
  }

  /// Notes a name that a node before has.
  mutating func note(name: String, of owner: DocumentPath, at path: DocumentPath) throws(DocumentError) {
    try note(
      .name, at: path.appending("name"), "the name '\(VisibleText.standIns(name))' belongs to \(owner) already")
  }

  /// Notes a connection of a member that comes from nowhere.
  mutating func noteLoose(_ connection: DocumentConnection, at path: DocumentPath) throws(DocumentError) {
    try note(
      .connection, at: path.appending("inputs"),
      "'\(VisibleText.standIns(DocumentText.text([connection])))' leads to no node: none has the id "
        + "'\(DocumentText.text(connection.source))'")
  }

  package mutating func note(_ error: DocumentError) throws(DocumentError) {
    guard isRepairing else { throw error }
    dropped.append(error)
  }
}
