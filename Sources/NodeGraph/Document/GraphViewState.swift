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
    let path = DocumentPath(decoder.codingPath)
    guard let container = try? decoder.container(keyedBy: FieldKey.self) else {
      throw DocumentError(.field, at: path, "expected an object")
    }
    let place = RecordPlace(parent: path)
    let reader = FieldReader(container: container, place: place, version: GraphDocument.version)
    self = try GraphViewState(reader, &faults) ?? .blank
  }

  /// Writes the state. An empty selection and a missing viewport are not written.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try write(into: encoder.container(keyedBy: FieldKey.self), version: GraphDocument.version)
  }
}

extension GraphViewState: DocumentRecord {
  static var blank: GraphViewState { GraphViewState() }

  static let fields: RecordFields<GraphViewState> = [
    DocumentField("viewport", \.viewport, .viewport),
    DocumentField("selection", \.selection, .selection, unless: []),
    .unknown(get: { $0.others }, set: { $0.others = $1 }),
  ]
}
