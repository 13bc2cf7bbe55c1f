// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What draws the parts of a node.
struct NodeRenderers {
  let kind: NodeKind
  let item: any ItemRenderer
  var inputs: [any InputRowRenderer]
  let outputs: [any OutputRowRenderer]
  /// How the node looks beside its parts, in a themed view.
  var appearance = NodeAppearance()

  /// Asks the host for the renderers of a node.
  init(
    of node: NodeID, _ kind: NodeKind, _ sources: [[OutputPort]], from provider: any GraphViewRendererProvider,
    in view: GraphView
  ) {
    self.kind = kind
    item = provider.graphView(view, itemRendererFor: node)
    inputs = sources.enumerated().map { index, sources in
      provider.graphView(view, inputRowRendererFor: node.input(index), connectedTo: sources)
    }
    outputs = kind.outputs.indices.map { provider.graphView(view, outputRowRendererFor: node.output($0)) }
  }

  func reload() {
    item.reload()
    for row in inputs { row.reload() }
    for row in outputs { row.reload() }
  }

  /// The frame that the parts need; a size that is negative or not finite is replaced by the nearest possible one.
  func frame(at origin: GraphPoint, titleHeight: Double) -> NodeFrame {
    NodeFrame(
      at: origin.limited, titleHeight: appearance.titleHeight.map { GraphSize(0, $0).limited.height } ?? titleHeight,
      item: item.intrinsicContentSize.limited,
      inputs: inputs.map(\.intrinsicContentSize.limited), outputs: outputs.map(\.intrinsicContentSize.limited))
  }
}

extension GraphSize {
  /// The nearest size that a part of a node can have: neither negative nor infinite.
  fileprivate var limited: GraphSize {
    func limited(_ value: Double) -> Double { value.isNaN ? 0 : max(0, min(value, 1e6)) }
    return GraphSize(limited(width), limited(height))
  }
}
