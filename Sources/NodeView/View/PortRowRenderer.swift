// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Draws the row of a port: its name, and for an output a text after the name.
final class PortRowRenderer: InputRowRenderer, OutputRowRenderer {
  private let name: String
  private let isInput: Bool
  private let node: NodeID
  private weak var view: GraphView?
  private let value: () -> String?
  private var text = ""
  /// Whether the node is one row, which has no room for the name.
  private var isAlone = false

  private static let size = 12.0
  private static let padding = 14.0

  init(_ input: InputPort, in view: GraphView) {
    let inputs = view.kind(of: input.node)?.inputs ?? []
    name = inputs.indices.contains(input.index) ? inputs[input.index].name : ""
    isInput = true
    node = input.node
    self.view = view
    value = { nil }
  }

  init(_ output: OutputPort, in view: GraphView, value: @escaping () -> String?) {
    let outputs = view.kind(of: output.node)?.outputs ?? []
    name = outputs.indices.contains(output.index) ? outputs[output.index].name : ""
    isInput = false
    node = output.node
    self.view = view
    self.value = value
  }

  var intrinsicContentSize: GraphSize {
    if isAlone { return GraphSize(width(text, isBold: true) + 2 * Self.padding, 24) }
    let gap = text.isEmpty ? 0 : 16.0
    let room = width(name) + gap + width(text, isBold: true) + 2 * Self.padding
    return GraphSize(min(max(126, room), 254), 24)
  }

  private func width(_ text: String, isBold: Bool = false) -> Double {
    TextWidth.points(of: text, size: Self.size, isBold: isBold)
  }

  func reload() {
    text = value() ?? ""
    isAlone = !isInput && view?.form(of: node) == .compact
  }

  /// The room of the text.
  private func textWidth(in room: Double) -> Double { text.isEmpty ? 0 : min(width(text, isBold: true) + 1, room) }

  func valueStart(in size: GraphSize) -> Double {
    let room = max(size.width - 2 * Self.padding, 0)
    // A name alone is drawn where a text would be.
    let taken = text.isEmpty ? min(width(name) + 1, room) : textWidth(in: room)
    return size.width - Self.padding - taken
  }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    let palette = view?.style.palette
    let condition = palette == nil ? .normal : view?.presentation.renderers[node]?.appearance.condition ?? .normal
    let room = GraphRect(x: Self.padding, y: 0, width: max(size.width - 2 * Self.padding, 0), height: size.height)
    let quiet = palette?.quietInk ?? .black
    let ink = !isInput && condition.hasOldValue ? quiet : palette?.ink ?? view?.style.titlePaint ?? .black
    // The text takes precedence: a long name is cut.
    let beside = textWidth(in: room.width)
    var names = GraphRect(
      x: room.minX, y: 0, width: max(room.width - (beside > 0 ? beside + 8 : 0), 0), height: size.height)
    if let palette, !isInput, let caption = condition.caption {
      let taken = min(width(caption) + 1, names.width)
      canvas.draw(
        caption, in: GraphRect(x: names.maxX - taken, y: 0, width: taken, height: size.height),
        style: TextStyle(size: Self.size, paint: condition.captionPaint(palette), truncation: .middle))
      names.size.width = max(names.width - taken - 8, 0)
    }
    let isTrailing = !isInput && text.isEmpty
    canvas.draw(
      isAlone ? "" : name, in: names,
      style: TextStyle(
        size: Self.size, paint: condition.isQuiet ? quiet : palette?.secondaryInk ?? ink,
        alignment: isTrailing ? .trailing : .leading, truncation: .middle))
    if beside > 0 {
      canvas.draw(
        text, in: GraphRect(x: room.maxX - beside, y: 0, width: beside, height: size.height),
        style: TextStyle(
          size: Self.size, paint: ink, alignment: .trailing, isBold: true, truncation: .middle, hasTabularFigures: true)
      )
    }
  }
}

extension GraphView {
  /// How much of a node the data source shows.
  fileprivate func form(of node: NodeID) -> NodeLook.Form? {
    dataSource.map { $0.graphView(self, lookOf: node, in: $0.graph(for: self)).form }
  }

  /// The kind of a node as the data source has it.
  fileprivate func kind(of node: NodeID) -> NodeKind? {
    dataSource.flatMap { $0.graphView(self, kindOf: node, in: $0.graph(for: self)) }
  }
}

/// An item without height, for nodes whose rows show all there is.
final class EmptyItemRenderer: ItemRenderer {
  var intrinsicContentSize: GraphSize { GraphSize(126, 0) }

  func reload() {}

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {}
}
