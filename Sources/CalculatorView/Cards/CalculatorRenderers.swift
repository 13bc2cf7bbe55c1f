// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Makes the renderers of the calculator's nodes, all in one look.
struct CalculatorRenderers {
  let values: CardValues
  let look: CalculatorLook
  /// The title of a node.
  let title: (NodeID) -> String
  /// The text above a node's value.
  let detail: (NodeID) -> String
  /// The position of a draggable number on its track, from 0 to 1; `nil` for all other nodes.
  var slider: (NodeID) -> Double? = { _ in nil }

  func item(of node: NodeID) -> any ItemRenderer {
    look.palette == nil ? CalculatorItemRenderer(node, self) : CardItemRenderer(node, self)
  }

  func row(of input: InputPort, connectedTo sources: [OutputPort]) -> any InputRowRenderer {
    if let palette = look.palette { return CardInputRowRenderer(input, connectedTo: sources.first, self, palette) }
    return CalculatorInputRowRenderer(input, connectedTo: sources.first, self)
  }

  func row(of output: OutputPort) -> any OutputRowRenderer {
    if let palette = look.palette { return CardResultRenderer(output, self, palette) }
    return CalculatorOutputRowRenderer(output, self)
  }
}

/// A host whose nodes are drawn by the calculator's renderers.
protocol CalculatorRendererProvider: GraphViewRendererProvider {
  var renderers: CalculatorRenderers { get }
}

extension CalculatorRendererProvider {
  /// Draws the part of a node's card that is not in its rows.
  public func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer {
    renderers.item(of: node)
  }

  /// Draws the input's name and value.
  public func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer {
    renderers.row(of: input, connectedTo: sources)
  }

  /// Draws the result.
  public func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    renderers.row(of: output)
  }

  /// The appearance of the node: its category, condition and formula.
  public func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance {
    renderers.look.palette == nil ? NodeAppearance() : renderers.appearance(of: node)
  }
}

/// Draws a node and its value: a red number, a blue operator, a purple colour with a swatch.
private final class CalculatorItemRenderer: ItemRenderer {
  private let node: NodeID
  private let renderers: CalculatorRenderers
  private var value = NodeValue.failure(message: "", origin: nil)
  private var text = ""
  private var valueText = ""
  private var fill: Paint

  init(_ node: NodeID, _ renderers: CalculatorRenderers) {
    self.node = node
    self.renderers = renderers
    fill = renderers.look.operatorFill
  }

  private var look: CalculatorLook { renderers.look }
  var intrinsicContentSize: GraphSize { look.itemSize }
  var isFailed: Bool { value.isFailure }

  func reload() {
    let kind = renderers.values.kind(node)
    // A group may have no outputs, which is not a failure.
    value = kind?.outputs.isEmpty == true ? .value(.text("")) : renderers.values.value(node.output)
    text = renderers.detail(node)
    valueText = value.text(in: renderers.values.format(node.output))
    if value.isFailure {
      fill = look.failureFill
    } else if kind?.outputs.first?.type == CalculatorType.color.port {
      fill = look.colorFill
    } else {
      fill = kind?.inputs.isEmpty == true ? look.numberFill : look.operatorFill
    }
  }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    canvas.fill(GraphRect(.zero, size), with: fill)
    let margin = look.textSize * 0.7
    let width = max(size.width - 2 * margin, 0)
    let line = look.textSize * 1.6
    canvas.draw(
      text, in: GraphRect(x: margin, y: margin * 0.6, width: width, height: line),
      style: TextStyle(size: look.textSize, paint: look.valuePaint))
    let below = GraphRect(x: margin, y: margin * 0.6 + line, width: width, height: size.height - line - margin)
    var frame = below
    if case .value(.color(let color)) = value {
      // The swatch takes the right half.
      frame.size.width = width / 2
      let swatch = GraphRect(x: below.midX, y: below.minY, width: width / 2, height: below.height).expanded(by: -2)
      canvas.fill(
        DrawingPath(swatch, cornerRadius: 4), with: Paint(red: color.red, green: color.green, blue: color.blue))
      canvas.stroke(DrawingPath(swatch, cornerRadius: 4), with: Stroke(look.valuePaint))
    }
    let largest = value.isFailure ? min(look.valueSize, look.textSize) : look.valueSize
    // Values shrink before they are truncated: a number without some of its digits is another number.
    let smaller = stride(from: largest - 1, through: look.textSize * 0.5, by: -1)
    let fitted = FittedText([valueText], in: frame.width, sizes: [largest] + smaller, isBold: true)
    canvas.draw(fitted.text, in: frame, style: TextStyle(size: fitted.size, paint: look.valuePaint, isBold: true))
  }
}

