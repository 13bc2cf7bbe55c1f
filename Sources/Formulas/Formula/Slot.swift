// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A value on the stack of a program with lists or texts. Numbers, Booleans and colours are packed in doubles, alone
/// and in lists; the program knows their types.
package enum Slot: Sendable {
  case scalar(Double)
  case text(String)
  case scalars([Double])
  case texts([String])
  /// The reason why an argument of a function has no value; reading the argument fails with it.
  case failure(ValueFailure)
}

extension Slot {
  /// Creates the stack form of a value.
  package init(_ value: CalculatorValue) {
    switch value {
    case .number, .boolean, .color, .quantity: self = .scalar(value.packed)
    case .text(let text): self = .text(text)
    case .numbers(let numbers), .quantities(let numbers, _): self = .scalars(numbers)
    case .booleans(let booleans): self = .scalars(booleans.map { $0 ? 1 : 0 })
    case .colors(let colors): self = .scalars(colors.map { Double($0.bits) })
    case .texts(let texts): self = .texts(texts)
    }
  }

  /// The value with a type that the program has determined.
  func value(of type: CalculatorType) -> CalculatorValue {
    switch self {
    case .scalar(let packed): return CalculatorValue(packed: packed, type: type)
    case .text(let text): return .text(text)
    case .texts(let texts): return .texts(texts)
    case .scalars(let packed):
      switch type {
      case .booleans: return .booleans(packed.map { $0 != 0 })
      case .colors: return .colors(packed.map { RGBColor(bits: UInt32($0)) })
      case .texts where packed.isEmpty: return .texts([])
      case .quantities(let unit): return .quantities(packed, unit)
      default: return .numbers(packed)
      }
    case .failure: preconditionFailure("a failure is thrown, not a value")
    }
  }

  /// The number of elements in a list; `nil` for other values.
  var count: Int? {
    switch self {
    case .scalars(let numbers): numbers.count
    case .texts(let texts): texts.count
    case .scalar, .text, .failure: nil
    }
  }

  /// The packed value of a number, Boolean or colour.
  var scalar: Double { if case .scalar(let value) = self { value } else { .nan } }

  /// The packed elements of a list; for a single value, a list with it.
  var scalars: [Double] {
    switch self {
    case .scalars(let values): values
    case .scalar(let value): [value]
    default: []
    }
  }

  /// The texts of a list; for a single text, a list with it.
  var texts: [String] {
    switch self {
    case .texts(let texts): texts
    case .text(let text): [text]
    default: []
    }
  }

  /// Whether this is a text or a list of texts.
  var isText: Bool {
    switch self {
    case .text, .texts: true
    default: false
    }
  }

  /// The elements at some indices.
  func elements(at places: [Int]) -> Slot {
    switch self {
    case .texts(let texts): .texts(places.map { texts[$0] })
    default: .scalars(places.map { scalars[$0] })
    }
  }

  /// The element at an index.
  func element(at place: Int) -> Slot {
    switch self {
    case .texts(let texts): .text(texts[place])
    case .scalars(let values): .scalar(values[place])
    default: self
    }
  }
}
