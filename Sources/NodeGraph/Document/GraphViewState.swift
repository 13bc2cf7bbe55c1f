// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The state of a view in a document: the visible part of the canvas and the selection.
///
/// It is stored apart from the nodes, so that scrolling or selecting doesn't change the lines of a node in a file.
///
/// ```swift
/// document.view = GraphViewState(viewport: viewport, selection: selection)
/// let restored = document.view?.selection.compactMap { graph.node(inDocument: $0) } ?? []
/// ```
public struct GraphViewState: Hashable, Sendable {
  /// The visible part of the canvas; `nil` if it was not saved.
  ///
  /// Its size is that of the view in which the document was saved. Assign the present size after restoring it.
  public var viewport: Viewport?
  /// The ids of the selected nodes and instances, in the order of selection.
  ///
  /// They are ids of documents (``NodeID/inDocument``) and equal no id of a graph: find the nodes with
  /// ``Graph/node(inDocument:)`` after loading. A repair removes ids of nodes that don't exist.
  public var selection: [NodeID]
  /// The fields that this version doesn't know, by name.
  ///
  /// They are written back unchanged. A field with the name of a known field is not written.
  public var others: [String: DocumentValue]

  /// Creates a state of a view. The tags of graphs are removed from the ids in `selection`.
  ///
  /// - Parameters:
  ///   - viewport: The visible part of the canvas.
  ///   - selection: The ids of the selected nodes and instances, in the order of selection.
  ///   - others: Fields that this version doesn't know.
  public init(viewport: Viewport? = nil, selection: [NodeID] = [], others: [String: DocumentValue] = [:]) {
    self.viewport = viewport
    self.selection = selection.map(\.inDocument)
    self.others = others
  }
}

extension GraphViewState: Codable {
  /// Reads a state of a view.
  ///
  /// Within a ``RepairedDocument`` a part that can't be read is dropped instead of throwing.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A ``DocumentError``, for instance ``DocumentError/Code-swift.enum/id`` for a selected id that isn't one, or an
  ///   error of the decoder.
  public init(from decoder: any Decoder) throws {
    var faults = DocumentFaults(isRepairing: false)
    try self.init(from: decoder, &faults)
  }

  init(from decoder: any Decoder, _ faults: inout DocumentFaults) throws {
    let path = DocumentPath(decoder.codingPath)
    guard let fields = try? decoder.container(keyedBy: Field.self) else {
      throw DocumentError(.field, at: path, "expected an object")
    }
    self.init()
    let reader = FieldReader(fields: fields, path: { path })
    if fields.contains("viewport"), let value = try reader.readUnknown("viewport", &faults), value != .null {
      do {
        viewport = try value.decoded(as: Viewport.self)
      } catch {
        try faults.note(.field, at: path.appending("viewport"), DocumentError(error).reason)
      }
    }
    for piece in (try reader.readString("selection", &faults) ?? "").split(separator: " ") {
      if let id = DocumentText.member(piece) {
        selection.append(id)
      } else {
        try faults.note(.id, at: path.appending("selection"), "'\(VisibleText.standIns(String(piece)))' is not an id")
      }
    }
    for field in fields.allKeys { others[field.stringValue] = try reader.readUnknown(field, &faults) }
  }

  /// Writes the state. An empty selection and a missing viewport are not written.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    for (name, value) in others where !Field.isKnown(name) { try fields.encode(value, forKey: Field(name)) }
    try fields.encodeIfPresent(viewport, forKey: "viewport")
    let ids = selection.map(DocumentText.text).joined(separator: " ")
    if !ids.isEmpty { try fields.encode(ids, forKey: "selection") }
  }

  struct Field: DocumentField {
    let stringValue: String

    init(_ name: String) { stringValue = name }

    static func isKnown(_ name: String) -> Bool { name == "selection" || name == "viewport" }
  }
}
