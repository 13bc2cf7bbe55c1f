// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The precedence of operators, lowest first.
enum Precedence: UInt8, Comparable {
  case filter, or, and, not, comparison, conversion, range, text, sum, product, prefix, power, postfix

  /// The next higher precedence.
  var next: Precedence { Precedence(rawValue: rawValue + 1) ?? self }

  static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }
}

extension Token.Kind {
  /// The precedence of the token as an operator after a value; `nil` if it is not an operator.
  var precedence: Precedence? {
    switch self {
    case .or: .or
    case .and: .and
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: .comparison
    case .range: .range
    case .ampersand: .text
    case .plus, .minus: .sum
    case .times, .divide: .product
    case .power, .superscript: .power
    case .percent, .leftBracket: .postfix
    default: nil
    }
  }
}