/// Draws an input: its name and its source with its value, or the value of the unconnected input.
private final class CalculatorInputRowRenderer: InputRowRenderer {
  private let input: InputPort
  private let source: OutputPort?
  private let renderers: CalculatorRenderers
  private var name = ""
  private var text = ""

  init(_ input: InputPort, connectedTo source: OutputPort?, _ renderers: CalculatorRenderers) {
    self.input = input
    self.source = source
    self.renderers = renderers
  }

  private var look: CalculatorLook { renderers.look }
  var intrinsicContentSize: GraphSize { GraphSize(look.itemSize.width, look.rowHeight) }

  func reload() {
    let inputs = renderers.values.kind(input.node)?.inputs ?? []
    name = input.index < inputs.count ? inputs[input.index].name : ""
    if let source {
      let (title, value) = (renderers.title(source.node), renderers.values.shortText(of: source))
      // An input of a formula has the name of its source, which is drawn once.
      text = title == name ? value : "\(title) = \(value)"
    } else {
      text = renderers.values.unconnectedValue(input)?.description ?? "–"
    }
  }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    canvas.stroke(DrawingPath(through: [.zero, GraphPoint(size.width, 0)]), with: look.lineStroke)
    let margin = look.textSize * 0.7
    let width = max(size.width - 2 * margin, 0)
    let nameWidth = min(TextWidth.points(of: name, size: look.textSize) + 2, width * 0.5)
    canvas.draw(
      name, in: GraphRect(x: margin, y: 0, width: nameWidth, height: size.height),
      style: TextStyle(size: look.textSize, paint: look.textPaint))
    let rest = GraphRect(
      x: margin + nameWidth + margin, y: 0, width: max(width - nameWidth - margin, 0), height: size.height)
    canvas.draw(
      text, in: rest,
      style: TextStyle(
        size: look.textSize, paint: source == nil ? look.quietPaint : look.textPaint, alignment: .trailing))
  }
}

/// Draws an output: the name of its type, or the value of a node that has only one row.
private final class CalculatorOutputRowRenderer: OutputRowRenderer {
  private let output: OutputPort
  private let renderers: CalculatorRenderers
  private var type = ""

  init(_ output: OutputPort, _ renderers: CalculatorRenderers) {
    self.output = output
    self.renderers = renderers
  }

  private var look: CalculatorLook { renderers.look }
  var intrinsicContentSize: GraphSize { GraphSize(look.itemSize.width, look.rowHeight) }

  func reload() {
    let outputs = renderers.values.kind(output.node)?.outputs ?? []
    // A node with only one row has no item to show the value.
    let isAlone = renderers.values.form(output.node) == .compact
    type =
      isAlone
      ? renderers.values.shortText(of: output)
      : output.index < outputs.count ? outputs[output.index].type.name : ""
  }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    canvas.stroke(DrawingPath(through: [.zero, GraphPoint(size.width, 0)]), with: look.lineStroke)
    let margin = look.textSize * 0.7
    canvas.draw(
      type, in: GraphRect(x: margin, y: 0, width: max(size.width - 2 * margin, 0), height: size.height),
      style: TextStyle(size: look.textSize, paint: look.quietPaint, alignment: .trailing))
  }
}
