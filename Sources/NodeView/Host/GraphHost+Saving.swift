// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// Payloads, copies and documents.

extension GraphHost {
  /// Returns the value that is attached to a node; see ``GraphContents/payload(of:as:)``.
  ///
  /// - Parameters:
  ///   - node: The node; an id from a document stands for the node that has it there.
  ///   - type: The type of the value that was attached.
  /// - Returns: The value; `nil` if none is attached, or the node does not exist.
  /// - Throws: The error of decoding, for a payload of another type.
  public func payload<Value: Decodable>(of node: NodeID, as type: Value.Type = Value.self) throws -> Value? {
    try contents.payload(of: node, as: type)
  }

  /// Attaches a value to a node as one step; `nil` removes it. The value is copied, saved and undone with the node.
  ///
  /// ```swift
  /// try host.setPayload(Note("check this"), of: tax)
  /// let note = try host.payload(of: tax, as: Note.self)
  /// ```
  ///
  /// It is stored in encoded form: later changes of a reference type have no effect on it. Setting an equal value makes
  /// no step.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - node: The node.
  /// - Throws: As ``GraphContents/setPayload(_:of:)``; the contents stay unchanged.
  /// - Complexity: O(nodes + connections).
  public func setPayload(_ value: (some Encodable)?, of node: NodeID) throws {
    try editContents { contents in try contents.setPayload(value, of: node) }
  }

  /// Returns the selected nodes, with their looks and payloads and the connections between them, as a fragment of a
  /// document. Selected connections without their nodes and frames are not part of it.
  ///
  /// To cut, copy and then delete the selection. The fragment is `Codable`, so that it can go through a pasteboard into
  /// another application.
  ///
  /// - Returns: The fragment; an empty one if no node is selected.
  /// - Complexity: As ``GraphContents/copy(_:)``.
  public func copySelection() -> GraphDocument {
    // The view shows what the graph has.
    let nodes = view.selection.nodes.filter(graph.contains)
    return (try? contents.copy(nodes)) ?? GraphDocument()
  }

  /// Adds the nodes of a fragment as one step, and selects them.
  ///
  /// ```swift
  /// let clip = host.copySelection()
  /// try host.paste(clip, offset: GraphPoint(24, 24))
  /// ```
  ///
  /// The graph needs the kinds of the nodes; a node whose name is taken gets another one with a number.
  ///
  /// - Parameters:
  ///   - fragment: What ``copySelection()`` returned, here or elsewhere.
  ///   - offset: How far from their original position the nodes are put, in canvas points.
  ///   - own: As for ``/NodeGraph/Graph/paste(_:offset:own:)``.
  /// - Returns: The new ids by those in the fragment: `ids[node.inDocument]` for a node that was copied.
  /// - Throws: As ``GraphContents/paste(_:offset:own:)``; the contents and the selection stay unchanged.
  /// - Complexity: O(nodes + connections).
  @discardableResult
  public func paste(
    _ fragment: GraphDocument, offset: GraphPoint = .zero, own: [String: NodeKind] = [:]
  ) throws(DocumentError) -> [NodeID: NodeID] {
    var ids: [NodeID: NodeID] = [:]
    try editContents { contents throws(DocumentError) in ids = try contents.paste(fragment, offset: offset, own: own) }
    view.select(GraphSelection(nodes: fragment.nodes.compactMap { ids[$0.id] }))
    return ids
  }

  /// Returns the contents as a document, with the viewport and the selected nodes. Positions of a drag in progress are
  /// part of it, the steps of undo are not.
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(host.document())
  /// ```
  ///
  /// - Returns: The document, for ``load(_:own:)``.
  /// - Complexity: O(nodes + connections).
  public func document() -> GraphDocument {
    contents.document(view: GraphViewState(viewport: view.viewport, selection: view.selection.nodes))
  }

  /// Shows a document from the beginning, as ``load(_:looks:)`` shows a graph: with the kinds that ``graph`` has, and
  /// with the viewport and the selection that it was saved with.
  ///
  /// ```swift
  /// try host.load(JSONDecoder().decode(GraphDocument.self, from: data))
  /// ```
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - own: By the name of the node, the kinds of nodes with ports of their own.
  /// - Throws: As ``GraphContents/init(kinds:document:own:)``; the contents, the steps and the view stay unchanged.
  /// - Complexity: O(nodes + connections), of both.
  public func load(_ document: GraphDocument, own: [String: NodeKind] = [:]) throws(DocumentError) {
    var ids: [NodeID: NodeID] = [:]
    load(try GraphContents(kinds: graph.kinds, document: document, own: own, ids: &ids))
    guard let state = document.view else { return }
    if let viewport = state.viewport { view.viewport = viewport }
    view.select(GraphSelection(nodes: state.selection.compactMap { ids[$0] }))
  }
}
