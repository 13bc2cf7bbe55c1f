// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// Payloads, copies and documents.

extension GraphHost {
  /// What is attached to a node; see ``GraphContents/payload(of:as:)``.
  public func payload<Value: Decodable>(of node: NodeID, as type: Value.Type = Value.self) throws -> Value? {
    try contents.payload(of: node, as: type)
  }

  /// Attaches a value to a node as one step; `nil` takes it away. It goes with the node: into copies, documents and undo.
  ///
  /// ```swift
  /// try host.setPayload(Note("check this"), of: tax)
  /// let note = try host.payload(of: tax, as: Note.self)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - node: The node.
  /// - Throws: As ``GraphContents/setPayload(_:of:)``; the contents stay as they were.
  /// - Complexity: O(nodes + connections).
  public func setPayload(_ value: (some Encodable)?, of node: NodeID) throws {
    try editContents { contents in try contents.setPayload(value, of: node) }
  }

  /// The nodes that are selected, with their looks and payloads, as a fragment of a document.
  ///
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
  /// - Parameters:
  ///   - fragment: What ``copySelection()`` gave, here or elsewhere.
  ///   - offset: How far from where they were the nodes are put.
  ///   - own: As for ``/NodeGraph/Graph/paste(_:offset:own:)``.
  /// - Returns: The new ids by those in the fragment: `ids[node.inDocument]` for a node that was copied.
  /// - Throws: As ``GraphContents/paste(_:offset:own:)``; the contents stay as they were.
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

  /// The contents as a document, with the part of the canvas that shows and the nodes that are selected.
  ///
  /// - Complexity: O(nodes + connections).
  public func document() -> GraphDocument {
    contents.document(view: GraphViewState(viewport: view.viewport, selection: view.selection.nodes))
  }

  /// Shows a document from the beginning, as ``load(_:looks:)`` shows a graph, with the kinds that ``graph`` has, where and with what
  /// was selected when it was saved.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - own: By the name of the node, the kinds of nodes with ports of their own.
  /// - Throws: As ``GraphContents/init(kinds:document:own:)``; all is as it was then.
  /// - Complexity: O(nodes + connections), of both.
  public func load(_ document: GraphDocument, own: [String: NodeKind] = [:]) throws(DocumentError) {
    var ids: [NodeID: NodeID] = [:]
    load(try GraphContents(kinds: graph.kinds, document: document, own: own, ids: &ids))
    guard let state = document.view else { return }
    if let viewport = state.viewport { view.viewport = viewport }
    view.select(GraphSelection(nodes: state.selection.compactMap { ids[$0] }))
  }
}
