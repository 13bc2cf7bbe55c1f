// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What draws the parts of a node.
struct NodeRenderers {
  let kind: NodeKind
  let item: any ItemRenderer
  var inputs: [any InputRowRenderer]
  let outputs: [any OutputRowRenderer]

  func reload() {
    item.reload()
    for row in inputs { row.reload() }
    for row in outputs { row.reload() }
  }
}

extension GraphView {
  /// Shows what the data source says, all of it anew. Nodes that stay keep their depth and their selection.
  ///
  /// - Complexity: O(nodes + connections).
  public func reload() {
    guard let dataSource else { return }
    let nodes = dataSource.nodes(for: self)
    let shown = Set(nodes)
    dirty.everything()
    let gone = scene.nodes.keys.filter { !shown.contains($0) }
    for node in gone { remove(node) }
    let hasLost = load(nodes, dataSource.graph(for: self), dataSource)
    finishLoading(hasLost: hasLost || !gone.isEmpty)
  }

  /// Takes note that a node has changed: its value, title, place, ports or connections, that it is new, or that it is
  /// gone. Rows of other nodes that show its value are reloaded too, and nothing else.
  ///
  /// - Parameter node: The node.
  /// - Complexity: O(connections of the node).
  public func reload(_ node: NodeID) { reload([node]) }

  /// Takes note that nodes have changed, as ``reload(_:)-(NodeID)`` does.
  ///
  /// - Parameter nodes: The nodes, such as a receipt names them.
  /// - Complexity: O(connections of the nodes).
  public func reload(_ nodes: [NodeID]) {
    guard let dataSource else { return }
    let hasLost = load(nodes, dataSource.graph(for: self), dataSource)
    for node in nodes {
      for input in scene.inputs(fedBy: node) { reloadRow(input) }
    }
    finishLoading(hasLost: hasLost)
  }

  /// The graph is let go before anybody is told, so that whoever then edits it doesn't copy it.
  ///
  /// - Returns: Whether nodes, ports or connections may have gone.
  private func load(_ nodes: [NodeID], _ graph: consuming Graph, _ dataSource: any GraphViewDataSource) -> Bool {
    var hasLost = false
    for node in nodes {
      let isShown = dataSource.graphView(self, shows: node, in: graph)
      if isShown ? load(node, graph, dataSource) : remove(node) { hasLost = true }
    }
    return hasLost
  }

  /// Looks for what is selected or being done and no longer there, but only if something may have gone: a delegate that
  /// reloads each of many nodes while they are dragged would have all of them looked at each time.
  private func finishLoading(hasLost: Bool) {
    // What may be connected may be something else now, anywhere.
    if connectionSource != nil || interaction.activity.wire != nil { dirty.everything() }
    if hasLost {
      perform { interaction, step in step.effects += interaction.forget(missingFrom: step.scene) }
    }
    tellChanges()
  }

  /// - Returns: Whether it was there.
  @discardableResult
  private func remove(_ node: NodeID) -> Bool {
    guard scene.nodes[node] != nil else { return false }
    mark(node, withConnections: true)
    scene.remove(node)
    renderers[node] = nil
    changes.note(.removed(node))
    return true
  }

  private func reloadRow(_ input: InputPort) {
    guard let parts = renderers[input.node], let node = scene.nodes[input.node], scene.contains(input) else { return }
    parts.inputs[input.index].reload()
    dirty.add(node.frame.inputRow(input.index))
    let frame = frame(of: parts, at: node.frame.origin)
    guard frame != node.frame else { return }
    mark(input.node, withConnections: true)
    scene.set(input.node, frame: frame, title: node.title, sources: node.sources, isFailed: node.isFailed)
    mark(input.node, withConnections: true)
    noteSize(of: input.node, from: node.frame, to: frame)
  }

  private func frame(of parts: NodeRenderers, at origin: Point) -> NodeFrame {
    NodeFrame(
      at: origin.limited, titleHeight: style.titleHeight, item: parts.item.intrinsicContentSize.limited,
      inputs: parts.inputs.map(\.intrinsicContentSize.limited),
      outputs: parts.outputs.map(\.intrinsicContentSize.limited))
  }

  private func noteSize(of node: NodeID, from old: NodeFrame, to new: NodeFrame) {
    if old.rect.size != new.rect.size { changes.note(.resized(node, new.rect.size)) }
  }

  /// - Returns: Whether ports or connections may have gone.
  private func load(_ node: NodeID, _ graph: Graph, _ dataSource: any GraphViewDataSource) -> Bool {
    guard let kind = try? graph.kind(of: node) else { return remove(node) }
    guard let provider = rendererProvider else { return false }
    let sources = kind.inputs.indices.map { graph.sources(of: node.input($0)) }
    let old = scene.nodes[node]
    mark(node, withConnections: true)

    var parts: NodeRenderers
    var hasLost = false
    if let known = renderers[node], known.kind == kind, let old {
      parts = known
      for (index, sources) in sources.enumerated() where sources != old.sources[index] {
        parts.inputs[index] = provider.graphView(
          self, inputRowRendererFor: node.input(index), connectedTo: sources)
        hasLost = true
      }
    } else {
      hasLost = old != nil
      parts = NodeRenderers(
        kind: kind,
        item: provider.graphView(self, itemRendererFor: node),
        inputs: sources.enumerated().map { index, sources in
          provider.graphView(self, inputRowRendererFor: node.input(index), connectedTo: sources)
        },
        outputs: kind.outputs.indices.map { provider.graphView(self, outputRowRendererFor: node.output($0)) })
      if old != nil { changes.note(.replaced(node)) }
    }
    parts.reload()
    let frame = frame(of: parts, at: dataSource.graphView(self, positionOf: node, in: graph))
    let title = dataSource.graphView(self, titleOf: node, in: graph)
    // Both at once, after the last question: a host that draws when it is asked finds a frame with a place for each row.
    renderers[node] = parts
    scene.set(node, frame: frame, title: title, sources: sources, isFailed: parts.item.isFailed)
    mark(node, withConnections: true)

    if let old {
      if old.frame.origin != frame.origin { changes.note(.moved(node, frame.origin)) }
      noteSize(of: node, from: old.frame, to: frame)
    } else {
      changes.note(.added(node))
    }
    return hasLost
  }
}

extension Size {
  /// The nearest size a part of a node can have: neither negative nor infinite.
  fileprivate var limited: Size {
    func limited(_ value: Double) -> Double { value.isNaN ? 0 : max(0, min(value, 1e6)) }
    return Size(limited(width), limited(height))
  }
}
