// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a formula of lists or texts has no value.
package enum ValueFailure: Error, Hashable, Sendable {
  /// A failure that formulas of numbers can have.
  case formula(FormulaFailure)
  /// A failure at an element of a list, counted from 1.
  case element(Int, FormulaFailure)
  /// Lists of different lengths are combined element by element.
  case lengths(Int, Int)
  /// A list lacks an element at this position; with its number of elements.
  case place(Double, count: Int)
  /// A function has no value for an empty list.
  case empty(FormulaFunction)
  /// A key is not in a list; with the key as text.
  case notFound(String)
  /// The step of a range doesn't lead from the first number to the last.
  case step(Double)
  /// A list would be too long.
  case tooLong
  /// The step of a range of dates is not a whole number of days.
  case partOfDay(Double)
  /// The place of a character is not a whole number from 1.
  case character(Double)
  /// A number of characters is not a whole number from 0.
  case characters(Double)
  /// A text is not a number, or has more digits than a number keeps.
  case noNumber(String, isTooLong: Bool)
  /// The evaluation has to stop. Functions that catch failures don't catch this, and the node runs again later.
  case interrupted

  /// The greatest number of elements in a list.
  package static let longestList = 10_000_000
}

extension ValueFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .formula(let failure): return failure.description
    case .element(let place, let failure): return "\(failure) at element \(place)"
    case .lengths(let left, let right): return "lists of \(left) and \(right) elements differ in length"
    case .place(let place, let count):
      let has = count == 1 ? "1 element" : "\(count) elements"
      if place != place.rounded() {
        return "\(NumberText.people(place)) is not a place: places are whole numbers from 1"
      }
      let first = place < 1 && count > 0 ? ", the first is element 1" : ""
      return "element \(NumberText.people(place)) does not exist: the list has \(has)\(first)"
    case .empty(let function): return "\(function.row.name) of an empty list"
    case .notFound(let key): return "\(MessageText.shortened(key)) is not in the list"
    case .step(let step): return "a step of \(NumberText.people(step)) doesn't lead from the first number to the last"
    case .partOfDay(let step): return "dates are whole days, and a step of \(NumberText.people(step)) d is not"
    case .tooLong: return "the list would have more than \(Self.longestList) elements"
    case .character(let place):
      return "a text has no character at \(NumberText.people(place)): places are whole numbers from 1"
    case .characters(let count):
      return "a text cannot have \(NumberText.people(count)) characters: it takes a whole number from 0"
    case .noNumber(let text, isTooLong: true):
      return "\(MessageText.shortened(text)) has more digits than a number keeps: it stays a text"
    case .noNumber(let text, _): return "\(MessageText.shortened(text)) is not a number"
    case .interrupted: return "stopped"
    }
  }
}
