// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How a graph was looked at: apart from the graph, so that looking elsewhere doesn't change a node's lines.
public struct GraphViewState: Hashable, Sendable {
  /// The part of the canvas that showed.
  public var viewport: Viewport?
  /// The nodes that were selected, in that order, by their ids in documents.
  public var selection: [NodeID]
  /// Fields that this version doesn't know, by name. One with the name of a known field is not written.
  public var others: [String: DocumentValue]

  /// A state of a view.
  ///
  /// - Parameters:
  ///   - viewport: The part of the canvas that showed.
  ///   - selection: The nodes that were selected, in that order.
  ///   - others: Further fields.
  public init(viewport: Viewport? = nil, selection: [NodeID] = [], others: [String: DocumentValue] = [:]) {
    self.viewport = viewport
    self.selection = selection.map(\.inDocument)
    self.others = others
  }
}

extension GraphViewState: Codable {
  /// Reads a state of a view.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: A ``DocumentError``, or what the decoder throws.
  public init(from decoder: any Decoder) throws {
    var faults = DocumentFaults(isRepairing: false)
    try self.init(from: decoder, &faults)
  }

  init(from decoder: any Decoder, _ faults: inout DocumentFaults) throws {
    let path = DocumentPath(decoder.codingPath)
    guard let fields = try? decoder.container(keyedBy: Field.self) else {
      throw DocumentError(.field, at: path, "it is not an object")
    }
    self.init()
    let reader = FieldReader(fields: fields, path: { path })
    if fields.contains(.viewport), let value = try reader.readUnknown(.viewport, &faults), value != .null {
      do {
        viewport = try value.decoded(as: Viewport.self)
      } catch {
        try faults.note(.field, at: path.appending("viewport"), DocumentError(error).reason)
      }
    }
    for piece in (try reader.readString(.selection, &faults) ?? "").split(separator: " ") {
      if let id = DocumentText.member(piece) {
        selection.append(id)
      } else {
        try faults.note(.id, at: path.appending("selection"), "'\(VisibleText.standIns(String(piece)))' is not an id")
      }
    }
    for field in fields.allKeys { others[field.stringValue] = try reader.readUnknown(field, &faults) }
  }

  /// Writes the state.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: What the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    for (name, value) in others where !Field.isKnown(name) { try fields.encode(value, forKey: Field(name)) }
    try fields.encodeIfPresent(viewport, forKey: .viewport)
    let ids = selection.map(DocumentText.text).joined(separator: " ")
    if !ids.isEmpty { try fields.encode(ids, forKey: .selection) }
  }

  struct Field: DocumentField {
    let stringValue: String
    static var selection: Field { Field("selection") }
    static var viewport: Field { Field("viewport") }

    init(_ name: String) { stringValue = name }

    static func isKnown(_ name: String) -> Bool { name == "selection" || name == "viewport" }
  }
}
