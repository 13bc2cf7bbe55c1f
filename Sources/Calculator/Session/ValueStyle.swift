// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How values are printed.
public struct ValueStyle: Hashable, Sendable {
  /// The maximum number of significant digits, 1 to 17.
  public var digits = 15
  /// The format of the node whose value is printed; `nil` if it has none.
  var format: ValueFormat?
  /// Whether a colour is followed by blocks in that colour, by escape sequences for 24-bit colour.
  public var showsSwatches = false

  /// Creates the style of ``Formulas/NodeValue/text``: 15 digits, no swatches.
  public init() {}

  /// The style with the format of a node.
  package func formatted(_ format: ValueFormat?) -> ValueStyle {
    var style = self
    style.format = format
    return style
  }

  /// The style without swatches, for columns that are aligned.
  var withoutSwatches: ValueStyle {
    var style = self
    style.showsSwatches = false
    return style
  }

  /// The text of a value.
  package func text(_ value: NodeValue) -> String { text(value, atMost: CalculatorValue.shownCount) }

  /// The text of a value with all elements of a list.
  package func wholeText(_ value: NodeValue) -> String { text(value, atMost: .max) }

  private func text(_ value: NodeValue, atMost limit: Int) -> String {
    switch value {
    case .value(.color(let color)) where showsSwatches: "\(color) \(Self.swatch(color))"
    case .value(let value): text(value, atMost: limit)
    case .pending(let last): NodeValue.pendingText(last.map { text(.value($0)) })
    case .failure: value.text
    }
  }

  private func text(_ value: CalculatorValue, atMost limit: Int) -> String {
    let number = { NumberText.people($0, digits: digits) }
    return format.map { $0.text(value, atMost: limit, number) } ?? value.text(atMost: limit, number)
  }

  /// The old and the new value, with enough digits to differ; `= 20` without an old value, or if both are equal.
  package func text(_ change: NodeChange) -> String {
    if change.format != format { return formatted(change.format).text(change) }
    guard let old = change.old?.orLast, old != change.new else { return "= \(text(change.new))" }
    if format != nil, old.number != nil, change.new.number != nil {
      let texts = (old: text(old), new: text(change.new))
      if texts.old != texts.new { return "\(texts.old) → \(texts.new)" }
    }
    if case .value(.number(let before)) = old, case .value(.number(let after)) = change.new {
      let texts = NumberText.distinguishing(before, after, digits: digits)
      return "\(texts.old) → \(texts.new)"
    }
    if case .value(.quantity(let before, let unit)) = old, case .value(.quantity(let after, let other)) = change.new,
      unit == other, !unit.isCalendar
    {
      let texts = NumberText.distinguishing(before, after, digits: digits)
      return "\(texts.old) \(unit) → \(texts.new) \(unit)"
    }
    if let difference = difference(old, change.new) { return difference }
    return "\(shortText(old)) → \(shortText(change.new))"
  }

  /// The difference of two long lists of the same length, if they differ at one position only; `nil` otherwise.
  private func difference(_ old: NodeValue, _ new: NodeValue) -> String? {
    guard case .value(let before) = old, case .value(let after) = new, before.type == after.type,
      let count = before.count, count == after.count, count > CalculatorValue.shownCount
    else { return nil }
    var places: [Int] = []
    for index in 0..<count where before.element(at: index) != after.element(at: index) {
      if places.count == 1 { return nil }
      places.append(index)
    }
    guard let place = places.first else { return nil }
    let change = NodeChange(
      name: "", old: .value(before.element(at: place)), new: .value(after.element(at: place)), format: format)
    return "[\(place + 1)]: \(text(change)), of \(count)"
  }

  private func shortText(_ value: NodeValue) -> String {
    if value.isPending { return NodeValue.pendingText(nil) }
    return value.isFailure ? value.shortText : text(value)
  }

  private static func swatch(_ color: RGBColor) -> String {
    "\u{1b}[38;2;\(color.red);\(color.green);\(color.blue)m██\u{1b}[0m"
  }
}
