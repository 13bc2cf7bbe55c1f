// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// The sizes of the parts of a card, and of the text in them.
enum CardMetrics {
  static let padding = 12.0
  static let rowHeight = 24.0
  static let resultHeight = 36.0
  /// The heights of the part of a result for the curve of a list, and of the curve; in a pill, the width for it.
  static let (curveRoom, curveHeight, curveWidth) = (34.0, 24.0, 56.0)
  static let titleSize = 13.0
  static let textSize = 12.0
  /// The font sizes of a result, the preferred one first; `givenSizes` are those of a value that is written out.
  static let valueSizes = [18.0, 16, 14, 12]
  static let givenSizes = [16.0, 14, 12]
  /// The least width of a card's part that shows a value, at a zoom of 0.35, where the text keeps 0.8 of its size.
  private static let farShare = 0.4375

  /// The width of a part of a card that needs some room: in steps of 8 within bounds, less the two points that frames add.
  /// The room `far` is needed at the lowest zoom at which values are shown, even if the card gets wider than others.
  static func width(for room: Double, atLeast least: Double = 176, far: Double = 0) -> Double {
    func steps(_ room: Double) -> Double { Double(-DecimalText.floor(-room / 8)) * 8 }
    return max(min(max(steps(room), least), 256), min(steps(far / farShare), 336)) - 2
  }

  static func width(_ text: String, _ size: Double = textSize, isBold: Bool = false) -> Double {
    TextWidth.points(of: VisibleText.standIns(text), size: size, isBold: isBold)
  }
}

extension CalculatorRenderers {
  /// Whether a node is drawn as a pill: it has no inputs, and its value is written out.
  func isGiven(_ node: NodeID) -> Bool {
    guard let kind = values.kind(node), kind.inputs.isEmpty, kind.outputs.count == 1, !values.isGroup(node) else {
      return false
    }
    if case .failure = values.value(node.output) { return false }
    // A formula of constants is a card that shows the formula.
    return detail(node).dropFirst().allSatisfy { !" ()*/^+-,<>=!&|".contains($0) }
  }

  /// Whether the renderer of a node's result draws all of the node, as one row with name and value.
  func isOneRow(_ node: NodeID) -> Bool { isGiven(node) || values.form(node) == .compact }

  /// The appearance of a node as a whole; its parts have renderers.
  func appearance(of node: NodeID) -> NodeAppearance {
    let type = values.kind(node)?.outputs.first.flatMap { CalculatorType($0.type) }
    if isGiven(node) { return NodeAppearance(category: .given, titleHeight: 0) }
    var appearance = NodeAppearance(detail: shownDetail(node))
    appearance.condition = values.condition(node)
    if values.form(node) == .compact { appearance.titleHeight = 0 }
    appearance.runs = values.runs(node)
    if values.isGroup(node) {
      // A card at an edge of a group can't be entered, so it is not drawn as a pile.
      appearance.category = GroupEdge(node) == nil ? .group : .given
      return appearance
    }
    if appearance.condition == .normal || appearance.condition == .blocked || appearance.condition == .failed {
      // The origin of a formula's failure may be another node.
      switch values.value(node.output) {
      case .failure(_, nil): appearance.condition = .failed
      case .failure: appearance.condition = .blocked
      case .value, .pending: appearance.condition = .normal
      }
    }
    switch type {
    case .boolean: appearance.category = .boolean
    case .color: appearance.category = .color
    case .number, .text, .numbers, .booleans, .colors, .texts, .quantity, .quantities, nil:
      appearance.category = .formula
    }
    if appearance.titleHeight == nil, !appearance.detail.isEmpty, headWidth(of: node) > 256 {
      appearance.titleHeight = 44
    }
    return appearance
  }

  /// The detail that a title bar shows next to the title; empty if both are the same, as in a node "Add" of that kind.
  private func shownDetail(_ node: NodeID) -> String {
    let detail = detail(node)
    return detail == title(node) ? "" : detail
  }

  /// The width of a title bar with title and formula side by side.
  func headWidth(of node: NodeID) -> Double {
    let detail = shownDetail(node)
    let sign = hasSign(node) ? 20.0 : 0
    return CardMetrics.width(title(node), CardMetrics.titleSize, isBold: true)
      + (detail.isEmpty ? 0 : CardMetrics.width(detail) + 16) + 2 * CardMetrics.padding + sign
  }

  /// Whether the title bar has a sign.
  func hasSign(_ node: NodeID) -> Bool {
    values.condition(node).hasSign || !values.isGroup(node) && values.value(node.output).isFailure
  }
}

/// Reserves the room that the title bar needs; the value is drawn in the row of the output.
final class CardItemRenderer: ItemRenderer {
  private let node: NodeID
  private let renderers: CalculatorRenderers
  private var width = 0.0
  private(set) var isFailed = false

  init(_ node: NodeID, _ renderers: CalculatorRenderers) {
    self.node = node
    self.renderers = renderers
  }

  var intrinsicContentSize: GraphSize { GraphSize(width, 0) }

  func reload() {
    // Each output of a group shows by itself why it has no value.
    isFailed = !renderers.values.isGroup(node) && renderers.values.value(node.output).isFailure
    let isGiven = renderers.isGiven(node)
    var room = renderers.headWidth(of: node)
    if room > 256 {
      // Title and formula are on separate lines.
      let title =
        CardMetrics.width(renderers.title(node), CardMetrics.titleSize, isBold: true)
        + (renderers.hasSign(node) ? 20 : 0)
      room = max(title, CardMetrics.width(renderers.detail(node))) + 2 * CardMetrics.padding
    }
    width = isGiven ? 0 : CardMetrics.width(for: room)
  }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {}
}

