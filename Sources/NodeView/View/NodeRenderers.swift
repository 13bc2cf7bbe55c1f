// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What draws the parts of a node.
struct NodeRenderers {
  let kind: NodeKind
  let item: any ItemRenderer
  var inputs: [any InputRowRenderer]
  let outputs: [any OutputRowRenderer]
  /// Whether the user can resize the node by its corner.
  var isResizable = false
  /// A picture that is shown in place of the item.
  var snapshot: SnapshotRenderer?
  /// How the node looks in addition to its parts, in a themed view.
  var appearance = NodeAppearance()
  /// How the data source says that the node is shown.
  var look = NodeLook()

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

  /// What is drawn in the room of the item.
  var shownItem: any ItemRenderer { snapshot ?? item }

  /// How much room the item takes, and the picture in its place.
  private var itemSize: GraphSize {
    let (own, other) = (item.intrinsicContentSize.limited, snapshot?.intrinsicContentSize ?? .zero)
    return GraphSize(max(own.width, other.width), max(own.height, other.height))
  }

  func reload() {
    item.reload()
    for row in inputs { row.reload() }
    for row in outputs { row.reload() }
  }

  /// The frame that the parts need; a size that is negative or not finite is replaced by the nearest possible one.
  func frame(at origin: GraphPoint, titled title: String, _ style: GraphViewStyle) -> NodeFrame {
    let frame = frameOfRows(at: origin, titled: title, style)
    let usual = look.flow.side
    if usual == .right, inputs.allSatisfy({ $0.side == nil }), outputs.allSatisfy({ $0.side == nil }) { return frame }
    return frame.withPorts(at: inputs.map { $0.side ?? usual.opposite }, outputs.map { $0.side ?? usual })
  }

  private func frameOfRows(at origin: GraphPoint, titled title: String, _ style: GraphViewStyle) -> NodeFrame {
    let titleHeight = appearance.titleHeight.map { GraphSize(0, $0).limited.height } ?? style.titleHeight
    let least = look.size?.limited ?? .zero
    switch look.form {
    case .full:
      return NodeFrame(
        at: origin.limited, titleHeight: titleHeight, item: itemSize,
        inputs: inputs.map(\.intrinsicContentSize.limited), outputs: outputs.map(\.intrinsicContentSize.limited),
        least: least)
    case .compact:
      let width = TextWidth.points(of: title, size: style.titleTextSize, isBold: true) + 16
      return NodeFrame(
        compactAt: origin.limited, title: GraphSize(min(width, 200), min(titleHeight, 28)), inputCount: inputs.count,
        outputs: outputs.map(\.intrinsicContentSize.limited), least: least)
    case .dot: return NodeFrame(dotAt: origin.limited, inputCount: inputs.count, outputCount: outputs.count)
    }
  }
}

extension GraphSize {
  /// The nearest size that a part of a node can have: neither negative nor infinite.
  fileprivate var limited: GraphSize {
    func limited(_ value: Double) -> Double { value.isNaN ? 0 : max(0, min(value, 1e6)) }
    return GraphSize(limited(width), limited(height))
  }
}
