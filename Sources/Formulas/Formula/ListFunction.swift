// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A function of lists and texts: the types of its arguments and result, and its computation.
package enum ListFunction: Sendable {
  case count, length, first, last, sort, reverse, unique, join
  case element, filter, match, lookup, sumproduct, sumBy
  case any, all
  case upper, lower, contains, number, isNumber, replace, part
  case trim, left, right, middle

  /// How many arguments are allowed.
  var arity: ClosedRange<Int> {
    switch self {
    case .length, .first, .last, .sort, .reverse, .unique, .any, .all, .upper, .lower, .number, .isNumber, .trim: 1...1
    case .element, .filter, .sumBy, .contains, .left, .right: 2...2
    case .match: 2...3
    case .lookup, .replace, .part, .middle: 3...3
    case .count, .join, .sumproduct: 1...Int.max
    }
  }

  /// The requirement for an argument.
  enum Parameter {
    /// A list of any type.
    case list
    /// A list of numbers, or of quantities.
    case amounts
    /// A list of one type.
    case listOf(CalculatorType)
    /// A value of a type, or a list of such values: the function is applied to each.
    case each(CalculatorType)
    /// A value of a type, not a list.
    case one(CalculatorType)
    /// Text, or a list.
    case textOrList
    case anything

    func takes(_ type: CalculatorType) -> Bool {
      switch self {
      case .list: type.isList
      case .amounts: type == .numbers || type.isList && type.unit != nil
      case .listOf(let element): type == element.list
      case .each(let element): type.element == element
      case .one(let element): type == element
      case .textOrList: type.isList || type == .text
      case .anything: true
      }
    }

    var phrase: String {
      switch self {
      case .list: "a list"
      case .amounts: "a list of numbers or quantities"
      case .listOf(let element): element.list.phrase
      case .each(let element), .one(let element): element.phrase
      case .textOrList: "a Text or a list"
      case .anything: "a value"
      }
    }
  }

  /// The requirement for the argument at an index.
  func parameter(_ index: Int) -> Parameter {
    switch self {
    case .count, .first, .last, .sort, .reverse, .unique: .list
    case .length: .textOrList
    case .element: index == 0 ? .list : .each(.number)
    case .filter: index == 0 ? .list : .listOf(.boolean)
    case .match: index == 0 ? .anything : index == 1 ? .list : .one(.number)
    case .lookup: index == 0 ? .anything : .list
    case .sumproduct: .listOf(.number)
    case .sumBy: index == 0 ? .amounts : .list
    case .any, .all: .listOf(.boolean)
    case .upper, .lower, .contains, .number, .isNumber, .replace, .trim: .each(.text)
    case .part: index == 2 ? .one(.number) : .each(.text)
    case .left, .right, .middle: index == 0 ? .each(.text) : .one(.number)
    case .join: .anything
    }
  }

  /// The indices of arguments whose elements must have one type; empty if they may differ.
  func alike(_ count: Int) -> Range<Int> {
    switch self {
    case .match, .lookup: 0..<2
    case .join: 0..<count
    default: 0..<0
    }
  }

  /// The type of the result for arguments of allowed types.
  func result(_ types: [CalculatorType]) -> CalculatorType {
    switch self {
    case .count, .length, .sumproduct: .number
    case .first, .last: types[0].element
    case .sort, .reverse, .unique, .filter, .sumBy: types[0]
    case .join: types[0].list
    case .element: types[1].isList ? types[0] : types[0].element
    case .match: types[0].isList ? .numbers : .number
    case .lookup: types[0].isList ? types[2] : types[2].element
    case .any, .all: .boolean
    case .upper, .lower, .trim, .left, .right, .middle: types[0]
    case .contains: types.contains { $0.isList } ? .booleans : .boolean
    case .number: types[0].isList ? .numbers : .number
    case .isNumber: types[0].isList ? .booleans : .boolean
    case .replace, .part: types.contains { $0.isList } ? .texts : .text
    }
  }
}