/// Draws an input: its name, and the value that it reads or, in a field, its own.
final class CardInputRowRenderer: InputRowRenderer {
  private let input: InputPort
  private let source: OutputPort?
  private let renderers: CalculatorRenderers
  private let palette: GraphPalette
  private var name = ""
  private var value = CardValue(text: "")
  private var forms: [String] { value.forms }
  private var isQuiet = false

  init(_ input: InputPort, connectedTo source: OutputPort?, _ renderers: CalculatorRenderers, _ palette: GraphPalette) {
    self.input = input
    self.source = source
    self.renderers = renderers
    self.palette = palette
  }

  var intrinsicContentSize: GraphSize {
    let room =
      CardMetrics.width(name) + CardMetrics.width(forms[0]) + 2 * CardMetrics.padding + 14
    return GraphSize(CardMetrics.width(for: room), CardMetrics.rowHeight)
  }

  func reload() {
    let inputs = renderers.values.kind(input.node)?.inputs ?? []
    name = input.index < inputs.count ? inputs[input.index].name : ""
    var (value, format): (CalculatorValue?, ValueFormat?)
    if let source {
      if case .value(let found) = renderers.values.value(source) {
        (value, format) = (found, renderers.values.format(source))
      }
    } else {
      value = renderers.values.unconnectedValue(input)
    }
    self.value = value.map { CardValue($0, format) } ?? CardValue(text: "–")
    isQuiet = renderers.values.condition(input.node).isQuiet
  }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    let left = CardMetrics.padding + 2
    let right = size.width - CardMetrics.padding
    let isField = source == nil && forms[0] != "–"
    let need = isField ? max(CardMetrics.width(forms[0]) + 15, 39) : CardMetrics.width(forms[0])
    // A name gets the room that the value leaves, or most of the row if they don't both fit and the value can be shortened.
    let sizes = value.sizes([CardMetrics.textSize, 11])
    let least = value.least(sizes[sizes.count - 1]) + (isField ? 15 : 0)
    let nameWidth = min(
      name.isEmpty ? 0 : CardMetrics.width(name) + 1,
      max(min((right - left) * 0.6, right - left - 9 - least), right - left - 9 - need, 0))
    if !name.isEmpty {
      canvas.draw(
        name, in: GraphRect(x: left, y: 0, width: nameWidth, height: size.height),
        style: TextStyle(
          size: CardMetrics.textSize, paint: isQuiet ? palette.quietInk : palette.ink, truncation: .middle))
    }
    let room = right - left - nameWidth - 8 - (isField ? 3 : 0)
    let fitted = FittedText(forms, in: room, sizes: sizes)
    if isField {
      let width = max(min(CardMetrics.width(fitted.text, fitted.size), room) + 12, 36)
      let field = DrawingPath(GraphRect(x: right - width + 4, y: 3, width: width, height: 18), cornerRadius: 5)
      canvas.fill(field, with: palette.field)
      canvas.stroke(field, with: Stroke(palette.fieldLine))
    }
    let end = isField ? right - 2 : right
    canvas.draw(
      fitted.text, in: GraphRect(x: end - room, y: 0, width: max(room, 0), height: size.height),
      style: TextStyle(
        size: fitted.size, paint: isQuiet ? palette.quietInk : isField ? palette.ink : palette.secondaryInk,
        alignment: .trailing,
        truncation: .middle, hasTabularFigures: true))
  }
}

/// The texts of a value, the longest first, and how much room they need.
struct CardValue {
  /// What is done with a value that doesn't fit.
  private enum Excess {
    /// The value keeps some characters at both ends.
    case cut
    /// The value is left out: a part of it has no meaning.
    case leftOut
    /// The font gets smaller, and the card of a number wider: a number without some of its digits is another number.
    case smaller(isWider: Bool)
  }

  let forms: [String]
  private let excess: Excess

  /// Creates the texts of a value, first that in a format.
  init(_ value: CalculatorValue, _ format: ValueFormat?) {
    let (plain, excess) = Self.plain(format?.converted(value) ?? value)
    self.excess = excess
    let text = format.map { NodeValue.value(value).text(in: $0) }
    forms = text.map { text in [text] + plain.dropFirst().filter { $0.count < text.count } } ?? plain
  }

  private static func plain(_ value: CalculatorValue) -> (forms: [String], Excess) {
    switch value {
    case .number(let number): (ShownNumber.forms(number), .smaller(isWider: true))
    case .quantity(let number, let unit) where !unit.isCalendar:
      (ShownNumber.forms(number).map { "\($0) \(unit)" }, .smaller(isWider: true))
    case .color: ([value.shortText], .leftOut)
    case .quantity, .boolean: ([value.shortText], .smaller(isWider: false))
    case .text, .texts, .numbers, .booleans, .colors, .quantities: ([value.shortText], .cut)
    }
  }

  /// A text that stands for a value.
  init(text: String) { (forms, excess) = ([text], .cut) }

  /// Font sizes for the value, with smaller ones if there is only one form and it must not be cut.
  func sizes(_ sizes: [Double]) -> [Double] {
    if forms.count == 1, case .smaller = excess { sizes + [10, 9] } else { sizes }
  }

  /// The least room for the value in a font size.
  func least(_ size: Double, isBold: Bool = false) -> Double {
    let whole = forms.map { CardMetrics.width($0, size, isBold: isBold) }.min() ?? 0
    return switch excess {
    case .cut: min(whole, 48)
    case .leftOut: 0
    case .smaller: whole
    }
  }

  /// The room that a number needs in the smallest size; zero for other values.
  var farRoom: Double { if case .smaller(isWider: true) = excess { least(9, isBold: true) } else { 0 } }
}
