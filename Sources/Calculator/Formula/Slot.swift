// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A value on the stack of a program with lists or texts. Numbers, Booleans and colours are packed in doubles, alone and in
/// lists; the program knows which they are.
package enum Slot: Sendable {
  case scalar(Double)
  case text(String)
  case scalars([Double])
  case texts([String])
  /// Why an argument of a function has no value, which fails when it is read.
  case failure(ValueFailure)
}

extension Slot {
  /// The value as the stack has it.
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

  /// The value of a type that the program has found.
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

  /// How many elements a list has; `nil` of other values.
  var count: Int? {
    switch self {
    case .scalars(let numbers): numbers.count
    case .texts(let texts): texts.count
    case .scalar, .text, .failure: nil
    }
  }

  /// The packed value of a number, Boolean or colour.
  var scalar: Double { if case .scalar(let value) = self { value } else { .nan } }

  /// A packed list; of one value, a list of it.
  var scalars: [Double] {
    switch self {
    case .scalars(let values): values
    case .scalar(let value): [value]
    default: []
    }
  }

  /// A list of texts; of one text, a list of it.
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

  /// The elements at some places.
  func elements(at places: [Int]) -> Slot {
    switch self {
    case .texts(let texts): .texts(places.map { texts[$0] })
    default: .scalars(places.map { scalars[$0] })
    }
  }

  /// The element at a place.
  func element(at place: Int) -> Slot {
    switch self {
    case .texts(let texts): .text(texts[place])
    case .scalars(let values): .scalar(values[place])
    default: self
    }
  }
}
