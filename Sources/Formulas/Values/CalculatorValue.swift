// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A value of a node: a finite number, a boolean, a colour, a text, a quantity, or a list of one of these.
public enum CalculatorValue: Hashable, Sendable {
  /// A finite number.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// A colour.
  case color(RGBColor)
  /// Text.
  case text(String)
  /// Finite numbers.
  case numbers([Double])
  /// Booleans.
  case booleans([Bool])
  /// Colours.
  case colors([RGBColor])
  /// Texts.
  case texts([String])
  /// A finite number with a unit.
  case quantity(Double, UnitOfMeasure)
  /// Finite numbers with a unit.
  case quantities([Double], UnitOfMeasure)

  /// The type of the value.
  public var type: CalculatorType {
    switch self {
    case .number: .number
    case .boolean: .boolean
    case .color: .color
    case .text: .text
    case .numbers: .numbers
    case .booleans: .booleans
    case .colors: .colors
    case .texts: .texts
    case .quantity(_, let unit): .quantity(unit)
    case .quantities(_, let unit): .quantities(unit)
    }
  }

  /// The text that files contain and that reads back as exactly this value. Complexity: O(its length).
  public var exactText: String { text(atMost: .max, NumberText.exact, isExact: true) }

  /// The number of elements in a list; `nil` for other values.
  public var count: Int? {
    switch self {
    case .number, .boolean, .color, .text, .quantity: nil
    case .numbers(let numbers), .quantities(let numbers, _): numbers.count
    case .booleans(let booleans): booleans.count
    case .colors(let colors): colors.count
    case .texts(let texts): texts.count
    }
  }

  /// The element of a list at an index from 0; for other values, the value itself.
  package func element(at index: Int) -> CalculatorValue {
    switch self {
    case .number, .boolean, .color, .text, .quantity: self
    case .quantities(let numbers, let unit): .quantity(numbers[index], unit)
    case .numbers(let numbers): .number(numbers[index])
    case .booleans(let booleans): .boolean(booleans[index])
    case .colors(let colors): .color(colors[index])
    case .texts(let texts): .text(texts[index])
    }
  }

  /// The greatest number of elements of a list that reports show.
  package static let shownCount = 24
}

extension CalculatorValue: CustomStringConvertible {
  /// The value as text for people: numbers with at most 15 significant digits, and lists with all elements.
  /// ``exactText`` reads back as the same value.
  public var description: String { text(atMost: .max, NumberText.people) }

  /// The value as text for reports; a long list is shown by its beginning and its length.
  package var shortText: String { text(atMost: Self.shownCount, NumberText.people) }

  /// The value as text.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of elements shown; after them, the text says how many more there are.
  ///   - number: The text of a number.
  ///   - isExact: Whether an empty list has to contain its type.
  /// - Returns: The text.
  package func text(atMost limit: Int, _ number: (Double) -> String, isExact: Bool = false) -> String {
    switch self {
    case .number(let value): return number(value)
    case .boolean(let boolean): return boolean ? "true" : "false"
    case .color(let color): return color.description
    case .text(let text): return TextLiteral.spelling(text)
    case .quantity(let value, let unit): return unit.text(value, number)
    case .numbers, .booleans, .colors, .texts, .quantities: break
    }
    let count = count ?? 0
    if count == 0, isExact {
      switch self {
      case .booleans: return "([true] where [false])"
      case .colors: return "([#000000] where [false])"
      case .texts: return "([\"\"] where [false])"
      case .quantities(_, let unit): return "([\(unit.text(0, number))] where [false])"
      default: break
      }
    }
    let shown = count > limit ? limit / 3 : count
    var result = "["
    for index in 0..<shown {
      if index > 0 { result += ", " }
      result += element(at: index).text(atMost: limit, number)
    }
    if shown < count { result += ", … \(count - shown) more" }
    return result + "]"
  }
}

// Programs of numbers compute in doubles only: Booleans are 0 and 1, and colours are their 24 bits.
extension CalculatorValue {
  /// The value in packed form: 0 or 1 for a Boolean, the 24 bits of a colour, the number of a quantity. NaN for texts
  /// and lists, which have no packed form.
  package var packed: Double {
    switch self {
    case .number(let number), .quantity(let number, _): number
    case .boolean(let boolean): boolean ? 1 : 0
    case .color(let color): Double(color.bits)
    case .text, .numbers, .booleans, .colors, .texts, .quantities: .nan
    }
  }

  /// Whether no function can distinguish the two values; −0 and 0 differ.
  package func isIdentical(to other: CalculatorValue) -> Bool {
    switch (self, other) {
    case (.numbers(let left), .numbers(let right)):
      left.elementsEqual(right) { $0.bitPattern == $1.bitPattern }
    case (.quantities(let left, let unit), .quantities(let right, let other)):
      unit == other && left.elementsEqual(right) { $0.bitPattern == $1.bitPattern }
    case (.quantity(let left, let unit), .quantity(let right, let other)):
      unit == other && left.bitPattern == right.bitPattern
    case (.number, .number), (.boolean, .boolean), (.color, .color): packed.bitPattern == other.packed.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.texts(let left), .texts(let right)):
      left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
    default: self == other
    }
  }

  /// Creates a number, boolean, colour or quantity from its packed form.
  package init(packed: Double, type: CalculatorType) {
    switch type.element {
    case .boolean: self = .boolean(packed != 0)
    case .color: self = .color(RGBColor(bits: UInt32(packed)))
    case .quantity(let unit): self = .quantity(packed, unit)
    default: self = .number(packed)
    }
  }
}
