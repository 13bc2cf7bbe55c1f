// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphView {
  /// The size that a node has in this view, or would have if it was shown; `nil` if the data source doesn't know it.
  ///
  /// - Complexity: O(ports).
  package func size(of node: NodeID) -> GraphSize? {
    if let shown = scene.nodes[node] { return shown.frame.rect.size }
    guard let dataSource, let provider = rendererProvider else { return nil }
    let graph = dataSource.graph(for: self)
    guard let kind = dataSource.graphView(self, kindOf: node, in: graph) else { return nil }
    let sources = kind.inputs.indices.map { dataSource.graphView(self, sourcesOf: node.input($0), in: graph) }
    var parts = NodeRenderers(of: node, kind, sources, from: provider, in: self)
    parts.look = dataSource.graphView(self, lookOf: node, in: graph)
    parts.reload()
    if style.palette != nil { parts.appearance = provider.graphView(self, appearanceOf: node) }
    let title = dataSource.graphView(self, titleOf: node, in: graph)
    return parts.frame(at: .zero, titled: title, style).rect.size
  }
}
